# Tries to signal the judge, another process of the same user, and everybody at once.
# Must get: AC (bwrap, landlock), WA (none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os
import signal

# Numbers of signals that would hurt are for the victim alone; 0 asks whether one could.
targets = [(int(ask["judge"]), 0), (-int(ask["judge"]), 0), (-1, 0)]
targets += [(int(ask["victim"]), signal.SIGTERM), (-int(ask["victim"]), signal.SIGTERM)]
reached = []
for pid, number in targets:
    try:
        os.kill(pid, number)
    except OSError:
        continue
    reached.append(pid)
print(f"BREACH signalled {reached}" if reached else ask["answer"])
