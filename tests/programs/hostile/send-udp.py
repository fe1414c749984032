# Tries to reach a server on this machine by UDP and to get its reply, which is how names are asked for.
# Must get: AC (bwrap, landlock), WA (none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import socket

UDP_LITE = 136
for family, host in (socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::ffff:127.0.0.1"):
    for protocol in 0, UDP_LITE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM, protocol) as end:
                end.settimeout(0.3)
                end.sendto(b"hello", (host, int(ask["udp"])))
                reply = end.recv(99)
        except OSError:
            continue
        print("BREACH was answered", reply)
        raise SystemExit
print(ask["answer"])
