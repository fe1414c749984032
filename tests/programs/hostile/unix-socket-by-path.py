# Tries to reach a server of this machine by the path of its socket.
# Must get: AC (bwrap, landlock), WA (none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import socket

for kind, key in (socket.SOCK_STREAM, "unix"), (socket.SOCK_DGRAM, "unix_datagram"):
    try:
        with socket.socket(socket.AF_UNIX, kind) as end:
            end.connect(ask[key])
            end.sendall(b"hello")
    except OSError:
        continue
    print("BREACH connected to", ask[key])
    break
else:
    print(ask["answer"])
