"""What is wrong with a puzzle that a plugin brings, in sentences for the plugin's author."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from judge.models import Form, Measure
from judge.puzzle import Claim, Driver, Field, Kind, PackagePath, Puzzle, Role, Task

CASE_KEYS = frozenset({"id", "title", "tags", "limits", "stdin", "stdout"})
"""keys that every case may have, whatever its task: no field can bear such a name"""

ENTRY_KEYS = frozenset({"id", "count", "seed", "title", "tags", "limits"})
"""keys that every ``generate:`` entry may have: no option can bear such a name"""

_SLUG = re.compile(r"[a-z0-9][a-z0-9_]*(?:-[a-z0-9_]+)*")
_FINEST_BINARY = 2**16
"""A denominator that is a greater power of two than this was a binary float once."""


def puzzle_faults(puzzle: Puzzle) -> Iterator[str]:
    """Yield what is wrong with a puzzle; nothing where it can be used.

    Raises whatever the plugin's own objects raise when they are looked at.
    """
    if not _is_slug(puzzle.name):
        yield "its name is not a slug such as sliding-tiles"
    yield from _wrong_type("cases", [puzzle.cases], PackagePath)
    yield from _wrong_type("references", [puzzle.references], PackagePath)
    tasks = list(puzzle.tasks)
    if not tasks:
        yield "it has no task"
    strangers = [task for task in tasks if not isinstance(task, Task)]
    for stranger in strangers:
        name = stranger.__name__ if isinstance(stranger, type) else type(stranger).__name__
        hint = f" (write {name}())" if isinstance(stranger, type) else ""
        yield f"{name} among its tasks is not a Task object{hint}"
    if not strangers:
        for name in _doubled(task.name for task in tasks):
            yield f"two tasks bear the name {name}"
        for task in tasks:
            yield from _task_faults(task)


def _is_slug(name: object) -> bool:
    return isinstance(name, str) and _SLUG.fullmatch(name) is not None


def _doubled(names: Iterable[str]) -> list[str]:
    known = list(names)
    return sorted({name for name in known if known.count(name) > 1})


def _task_faults(task: Task[Any]) -> Iterator[str]:
    if not _is_slug(task.name):
        yield f"the task name {task.name!r} is not a slug such as shortest-way"
    faults = [
        *_wrong_type("fields", task.fields, Field),
        *_wrong_type("options", task.options, Field),
        *_wrong_type("claims", task.claims, Claim),
        *_wrong_type("drivers", task.drivers, Driver),
        *_wrong_type("measure", [task.measure], Measure),
    ]
    if not faults:
        faults += _doubled_names(task)
        faults += _field_faults(task)
        faults += _claim_faults(task)
    for fault in faults:
        yield f"task {task.name}: {fault}"


def _wrong_type(what: str, items: Iterable[object], wanted: type[object]) -> Iterator[str]:
    for item in items:
        if not isinstance(item, wanted):
            yield f"its {what}: a {type(item).__name__} is not a {wanted.__name__}"


def _doubled_names(task: Task[Any]) -> Iterator[str]:
    for what, names in (
        ("field", [field.name for field in task.fields]),
        ("option", [option.name for option in task.options]),
        ("claim", [claim.name for claim in task.claims]),
        ("driver", [driver.language for driver in task.drivers]),
    ):
        for name in _doubled(names):
            yield f"two {what}s are named {name}"


def _field_faults(task: Task[Any]) -> Iterator[str]:
    for field in task.fields:
        if field.role is Role.OPTION:
            yield f"the field {field.name} has the role OPTION; it belongs to its options"
        if field.name in CASE_KEYS:
            yield f"a field cannot be named {field.name}: every case has that key already"
    for option in task.options:
        if option.role is not Role.OPTION:
            yield f"the option {option.name} has the role {option.role.name}, not OPTION"
        if option.name in ENTRY_KEYS:
            yield f"an option cannot be named {option.name}: every generate entry has that key"
    for field in (*task.fields, *task.options):
        if field.kind is Kind.CHOICE and not field.choices:
            yield f"{field.name} is a CHOICE without choices"


def _claim_faults(task: Task[Any]) -> Iterator[str]:
    for claim in task.claims:
        if not _is_slug(claim.name):
            yield f"the claim name {claim.name!r} is not a slug such as no-loops"
        elif claim.name in set(Form):
            yield f"a claim cannot be named {claim.name}: in file names that is a form"
        if not _is_exact_multiplier(claim.multiplier):
            yield (
                f"the multiplier of claim {claim.name} is not an exact Fraction above 0 "
                '(write Fraction("0.65"); a binary float would not be exact)'
            )


def _is_exact_multiplier(multiplier: object) -> bool:
    if not isinstance(multiplier, Fraction) or multiplier <= 0:
        return False
    denominator = multiplier.denominator
    return denominator <= _FINEST_BINARY or denominator & (denominator - 1) != 0
