# Tries to swap a picture for a link to a secret while it is being collected.
# Must get: AC (bwrap, landlock, none)
# Claims: draw
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os
import time

with open("out.gif", "w") as file:
    file.write("drawn")
os.symlink(ask["case"], "link")
if os.fork() == 0:
    os.setsid()
    end = time.monotonic() + 5
    while time.monotonic() < end:
        os.rename("out.gif", "kept")
        os.rename("link", "out.gif")
        os.rename("out.gif", "link")
        os.rename("kept", "out.gif")
time.sleep(0.1)
print(ask["answer"])
