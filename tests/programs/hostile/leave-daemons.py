# Tries to leave processes behind at several levels, each detached and deaf to signals.
# Must get: AC (bwrap, landlock, none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os
import signal
import time

ready, done = os.pipe()
for level in range(6):
    if os.fork() == 0:
        os.setsid()
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        for _ in range(level):
            if os.fork():
                os._exit(0)
            os.setsid()
        os.chdir("/")
        for number in range(3):
            os.close(number)
        os.write(done, b"x")
        time.sleep(15)
        os._exit(0)
for _ in range(6):
    os.read(ready, 1)
print(ask["answer"])
