"""The one module that starts processes: the supervisors, which in turn start the programs."""

from __future__ import annotations

import os
import re
import select
import signal
import socket
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from judge.errors import SandboxError
from judge.resources import cache_folder
from judge.sandbox.supervisor.folders import remove
from judge.sandbox.supervisor.main import START, WIRE
from judge.sandbox.supervisor.screen import remove_traces, shared_display
from judge.sandbox.supervisor.starting import CATCHABLE_SIGNALS, environment
from judge.sandbox.supervisor.wire import Frames, packed

BASE_PYTHON = str(Path(getattr(sys, "_base_executable", None) or sys.executable).resolve())
"""the interpreter that the judge's environment was made from, by its real path"""

BOX = "judge-box"
"""the name of a box's folder, or how it begins"""

_BOX_FOLDER = re.compile(rf"/(?:[^\s'\"]*/)?{BOX}(?:-[^\s/'\"]+)?/(?:\w+/)?")
_FOLDER = str(Path(__file__).resolve().parent)
_PIECE = 2**18
_SHELL_SIGNALS = 128
_FAREWELL_S = 30.0
"""how long a supervisor may take to wipe its box"""


def without_box_folders(text: str) -> str:
    """Return what a compiler or program said with the files in its box called by their names."""
    return _BOX_FOLDER.sub("", text)


class SupervisorLostError(Exception):
    """A supervisor is gone without having said so; ``signal`` is what killed it, if anything."""

    def __init__(self, signal_number: int | None) -> None:
        super().__init__(f"the supervisor ended (signal {signal_number})")
        self.signal = signal_number


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """How one supervisor is to be started, and where its box is."""

    command: tuple[str, ...]
    root: str
    """the box's folder, as the supervisor and the programs see it"""

    is_on_disk: bool
    """whether that folder is one of this machine, so that what a killed supervisor left is there"""

    sent: tuple[bytes, ...] = ()
    """the files that the supervisor is to lay in: name, kind and content of each in turn"""

    inherited: tuple[int, ...] = ()
    """descriptors that the new process gets under the same numbers, and that are closed here"""

    complaints: int = -1
    """the descriptor, if any, of a file that becomes its error output and is closed here"""

    def close(self) -> None:
        """Close the descriptors."""
        for descriptor in self.inherited:
            os.close(descriptor)
        if self.complaints >= 0:
            os.close(self.complaints)


def interpreted_launch(
    root: str, way: str, files: tuple[bytes, ...], told: tuple[str, ...] = ()
) -> Launch:
    """Return how the base interpreter is started as a supervisor with the folder ``root``.

    ``told`` are further arguments for it.
    """
    return Launch(
        command=(*supervising(_FOLDER, root, os.getpid(), way), *told),
        root=root,
        is_on_disk=True,
        sent=files,
    )


def supervising(folder: str, root: str, judge: int, way: str) -> tuple[str, ...]:
    """Return the command of a supervisor whose code lies in ``folder``; see its main module."""
    return (BASE_PYTHON, "-I", "-S", "-c", START, folder, root, str(judge), way)


class Supervisor:
    """The judge's end of one supervisor: its process, its wire and its folder.

    For one thread at a time, but ``hang_up`` may be called from any.
    """

    def __init__(self, launch: Launch) -> None:
        """Start a supervisor; SandboxError where the machine refuses."""
        self.root = launch.root
        self._is_on_disk = launch.is_on_disk
        self._complaints = os.dup(launch.complaints) if launch.complaints >= 0 else -1
        ours, theirs = socket.socketpair()
        try:
            self.pid = _SPAWNER.spawned(launch, theirs.fileno())
        except OSError as error:
            ours.close()
            self._forget_complaints()
            self._clean_up()
            raise SandboxError(f"cannot start a process for running programs: {error}") from error
        finally:
            theirs.close()
            launch.close()
        self._wire = ours
        self._frames = Frames()
        self._arriving = memoryview(bytearray(_PIECE))
        self._ended = False
        self._status = 0

    def send(self, *fields: bytes) -> None:
        """Send a frame; SupervisorLostError where nobody takes it."""
        self._wire.settimeout(_FAREWELL_S)
        try:
            self._wire.sendall(packed(*fields))
        except OSError as error:
            raise SupervisorLostError(None) from error

    def receive(self, until: float) -> tuple[bytes, ...] | None:
        """Return the next frame, or None where none came by ``until`` (monotonic clock).

        Raises SupervisorLostError when the wire ends, SandboxError when the supervisor fails.
        """
        while (frame := self._frames.next()) is None:
            self._wire.settimeout(max(0.0001, until - time.monotonic()))
            try:
                # Into one place for all: a new one of this size would be mapped anew each time.
                count = self._wire.recv_into(self._arriving)
            except TimeoutError:
                return None
            except OSError:
                count = 0
            if not count:
                raise SupervisorLostError(self._farewell(_FAREWELL_S))
            self._frames.feed(self._arriving[:count])
        if frame[0] == b"failed":
            raise SandboxError(f"running a program failed: {frame[1].decode(errors='replace')}")
        return frame

    def strays(self) -> list[int]:
        """Return the processes that the started one has started, but in other control groups.

        Raises OSError.
        """
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        own = _groups_of(self.pid)
        return [int(pid) for pid in children if _groups_of(int(pid)) != own]

    def hang_up(self) -> None:
        """Let the supervisor end everything and remove its box; does not wait for that."""
        with suppress(OSError):
            self._wire.shutdown(socket.SHUT_WR)

    def wake(self) -> None:
        """Let the supervisor go on where a program has stopped it."""
        with suppress(OSError):
            os.kill(self.pid, signal.SIGCONT)

    def end(self, patience_s: float = _FAREWELL_S) -> None:
        """End the supervisor and everything in its box, and wait until that is done.

        A supervisor that takes longer than ``patience_s`` is killed.
        """
        self.hang_up()
        self._farewell(patience_s)
        self._wire.close()
        self._forget_complaints()

    def _farewell(self, seconds: float) -> int | None:
        """See the supervisor's process off; return the signal that killed it, if one did.

        It is killed where it takes longer than ``seconds``. What a supervisor that was killed
        can no longer do itself is done here.
        """
        if not self._ended:
            self._ended = True
            self._status = _exit_code(self.pid, seconds)
            if self._status != 0:
                self._clean_up()
        if self._status > _SHELL_SIGNALS:  # what started it tells of the signal as shells do
            return self._status - _SHELL_SIGNALS
        return -self._status if self._status < 0 else None

    def _clean_up(self) -> None:
        if self._is_on_disk:
            _kill_leftovers(self.root)
            remove_traces(shared_display(self.pid))
            remove(self.root)

    def complaints(self) -> str:
        """Return what the process, or what was to start it, wrote to its error output."""
        if self._complaints < 0:
            return ""
        return os.pread(self._complaints, 4096, 0).decode("utf-8", "backslashreplace").strip()

    def _forget_complaints(self) -> None:
        if self._complaints >= 0:
            os.close(self._complaints)
            self._complaints = -1


def _groups_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cgroup").read_text()


def new_folder(wanted: str | None) -> str:
    """Return a new folder for a box, of that name where it can be had; raises SandboxError."""
    if wanted is not None:
        with suppress(OSError):
            os.mkdir(wanted, 0o700)
            return wanted
    try:
        base = tempfile.gettempdir()
        if os.statvfs(base).f_flag & getattr(os, "ST_NOEXEC", 0):
            base = str(cache_folder())  # compiled programs could not be started there
        return os.path.realpath(tempfile.mkdtemp(prefix=f"{BOX}-", dir=base))
    except OSError as error:
        raise SandboxError(f"cannot make a folder for running programs: {error}") from error


class _Spawner:
    """Starts processes in a thread that lasts as long as this process.

    What is to die with its parent dies with the parent's *thread*, and workers come and go.
    """

    def __init__(self) -> None:
        self._orders: SimpleQueue[tuple[Launch, int, SimpleQueue[int | OSError]]] = SimpleQueue()
        self._owner = 0
        self._lock = threading.Lock()

    def spawned(self, launch: Launch, wire: int) -> int:
        """Start a supervisor and return its process id; OSError where that cannot be."""
        with self._lock:
            if self._owner != os.getpid():  # also where this process is a fork of the first owner
                self._orders = SimpleQueue()
                threading.Thread(target=self._serve, args=(self._orders,), daemon=True).start()
                self._owner = os.getpid()
        answer: SimpleQueue[int | OSError] = SimpleQueue()
        self._orders.put((launch, wire, answer))
        result = answer.get()
        if isinstance(result, OSError):
            raise result
        return result

    def _serve(self, orders: SimpleQueue[tuple[Launch, int, SimpleQueue[int | OSError]]]) -> None:
        while True:
            launch, wire, answer = orders.get()
            try:
                answer.put(_spawned(launch, wire))
            except OSError as error:
                answer.put(error)


_SPAWNER = _Spawner()


def _spawned(launch: Launch, wire: int) -> int:
    """Start a supervisor and return its process id.

    It gets a session of its own, so that Ctrl-C on the terminal reaches the judge alone, which
    then says what becomes of its boxes.
    """
    actions: list[tuple[int, ...] | tuple[int, int, str, int, int]] = [
        (os.POSIX_SPAWN_DUP2, wire, WIRE),
        *((os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)),
        *((os.POSIX_SPAWN_DUP2, number, number) for number in launch.inherited),
    ]
    if launch.complaints >= 0:
        actions.append((os.POSIX_SPAWN_DUP2, launch.complaints, 2))
    return os.posix_spawn(
        launch.command[0],
        launch.command,
        environment(launch.root, launch.root),
        file_actions=actions,
        setsid=True,
        setsigdef=CATCHABLE_SIGNALS,
        setsigmask=(),
    )


def _exit_code(pid: int, seconds: float) -> int:
    """Wait for a child of ours to end, and kill it where that takes too long."""
    until = time.monotonic() + seconds
    try:
        while True:
            found, status = os.waitpid(pid, os.WNOHANG)
            if found:
                return os.waitstatus_to_exitcode(status)
            left = until - time.monotonic()
            if left <= 0:
                os.kill(pid, signal.SIGKILL)
                return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            _await_end(pid, left)
    except ChildProcessError:  # someone else in this process waits for every child there is
        return 1


def _await_end(pid: int, seconds: float) -> None:
    try:
        descriptor = os.pidfd_open(pid)
    except (AttributeError, OSError):
        time.sleep(min(seconds, 0.005))
        return
    try:
        poller = select.poll()
        poller.register(descriptor, select.POLLIN)
        poller.poll(seconds * 1000)
    finally:
        os.close(descriptor)


def _kill_leftovers(root: str) -> None:
    """Kill what a box's programs left running when their supervisor was killed.

    Nothing binds them to the box any more but their environment and working directory.
    """
    until = time.monotonic() + _FAREWELL_S
    while time.monotonic() < until:
        found = [pid for pid in _all_processes() if _belongs(pid, root)]
        if not found:
            return
        for pid in found:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
                _await_end(pid, 1.0)


def _all_processes() -> list[int]:
    with suppress(OSError):
        return [int(name) for name in os.listdir("/proc") if name.isdecimal()]
    return []


def _belongs(pid: int, root: str) -> bool:
    if pid == os.getpid():
        return False
    with suppress(OSError):
        if Path(f"/proc/{pid}/cwd").readlink().is_relative_to(root):
            return True
    with suppress(OSError):
        return f"HOME={root}/".encode() in Path(f"/proc/{pid}/environ").read_bytes()
    return False
