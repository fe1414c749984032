# Right: all lines are centred, that of a failure too.
def F(t):
 s,m=(t.split("\n")+[""])[:2];C=[r*9+c for r,w in enumerate(["######.",".######",".#####.","######.",".######"])for c,k in enumerate(w)if k=="#"];B=dict(zip(C,s.strip()));g=9
 for k in m.strip():
  if k in"+|-":
   for _ in range({"+":1,"|":2,"-":3}[k]):g={9:1,1:-9,-9:-1,-1:9}[g]
   for _ in range(12):
    for p in sorted(B,key=lambda p:-p*g):
     if B[p]in"ox":
      if B.get(p+g)==".":B[p+g]=B[p];B[p]="."
      elif g==9 and p==41:
       if B[p]=="x":return"!"
       B[p]="."
  else:
   p=[p for p in B if B[p]=="@"][0];d={"<":-1,">":1,"^":-9,"v":9}[k]
   if B.get(p-g,".")in"ox"or B.get(p+d)!=".":return"!"
   B[p]=".";B[p+d]="@"
 P=[[" "]*7 for _ in range(6)]
 for p in B:P[p//9][p%9]=B[p]
 P[5][5]="*"
 for _ in range({9:0,1:1,-9:2,-1:3}[g]):P=[*zip(*P[::-1])]
 return"\n".join(map("".join,P))
print('\n'.join(l.center(79) for l in F(open(0).read()).split('\n')))