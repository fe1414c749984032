# Tries to keep the judge waiting: a grandchild holds the output open while the program itself has ended.
# Must get: AC (bwrap, landlock, none)
# Limits: wall 13
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os
import time

print(ask["answer"], flush=True)
if os.fork() == 0:
    if os.fork() == 0:
        os.setsid()
        time.sleep(15)
        print("too late")
