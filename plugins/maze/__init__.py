"""The maze puzzle: corridors, not halls."""

from __future__ import annotations

from collections.abc import Iterable

from judge.hookspecs import hookimpl
from judge.puzzle import PackagePath, Puzzle
from judge_plugins.maze.generate import MazeGenerate
from judge_plugins.maze.maze_file import MazeFile
from judge_plugins.maze.tasks import MazeLoops, MazeOpen


@hookimpl
def judge_puzzles() -> Iterable[Puzzle]:
    """Return the maze puzzle."""
    yield Puzzle(
        name="maze",
        title="corridors, not halls",
        tasks=(MazeOpen(), MazeLoops(), MazeGenerate()),
        cases=PackagePath(package="judge", path="cases/maze"),
        references=PackagePath(package="judge", path="reference/maze"),
        formats=(MazeFile(),),
    )
