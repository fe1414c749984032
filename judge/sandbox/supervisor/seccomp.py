"""A filter of system calls: what no program needs and what would lead out of its box is refused.

The filter is a small program that the kernel runs before each call. It holds for the thread that
installs it and for everything that this thread starts. Numbers are those of ``asm/unistd.h``.
"""

from __future__ import annotations

import _thread
import ctypes
import errno
import os
import struct
from _collections_abc import Collection, Iterator

_LOAD = 0x20
_IF_EQUAL = 0x15
_IF_AT_LEAST = 0x35
_IF_ANY_BIT = 0x45
_AND = 0x54
_RETURN = 0x06

_ALLOW = 0x7FFF0000
_ERROR = 0x00050000
_KILL_PROCESS = 0x80000000

_NUMBER_AT = 0
_ARCHITECTURE_AT = 4
_ARGUMENTS_AT = 16

_X32 = 0x40000000
"""from this number on calls are of another kind, which would pass the filter unseen"""

_SET_MODE_FILTER = 1
_KEEP_SPECULATION = 4
"""a filter is not to make a program slower than it is without one"""

_ARCHITECTURES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
"""for each processor how the kernel names it, and which column of numbers is its own"""

_INSTALL = (317, 277)

_MOUNTING = {
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "open_tree_attr": (467, 467),
    "unshare": (272, 97),
    "setns": (308, 268),
}
_FOREIGN_PROCESSES = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "kcmp": (312, 272),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
}
_KERNEL = {
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "reboot": (169, 142),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "syslog": (103, 116),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "vhangup": (153, 58),
    "iopl": (172, None),
    "ioperm": (173, None),
    "lookup_dcookie": (212, 18),
    "nfsservctl": (180, 42),
    "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264),
}
_ABSENT = {
    "clone3": (435, 435),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "file_setattr": (469, 469),
}
"""calls that a caller is told do not exist: it falls back to others, which can be looked into;
and those that would leave something in the kernel's memory, or on a folder, for others to find"""

_ATTRIBUTES = {
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "setxattrat": (463, 463),
    "removexattrat": (466, 466),
}
"""calls that change what Landlock does not guard: any file's mode, owner, times and attributes"""

_LOOKED_INTO = {
    "socket": (41, 198),
    "socketpair": (53, 199),
    "clone": (56, 220),
    "personality": (135, 92),
    "ioctl": (16, 29),
    "fcntl": (72, 25),
    "prlimit64": (302, 261),
    "setpriority": (141, 140),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "ioprio_set": (251, 30),
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434),
    "truncate": (76, 45),
    "open": (2, None),
    "openat": (257, 56),
    "openat2": (437, 437),
}

CALLS = {
    **_MOUNTING,
    **_FOREIGN_PROCESSES,
    **_KERNEL,
    **_ABSENT,
    **_ATTRIBUTES,
    **_LOOKED_INTO,
}
"""the number of each call on x86_64 and on aarch64; None where it is not there"""

_SIGNALLING = {
    "kill": (0,),
    "tkill": (0,),
    "tgkill": (0, 1),
    "rt_sigqueueinfo": (0,),
    "rt_tgsigqueueinfo": (0, 1),
}
"""which arguments of the calls that send signals say to whom"""

_ALL_BITS = 0xFFFFFFFF
_EVERYBODY = 0xFFFFFFFF
_NEW_NAMESPACES = 0x7E020080
_UNIX = 1
_KIND_OF_SOCKET = 0xF
_WITHOUT_CONNECTION = (2, 3)
"""datagrams, and what the kernel takes for them: an end of such a pair can send to any path"""

_OF_A_THREAD = os.O_EXCL
_OPENING = os.O_ACCMODE | os.O_TRUNC
_PLAIN_PERSONALITIES = (_ALL_BITS, 0, 0x40000)
"""asking, the usual one, and addresses that are not drawn by chance"""

_INTO_A_TERMINAL = (0x5412, 0x541C)
_OWNER_OF_A_SOCKET = (0x8901, 0x8902)
_MARKS_ON_A_FILE = (0x40086602, 0x401C5820, 0x40086604, 0x40087602, 0x800C6613)
"""ioctl's ways of giving a file or folder flags, a project, a generation, a key: nothing takes them
back but the same, so that a folder would bear them in later runs"""

_SIGNALS_OF_A_FILE = (8, 10, 15)
"""fcntl's ways of having a signal sent to whomever one likes"""

Step = tuple[int, int, int, int]
"""an instruction: code, how far to jump if true, if false, and its number"""


def has_seccomp() -> bool:
    """Return whether this kernel filters system calls, on a processor whose numbers we know."""
    return os.uname().machine in _ARCHITECTURES and os.path.exists("/proc/sys/kernel/seccomp")


def install(
    guarded: Collection[int],
    *,
    has_truncate_right: bool,
    has_scopes: bool,
    seals_attributes: bool = True,
    opens_windows: bool = False,
) -> None:
    """Filter the calls of this thread and of everything that it starts from now on.

    Nobody below may signal the processes and threads ``guarded``. What Landlock cannot refuse
    here is refused too: truncating files where it has no right of its own
    (``has_truncate_right``), signals to what is older where it has no scopes (``has_scopes``),
    and unless they need no seal, changes of files' attributes (``seals_attributes``). With
    ``opens_windows`` there are unix sockets, with connections: an X server listens on one.
    This thread must have no way of gaining privileges left. Raises OSError.
    """
    steps = program(
        os.uname().machine,
        guarded,
        has_truncate_right=has_truncate_right,
        eldest=0 if has_scopes else _thread.get_native_id(),
        seals_attributes=seals_attributes,
        opens_windows=opens_windows,
    )
    code = b"".join(struct.pack("=HBBI", *step) for step in steps)
    buffer = ctypes.create_string_buffer(code, len(code))
    pointer = struct.pack("@HP", len(steps), ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    number = _INSTALL[_ARCHITECTURES[os.uname().machine][1]]
    if libc.syscall(number, _SET_MODE_FILTER, _KEEP_SPECULATION, pointer) != 0:
        error = ctypes.get_errno()
        raise OSError(error, f"seccomp: {os.strerror(error)}")


def program(
    machine: str,
    guarded: Collection[int],
    *,
    has_truncate_right: bool,
    eldest: int,
    seals_attributes: bool = True,
    opens_windows: bool = False,
) -> list[Step]:
    """Return the filter's instructions for a processor.

    With ``eldest``, the id of a thread, nothing that is older can be signalled.
    """
    architecture, column = _ARCHITECTURES[machine]
    steps: list[Step] = [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_IF_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_IF_AT_LEAST, 0, 1, _X32),
        _refusal(errno.ENOSYS),
    ]
    for name, block in (
        *_blocks(guarded, has_truncate_right, eldest),
        *_on_sockets(opens_windows=opens_windows),
    ):
        if name in _ATTRIBUTES and not seals_attributes:
            continue
        number = CALLS[name][column]
        if number is not None:
            steps.append((_IF_EQUAL, 0, len(block), number))
            steps += block
    return [*steps, (_RETURN, 0, 0, _ALLOW)]


def _blocks(
    guarded: Collection[int], has_truncate_right: bool, eldest: int
) -> Iterator[tuple[str, list[Step]]]:
    """Yield calls, each with what is done about it; none of them jumps out of its block."""
    for refused, error in (
        (_MOUNTING, errno.EPERM),
        (_FOREIGN_PROCESSES, errno.EPERM),
        (_KERNEL, errno.EPERM),
        (_ABSENT, errno.ENOSYS),
        (_ATTRIBUTES, 0),
    ):
        for name in refused:
            yield name, [_refusal(error)]
    yield "clone", _if_bits(0, _NEW_NAMESPACES)
    yield "personality", _unless(0, _PLAIN_PERSONALITIES)
    yield "ioctl", _if(1, (*_INTO_A_TERMINAL, *_OWNER_OF_A_SOCKET, *_MARKS_ON_A_FILE))
    yield "fcntl", _if(1, _SIGNALS_OF_A_FILE)
    yield from _blocks_on_others()
    yield from _blocks_on_signals(guarded, eldest)
    if not has_truncate_right:
        yield "truncate", [_refusal(errno.EACCES)]
        yield "open", _if_masked(1, _OPENING, os.O_RDONLY | os.O_TRUNC)
        yield "openat", _if_masked(2, _OPENING, os.O_RDONLY | os.O_TRUNC)
        yield "openat2", [_refusal(errno.ENOSYS)]


def _on_sockets(*, opens_windows: bool) -> Iterator[tuple[str, list[Step]]]:
    """Yield what is done about sockets."""
    if not opens_windows:
        yield "socket", [_refusal(errno.EACCES)]
    for name in ("socket", "socketpair"):
        yield name, _unless(0, (_UNIX,), errno.EACCES)
        for kind in _WITHOUT_CONNECTION:
            yield name, _if_masked(1, _KIND_OF_SOCKET, kind)


def _blocks_on_others() -> Iterator[tuple[str, list[Step]]]:
    """Yield what keeps a process from changing the limits and priorities of any but itself."""
    for name in ("prlimit64", "sched_setparam", "sched_setscheduler", "sched_setaffinity"):
        yield name, _unless(0, (0,))
    yield "sched_setattr", _unless(0, (0,))
    for name, process in (("setpriority", 0), ("ioprio_set", 1)):
        yield name, _unless(0, (process,))
        yield name, _unless(1, (0,))


def _blocks_on_signals(guarded: Collection[int], eldest: int) -> Iterator[tuple[str, list[Step]]]:
    """Yield what keeps signals from the guarded, and from what is older than ``eldest``.

    The latter is for kernels that have no scopes: all threads that the judge has so far, and all
    else that the user runs, as far as ids tell their age.
    """
    ids = [number & _ALL_BITS for pid in guarded for number in (pid, -pid)]
    for name, arguments in _SIGNALLING.items():
        for argument in arguments:
            yield name, _if(argument, ids)
            if eldest:
                yield name, _if_older(argument, eldest)
    yield "kill", _if(0, (_EVERYBODY,))
    yield "pidfd_open", _if_bits(1, _OF_A_THREAD)


def _refusal(error: int) -> Step:
    return _RETURN, 0, 0, _ERROR | error


def _load(argument: int) -> Step:
    """Load the lower half of an argument: all that the kernel looks at in those used here."""
    return _LOAD, 0, 0, _ARGUMENTS_AT + 8 * argument


_RELOAD: Step = (_LOAD, 0, 0, _NUMBER_AT)


def _if(argument: int, values: Collection[int], error: int = errno.EPERM) -> list[Step]:
    """Refuse a call if an argument has one of the values."""
    checks = [step for value in values for step in ((_IF_EQUAL, 0, 1, value), _refusal(error))]
    return [_load(argument), *checks, _RELOAD]


def _unless(argument: int, values: Collection[int], error: int = errno.EPERM) -> list[Step]:
    """Refuse a call unless an argument has one of the values."""
    left = range(len(values), 0, -1)
    checks = [(_IF_EQUAL, more, 0, value) for more, value in zip(left, values, strict=True)]
    return [_load(argument), *checks, _refusal(error), _RELOAD]


def _if_bits(argument: int, bits: int, error: int = errno.EPERM) -> list[Step]:
    """Refuse a call if an argument has any of the bits."""
    return [_load(argument), (_IF_ANY_BIT, 0, 1, bits), _refusal(error), _RELOAD]


def _if_older(argument: int, thread: int, error: int = errno.EPERM) -> list[Step]:
    """Refuse a call if an argument is the id of something older than a thread, or of its group.

    Once the kernel has begun to give ids from the lowest again, that takes in some younger ones.
    """
    return [
        _load(argument),
        (_IF_EQUAL, 3, 0, 0),
        (_IF_AT_LEAST, 1, 0, -thread + 1 & _ALL_BITS),
        (_IF_AT_LEAST, 1, 0, thread),
        _refusal(error),
        _RELOAD,
    ]


def _if_masked(argument: int, mask: int, value: int, error: int = errno.EACCES) -> list[Step]:
    """Refuse a call if an argument, but for the bits outside a mask, is a value."""
    return [
        _load(argument),
        (_AND, 0, 0, mask),
        (_IF_EQUAL, 0, 1, value),
        _refusal(error),
        _RELOAD,
    ]
