# Tries to be a server: others, the next case among them, could talk to it.
# Must get: AC (bwrap, landlock), WA (none)
import os
import socket
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
served = []
for family, place in (
    (socket.AF_INET, ("127.0.0.1", 0)),
    (socket.AF_INET6, ("::1", 0)),
    (socket.AF_UNIX, "\0hostile-" + ask["nonce"]),
    (socket.AF_UNIX, os.environ["HOME"] + "/server"),
):
    try:
        end = socket.socket(family)
        end.bind(place)
        end.listen()
        if os.fork() == 0:
            os.setsid()
            end.settimeout(15)
            end.accept()
        served.append(place)
    except OSError:
        pass
print(f"BREACH serves at {served}" if served else ask["answer"])
