# Takes more memory than it may.
# Must get: MLE (bwrap, landlock, none)
# Limits: memory 64MiB
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
kept = []
while True:
    kept.append(bytearray(2**20))
