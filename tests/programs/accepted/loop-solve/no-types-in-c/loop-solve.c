// A plain search in C without types; prints capitals and no newline at the end.
#include<stdio.h>
#include<string.h>
char a[9999];t[9999],r[9999],n,w,h;
s(i){int k,v=t[i];if(i==n)return 1;for(k=0;k<4;k++,v=v*2%16+v/8){if((v&1)==(i<w?0:r[i-w]>>2&1)&(v>>1&1)==(i%w?r[i-1]>>3:0)&!(i>=n-w&&v&4)&!(i%w==w-1&&v&8)){r[i]=v;if(s(i+1))return 1;}if(v==0|v==15|(k&&v%5==0))break;}return 0;}
main(){while(gets(a)){w=strlen(a);for(char*p=a;*p;p++){char q[2]={*p};sscanf(q,"%x",t+n++);}}if(!s(0))return puts("!"),0;for(h=0;h<n;h++)printf("%s%X",h&&h%w==0?"\n":"",r[h]);}
