"""What a task is asked while cases are loaded; whatever else it raises is the plugin's fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeVar

from judge.errors import CaseError, PluginError
from judge.models import TaskId, Value
from judge.puzzle import Chooser, Complaint, Field, Kind, Task

AnswerT = TypeVar("AnswerT")

_TYPES: dict[Kind, type] = {
    Kind.LINE: str,
    Kind.BLOCK: str,
    Kind.INTEGER: int,
    Kind.INTEGERS: tuple,
    Kind.BOOLEAN: bool,
    Kind.CHOICE: str,
}


def problem_of(task: Task[Any], name: TaskId, values: Mapping[str, Value]) -> Any:
    """Return what the task makes of a case's values.

    Raises the task's own CaseError (without a place), or PluginError for anything else.
    """
    return _asked(task, name, "reading a case", lambda: task.read(values))


def complaints(task: Task[Any], name: TaskId, problem: Any) -> tuple[Complaint, ...]:
    """Return what the rules have against a case's written answer; PluginError where they raise."""
    try:
        return _asked(task, name, "checking a case", lambda: tuple(task.lint(problem)))
    except CaseError as error:
        return (Complaint(message=error.message, key=error.key),)


def drawn(
    task: Task[Any], name: TaskId, random: Random, options: Mapping[str, Value]
) -> tuple[Mapping[str, Value], Any]:
    """Return the values and the problem of a random case.

    Raises the task's own CaseError for an option that it cannot meet, and PluginError where the
    generator raises anything else or makes a case that its own schema or rules refuse.
    """
    try:
        values = _asked(task, name, "drawing a case", lambda: task.generate(random, options))
    except CaseError as error:
        if error.key is None or error.key in (option.name for option in task.options):
            raise
        raise PluginError(f"{_culprit(task, name)} draws a faulty case: {error}") from error
    return values, _problem_drawn(task, name, values)


def chosen(task: Task[Any], name: TaskId, choose: Chooser) -> tuple[Mapping[str, Value], Any]:
    """Return the values and the problem of a case that is made of choices.

    Raises PluginError where the task raises anything, or makes a case that its own schema or
    rules refuse.
    """
    try:
        values = _asked(task, name, "drawing a case", lambda: task.draw(choose))
    except CaseError as error:
        raise PluginError(f"{_culprit(task, name)} draws a faulty case: {error}") from error
    return values, _problem_drawn(task, name, values)


def picture_of(task: Task[Any], name: TaskId, problem: Any) -> str:
    """Return a case as a picture in text, "" for none; PluginError where the task fails at it."""
    try:
        picture: object = _asked(task, name, "drawing a picture", lambda: task.picture(problem))
    except CaseError as error:
        raise PluginError(f"{_culprit(task, name)} fails at drawing a picture: {error}") from error
    if not isinstance(picture, str):
        kind = type(picture).__name__
        raise PluginError(f"{_culprit(task, name)} draws a picture that is no text but {kind}")
    return picture


def _problem_drawn(task: Task[Any], name: TaskId, values: Mapping[str, Value]) -> Any:
    wrong = _misfit(task, values)
    if wrong:
        raise PluginError(f"{_culprit(task, name)} draws a faulty case: {wrong}")
    try:
        return problem_of(task, name, values)
    except CaseError as error:
        raise PluginError(f"{_culprit(task, name)} draws a faulty case: {error}") from error


def _asked(task: Task[Any], name: TaskId, what: str, ask: Callable[[], AnswerT]) -> AnswerT:
    try:
        return ask()
    except CaseError:
        raise
    except Exception as error:  # a plugin may raise anything, and is named whatever it is
        raise PluginError(
            f"{_culprit(task, name)} fails at {what}: {type(error).__name__}: {error}; "
            "this is the plugin's fault, tell its author"
        ) from error


def _culprit(task: Task[Any], name: TaskId) -> str:
    kind = type(task)
    return f"the plugin of {name} ({kind.__module__}.{kind.__qualname__})"


def _misfit(task: Task[Any], values: object) -> str:
    """Return what is wrong with a generator's values, or ""."""
    if not isinstance(values, Mapping):
        return f"a mapping of values is wanted, not {type(values).__name__}"
    fields = {field.name: field for field in task.fields}
    for key, value in values.items():
        if key not in fields:
            return f"it has no key {key!r}"
        if not _fits(fields[key], value):
            return f"{key}: {fields[key].kind.value} is wanted, not {value!r:.60}"
    missing = [name for name, field in fields.items() if field.required and name not in values]
    return f"the key {', '.join(missing)} is missing" if missing else ""


def _fits(field: Field, value: object) -> bool:
    if type(value) is not _TYPES[field.kind]:
        return False
    if isinstance(value, tuple) and not all(type(number) is int for number in value):
        return False
    if isinstance(value, str) and field.kind is Kind.LINE and "\n" in value:
        return False
    if field.kind is Kind.CHOICE:
        return value in field.choices
    return field.may_be_empty or value not in ("", ())
