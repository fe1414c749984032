# Tries to gain privileges: by programs that give them, and by asking for them.
# Must get: AC (bwrap, landlock), AC or WA (none)
declare -A ask
while read -r key value; do ask[$key]=$value; done
if [[ ${ask[do]} == again ]]; then
    echo "${ask[answer]}"
    exit
fi
while read -r key value; do status[${#status[@]}]="$key$value"; done </proc/self/status
for line in "${status[@]}"; do
    case $line in
    CapEff:*[1-9a-f]* | CapPrm:*[1-9a-f]* | NoNewPrivs:0)
        echo "BREACH $line"
        exit
        ;;
    esac
done
cp /bin/true tool && chmod u+s tool 2>/dev/null
for attempt in "sudo -n true" "su -c true nobody" "chroot / true" "unshare --user --map-root-user true" "setpriv --reuid 1 true"; do
    if timeout 3 $attempt </dev/null >/dev/null 2>&1; then
        echo "BREACH by $attempt"
        exit
    fi
done
echo "${ask[answer]}"
