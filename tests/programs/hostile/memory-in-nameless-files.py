# Takes more memory than it may in files that have no name and belong to no folder.
# Must get: MLE (bwrap, landlock, none), WA (without cgroups)
# Limits: memory 64MiB
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os
import time

try:
    files = [os.memfd_create(f"hoard-{number}") for number in range(5)]
    for file in files:
        os.posix_fallocate(file, 0, 40 * 2**20)
except OSError:
    os.kill(os.getpid(), 9)
time.sleep(1)
print("BREACH held 200 MiB")
