"""The puzzle box: shubbles, smoles and a stot in a box that is turned."""

from __future__ import annotations

from collections.abc import Iterable

from judge.hookspecs import hookimpl
from judge.puzzle import PackagePath, Puzzle
from judge_plugins.box.extract import Extract
from judge_plugins.box.simulate import Simulate


@hookimpl
def judge_puzzles() -> Iterable[Puzzle]:
    """Return the puzzle box with its tasks."""
    return (
        Puzzle(
            name="box",
            title="shubbles, smoles and a stot in a box that is turned",
            tasks=(Simulate(), Extract()),
            cases=PackagePath(package="judge", path="cases/box"),
            references=PackagePath(package="judge", path="reference/box"),
        ),
    )
