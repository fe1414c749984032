"""Run one program and say what it cost; a process of its own, so that nobody's memory counts.

    python measured.py answer PROGRAM.py < input > output
    python measured.py process COMMAND... < input > output

The last line of stderr is a JSON object: ``cpu`` and ``wall`` in seconds, ``memory`` the most that
was resident, in bytes. ``answer`` calls the program's function ``answer(stdin: bytes) -> bytes`` in
this process and times that call alone: no start, no import, no reading. ``process`` times a whole
process from its spawn to its end.
"""

from __future__ import annotations

import json
import os
import re
import runpy
import sys
import time
from pathlib import Path


def answered(program: str) -> dict[str, float]:
    """Call the program's ``answer`` on stdin, print what it returns, return what that cost."""
    answer = runpy.run_path(program)["answer"]
    stdin = sys.stdin.buffer.read()
    wall, cpu = time.perf_counter(), time.process_time()
    stdout = answer(stdin)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    sys.stdout.buffer.write(stdout)
    sys.stdout.buffer.flush()
    return {"cpu": cpu, "wall": wall, "memory": _most_resident()}


def _most_resident() -> int:
    """Return the peak of this process alone; what rusage has may be that of who started it."""
    kibibytes = re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text())
    return int(kibibytes[1]) * 1024 if kibibytes else 0


def processed(command: list[str]) -> dict[str, float]:
    """Run a command on this process's stdin and stdout, return what it cost as a whole.

    Raises SystemExit where the command fails. Its memory is at least this process's.
    """
    wall = time.perf_counter()
    pid = os.posix_spawnp(command[0], command, os.environ)
    _, status, usage = os.wait4(pid, 0)
    wall = time.perf_counter() - wall
    if status:
        raise SystemExit(f"{' '.join(command)} ended with status {status}")
    return {
        "cpu": usage.ru_utime + usage.ru_stime,
        "wall": wall,
        "memory": usage.ru_maxrss * 1024,
    }


if __name__ == "__main__":
    cost = answered(sys.argv[2]) if sys.argv[1] == "answer" else processed(sys.argv[2:])
    print(json.dumps(cost), file=sys.stderr)
