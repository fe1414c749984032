"""Starting a program: where it lies, its limits, and one clear sentence where it cannot start."""

from __future__ import annotations

import errno
import os
import resource

PATH = "/usr/local/bin:/usr/bin:/bin"

FILE_BYTES = 64 * 2**20
"""how large a file may grow"""

OPEN_FILES = 1024
STACK_BYTES = 8 * 2**20

MOST_PROCESSES = 512
"""with more than these at once a program is ended: it multiplies"""

SPARE_PROCESSES = 64
"""so many more can be started until it is noticed"""

_SPAWNING_BYTES = 256 * 2**20
"""memory that this process itself may need while it starts a program"""

_SHEBANG_BYTES = 256

CATCHABLE_SIGNALS = [number for number in range(1, 32) if number not in {9, 19}]
"""what a program gets with its default action, whatever the caller of the judge ignores"""


def environment(home: str, tmp: str) -> dict[str, str]:
    """Return the whole environment of a program: nothing of the caller's is in it."""
    return {
        "PATH": PATH,
        "LC_ALL": "C.UTF-8",
        "LANG": "C.UTF-8",
        "HOME": home,
        "TMPDIR": tmp,
    }


def lower_own_limits() -> None:
    """Give this process, and so all that it starts, the limits that no run may raise."""
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_FSIZE, FILE_BYTES)
    _lower(resource.RLIMIT_NOFILE, OPEN_FILES)
    # A fixed stack: what the caller's shell allows must not decide how deep a program recurses.
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    soft = STACK_BYTES if hard == resource.RLIM_INFINITY else min(hard, STACK_BYTES)
    resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))


def bound_processes() -> None:
    """Bound how many processes there can be at once; it counts those of a user namespace alone.

    The kernel spares the machine's root from it, who is watched only.
    """
    _lower(resource.RLIMIT_NPROC, MOST_PROCESSES + SPARE_PROCESSES)


def _lower(kind: int, most: int) -> None:
    hard = resource.getrlimit(kind)[1]
    most = most if hard == resource.RLIM_INFINITY else min(hard, most)
    resource.setrlimit(kind, (most, most))


class Bounds:
    """The memory and CPU limits of one program, around and after its start."""

    def __init__(self, memory_bytes: int, cpu_s: float) -> None:
        self._limits = {
            resource.RLIMIT_DATA: memory_bytes,
            # A backstop in each process; all of them together are watched from outside.
            resource.RLIMIT_CPU: int(cpu_s) + 2,
        }
        self._before: dict[int, tuple[int, int]] = {}

    def __enter__(self) -> None:
        """Lower the soft limits of this process, so that the program is born with them."""
        for kind, most in self._limits.items():
            self._before[kind] = soft, hard = resource.getrlimit(kind)
            if kind == resource.RLIMIT_DATA:  # of CPU time this process has used some itself
                resource.setrlimit(kind, (_smaller(max(most, _SPAWNING_BYTES), soft), hard))

    def __exit__(self, *error: object) -> None:
        """Raise them again."""
        for kind, pair in self._before.items():
            resource.setrlimit(kind, pair)

    def settle(self, pid: int) -> None:
        """Give the program itself the exact limits, which it cannot raise."""
        if not hasattr(resource, "prlimit"):
            return
        for kind, most in self._limits.items():
            bound = _smaller(most, self._before[kind][1])
            try:
                resource.prlimit(pid, kind, (bound, bound))
            except OSError:
                return  # it has ended already


def _smaller(most: int, other: int) -> int:
    return most if other == resource.RLIM_INFINITY else min(most, other)


def spawned(
    command: list[str], environ: dict[str, str], descriptors: tuple[int, int, int]
) -> int | str:
    """Start a program in a session of its own; return its process id, or why it cannot start."""
    path = _located(command[0])
    if path is None:
        return f"there is no program {command[0]} in {PATH}"
    fault = _shebang_fault(path)
    if fault:
        return fault
    actions = [(os.POSIX_SPAWN_DUP2, ours, theirs) for theirs, ours in enumerate(descriptors)]
    try:
        return os.posix_spawn(
            path,
            command,
            environ,
            file_actions=actions,
            setsid=True,
            setsigdef=CATCHABLE_SIGNALS,
            setsigmask=(),
        )
    except (OSError, ValueError) as error:
        return _reason(path, error)


def _located(program: str) -> str | None:
    if "/" in program:
        return program
    for folder in PATH.split(":"):
        path = os.path.join(folder, program)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


def _shebang_fault(path: str) -> str:
    """Return why the interpreter that a script names cannot be started, or ""."""
    line = _shebang(path)
    if not line:
        return ""
    name = os.path.basename(path)
    if line.endswith(b"\r"):
        return (
            f"{name}: its shebang line ends in CRLF, so the system looks for an interpreter "
            f"named {_shown(line.split(b' ')[-1])}; save the file with LF line ends"
        )
    wanted = line.split()
    if os.path.basename(wanted[0]) != b"env":
        return ""
    for word in wanted[1:]:
        if not word.startswith(b"-") and b"=" not in word:
            if _located(os.fsdecode(word)) is None:
                return f"{name}: its shebang line wants {_shown(word)}, which is not in {PATH}"
            break
    return ""


def _shebang(path: str) -> bytes | None:
    """Return what follows ``#!`` in the first line, or None where the file has no such line."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        start = os.read(descriptor, _SHEBANG_BYTES)
    except OSError:
        return None
    finally:
        os.close(descriptor)
    return start[2:].split(b"\n")[0].strip(b" \t") if start.startswith(b"#!") else None


def _reason(path: str, error: Exception) -> str:
    name = os.path.basename(path)
    number = error.errno if isinstance(error, OSError) else 0
    if os.path.isdir(path):
        return f"{name} is a folder, not a program"
    if not os.path.exists(path):
        return f"{name}: there is no such file"
    words = (_shebang(path) or b"").split()
    if number == errno.EACCES and not os.access(path, os.X_OK):
        return f"{name} may not be executed: it lacks the exec bit (chmod +x {name})"
    if words and number in {errno.ENOENT, errno.EACCES, errno.ENOTDIR, errno.ENOEXEC}:
        return (
            f"{name}: its shebang line names the interpreter {_shown(words[0])}, "
            "which is not there or no program"
        )
    if number == errno.ENOEXEC:
        return f"{name} has no shebang line and is no program that this machine can execute"
    if number == errno.ENOENT:
        return f"{name}: the loader or interpreter that it needs is not on this machine"
    return f"{name}: {getattr(error, 'strerror', None) or error}"


def _shown(text: bytes) -> str:
    return ascii(text.decode("utf-8", "backslashreplace"))
