# Tries to raise the limits that it was given.
# Must get: AC (bwrap, landlock), AC or WA (none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import resource

raised = []
for name in "DATA", "CPU", "FSIZE", "CORE", "NOFILE":
    kind = getattr(resource, "RLIMIT_" + name)
    soft, hard = resource.getrlimit(kind)
    for wanted in (hard + 1, hard + 1), (resource.RLIM_INFINITY, resource.RLIM_INFINITY):
        try:
            resource.setrlimit(kind, wanted)
            raised.append(name)
        except (OSError, ValueError):
            pass
print(f"BREACH raised {raised}" if raised else ask["answer"])
