# Tries to read the case file, the answers and another submission, by all names that their paths have.
# Must get: AC (bwrap, landlock), WA (none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os

ways = ["", "/proc/self/root", "/proc/self/cwd" + "/.." * 30, "/proc/1/root", "/" + "../" * 30]
for key in "case", "answers", "other":
    for way in ways:
        try:
            with open(way + ask[key], "rb") as file:
                print("BREACH read", key, file.read(99))
                raise SystemExit
        except OSError:
            pass
    try:
        print("BREACH listed", os.listdir(os.path.dirname(ask[key])))
        raise SystemExit
    except OSError:
        pass
print(ask["answer"])
