# Tries to read what lies in the box of another submission, at its path and at the neighbours of its own.
# Must get: AC (bwrap, landlock), WA (none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import glob
import os

reached = []
candidates = [ask["box"], *glob.glob("../../*/sub/*"), *glob.glob("/tmp/judge-box*/sub/*")]
for path in candidates:
    try:
        with open(path, "rb") as file:
            reached += [path] if b"SEC" b"RET" in file.read(9999) else []
    except OSError:
        pass
print(f"BREACH read {reached}" if reached else ask["answer"])
