# In Bash, where a character is what the locale says.
S=' ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋' w=1 G=0 g=()
int() { [[ $1 =~ ^[0-9]+$ ]] && (($1<$2)); }
err() { echo "AssertionError: ongeldig$1"; }
while read -r c rest; do a=($rest)
case $c in
Tegel) n=${a[0]-0}; if int "$n" 16; then g=($n) w=1 G=0; else err 'e tegel'; fi;;
OneindigeLus) k=${a[0]}; t=("${a[@]:1}"); ok=1; int "$k" 1000000 && ((k>0 && ${#t[@]}>0 && ${#t[@]}%k==0)) || ok=0; for v in "${t[@]}"; do int "$v" 16 || ok=0; done; if ((ok)); then g=("${t[@]}") w=$k G=1; else err ' rooster'; fi;;
draai) p=0; d=${a[0]}; if ((G)); then y=${a[0]} x=${a[1]} d=${a[2]}; if int "$y" $((${#g[@]}/w)) && int "$x" $w; then p=$((y*w+x)); else err 'e positie'; continue; fi; fi
 n=1; [[ $d = false ]] && n=3; for ((;n--;)); do ((g[p]=g[p]*2%16+g[p]/8)); done;;
toString) for ((i=0;i<${#g[@]};i++)); do printf %s "${S:g[i]:1}"; (((i+1)%w)) || echo; done;;
opgelost) b=true; for ((i=0;i<${#g[@]};i++)); do ((v=g[i], r=i%w<w-1?g[i+1]>>3:0, d=i+w<${#g[@]}?g[i+w]&1:0, (v>>1&1)!=r||(v>>2&1)!=d||i%w==0&&v&8||i<w&&v&1)) && b=false; done; echo $b;;
boven) ((g[0]&1)) && echo true || echo false;; rechts) ((g[0]&2)) && echo true || echo false;; onder) ((g[0]&4)) && echo true || echo false;; links) ((g[0]&8)) && echo true || echo false;;
esac; done
