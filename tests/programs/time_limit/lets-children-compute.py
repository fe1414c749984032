# Sleeps itself while two children burn the CPU time; one of them is in a session of its own.
import os
import time

for number in range(2):
    if os.fork() == 0:
        if number:
            os.setsid()
        end = time.monotonic() + 20
        while time.monotonic() < end:
            pass
        os._exit(0)
time.sleep(20)
