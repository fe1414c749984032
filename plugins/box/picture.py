"""The box drawn with characters, in any of its four orientations."""

from __future__ import annotations

from textwrap import dedent

from judge_plugins.box.rules import CELLS, HOLE_PLACE, NAMES, PLACES, Side, State

HOLE_MARK = "*"


def _turned_places(down: Side) -> tuple[tuple[int, int], ...]:
    """Return row and column of the 29 cells, and of the hole's mark, in the turned picture.

    A quarter turn clockwise takes row r, column c to row c, column -r; after the turns the
    picture is shifted so that its upper left corner is row 0, column 0.
    """
    places = [*PLACES, HOLE_PLACE]
    for _ in range(down):
        places = [(column, -row) for row, column in places]
    top = min(row for row, _ in places)
    left = min(column for _, column in places)
    return tuple((row - top, column - left) for row, column in places)


TURNED_PLACES = {side: _turned_places(side) for side in Side}
"""By the side below: row and column (0-based) in the picture of each cell and, last, the hole."""


def picture(state: State) -> list[str]:
    """Return the lines of the box as it stands, with ``*`` in the place just outside the hole.

    The side below is the picture's lower side. Places that are no cells are blanks; there are
    none at line ends.
    """
    places = TURNED_PLACES[state.down]
    characters = dict(zip(places, state.cells + HOLE_MARK, strict=True))
    height = 1 + max(row for row, _ in places)
    width = 1 + max(column for _, column in places)
    return [
        "".join(characters.get((row, column), " ") for column in range(width)).rstrip()
        for row in range(height)
    ]


def pictured(lines: list[str]) -> State | None:
    """Return the box whose picture lines are, in whatever orientation; None for any other lines.

    A common indent, blanks at line ends and empty lines around do not matter.
    """
    rows = [line.rstrip() for line in dedent("\n".join(lines)).strip("\n").split("\n")]
    for down, places in TURNED_PLACES.items():
        cells = "".join(
            rows[row][column : column + 1] if row < len(rows) else "" for row, column in places[:-1]
        )
        state = State(cells=cells, down=down)
        if len(cells) == CELLS and set(cells) <= NAMES.keys() and picture(state) == rows:
            return state
    return None


def mirrored(lines: list[str]) -> list[str]:
    """Return a picture with left and right exchanged."""
    width = max(map(len, lines))
    return [line.ljust(width)[::-1].rstrip() for line in lines]


def place_name(down: Side, row: int, column: int) -> str:
    """Return what stands at a place of the picture: a cell, the hole, or the outside."""
    try:
        index = TURNED_PLACES[down].index((row, column))
    except ValueError:
        return "outside the box"
    return "just outside the hole" if index == len(PLACES) else f"cell {index + 1}"
