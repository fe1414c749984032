"""When a box's interpreter on standby is made, and when it is made anew.

All runs that are forked from one share what an interpreter draws by chance as it starts: the seed
of its hashes, and so the order of sets of strings, and its addresses. A program that is right for
some seeds only is to be found out as surely as by starting it anew each time, so each serves few
runs, the first ones fewest. The first run of a command is not forked at all: a box in which nothing
runs twice has no use for an interpreter on standby.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

_FEWEST_RUNS = 2
_MOST_RUNS = 16

_FOUND: dict[tuple[str, ...], str] = {}
"""what is wrong with warm starts on this machine, "" where nothing is, by a box's protections"""


class Warmth:
    """What is known of the interpreter on standby of one box."""

    def __init__(self, python: str, protections: tuple[str, ...]) -> None:
        """Know of none so far; ``python`` is how commands call the interpreter in the box."""
        self._python = python
        self._protections = protections
        self._command: tuple[str, ...] = ()
        self._made = 0
        self._runs_left = 0
        self._is_given_up = False

    @property
    def is_checked(self) -> bool:
        """Whether this machine is known to be able to start programs warm."""
        return _FOUND.get(self._protections) == ""

    def is_due(self, command: Sequence[str]) -> bool:
        """Return whether another is to be made before a command is run."""
        if os.path.normpath(command[0]) != self._python or _FOUND.get(self._protections):
            return False
        if tuple(command) != self._command:
            self._command = tuple(command)
            self._made = self._runs_left = 0
            self._is_given_up = False
            return False
        return not self._runs_left and not self._is_given_up

    def take_answer(self, is_possible: bytes, fault: bytes) -> None:
        """Take in what the supervisor says that was to make it."""
        _FOUND[self._protections] = "" if is_possible else fault.decode(errors="replace")
        self._is_given_up = bool(fault)
        if not fault:
            self._runs_left = min(_FEWEST_RUNS + self._made // 2, _MOST_RUNS)
            self._made += 1

    def take_end(self, warmth: bytes) -> None:
        """Take in how a run was started: ``warm``, or cold, or the standby ended with it."""
        self._runs_left = self._runs_left - 1 if warmth == b"warm" else 0


def warm_fault() -> str:
    """Return why programs could not be started warm on this machine, as far as was tried, or ""."""
    return next(filter(None, _FOUND.values()), "")
