# Tries to reach a server of this machine by the abstract name of its socket.
# Must get: AC (bwrap, landlock), WA (none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import socket

ends = []
for kind in socket.SOCK_STREAM, socket.SOCK_SEQPACKET:
    try:
        ends.append(socket.socket(socket.AF_UNIX, kind))
    except OSError:
        pass
try:
    ends += socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
except OSError:
    pass
for end in ends:
    for key in "abstract", "abstract_datagram":
        try:
            end.connect("\0" + ask[key])
            end.send(b"hello")
        except OSError:
            continue
        print("BREACH connected to", ask[key])
        raise SystemExit
print(ask["answer"])
