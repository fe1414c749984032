"""Tracing a process of ours: stopping it at an address, and having it make system calls.

The kernel lets a process stop another, look at its registers and let it go on by a single step
(``ptrace``). So a stopped process can be made to execute a system call of our choice, and neither
its memory nor its registers show any of it afterwards. Numbers and structures are those of x86_64;
``IS_KNOWN`` says whether this is such a machine.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys

IS_KNOWN = sys.platform == "linux" and os.uname().machine == "x86_64"
"""whether this machine's registers and system calls are those that are used here"""

_PEEK = 1
_POKE = 4
_CONTINUE = 7
_STEP = 9
_READ_REGISTERS = 12
_WRITE_REGISTERS = 13
_DETACH = 17
_READ_MESSAGE = 0x4201
_SEIZE = 0x4206

_TELL_OF_FORKS = 1 << 1
_TELL_OF_EXECUTION = 1 << 4
_KILL_WITH_TRACER = 1 << 20

FORKED = 1
EXECUTED = 4
BORN = 128
"""what a stop can tell besides a signal: it has forked, executed a program, is a new process"""

_TRAP = 5
_WHATEVER_KIND = 0x40000000
"""waits for a process however it was made"""

_REGISTERS = struct.Struct("27Q")
_FIRST_TO_SIXTH = (14, 13, 12, 7, 9, 8)
"""where the arguments of a system call are among the registers: rdi, rsi, rdx, r10, r8, r9"""

_RESULT = 10
_CALL = 15
_NEXT = 16
_STACK = 19
_NO_CALL = 2**64 - 1
_WORD = 8

_ENTRY = 9
"""how the kernel names a program's first instruction to it"""

_SYSTEM_CALL = b"\x0f\x05"
_BREAKPOINT = b"\xcc"

_libc = ctypes.CDLL(None, use_errno=True)
if sys.platform == "linux":
    _ptrace = _libc.ptrace
    _ptrace.restype = ctypes.c_long
    _ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)


class TracingError(Exception):
    """The traced process is gone, or not where it should be, or this machine refuses; says why."""


Registers = tuple[int, ...]


class Tracee:
    """A process that this thread traces; it runs only while it is told to."""

    def __init__(self, pid: int) -> None:
        """Trace from now on what goes on as the process ``pid``, which stays as it is."""
        self.pid = pid
        self._call_at = 0

    @classmethod
    def seized(cls, pid: int) -> Tracee:
        """Begin to trace a process; TracingError where the machine does not let us."""
        tracee = cls(pid)
        tracee._ask(_SEIZE, 0, _TELL_OF_FORKS | _TELL_OF_EXECUTION | _KILL_WITH_TRACER)
        return tracee

    def await_stop(self, event: int = 0) -> None:
        """Wait until it stops; TracingError where that is not for a trap with this event."""
        _, status = os.waitpid(self.pid, _WHATEVER_KIND)
        if not os.WIFSTOPPED(status):
            raise TracingError(f"it ended ({os.waitstatus_to_exitcode(status)})")
        if status >> 8 != (_TRAP | event << 8):
            raise TracingError(f"it stopped for something else ({status >> 8:#x})")

    def go_on(self) -> None:
        """Let it go on."""
        self._ask(_CONTINUE)

    def let_go(self) -> None:
        """Let it go on and trace it no more."""
        self._ask(_DETACH)

    def go_to(self, address: int) -> Registers:
        """Let it run until it is about to execute the instruction at an address, and stop there.

        Returns its registers there. The code is as it was afterwards.
        """
        before = self.peek(address)
        self.poke(address, _BREAKPOINT + before[1:])
        self.go_on()
        self.await_stop()
        registers = self.registers()
        if registers[_NEXT] != address + 1:
            raise TracingError("it stopped elsewhere")
        self.poke(address, before)
        registers = _with(registers, {_NEXT: address, _CALL: _NO_CALL})
        self.set_registers(registers)
        return registers

    def registers(self) -> Registers:
        """Return its registers, in the kernel's order."""
        buffer = ctypes.create_string_buffer(_REGISTERS.size)
        self._ask(_READ_REGISTERS, 0, ctypes.addressof(buffer))
        return _REGISTERS.unpack(buffer)

    def set_registers(self, registers: Registers) -> None:
        """Set all its registers."""
        buffer = ctypes.create_string_buffer(_REGISTERS.pack(*registers), _REGISTERS.size)
        self._ask(_WRITE_REGISTERS, 0, ctypes.addressof(buffer))

    def peek(self, address: int) -> bytes:
        """Return the word of its memory at an address."""
        word = ctypes.c_uint64()
        # The plain system call, unlike the library's function, takes the place of the result.
        if _libc.syscall(101, _PEEK, self.pid, ctypes.c_void_p(address), ctypes.byref(word)) < 0:
            raise _refusal("its memory cannot be read")
        return word.value.to_bytes(_WORD, "little")

    def poke(self, address: int, data: bytes) -> None:
        """Write whole words into its memory, its code too."""
        for at in range(0, len(data), _WORD):
            self._ask(_POKE, address + at, int.from_bytes(data[at : at + _WORD], "little"))

    def call(self, number: int, *arguments: int) -> int:
        """Let it make a system call and return what comes of it; TracingError for an error."""
        self.begin_call(number, *arguments)
        self.await_stop()
        return self.end_call()

    def begin_call(self, number: int, *arguments: int) -> None:
        """Let it begin a system call; it stops when that is done, or before if there is news."""
        changed = {
            _RESULT: number,
            _CALL: _NO_CALL,
            _NEXT: self._call_at,
            **dict(zip(_FIRST_TO_SIXTH, arguments, strict=False)),
        }
        self.set_registers(_with(self.registers(), changed))
        self.step()

    def step(self) -> None:
        """Let it execute one instruction."""
        self._ask(_STEP)

    def end_call(self) -> int:
        """Return what came of the system call that it has made."""
        result = self.registers()[_RESULT]
        if result >= 2**64 - 4096:
            raise TracingError(f"the kernel refused it a call: {os.strerror(2**64 - result)}")
        return result

    def newborn(self) -> Tracee:
        """Return the process that it has just forked, once that has stopped, too."""
        message = ctypes.c_ulong()
        self._ask(_READ_MESSAGE, 0, ctypes.addressof(message))
        child = Tracee(message.value)
        child._call_at = self._call_at
        child.await_stop(BORN)
        return child

    def learn_to_call(self) -> None:
        """Find an instruction in it that makes a system call: the kernel lays some into each."""
        start, end = _mapping(self.pid, "[vdso]")
        with open(f"/proc/{self.pid}/mem", "rb", buffering=0) as memory:
            memory.seek(start)
            found = memory.read(end - start).find(_SYSTEM_CALL)
        if found < 0:
            raise TracingError("the kernel lays no system call into processes")
        self._call_at = start + found

    def entry(self) -> int:
        """Return the address of its program's first instruction, when all libraries are there."""
        with open(f"/proc/{self.pid}/auxv", "rb", buffering=0) as file:
            facts = file.read(4096)
        for kind, value in struct.iter_unpack("2Q", facts[: len(facts) // 16 * 16]):
            if kind == _ENTRY:
                return int(value)
        raise TracingError("its first instruction is not known")

    def _ask(self, request: int, address: int = 0, data: int = 0) -> None:
        if _ptrace(request, self.pid, address, data) < 0:
            raise _refusal("it cannot be traced")


def stack_of(registers: Registers) -> int:
    """Return the address of the top of the stack."""
    return registers[_STACK]


def base_of(pid: int, path: str) -> int | None:
    """Return where a process has mapped a file, or None where it has not."""
    try:
        return _mapping(pid, path)[0]
    except TracingError:
        return None


def _mapping(pid: int, name: str) -> tuple[int, int]:
    with open(f"/proc/{pid}/maps", encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            place, _, _, _, _, *names = line.rstrip("\n").split(maxsplit=5)
            if names == [name]:
                start, _, end = place.partition("-")
                return int(start, 16), int(end, 16)
    raise TracingError(f"it has no {name}")


def _with(registers: Registers, changed: dict[int, int]) -> Registers:
    return tuple(changed.get(index, value) for index, value in enumerate(registers))


def _refusal(what: str) -> TracingError:
    code = ctypes.get_errno()
    return TracingError(f"{what}: {os.strerror(code)} ({errno.errorcode.get(code, code)})")
