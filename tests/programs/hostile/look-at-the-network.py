# Tries to list the network interfaces through netlink, and to listen to raw packets.
# Must get: AC (bwrap, landlock), WA (none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import socket

try:
    found = [name for _, name in socket.if_nameindex() if name != "lo"]
except OSError:
    found = []
try:
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3)) as end:
        end.bind(("lo", 0))
        found.append("raw packets")
except OSError:
    pass
print("BREACH saw " + " ".join(found) if found else ask["answer"])
