"""The supervisor's side of a screen: the recorder beside a program, and what it tells."""

from __future__ import annotations

import os
import select
import sys
import time
from _collections_abc import Callable

from .starting import spawned
from .wire import Frames, WireError

START = (
    "import sys; sys.path.append(sys.argv[1]); import supervisor.recorder as m; m.live(sys.argv)"
)
"""what the interpreter of a recorder is told to run"""

MAGIC = b"\x89screen recording 1\r\n\x1a\n"
"""how a recording begins"""

LEFT = b"l"
"""the program has ended well, but others that it started go on"""

FINISH = b"f"
"""the recording is to end now"""

_SIGKILL = 9
_FIRST_DISPLAY = 100
_DISPLAYS = 50_000
"""so many numbers of displays there are for boxes that share one folder of sockets"""

_READY_S = 20.0
_FINISH_S = 5.0
_PIECE = 2**18
_LOST = "what records the screen was ended during the run"


class Screen:
    """A recorder with its X server, for one run."""

    def __init__(
        self,
        server: str,
        environ: dict[str, str],
        start: Callable[[Callable[[], int | str]], int | str],
        interrupted: int,
        *,
        owns_tmp: bool,
    ) -> None:
        """Start both and wait until a program can show something, or ``fault`` says why not.

        Waiting ends when something comes from the descriptor ``interrupted``. ``owns_tmp`` says
        that no other X server has its socket where this one has.
        """
        self.display = ""
        self.fault = ""
        self.processes: frozenset[int] = frozenset()
        """the recorder and the X server: no part of the program's household"""
        self.is_over = False
        """whether all that was to be seen has been recorded, or nothing more can be"""
        self.has_shown = False
        """whether there was something to see; known once it is over"""
        self._take: Callable[[bytes], None] = lambda part: None
        self._frames = Frames()
        stdin, self._orders = os.pipe()
        self.descriptor, stdout = os.pipe()
        nothing = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
        folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        self._owns_tmp = owns_tmp
        number = 0 if owns_tmp else shared_display(os.getpid())
        command = [sys.executable, "-I", "-S", "-c", START, folder, server, str(number)]
        pid = start(lambda: spawned(command, environ, (stdin, stdout, nothing)))
        for theirs in (stdin, stdout, nothing):
            os.close(theirs)
        os.set_blocking(self.descriptor, False)
        if isinstance(pid, str):
            self._fail(pid)
            return
        self._pid = pid
        self.processes = frozenset({pid})
        self._await(_READY_S, lambda: bool(self.display), interrupted)
        if not self.display:
            self._fail(f"the screen was not ready within {_READY_S:.0f} s")

    def begin(self, take: Callable[[bytes], None]) -> None:
        """Hand each piece of the recording to ``take`` from now on."""
        self._take = take

    def listen(self) -> None:
        """Take in what the recorder has told."""
        try:
            piece = os.read(self.descriptor, _PIECE)
        except BlockingIOError:
            return
        if not piece:
            if not self.is_over:
                self._fail(_LOST)
            return
        self._frames.feed(piece)
        try:
            while (frame := self._frames.next()) is not None:
                self._heed(*frame)
        except (WireError, ValueError, IndexError, TypeError):
            self._fail(_LOST)

    def _heed(self, kind: bytes, first: bytes, *more: bytes) -> None:
        if kind == b"ready":
            self.display = first.decode()
            self.processes |= {int(more[0])}
        elif kind == b"part":
            self._take(first)
        elif kind == b"over":
            self.is_over = True
            self.has_shown = first == b"1"
        else:
            self._fail(first.decode("utf-8", "replace"))

    def _fail(self, fault: str) -> None:
        self.fault = self.fault or fault
        self.is_over = True

    def leave(self) -> None:
        """Tell it that the program has ended well: what it left may go on showing something."""
        self._order(LEFT)

    def finish(self) -> None:
        """Let the recording end now, and wait for the rest of it."""
        self._order(FINISH)
        self._await(_FINISH_S, lambda: False, None)
        if not self.is_over:
            self._fail(_LOST)

    def _order(self, word: bytes) -> None:
        try:
            os.write(self._orders, word)
        except OSError:
            return  # it has ended: that is seen where it is listened to

    def _await(self, seconds: float, is_there: Callable[[], bool], interrupted: int | None) -> None:
        """Listen until something is there, it is over, or ``interrupted`` has something to say."""
        until = time.monotonic() + seconds
        poller = select.poll()
        poller.register(self.descriptor, select.POLLIN)
        if interrupted is not None:
            poller.register(interrupted, select.POLLIN)
        while not (self.is_over or is_there()):
            events = dict(poller.poll(max(0.0, until - time.monotonic()) * 1000))
            if not events or interrupted in events:
                return
            self.listen()

    def close(self) -> None:
        """Let the recorder go, if it is there, and its X server."""
        os.close(self._orders)
        if self.processes:
            self._see_off()
        os.close(self.descriptor)
        if self.display and not self._owns_tmp:
            remove_traces(int(self.display.lstrip(":")))

    def _see_off(self) -> None:
        """Wait until the recorder has ended, which it does after the X server."""
        until = time.monotonic() + _FINISH_S
        poller = select.poll()
        poller.register(self.descriptor, select.POLLIN)
        while poller.poll(max(0.0, until - time.monotonic()) * 1000):
            if not os.read(self.descriptor, _PIECE):
                break
        else:
            for pid in self.processes:
                os.kill(pid, _SIGKILL)
        try:
            os.waitpid(self._pid, 0)
        except ChildProcessError:
            return  # who ended it has waited for it


def shared_display(supervisor: int) -> int:
    """Return which display a supervisor's screens have where all boxes share one folder.

    Where another X server has it, it is one of the next.
    """
    return _FIRST_DISPLAY + supervisor % _DISPLAYS


def remove_traces(display: int) -> None:
    """Remove the socket and the lock of an X server in the shared folder that lives no more."""
    lock = f"/tmp/.X{display}-lock"  # noqa: S108 - where X servers have them
    try:
        with open(lock, "rb", buffering=0) as file:
            owner = int(file.read(16))
        if not _lives(owner):
            os.unlink(f"/tmp/.X11-unix/X{display}")  # noqa: S108
            os.unlink(lock)
    except (OSError, ValueError):
        return  # it has cleaned up itself


def _lives(pid: int) -> bool:
    """Return whether a process runs; one that only waits to be waited for does not."""
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            return file.read(4096).rpartition(b")")[2].split()[0] not in {b"Z", b"X"}
    except OSError:
        return False
