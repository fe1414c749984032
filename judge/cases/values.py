"""A case's values: text from the tree, given the type that the task's schema says."""

from __future__ import annotations

import re
from collections.abc import Callable

from judge.cases import syntax
from judge.cases.nodes import Mapping, Node, Scalar, Sequence, Style
from judge.cases.source import Source
from judge.compare import count
from judge.errors import CaseError
from judge.models import Value
from judge.puzzle import Field, Kind

MOST_DIGITS = 640
"""The longest number that is read; every Python can be relied on to convert so many digits."""

_WHOLE_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_BOOLEANS = {"true": True, "false": False}


def typed(field: Field, node: Node, source: Source) -> Value:
    """Return a value with the type that its field says; CaseError where it does not fit."""
    return _TYPES[field.kind](field, node, source)


def text(key: str, node: Node, source: Source, *, may_be_empty: bool = False) -> str:
    """Return a text as it was written, a block with its last line end.

    Raises CaseError wherever YAML made something else of what the author sees: a list, a lone
    ``|``, a value cut by a remark, lines joined with blanks, nothing at all.
    """
    scalar = whole(key, node, source)
    if scalar.style is Style.PLAIN:
        refuse_remark(key, scalar, source)
    if not scalar.text and not may_be_empty:
        raise fault(key, scalar, source, "the empty text is no value here; write another")
    return scalar.text


def title(key: str, node: Node, source: Source) -> str:
    """Return one line for people.

    A remark may follow it, since no program ever reads a title; ``corner #1`` is not cut by one.
    """
    scalar = whole(key, node, source)
    if scalar.style is Style.PLAIN:
        refuse_remark(key, scalar, source, but_for="# ")
    line = scalar.text.removesuffix("\n") if scalar.is_block else scalar.text
    if not line.isprintable():
        raise fault(key, node, source, "a title is one line of characters that can be seen")
    return line


def word(key: str, node: Node, source: Source) -> str:
    """Return one line of text that may be followed by a remark: a name, a number, a choice."""
    scalar = whole(key, node, source)
    line = scalar.text.removesuffix("\n") if scalar.is_block else scalar.text
    if "\n" in line or not line:
        wrong = "one word is wanted here, not several lines" if line else "there is no text here"
        raise fault(key, scalar, source, wrong)
    return line


def whole(key: str, node: Node, source: Source) -> Scalar:
    """Return a node as text that YAML neither lost nor joined; CaseError for any other."""
    if not isinstance(node, Scalar):
        raise _no_text(key, node, source)
    if node.style is Style.PLAIN and not node.text:
        raise _nothing(key, node, source)
    if node.runs_on:
        raise fault(
            key,
            node,
            source,
            "YAML joins these lines with blanks; write several lines as a block (|), "
            "and one line on one line",
        )
    if node.is_block:
        _refuse_folded_or_empty(key, node, source)
    return node


def whole_number(key: str, written: str, node: Node, source: Source) -> int:
    """Return the integer that a text writes in decimal digits."""
    if not _WHOLE_NUMBER.fullmatch(written):
        raise fault(
            key,
            node,
            source,
            f"{syntax.quoted(written)} is not a whole number; write it in digits, such as 12 or -3",
        )
    if len(written) > MOST_DIGITS:
        raise fault(
            key, node, source, f"a number of {len(written)} digits; at most {MOST_DIGITS} are read"
        )
    return int(written)


def refuse_remark(key: str, scalar: Scalar, source: Source, *, but_for: str = "") -> None:
    """Raise CaseError where a remark follows a text, unless it begins with ``but_for``."""
    rest = source.rest(scalar.end_line, scalar.end_column)
    remark = rest.lstrip(" ")
    if remark.startswith("#") and not (but_for and remark.startswith(but_for)):
        raise source.error(
            f"{key}: YAML takes everything from # on for a remark and reads "
            f"{syntax.quoted(scalar.text)}; quote the value, "
            "or move the remark to a line of its own",
            scalar.end_line,
            scalar.end_column + rest.index("#"),
            key=key,
        )


def fault(key: str, node: Node, source: Source, message: str) -> CaseError:
    """Return the error for a value, shown where the value begins."""
    return source.error(f"{key}: {message}", node.line, node.column, key=key)


def _line(field: Field, node: Node, source: Source) -> str:
    line = text(field.name, node, source, may_be_empty=field.may_be_empty)
    if "\n" in line:
        if isinstance(node, Scalar) and node.is_block:
            line = line.removesuffix("\n")
        if "\n" in line:
            lines = count(line.count("\n") + 1, "line")
            raise fault(field.name, node, source, f"one line is wanted here, not {lines}")
    return line


def _block(field: Field, node: Node, source: Source) -> str:
    return text(field.name, node, source, may_be_empty=field.may_be_empty).removesuffix("\n")


def _integer(field: Field, node: Node, source: Source) -> int:
    return whole_number(field.name, word(field.name, node, source), node, source)


def _integers(field: Field, node: Node, source: Source) -> tuple[int, ...]:
    name = field.name
    if isinstance(node, Sequence):
        numbers = tuple(
            whole_number(name, word(name, item, source), item, source) for item in node.items
        )
    elif isinstance(node, Scalar) and not node.text and field.may_be_empty:
        whole(name, node, source)
        numbers = ()
    else:
        written = word(name, node, source).split()
        numbers = tuple(whole_number(name, piece, node, source) for piece in written)
    if not numbers and not field.may_be_empty:
        raise fault(name, node, source, "at least one number is wanted here")
    return numbers


def _boolean(field: Field, node: Node, source: Source) -> bool:
    written = word(field.name, node, source)
    value = _BOOLEANS.get(written.lower())
    if value is None:
        message = f"{syntax.quoted(written)} is neither true nor false; write one of them"
        raise fault(field.name, node, source, message)
    return value


def _choice(field: Field, node: Node, source: Source) -> str:
    written = word(field.name, node, source)
    for choice in field.choices:
        if choice.lower() == written.lower():
            return choice
    known = ", ".join(field.choices)
    message = f"{syntax.quoted(written)} is not one of {known}"
    raise fault(field.name, node, source, message)


_TYPES: dict[Kind, Callable[[Field, Node, Source], Value]] = {
    Kind.LINE: _line,
    Kind.BLOCK: _block,
    Kind.INTEGER: _integer,
    Kind.INTEGERS: _integers,
    Kind.BOOLEAN: _boolean,
    Kind.CHOICE: _choice,
}


def _no_text(key: str, node: Sequence | Mapping, source: Source) -> CaseError:
    what = "a list" if isinstance(node, Sequence) else "a mapping"
    if source.rest(node.line, node.column)[:1] in ("[", "{"):
        remedy = "quote the value if its brackets belong to the text"
    else:
        remedy = "write lines of text as a block (|)"
    return fault(key, node, source, f"text is wanted here, not {what}; {remedy}")


def _nothing(key: str, scalar: Scalar, source: Source) -> CaseError:
    rest = source.rest(scalar.line, scalar.column).lstrip(" ")
    if rest.startswith("#"):
        return fault(
            key,
            scalar,
            source,
            f"YAML takes everything from # on for a remark; quote the value: {syntax.quoted(rest)}",
        )
    return fault(
        key,
        scalar,
        source,
        'there is no value here; write one (the empty text is "")',
    )


def _refuse_folded_or_empty(key: str, block: Scalar, source: Source) -> None:
    if block.is_empty_block:
        raise syntax.empty_block(source, block)
    if block.style is Style.FOLDED:
        raise fault(key, block, source, "a block after > loses its line ends; begin it with |")
