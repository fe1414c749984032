# A plain search that calls itself once a tile.
g=[*open(0)]
w=len(g[0])-1;t=[int(c,16)for l in g for c in l.strip()];n=len(t);r=[0]*n
def f(i):
 if i==n:return 1
 v=t[i];u=v,v*2%16+v//8,v*4%16+v//4,v*8%16+v//2
 for v in{*u}:
  if(v&1)==(i>=w and r[i-w]//4%2)and v//2%2==(i%w and r[i-1]//8)and not(i>=n-w and v&4)and not(i%w==w-1 and v&8):
   r[i]=v
   if f(i+1):return 1
print("\n".join("".join("%x"%c for c in r[i:i+w])for i in range(0,n,w))if f(0)else"!")
