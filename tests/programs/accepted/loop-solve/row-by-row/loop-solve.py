# Generators; what leads off the grid is found at the end of a row or of all rows.
import sys
sys.setrecursionlimit(99999)
g=open(0).read().split()
h,w=len(g),len(g[0])
def rows(tiles,above,left=0):
    if not tiles:
        if left==0:yield[]
        return
    v=tiles[0]
    for v in{v,v*2%16+v//8,v*4%16+v//4,v*8%16+v//2}:
        if(v&1)==(above[0]>>2&1)and(v>>1&1)==left:
            for r in rows(tiles[1:],above[1:],v>>3):yield[v]+r
def grid(y,above):
    if y==h:
        if not any(v&4 for v in above):yield[]
        return
    for r in rows([int(c,16)for c in g[y]],above):
        for rest in grid(y+1,r):yield[r]+rest
for s in grid(0,[0]*w):
    print("\n".join("".join("%x"%v for v in r)for r in s));break
else:print("!")
