# Tries to write to the terminal of the judge, and to type into it.
# Must get: AC (bwrap, landlock), WA (none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import fcntl
import glob
import os

TYPE_IN, CONSOLE = 0x5412, 0x541C
reached = []
for path in [ask["tty"], "/dev/tty", "/dev/console", "/dev/tty0", *glob.glob("/dev/pts/[0-9]*")]:
    try:
        terminal = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        continue
    reached.append(path)
    if path == ask["tty"]:
        os.write(terminal, b"\x1b]0;hostile\x07")
        try:
            fcntl.ioctl(terminal, TYPE_IN, b"x")
        except OSError:
            pass
for descriptor in 0, 1, 2:
    try:
        fcntl.ioctl(descriptor, TYPE_IN, b"x")
        reached.append(descriptor)
    except OSError:
        pass
print(f"BREACH reached {reached}" if reached else ask["answer"])
