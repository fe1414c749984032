# Closes its output, so that nothing more can come, and goes on.
# Must get: TLE (bwrap, landlock, none)
# Limits: wall 1
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os
import time

print(ask["answer"], flush=True)
os.close(1)
os.close(2)
time.sleep(15)
