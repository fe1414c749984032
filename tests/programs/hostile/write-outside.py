# Tries to write to files of the machine and to make one where everybody may.
# Must get: AC (bwrap, landlock), WA (none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os

reached = []
paths = [ask["case"], "/etc/passwd", "/etc/ld.so.preload", "/etc/hosts", "/bin/sh", sys.executable]
paths += ["/proc/self/root" + ask["case"], f"/proc/{os.getppid()}/root{ask['case']}"]
for path in paths:
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_APPEND))  # nothing is changed where it opens
        reached.append(path)
    except OSError:
        pass
for attempt in (
    lambda: os.close(os.open(ask["outside"] + "/made", os.O_WRONLY | os.O_CREAT)),
    lambda: os.symlink("/", ask["outside"] + "/link"),
    lambda: os.mkdir(ask["outside"] + "/folder"),
    lambda: os.rename(ask["outside"] + "/plain", ask["outside"] + "/moved"),
    lambda: os.link(ask["outside"] + "/plain", "hard"),
):
    try:
        attempt()
        reached.append(ask["outside"])
    except OSError:
        pass
print(f"BREACH wrote to {reached}" if reached else ask["answer"])
