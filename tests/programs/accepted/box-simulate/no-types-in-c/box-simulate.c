// No types, no return, gets: C as it is golfed.
#include<stdio.h>
#include<string.h>
char s[99],m[9999],b[200],*M="######.  .######  .#####.  ######.  .######  ";p[29],g=9,i,j,n,k,t,d;
main(){gets(s);gets(m);for(i=0;i<45;i++)if(M[i]=='#')p[n]=i+50,b[i+50]=s[n++];
for(;k=m[j++];){if(t=k=='+'?1:k=='|'?2:k=='-'?3:0){for(;t--;)g=g==9?1:g==1?-9:g+9?9:-1;for(t=12;t--;)for(i=0;i<29;i++){d=p[g>0?28-i:i];if(b[d]>98){if(b[d+g]=='.')b[d+g]=b[d],b[d]='.';else if(g==9&d==91){if(b[d]=='x'){puts("!");return 0;}b[d]='.';}}}}
else{for(i=0;b[p[i]]-64;i++);i=p[i];d=k=='<'?-1:k=='>'?1:k=='v'?9:-9;if(b[i-g]>98|b[i+d]!='.'){puts("!");return 0;}b[i]='.';b[i+d]=64;}}
for(i=0;i<29;)putchar(b[p[i++]]);}
