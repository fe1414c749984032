s,m=open(0).read().split("\n")[:2]
B={y*1j+x+a:0 for y,(a,n)in enumerate(((0,6),(1,6),(1,5),(0,6),(1,6)))for x in range(n)}
B=dict(zip(B,s))
g=1j
def go():
    for c in m:
        global g
        if c in"<>^v":
            p=[k for k in B if B[k]=="@"][0];q=p+{"<":-1,">":1,"^":-1j,"v":1j}[c]
            if B.get(q)!="."or B.get(p-g,".")in"ox":return"!"
            B[p],B[q]=".@"
        else:
            g*={"+":-1j,"-":1j,"|":-1}[c];f=1
            while f:
                f=0
                for p in B:
                    if B[p]in"ox":
                        if p+g==5+5j:
                            if B[p]=="x":return"!"
                            B[p]=".";f=1
                        elif B.get(p+g)==".":B[p+g]=B[p];B[p]=".";f=1
    return"".join(B.values())
print(go())
