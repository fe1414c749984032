# Tries to open settings of the kernel for writing: how cores are dumped, what it runs, who is spared.
# Must get: AC (bwrap, landlock), WA (none)
declare -A ask
while read -r key value; do ask[$key]=$value; done
if [[ ${ask[do]} == again ]]; then
    echo "${ask[answer]}"
    exit
fi
for file in /proc/sys/kernel/core_pattern /proc/sys/kernel/modprobe /proc/sys/vm/overcommit_memory \
    /proc/sysrq-trigger /sys/power/state /sys/kernel/uevent_helper /proc/$PPID/oom_score_adj \
    /proc/sys/net/ipv4/ip_forward /sys/fs/cgroup/cgroup.procs /proc/"${ask[judge]}"/oom_score_adj; do
    # Opened for adding to, and nothing is added.
    if (exec 3>>"$file") 2>/dev/null; then
        echo "BREACH opened $file"
        exit
    fi
done
echo "${ask[answer]}"
