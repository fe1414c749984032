# Leaves 2,000 small files in 20 folders: few enough to be allowed, and all of them have to go.
# Must get: AC (bwrap, landlock, none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os

for folder in range(20):
    os.mkdir(str(folder))
    for name in range(100):
        os.close(os.open(f"{folder}/{name}", os.O_CREAT | os.O_WRONLY))
print(ask["answer"])
