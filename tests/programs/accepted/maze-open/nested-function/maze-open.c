// Implicit int, a nested function, all of gcc.
#include<stdio.h>
c,w,x,n,i,m;char s[1<<17];main(){for(;~(c=getchar());)if(c>32)s[n++]=c>64?(c|32)-87:c-48;else w=w?:n;
 int f(int p){return!(s[p]&6|s[p+1]&6|s[p+2]&4|s[p+w]&6|s[p+w+1]&6|s[p+w+2]&4|s[p+2*w]&2|s[p+2*w+1]&2);}
 for(;i+2*w+2<n;i++)if(i%w<w-2)m|=f(i);printf("%s",m?"TRUE":"FALSE");return 0;}
