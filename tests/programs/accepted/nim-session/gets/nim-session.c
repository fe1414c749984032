// gets, strtok and no types.
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
long h[999],b[999];int n,m,i;char l[1<<16],*t,*e;
int P(){m=0;int ok=1;while(t=strtok(0," \n")){b[m]=strtol(t,&e,10);if(*e||*t=='"'||b[m]<0)ok=0;m++;}if(m<2)ok=0;if(!ok)puts("AssertionError: ongeldige stapels");return ok;}
R(long*x,int k){for(printf("Nim("),i=0;i<k;i++)printf(i?", %ld":"%ld",x[i]);puts(")");}
main(){while(gets(l)){t=strtok(l," ");switch(*t){case'N':if(P())memcpy(h,b,sizeof h),n=m;break;case'w':{long i=atol(strtok(0," ")),j=atol(strtok(0," "));if(i<1||i>n||j<1||j>h[i-1])puts("AssertionError: ongeldige zet");else h[i-1]-=j;}break;case'r':R(h,n);break;case's':for(i=0;i<n;i++){printf("%d: ",i+1);for(long j=h[i];j--;)putchar('|');puts("");}break;case'i':{long s=0;for(i=0;i<n;i++)s|=h[i];puts(s?"false":"true");}break;default:if(P()){for(i=m;i<n;i++)b[i]=0;for(i=0;i<n;i++)b[i]+=h[i];R(b,m>n?m:n);}}}}
