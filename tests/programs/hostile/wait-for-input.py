# Waits for input that never comes.
# Must get: TLE (bwrap, landlock, none)
# Limits: wall 1
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os

print(sys.stdin.read())
os.mkfifo("never")
print(open("never").read())
