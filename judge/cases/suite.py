"""A suite: the keys at the top of a case file, and the cases below them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Map
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.cases import values
from judge.cases.case import CaseReader
from judge.cases.keys import refuse_unknown, unknown
from judge.cases.limits import Settings, settings_of
from judge.cases.nodes import Mapping, Node, Sequence
from judge.cases.source import Source, read_source
from judge.cases.tree import read_tree
from judge.errors import CaseError
from judge.models import Case, Equivalent, Suite, TaskId
from judge.puzzle import Puzzle, Task

_KEYS = ("puzzle", "task", "limits", "cases", "generate", "equivalent")
_EQUIVALENT_KEYS = ("program", "was", "now", "why")


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedSuite:
    """What came of a case file: its suite, or every fault that was found in it, in line order."""

    suite: Suite | None
    errors: tuple[CaseError, ...] = ()


def load_suite(
    path: Path,
    name: str,
    puzzles: Map[str, Puzzle],
    *,
    seed: int | None = None,
    lint: bool = False,
) -> LoadedSuite:
    """Read a case file.

    Nothing is raised: a fault of the file, or of a plugin that fails on it, is an error of the
    suite, and a suite with any error has no cases, so that nobody is graded by half of it.

    Args:
        path: the file.
        name: the suite's display name.
        puzzles: the known puzzles by name.
        seed: draws other generated cases than the file's own seeds do; their ids stay the same.
        lint: also let the task's rules check every written answer; what they say are errors too.
    """
    try:
        source = read_source(path)
    except CaseError as error:
        return LoadedSuite(suite=None, errors=(error,))
    tree = read_tree(source)
    faults: list[CaseError] = []
    suite = None
    if tree.root is not None:
        suite = _SuiteReader(source, name, faults, seed=seed, lint=lint).suite(tree.root, puzzles)
    refused = {(fault.line, fault.column) for fault in tree.faults}
    later = [fault for fault in faults if (fault.line, fault.column) not in refused]
    errors = _in_line_order([*tree.faults, *later])
    return LoadedSuite(suite=None if errors else suite, errors=errors)


def _in_line_order(faults: Iterable[CaseError]) -> tuple[CaseError, ...]:
    return tuple(sorted(faults, key=lambda fault: (fault.line, fault.column)))


class _SuiteReader:
    """Reads the top of a case file; its faults go to the list that it is given."""

    def __init__(
        self, source: Source, name: str, faults: list[CaseError], *, seed: int | None, lint: bool
    ) -> None:
        self._source = source
        self._name = name
        self._faults = faults
        self._seed = seed
        self._lint = lint

    def suite(self, root: Node, puzzles: Map[str, Puzzle]) -> Suite | None:
        """Return the suite that a file's tree is, or None where it is too faulty to tell."""
        if not isinstance(root, Mapping):
            self._fault(root, "a case file is a mapping that begins with `puzzle:` and `task:`")
            return None
        self._faults += refuse_unknown(root, _KEYS, "keys of a suite", self._source)
        found = self._task(root, puzzles)
        settings = self._settings(root)
        if found is None:
            return None
        name, task = found
        reader = CaseReader(
            source=self._source,
            suite=self._name,
            task=task,
            name=name,
            settings=settings,
            lint=self._lint,
            faults=self._faults,
        )
        cases = self._cases(root, reader)
        return Suite(
            name=self._name,
            path=self._source.path,
            task=name,
            cases=tuple(cases),
            equivalents=tuple(self._equivalents(root)),
        )

    def _cases(self, root: Mapping, reader: CaseReader) -> list[Case]:
        written, entries = self._items(root, "cases"), self._items(root, "generate")
        if written == () and entries == ():
            message = "the suite has no case; write some below `cases`, or draw some by `generate`"
            self._fault(root, message)
        cases = [case for node in written or () if (case := reader.written(node)) is not None]
        for node in entries or ():
            cases += reader.drawn(node, self._seed)
        return cases

    def _items(self, root: Mapping, key: str) -> tuple[Node, ...] | None:
        """Return the items of a list at the top; None for a fault, () where it is not there."""
        entry = root.entries.get(key)
        if entry is None:
            return ()
        if not isinstance(entry.value, Sequence):
            self._fault(entry.value, f"{key} is a list; begin each of its items with `- `")
            return None
        return entry.value.items

    def _equivalents(self, root: Mapping) -> Iterator[Equivalent]:
        """Yield the edits of reference programs that the suite's author says change no answer."""
        for node in self._items(root, "equivalent") or ():
            if not isinstance(node, Mapping):
                message = "an item is a mapping of program, was, now and why"
                self._fault(node, message)
                continue
            keys = _EQUIVALENT_KEYS
            self._faults += refuse_unknown(node, keys, "keys of an equivalent edit", self._source)
            texts = {key: self._line(node, key) for key in keys}
            if all(texts.values()):
                yield Equivalent(**{key: text or "" for key, text in texts.items()})

    def _line(self, node: Mapping, key: str) -> str | None:
        entry = node.entries.get(key)
        if entry is None:
            self._fault(node, f"this equivalent edit has no {key}; add it")
            return None
        try:
            return values.title(key, entry.value, self._source)
        except CaseError as error:
            self._faults.append(error)
            return None

    def _task(self, root: Mapping, puzzles: Map[str, Puzzle]) -> tuple[TaskId, Task[Any]] | None:
        puzzle_name, task_name = self._word(root, "puzzle"), self._word(root, "task")
        if puzzle_name is None:
            return None
        puzzle = puzzles.get(puzzle_name)
        if puzzle is None:
            self._fault(
                root.entries["puzzle"].value,
                unknown(
                    "puzzle",
                    puzzle_name,
                    list(puzzles),
                    known_as="install its plugin, or name one of",
                ),
            )
            return None
        if task_name is None:
            return None
        task = puzzle.task(task_name)
        if task is None:
            names = [task.name for task in puzzle.tasks]
            self._fault(
                root.entries["task"].value,
                unknown("task", task_name, names, known_as=f"tasks of {puzzle_name}"),
            )
            return None
        return TaskId(puzzle=puzzle_name, task=task_name), task

    def _word(self, root: Mapping, key: str) -> str | None:
        entry = root.entries.get(key)
        if entry is None:
            self._fault(root, f"the suite does not say its {key}; begin it with `{key}: NAME`")
            return None
        try:
            return values.word(key, entry.value, self._source)
        except CaseError as error:
            self._faults.append(error)
            return None

    def _settings(self, root: Mapping) -> Settings:
        entry = root.entries.get("limits")
        if entry is None:
            return {}
        settings, faults = settings_of(entry.value, {}, self._source)
        self._faults += faults
        return settings

    def _fault(self, node: Node, message: str) -> None:
        self._faults.append(self._source.error(message, node.line, node.column))
