"""The rules of loop/session: a tile and a grid of tiles that are turned, shown and looked at.

In this task a connector up is bit 1, right 2, down 4 and left 8, so that a quarter turn clockwise
rotates the four bits to the left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeGuard

from judge.transcript import RefusedError, Scalar

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
CHARACTERS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"


def is_whole(value: Scalar) -> TypeGuard[int]:
    """Return whether an argument is an integer; true is none, and neither is 1.0."""
    return type(value) is int


def _is_tile(value: Scalar) -> TypeGuard[int]:
    return is_whole(value) and 0 <= value < len(CHARACTERS)


def turned(tile: int, *, clockwise: bool) -> int:
    """Return a tile after a quarter turn."""
    return ((tile << 1) & 15) | (tile >> 3) if clockwise else (tile >> 1) | ((tile & 1) << 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """One tile; ``number`` holds a bit for each connector."""

    number: int

    @classmethod
    def of(cls, number: Scalar) -> Tile:
        """Return a tile; RefusedError unless its number is an integer in 0..15."""
        if not _is_tile(number):
            raise RefusedError("ongeldige tegel")
        return cls(number=number)

    @property
    def picture(self) -> str:
        """The tile's character."""
        return CHARACTERS[self.number]

    def has(self, side: int) -> bool:
        """Return whether there is a connector on a side."""
        return bool(self.number & side)

    def turned(self, *, clockwise: bool) -> Tile:
        """Return the tile after a quarter turn."""
        return Tile(number=turned(self.number, clockwise=clockwise))


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Tiles row by row, ``columns`` in each row."""

    tiles: tuple[int, ...]
    columns: int

    @classmethod
    def of(cls, tiles: Sequence[Scalar], columns: Scalar) -> Grid:
        """Return a grid; RefusedError unless the tiles are integers in 0..15 in whole rows."""
        numbers = tuple(filter(_is_tile, tiles))
        shaped = is_whole(columns) and columns > 0 and tiles and len(tiles) % columns == 0
        if not is_whole(columns) or not shaped or len(numbers) < len(tiles):
            raise RefusedError("ongeldig rooster")
        return cls(tiles=numbers, columns=columns)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.tiles) // self.columns

    @property
    def picture(self) -> str:
        """The rows' characters, with newlines between rows."""
        row_starts = range(0, len(self.tiles), self.columns)
        rows = (self.tiles[start : start + self.columns] for start in row_starts)
        return "\n".join("".join(CHARACTERS[tile] for tile in row) for row in rows)

    @property
    def is_closed(self) -> bool:
        """Whether every connector meets another one, and none points off the grid."""
        rows, columns = range(self.rows), range(self.columns)
        across = all(
            self._has(row, column, RIGHT) is self._has(row, column + 1, LEFT)
            for row in rows
            for column in range(-1, self.columns)
        )
        return across and all(
            self._has(row, column, DOWN) is self._has(row + 1, column, UP)
            for row in range(-1, self.rows)
            for column in columns
        )

    def _has(self, row: int, column: int, side: int) -> bool:
        """Return whether a tile has a connector on a side; off the grid there is none."""
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return inside and bool(self.tiles[row * self.columns + column] & side)

    def turned(self, row: Scalar, column: Scalar, *, clockwise: bool) -> Grid:
        """Return the grid with one tile turned; RefusedError for a position off the grid."""
        inside = is_whole(row) and 0 <= row < self.rows
        if (
            not inside
            or not is_whole(row)
            or not is_whole(column)
            or not 0 <= column < self.columns
        ):
            raise RefusedError("ongeldige positie")
        place = row * self.columns + column
        tile = turned(self.tiles[place], clockwise=clockwise)
        tiles = (*self.tiles[:place], tile, *self.tiles[place + 1 :])
        return Grid(tiles=tiles, columns=self.columns)
