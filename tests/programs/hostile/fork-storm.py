# Starts 20 processes at once that neither end nor listen, and ends itself.
# Must get: AC (bwrap, landlock, none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os
import signal
import time

signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(20):
    if os.fork() == 0:
        time.sleep(15)
        os._exit(0)
print(ask["answer"])
