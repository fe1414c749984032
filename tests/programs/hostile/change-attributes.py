# Tries to change mode, owner, times and attributes of a file outside, which some walls forget.
# Must get: AC (bwrap, landlock), WA (none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os

path = ask["outside"] + "/plain"


def facts():
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mode, found.st_mtime_ns, found.st_uid, found.st_gid


before = facts()
for attempt in (
    lambda: os.chmod(path, 0o777),
    lambda: os.utime(path, (1, 1)),
    lambda: os.chown(path, os.getuid(), os.getgid()),
    lambda: os.setxattr(path, "user.hostile", b"x"),
):
    try:
        attempt()
    except OSError:
        pass
print("BREACH changed it" if facts() != before else ask["answer"])
