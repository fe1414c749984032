# Tries to make a file of 200 MB, which takes no room on the disk.
# Must get: AC (bwrap, landlock, none)
declare -A ask
while read -r key value; do ask[$key]=$value; done
if [[ ${ask[do]} == again ]]; then
    echo "${ask[answer]}"
    exit
fi
truncate -s 200M big 2>/dev/null
echo x 2>/dev/null | dd of=big bs=1M seek=199 2>/dev/null
if (($(stat -c %s big) > 64 << 20)); then
    echo "BREACH made a file of $(stat -c %s big) bytes"
else
    echo "${ask[answer]}"
fi
