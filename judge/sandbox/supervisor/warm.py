"""An interpreter on standby: started as for a run, stopped before its program, and forked for each.

It is started by the very command of the runs, confined and bounded as they are, and stopped where
Python's own start is over and nothing of the program has been read (``Py_RunMain``). Not it but a
fork of it goes on from there, once it has been given the run's pipes, session, folder and limits.
So whatever a program finds, it finds because the interpreter has made it so; nothing is imported,
undone or imitated, and no code of ours runs in a process that runs a program.

The one on standby stays stopped for good: it is traced by its supervisor, so nobody else can trace
it; its memory is closed to others, and no run changes it. What can be done to it is to kill it:
then there is none, and programs are started anew until there is another.
"""

from __future__ import annotations

import _socket
import ctypes
import os
import resource
import select
import struct
import sys
from _collections_abc import Callable

from .starting import CATCHABLE_SIGNALS
from .warm_tracing import EXECUTED, FORKED, IS_KNOWN, Tracee, TracingError, base_of, stack_of

_PLACE = "Py_RunMain"
"""the function that an interpreter enters once it has started; it reads and runs the program"""

_SET_SIGNAL = 13
_RECEIVE = 47
_CLONE = 56
_CHANGE_FOLDER = 81
_NEW_SESSION = 112
_CONTROL_PROCESS = 157
_SET_ROBUST_LIST = 273
_GET_ROBUST_LIST = 274
_CLOSE_RANGE = 436

_SET_DUMPABLE = 4
_TELL_THREAD_PLACE = 40

_CHILD_OF_MY_PARENT = 0x8000
_CLEAR_THREAD = 0x200000
_SET_THREAD = 0x1000000
_SIGNALS_OF_THE_LIBRARY = (32, 33)
"""ignored by what the C library starts, which lets nobody else set them"""

_SIGCHLD = 17
_SIGKILL = 9

_WIRE = 3
_FOLDER = 4
"""the descriptors in a new run that are closed before its program is there: the wire on which all
others come, and the working directory"""

_INHERITED_LIMITS = (
    resource.RLIMIT_AS,
    resource.RLIMIT_CORE,
    resource.RLIMIT_FSIZE,
    resource.RLIMIT_NOFILE,
    resource.RLIMIT_STACK,
)
"""the limits of every program that are those of its supervisor"""

_FAR_BELOW = 4096
"""how far below the top of the stack nothing is kept"""

_libc = ctypes.CDLL(None, use_errno=True)


class StandbyError(Exception):
    """There can be no interpreter on standby for this command, or on this machine; says why."""


class Standby:
    """One interpreter on standby."""

    def __init__(
        self,
        command: list[str],
        environ: dict[str, str],
        start: Callable[[Callable[[], int | str]], int | str],
    ) -> None:
        """Start it where ``start`` calls functions, in this working directory, and stop it.

        It comes into being with the present limits of this process. Raises StandbyError.
        """
        if not IS_KNOWN:
            raise StandbyError("it is known for Linux on x86_64 alone")
        if os.path.realpath(command[0]) != os.path.realpath(sys.executable):
            raise StandbyError(f"{command[0]} is another interpreter than the judge's")
        self.command = command
        self.pid = 0
        """its process id"""
        self._wire, theirs = _socket.socketpair()
        stdin, nobody = os.pipe()
        nothing, stdout = os.pipe()
        try:
            given = (stdin, stdout, stdout, theirs.fileno())
            pid = start(lambda: _forked(command, environ, given))
            theirs.close()
            self._tracee = self._seized(int(pid))
            self._prepare()
            os.set_blocking(nothing, False)
            _refuse_talk(nothing)
        except (TracingError, OSError) as error:
            self.end()
            raise StandbyError(str(error)) from error
        except StandbyError:
            self.end()
            raise
        finally:
            theirs.close()
            for descriptor in (stdin, nobody, nothing, stdout):
                os.close(descriptor)

    def _seized(self, pid: int) -> Tracee:
        """Trace the new process, which waits for that, and let it execute the interpreter."""
        self._descriptor = os.pidfd_open(pid)
        self.pid = pid
        if not self._wire.recv(1):
            raise TracingError("it ended before it began")
        tracee = Tracee.seized(pid)
        self._wire.send(b"x")
        tracee.await_stop(EXECUTED)
        return tracee

    def _prepare(self) -> None:
        """Bring it to the end of its start, and lay down what its forks need."""
        tracee = self._tracee
        path, offset = _whereabouts()
        base = base_of(self.pid, path)
        if base is None:  # the library is not there yet
            tracee.go_to(tracee.entry())
            base = base_of(self.pid, path)
        if base is None:
            raise TracingError(f"it does without {path}")
        self._registers = tracee.go_to(base + offset)
        self.peak_bytes = _peak_bytes(self.pid)
        tracee.learn_to_call()
        self._robust_list = _robust_list(self.pid)
        free = (stack_of(self._registers) - _FAR_BELOW) & -16
        tracee.call(_CONTROL_PROCESS, _TELL_THREAD_PLACE, free)
        self._thread_place = int.from_bytes(tracee.peek(free), "little")
        self._message = _lay_message(tracee, free)
        tracee.call(_CLOSE_RANGE, 0, 2, 0)
        tracee.call(_CONTROL_PROCESS, _SET_DUMPABLE, 0)

    def is_alive(self) -> bool:
        """Return whether it is there still."""
        poller = select.poll()
        poller.register(self._descriptor, select.POLLIN)
        return not poller.poll(0)

    def forked(self, descriptors: tuple[int, int, int], settle: Callable[[int], None]) -> int:
        """Start a run with the three descriptors in this working directory; return its process id.

        ``settle`` is called with that before the program goes on. Raises StandbyError; then it is
        not to be used any more.
        """
        child = None
        try:
            self._hand_over(descriptors)
            child = self._fork()
            self._settle_in(child)
            _refuse_changes(child.pid)
            settle(child.pid)
            child.set_registers(self._registers)
            child.let_go()
        except (TracingError, OSError) as error:
            if child is not None:
                _end(child.pid)
            raise StandbyError(str(error)) from error
        return child.pid

    def _hand_over(self, descriptors: tuple[int, int, int]) -> None:
        folder = os.open(".", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            given = struct.pack("4i", *descriptors, folder)
            self._wire.sendmsg([b"x"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, given)])
        finally:
            os.close(folder)

    def _fork(self) -> Tracee:
        tracee = self._tracee
        how = _CHILD_OF_MY_PARENT | _SET_THREAD | _CLEAR_THREAD | _SIGCHLD
        tracee.begin_call(_CLONE, how, 0, 0, self._thread_place, 0)
        tracee.await_stop(FORKED)
        child = tracee.newborn()
        tracee.step()
        tracee.await_stop()
        return child

    def _settle_in(self, child: Tracee) -> None:
        """Give a fork all that a new process of its own has: descriptors 0, 1 and 2 come first."""
        child.call(_CONTROL_PROCESS, _SET_DUMPABLE, 1)
        child.call(_SET_ROBUST_LIST, *self._robust_list)
        child.call(_NEW_SESSION)
        child.call(_RECEIVE, _WIRE, self._message, 0)
        child.call(_CHANGE_FOLDER, _FOLDER)
        child.call(_CLOSE_RANGE, _WIRE, 2**32 - 1, 0)

    def end(self) -> None:
        """End it, if it is there, and forget it."""
        self._wire.close()
        if self.pid:
            _end(self.pid)
            os.close(self._descriptor)


def _forked(
    command: list[str], environ: dict[str, str], descriptors: tuple[int, int, int, int]
) -> int:
    """Fork this process to become the program once it is traced; return the fork's process id."""
    pid = os.fork()
    if pid:
        return pid
    try:
        for number in CATCHABLE_SIGNALS:
            _libc.signal(number, None)
        for number in _SIGNALS_OF_THE_LIBRARY:
            _libc.syscall(_SET_SIGNAL, number, struct.pack("4Q", 1, 0, 0, 0), None, 8)
        os.setsid()
        for theirs, ours in enumerate(descriptors):
            os.dup2(ours, theirs)
        _libc.prctl(_SET_DUMPABLE, 1, 0, 0, 0)  # else nobody could trace it
        os.write(_WIRE, b"x")
        if os.read(_WIRE, 1):
            os.execve(command[0], command, environ)  # noqa: S606 - no shell is wanted
    finally:
        os._exit(127)


def _whereabouts() -> tuple[str, int]:
    """Return the file that holds the interpreter, and where in its image the place to stop is."""
    place = ctypes.cast(ctypes.pythonapi[_PLACE], ctypes.c_void_p).value or 0
    facts = (ctypes.c_void_p * 4)()
    if not _libc.dladdr(ctypes.c_void_p(place), ctypes.byref(facts)):
        raise TracingError(f"{_PLACE} cannot be found")
    name = ctypes.cast(facts[0] or 0, ctypes.c_char_p).value or b""
    return os.path.realpath(os.fsdecode(name)), place - (facts[1] or 0)


def _refuse_talk(nothing: int) -> None:
    """Raise StandbyError if the interpreter prints while it starts: that belongs to each run."""
    try:
        said = os.read(nothing, 1)
    except BlockingIOError:
        return
    if said:
        raise StandbyError("it prints while it starts")


def _refuse_changes(pid: int) -> None:
    """Raise TracingError if someone has changed what a new process has from its parent.

    Without walls a program can change it for any process, and so for all later forks.
    """
    ours, theirs = (
        (
            [resource.prlimit(each, kind) for kind in _INHERITED_LIMITS],
            os.sched_getaffinity(each),
            os.getpriority(os.PRIO_PROCESS, each),
        )
        for each in (0, pid)
    )
    if ours != theirs:
        raise TracingError("its limits have been changed")


def _peak_bytes(pid: int) -> int:
    with open(f"/proc/{pid}/status", "rb", buffering=0) as file:
        for line in file.read(4096).splitlines():
            if line.startswith(b"VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0


def _robust_list(pid: int) -> tuple[int, int]:
    """Return what the C library has told the kernel of locks to open at the process's death."""
    head, size = ctypes.c_size_t(), ctypes.c_size_t()
    if _libc.syscall(_GET_ROBUST_LIST, pid, ctypes.byref(head), ctypes.byref(size)) < 0:
        raise TracingError("its list of robust locks cannot be read")
    return head.value, size.value


def _lay_message(tracee: Tracee, free: int) -> int:
    """Lay down what receiving descriptors needs, from ``free`` upwards; return where it begins."""
    byte, vector, control, message = free, free + 16, free + 32, free + 96
    room = struct.calcsize("@Nii4i")
    tracee.poke(vector, struct.pack("@2N", byte, 1))
    tracee.poke(message, struct.pack("@NI4Ni4x", 0, 0, vector, 1, control, room, 0))
    return message


def _end(pid: int) -> None:
    """Kill a child and see it off, if that has not happened."""
    try:
        os.kill(pid, _SIGKILL)
        os.waitpid(pid, 0)
    except (ProcessLookupError, ChildProcessError):
        return


def check(environ: dict[str, str], start: Callable[[Callable[[], int | str]], int | str]) -> str:
    """Return why no interpreter can be on standby on this machine, or "".

    An interpreter in which the place to stop is never reached would run its program at once, so
    this is tried with one that does nothing.
    """
    try:
        Standby([sys.executable, "-I", "-S", "-c", ""], environ, start).end()
    except StandbyError as error:
        return str(error)
    return ""
