# Tries to reach a server of this machine by its path, with an end of a pair that was never to leave.
# Must get: AC (bwrap, landlock), WA (none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import socket

try:
    one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
except OSError:
    print(ask["answer"])
    raise SystemExit
for attempt in (
    lambda: one.sendto(b"hello", ask["unix_datagram"]),
    lambda: other.connect(ask["unix_datagram"]),
    lambda: one.sendmsg([b"hello"], [], 0, ask["unix_datagram"]),
):
    try:
        attempt()
    except OSError:
        continue
    print("BREACH sent to", ask["unix_datagram"])
    break
else:
    print(ask["answer"])
