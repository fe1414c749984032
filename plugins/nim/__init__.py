"""The puzzle nim: numbered heaps of matches; who takes the last one wins."""

from __future__ import annotations

from collections.abc import Iterable

from judge.hookspecs import hookimpl
from judge.puzzle import PackagePath, Puzzle
from judge_plugins.nim.play import PlayTask
from judge_plugins.nim.session import SessionTask


@hookimpl
def judge_puzzles() -> Iterable[Puzzle]:
    """Return the puzzle nim."""
    return [
        Puzzle(
            name="nim",
            title="Nim: who takes the last match wins",
            tasks=(SessionTask(), PlayTask()),
            cases=PackagePath(package="judge", path="cases/nim"),
            references=PackagePath(package="judge", path="reference/nim"),
        )
    ]
