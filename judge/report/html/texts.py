"""Texts of a page: in visible form, cut to what people read, each kept once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from judge.compare import first_column, lines, spelt, visible

LONGEST_SENTENCE = 1000
"""characters that are kept of a reason, a name or a title"""

_ROWS = 120
"""lines that are kept of an input, an output or an error text"""
_COLUMNS = 400
"""characters that are kept of a line"""
_WHOLE = (-1, 0)
_NEVER_RAW = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
"""What JSON in HTML may not hold as it is: how elements begin, and what old scripts stumble at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """A part of a text in visible form.

    ``before`` and ``after`` are the lines left out on both sides. ``mark`` is where to mark it:
    the first character and how many; none but a place where something is missing, and None for
    no mark.
    """

    text: str
    before: int = 0
    after: int = 0
    mark: tuple[int, int] | None = None


def sentence(text: str) -> str:
    """Return a text on one line in visible form, cut where it is no sentence any more."""
    shown = visible(text[:LONGEST_SENTENCE], keep_newlines=False)
    return f"{shown}…" if len(text) > LONGEST_SENTENCE else shown


def excerpt(text: str, *, last: bool = False) -> Excerpt | None:
    """Return the first lines of a text, or the last ones; None where there is none."""
    rows = lines(text)
    if not rows:
        return None
    start = max(0, len(rows) - _ROWS) if last else 0
    return _excerpt(rows, start)


def both(expected: str, actual: str) -> tuple[Excerpt | None, Excerpt | None]:
    """Return what was expected and what was printed, with a mark where they differ first.

    None stands for an answer that is not known; nothing printed is an empty text.
    """
    wanted, printed = lines(expected), lines(actual)
    if not wanted:
        return None, excerpt(actual)
    pairs = enumerate(zip_longest(wanted, printed))
    row = next((index for index, (one, other) in pairs if one != other), None)
    if row is None:
        return excerpt(expected), excerpt(actual)
    column = None
    if row < min(len(wanted), len(printed)):
        column = first_column(wanted[row], printed[row])
    start = max(0, min(row - _ROWS // 3, max(len(wanted), len(printed)) - _ROWS))
    return _excerpt(wanted, start, row, column), _excerpt(printed, start, row, column)


def _excerpt(
    rows: Sequence[str], start: int, row: int | None = None, column: int | None = None
) -> Excerpt:
    """Return some lines from ``start`` on; ``row`` is the one to mark, None for its whole."""
    shown: list[str] = []
    mark: tuple[int, int] | None = None
    length = 0
    for index, text in enumerate(rows[start : start + _ROWS], start):
        line, place = _line(text, column if index == row else None)
        if index == row:
            mark = (length, len(line)) if place == _WHOLE else (length + place[0], place[1])
        shown.append(line)
        length += len(line) + 1
    if row is not None and row >= len(rows):
        mark = max(0, length - 1), 0
    return Excerpt(
        text="\n".join(shown),
        before=min(start, len(rows)),
        after=max(0, len(rows) - start - _ROWS),
        mark=mark,
    )


def _line(text: str, column: int | None) -> tuple[str, tuple[int, int]]:
    """Return what is shown of a line, and where in it the character at ``column`` stands."""
    around = column or 0
    first = max(0, min(around - _COLUMNS // 2, len(text) - _COLUMNS))
    part = text[first : first + _COLUMNS]
    before = "…" if first else ""
    after = "…" if first + _COLUMNS < len(text) else ""
    if column is None:
        return before + visible(part, keep_newlines=False) + after, _WHOLE
    pieces = spelt(part)
    at = around - first
    start = len(before) + sum(map(len, pieces[:at]))
    length = len(pieces[at]) if at < len(pieces) else 0
    return before + "".join(pieces) + after, (start, length)


def as_json(data: object) -> str:
    """Return data as JSON that can stand in an HTML page: nothing in it can end its element."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.translate(_NEVER_RAW)


def size_of(data: object) -> int:
    """Return how many bytes data take in a page."""
    return len(as_json(data).encode())


class TextPool:
    """Texts by number, each kept once, no more than a page can bear."""

    def __init__(self, most: int) -> None:
        """Keep texts that take ``most`` bytes in all."""
        self.texts: list[str] = []
        self._room = most
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int | None:
        """Return the number of a text, or None where there is no room for it."""
        return self._number(text) if self._take({text}) else None

    def packed(self, excerpts: Sequence[Excerpt | None]) -> list[list[int] | None] | None:
        """Return excerpts as a page has them, or None where it has no room for their texts.

        Each is the text's number, the lines left out before and after, and the mark if any.
        """
        if not self._take({each.text for each in excerpts if each}):
            return None
        return [None if each is None else self._packed(each) for each in excerpts]

    def _take(self, texts: set[str]) -> bool:
        """Return whether there is room for texts, and take it for those that are new."""
        size = sum(size_of(text) for text in texts if text not in self._numbers)
        if size > self._room:
            return False
        self._room -= size
        return True

    def _packed(self, each: Excerpt) -> list[int]:
        return [self._number(each.text), each.before, each.after, *(each.mark or ())]

    def _number(self, text: str) -> int:
        if text not in self._numbers:
            self._numbers[text] = len(self.texts)
            self.texts.append(text)
        return self._numbers[text]
