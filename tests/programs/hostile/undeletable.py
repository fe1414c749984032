# Tries to leave what cannot be removed: locked, deeply nested, named like nothing on earth.
# Must get: AC (bwrap, landlock, none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os

for top in ".", os.environ["HOME"], os.environ["TMPDIR"]:
    os.chdir(top)
    here = os.getcwd()
    for name in (b"\xff\xfe", b"line\nbreak", b"-rf", b"waiting-0", b"\x1b[2J", b"x" * 255, b" "):
        os.mkdir(name)
        with open(name + b"/file", "w"):
            pass
        os.chmod(name + b"/file", 0)
        os.chmod(name, 0)
    os.symlink("/etc", "link")
    os.symlink("loop", "loop")
    os.mkfifo("pipe")
    for _ in range(150):
        os.mkdir("deep" * 10)
        os.chdir("deep" * 10)
    with open("file", "w"):
        pass
    os.chmod(".", 0)
    os.chdir(here)
    os.chmod("deep" * 10, 0)
    os.chmod(".", 0o500)
print(ask["answer"])
