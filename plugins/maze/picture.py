"""Mazes drawn with lines, whole or the surroundings of a cell."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from judge_plugins.maze.grid import Grid
from judge_plugins.maze.pattern import Cell
from judge_plugins.maze.rules import Side

MOST_COLUMNS, MOST_ROWS = 40, 40
"""Larger mazes are not drawn whole: nobody could see the lines for lines."""

_AROUND = 2
_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The character in which lines meet, by the lines from it: up 1, right 2, down 4, left 8."""
_DISPUTED = "?"


def whole_picture(grid: Grid, marks: Mapping[Cell, str]) -> str:
    """Return the picture of a maze with a mark in some cells; "" for one that is too large."""
    if grid.width > MOST_COLUMNS or grid.height > MOST_ROWS:
        return ""
    return _drawn(grid, marks, range(grid.height), range(grid.width))


def surroundings(grid: Grid, middle: Cell, marks: Mapping[Cell, str]) -> str:
    """Return the picture of the cells around one, two cells to each side."""
    rows = range(max(0, middle[0] - _AROUND), min(grid.height, middle[0] + _AROUND + 1))
    columns = range(max(0, middle[1] - _AROUND), min(grid.width, middle[1] + _AROUND + 1))
    return _drawn(grid, marks, rows, columns)


def _drawn(grid: Grid, marks: Mapping[Cell, str], rows: range, columns: range) -> str:
    """Return three columns a cell and a line a row, and the walls between."""
    level = {
        (row, column): _wall(grid, (row - 1, column), Side.SOUTH, (row, column), Side.NORTH)
        for row, column in product(range(rows.start, rows.stop + 1), columns)
    }
    upright = {
        (row, column): _wall(grid, (row, column - 1), Side.EAST, (row, column), Side.WEST)
        for row, column in product(rows, range(columns.start, columns.stop + 1))
    }
    lines = []
    for row in range(rows.start, rows.stop + 1):
        line = ""
        for column in range(columns.start, columns.stop + 1):
            line += _joint(level, upright, row, column)
            if column < columns.stop:
                wall = level[row, column]
                line += {True: "───", False: "   ", None: f" {_DISPUTED} "}[wall]
        lines.append(line)
        if row < rows.stop:
            line = ""
            for column in range(columns.start, columns.stop + 1):
                line += {True: "│", False: " ", None: _DISPUTED}[upright[row, column]]
                if column < columns.stop:
                    line += f" {marks.get((row, column), ' ')} "
            lines.append(line)
    return "\n".join(line.rstrip() for line in lines)


def _wall(grid: Grid, first: Cell, side: Side, second: Cell, other: Side) -> bool | None:
    """Return whether the wall between two neighbours is closed; None where they disagree."""
    sides = {
        grid.is_closed(cell, of_cell)
        for cell, of_cell in ((first, side), (second, other))
        if grid.has(cell)
    }
    return sides.pop() if len(sides) == 1 else None


def _joint(
    level: Mapping[Cell, bool | None], upright: Mapping[Cell, bool | None], row: int, column: int
) -> str:
    return _JOINTS[
        (upright.get((row - 1, column)) is True)
        + 2 * (level.get((row, column)) is True)
        + 4 * (upright.get((row, column)) is True)
        + 8 * (level.get((row, column - 1)) is True)
    ]
