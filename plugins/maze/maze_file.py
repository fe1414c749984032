"""Plain text files that hold a maze, as ``judge check`` reads them: rows, entry, exit and path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from judge.compare import count
from judge.puzzle import FileFormat, TextFault
from judge_plugins.maze.ruling import judged
from judge_plugins.maze.sheet import MOST_SPOTS, Spot, is_place, read_sheet

_SHOWN = 10
"""Places that are told of one rule; a maze of another puzzle has thousands."""
_LOOKED_AT = 10_000
"""Characters that say what a text is meant to be."""
_NO_MARK = re.compile(r"[^0-9A-Fa-f]")
_BLANKS = re.compile(r"0[xX](?=[0-9A-Fa-f])|[\s,;|]")
_LOWER = re.compile("[a-f]")
_MOSTLY = 0.75


class MazeFile(FileFormat):
    """A maze as ``maze/generate`` prints it, checked without a config; or its rows alone.

    Without a config nobody says what the entry, the exit and PERFECT have to be: a maze without
    loops counts as perfect, any other as not perfect. All other rules hold. Where the rows are no
    rectangle of digits, the rules about walls are not looked at.
    """

    name = "maze file"

    def recognises(self, text: str) -> bool:
        """Return whether the first lines are hexadecimal digits for the most part.

        The lines are those to the first empty one or to the first pair of coordinates; what stands
        between the digits (blanks, commas, ``0x``) does not count.
        """
        lines = text.removeprefix("\ufeff")[:_LOOKED_AT].strip().split("\n")
        rows = list(takewhile(lambda line: line.strip() and not is_place(line), lines))
        characters = _BLANKS.sub("", "".join(rows))
        others = len(_NO_MARK.findall(characters))
        return len(characters) - others > _MOSTLY * len(characters)

    def faults(self, text: str) -> Iterator[TextFault]:
        """Yield what is wrong, in the order of the lines; of each rule the first ten places."""
        spots: list[Spot] = []
        for breach in judged(read_sheet(text), None).breaches:
            shown = list(breach.spots[:_SHOWN])
            others = len(breach.spots) - len(shown)
            if others:
                or_more = " or more" if len(breach.spots) >= MOST_SPOTS else ""
                told = f"{shown[-1].message} ({count(others, 'more place')}{or_more} like it)"
                shown[-1] = replace(shown[-1], message=told)
            spots += shown
        for spot in sorted(spots, key=lambda spot: (spot.line, spot.column)):
            yield TextFault(
                line=spot.line, column=spot.column, rule=spot.rule, message=spot.message
            )

    def summary(self, text: str) -> str:
        """Return the size, the loops, whether the `42` is there, and the length of the path."""
        sheet = read_sheet(text)
        ruling = judged(sheet, None)
        if ruling.found is None:
            return "no maze"
        loops = ruling.found.loops
        parts = [
            f"{len(sheet.rows[0])} × {len(sheet.rows)} cells",
            f"not perfect ({count(loops, 'loop')})" if loops else "perfect",
            "with the 42" if ruling.pattern else "without the 42",
        ]
        if sheet.path is not None:
            parts.append(f"shortest path of {count(len(sheet.path), 'step')}")
        if any(map(_LOWER.search, sheet.rows)):
            parts.append("digits in lower case")
        return ", ".join(parts)
