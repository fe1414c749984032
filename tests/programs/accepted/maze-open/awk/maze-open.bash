#!/bin/bash
# A pipeline of other programs.
tr a-f A-F | awk '{w=length($0);for(i=1;i<=w;i++)g[NR,i]=index("0123456789ABCDEF",substr($0,i,1))-1}
function b(v,m){return int(v/m)%2}
END{r="False";for(y=1;y<NR-1;y++)for(x=1;x<w-1;x++){z=0;for(i=0;i<9;i++){v=g[y+int(i/3),x+i%3];if(i%3<2&&b(v,2)||i<6&&b(v,4)){z=1;break}}if(!z)r="True"};print r}'
