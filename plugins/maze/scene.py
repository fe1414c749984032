"""Mazes drawn: walls, closed cells, and what is to be pointed out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from judge.draw import (
    FLOOR,
    GREEN,
    GRID,
    PAPER,
    RED,
    WALL,
    Colour,
    Lines,
    Rectangle,
    Run,
    Scene,
    Segment,
    Shape,
    Text,
    Typed,
    typed_plainly,
)
from judge_plugins.maze.grid import Grid
from judge_plugins.maze.pattern import Cell
from judge_plugins.maze.picture import whole_picture
from judge_plugins.maze.rules import Side, bits

OPEN_BLOCK = Colour(name="open block", red=190, green=227, blue=200)

_MARGIN = 0.5
_WALL_WIDTH = 0.15
_PIXELS = 24
_MARK_SIDE = 0.7
_MOST_COLUMNS = 120
"""Wider mazes are not drawn with characters: no terminal has the room."""

_BLOCKS = " ▀▄█"
_MARKS = {"E": GREEN, "X": RED}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Walls:
    """The walls of a grid, by the lines between its rows and by its rows.

    Bit ``c`` of ``level[r]`` is set where a wall lies above row ``r`` at column ``c`` (the last
    one lies below the last row), bit ``c`` of ``upright[r]`` where one stands left of column ``c``
    (the last one right of the last column).
    """

    level: tuple[int, ...]
    upright: tuple[int, ...]

    @classmethod
    def of(cls, grid: Grid) -> _Walls:
        closed = grid.closed
        return cls(
            level=(closed[Side.NORTH][0], *closed[Side.SOUTH]),
            upright=tuple(
                east << 1 | west & 1
                for east, west in zip(closed[Side.EAST], closed[Side.WEST], strict=True)
            ),
        )

    def segments(self) -> Iterator[Segment]:
        """Yield the walls, each as long as it goes on."""
        for row, walls in enumerate(self.level):
            ends = zip(bits(walls & ~(walls << 1)), bits(walls & ~(walls >> 1)), strict=True)
            yield from ((first, row, last + 1, row) for first, last in ends)
        begun: dict[int, int] = {}
        above = 0
        for row, walls in enumerate((*self.upright, 0)):
            for column in bits(above & ~walls):
                yield column, begun.pop(column), column, row
            begun |= dict.fromkeys(bits(walls & ~above), row)
            above = walls


def maze_scene(grid: Grid, marks: Mapping[Cell, str], title: str = "") -> Scene:
    """Return a maze; marks are ``E`` entry, ``X`` exit, ``#`` closed cell, ``*`` open block.

    Cells that are closed on all sides are dark without a mark, too.
    """
    walls = _Walls.of(grid)
    shapes: list[Shape] = [Rectangle(x=0, y=0, width=grid.width, height=grid.height, fill=FLOOR)]
    for row, shut in enumerate(grid.shut_cells()):
        shapes += [_cell(row, column, GRID) for column in bits(shut)]
    for (row, column), mark in marks.items():
        if mark == "*":
            shapes.append(_cell(row, column, OPEN_BLOCK))
        elif mark in _MARKS:
            shapes += _marked(row, column, mark)
    shapes.append(Lines(segments=tuple(walls.segments()), width=_WALL_WIDTH, colour=WALL))
    plain = whole_picture(grid, marks)
    return Scene(
        width=grid.width + 2 * _MARGIN,
        height=grid.height + 2 * _MARGIN,
        shapes=tuple(shape.moved(_MARGIN, _MARGIN) for shape in shapes),
        pixels=_PIXELS,
        title=title,
        typed=typed_plainly(plain) if plain else _in_blocks(grid, walls),
    )


def _cell(row: int, column: int, fill: Colour) -> Rectangle:
    return Rectangle(x=column, y=row, width=1, height=1, fill=fill)


def _marked(row: int, column: int, mark: str) -> Iterator[Shape]:
    edge = (1 - _MARK_SIDE) / 2
    yield Rectangle(
        x=column + edge, y=row + edge, width=_MARK_SIDE, height=_MARK_SIDE, fill=_MARKS[mark]
    )
    yield Text(x=column + 0.5, y=row + 0.5, text=mark, size=0.55, colour=PAPER)


def _in_blocks(grid: Grid, walls: _Walls) -> Typed:
    """Return a maze in half blocks, a point a cell and a wall between; () for a wide one."""
    if grid.width > _MOST_COLUMNS:
        return ()
    width, height = 2 * grid.width + 1, 2 * grid.height + 1
    dark: set[tuple[int, int]] = set()
    for row, level in enumerate(walls.level):
        dark.update((2 * row, 2 * at + step) for at in bits(level) for step in range(3))
    for row, upright in enumerate(walls.upright):
        dark.update((2 * row + step, 2 * at) for at in bits(upright) for step in range(3))
    for row, shut in enumerate(grid.shut_cells()):
        dark.update((2 * row + 1, 2 * at + 1) for at in bits(shut))
    return tuple(
        (
            Run(
                text="".join(
                    _BLOCKS[((row, at) in dark) + 2 * ((row + 1, at) in dark)]
                    for at in range(width)
                )
            ),
        )
        for row in range(0, height, 2)
    )
