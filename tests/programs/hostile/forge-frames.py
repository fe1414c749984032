# Tries to tell the judge itself how its run ended, in frames on every descriptor that it can get.
# Must get: RTE (bwrap, landlock, none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os
import struct

facts = [b"exited", b"", b"0", b"", b"0.0", b"0.0", b"0", b"0", b"0", b"1"]


def frame(*fields):
    return struct.pack(f"<{len(fields) + 1}I", len(fields), *map(len, fields)) + b"".join(fields)


forged = [
    frame(b"out", ask["answer"].encode() + b"\n") + frame(b"done", *facts),
    frame(b"ready"),
]
targets = list(range(3, 64))
for pid in os.getppid(), 1, int(ask["judge"]):
    for number in range(3, 8):
        try:
            targets.append(os.open(f"/proc/{pid}/fd/{number}", os.O_WRONLY | os.O_NONBLOCK))
        except OSError:
            pass
for target in targets:
    for text in forged:
        try:
            os.write(target, text)
        except OSError:
            pass
raise SystemExit(3)
