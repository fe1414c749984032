# Leaves pictures of sizes that nobody asked for, which take no room on the disk.
# Must get: OLE (bwrap, landlock, none)
# Claims: draw
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
for number in range(20):
    with open(f"out-{number:02}.gif", "w") as file:
        file.truncate(60 * 2**20)
print(ask["answer"])
