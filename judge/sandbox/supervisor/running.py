"""One run: from the start of a program, through its input and output and limits, to the facts."""

from __future__ import annotations

import os
import select
import time
from _collections_abc import Callable  # the public name costs 2 ms of every box's opening

from .channel import Channel
from .descendants import Household, descendants
from .folders import MOST_FILES
from .sacrifice import Sacrifice
from .screen import Screen
from .starting import MOST_PROCESSES, Bounds, spawned
from .warm import Standby, StandbyError

STDERR_BYTES = 64 * 2**10
"""how much of a program's error output is kept"""

RECORDING_BYTES = 64 * 2**20
"""how large a recording of the screen may become"""

_PIECE = 2**16
_MOST_PIECES = 2**20 // _PIECE + 1
"""a pipe holds no more than these"""

_LONGEST_CHECK_S = 0.1 if hasattr(os, "pidfd_open") else 0.01
_SHORTEST_CHECK_S = 0.004
_PROCESSORS = os.cpu_count() or 1
_TICKS = os.sysconf("SC_CLK_TCK")
_FRESH_S = 0.002
"""how long it still holds how much the machine has worked: the kernel counts in larger steps"""

_HANGUP = select.POLLIN | select.POLLHUP | select.POLLERR
_SIGXFSZ = 25


class Order:
    """What the judge asks to be run, and within which limits."""

    def __init__(self, fields: tuple[bytes, ...]) -> None:
        kind, limits, self.stdin, *command = fields
        self.is_conversation = kind == b"start"
        self.command = [os.fsdecode(word) for word in command]
        numbers = limits.decode().split()
        self.time_s, self.wall_s = map(float, numbers[:2])
        self.memory_bytes, self.output_bytes, *artefacts = map(int, numbers[2:])
        self.artefact_files, self.artefact_bytes = artefacts


class Facts:
    """What happened; in the order in which it goes over the wire."""

    def __init__(self, ending: str, text: str = "") -> None:
        self.ending = ending
        self.text = text
        self.exit_status: int | None = None
        self.signal: int | None = None
        self.cpu_s = 0.0
        self.wall_s = 0.0
        self.memory_bytes = 0
        self.neighbours_cpu_s: float | None = None
        self.stderr_cut = False
        self.clean = True
        """whether no process is left of the run"""
        self.warmth = ""
        """``warm`` where it was forked from an interpreter on standby, ``spent`` where that has
        come to its end in this run"""

    def fields(self) -> tuple[bytes, ...]:
        """Return the facts as fields of a frame."""
        values = (
            self.ending,
            self.text,
            self.exit_status,
            self.signal,
            self.cpu_s,
            self.wall_s,
            self.memory_bytes,
            self.neighbours_cpu_s,
            int(self.stderr_cut),
            int(self.clean),
            self.warmth,
        )
        return tuple(b"" if value is None else str(value).encode() for value in values)


_COUNTABLE_S = 1 / _TICKS
"""what is shorter than the kernel's steps leaves no trace in how much the machine has worked"""


class Machine:
    """The work of this machine as a whole, as its kernel counts it."""

    def __init__(self) -> None:
        try:
            self._counts = os.open("/proc/stat", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._counts = -1
        self._busy_s = 0.0
        self._looked_at = -_FRESH_S

    def busy_s(self, most_age_s: float = 0.0) -> float | None:
        """Return the CPU time that has been used since the machine's start, None if unknown.

        What is no older than ``most_age_s`` is not looked up again.
        """
        if self._counts < 0:
            return None
        now = time.monotonic()
        if now - self._looked_at > most_age_s:
            line = os.pread(self._counts, 512, 0).split(b"\n", 1)[0].split()
            user, nice, system, _, _, interrupts, soft, stolen = map(int, line[1:9])
            self._busy_s = (user + nice + system + interrupts + soft + stolen) / _TICKS
            self._looked_at = now
        return self._busy_s


class Place:
    """What the programs of one box find: their environment, and how they are started."""

    def __init__(
        self,
        environ: dict[str, str],
        start: Callable[[Callable[[], int | str]], int | str],
        sacrifice: Sacrifice,
        has_too_many_files: Callable[[], bool],
    ) -> None:
        self.environ = environ
        self.start = start
        """calls a function that starts a program where programs are to be started"""
        self.sacrifice = sacrifice
        self.has_too_many_files = has_too_many_files
        self.machine = Machine()
        self.standby: Standby | None = None
        """an interpreter that has started, to be forked where its command is run"""

    def cool(self) -> None:
        """Do without an interpreter on standby from now on."""
        standby, self.standby = self.standby, None
        if standby is not None:
            standby.end()


class Execution:
    """A program while it runs."""

    def __init__(
        self, order: Order, channel: Channel, place: Place, screen: Screen | None = None
    ) -> None:
        self._order = order
        self._screen = screen
        self._channel = channel
        self._place = place
        self._poller = select.poll()
        self._poller.register(channel.descriptor, select.POLLIN)
        if channel.judge is not None:
            self._poller.register(channel.judge, select.POLLIN)
        self._is_awaited = order.is_conversation
        """whether the judge looks at what is printed before the run is over"""
        self._stopped_for = ""
        self._text = ""
        self._room = {b"out": order.output_bytes, b"err": STDERR_BYTES}
        self._stderr_cut = False
        self._pending = memoryview(order.stdin)
        self._stdin = -1
        self._owes_answer = False
        self._outputs: dict[int, bytes] = {}
        self._process = -1
        self._has_ended = False
        self._recorded_bytes = 0
        self._is_warm = False
        self._has_left = False
        """whether the program has ended well, and what it left may still show something"""

    def facts(self) -> Facts:
        """Run it and return what happened; what it prints goes to the judge meanwhile."""
        machine = self._place.machine
        busy_s = machine.busy_s(_FRESH_S)
        started = time.monotonic()
        fault = self._start()
        if fault:
            return Facts("not started", fault)
        apart_s = self._family.apart_cpu_s()
        self._deadline = started + self._order.wall_s
        self._next_check = started + self._check_after(0.0)
        self._heed()  # the judge may have spoken on since its order
        while not self._is_over:
            self._step()
        ended = time.monotonic()
        self._check_files()
        self._finish_recording()
        apart_s = self._family.apart_cpu_s() - apart_s
        gone = self._family.end()
        self._drain()
        self._close()
        facts = self._told()
        facts.wall_s = ended - started
        facts.clean = gone
        facts.warmth = self._warmth()
        if facts.wall_s > _COUNTABLE_S:
            facts.neighbours_cpu_s = _difference(busy_s, machine.busy_s(), facts.cpu_s + apart_s)
        return facts

    @property
    def _is_over(self) -> bool:
        return bool(self._stopped_for) or (self._has_ended and not self._goes_on())

    def _goes_on(self) -> bool:
        """Return whether others show something on the screen after the program's own end."""
        if self._screen is None or self._screen.is_over:
            return False
        if self._family.status is None:
            self._family.reap()
        if self._family.status != 0 or not self._family.of_the_run(descendants()):
            return False
        if not self._has_left:
            self._has_left = True
            self._unregister(self._process)
            self._screen.leave()
        return True

    def _finish_recording(self) -> None:
        """Take in the rest of what was recorded, and see how it ended."""
        screen = self._screen
        if screen is None:
            return
        if not screen.is_over:
            screen.finish()
        if screen.fault and self._stopped_for in {"", "shown"}:
            self._stopped_for, self._text = "signalled", screen.fault
        elif screen.has_shown and self._stopped_for == "wall limit":
            self._stopped_for = "shown"

    def _start(self) -> str:
        """Start the program; return "" or why it cannot be started."""
        stdin, self._stdin = os.pipe()
        out, stdout = os.pipe()
        err, stderr = os.pipe()
        self._outputs = {out: b"out", err: b"err"}
        for ours in (self._stdin, out, err):
            os.set_blocking(ours, False)
        self._write()
        bounds = Bounds(self._order.memory_bytes, self._order.time_s)
        screen = self._screen
        environ = {**self._place.environ, **({"DISPLAY": screen.display} if screen else {})}
        try:
            with bounds, self._place.sacrifice:
                pid = self._started(environ, (stdin, stdout, stderr), bounds)
        finally:
            for theirs in (stdin, stdout, stderr):
                os.close(theirs)
        if isinstance(pid, str):
            self._close()
            return pid
        standby = self._place.standby
        self._family = Household(
            pid,
            screen.processes if screen else frozenset(),
            kept=standby.pid if standby else None,
        )
        if standby:
            self._family.memory_bytes = standby.peak_bytes
        self._process = _process_descriptor(pid)
        if screen:
            screen.begin(self._keep_recording)
        for descriptor in (self._process, out, err, screen.descriptor if screen else -1):
            if descriptor >= 0:
                self._poller.register(descriptor, select.POLLIN)
        return ""

    def _started(
        self, environ: dict[str, str], descriptors: tuple[int, int, int], bounds: Bounds
    ) -> int | str:
        """Start the program, warm where that can be; return its process id or why it cannot be."""
        standby = self._place.standby
        if standby and standby.command == self._order.command and not self._screen:
            try:
                pid = standby.forked(descriptors, bounds.settle)
            except StandbyError:  # it has been killed: the program starts as any other
                pass
            else:
                self._is_warm = True
                return pid
        self._place.cool()
        found = self._place.start(lambda: spawned(self._order.command, environ, descriptors))
        if isinstance(found, int):
            bounds.settle(found)
        return found

    def _warmth(self) -> str:
        """Return what the facts say of the start, and forget a standby that has been ended."""
        standby = self._place.standby
        if standby and not standby.is_alive():
            self._place.cool()
        if not self._is_warm:
            return ""
        return "warm" if self._place.standby else "spent"

    def _step(self) -> None:
        """Wait for the next thing to happen and see to it."""
        if self._channel.has_outgoing:
            self._poller.register(self._channel.descriptor, select.POLLIN | select.POLLOUT)
        now = time.monotonic()
        until = min(self._deadline, self._next_check)
        for descriptor, event in self._poller.poll(max(0.0, until - now) * 1000):
            self._attend(descriptor, event)
        now = time.monotonic()
        if not self._is_over and now >= self._next_check:
            self._check_use(now)
        if not self._is_over and now >= self._deadline:
            self._stop("wall limit")

    def _attend(self, descriptor: int, event: int) -> None:
        if descriptor in self._outputs:
            self._read(descriptor)
        elif descriptor == self._process:
            self._has_ended = True
        elif self._screen and descriptor == self._screen.descriptor:
            self._watch(self._screen)
        elif descriptor == self._stdin:
            self._write()
        elif descriptor == self._channel.descriptor and event & select.POLLOUT:
            self._channel.flush()
            if not self._channel.has_outgoing:
                self._poller.register(descriptor, select.POLLIN)
        if descriptor in {self._channel.descriptor, self._channel.judge} and event & _HANGUP:
            self._listen(descriptor)

    def _keep_recording(self, part: bytes) -> None:
        self._recorded_bytes += len(part)
        if self._recorded_bytes <= RECORDING_BYTES:
            self._channel.send(b"recording", part)
        else:
            self._text = "it showed more on the screen than can be recorded"
            self._stop("output limit")

    def _watch(self, screen: Screen) -> None:
        """Take in what was recorded, or that all is recorded."""
        screen.listen()
        if screen.is_over:
            self._unregister(screen.descriptor)
            self._stop("shown")

    def _listen(self, descriptor: int) -> None:
        """Hear what the judge has to say, or that it wants an end."""
        self._channel.take(descriptor)
        if self._channel.is_closed:
            self._stop("cancelled")
        self._heed()

    def _heed(self) -> None:
        """Do what the judge has said so far."""
        while (frame := self._channel.next()) is not None:
            kind = frame[0]
            if kind == b"send":
                self._pending = memoryview(frame[1])
                self._owes_answer = True
                self._write()
            elif kind == b"close":
                self._close_stdin()
            elif kind == b"finish":
                self._close_stdin()
                self._deadline = min(self._deadline, time.monotonic() + float(frame[1]))

    def _write(self) -> None:
        """Give the program as much of its input as it takes now."""
        try:
            while self._pending and self._stdin >= 0:
                self._pending = self._pending[os.write(self._stdin, self._pending) :]
        except BlockingIOError:
            self._poller.register(self._stdin, select.POLLOUT)
            return
        except OSError:  # it does not read any more
            self._close_stdin()
        if self._owes_answer:
            self._owes_answer = False
            self._channel.send(b"sent", b"" if self._pending else b"1")
        if not self._order.is_conversation:
            self._close_stdin()
        elif self._stdin >= 0:
            self._unregister(self._stdin)

    def _close_stdin(self) -> None:
        if self._stdin >= 0:
            self._unregister(self._stdin)
            os.close(self._stdin)
            self._stdin = -1

    def _unregister(self, descriptor: int) -> None:
        try:
            self._poller.unregister(descriptor)
        except KeyError:
            return

    def _read(self, descriptor: int) -> bool:
        """Take what the program has printed; return whether there may be more."""
        stream = self._outputs[descriptor]
        try:
            piece = os.read(descriptor, _PIECE)
        except BlockingIOError:
            return False
        if not piece:
            self._unregister(descriptor)
            os.close(descriptor)
            del self._outputs[descriptor]
            if self._is_awaited and not self._is_over:  # after the end the facts say it all
                self._channel.send(b"end", stream)
            return False
        kept = piece[: self._room[stream]]
        self._room[stream] -= len(kept)
        if kept and self._is_awaited:
            self._channel.send(stream, kept)
        elif kept:
            self._channel.hold(stream, kept)
        if len(kept) < len(piece):
            if stream == b"out":
                self._stop("output limit")
            self._stderr_cut = True
        return True

    def _check_use(self, now: float) -> None:
        """Look at the CPU time of all processes together, and at their number."""
        if self._family.reap():
            self._has_ended = True
            return
        self._channel.flush()
        self._has_ended = self._family.status is not None
        pids = self._family.of_the_run(descendants())
        if len(pids) > MOST_PROCESSES:
            self._text = f"it had more than {MOST_PROCESSES} processes at once"
            self._stop("signalled")
            return
        self._check_files()
        used = self._family.used_cpu_s(pids)
        if used > self._order.time_s:
            self._stop("cpu limit")
        self._next_check = now + self._check_after(used)

    def _check_files(self) -> None:
        if not self._stopped_for and self._place.has_too_many_files():
            self._text = f"it had more than {MOST_FILES} files at once"
            self._stop("output limit")

    def _check_after(self, used: float) -> float:
        """Return the seconds in which the CPU limit cannot be passed by much."""
        soonest = (self._order.time_s - used) / _PROCESSORS
        return min(max(soonest, _SHORTEST_CHECK_S), _LONGEST_CHECK_S)

    def _stop(self, reason: str) -> None:
        self._stopped_for = self._stopped_for or reason

    def _drain(self) -> None:
        """Read what is left in the pipes once no process is there to write into them."""
        for descriptor in list(self._outputs):
            for _ in range(_MOST_PIECES):
                if not self._read(descriptor):
                    break

    def _close(self) -> None:
        self._close_stdin()
        for descriptor in self._outputs:
            os.close(descriptor)
        if self._process >= 0:
            os.close(self._process)

    def _told(self) -> Facts:
        status = self._family.status
        if self._stopped_for == "shown":
            # A window that is left open is how such a program ends.
            self._stopped_for, status = "", status if self._has_ended else 0
        facts = Facts(self._stopped_for, self._text)
        facts.cpu_s = self._family.cpu_s
        facts.memory_bytes = self._family.memory_bytes
        facts.stderr_cut = self._stderr_cut
        if facts.ending in {"", "signalled"} and status is not None:
            code = os.waitstatus_to_exitcode(status)
            facts.exit_status, facts.signal = (code, None) if code >= 0 else (None, -code)
            facts.ending = facts.ending or ("exited" if code >= 0 else "signalled")
        if facts.ending in {"exited", "signalled"} and facts.cpu_s > self._order.time_s:
            facts.ending = "cpu limit"
        if facts.signal == _SIGXFSZ:
            facts.ending = "output limit"
            facts.text = "it wrote a file that is larger than any program may write"
        return facts


def _process_descriptor(pid: int) -> int:
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return -1


def _difference(before: float | None, after: float | None, own: float) -> float | None:
    if before is None or after is None:
        return None
    return max(0.0, after - before - own)
