# A plain search in Bash.
m=(1 4 4 4 4 2 4 4 4 4 2 4 4 4 4 1)
mapfile -t g; w=${#g[0]} h=${#g[@]}; n=$((w*h)); t=() r=() k=()
for l in "${g[@]}"; do for ((x=0;x<w;x++)); do t+=($((16#${l:x:1}))); done; done
i=0; v=("${t[@]}"); k=(0)
while ((i>=0&&i<n)); do ok=0
while ((k[i]<m[t[i]])); do ((c=v[i],k[i]++,v[i]=c*2%16+c/8, u=i<w?0:r[i-w]>>2&1, l=i%w?r[i-1]>>3:0)); if (((c&1)==u&&(c>>1&1)==l&&!(i>=n-w&&c&4)&&!(i%w==w-1&&c&8))); then r[i]=$c; ok=1; break; fi; done
if ((ok)); then ((++i)); k[i]=0; v[i]=${t[i]}; else ((i--)); fi; done
((i<0)) && { echo '!'; exit; }
for ((i=0;i<n;i++)); do printf %x ${r[i]}; (((i+1)%w)) || echo; done
