"""Which suites a task has: those that were named, or the puzzle's own, each read once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from judge.cases import case_files, load_suite
from judge.errors import CaseError
from judge.manager import Register
from judge.models import Suite, TaskId
from judge.resources import located


class SuiteShelf:
    """The suites of a call; a faulty file is left out and its faults are kept in ``faults``.

    Args:
        register: the plugins' puzzles.
        paths: case files and folders that were named; empty: each puzzle's own.
        seed: draws other generated cases.
    """

    def __init__(
        self, register: Register, paths: Sequence[Path] = (), seed: int | None = None
    ) -> None:
        self.faults: list[CaseError] = []
        self._register = register
        self._seed = seed
        self._named = self._read(paths) if paths else None
        self._own: dict[str, list[Suite]] = {}

    def suites(self, task: TaskId) -> list[Suite]:
        """Return the suites of a task, in case order."""
        if self._named is not None:
            return [suite for suite in self._named if suite.task == task]
        if task.puzzle not in self._own:
            folder = located(self._register.puzzles[task.puzzle].cases)
            self._own[task.puzzle] = self._read([folder])
        return [suite for suite in self._own[task.puzzle] if suite.task == task]

    def _read(self, paths: Iterable[Path]) -> list[Suite]:
        suites: list[Suite] = []
        seen: set[Path] = set()
        for name, path in (found for root in paths for found in case_files(root)):
            if path.resolve() in seen:
                continue
            seen.add(path.resolve())
            loaded = load_suite(path, name, self._register.puzzles, seed=self._seed)
            self.faults.extend(loaded.errors)
            if loaded.suite is not None:
                suites.append(loaded.suite)
        return suites
