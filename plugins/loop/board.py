"""Boards of loop/solve: tiles and their turns, connectors, and what keeps a board open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

UP, RIGHT, DOWN, LEFT = 1, 8, 4, 2
SIDES = (UP, RIGHT, DOWN, LEFT)
SESSION_SIDES = (1, 2, 4, 8)
"""The same four sides in the bit order of loop/session, which programs mix up with this one."""

_SHAPES = "·╹╸┛╻┃┓┫╺┗━┻┏┣┳╋"
"""What the tiles 0 to 15 look like; an empty one is a dot, so that it can be seen."""

_SIDE_NAMES = ("up", "to the right", "down", "to the left")
_ROW_STEPS = (-1, 0, 1, 0)
_COLUMN_STEPS = (0, 1, 0, -1)


def turned(tile: int) -> int:
    """Return the tile after a quarter turn counter-clockwise."""
    return (tile << 1) & 15 | tile >> 3


def opposite(sides: int) -> int:
    """Return the sides that lie across from a set of sides."""
    return (sides << 2) & 15 | sides >> 2


def turns(tile: int) -> tuple[int, ...]:
    """Return the different tiles, one to four of them, that a tile can be turned into."""
    found = [tile]
    while (following := turned(found[-1])) != tile:
        found.append(following)
    return tuple(found)


TURNS = tuple(turns(tile) for tile in range(16))

DIGITS = {digit: int(digit, 16) for digit in "0123456789abcdefABCDEF"}
"""The characters that stand for a tile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A grid of tiles 0 to 15, row by row; a tile is the sum of the sides it has connectors on."""

    rows: int
    columns: int
    tiles: tuple[int, ...]

    @classmethod
    def of(cls, lines: Sequence[str]) -> Board:
        """Return the board that lines of digits state; they must be there, and equally long."""
        tiles = tuple(DIGITS[digit] for line in lines for digit in line)
        return cls(rows=len(lines), columns=len(lines[0]), tiles=tiles)

    def with_tiles(self, tiles: Sequence[int]) -> Board:
        """Return a board of the same shape that holds other tiles."""
        return Board(rows=self.rows, columns=self.columns, tiles=tuple(tiles))

    def __str__(self) -> str:
        """Return the rows as lower-case hexadecimal digits, with newlines between them."""
        return self._in_rows("".join(f"{tile:x}" for tile in self.tiles))

    @property
    def picture(self) -> str:
        """The rows in box characters, with newlines between them; a dot for an empty tile."""
        return self._in_rows("".join(_SHAPES[tile] for tile in self.tiles))

    def _in_rows(self, characters: str) -> str:
        starts = range(0, len(characters), self.columns)
        return "\n".join(characters[start : start + self.columns] for start in starts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """What is wrong at one tile of a board; row and column count from 1."""

    row: int
    column: int
    message: str

    def __str__(self) -> str:
        """Return ``row 2, column 3: ...``."""
        return f"row {self.row}, column {self.column}: {self.message}"


def first_replaced(board: Board, answer: Board) -> Flaw | None:
    """Return the first tile of an answer that is no turn of the board's own tile, or None."""
    for cell, (given, tile) in enumerate(zip(board.tiles, answer.tiles, strict=True)):
        if tile not in TURNS[given]:
            row, column = divmod(cell, board.columns)
            return Flaw(
                row=row + 1,
                column=column + 1,
                message=f"tile {tile:x} is no turn of the input's {given:x}",
            )
    return None


def first_loose(board: Board, sides: tuple[int, ...] = SIDES) -> Flaw | None:
    """Return the first connector that meets none or leads off the grid; None on a closed board.

    ``sides`` are the bits for up, right, down and left.
    """
    for cell, tile in enumerate(board.tiles):
        row, column = divmod(cell, board.columns)
        for index, side in enumerate(sides):
            if tile & side:
                there = (row + _ROW_STEPS[index], column + _COLUMN_STEPS[index])
                message = _loose_end(board, there, sides[index - 2])
                if message:
                    message = f"the connector {_SIDE_NAMES[index]} {message}"
                    return Flaw(row=row + 1, column=column + 1, message=message)
    return None


def _loose_end(board: Board, there: tuple[int, int], facing: int) -> str:
    row, column = there
    if not (0 <= row < board.rows and 0 <= column < board.columns):
        return "leads off the grid"
    return "" if board.tiles[row * board.columns + column] & facing else "meets no connector"
