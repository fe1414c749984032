# In Bash, a creature and a cell at a time.
read -r s; read -r m
M="######.  .######  .#####.  ######.  .######  "; c=(); declare -A b; n=0
for ((i=0;i<45;i++)); do [[ ${M:i:1} == '#' ]] && c+=($i) && b[$i]=${s:n++:1}; done
G=(9 1 -9 -1) o=0
for ((j=0;j<${#m};j++)); do k=${m:j:1}; t=0
case $k in +) t=1;; \|) t=2;; -) t=3;; esac
if ((t)); then ((o=(o+t)%4,g=G[o]))
 for ((z=0;z<9;z++)); do moved=0; for ((i=0;i<29;i++)); do p=${c[g>0?28-i:i]}; q=${b[$p]}; [[ $q == [ox] ]] || continue; f=$((p+g)); if [[ ${b[$f]-} == . ]]; then b[$f]=$q b[$p]=. moved=1; elif ((o==0&&p==41)); then [[ $q == x ]] && { echo '!'; exit; }; b[$p]=. moved=1; fi; done; ((moved)) || break; done
else for p in "${c[@]}"; do [[ ${b[$p]} == @ ]] && break; done
 case $k in \<) d=-1;; \>) d=1;; ^) d=-9;; v) d=9;; esac
 u=$((p-G[o])) f=$((p+d)); if [[ ${b[$u]-} == [ox] || ${b[$f]-} != . ]]; then echo '!'; exit 0; fi; b[$p]=. b[$f]=@; fi
done; for p in "${c[@]}"; do printf %s "${b[$p]}"; done; echo
