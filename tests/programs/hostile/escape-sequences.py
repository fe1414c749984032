# Prints what a terminal would obey and a report might believe, right answer and all.
# Must get: WA (bwrap, landlock, none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
sys.stdout.buffer.write(b"\x1b[2J\x1b]0;accepted\x07\x00\x9b1A\r" + ask["answer"].encode() + b"\xff\xc3\n")
sys.stderr.buffer.write(b"\x1b[31mverdict: AC\x1b[0m\x00\x08\x08")
