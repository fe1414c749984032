"""Random boards: closed by construction, then spoilt or mended as wanted, then turned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from judge.errors import CaseError
from judge_plugins.loop.board import DOWN, LEFT, RIGHT, TURNS, UP, Board
from judge_plugins.loop.solver import solved
from judge_plugins.loop.spread import spread

_USUAL_DENSITIES = (20, 90)
_TRIES = 500
_SUBTLE_TRIES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a random board is to be like.

    ``density`` is the chance, in percent, that two neighbours are joined before the tiles are
    turned (None: drawn anew for every attempt); ``unique`` asks for exactly one answer (True), for
    several (False), or for any (None).
    """

    rows: int
    columns: int
    density: int | None
    solvable: bool
    unique: bool | None


def random_board(random: Random, wanted: Wanted) -> Board:
    """Return a board as it is wanted; a CaseError where there seems to be none."""
    if wanted.solvable:
        board = _closed_as_wanted(random, wanted)
    else:
        board = _spoilt(random, _closed(random, wanted))
    return board.with_tiles([random.choice(TURNS[tile]) for tile in board.tiles])


def _closed(random: Random, wanted: Wanted) -> Board:
    """Return a closed board with connectors between random neighbours."""
    rows, columns = wanted.rows, wanted.columns
    density = random.randint(*_USUAL_DENSITIES) if wanted.density is None else wanted.density
    tiles = [0] * (rows * columns)
    for cell in range(len(tiles)):
        if (cell + 1) % columns and random.randrange(100) < density:
            tiles[cell] |= RIGHT
            tiles[cell + 1] |= LEFT
        if cell + columns < len(tiles) and random.randrange(100) < density:
            tiles[cell] |= DOWN
            tiles[cell + columns] |= UP
    return Board(rows=rows, columns=columns, tiles=tuple(tiles))


def _closed_as_wanted(random: Random, wanted: Wanted) -> Board:
    board = _closed(random, wanted)
    if wanted.unique is None:
        return board
    for _ in range(_TRIES):
        if solved(board).unique is wanted.unique:
            return board
        board = _mended(random, board) if wanted.unique else _closed(random, wanted)
    kind = "one answer" if wanted.unique else "several answers"
    raise CaseError(f"no grid with {kind} was found; try another size or density", key="unique")


def _mended(random: Random, board: Board) -> Board:
    """Return a closed board that differs where this one, closed too, leaves the answer open."""
    sides = spread(board)
    tiles = list(board.tiles)
    if sides:
        steps = {RIGHT: (LEFT, 1), DOWN: (UP, board.columns)}
        places = [
            (cell, side)
            for cell in range(len(tiles))
            for side in steps
            if sides.unknown(cell) & side
        ]
        for cell, side in random.sample(places, -(-len(places) // 8)):
            facing, step = steps[side]
            tiles[cell] ^= side
            tiles[cell + step] ^= facing
    return board.with_tiles(tiles)


def _spoilt(random: Random, board: Board) -> Board:
    """Return a board without an answer, if it can be one that does not show it at a glance."""
    hopeless = None
    for tried, variant in enumerate(islice(_variants(random, board), _TRIES)):
        if hopeless and tried > _SUBTLE_TRIES:
            break
        if spread(variant) and solved(variant).solvable is False:
            return variant
        if not hopeless and not spread(variant):
            hopeless = variant
    if hopeless:
        return hopeless
    raise CaseError("no grid without an answer was found; try another size", key="solvable")


def _variants(random: Random, board: Board) -> Iterator[Board]:
    """Yield boards in which two tiles have changed places, or one has become another.

    Every other time these are tiles that their neighbours alone do not tell how to turn.
    """
    everywhere = range(len(board.tiles))
    sides = spread(board)
    undecided = [cell for cell in everywhere if sides and sides.unknown(cell)]
    while True:
        cells = random.choice((everywhere, undecided or everywhere))
        tiles = list(board.tiles)
        one, other = random.choice(cells), random.choice(cells)
        if tiles[one].bit_count() != tiles[other].bit_count():
            tiles[one], tiles[other] = tiles[other], tiles[one]
        else:
            tiles[one] = random.randrange(16)
        yield board.with_tiles(tiles)
