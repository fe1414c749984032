"""A maze as it is handed in: rows, an empty line, entry, exit and path, and slips of its spelling.

The layout is strict, and a text that departs from it a little is still understood: what it means is
taken, and how it is spelt is told as a slip. Blanks at line ends, empty lines at the end and
``\\r\\n`` for ``\\n`` do not matter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice

from judge.compare import count, excerpt, visible
from judge_plugins.maze.config import coordinates
from judge_plugins.maze.pattern import Cell

_BOM = "\ufeff"
_PLACE = re.compile("(0|[1-9][0-9]{0,8}),(0|[1-9][0-9]{0,8})")
_NEARLY_PLACE = re.compile(
    r"(?P<label>(?:[A-Za-z]+\s*[:=]?)?)\s*(?P<opening>[(\[{<]?)\s*(?:x\s*[=:])?\s*0*([0-9]{1,9})"
    r"\s*(?P<comma>[,;:\s])\s*(?:y\s*[=:])?\s*0*([0-9]{1,9})\s*[)\]}>]?[.,;]?",
    re.IGNORECASE,
)
_PREFIXED = re.compile("0[xX](?=[0-9A-Fa-f])")
_NO_DIGIT = re.compile("[^0-9A-Fa-f]")
_BETWEEN = re.compile(r"[ \t,;|]+")
_NO_DIRECTION = re.compile("[^NESW]")
_BETWEEN_STEPS = re.compile(r"[\s,;>→\-]+")
_STEPS = re.compile("[NESWnesw]+")
_UP_AND_DOWN = str.maketrans("UDLRudlr↑↓←→", "NSWENSWENSWE")
_BETWEEN_DIGITS = frozenset(" \t,;|")
_LONGEST_PLACE = 60
"""Longer lines are no entry or exit: the patterns are not linear on all text."""

MOST_SPOTS = 1000
"""No more places are told for a rule, however many there are."""


class Rule(StrEnum):
    """What can be broken, named as reports name it; in the order in which faults are told."""

    LAYOUT = "layout"
    SHAPE = "shape"
    DIGITS = "digits"
    BIT_ORDER = "bit order"
    COHERENCE = "coherence"
    BORDER = "closed border"
    PATTERN = "42"
    ENTRY = "entry"
    EXIT = "exit"
    REACHABILITY = "reachability"
    HALL = "open 3×3"
    LOOPS = "loops"
    CORRIDORS = "corridors"
    PATH = "path"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """One place where a rule is broken, in a sentence; line and column are 1-based.

    ``cells`` are the cells that it is about, the first in the middle of a picture.
    """

    rule: Rule
    line: int
    column: int
    message: str
    cells: tuple[Cell, ...] = ()


@dataclass(slots=True, kw_only=True)
class Sheet:
    """What a text says; ``rows`` are digits alone unless a slip is told of them.

    ``row_lines`` and ``row_columns`` say where each row and each of its digits stands, from 1
    (None: digit ``c`` at ``c + 1``). What is missing or cannot be understood is None; the path may
    hold other letters than N, E, S, W. ``end`` is the line behind the last.
    """

    rows: list[str] = field(default_factory=list)
    row_lines: list[int] = field(default_factory=list)
    row_columns: list[Sequence[int] | None] = field(default_factory=list)
    entry: Cell | None = None
    exit: Cell | None = None
    path: str | None = None
    entry_line: int = 0
    exit_line: int = 0
    path_line: int = 0
    has_footer: bool = False
    end: int = 1
    slips: list[Spot] = field(default_factory=list)
    _told: Counter[Rule] = field(default_factory=Counter)

    @property
    def is_rectangle(self) -> bool:
        """Whether the rows are hexadecimal digits, equally long, at least one."""
        return (
            bool(self.rows and self.rows[0])
            and len(set(map(len, self.rows))) == 1
            and not any(map(_NO_DIGIT.search, self.rows))
        )

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the line and column of the text in which a cell's digit stands."""
        columns = self.row_columns[cell[0]]
        return self.row_lines[cell[0]], columns[cell[1]] if columns else cell[1] + 1

    def slip(self, rule: Rule, line: int, column: int, message: str) -> None:
        """Write down how the text departs from the layout; no more than MOST_SPOTS for a rule."""
        if self._told[rule] < MOST_SPOTS:
            self._told[rule] += 1
            self.slips.append(Spot(rule=rule, line=line, column=column, message=message))


def is_place(line: str) -> bool:
    """Return whether a line is meant to be an entry or exit, right or nearly so."""
    return "," in line and _nearly_place(line) is not None


def _nearly_place(line: str) -> re.Match[str] | None:
    line = line.strip()
    return _NEARLY_PLACE.fullmatch(line) if len(line) <= _LONGEST_PLACE else None


def is_row(line: str) -> bool:
    """Return whether a line is meant to be a row: hexadecimal digits, blanks or commas between."""
    return bool(line) and not _NO_DIGIT.search(_BETWEEN.sub("", _PREFIXED.sub("", line)))


def read_sheet(text: str) -> Sheet:
    """Return what a text says of a maze; never raises, whatever the text is."""
    sheet = Sheet()
    if text.startswith(_BOM):
        sheet.slip(Rule.LAYOUT, 1, 1, "the text begins with a byte order mark (BOM); leave it out")
    body = text.removeprefix(_BOM).replace("\r\n", "\n")
    lines = [line.rstrip(" \t") for line in body.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    sheet.end = len(lines) + 1
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line]
    rows = _leading_rows(numbered, lines)
    for number, line in numbered[:rows]:
        _read_row(sheet, number, line)
    _tell_lengths(sheet)
    _read_footer(sheet, numbered[rows:])
    _tell_empty_lines(sheet, [number for number, _ in numbered], rows)
    if lines and body.count("\n") < len(lines):
        column = len(lines[-1]) + 1
        remedy = "the last line is not ended by a newline; every line has to be"
        sheet.slip(Rule.LAYOUT, len(lines), column, remedy)
    return sheet


def _leading_rows(numbered: Sequence[tuple[int, str]], lines: Sequence[str]) -> int:
    """Return how many of the lines that are not empty are rows.

    The rows end at the first empty line, unless only more rows come behind it; without an empty
    line they end at what looks like the entry.
    """
    for index, (number, line) in enumerate(numbered):
        behind_a_gap = index > 0 and not lines[number - 2]
        more_rows = is_row(line) and len(line) == len(numbered[0][1])
        is_path = index > 0 and _STEPS.fullmatch(line) and not is_row(line)
        if is_place(line) or is_path or (behind_a_gap and not more_rows):
            return index
    return len(numbered)


def _read_row(sheet: Sheet, number: int, line: str) -> None:
    sheet.row_lines.append(number)
    if not _NO_DIGIT.search(line):
        sheet.rows.append(line)
        sheet.row_columns.append(None)
        return
    prefixes = {at for found in _PREFIXED.finditer(line) for at in range(*found.span())}
    if not is_row(line):
        prefixes = set()
    kept = [
        at
        for at, character in enumerate(line)
        if at not in prefixes and character not in _BETWEEN_DIGITS
    ]
    sheet.rows.append("".join(line[at] for at in kept))
    sheet.row_columns.append([at + 1 for at in kept])
    between = _BETWEEN.search(line)
    if between is not None:
        what = {",": "commas", ";": "semicolons", "|": "bars", "\t": "tabs"}.get(
            between[0].strip(" ")[:1], "blanks"
        )
        where = "before" if between.start() == 0 else "between"
        remedy = f"{what} {where} the digits; write the digits of a row without anything between"
        sheet.slip(Rule.DIGITS, number, between.start() + 1, remedy)
    if prefixes:
        remedy = "digits with the prefix 0x; write the digit alone"
        sheet.slip(Rule.DIGITS, number, min(prefixes) + 1, remedy)
    for found in islice(_NO_DIGIT.finditer(sheet.rows[-1]), MOST_SPOTS):
        remedy = (
            "a lone carriage return \\r is no line end; end lines with \\n"
            if found[0] == "\r"
            else f'"{visible(found[0])}" is no hexadecimal digit; a cell is one of 0-9, A-F'
        )
        sheet.slip(Rule.DIGITS, number, kept[found.start()] + 1, remedy)


def _tell_lengths(sheet: Sheet) -> None:
    if not sheet.rows:
        sheet.slip(Rule.SHAPE, 1, 1, "there is no row")
        return
    width = len(sheet.rows[0])
    for row, number in zip(sheet.rows, sheet.row_lines, strict=True):
        if not row:
            sheet.slip(Rule.SHAPE, number, 1, "this row has no digit")
        elif len(row) != width:
            message = (
                f"this row has {count(len(row), 'digit')} and the first one {width}; "
                "all rows of a maze are equally long"
            )
            sheet.slip(Rule.SHAPE, number, min(len(row), width) + 1, message)


def _read_footer(sheet: Sheet, footer: Sequence[tuple[int, str]]) -> None:
    sheet.has_footer = bool(footer)
    if not footer:
        message = (
            "the footer is missing: an empty line, the entry x,y, the exit x,y and the path; "
            "rows alone are what maze/open and maze/loops read"
        )
        sheet.slip(Rule.LAYOUT, sheet.end, 1, message)
        return
    places = [(number, line) for number, line in footer[:2] if not _STEPS.fullmatch(line)]
    others = [each for each in footer if each not in places]
    for what, (number, line) in zip(("entry", "exit"), places, strict=False):
        cell = _read_place(sheet, what, number, line)
        if what == "entry":
            sheet.entry, sheet.entry_line = cell, number
        else:
            sheet.exit, sheet.exit_line = cell, number
    for what in ("entry", "exit")[len(places) :]:
        message = f"the {what} is missing: a line x,y such as 0,0"
        sheet.slip(Rule.LAYOUT, others[0][0] if others else sheet.end, 1, message)
    _read_path(sheet, others)


def _read_place(sheet: Sheet, what: str, number: int, line: str) -> Cell | None:
    found = _PLACE.fullmatch(line)
    if found is not None:
        return int(found[2]), int(found[1])
    rule = Rule.ENTRY if what == "entry" else Rule.EXIT
    found = _nearly_place(line)
    if found is None:
        message = (
            f"the {what} is a column and a row, from 0, with a comma between such as 0,0, not "
            f'"{excerpt(line)}"'
        )
        sheet.slip(rule, number, 1, message)
        return None
    cell = int(found[5]), int(found[3])
    marks = {
        "parentheses": bool(found["opening"]),
        "blanks": bool(re.search(r"\s", line)),
        "its name": bool(found["label"]),
        "leading zeros": bool(re.search(r"\b0[0-9]", line)),
    }
    named = " and ".join(mark for mark, is_there in marks.items() if is_there)
    without = f", without {named}" if named else ""
    message = f'write the {what} as {coordinates(cell)}{without}, not "{excerpt(line)}"'
    sheet.slip(rule, number, 1, message)
    return cell


def _read_path(sheet: Sheet, others: Sequence[tuple[int, str]]) -> None:
    if not others:
        sheet.slip(Rule.LAYOUT, sheet.end, 1, "the path is missing: a line of N, E, S and W")
        return
    sheet.path_line, line = others[0]
    pieces = [_read_steps(sheet, sheet.path_line, line)]
    for number, more in others[1:]:
        if not _STEPS.fullmatch(more):
            sheet.slip(Rule.LAYOUT, number, 1, f'"{excerpt(more)}" is too much behind the path')
            break
        sheet.slip(Rule.LAYOUT, number, 1, "the path goes on here; it has to be on a single line")
        pieces.append(more.upper())
    sheet.path = "".join(pieces)


def _read_steps(sheet: Sheet, number: int, line: str) -> str:
    """Return the steps that a line means, and tell how it spells them."""
    first = _NO_DIRECTION.search(line)
    if first is None:
        return line
    steps = _BETWEEN_STEPS.sub("", line)
    told = steps.upper()
    if told != steps and not _NO_DIRECTION.search(told):
        message = "the path is in lower case; write N, E, S and W"
    elif not _NO_DIRECTION.search(steps):
        message = f'"{visible(first[0])}" in the path; write the letters without anything between'
    elif not _NO_DIRECTION.search(line.translate(_UP_AND_DOWN)):
        told = line.translate(_UP_AND_DOWN)
        message = "the path is written as up, down, left and right; write N, S, W and E"
    else:
        told = line
        message = f'"{visible(first[0])}" is no direction; a path is made of N, E, S and W'
    sheet.slip(Rule.PATH, number, first.start() + 1, message)
    return told


def _tell_empty_lines(sheet: Sheet, numbers: Sequence[int], rows: int) -> None:
    """Tell where an empty line is missing or too much; it belongs behind the rows alone."""
    before = 0
    for index, number in enumerate(numbers):
        gap, wanted = number - before - 1, int(index == rows)
        if gap < wanted and rows:
            message = "an empty line is missing between the rows and the entry"
            sheet.slip(Rule.LAYOUT, number, 1, message)
        elif gap > wanted:
            sheet.slip(Rule.LAYOUT, before + 1 + wanted, 1, "this empty line is too much")
        before = number
