"""The puzzle loop: tiles with connectors that are turned until nothing is left open."""

from __future__ import annotations

from collections.abc import Iterable

from judge.hookspecs import hookimpl
from judge.puzzle import PackagePath, Puzzle
from judge_plugins.loop.session import SessionTask
from judge_plugins.loop.solve import SolveTask
from judge_plugins.loop.unique import UniqueTask


@hookimpl
def judge_puzzles() -> Iterable[Puzzle]:
    """Return the puzzle loop with its tasks."""
    return [
        Puzzle(
            name="loop",
            title="Loop: turn tiles until every connector meets another",
            tasks=(SessionTask(), SolveTask(), UniqueTask()),
            cases=PackagePath(package="judge", path="cases/loop"),
            references=PackagePath(package="judge", path="reference/loop"),
        )
    ]
