"""Grids of tiles drawn: connectors that meet in blue, loose ones in red."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.draw import (
    BLUE,
    FLOOR,
    GRID,
    RED,
    Circle,
    Colour,
    Lines,
    Rectangle,
    Run,
    Scene,
    Segment,
    Shape,
    Typed,
)
from judge_plugins.loop.board import SIDES

_MARGIN = 0.5
_GRID_WIDTH = 0.04
_LINE_WIDTH = 0.2
_KNOB = 0.2
"""The radius of what a single connector comes from."""

_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
_SHAPES = "·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""What tiles look like on a terminal, by their sides: up 1, right 2, down 4, left 8."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiles:
    """A grid to be drawn: numbers row by row, and the bits for up, right, down and left."""

    numbers: Sequence[int]
    columns: int
    sides: tuple[int, ...] = SIDES

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.numbers) // self.columns

    def ends(self) -> Iterator[tuple[int, int, int, bool]]:
        """Yield row, column and side (0 to 3) of each connector, and whether it meets another."""
        for row in range(self.rows):
            for column in range(self.columns):
                for side in range(4):
                    if self._has(row, column, side):
                        right, down = _STEPS[side]
                        meets = self._has(row + down, column + right, side - 2)
                        yield row, column, side, meets

    def _has(self, row: int, column: int, side: int) -> bool:
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return False
        return bool(self.numbers[row * self.columns + column] & self.sides[side])


def tiles_scene(tiles: Tiles, title: str = "") -> Scene:
    """Return a grid of tiles, a unit each."""
    ends = list(tiles.ends())
    rows, columns = tiles.rows, tiles.columns
    shapes: tuple[Shape, ...] = (
        Rectangle(x=0, y=0, width=columns, height=rows, fill=FLOOR),
        Lines(segments=tuple(_grid(rows, columns)), width=_GRID_WIDTH, colour=GRID),
        *_connectors(ends, BLUE, meeting=True),
        *_connectors(ends, RED, meeting=False),
        *_knobs(ends),
    )
    return Scene(
        width=columns + 2 * _MARGIN,
        height=rows + 2 * _MARGIN,
        shapes=tuple(shape.moved(_MARGIN, _MARGIN) for shape in shapes),
        title=title,
        typed=typed_tiles(tiles, ends),
    )


def _grid(rows: int, columns: int) -> Iterator[Segment]:
    yield from ((0, row, columns, row) for row in range(rows + 1))
    yield from ((column, 0, column, rows) for column in range(columns + 1))


def _connectors(
    ends: Sequence[tuple[int, int, int, bool]], colour: Colour, *, meeting: bool
) -> Iterator[Shape]:
    """Yield the connectors of one colour, from the middles of tiles to their edges."""
    segments = tuple(
        (
            column + 0.5,
            row + 0.5,
            column + 0.5 + _STEPS[side][0] / 2,
            row + 0.5 + _STEPS[side][1] / 2,
        )
        for row, column, side, meets in ends
        if meets is meeting
    )
    if segments:
        yield Lines(segments=segments, width=_LINE_WIDTH, colour=colour, round=True)


def _knobs(ends: Sequence[tuple[int, int, int, bool]]) -> Iterator[Shape]:
    """Yield a circle in the middle of each tile that has a single connector."""
    found: dict[tuple[int, int], list[bool]] = {}
    for row, column, _, meets in ends:
        found.setdefault((row, column), []).append(meets)
    for (row, column), meeting in found.items():
        if len(meeting) == 1:
            colour = BLUE if meeting[0] else RED
            yield Circle(x=column + 0.5, y=row + 0.5, radius=_KNOB, fill=colour)


def typed_tiles(tiles: Tiles, ends: Sequence[tuple[int, int, int, bool]]) -> Typed:
    """Return a grid in box characters, two columns a tile; tiles with a loose end are red."""
    shapes = [[0] * tiles.columns for _ in range(tiles.rows)]
    loose: set[tuple[int, int]] = set()
    joined: set[tuple[int, int]] = set()
    for row, column, side, meets in ends:
        shapes[row][column] |= 1 << side
        if not meets:
            loose.add((row, column))
        elif side == 1:
            joined.add((row, column))
    return tuple(
        tuple(
            run
            for column, shape in enumerate(shapes[row])
            for run in (
                Run(text=_SHAPES[shape], ink=RED if (row, column) in loose else None),
                Run(text="━" if (row, column) in joined else " "),
            )
        )
        for row in range(tiles.rows)
    )
