# Tries to leave background jobs behind that no hang-up and no closed terminal ends.
# Must get: AC (bwrap, landlock, none)
declare -A ask
while read -r key value; do ask[$key]=$value; done
if [[ ${ask[do]} == again ]]; then
    echo "${ask[answer]}"
    exit
fi
for number in 1 2 3; do
    nohup setsid bash -c "trap '' TERM HUP INT; exec -a hostile-${ask[nonce]} sleep 15" >/dev/null 2>&1 &
    disown
    (trap '' TERM HUP INT; sleep 15) &
done
echo "${ask[answer]}"
