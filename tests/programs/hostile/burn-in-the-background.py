# Burns CPU time in a detached child while it sleeps itself.
# Must get: TLE (bwrap, landlock, none)
# Limits: time 0.2, wall 10
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        end = time.monotonic() + 12
        while time.monotonic() < end:
            pass
    os._exit(0)
time.sleep(12)
