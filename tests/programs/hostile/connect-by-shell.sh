# Tries to reach servers on this machine with what Bash has built in.
# Must get: AC (bwrap, landlock), WA (none)
declare -A ask
while read -r key value; do ask[$key]=$value; done
if [[ ${ask[do]} == again ]]; then
    echo "${ask[answer]}"
    exit
fi
if (exec 3<>"/dev/tcp/127.0.0.1/${ask[tcp]}" && echo hello >&3) 2>/dev/null; then
    echo "BREACH connected"
elif (exec 3<>"/dev/udp/127.0.0.1/${ask[udp]}" && echo hello >&3) 2>/dev/null; then
    echo "BREACH sent"
else
    echo "${ask[answer]}"
fi
