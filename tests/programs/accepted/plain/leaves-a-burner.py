# Leaves a child behind that burns CPU time and ignores what it can ignore.
import os
import signal
import time

if os.fork() == 0:
    for number in signal.SIGTERM, signal.SIGINT, signal.SIGHUP:
        signal.signal(number, signal.SIG_IGN)
    end = time.monotonic() + 20
    while time.monotonic() < end:
        pass
    os._exit(0)
print("ok")
