"""Two answers beside each other, or one above the other, with the first difference marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest

from judge.compare import columns, count, first_column, visible, window

UNCUT = 2**31
"""more columns than any text has"""

_GAP = "   "


class Tone(Enum):
    """How a piece of text is to look."""

    PLAIN = "plain"
    FAINT = "faint"
    MARK = "mark"


Span = tuple[str, Tone]


def answers(
    wanted: Sequence[str], printed: Sequence[str], *, room: int, rows: int | None
) -> Iterator[list[Span]]:
    """Yield the lines that show what was expected and what was printed, each as spans.

    ``room`` is the width in columns. At most ``rows`` lines of each are shown, among them the first
    that differs, with a mark below its first difference; None shows all of them, and uncut.
    """
    view = _View.of(wanted, printed, rows)
    half = (room - len(_GAP)) // 2
    if view.fits(wanted, half) and view.fits(printed, half):
        yield from _beside(view.side(wanted, half), view.side(printed, half))
        return
    for name, side in (("expected", wanted), ("printed", printed)):
        yield [(name, Tone.FAINT)]
        yield from ([span] for span in view.side(side, UNCUT if rows is None else room))


def beside(left: Sequence[str], right: Sequence[str], *, room: int) -> Iterator[list[Span]]:
    """Yield the lines of two pictures, beside each other where there is room, as spans."""
    sides = [
        [(visible(line, keep_newlines=False), Tone.PLAIN) for line in side]
        for side in (left, right)
    ]
    widest = [max(columns(text) for text, _ in side) for side in sides]
    if sum(widest) + len(_GAP) <= room:
        yield from _beside(*sides)
        return
    for name, side in zip(("expected", "printed"), sides, strict=True):
        yield [(name, Tone.FAINT)]
        yield from ([span] for span in side)


def _beside(left: Sequence[Span], right: Sequence[Span]) -> Iterator[list[Span]]:
    edge = max(len("expected"), *(columns(text) for text, _ in left))
    yield [(f"{'expected':<{edge}}{_GAP}printed", Tone.FAINT)]
    for one, other in zip_longest(left, right, fillvalue=("", Tone.PLAIN)):
        padding = " " * (edge - columns(one[0])) + _GAP
        yield [one, (padding, Tone.PLAIN), other]


@dataclass(frozen=True, slots=True, kw_only=True)
class _View:
    """The rows that are shown of two answers, and the place to mark: where they first differ."""

    start: int
    stop: int
    row: int | None
    column: int
    digits: int

    @classmethod
    def of(cls, wanted: Sequence[str], printed: Sequence[str], rows: int | None) -> _View:
        longest = max(len(wanted), len(printed))
        pairs = enumerate(zip_longest(wanted, printed))
        row = next((index for index, (one, other) in pairs if one != other), None)
        column = 0
        if row is not None and row < min(len(wanted), len(printed)):
            column = first_column(wanted[row], printed[row])
        kept = longest if rows is None else rows
        start = max(0, min((row or 0) - kept // 3, longest - kept))
        digits = len(str(min(longest, start + kept))) if longest > 1 else 0
        return cls(start=start, stop=start + kept, row=row, column=column, digits=digits)

    def fits(self, rows: Sequence[str], room: int) -> bool:
        """Return whether the rows need no more than ``room`` columns."""
        room -= len(self._bar(0))
        shown = rows[self.start : self.stop]
        return all(len(row) <= room and columns(visible(row)) <= room for row in shown)

    def side(self, rows: Sequence[str], room: int) -> list[Span]:
        """Return the lines for one answer, each with its tone."""
        if not rows:
            return [("(nothing)", Tone.FAINT)]
        shown: list[Span] = []
        for index in range(self.start, min(self.stop, len(rows))):
            bar = self._bar(index)
            text, mark = window(rows[index], room - len(bar), self.column)
            shown.append((bar + text, Tone.PLAIN))
            if index == self.row:
                shown.append((" " * (len(bar) + mark) + "^", Tone.MARK))
        if len(rows) > self.stop:
            shown.append((f"┆ {count(len(rows) - self.stop, 'more line')}", Tone.PLAIN))
        return shown

    def _bar(self, index: int) -> str:
        return f"{index + 1:>{self.digits}} │ " if self.digits else "│ "
