# Tries to import the judge, its puzzles and its supervisor, where they are installed and where they lie.
# Must get: AC (bwrap, landlock), WA (none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
sys.path += ask["packages"].split(":")
for name in "judge", "judge.sandbox", "judge_plugins", "judge_plugins.box", "conftest":
    try:
        __import__(name)
    except ImportError:
        continue
    print("BREACH imported", name)
    break
else:
    print(ask["answer"])
