# Tries to have the judge collect what is not its own: by links, and by pipes and sockets that block.
# Must get: AC (bwrap, landlock, none)
# Claims: draw
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os
import socket

for number, target in enumerate((ask["case"], ask["answers"], "/etc/passwd", "/proc/self/environ")):
    for attempt in (
        lambda: os.symlink(target, f"link-{number}.gif"),
        lambda: os.symlink(os.path.dirname(target), f"folder-{number}"),
        lambda: os.link(target, f"hard-{number}.gif"),
        lambda: os.link(f"/proc/self/root{target}", f"harder-{number}.gif"),
    ):
        try:
            attempt()
        except OSError:
            pass
os.mkfifo("pipe.gif")
try:
    socket.socket(socket.AF_UNIX).bind("socket.gif")
except OSError:
    pass
try:
    os.mknod("device.gif", 0o20666, os.makedev(5, 0))
except OSError:
    pass
with open("out.gif", "w") as file:
    file.write("drawn")
print(ask["answer"])
