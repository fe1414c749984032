"""Grids that are made of choices, for the search for the smallest input that fails."""

from __future__ import annotations

from judge.puzzle import Chooser
from judge_plugins.loop.board import DOWN, LEFT, RIGHT, UP, Board, turned

_MOST = (3, 2, 5, 12)
"""How many rows and columns a grid may have, in the order in which they are tried."""

_SMALL = 36
"""Tiles up to which grids may be of a kind that makes a plain search lose its way when large."""

_FEW_KINDS = ((1,), (1, 0), (1, 5), (1, 3), (1, 7))
"""Tiles of which boards are made that often have several answers."""


def chosen_grid(choose: Chooser) -> str:
    """Return the rows of a grid, most often one that has an answer."""
    rows, columns = chosen_shape(choose)
    kinds = (_turned, _turned, _of_few_kinds, _of_any_tiles)
    kind = choose.choice(kinds) if rows * columns <= _SMALL else _turned
    digits = str(kind(choose, rows, columns))
    return digits.upper() if choose.integer(0, 9) == 9 else digits


def chosen_shape(choose: Chooser) -> tuple[int, int]:
    """Return a number of rows and one of columns, both small as a rule."""
    most = choose.choice(_MOST)
    return choose.integer(1, most), choose.integer(1, most)


def chosen_closed(choose: Chooser, rows: int, columns: int) -> Board:
    """Return a closed board; it becomes one of empty tiles.

    Boards whose tiles have few connectors have several answers more often than others.
    """
    count = rows * columns
    most = choose.choice((4, 1, 2, 3)) if count <= _SMALL else 4
    joints = [(cell, cell + 1, RIGHT, LEFT) for cell in range(count) if (cell + 1) % columns]
    joints += [(cell, cell + columns, DOWN, UP) for cell in range(count - columns)]
    tiles = [0] * count
    for one, other, side, facing in joints:
        is_room = max(tiles[one].bit_count(), tiles[other].bit_count()) < most
        if choose.integer(0, 1) and is_room:
            tiles[one] |= side
            tiles[other] |= facing
    return Board(rows=rows, columns=columns, tiles=tuple(tiles))


def _turned(choose: Chooser, rows: int, columns: int) -> Board:
    """Return a board whose tiles are those of a closed one, but maybe for one of them."""
    board = chosen_closed(choose, rows, columns)
    tiles = list(board.tiles)
    for cell in range(len(tiles)):
        for _ in range(choose.integer(0, 3)):
            tiles[cell] = turned(tiles[cell])
    if choose.integer(0, 4) == 4:
        tiles[choose.integer(0, len(tiles) - 1)] = choose.integer(0, 15)
    return board.with_tiles(tiles)


def _of_few_kinds(choose: Chooser, rows: int, columns: int) -> Board:
    kinds = choose.choice(_FEW_KINDS)
    tiles = tuple(choose.choice(kinds) for _ in range(rows * columns))
    return Board(rows=rows, columns=columns, tiles=tiles)


def _of_any_tiles(choose: Chooser, rows: int, columns: int) -> Board:
    tiles = tuple(choose.integer(0, 15) for _ in range(rows * columns))
    return Board(rows=rows, columns=columns, tiles=tiles)
