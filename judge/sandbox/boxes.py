"""Boxes and their conversations: the judge's side of the supervisors, the same for every tier."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import PurePosixPath
from types import TracebackType
from typing import Self, TypeVar

from judge.errors import SandboxError
from judge.models import Artefact, ArtefactLimits, BoxFile, Ending, Limits, Run
from judge.sandbox import NO_ARTEFACTS, PYTHON
from judge.sandbox.cgroups import BoxGroup, GroupUse
from judge.sandbox.processes import BASE_PYTHON, Launch, Supervisor, SupervisorLostError
from judge.sandbox.screens import SCREEN_BYTES, WINDOW, server_fault, server_program
from judge.sandbox.supervisor.folders import SUB
from judge.sandbox.supervisor.main import LINK, PLAIN, PROGRAM
from judge.sandbox.supervisor.screen import MAGIC
from judge.sandbox.supervisor.starting import MOST_PROCESSES, SPARE_PROCESSES
from judge.sandbox.warm import Warmth

_OPENING_S = 60.0
_GRACE_S = 20.0
"""how long after its wall limit a run may take to be ended and wiped away"""

_WAKE_S = 0.5
"""how long after its wall limit a run is given before its supervisor is shaken"""

_PIECE = 2**15
"""how much is sent at once: little enough to fit into the wire, so that sending never blocks"""

_SUPERVISOR_BYTES = 16 * 2**20
"""what the supervisor may come to need more during a run than at its begin"""

_LIGHTING_BYTES = 512 * 2**20
"""what a box may use while its screen or an interpreter on standby is started"""

_FULL_SHARE = 0.9
_TELLING_BYTES = 32 * 2**20
_OWN_ENDINGS = {Ending.EXITED, Ending.SIGNALLED}
_CLEAN = 9
"""index of the fact that says whether no process is left of a run"""

_WARMTH = 10
"""index of the fact that says how the program was started"""

_PYVENV = f"home = {os.path.dirname(BASE_PYTHON)}\ninclude-system-site-packages = false\n"
"""makes an interpreter that knows of no site-packages: no start-up hooks and no stranger's code"""

T = TypeVar("T")

Launcher = Callable[[tuple[bytes, ...], str | None, bool], Launch]
"""Tells how to start a supervisor for the files laid in (name, kind and content of each in turn)
at the place of the last one, or at a new place, and whether programs are to open windows."""


class SupervisedBox:
    """A box with its supervisor, which is replaced when a program has killed or fouled it."""

    def __init__(
        self, files: Mapping[str, BoxFile], launcher: Launcher, *, screen_fault: str = ""
    ) -> None:
        """Open a box that holds ``files`` with a supervisor that ``launcher`` tells how to start.

        ``screen_fault`` says why its tier has no screens. Raises SandboxError where the machine
        refuses.
        """
        self._tier_fault = screen_fault
        self._opens_windows = False
        self._files = _laid_in(files)
        self._launcher = launcher
        self.protections: tuple[str, ...] = ()
        """what its supervisor says that holds for programs; see ``supervisor.confinement``"""
        self._supervisor: Supervisor | None = None
        self._root: str | None = None
        self._group: BoxGroup | None = None
        self._flow: _Flow | None = None
        self._is_wiping = False
        """whether the supervisor has yet to say that the box is fit for another run"""

        self._warmth: Warmth | None = None
        self._is_cancelled = False
        self._is_closed = False
        self._ready()

    def run(
        self,
        command: Sequence[str],
        stdin: bytes,
        limits: Limits,
        artefacts: ArtefactLimits = NO_ARTEFACTS,
        *,
        on_screen: bool = False,
    ) -> Run:
        """Run a command in a fresh, empty working directory and return what happened.

        With ``on_screen`` it finds a screen, and what it showed there comes as the last artefact.
        """
        if on_screen and self.screen_fault:
            raise SandboxError(self.screen_fault)
        self._allow_windows(on_screen)
        flow = self._begun(b"run", command, stdin, limits, artefacts)
        return self.guarded(flow, flow.ended)

    @property
    def screen_fault(self) -> str:
        """Why commands cannot be run on a screen here, in a sentence with the remedy, or ""."""
        return self._tier_fault or server_fault()

    def start_warm(self) -> None:
        """From now on start Python programs warm where that can be; see the seam."""
        self._warmth = Warmth(self.path(PYTHON), self.protections)

    def start(self, command: Sequence[str], limits: Limits) -> SupervisedConversation:
        """Start a command in a fresh, empty working directory to talk to it."""
        self._allow_windows(False)
        flow = self._begun(b"start", command, b"", limits, NO_ARTEFACTS)
        return SupervisedConversation(self, flow)

    def path(self, name: str) -> str:
        """Return the path at which the programs of this box find the laid-in file ``name``."""
        if not self._is_cancelled or self._root is None:
            self._root = self._ready().root
        return f"{self._root}/{SUB}/{name}"

    @property
    def supervisor_pid(self) -> int:
        """The process that supervises the box, or that started what does; 0 where none is."""
        return self._supervisor.pid if self._supervisor else 0

    def cancel(self) -> None:
        """End the current run, if any, at once; safe from another thread. The box stays closed."""
        self._is_cancelled = True
        supervisor = self._supervisor
        if supervisor is not None:
            supervisor.hang_up()

    def close(self) -> None:
        """End everything in the box and remove it."""
        self._is_closed = True
        self._discard()

    def __enter__(self) -> Self:
        """Return the box."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the box."""
        self.close()

    def _ready(self) -> Supervisor:
        """Return the supervisor; a new one where the last is gone, at the same place if can be."""
        if self._is_closed:
            raise SandboxError("the box is closed")
        if self._is_wiping and self._flow is not None and self._flow.is_over:
            self._await_wiped()
        if self._supervisor is None:
            launch = self._launcher(self._files, self._root, self._opens_windows)
            supervisor = self._supervisor = Supervisor(launch)
            self._root = supervisor.root
            try:
                if self._is_cancelled:
                    supervisor.hang_up()
                else:
                    self._group = _group_with(supervisor.pid)
                    self._lay(supervisor, launch.sent)
                    self._keep_together(supervisor)
            except BaseException:
                self._discard()
                raise
        return self._supervisor

    def _await_wiped(self) -> None:
        """Wait until nothing is left of the last run; do without a supervisor that cannot wipe."""
        self._is_wiping = False
        supervisor = self._supervisor
        if supervisor is None:
            return
        try:
            answer = supervisor.receive(time.monotonic() + _GRACE_S)
        except (SupervisorLostError, SandboxError):
            answer = None
        if answer != (b"wiped", b"1"):
            self._discard(patience_s=0.0 if answer is None else None)

    def _allow_windows(self, allow: bool) -> None:
        """Let programs open windows or not; what they may do is settled as a supervisor starts."""
        if allow is not self._opens_windows:
            self._refuse_while_busy()
            self._opens_windows = allow
            self._discard()

    def _refuse_while_busy(self) -> None:
        if self._flow is not None and not self._flow.is_over:
            raise SandboxError("the box is busy: end its conversation first")

    def _lay(self, supervisor: Supervisor, files: tuple[bytes, ...]) -> None:
        try:
            supervisor.send(b"files", *files)
            answer = supervisor.receive(time.monotonic() + _OPENING_S)
        except SupervisorLostError as error:
            if not self._is_cancelled:
                told = supervisor.complaints() or str(error)
                raise SandboxError(f"a box could not be opened: {told}") from error
            return
        if answer is not None:
            self.protections = tuple(name.decode() for name in answer[1:])
        else:
            raise SandboxError(f"a box could not be opened within {_OPENING_S:.0f} s")

    def _keep_together(self, supervisor: Supervisor) -> None:
        """Take the supervisor into the box's group where something else has started it.

        As a rule it is there, as a child of what is.
        """
        if self._group is None:
            return
        try:
            for pid in supervisor.strays():
                self._group.add(pid)
        except OSError:
            self._leave_group()

    def _leave_group(self) -> None:
        group, self._group = self._group, None
        if group is not None:
            group.close()

    def _begun(
        self,
        kind: bytes,
        command: Sequence[str],
        stdin: bytes,
        limits: Limits,
        artefacts: ArtefactLimits,
    ) -> _Flow:
        self._refuse_while_busy()
        supervisor = None if self._is_cancelled else self._ready()
        if supervisor is not None and self._opens_windows:
            self._light(supervisor)
        elif supervisor is not None and self._warmth is not None:
            self._heat(supervisor, self._warmth, command)
        if supervisor is not None:
            supervisor = self._bounded(supervisor, limits, artefacts)
        flow = self._flow = _Flow(
            supervisor, limits, lambda: self._is_cancelled, self._group.use if self._group else None
        )
        numbers = (
            f"{limits.time_s} {limits.wall_s} {limits.memory_bytes} {limits.output_bytes} "
            f"{artefacts.files} {artefacts.total_bytes}"
        )
        self._is_wiping = supervisor is not None
        words = [os.fsencode(word) for word in command]
        self.guarded(flow, lambda: flow.say(kind, numbers.encode(), stdin, *words))
        return flow

    def _light(self, supervisor: Supervisor) -> None:
        """Let the supervisor start a screen for the next run.

        It is there before the run's limits are set, so that its memory is none of the program's.
        """
        try:
            if self._group is not None:
                self._group.begin(_LIGHTING_BYTES, MOST_PROCESSES)
            supervisor.send(b"screen", os.fsencode(server_program() or ""))
            answer = supervisor.receive(time.monotonic() + _OPENING_S)
        except SupervisorLostError as error:
            if self._is_cancelled:
                return
            raise SandboxError(f"no screen could be opened: {error}") from error
        except OSError as error:
            raise SandboxError(f"no screen could be opened: {error}") from error
        fault = "nothing was heard of it" if answer is None else answer[1].decode(errors="replace")
        if fault and not self._is_cancelled:
            self._discard()
            raise SandboxError(f"no screen could be opened: {fault}")

    def _heat(self, supervisor: Supervisor, warmth: Warmth, command: Sequence[str]) -> None:
        """Let the supervisor put an interpreter on standby, if it is time for another.

        As with a screen, it is there before the run's limits are set.
        """
        warmth.take_end(self._flow.warmth if self._flow is not None else b"")
        if not warmth.is_due(command):
            return
        try:
            if self._group is not None:
                self._group.begin(_LIGHTING_BYTES, MOST_PROCESSES)
            words = [os.fsencode(word) for word in command]
            supervisor.send(b"heat", b"1" if warmth.is_checked else b"", *words)
            answer = supervisor.receive(time.monotonic() + _OPENING_S)
        except (SupervisorLostError, OSError):
            return  # whatever is wrong, the run itself will tell
        if answer is not None:
            warmth.take_answer(*answer[1:])

    def _bounded(
        self, supervisor: Supervisor, limits: Limits, artefacts: ArtefactLimits
    ) -> Supervisor:
        """Set the limits of the box's group; return the supervisor, a new one where that failed.

        What the supervisor itself keeps of the program's output is no use of the program's.
        """
        kept = 2 * (limits.output_bytes + artefacts.total_bytes) + _SUPERVISOR_BYTES
        kept += SCREEN_BYTES if self._opens_windows else 0
        most_processes = MOST_PROCESSES + SPARE_PROCESSES
        try:
            if self._group is not None:
                self._group.begin(limits.memory_bytes + kept, most_processes)
        except OSError:  # what earlier runs left in the kernel's memory is in the way
            self._discard()
            supervisor = self._ready()
            if self._opens_windows:
                self._light(supervisor)
            if self._group is not None:
                self._group.begin(limits.memory_bytes + kept, most_processes)
        return supervisor

    def guarded(self, flow: _Flow, step: Callable[[], T]) -> T:
        """Take a step of the box's latest run.

        What interrupts it leaves the box without a supervisor, and so does a run that left the
        box unclean: the next one gets a new supervisor.
        """
        try:
            result = step()
        except BaseException:
            self._flow = None
            self._discard()
            raise
        is_spent = self._is_cancelled or not flow.is_clean
        if flow is self._flow and flow.is_over and is_spent:
            self._flow = None
            self._discard(patience_s=0.0 if flow.is_stuck else None)
        return result

    def _discard(self, patience_s: float | None = None) -> None:
        self._is_wiping = False
        supervisor, self._supervisor = self._supervisor, None
        if supervisor is None:
            return
        try:
            if patience_s is None:
                supervisor.end()
            else:
                supervisor.end(patience_s)
        finally:
            self._leave_group()


class SupervisedConversation:
    """A running program that is talked to through its box's supervisor."""

    def __init__(self, box: SupervisedBox, flow: _Flow) -> None:
        self._box = box
        self._flow = flow

    def send(self, data: bytes) -> bool:
        """Write all of ``data`` to the program; False where it no longer reads."""
        return self._box.guarded(self._flow, lambda: self._flow.is_delivered(data))

    def receive_line(self, seconds: float) -> bytes | None:
        """Return the next line with its newline, what came before the end of output, or None."""
        until = time.monotonic() + seconds
        return self._box.guarded(self._flow, lambda: self._flow.line(until))

    def close_input(self) -> None:
        """Close the program's standard input."""
        self._box.guarded(self._flow, lambda: self._flow.say(b"close"))

    def finish(self, seconds: float) -> Run:
        """Close the input, wait up to ``seconds`` for the program to exit, and return the facts.

        A program that does not exit in that time is ended and its run ends with WALL_LIMIT.
        """
        self._box.guarded(self._flow, lambda: self._flow.say(b"finish", f"{seconds:f}".encode()))
        return self._box.guarded(self._flow, self._flow.ended)


class _Flow:
    """What has come from one run so far."""

    def __init__(
        self,
        supervisor: Supervisor | None,
        limits: Limits,
        is_cancelled: Callable[[], bool],
        group_use: Callable[[], GroupUse] | None,
    ) -> None:
        self._supervisor = supervisor
        self._limits = limits
        self._is_cancelled = is_cancelled
        self._group_use = group_use
        self._use = GroupUse(peak_bytes=None, memory_kills=0, refused_processes=0)
        self._began = time.monotonic()
        self._streams = {b"out": bytearray(), b"err": bytearray()}
        self._is_out_closed = False
        self._told = 0
        self._answers: list[bool] = []
        self._artefacts: list[Artefact] = []
        self._recording = bytearray()
        self._facts: tuple[bytes, ...] | None = None
        self._lost = SupervisorLostError(None) if supervisor is None else None
        self.is_stuck = False
        """whether the supervisor did not answer in time"""

    @property
    def is_over(self) -> bool:
        """Whether all facts are here, or nothing more can come."""
        return self._facts is not None or self._lost is not None

    @property
    def is_clean(self) -> bool:
        """Whether the box can be used again after this run."""
        return self._facts is not None and self._facts[_CLEAN] == b"1"

    @property
    def warmth(self) -> bytes:
        """How the program was started, and whether another can be started so; see ``Warmth``."""
        return self._facts[_WARMTH] if self._facts is not None else b""

    def say(self, *fields: bytes) -> None:
        """Send a frame to the supervisor, unless the run is over."""
        if self.is_over or self._supervisor is None:
            return
        try:
            self._supervisor.send(*fields)
        except SupervisorLostError:
            self._take(time.monotonic() + _GRACE_S)

    def is_delivered(self, data: bytes) -> bool:
        """Send data to the program; return whether it took all of it."""
        if not data:
            return not self.is_over
        view = memoryview(data)
        while view:
            self._answers.clear()
            self.say(b"send", bytes(view[:_PIECE]))
            while not (self._answers or self.is_over):
                self._take(None)
            if not any(self._answers):
                return False
            view = view[_PIECE:]
        return True

    def line(self, until: float) -> bytes | None:
        """Return the program's next line; see the seam."""
        searched = self._told
        while True:
            printed = self._streams[b"out"]
            end = printed.find(b"\n", searched) + 1
            searched = len(printed)
            if end == 0 and (self._is_out_closed or self.is_over):
                if self.is_over and self.run().ending not in _OWN_ENDINGS:
                    return None
                end = len(printed)
            if end or self._is_out_closed or self.is_over:
                line = bytes(printed[self._told : end])
                self._told = end
                return line
            if not self._take(until):
                return None

    def ended(self) -> Run:
        """Wait for the end of the run and return its facts."""
        while not self.is_over:
            self._take(None)
        return self.run()

    def _take(self, until: float | None) -> bool:
        """Take in the next frame; False where none came by ``until`` (None: by the run's end)."""
        wall_end = self._began + self._limits.wall_s
        due = wall_end + _WAKE_S
        while self._supervisor is not None:
            wait = due if until is None else min(due, until)
            try:
                frame = self._supervisor.receive(wait)
            except SupervisorLostError as error:
                self._lost = error
                self._count_up()
                return True
            if frame is not None:
                self._sort(frame)
                return True
            now = time.monotonic()
            if now > wall_end + _GRACE_S:
                self.is_stuck = True
                self._lost = SupervisorLostError(None)
                return True
            if until is not None and now >= until:
                return False
            self._supervisor.wake()
            due = now + _WAKE_S
        return True

    def _sort(self, frame: tuple[bytes, ...]) -> None:
        kind = frame[0]
        if kind in self._streams:
            self._streams[kind] += frame[1]
        elif kind == b"end":
            self._is_out_closed = self._is_out_closed or frame[1] == b"out"
        elif kind == b"sent":
            self._answers.append(frame[1] == b"1")
        elif kind == b"recording":
            self._recording += frame[1]
        elif kind == b"artefact":
            name = frame[1].decode("utf-8", "backslashreplace")
            if not frame[2].startswith(MAGIC):  # only what we recorded ourselves is a recording
                self._artefacts.append(Artefact(name=name, data=frame[2]))
        elif kind == b"done":
            self._facts = frame[1:]
            self._count_up()

    def _count_up(self) -> None:
        """Ask the group what the box used, while it is there."""
        with suppress(OSError):
            if self._group_use is not None:
                self._use = self._group_use()

    def run(self) -> Run:
        """Return the facts of a run that is over."""
        stdout, stderr = map(bytes, self._streams.values())
        if self._facts is None:
            return self._run_without_facts(stdout, stderr)
        if self._recording:
            self._artefacts.append(Artefact(name=WINDOW, data=bytes(self._recording)))
            self._recording.clear()
        ending, text, status, signal, cpu, wall, memory, neighbours, cut, _, warmth = self._facts
        most_of_one, most_of_all = int(memory), self._use.peak_bytes or 0
        run = Run(
            ending=Ending(ending.decode()),
            exit_status=int(status) if status else None,
            signal=int(signal) if signal else None,
            stdout=stdout,
            stderr=stderr,
            stderr_cut=cut == b"1",
            cpu_s=float(cpu),
            wall_s=float(wall),
            memory_bytes=max(most_of_one, most_of_all),
            memory_of_all=most_of_all > most_of_one,
            neighbours_cpu_s=float(neighbours) if neighbours else None,
            artefacts=tuple(self._artefacts),
            warm=bool(warmth),
            start_error=text.decode("utf-8", "backslashreplace"),
        )
        if _ran_out_of_memory(run, most_of_one, self._limits):
            run = replace(run, ending=Ending.MEMORY_LIMIT)
        return _with_counts(run, self._use)

    def _run_without_facts(self, stdout: bytes, stderr: bytes) -> Run:
        wall_s = time.monotonic() - self._began
        if self._is_cancelled():
            return Run(ending=Ending.CANCELLED, stdout=stdout, stderr=stderr, wall_s=wall_s)
        how = "stopped" if self.is_stuck else "killed"
        run = Run(
            ending=Ending.SIGNALLED,
            signal=self._lost.signal if self._lost else None,
            stdout=stdout,
            stderr=stderr,
            wall_s=wall_s,
            memory_bytes=self._use.peak_bytes or 0,
            memory_of_all=bool(self._use.peak_bytes),
            start_error=f"the process that supervises the program was {how} during the run",
        )
        return _with_counts(run, self._use)


def _with_counts(run: Run, use: GroupUse) -> Run:
    """Return a run with what the kernel has counted for all the box's processes together."""
    if use.memory_kills:
        return replace(run, ending=Ending.MEMORY_LIMIT, start_error="")
    has_failed = run.ending is Ending.SIGNALLED or bool(run.exit_status)
    if use.refused_processes and has_failed and not run.start_error:
        return replace(run, start_error=f"it had more than {MOST_PROCESSES} processes at once")
    return run


def _group_with(pid: int) -> BoxGroup | None:
    """Return a new group that holds a process, or None where there is none to be had."""
    group = BoxGroup.made()
    if group is not None:
        try:
            group.add(pid)
        except OSError:
            group.close()
            return None
    return group


def _ran_out_of_memory(run: Run, most_of_one: int, limits: Limits) -> bool:
    """Return whether a run had more memory than it may, or failed with about all of that in use.

    Nothing tells directly that an allocation was refused, and some memory, such as that which
    processes share, is never refused. Below ``_TELLING_BYTES`` the peak says
    nothing: it has the supervisor's own size as its floor.
    """
    failed = run.ending is Ending.SIGNALLED or bool(run.exit_status)
    telling = limits.memory_bytes >= _TELLING_BYTES and run.ending in _OWN_ENDINGS
    most_bytes = (_FULL_SHARE if failed else 1) * limits.memory_bytes
    return telling and most_of_one > most_bytes


def _laid_in(files: Mapping[str, BoxFile]) -> tuple[bytes, ...]:
    """Return the fields that lay in the given files and the interpreter that all boxes have."""
    fields = [
        _name(PYTHON),
        LINK,
        os.fsencode(BASE_PYTHON),
        _name(f"{PurePosixPath(PYTHON).parents[1]}/pyvenv.cfg"),
        PLAIN,
        _PYVENV.encode(),
    ]
    for name, file in files.items():
        fields += _name(name), PROGRAM if file.executable else PLAIN, file.data
    return tuple(fields)


def _name(name: str) -> bytes:
    """Return a laid-in file's name as bytes; SandboxError for one that leads out of its folder."""
    parts = PurePosixPath(name).parts
    if not parts or "\0" in name or name.startswith("/") or ".." in parts:
        raise SandboxError(f"{name!r} is no name for a file in a box")
    return os.fsencode("/".join(parts))
