"""Taking turns on the machine: runs beside others, and runs alone, whose time is beyond doubt.

The turns hold for all threads and all processes of one user. A run beside others holds the room
shared, one alone holds it for itself. Both pass a turnstile first, and who waits to be alone
stands in it, so that newcomers queue up behind and cannot starve it.
"""

from __future__ import annotations

import fcntl
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from judge.errors import SandboxError
from judge.resources import cache_folder

_SHORTEST_PAUSE_S = 0.0001
_LONGEST_PAUSE_S = 0.005
"""between two tries for a lock: waiting in small steps, Ctrl-C is heard in any thread's turn;
who only passes the turnstile is out of the way at once"""


class Turns:
    """One worker's turns beside others, with the locks kept open from each to the next.

    For one thread at a time, and for one turn.
    """

    def __init__(self) -> None:
        self._locks: tuple[int, ...] = ()

    @contextmanager
    def beside_others(self) -> Iterator[None]:
        """Hold a place on the machine that others may share; waits while someone is alone on it."""
        turnstile, room = self._opened()
        _await_lock(turnstile, fcntl.LOCK_EX)
        try:
            _await_lock(room, fcntl.LOCK_SH)
        finally:
            fcntl.flock(turnstile, fcntl.LOCK_UN)
        try:
            yield
        finally:
            fcntl.flock(room, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the locks; the next turn opens them again."""
        for descriptor in self._locks:
            os.close(descriptor)
        self._locks = ()

    def _opened(self) -> tuple[int, ...]:
        """Return the locks, opened anew where someone has removed them and others hold new ones."""
        if not all(os.fstat(descriptor).st_nlink for descriptor in self._locks):
            self.close()
        if not self._locks:
            folder = private_folder("turns")
            turnstile = _opened(folder / "turnstile")
            try:
                self._locks = turnstile, _opened(folder / "room")
            except BaseException:
                os.close(turnstile)
                raise
        return self._locks


@contextmanager
def beside_others() -> Iterator[None]:
    """Hold a place on the machine that others may share; waits while someone is alone on it."""
    turns = Turns()
    try:
        with turns.beside_others():
            yield
    finally:
        turns.close()


@contextmanager
def alone() -> Iterator[None]:
    """Hold the machine alone; waits until those who hold a place now have left it.

    Never ask for it while holding a place: one would wait for oneself.
    """
    turnstile = _locked("turnstile", fcntl.LOCK_EX)
    try:
        room = _locked("room", fcntl.LOCK_EX)
    finally:
        os.close(turnstile)
    try:
        yield
    finally:
        os.close(room)


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Hold the lock file ``path`` against all other threads and processes."""
    descriptor = _lock(path, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(descriptor)


def _locked(name: str, kind: int) -> int:
    return _lock(private_folder("turns") / name, kind)


def _lock(path: Path, kind: int) -> int:
    """Return an open descriptor that holds a lock; closing it gives the lock back."""
    descriptor = _opened(path)
    try:
        _await_lock(descriptor, kind)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise SandboxError(f"cannot open the lock {path}: {error}") from error


def _await_lock(descriptor: int, kind: int) -> None:
    pause = _SHORTEST_PAUSE_S
    while True:
        try:
            fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_S)
        else:
            return


@cache
def private_folder(name: str) -> Path:
    """Return a folder of that name that this user alone can write to, below the user's cache.

    Where the cache is none of ours, a folder in the temporary one is taken: the same for all
    processes of the user, if nobody else has put one there.
    """
    with suppress(OSError):
        return _made_private(cache_folder() / name)
    with suppress(OSError):
        return _made_private(Path(tempfile.gettempdir(), f"golf-judge-{os.geteuid()}-{name}"))
    try:
        return Path(tempfile.mkdtemp(prefix=f"golf-judge-{name}-"))
    except OSError as error:
        raise SandboxError(f"cannot make a private folder: {error}") from error


def _made_private(folder: Path) -> Path:
    """Return the folder, made if need be; OSError where it is not ours alone."""
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    facts = folder.lstat()
    if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != os.geteuid():
        raise PermissionError(f"{folder} belongs to someone else")
    if stat.S_IMODE(facts.st_mode) != 0o700:
        folder.chmod(0o700)
    return folder
