"""Trying on this machine whether each protection works: one small attack for each promise."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from judge.models import ArtefactLimits, BoxFile, Ending, Limits, Run
from judge.sandbox import NO_ARTEFACTS, PYTHON
from judge.sandbox.boxes import SupervisedBox
from judge.sandbox.bwrap import BwrapSandbox
from judge.sandbox.cgroups import bounds_memory
from judge.sandbox.landlock import LandlockSandbox
from judge.sandbox.plain import PlainSandbox
from judge.sandbox.screens import server_fault

_MEBIBYTE = 2**20
_LIMITS = Limits(time_s=5, wall_s=10, memory_bytes=128 * _MEBIBYTE, output_bytes=2**16)
_SECRET = b"secret"
_LAID = "laid-in.txt"
_SLEEPERS = 700
_FILES = 25_000

_BOXED = frozenset({BwrapSandbox.name})
_WALLED = _BOXED | {LandlockSandbox.name}
_ALL = _WALLED | {PlainSandbox.name}

_HELD = b"held"
_ATTEMPT = """\
import ctypes, os, resource, signal, socket, sys
def attempt():
    {body}
try:
    result = attempt()
except (OSError, ImportError):
    print('held')
else:
    print('held' if result == -1 else 'open')
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Yard:
    """A box of one tier, and what lies outside of it for programs to reach for."""

    box: SupervisedBox
    secret: Path
    """a file of the judge's"""

    listener: socket.socket
    datagrams: socket.socket
    unix: Path
    """the path of a socket that somebody listens on"""

    def run(
        self, code: str, limits: Limits = _LIMITS, artefacts: ArtefactLimits = NO_ARTEFACTS
    ) -> Run:
        """Run a Python program."""
        return self.box.run([self.box.path(PYTHON), "-B", "-c", code], b"", limits, artefacts)

    def is_refused(self, body: str) -> bool:
        """Return whether a statement or expression of a program is refused to it."""
        return self.run(_ATTEMPT.format(body=body)).stdout.strip() == _HELD


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """Something that a program cannot do, the tiers that promise it, and how it is tried."""

    name: str
    tiers: frozenset[str]
    holds: Callable[[Yard], bool]


def promises() -> tuple[Promise, ...]:
    """Return all promises, as far as they can be given on this machine."""
    together = _ALL if bounds_memory() else frozenset()
    on_screen = frozenset() if server_fault() else _BOXED
    table: tuple[tuple[str, frozenset[str], Callable[[Yard], bool]], ...] = (
        ("read the judge's files", _WALLED, _reads_no_file),
        ("write outside of its box", _WALLED, _writes_no_file),
        ("import the judge", _ALL, lambda yard: yard.is_refused("import judge")),
        ("look into the judge's process", _WALLED, _sees_no_process),
        ("signal the judge", _WALLED, _signals_no_judge),
        ("touch its supervisor", _WALLED, _touches_no_supervisor),
        ("connect by TCP", _WALLED, _connects_nowhere),
        ("send by UDP", _WALLED, _sends_nothing),
        ("connect to a unix socket", _WALLED, _finds_no_unix_socket),
        ("reach more than its screen from there", on_screen, _reaches_nothing_from_its_screen),
        ("change what is laid in, for later runs", _ALL, _changes_nothing_laid_in),
        ("leave a file for later runs", _ALL, _leaves_no_file),
        ("leave a process", _ALL, _leaves_no_process),
        ("leave kernel objects", _WALLED, _leaves_no_kernel_object),
        ("make the judge follow a link", _ALL, _leaves_no_link),
        ("fill the disk", _BOXED, _fills_no_disk),
        ("make files without end", _BOXED, _makes_no_endless_files),
        ("start processes without end", _ALL, _starts_no_endless_processes),
        ("use more memory than its limit", _ALL, _uses_no_more_memory),
        ("use more with all its processes", together, _uses_no_more_memory_together),
        ("use more CPU time than its limit", _ALL, _uses_no_more_time),
        ("outlast its wall limit", _ALL, _outlasts_nothing),
        ("print without end", _ALL, _prints_no_end),
        ("gain privileges", _ALL, _gains_nothing),
        ("make namespaces of its own", _WALLED, _makes_no_namespace),
        ("change the kernel's settings", _WALLED, _changes_no_setting),
        ("write to the terminal", _ALL, lambda yard: yard.is_refused("open('/dev/tty', 'w')")),
    )
    return tuple(Promise(name=name, tiers=tiers, holds=holds) for name, tiers, holds in table)


@contextmanager
def yard(sandbox: BwrapSandbox | LandlockSandbox | PlainSandbox) -> Iterator[Yard]:
    """Open a box and lay out what programs are to reach for in vain."""
    with (
        tempfile.TemporaryDirectory(prefix="judge-selftest-") as folder,
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams,
        socket.socket(socket.AF_UNIX) as unix,
        sandbox.open({_LAID: BoxFile(data=_SECRET)}) as box,
    ):
        secret = Path(folder, "secret")
        secret.write_bytes(_SECRET)
        datagrams.bind(("127.0.0.1", 0))
        datagrams.setblocking(False)
        unix.bind(str(Path(folder, "socket")))
        unix.listen()
        yield Yard(
            box=box,
            secret=secret,
            listener=listener,
            datagrams=datagrams,
            unix=Path(folder, "socket"),
        )


def _reads_no_file(yard: Yard) -> bool:
    return yard.is_refused(f"open({str(yard.secret)!r}, 'rb')")


def _writes_no_file(yard: Yard) -> bool:
    path = yard.secret.with_name("written")
    return yard.is_refused(f"open({str(path)!r}, 'w')") and not path.exists()


def _sees_no_process(yard: Yard) -> bool:
    names = ("environ", "mem", "maps", "fd/0", "cwd/x")
    return all(yard.is_refused(f"open('/proc/{os.getpid()}/{name}')") for name in names)


def _signals_no_judge(yard: Yard) -> bool:
    return yard.is_refused(f"os.kill({os.getpid()}, 0)")


def _touches_no_supervisor(yard: Yard) -> bool:
    tries = (
        "os.kill(os.getppid(), signal.SIGSTOP)",
        "open(f'/proc/{os.getppid()}/mem', 'r+b')",
        "resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (9, 9))",
    )
    return all(map(yard.is_refused, tries))


def _connects_nowhere(yard: Yard) -> bool:
    return yard.is_refused(f"socket.create_connection({yard.listener.getsockname()!r}, 2)")


def _sends_nothing(yard: Yard) -> bool:
    address = yard.datagrams.getsockname()
    yard.run(f"import socket; socket.socket(2, 2).sendto(b'x', {address!r})")
    with suppress(BlockingIOError):
        return not yard.datagrams.recv(1)
    return True


def _finds_no_unix_socket(yard: Yard) -> bool:
    return yard.is_refused(f"socket.socket(socket.AF_UNIX).connect({str(yard.unix)!r})")


def _reaches_nothing_from_its_screen(yard: Yard) -> bool:
    connections = (
        f"socket.create_connection({yard.listener.getsockname()!r}, 2)",
        f"socket.socket(socket.AF_UNIX).connect({str(yard.unix)!r})",
        "socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)",
    )
    command = [yard.box.path(PYTHON), "-B", "-c"]
    runs = [
        yard.box.run([*command, _ATTEMPT.format(body=body)], b"", _LIMITS, on_screen=True)
        for body in connections
    ]
    return all(run.stdout.strip() == _HELD for run in runs)


def _changes_nothing_laid_in(yard: Yard) -> bool:
    path = yard.box.path(_LAID)
    yard.run(f"import os; p = {path!r}; os.chmod(p, 0o600); open(p, 'w').write('x')")
    return yard.run(f"print(open({path!r}).read())").stdout.strip() == _SECRET


def _leaves_no_file(yard: Yard) -> bool:
    folders = "import os; folders = '.', os.environ['HOME'], os.environ['TMPDIR']\n"
    yard.run(f"{folders}for each in folders: open(each + '/left', 'w')")
    seen = yard.run(f"{folders}print(sum(map(len, map(os.listdir, folders))))")
    return seen.stdout == b"0\n"


def _leaves_no_process(yard: Yard) -> bool:
    before = _household(yard)
    code = "import os, time\nif os.fork() == 0: os.setsid(); os.fork(); time.sleep(20)"
    return yard.run(code).exit_status == 0 and _household(yard) == before


def _household(yard: Yard) -> list[int]:
    """Return the box's supervisor and all processes below it."""
    found = [yard.box.supervisor_pid]
    for pid in found:
        with suppress(OSError):
            found += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return found


def _leaves_no_kernel_object(yard: Yard) -> bool:
    key = "ctypes.CDLL(None).syscall(248, b'user', b'judge', b'x', 1, -3)"
    return yard.is_refused("return ctypes.CDLL(None).shmget(7, 4096, 0o1600)") and (
        os.uname().machine != "x86_64" or yard.is_refused(f"return {key}")
    )


def _leaves_no_link(yard: Yard) -> bool:
    code = f"import os; os.symlink({str(yard.secret)!r}, 'link'); os.symlink('/', 'root')"
    run = yard.run(code, artefacts=ArtefactLimits(files=10, total_bytes=_MEBIBYTE))
    return run.exit_status == 0 and not run.artefacts


def _fills_no_disk(yard: Yard) -> bool:
    code = "for name in range(40): open(str(name), 'wb').write(bytes(10 * 2**20))"
    run = yard.run(code, Limits(memory_bytes=2**30))
    return run.ending is Ending.MEMORY_LIMIT or bool(run.exit_status)


def _makes_no_endless_files(yard: Yard) -> bool:
    code = f"for name in range({_FILES}): open(str(name), 'w').close()"
    return yard.run(code).ending in {Ending.OUTPUT_LIMIT, Ending.MEMORY_LIMIT}


def _starts_no_endless_processes(yard: Yard) -> bool:
    code = f"""
import os, time
for _ in range({_SLEEPERS}):
    if os.fork() == 0: time.sleep(20); os._exit(0)
time.sleep(3)
print('open')
"""
    run = yard.run(code, Limits(memory_bytes=2 * 2**30, wall_s=15))
    return b"open" not in run.stdout or run.ending is Ending.SIGNALLED


def _uses_no_more_memory(yard: Yard) -> bool:
    run = yard.run("kept = b'x' * 2**28; print('open')")
    return b"open" not in run.stdout


def _uses_no_more_memory_together(yard: Yard) -> bool:
    code = """
import os, time
for _ in range(5):
    if os.fork() == 0: kept = b'x' * 60_000_000; time.sleep(3); os._exit(0)
for _ in range(5): os.wait()
"""
    return yard.run(code).ending is Ending.MEMORY_LIMIT


def _uses_no_more_time(yard: Yard) -> bool:
    code = """
import os, time
if os.fork() == 0:
    os.setsid()
    while time.process_time() < 5: pass
time.sleep(5)
"""
    return yard.run(code, Limits(time_s=0.2, wall_s=5)).ending is Ending.CPU_LIMIT


def _outlasts_nothing(yard: Yard) -> bool:
    code = "import time; time.sleep(5)"
    return yard.run(code, Limits(wall_s=0.3)).ending is Ending.WALL_LIMIT


def _prints_no_end(yard: Yard) -> bool:
    run = yard.run("while True: print('x' * 1000)")
    return run.ending is Ending.OUTPUT_LIMIT and len(run.stdout) == _LIMITS.output_bytes


def _gains_nothing(yard: Yard) -> bool:
    run = yard.run("print(open('/proc/self/status').read())")
    return b"NoNewPrivs:\t1" in run.stdout


def _makes_no_namespace(yard: Yard) -> bool:
    return yard.is_refused("return ctypes.CDLL(None).unshare(0x10000000)")


def _changes_no_setting(yard: Yard) -> bool:
    return yard.is_refused("open('/proc/sys/kernel/core_pattern', 'r+')")
