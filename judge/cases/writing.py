"""A case written as a suite of its own, so that reading it gives the same case again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from judge.compare import spelt, visible
from judge.models import Case, Value
from judge.puzzle import Field, Kind, Task

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_INDENT = " " * 4
_STEP = " " * 2


def suite_text(task: Task[Any], case: Case, remarks: Sequence[str], *, limits: str = "") -> str:
    r"""Return a case file that holds one case, made of its task's values.

    Args:
        task: the case's task.
        case: the case; one with a raw ``stdin`` cannot be written.
        remarks: lines for people, each of which becomes a remark at the top.
        limits: the suite's limits as they are written (``{time: 2s}``), "" for the usual ones.
    """
    return "".join(f"{line}\n" for line in _lines(task, case, remarks, limits))


def _remark(line: str) -> str:
    """Return a line as a remark in a case file; what cannot be seen in it is spelt out."""
    return f"# {visible(line, keep_newlines=False)}".rstrip()


def _lines(task: Task[Any], case: Case, remarks: Sequence[str], limits: str) -> Iterator[str]:
    yield from map(_remark, remarks)
    yield f"puzzle: {case.task.puzzle}"
    yield f"task: {case.task.task}"
    if limits:
        yield f"limits: {limits}"
    yield "cases:"
    yield f"  - id: {case.id}"
    if case.title:
        yield f"{_INDENT}title: {_in_quotes(case.title)}"
    for field in task.fields:
        if field.name in case.values:
            yield f"{_INDENT}{field.name}: {_written(field, case.values[field.name])}"


def _written(field: Field, value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(str, value))}]" if value else '""'
    if field.kind is Kind.BLOCK:
        return _block(value)
    return value if field.kind is Kind.CHOICE and _PLAIN.fullmatch(value) else _in_quotes(value)


def _block(text: str) -> str:
    """Return lines as a block, or in quotes where a block would not show what is in them."""
    rows = text.split("\n")
    if not all(row.isprintable() for row in rows) or not rows[-1].strip() or not rows[0].strip():
        # Reading takes one line end off a block's text, for a block has one behind its last line.
        return _in_quotes(f"{text}\n" if text.endswith("\n") else text)
    # Without a number YAML takes the first line's blanks for more indentation.
    header = f"|{len(_STEP)}" if rows[0].startswith(" ") else "|"
    return "\n".join([header, *(f"{_INDENT}{_STEP}{row}" if row else "" for row in rows)])


def _in_quotes(text: str) -> str:
    """Return a text in double quotes, with an escape for every character that is not seen."""
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character == "\n":
        return r"\n"
    if spelt(character) == [character]:
        return character
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
