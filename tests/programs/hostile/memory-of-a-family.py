# Takes more memory than it may in several processes, each of which stays within the limit.
# Must get: MLE (bwrap, landlock, none), WA (without cgroups)
# Limits: memory 64MiB
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os
import time

for _ in range(5):
    if os.fork() == 0:
        kept = bytearray(b"x") * (40 * 2**20)
        time.sleep(2)
        os._exit(0)
for _ in range(5):
    os.wait()
print("BREACH held 200 MiB")
