# Tries to reach a server on this machine by TCP, by its kin and with data in the first packet.
# Must get: AC (bwrap, landlock), WA (none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import socket

MPTCP, FASTOPEN = 262, 0x20000000
there = ("127.0.0.1", int(ask["tcp"]))
for family, kind, protocol in (
    (socket.AF_INET, socket.SOCK_STREAM, 0),
    (socket.AF_INET, socket.SOCK_STREAM, MPTCP),
    (socket.AF_INET6, socket.SOCK_STREAM, 0),
    (socket.AF_INET6, socket.SOCK_STREAM, MPTCP),
):
    place = there if family == socket.AF_INET else ("::ffff:127.0.0.1", there[1])
    for flags in 0, FASTOPEN:
        try:
            with socket.socket(family, kind, protocol) as end:
                end.settimeout(2)
                if flags:
                    end.sendto(b"hello", flags, place)
                else:
                    end.connect(place)
                    end.sendall(b"hello")
        except OSError:
            continue
        print("BREACH connected", family, protocol, flags)
        raise SystemExit
print(ask["answer"])
