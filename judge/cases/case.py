"""One case: its keys, its values by the task's schema, and the cases that an entry draws."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from collections.abc import Mapping as Map
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeVar

from judge.cases import asking, values
from judge.cases.keys import refuse_unknown
from judge.cases.limits import Settings, limits_of, settings_of
from judge.cases.nodes import Mapping, Node, Scalar, Sequence, Style
from judge.cases.source import Source
from judge.cases.syntax import quoted
from judge.errors import CaseError, PluginError
from judge.models import Case, Limits, Place, TaskId, Value
from judge.puzzle import Field, Task

MOST_DRAWN = 100_000
"""The most cases that one ``generate:`` entry draws."""

_OWN_KEYS = ("id", "title", "tags", "limits")
_RAW_KEYS = ("stdin", "stdout")
_DRAWING_KEYS = ("id", "count", "seed", "title", "tags", "limits")
_SLUG = re.compile(r"[a-z0-9][a-z0-9._-]*")

ReadT = TypeVar("ReadT")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heading:
    """What every case says of itself, whatever its task."""

    id: str
    title: str
    tags: tuple[str, ...]
    limits: Limits


class CaseReader:
    """Reads the cases of one suite; its faults go to the list that it is given."""

    def __init__(
        self,
        *,
        source: Source,
        suite: str,
        task: Task[Any],
        name: TaskId,
        settings: Settings,
        lint: bool,
        faults: list[CaseError],
    ) -> None:
        self._source = source
        self._suite = suite
        self._task = task
        self._name = name
        self._settings = settings
        self._limits = limits_of(settings)
        self._lint = lint
        self._faults = faults
        self._ids: dict[str, int] = {}
        self._fields = {field.name: field for field in task.fields}
        self._options = {option.name: option for option in task.options}
        self._case_keys = dict.fromkeys((*_OWN_KEYS, *self._fields, *_RAW_KEYS))
        self._drawing_keys = dict.fromkeys((*_DRAWING_KEYS, *self._options))

    def written(self, node: Node) -> Case | None:
        """Return the case that an item of ``cases:`` states, or None where it is faulty."""
        before = len(self._faults)
        if not isinstance(node, Mapping):
            self._fault(node, "a case is a mapping that begins with `- id: NAME`")
            return None
        self._faults += refuse_unknown(node, self._case_keys, "keys of a case", self._source)
        heading = self._heading(node)
        self._take_id(heading.id, node)
        if any(key in node.entries for key in _RAW_KEYS):
            stdin, stdout = self._raw(node)
            if len(self._faults) > before:
                return None
            return self._case(heading, node, raw_stdin=stdin, raw_stdout=stdout)
        typed = self._typed(node, self._fields, "case")
        problem = None if typed is None else self._problem(node, typed)
        if typed is None or len(self._faults) > before:
            return None
        return self._case(heading, node, values=typed, problem=problem)

    def drawn(self, node: Node, seed: int | None) -> list[Case]:
        """Return the cases that an item of ``generate:`` draws; ``seed`` is the command line's."""
        before = len(self._faults)
        if not isinstance(node, Mapping):
            self._fault(node, "an item is a mapping such as {id: random, count: 100, seed: 1}")
            return []
        self._faults += refuse_unknown(
            node, self._drawing_keys, "keys of a generate entry", self._source
        )
        heading = self._heading(node)
        number = self._number(node, "count", least=1, most=MOST_DRAWN)
        own_seed = 0 if "seed" not in node.entries else self._number(node, "seed")
        options = self._typed(node, self._options, "generate entry")
        if options is None or number is None or len(self._faults) > before:
            return []
        seed_text = str(own_seed) if seed is None else f"{own_seed}+{seed}"
        cases = []
        for index, name in enumerate(_drawn_ids(heading.id, number), 1):
            title = heading.title or f"case {index} drawn with seed {seed_text}"
            random = Random(f"{seed_text}/{heading.id}/{index}")
            case = self._draw(replace(heading, id=name, title=title), node, random, options)
            if case is None:
                break
            cases.append(case)
        return cases

    def _draw(
        self, heading: _Heading, node: Mapping, random: Random, options: Map[str, Value]
    ) -> Case | None:
        if not self._take_id(heading.id, node):
            return None
        try:
            drawn, problem = asking.drawn(self._task, self._name, random, options)
        except CaseError as error:
            self._faults.append(self._placed(error.message, node, error.key))
            return None
        except PluginError as error:
            self._blame(f"{heading.id}: {error}", node, error)
            return None
        if self._lint and not self._linted(problem, node, f"{heading.id}: "):
            return None
        return self._case(heading, node, values=drawn, problem=problem, generated=True)

    def _problem(self, node: Mapping, typed: Map[str, Value]) -> Any:
        try:
            problem = asking.problem_of(self._task, self._name, typed)
        except CaseError as error:
            self._faults.append(self._placed(error.message, node, error.key, error.offset))
            return None
        except PluginError as error:
            self._blame(str(error), node, error)
            return None
        if self._lint:
            self._linted(problem, node, "")
        return problem

    def _linted(self, problem: Any, node: Mapping, prefix: str) -> bool:
        """Return whether the rules have nothing against a case; what they have is a fault."""
        try:
            found = asking.complaints(self._task, self._name, problem)
        except PluginError as error:
            self._blame(prefix + str(error), node, error)
            return False
        for complaint in found:
            self._faults.append(self._placed(prefix + complaint.message, node, complaint.key))
        return not found

    def _heading(self, node: Mapping) -> _Heading:
        entries = node.entries
        settings = self._settings
        limits = self._limits
        if "limits" in entries:
            settings, faults = settings_of(entries["limits"].value, settings, self._source)
            self._faults += faults
            limits = limits_of(settings)
        if "id" not in entries:
            self._fault(node, "this has no id; begin it with `- id: NAME`")
        return _Heading(
            id=self._kept(_slug, "id", node) or "",
            title=self._kept(values.title, "title", node) or "",
            tags=self._kept(_tags, "tags", node) or (),
            limits=limits,
        )

    def _kept(
        self, read: Callable[[str, Node, Source], ReadT], key: str, node: Mapping
    ) -> ReadT | None:
        """Return what is read from a key, or None where it is not there or faulty."""
        entry = node.entries.get(key)
        if entry is None:
            return None
        try:
            return read(key, entry.value, self._source)
        except CaseError as error:
            self._faults.append(error)
            return None

    def _take_id(self, name: str, node: Mapping) -> bool:
        """Return whether an id is free, and take it."""
        if not name:
            return False
        place = node.entries["id"].value
        if name in self._ids:
            first = self._ids[name]
            lines = f"in line {first} and in line {place.line}"
            self._fault(place, f"the id {name} is there twice, {lines}; ids are unique in a file")
            return False
        self._ids[name] = place.line
        return True

    def _raw(self, node: Mapping) -> tuple[str, str]:
        """Return the texts of a case that gives its input and output as they are."""
        mixed = [key for key in node.entries if key in self._fields]
        lacking = [key for key in _RAW_KEYS if key not in node.entries]
        if mixed:
            place = node.entries[mixed[0]].key
            message = f"{mixed[0]} cannot stand beside stdin and stdout, which replace it"
            self._fault(place, message)
        elif lacking:
            message = f"a case with {' or '.join(_RAW_KEYS)} needs both; add {lacking[0]}"
            self._fault(node, message + ' ("" is the empty text)')
        stdin, stdout = (self._kept(_raw_text, key, node) for key in _RAW_KEYS)
        return stdin or "", stdout or ""

    def _typed(self, node: Mapping, fields: Map[str, Field], what: str) -> dict[str, Value] | None:
        """Return the values of a schema's keys, or None where one is faulty or missing."""
        before = len(self._faults)
        typed: dict[str, Value] = {}
        for key, entry in node.entries.items():
            field = fields.get(key)
            if field is not None:
                try:
                    typed[key] = values.typed(field, entry.value, self._source)
                except CaseError as error:
                    self._faults.append(error)
        for field in fields.values():
            if field.required and field.name not in node.entries:
                self._fault(node, f"this {what} has no {field.name} ({field.about}); add it")
        return typed if len(self._faults) == before else None

    def _number(
        self, node: Mapping, key: str, *, least: int | None = None, most: int | None = None
    ) -> int | None:
        if key not in node.entries:
            self._fault(node, f"this generate entry has no {key}; add it")
            return None
        number = self._kept(_whole_number, key, node)
        if number is None or least is None or most is None or least <= number <= most:
            return number
        self._fault(node.entries[key].value, f"{key} is {least} to {most}, not {number}")
        return None

    def _case(self, heading: _Heading, node: Mapping, **content: Any) -> Case:
        return Case(
            task=self._name,
            suite=self._suite,
            id=heading.id,
            title=heading.title,
            tags=heading.tags,
            limits=heading.limits,
            place=Place(path=self._source.path, line=node.line, column=node.column),
            **content,
        )

    def _fault(self, node: Node, message: str) -> None:
        self._faults.append(self._source.error(message, node.line, node.column))

    def _blame(self, message: str, node: Mapping, error: PluginError) -> None:
        """Add a plugin's own fault, with all that led to it as its cause."""
        fault = self._source.error(message, node.line, node.column)
        fault.__cause__ = error
        self._faults.append(fault)

    def _placed(
        self, message: str, node: Mapping, key: str | None, offset: int | None = None
    ) -> CaseError:
        """Return a task's complaint with its place: the key's value, or a line of its block."""
        entry = node.entries.get(key) if key else None
        line, column = node.line, node.column
        if entry is not None:
            line, column = entry.value.line, entry.value.column
            if offset is not None and isinstance(entry.value, Scalar):
                line, column = self._line_of_block(entry.value, offset)
        text = f"{key}: {message}" if key else message
        return self._source.error(text, line, column, key=key, offset=offset)

    def _line_of_block(self, scalar: Scalar, offset: int) -> tuple[int, int]:
        lines = scalar.text.split("\n")
        if scalar.style is not Style.LITERAL or not 0 <= offset < len(lines):
            return scalar.line, scalar.column
        line = scalar.line + 1 + offset
        return line, len(self._source.rest(line, 1)) - len(lines[offset]) + 1


def _drawn_ids(name: str, number: int) -> Iterator[str]:
    width = max(3, len(str(number)))
    return (f"{name}-{index:0{width}d}" for index in range(1, number + 1))


def _slug(key: str, node: Node, source: Source) -> str:
    written = values.word(key, node, source)
    if not _SLUG.fullmatch(written):
        raise values.fault(
            key,
            node,
            source,
            f"{quoted(written)} is no name; write small letters, digits, `-`, `.` and `_`, "
            "beginning with a letter or digit",
        )
    return written


def _tags(key: str, node: Node, source: Source) -> tuple[str, ...]:
    if not isinstance(node, Sequence):
        raise values.fault(key, node, source, "tags are a list such as [worked-example, corner]")
    return tuple(_slug(key, item, source) for item in node.items)


def _raw_text(key: str, node: Node, source: Source) -> str:
    return values.text(key, node, source, may_be_empty=True)


def _whole_number(key: str, node: Node, source: Source) -> int:
    return values.whole_number(key, values.word(key, node, source), node, source)
