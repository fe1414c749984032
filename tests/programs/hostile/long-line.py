# Prints one line of a mebibyte.
# Must get: OLE (bwrap, landlock, none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
print("x" * 2**20)
