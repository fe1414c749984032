# Tries to read environments, open files, roots and working directories of other processes through /proc.
# Must get: AC (bwrap, landlock), WA (none)
declare -A ask
while read -r key value; do ask[$key]=$value; done
if [[ ${ask[do]} == again ]]; then
    echo "${ask[answer]}"
    exit
fi
if grep -qsa JUDGE_SECRET= /proc/[0-9]*/environ; then
    echo "BREACH read an environment"
    exit
fi
for process in /proc/"${ask[judge]}" /proc/"${ask[victim]}" /proc/1 /proc/$PPID; do
    for file in "$process/root${ask[case]}" "$process/cwd/${ask[case]##*/}" "$process"/fd/*; do
        # What is no regular file, a pipe or a terminal, could keep us waiting.
        if [[ -f $file ]] && grep -qsa SECRET "$file"; then
            echo "BREACH read $file"
            exit
        fi
    done
done
echo "${ask[answer]}"
