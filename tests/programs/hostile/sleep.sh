# Sleeps, and leaves its sleep to others.
# Must get: TLE (bwrap, landlock, none)
# Limits: wall 1
declare -A ask
while read -r key value; do ask[$key]=$value; done
if [[ ${ask[do]} == again ]]; then
    echo "${ask[answer]}"
    exit
fi
(sleep 15; echo "${ask[answer]}") &
wait
