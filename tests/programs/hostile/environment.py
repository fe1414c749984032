# Tries to learn something from its environment, which is the same for everybody.
# Must get: AC (bwrap, landlock, none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import os

known = {"PATH", "LC_ALL", "LANG", "HOME", "TMPDIR", "PWD", "OLDPWD", "SHLVL", "_"}
strange = sorted(set(os.environ) - known)
with open("/proc/self/environ", "rb") as file:
    strange += ["secret"] * (b"SECRET" in file.read())
print(f"BREACH saw {strange}" if strange else ask["answer"])
