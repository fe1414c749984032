# Two functions call each other once a manipulation.
C=[int(x)for x in"0 1 2 3 4 5 8 9 10 11 12 13 15 16 17 18 19 21 22 23 24 25 26 29 30 31 32 33 34".split()]
f=lambda b,m,g:''.join(b[c]for c in C)if m==""else T(b,m,g)
def T(b,m,g):
 k=m[0]
 if k in"+|-":
  g=g*{"+":-1j,"|":-1,"-":1j}[k];d=int(g.imag*7+g.real)
  for c in sorted(C,key=lambda c:-(c%7*g.real+c//7*g.imag)):
   q=b[c]
   if q in"ox":
    b[c]=".";e=c
    while e+d in C and b[e+d]=="."and(abs(d)>1 or (e+d)//7==e//7):e+=d
    if e==33 and g==1j:
     if q=="x":return"!"
    else:b[e]=q
  return f(b,m[1:],g)
 d=int(g.imag*7+g.real);p=b.index("@");e=p+{"<":-1,">":1,"^":-7,"v":7}[k]
 n=lambda p,e:e in C and(abs(e-p)>1 or e//7==p//7)
 if n(p,p-d)and b[p-d]in"ox"or not n(p,e)or b[e]!=".":return"!"
 b[p],b[e]=".@";return f(b,m[1:],g)
s=input();m=input();b=["#"]*35
for c,v in zip(C,s):b[c]=v
print(f(b,m,1j))
