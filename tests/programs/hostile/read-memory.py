# Tries to read the memory of the judge, its supervisor and another process of the same user.
# Must get: AC (bwrap, landlock), WA (none)
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "again":
    print(ask["answer"])
    raise SystemExit
import ctypes
import os

libc = ctypes.CDLL(None)


class Piece(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def stolen(pid):
    """Return bytes of a process, by its entry in /proc or by the call for it."""
    try:
        with open(f"/proc/{pid}/maps") as maps:
            address = int(maps.readline().split("-")[0], 16)
        with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
            memory.seek(address)
            return memory.read(16)
    except OSError:
        pass
    own = ctypes.create_string_buffer(16)
    here = Piece(ctypes.addressof(own), 16)
    there = Piece(ctypes.addressof(own) & ~4095, 16)
    if libc.process_vm_readv(pid, ctypes.byref(here), 1, ctypes.byref(there), 1, 0) > 0:
        return own.raw
    return b""


for pid in int(ask["judge"]), int(ask["victim"]), os.getppid():
    if stolen(pid):
        print("BREACH read memory of", pid)
        break
else:
    print(ask["answer"])
