"""The `42` of closed cells in the middle of a maze, and the cells around its centre.

A cell is a pair of row and column, both from 0.
"""

from __future__ import annotations

PATTERN = (
    "#...###",
    "#.....#",
    "###.###",
    "..#.#..",
    "..#.###",
)
PATTERN_HEIGHT = len(PATTERN)
PATTERN_WIDTH = len(PATTERN[0])

_ROOMY_WIDTH, _ROOMY_HEIGHT = 9, 7
"""From this size on the pattern may not be left out."""

Cell = tuple[int, int]
Shape = tuple[Cell, ...]


def _upright() -> Shape:
    return tuple(
        (row, column)
        for row, line in enumerate(PATTERN)
        for column, mark in enumerate(line)
        if mark == "#"
    )


def _turned(shape: Shape) -> Shape:
    """Return a shape after a quarter turn clockwise, its upper left corner at 0, 0 again."""
    height = 1 + max(row for row, _ in shape)
    return tuple(sorted((column, height - 1 - row) for row, column in shape))


def _mirrored(shape: Shape) -> Shape:
    """Return a shape with left and right exchanged."""
    width = 1 + max(column for _, column in shape)
    return tuple(sorted((row, width - 1 - column) for row, column in shape))


SHAPE = _upright()
"""The 18 cells of the pattern, its upper left corner at row 0, column 0."""

OTHER_SHAPES = {
    "mirrored": _mirrored(SHAPE),
    "upside down": _turned(_turned(_mirrored(SHAPE))),
    "turned by a half, as 24": _turned(_turned(SHAPE)),
    "turned to the right": _turned(SHAPE),
    "turned to the left": _turned(_turned(_turned(SHAPE))),
    "with rows and columns exchanged": _mirrored(_turned(SHAPE)),
    "turned and mirrored": _turned(_mirrored(SHAPE)),
}
"""What the pattern becomes where directions are mixed up, by what has happened to it."""


def pattern_fits(*, width: int, height: int) -> bool:
    """Return whether there is room for the pattern, if only without a cell around it."""
    return width >= PATTERN_WIDTH and height >= PATTERN_HEIGHT


def pattern_is_owed(*, width: int, height: int) -> bool:
    """Return whether a maze has to show the pattern: it is not smaller than 9 × 7."""
    return width >= _ROOMY_WIDTH and height >= _ROOMY_HEIGHT


def pattern_corner(*, width: int, height: int) -> Cell:
    """Return where the upper left corner of the centred pattern is: (height−5)//2, (width−7)//2."""
    return (height - PATTERN_HEIGHT) // 2, (width - PATTERN_WIDTH) // 2


def shape_at(shape: Shape, corner: Cell) -> frozenset[Cell]:
    """Return the cells of a shape whose upper left corner is put at ``corner``."""
    return frozenset((corner[0] + row, corner[1] + column) for row, column in shape)


def pattern_cells(*, width: int, height: int) -> frozenset[Cell]:
    """Return the 18 cells of the centred pattern; none where there is no room for it."""
    if not pattern_fits(width=width, height=height):
        return frozenset()
    return shape_at(SHAPE, pattern_corner(width=width, height=height))


def middle_cells(*, width: int, height: int) -> tuple[Cell, ...]:
    """Return the one, two or four cells in the middle, row by row.

    The fourth column of a centred pattern has no closed cell and is always a middle column, so
    that the pattern never covers all of them.
    """
    rows = sorted({(height - 1) // 2, height // 2})
    columns = sorted({(width - 1) // 2, width // 2})
    return tuple((row, column) for row in rows for column in columns)


def corner_cells(*, width: int, height: int) -> tuple[Cell, ...]:
    """Return the four corners (fewer where a side is a single cell), row by row."""
    return tuple(
        (row, column) for row in sorted({0, height - 1}) for column in sorted({0, width - 1})
    )
