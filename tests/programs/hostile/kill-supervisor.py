# Tries to end the process that started it, which supervises it.
# Must get: AC (bwrap, landlock), RTE (none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os
import signal
import time

supervisor = os.getppid()  # once it is gone, somebody harmless takes its place
for number in signal.SIGTERM, signal.SIGQUIT, signal.SIGKILL:
    try:
        os.kill(supervisor, number)
        signal.pidfd_send_signal(os.pidfd_open(supervisor), number)
    except OSError:
        pass
time.sleep(0.2)
print(ask["answer"])
