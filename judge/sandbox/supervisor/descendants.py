"""The processes below this one: finding all of them, their CPU time, and ending every last one.

This process is a subreaper: whatever a program starts, however it detaches itself, ends up as a
child of this process once its own parent is gone.
"""

from __future__ import annotations

import ctypes
import os
import sys
import time

_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_SIGKILL = 9
_PARENT = 1
_WAITED_TIMES = slice(13, 15)
"""where the fields of /proc/PID/stat say the parent, and the CPU time of children waited for"""

_TICKS = os.sysconf("SC_CLK_TCK")

PATIENCE_S = 10.0
"""how long killed processes may take to disappear"""


IS_FIRST = os.getpid() == 1
"""whether this is the first process of a process namespace, which holds nothing but its box"""


def adopt_orphans() -> None:
    """Become the parent of all descendants whose own parents end, and keep them unprivileged."""
    if sys.platform != "linux":
        return
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    if prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "this kernel lets no process adopt orphans")
    # A program that gains another user's rights could not be killed any more.
    prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


_LISTS_CHILDREN = os.path.exists("/proc/thread-self/children")
"""whether the kernel itself tells a process's children; else all processes are looked through"""


def descendants() -> list[int]:
    """Return the ids of all processes below this one, parents before their children."""
    if IS_FIRST:
        return _others()
    return by_lists() if _LISTS_CHILDREN else by_parents()


def _others() -> list[int]:
    """Return all processes of the namespace but this one."""
    return [int(name) for name in os.listdir("/proc") if name.isdecimal() and name != "1"]


def by_lists() -> list[int]:
    """Return all descendants, from the kernel's lists of children."""
    found = _children(os.getpid())
    for pid in found:
        found += _children(pid)
    return found


def _children(pid: int) -> list[int]:
    """Return the children of all threads of a process; none where it is gone."""
    children: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb", buffering=0) as file:
                children += map(int, file.read().split())
    except OSError:
        return children
    return children


def by_parents() -> list[int]:
    """Return all descendants, from the parents of all processes of the machine."""
    children: dict[int, list[int]] = {}
    try:
        pids = [int(name) for name in os.listdir("/proc") if name.isdecimal()]
    except OSError:
        pids = []
    for pid in pids:
        fields = _stat(pid)
        if fields:
            children.setdefault(int(fields[_PARENT]), []).append(pid)
    found = list(children.get(os.getpid(), ()))
    for pid in found:
        found += children.get(pid, ())
    return found


def _stat(pid: int) -> list[bytes]:
    """Return the fields of a process from its state on; none where it is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            return file.read(4096).rpartition(b")")[2].split()
    except OSError:
        return []


def _own_cpu_s(pid: int) -> float:
    try:
        # The kernel's number for the CPU clock of a process: exact, where /proc counts in ticks.
        return time.clock_gettime(~pid << 3 | 2)
    except OSError:
        return 0.0


def _waited_cpu_s(pid: int) -> float:
    fields = _stat(pid)
    return sum(map(int, fields[_WAITED_TIMES])) / _TICKS if fields else 0.0


class Household:
    """The processes of one run, and the books of those that have ended."""

    def __init__(
        self, first: int, apart: frozenset[int] = frozenset(), *, kept: int | None = None
    ) -> None:
        """Keep the books of the process ``first`` and all others but those ``apart``.

        The process ``kept`` is apart, too. It may stay in the end, unless others have to be killed.
        """
        self.first = first
        self._kept = kept
        self._apart = apart if kept is None else apart | {kept}
        self.status: int | None = None
        """how the first process ended, as the kernel says it; None while it lives"""
        self._reaped_cpu_s = 0.0
        self._seen: dict[int, float] = {}
        self._seen_cpu_s = 0.0
        self.memory_bytes = 0

    def reap(self) -> bool:
        """Take in the processes that have ended; return whether none is left at all."""
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return True
            if pid == 0:
                return False
            if pid == self.first:
                self.status = status
            if pid in self._apart:
                continue
            self._reaped_cpu_s += usage.ru_utime + usage.ru_stime
            unit = 1 if sys.platform == "darwin" else 1024
            self.memory_bytes = max(self.memory_bytes, usage.ru_maxrss * unit)

    @property
    def cpu_s(self) -> float:
        """The CPU time of all that has ended, by the kernel's books or as it was seen running.

        A process that ignores SIGCHLD keeps its children off the books: nobody waits for them.
        """
        return max(self._reaped_cpu_s, self._seen_cpu_s)

    def of_the_run(self, pids: list[int]) -> list[int]:
        """Return those of the processes that are not apart."""
        return [pid for pid in pids if pid not in self._apart]

    def apart_cpu_s(self) -> float:
        """Return the CPU time so far of what is apart and lives."""
        return sum(map(_own_cpu_s, self._apart))

    def used_cpu_s(self, pids: list[int]) -> float:
        """Return the CPU time of this run so far, with that of the live processes ``pids``."""
        pids = self.of_the_run(pids)
        own = {pid: _own_cpu_s(pid) for pid in pids}
        self._seen_cpu_s += sum(
            max(0.0, used - self._seen.get(pid, 0.0)) for pid, used in own.items()
        )
        self._seen = own
        booked = self._reaped_cpu_s + sum(own.values()) + sum(map(_waited_cpu_s, pids))
        return max(booked, self._seen_cpu_s)

    def _has_ended_by_itself(self) -> bool:
        """Return whether nothing is left but what is to be kept."""
        self.reap()
        return self.status is not None and set(descendants()) <= {self._kept}

    def kill(self) -> None:
        """Kill everything there is at this moment.

        At once where the namespace holds nothing else, else by process groups: the kernel lets
        no member of a killed group fork on.
        """
        if IS_FIRST:
            try:
                os.kill(-1, _SIGKILL)
            except ProcessLookupError:
                return
            return
        groups = {self.first} if self.status is None else set()
        for pid in descendants():
            try:
                groups.add(os.getpgid(pid))
            except ProcessLookupError:
                continue
        for group in groups - {os.getpgrp()}:
            try:
                os.kill(-group, _SIGKILL)
            except OSError:
                continue  # it is gone already

    def end(self) -> bool:
        """Kill and reap until nothing is left; False where something outlives being killed.

        What is to be kept stays if the first process and all others have ended by themselves: to
        be sure of what has to be killed, everything is.
        """
        if self._kept is not None and self._has_ended_by_itself():
            return True
        give_up = time.monotonic() + PATIENCE_S
        pause = 0.0002
        while not self.reap():
            self.kill()
            if time.monotonic() > give_up:
                return False
            time.sleep(pause)
            pause = min(2 * pause, 0.02)
        return True
