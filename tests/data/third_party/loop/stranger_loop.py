"""A plugin that bears the name of a built-in one."""

from __future__ import annotations

from collections.abc import Iterable

from judge.hookspecs import hookimpl
from judge.puzzle import Puzzle


@hookimpl
def judge_puzzles() -> Iterable[Puzzle]:
    """Return nothing: its name alone is the trouble."""
    return ()
