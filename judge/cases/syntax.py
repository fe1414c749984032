"""What YAML's parser has against a text, said so that a case author can mend it.

The parser speaks of tokens and block ends, and its two builds (in C and in Python) use different
words. Their places agree, so each refusal is told from what stands there.
"""

from __future__ import annotations

import re
from typing import Protocol

from yaml.error import MarkedYAMLError

from judge.cases.nodes import Scalar, Style
from judge.cases.source import Source
from judge.compare import excerpt
from judge.errors import CaseError

MOST_LEVELS = 10
"""How deep lists and mappings may lie in one another; a case needs half of that."""

_TOO_DEEP = f"lists and mappings lie more than {MOST_LEVELS} deep in one another; quote the text"
_OPEN_QUOTE = "the quote that opens here is not closed in its line; close it there"
_WORD = re.compile(r"[^\s,\[\]{}]+")
_ALONE_AFTER_KEY = re.compile(r" *(?:- +)*[^\s:]+: +")
_NO_CHARACTER = re.compile(
    r"(?<!\\)(?:\\\\)*(\\(?:u[dD][89a-fA-F]|U0000[dD][89a-fA-F]|U(?!000|0010)))"
)
_MEANING = {
    "@": 'lets no value begin with "@"',
    "`": 'lets no value begin with "`"',
    "%": 'lets no value begin with "%"',
    ",": 'lets no value begin with ","',
    "]": 'lets no value begin with "]"',
    "}": 'lets no value begin with "}"',
    "!": 'takes "!" at the start of a value for a tag',
    "&": 'takes "&" at the start of a value for an anchor',
    "*": 'takes "*" at the start of a value for an alias',
    "|": 'takes "|" at the start of a value for the beginning of a block',
    ">": 'takes ">" at the start of a value for the beginning of a block',
    "-": 'takes "-" at the start of a value for an item of a list',
    "?": 'takes "?" at the start of a value for the beginning of a key',
    ":": 'takes ":" at the start of a value for the end of a key',
}
_ELSE = {
    "&": ", or take the anchor out: none is taken here",
    "*": ", or write out what it stands for: no alias is taken here",
    "|": ", or begin the block in the next line",
}


class Mark(Protocol):
    """A place as the parser gives it, counted from 0; each of its two builds has its own class."""

    line: int
    column: int


def place(mark: Mark | None) -> tuple[int, int]:
    """Return the line and column of one of the parser's marks, counted from 1."""
    return (1, 1) if mark is None else (mark.line + 1, mark.column + 1)


def explained(error: MarkedYAMLError, source: Source, last: Scalar | None) -> CaseError:
    """Return the parser's refusal in our words; ``last`` is the text that it read before it."""
    context, problem = error.context or "", error.problem or ""
    line, column = place(error.problem_mark or error.context_mark)
    if source.rest(line, column).startswith("\t"):
        return tab(source, line, column)
    if last is not None and last.is_empty_block:
        return empty_block(source, last)
    if last is not None and last.runs_on and (last.style is not Style.PLAIN or not context):
        return _ran_on(source, last)
    if "flow level" in context:
        return too_deep(source, line)
    if error.context_mark is not None:
        start = place(error.context_mark)
        found = _begun(source, context, problem, start, (line, column))
        if found is not None:
            return found
    return _unexpected(source, problem, line, column)


def too_deep(source: Source, line: int) -> CaseError:
    """Return the error for lists and mappings that lie too deep in one another."""
    return source.error(_TOO_DEEP, line, _indentation(source, line) + 1)


def tab(source: Source, line: int, column: int) -> CaseError:
    """Return the error for a tab where YAML wants blanks."""
    return source.error(
        "a tab where YAML wants blanks; indent and separate with blanks, or quote the text",
        line,
        column,
    )


def reserved(source: Source, line: int, column: int) -> CaseError:
    """Return the error for a value whose first character means something else to YAML."""
    value = _value(source, line, column)
    first = value[0]
    if first == "%" and column == 1:
        return directive(source, line)
    return source.error(
        f"YAML {_MEANING[first]}; quote the value ({quoted(value)}){_ELSE.get(first, '')}",
        line,
        column,
    )


def directive(source: Source, line: int) -> CaseError:
    """Return the error for a line that begins with ``%``."""
    return source.error(
        "a line that begins with % is a directive, and none is taken here; "
        "take it out, or indent it if it belongs to a value",
        line,
        1,
    )


def question(source: Source, line: int, column: int) -> CaseError:
    """Return the error for a ``?`` within brackets, which only some parsers take for text."""
    return source.error('a text with "?" has to be quoted within brackets', line, column)


def no_character(source: Source, line: int, column: int) -> CaseError:
    """Return the error for the first escape from a place on that names no character."""
    for number in range(line, len(source.lines) + 1):
        found = _NO_CHARACTER.search(source.lines[number - 1], column - 1)
        if found is not None:
            line, column = number, found.start(1) + 1
            break
        column = 1
    return source.error("this escape names no character; write the character itself", line, column)


def empty_block(source: Source, block: Scalar) -> CaseError:
    """Return the error for a block without lines."""
    header = _value(source, block.line, block.column)
    return source.error(
        f'YAML takes "{header[0]}" at the start of a value for the beginning of a block, '
        f"and this block has no lines; quote the value ({quoted(header)}), "
        "or indent the block's lines more deeply than its key",
        block.line,
        block.column,
    )


def quoted(text: str) -> str:
    """Return how to write a text in quotes, cut where it is long."""
    shown = excerpt(text)
    if '"' in shown or "\\" in shown:
        return "'" + shown.replace("'", "''") + "'"
    return f'"{shown}"'


def _indentation(source: Source, line: int) -> int:
    text = source.rest(line, 1)
    return len(text) - len(text.lstrip(" "))


def _value(source: Source, line: int, column: int) -> str:
    """Return the value that an author meant to begin at a place.

    Behind a key it is the rest of the line but for a remark, among other values one word.
    """
    rest = source.rest(line, column)
    if _ALONE_AFTER_KEY.fullmatch(source.rest(line, 1)[: column - 1]):
        return rest.partition(" #")[0].rstrip(" ")
    match = _WORD.match(rest)
    return match[0] if match else rest[:1]


def _begun(
    source: Source, context: str, problem: str, start: tuple[int, int], stop: tuple[int, int]
) -> CaseError | None:
    """Return the error for something that begins at ``start`` and goes wrong at ``stop``."""
    first = source.rest(*start)[:1]
    if "quoted scalar" in context:
        return _unclosed_or_escape(source, problem, start, stop)
    if "simple key" in context:
        return source.error(
            "this line has no key: write it as `key: value` with a blank after the colon, "
            "or indent it more deeply if it belongs to a block",
            *start,
        )
    if "flow" in context and source.rest(*stop).startswith("?"):
        return question(source, *stop)
    if "flow" in context and first in ("[", "{"):
        what, end = ("list", "]") if first == "[" else ("mapping", "}")
        return source.error(
            f'the {what} that "{first}" opens here is not closed by "{end}", or lacks a comma, '
            f"before line {stop[0]}, column {stop[1]}; quote the value if it is text",
            *start,
        )
    if "block mapping" in context or "block collection" in context:
        return _after_end(source, *stop) or _out_of_step(source, start, stop)
    if first and first in _MEANING:
        return _after_end(source, *start) or reserved(source, *start)
    return None


def _unclosed_or_escape(
    source: Source, problem: str, start: tuple[int, int], stop: tuple[int, int]
) -> CaseError:
    if "end of stream" in problem or "document" in problem:
        return source.error(_OPEN_QUOTE, *start)
    line, column = stop
    escape = source.lines[line - 1].rfind("\\", 0, column) + 1 or column
    if "Unicode" in problem:
        return no_character(source, line, escape)
    return source.error(
        "there is no such escape within double quotes; "
        "write \\\\ for a backslash, or use single quotes",
        line,
        escape,
    )


def _ran_on(source: Source, last: Scalar) -> CaseError:
    """Return the error for text that went on into further lines, and then into trouble."""
    if source.rest(last.line, last.column)[:1] in ("'", '"'):
        return source.error(_OPEN_QUOTE, last.line, last.column)
    line = next(n for n in range(last.line + 1, last.end_line + 1) if source.rest(n, 1).strip())
    return source.error(
        f"this line is indented as if it went on with the value of line {last.line}; "
        "align it with its neighbours, or write the value as a block (|)",
        line,
        _indentation(source, line) + 1,
    )


def _out_of_step(source: Source, start: tuple[int, int], stop: tuple[int, int]) -> CaseError:
    line, column = stop
    if source.rest(line, 1)[: column - 1].strip(" \t"):
        return source.error("text after a value; quote the whole value", line, column)
    return source.error(
        f"this line does not fit the lines above, which begin in column {start[1]} "
        f"(from line {start[0]} on); indent it as its neighbours are",
        line,
        column,
    )


def _after_end(source: Source, line: int, column: int) -> CaseError | None:
    """Return the error for text behind a closing quote or bracket, or None where there is none."""
    before = source.rest(line, 1)[: column - 1].rstrip(" \t")
    if before[-1:] not in ("'", '"', "]", "}"):
        return None
    return source.error(
        f"text after the closing {before[-1]} of a value; quote the whole value", line, column
    )


def _unexpected(source: Source, problem: str, line: int, column: int) -> CaseError:
    first = source.rest(line, column)[:1]
    before = source.rest(line, 1)[: column - 1].rstrip(" ")
    if first == ":" and ": " in before:
        return source.error(
            'a second ": " in one line ends a key for YAML; quote the whole value', line, column
        )
    if "document start" in problem:
        return source.error(
            "text after the end of the document; a file holds one document", line, column
        )
    if first and first in _MEANING:
        return _after_end(source, line, column) or reserved(source, line, column)
    if "node content" in problem and not first:
        message = "a list or mapping has no end before the file's; close its bracket"
        return source.error(message, len(source.text.rstrip().split("\n")), 1)
    return source.error(f"YAML cannot read this ({problem}); quote the text", line, column)
