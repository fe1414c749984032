# Tries to leave a file for the next case in every folder that there is, and to find it there.
# Must get: AC (bwrap, landlock), AC then WA (none)
import os
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
here = os.path.dirname(os.path.abspath(__file__))
folders = [
    ".", "..", "../..", "/", "/tmp", "/var/tmp", "/dev/shm", "/run", "/run/lock", "/dev/mqueue",
    "/dev", "/etc", "/usr/local/lib", "/var/lib", "/home", "/root", "/mnt", "/opt", "/proc/self",
    os.environ["HOME"], os.environ["TMPDIR"], here, os.path.dirname(here), ask["outside"],
]
mark = "hostile-" + ask["nonce"]
if ask["do"] == "attack":
    for folder in folders:
        try:
            with open(f"{folder}/{mark}", "w") as file:
                file.write("learned in an earlier case")
        except OSError:
            pass
    print(ask["answer"])
else:
    found = [folder for folder in folders if os.path.lexists(f"{folder}/{mark}")]
    print(f"BREACH found in {found}" if found else ask["answer"])
