# In Bash, with a function and an associative array.
declare -A p; rows=(); while IFS= read -r line; do [[ $line ]] && rows+=("$line"); done
h=${#rows[@]}; w=${#rows[0]}; n=0
find() { a=$1; while ((p[$a] != a)); do a=${p[$a]}; done; REPLY=$a; }
for ((i=0;i<h*w;i++)); do p[$i]=$i; done
for ((i=0;i<h*w;i++)); do r=${rows[i/w]}; v=$((16#${r:i%w:1}))
 for j in $(( i%w<w-1 && !(v&2) ? i+1 : -1 )) $(( i+w<h*w && !(v&4) ? i+w : -1 )); do
  ((j<0)) && continue; find $i; x=$REPLY; find $j; if ((x==REPLY)); then ((n++)); else p[$x]=$REPLY; fi
 done; done
echo "$n"
