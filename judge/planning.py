"""Which suites a task has: those that were named, or the puzzle's own, each read once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from judge.cases import case_files, load_suite
from judge.errors import JudgeError
from judge.manager import Register
from judge.models import Suite, TaskId
from judge.resources import located


class SuiteShelf:
    """The suites of a call; a faulty file is left out and its faults are kept in ``faults``.

    Paths that were named must be there (UsageError); a plugin whose own cases are not where it
    says is a fault of that plugin alone.

    Args:
        register: the plugins' puzzles.
        paths: case files and folders that were named; empty: each puzzle's own.
        seed: draws other generated cases.
    """

    def __init__(
        self, register: Register, paths: Sequence[Path] = (), seed: int | None = None
    ) -> None:
        self.faults: list[JudgeError] = []
        self._register = register
        self._seed = seed
        self._named = self._read(paths) if paths else None
        self._own: dict[str, list[Suite]] = {}

    def suites(self, task: TaskId) -> list[Suite]:
        """Return the suites of a task, in case order."""
        if self._named is not None:
            return [suite for suite in self._named if suite.task == task]
        if task.puzzle not in self._own:
            self._own[task.puzzle] = self._read_own(task.puzzle)
        return [suite for suite in self._own[task.puzzle] if suite.task == task]

    def _read_own(self, puzzle: str) -> list[Suite]:
        try:
            return self._read([located(self._register.puzzles[puzzle].cases)])
        except JudgeError as error:
            self.faults.append(error)
            return []

    def _read(self, paths: Iterable[Path]) -> list[Suite]:
        suites: list[Suite] = []
        seen: set[str] = set()
        names: set[str] = set()
        for name, path in (found for root in paths for found in case_files(root)):
            real = os.path.realpath(path)
            if real in seen:
                continue
            seen.add(real)
            # Reports tell cases apart by their suite's name: below two roots it may be the same.
            unique = str(path) if name in names else name
            names.add(unique)
            loaded = load_suite(path, unique, self._register.puzzles, seed=self._seed)
            self.faults.extend(loaded.errors)
            if loaded.suite is not None:
                suites.append(loaded.suite)
        return suites
