"""Landlock: a thread gives up files, TCP, foreign signals and tracing, for itself and its children.

The kernel's interface is told by its number (its ABI): each adds to what can be given up. The
structures and numbers are those of ``linux/landlock.h``; they are the same on all processors.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import struct
import sys
from _collections_abc import Iterable

_CREATE_RULESET = 444
_ADD_RULE = 445
_RESTRICT_SELF = 446
_ASK_FOR_ABI = 1
_PATH_BENEATH = 1

_EXECUTE = 1 << 0
_WRITE_FILE = 1 << 1
_READ_FILE = 1 << 2
_READ_FOLDER = 1 << 3
_REMOVE = 1 << 4 | 1 << 5
_MAKE_FOLDER = 1 << 7
_MAKE_FILE = 1 << 8
_MAKE_SOCKET = 1 << 9
_MAKE_PIPE = 1 << 10
_MAKE_LINK = 1 << 12
_REFER = 1 << 13
_TRUNCATE = 1 << 14

_ALL_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
"""what the kernel can refuse from an ABI on; sockets, devices and their controls are among it"""

_OF_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_TO_READ = _EXECUTE | _READ_FILE | _READ_FOLDER
_TO_USE = _READ_FILE | _WRITE_FILE | _TRUNCATE
_TO_WRITE = (
    _TO_READ | _TO_USE | _REMOVE | _MAKE_FOLDER | _MAKE_FILE | _MAKE_PIPE | _MAKE_LINK | _REFER
)

_BIND_AND_CONNECT = 3
_ABSTRACT_SOCKETS_AND_SIGNALS = 3

TCP_ABI = 4
SCOPES_ABI = 6
TRUNCATE_ABI = 3

_libc = ctypes.CDLL(None, use_errno=True)


def landlock_abi() -> int:
    """Return the number of the kernel's Landlock interface; 0 where there is none."""
    if sys.platform != "linux":
        return 0
    return max(0, int(_libc.syscall(_CREATE_RULESET, None, 0, _ASK_FOR_ABI)))


def give_up(
    abi: int,
    *,
    listable: Iterable[str],
    readable: Iterable[str],
    usable: Iterable[str],
    writable: Iterable[str],
    sockets: bool = False,
) -> None:
    """Give up all files but those below the given paths, and all else that ``abi`` offers.

    This thread must have no way of gaining privileges left. ``listable`` is for looking at the
    names in folders, ``readable`` for reading and executing, ``usable`` for reading and writing
    what is there (devices), ``writable`` for everything but devices and, unless ``sockets`` are
    asked for, those; only the latter have to exist. Raises OSError.
    """
    handled = _ALL_RIGHTS[max(known for known in _ALL_RIGHTS if known <= abi)]
    ruleset = _new_ruleset(abi, handled)
    try:
        for paths, rights, must_be in (
            (listable, _READ_FOLDER, False),
            (readable, _TO_READ, False),
            (usable, _TO_USE, False),
            (writable, _TO_WRITE | (_MAKE_SOCKET if sockets else 0), True),
        ):
            for path in paths:
                _allow(ruleset, path, rights & handled, must_be=must_be)
        _call(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _new_ruleset(abi: int, handled: int) -> int:
    fields = [handled]
    if abi >= TCP_ABI:
        fields.append(_BIND_AND_CONNECT)
    if abi >= SCOPES_ABI:
        fields.append(_ABSTRACT_SOCKETS_AND_SIGNALS)
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    return _call(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)


def _allow(ruleset: int, path: str, rights: int, *, must_be: bool) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, PermissionError):
        if must_be:
            raise
        return
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= _OF_A_FILE
        _call(_ADD_RULE, ruleset, _PATH_BENEATH, struct.pack("=Qi", rights, descriptor), 0)
    finally:
        os.close(descriptor)


def _call(number: int, *arguments: object) -> int:
    result = int(_libc.syscall(number, *arguments))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"Landlock: {errno.errorcode.get(code, code)}: {os.strerror(code)}")
    return result
