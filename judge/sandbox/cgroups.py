"""Groups of processes (Linux's cgroups): what a whole box uses, bounded, measured and ended.

Use::

    group = BoxGroup.made()          # None where this machine has none for us: see describe()
    group.add(supervisor_pid)        # right after its start, while its interpreter loads
    group.begin(memory_bytes, 64)    # before each run: its limits; peak and counts start anew
    use = group.use()                # after each run: GroupUse
    group.close()                    # kills what is left and removes the group

Groups are made below the judge's own group, or beside it where only that is possible (version 2
lets no group that has processes hand its controllers down). Nothing but what is made here is
ever changed. Each group is locked by its judge; one that is not locked was left behind by a judge
that was killed, and is removed by the next.

The supervisor is in the group, too, since only what is there is inherited: its own use at the
begin of a run is added to the limits and taken from the peak. It must not be what the kernel kills
when memory runs out: see ``supervisor/sacrifice.py``.
"""

from __future__ import annotations

import fcntl
import itertools
import os
import re
import signal
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

PREFIX = "golf-judge-"
"""how the names of all groups begin that are made here"""

_PATIENCE_S = 2.0
_PAUSE_S = 0.002
_UNLIMITED = -1
_VAST = 2**62
_OWN_GROUPS = Path("/proc/self/cgroup")
_MOUNTS = Path("/proc/self/mountinfo")
_ADVICE = (
    "; run the judge as root, or on a machine with cgroup version 2 as a service or scope of "
    "your own: systemd-run --user --scope judge ..."
)

_number = itertools.count()


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupUse:
    """What a box used since the last ``begin``.

    ``peak_bytes`` is of all its processes together, the supervisor's own share left out, but with
    pages of files that the kernel keeps as long as there is room: an upper bound. None where
    the kernel cannot measure single runs. ``memory_kills`` counts processes that were killed for
    lack of memory, ``refused_processes`` attempts to start one beyond the limit.
    """

    peak_bytes: int | None
    memory_kills: int
    refused_processes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A folder below which groups can be made, and what they can do there."""

    folder: Path
    version: int
    controllers: frozenset[str]


class BoxGroup:
    """The group of one box. For one thread at a time."""

    def __init__(self, places: Sequence[Place]) -> None:
        """Make a group at each of the places; OSError where that fails."""
        self._shares: list[_Share] = []
        try:
            for place in places:
                self._shares.append(_Share(place))
        except OSError:
            self.close()
            raise

    @classmethod
    def made(cls) -> BoxGroup | None:
        """Return a new group, or None where there is none to be had."""
        places = available_places()
        if not places:
            return None
        try:
            return cls(places)
        except OSError:
            return None

    def add(self, pid: int) -> None:
        """Take in a process, with all that it will start; OSError where that fails.

        The kernel can take 10 ms for it: to be done while the process is still loading.
        """
        for share in self._shares:
            share.add(pid)

    def begin(self, memory_bytes: int, processes: int) -> None:
        """Set the limits of the next run, and start its peak and its counts anew.

        ``processes`` counts threads, too.
        """
        for share in self._shares:
            share.begin(memory_bytes, processes)

    def use(self) -> GroupUse:
        """Return what was used since the last ``begin``."""
        peaks = [share.memory.peak() for share in self._shares if share.memory]
        return GroupUse(
            peak_bytes=next(iter(peaks), None),
            memory_kills=sum(share.memory.kills() for share in self._shares if share.memory),
            refused_processes=sum(
                share.processes.refused() for share in self._shares if share.processes
            ),
        )

    def kill(self) -> None:
        """Kill everything in the group, and its supervisor with it; waits until it is empty."""
        for share in self._shares:
            share.kill()

    def close(self) -> None:
        """Kill everything in the group and remove it."""
        for share in self._shares:
            share.close()
        self._shares.clear()

    def __enter__(self) -> Self:
        """Return the group."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the group."""
        self.close()


def bounds_memory() -> bool:
    """Return whether groups here bound and measure the memory of whole boxes."""
    return any("memory" in place.controllers for place in available_places())


def describe() -> str:
    """Return one sentence: whose memory a limit bounds on this machine, and if not all, why."""
    for place in available_places():
        if "memory" in place.controllers:
            return (
                f"the memory limit is for all processes of a box together "
                f"(cgroup version {place.version})"
            )
    return f"the memory limit is for each process by itself: {_what_is_missing()}"


def _what_is_missing() -> str:
    candidates = list(_candidates())
    if not candidates:
        return "this system has no cgroups"
    if not any("memory" in place.controllers for place in candidates):
        return "no cgroup of the judge's has a memory controller to hand down" + _ADVICE
    return "no group can be made below the judge's own cgroup" + _ADVICE


@cache
def available_places() -> tuple[Place, ...]:
    """Return where groups can really be made, at most one place for each controller.

    Each is tried. What killed judges have left there is removed on the way.
    """
    found: list[Place] = []
    for place in _candidates():
        if any(place.controllers & other.controllers for other in found):
            continue
        with suppress(OSError):
            _remove_stale(place.folder)
            _Share(place).close()
            found.append(place)
    return tuple(found)


def _candidates() -> Iterator[Place]:
    """Yield places below and beside the groups that this process is in, the best first."""
    try:
        groups = _OWN_GROUPS.read_text().splitlines()
        mounts = [line.split() for line in _MOUNTS.read_text().splitlines()]
    except OSError:
        return
    for line in groups:
        _, names, path = line.split(":", 2)
        wanted = frozenset(names.split(",")) & {"memory", "pids"}
        if not names:
            own = _folder(mounts, "cgroup2", frozenset(), path)
            for folder in () if own is None else (own, own.parent):
                handed = _handed_down(folder)
                if handed:
                    yield Place(folder=folder, version=2, controllers=handed)
        elif wanted:
            own = _folder(mounts, "cgroup", wanted, path)
            if own is not None:
                yield Place(folder=own, version=1, controllers=wanted)


def _handed_down(folder: Path) -> frozenset[str]:
    """Return which controllers new groups in a folder have, of those that are of use here."""
    try:
        names = (folder / "cgroup.subtree_control").read_text().split()
    except OSError:
        return frozenset()
    return frozenset(names) & {"memory", "pids"}


def _folder(
    mounts: Sequence[Sequence[str]], kind: str, controllers: frozenset[str], group: str
) -> Path | None:
    """Return where a group lies, or None where it is not mounted."""
    for fields in mounts:
        dash = fields.index("-")
        root, point, options = fields[3], fields[4], fields[-1].split(",")
        if fields[dash + 1] == kind and controllers <= set(options):
            with suppress(ValueError):
                return Path(point) / Path(group).relative_to(root)
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    """How a version of cgroups calls the files of its memory controller, and what is in them."""

    limit: str
    limit_with_swap: str
    swap_limit: str
    peak: str
    events: str
    lasting: tuple[str, ...]
    """what memory.stat calls the pages that stay until they are given back"""


_NAMES = {
    1: _Names(
        limit="memory.limit_in_bytes",
        limit_with_swap="memory.memsw.limit_in_bytes",
        swap_limit="",
        peak="memory.max_usage_in_bytes",
        events="memory.oom_control",
        lasting=("rss", "shmem"),
    ),
    2: _Names(
        limit="memory.max",
        limit_with_swap="",
        swap_limit="memory.swap.max",
        peak="memory.peak",
        events="memory.events",
        lasting=("anon", "shmem"),
    ),
}


class _Share:
    """A group in one hierarchy: a folder that is ours alone."""

    def __init__(self, place: Place) -> None:
        self.memory: _Memory | None = None
        self.processes: _Processes | None = None
        self._folder, self._lock = _new_folder(place.folder)
        self._files = _Files(self._folder)
        try:
            if "memory" in place.controllers:
                self.memory = _Memory(self._files, _NAMES[place.version])
            if "pids" in place.controllers:
                self.processes = _Processes(self._files)
        except OSError:
            self.close()
            raise

    def add(self, pid: int) -> None:
        self._files.write("cgroup.procs", pid)

    def begin(self, memory_bytes: int, processes: int) -> None:
        if self.memory:
            self.memory.begin(memory_bytes)
        if self.processes:
            self.processes.begin(processes)

    def kill(self) -> bool:
        """Kill what is in the group; return whether it is empty then."""
        if self.processes:
            with suppress(OSError):
                self.processes.stop()
        return _is_emptied(self._folder)

    def close(self) -> None:
        if self.kill():
            _remove(self._folder)
        self._files.close()
        os.close(self._lock)


class _Files:
    """The files of a group, which stay open: they are used before and after each run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[str, int] = {}

    def has(self, name: str) -> bool:
        return bool(name) and (self._folder / name).exists()

    def read(self, name: str) -> bytes:
        return os.pread(self._descriptor(name), 8192, 0)

    def numbers(self, name: str, *keys: str) -> int:
        """Return the sum of what a file says of some keys."""
        return sum(map(int, _lines_of(keys).findall(self.read(name))))

    def write(self, name: str, number: int) -> None:
        os.pwrite(self._descriptor(name), str(number).encode(), 0)

    def close(self) -> None:
        for descriptor in self._open.values():
            os.close(descriptor)
        self._open.clear()

    def _descriptor(self, name: str) -> int:
        if name not in self._open:
            path = self._folder / name
            mode = os.O_RDWR if path.stat().st_mode & stat.S_IWUSR else os.O_RDONLY
            self._open[name] = os.open(path, mode | os.O_CLOEXEC)
        return self._open[name]


@cache
def _lines_of(keys: tuple[str, ...]) -> re.Pattern[bytes]:
    """Return what finds the number in each line that begins with one of some keys."""
    return re.compile(rb"^(?:%s) (\d+)$" % "|".join(keys).encode(), re.MULTILINE)


class _Memory:
    """The memory of a group: its limit, its peak, its kills."""

    def __init__(self, files: _Files, names: _Names) -> None:
        self._files = files
        self._names = names
        self._has_limit_with_swap = files.has(names.limit_with_swap)
        if files.has(names.swap_limit):
            files.write(names.swap_limit, 0)
        self._most_bytes = 0
        """the limit that is set, 0 where that is not known"""

        self._bound(_VAST)
        self._measures_runs = files.has(names.peak) and self._has_forgotten_peak()
        self._own_bytes = 0
        self._kills_before = 0

    def begin(self, memory_bytes: int) -> None:
        self._own_bytes = self._files.numbers("memory.stat", *self._names.lasting)
        self._bound(memory_bytes + self._own_bytes)
        self._kills_before = self._all_kills()
        if self._measures_runs:
            self._has_forgotten_peak()

    def peak(self) -> int | None:
        if not self._measures_runs:
            return None
        return max(0, int(self._files.read(self._names.peak)) - self._own_bytes)

    def kills(self) -> int:
        return self._all_kills() - self._kills_before

    def _all_kills(self) -> int:
        return self._files.numbers(self._names.events, "oom_kill")

    def _bound(self, most_bytes: int) -> None:
        """Set the limit; the one that swap counts towards is never below the other meanwhile."""
        if most_bytes == self._most_bytes:
            return
        self._most_bytes = 0
        if self._has_limit_with_swap:
            self._files.write(self._names.limit_with_swap, _UNLIMITED)
        self._files.write(self._names.limit, most_bytes)
        if self._has_limit_with_swap:
            self._files.write(self._names.limit_with_swap, most_bytes)
        self._most_bytes = most_bytes

    def _has_forgotten_peak(self) -> bool:
        """Let the peak start anew; False where the kernel is too old for that."""
        try:
            self._files.write(self._names.peak, 0)
        except OSError:
            return False
        return True


class _Processes:
    """The number of processes and threads in a group: its limit, and what was refused."""

    def __init__(self, files: _Files) -> None:
        self._files = files
        self._most = 0
        """the limit that is set, 0 where that is not known"""

        self._refused_before = self._all_refused()

    def begin(self, most: int) -> None:
        most += int(self._files.read("pids.current"))
        if most != self._most:
            self._most = 0
            self._files.write("pids.max", most)
            self._most = most
        self._refused_before = self._all_refused()

    def stop(self) -> None:
        """Let no process start another one."""
        self._most = 0
        self._files.write("pids.max", 0)

    def refused(self) -> int:
        return self._all_refused() - self._refused_before

    def _all_refused(self) -> int:
        return self._files.numbers("pids.events", "max")


def _new_folder(parent: Path) -> tuple[Path, int]:
    """Return a new group below a folder, and the lock that says it is not left behind."""
    while True:
        folder = parent / f"{PREFIX}{os.getpid()}-{next(_number)}"
        with suppress(FileExistsError):  # left behind by another of our id
            folder.mkdir(mode=0o755)
            # Before it is locked it may be taken for one that was left behind, and removed.
            with suppress(FileNotFoundError):
                lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
                if _is_locked(lock):
                    return folder, lock
                os.close(lock)


def _is_locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _remove_stale(parent: Path) -> None:
    """Remove groups that their judges did not live to remove."""
    for folder in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                if _is_locked(lock) and _is_left(folder):
                    _remove(folder)
            finally:
                os.close(lock)


def _is_left(folder: Path) -> bool:
    """Let what is in a stale group end by itself, as it does without a judge, or else kill it."""
    give_up = time.monotonic() + _PATIENCE_S
    while _members(folder) and time.monotonic() < give_up:
        time.sleep(_PAUSE_S)
    return _is_emptied(folder)


def _is_emptied(folder: Path) -> bool:
    """Kill everything in a group; return whether it is empty then."""
    give_up = time.monotonic() + _PATIENCE_S
    while members := _members(folder):
        if time.monotonic() > give_up:
            return False
        try:
            (folder / "cgroup.kill").write_text("1")
        except OSError:  # version 1, or an old kernel
            for pid in members:
                _kill_member(folder, pid)
        time.sleep(_PAUSE_S)
    return True


def _members(folder: Path) -> list[int]:
    try:
        return [int(line) for line in (folder / "cgroup.procs").read_text().split()]
    except OSError:
        return []


def _kill_member(folder: Path, pid: int) -> None:
    """Kill a process if it is in a group still once it can no longer be mistaken for another."""
    with suppress(OSError):
        descriptor = os.pidfd_open(pid)
        try:
            if pid in _members(folder):
                signal.pidfd_send_signal(descriptor, signal.SIGKILL)
        finally:
            os.close(descriptor)


def _remove(folder: Path) -> None:
    """Remove an empty group; the kernel may take a moment until it sees that it is empty."""
    give_up = time.monotonic() + _PATIENCE_S
    while time.monotonic() < give_up:
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            time.sleep(_PAUSE_S)
        else:
            return
