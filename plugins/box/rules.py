"""The rules of the box: its cells, the turns and falls, the stot's moves, and what is forbidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache
from operator import itemgetter

CELLS = 29
SMOLES = 2
MOST_SHUBBLES = 26

EMPTY = "."
SHUBBLE = "o"
SMOLE = "x"
STOT = "@"
CREATURES = frozenset({SHUBBLE, SMOLE})
NAMES = {EMPTY: "empty", SHUBBLE: "shubble", SMOLE: "smole", STOT: "stot"}


class Side(IntEnum):
    """A side of the unturned box.

    The side that lies below says how the box is turned. Its value is the number of quarter turns
    clockwise that bring it there: after one, the right side is the floor.
    """

    BOTTOM = 0
    RIGHT = 1
    TOP = 2
    LEFT = 3

    @property
    def opposite(self) -> Side:
        """The side across the box."""
        return Side((self + 2) % 4)


STANDARD = Side.BOTTOM
"""The orientation in which every case starts, and the only one in which the hole drains."""

QUARTER_TURNS = {"+": 1, "|": 2, "-": 3}
"""Each turn of the box as quarter turns clockwise; the half turn is one turn with one fall."""

STOT_MOVES = {"v": Side.BOTTOM, ">": Side.RIGHT, "^": Side.TOP, "<": Side.LEFT}
"""The side that each move of the stot heads for, in the box's own frame whatever its turn."""

MANIPULATIONS = frozenset(QUARTER_TURNS) | frozenset(STOT_MOVES)


class Mishap(Enum):
    """Why a manipulation makes the answer ``!``."""

    WALL = "the stot would run into a wall"
    HOLE = "the stot would leave through the hole"
    CREATURE = "the stot would run into a creature"
    BURDEN = "a creature rests on the stot"
    ESCAPE = "a smole leaves the box"


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A box at rest: its 29 cells in the order of their numbers, and the side that lies below."""

    cells: str
    down: Side = STANDARD


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """The first manipulation that went wrong; ``number`` counts from 1."""

    number: int
    symbol: str
    mishap: Mishap

    @property
    def sentence(self) -> str:
        """What went wrong, for people: ``manipulation 2 (^) is illegal: …``."""
        where = f"manipulation {self.number} ({self.symbol})"
        if self.mishap is Mishap.ESCAPE:
            return f"at {where} {self.mishap.value}"
        return f"{where} is illegal: {self.mishap.value}"


_ROWS = ((0, 6), (1, 6), (1, 5), (0, 6), (1, 6))
"""The first column of each row of the challenge's figure, and the number of cells in it."""

PLACES = tuple(
    (row, column)
    for row, (first, count) in enumerate(_ROWS)
    for column in range(first, first + count)
)
"""Row and column (0-based) of every cell in the unturned box; cell 1 has index 0."""

HOLE_PLACE = (5, 5)
"""Row and column of the place just outside the hole, below cell 28."""

HOLE_CELL = PLACES.index((4, 5))
"""The index of cell 28, which has the hole below it."""

_STEPS = {Side.BOTTOM: (1, 0), Side.RIGHT: (0, 1), Side.TOP: (-1, 0), Side.LEFT: (0, -1)}


def _neighbours(side: Side) -> tuple[int | None, ...]:
    index = {place: cell for cell, place in enumerate(PLACES)}
    down, right = _STEPS[side]
    return tuple(index.get((row + down, column + right)) for row, column in PLACES)


NEIGHBOURS = {side: _neighbours(side) for side in Side}
"""By side and cell index: the index of the cell beside it on that side, None for a wall."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shafts:
    """The straight lines in which creatures fall while one side is below.

    ``gather`` takes the cells shaft after shaft, each from its upper end, ``scatter`` puts such a
    string back into the order of the numbers, ``spans`` are the shafts in it with whether each
    ends in the open hole.
    """

    gather: Callable[[str], Iterable[str]]
    scatter: Callable[[str], Iterable[str]]
    spans: tuple[tuple[slice, bool], ...]


def _shafts(down: Side) -> _Shafts:
    order: list[int] = []
    spans: list[tuple[slice, bool]] = []
    for top in range(CELLS):
        if NEIGHBOURS[down.opposite][top] is not None:
            continue
        start = len(order)
        cell: int | None = top
        while cell is not None:
            order.append(cell)
            cell = NEIGHBOURS[down][cell]
        spans.append((slice(start, len(order)), down is STANDARD and order[-1] == HOLE_CELL))
    places = sorted(range(CELLS), key=order.__getitem__)
    return _Shafts(gather=itemgetter(*order), scatter=itemgetter(*places), spans=tuple(spans))


_SHAFTS = {side: _shafts(side) for side in Side}


@cache
def _fallen(shaft: str, drains: bool) -> str:
    """Return a shaft, written from its upper end, after everything in it has fallen.

    Creatures stop above a wall, another creature or the stot, which itself never falls; a stack
    keeps its order. A shaft that drains has no floor, so all that is below the stot leaves.
    """
    *held, lowest = shaft.split(STOT)
    rested = [part.replace(EMPTY, "").rjust(len(part), EMPTY) for part in held]
    bottom = "" if drains else lowest.replace(EMPTY, "")
    return STOT.join([*rested, bottom.rjust(len(lowest), EMPTY)])


def fallen(cells: str, down: Side) -> str:
    """Return the 29 cells after the fall towards ``down``; who drained through the hole is gone."""
    shafts = _SHAFTS[down]
    upright = "".join(shafts.gather(cells))
    rested = "".join([_fallen(upright[span], drains) for span, drains in shafts.spans])
    return "".join(shafts.scatter(rested))


def turned(state: State, quarter_turns: int) -> State | Mishap:
    """Return the box after one turn clockwise and the fall that follows it.

    While the box turns the creatures stay in their cells: a half turn has a single fall.
    """
    down = Side((state.down + quarter_turns) % 4)
    cells = fallen(state.cells, down)
    return Mishap.ESCAPE if cells.count(SMOLE) < SMOLES else State(cells=cells, down=down)


def moved(state: State, heading: Side) -> State | Mishap:
    """Return the box after the stot went one cell towards a side of the unturned box.

    Nothing can fall after it: what would have fallen rested on the stot, which forbids the move.
    """
    cells = state.cells
    here = cells.index(STOT)
    above = NEIGHBOURS[state.down.opposite][here]
    if above is not None and cells[above] in CREATURES:
        return Mishap.BURDEN
    there = NEIGHBOURS[heading][here]
    if there is None:
        out = here == HOLE_CELL and heading is Side.BOTTOM
        return Mishap.HOLE if out else Mishap.WALL
    if cells[there] != EMPTY:
        return Mishap.CREATURE
    left, right = min(here, there), max(here, there)
    swapped = cells[right] + cells[left + 1 : right] + cells[left]
    return State(cells=cells[:left] + swapped + cells[right + 1 :], down=state.down)


def manipulated(state: State, symbol: str) -> State | Mishap:
    """Return the box after one of the seven manipulations, or why it may not be."""
    if symbol in STOT_MOVES:
        return moved(state, STOT_MOVES[symbol])
    return turned(state, QUARTER_TURNS[symbol])


def simulated(state: State, moves: str) -> State | Failure:
    """Return the box after all manipulations, or the first of them that went wrong.

    Source: the challenge asks for ``!`` if any manipulation is illegal or a smole ever leaves.
    """
    for number, symbol in enumerate(moves, 1):
        after = manipulated(state, symbol)
        if isinstance(after, Mishap):
            return Failure(number=number, symbol=symbol, mishap=after)
        state = after
    return state


def side_below(moves: str) -> Side:
    """Return the side that lies below after manipulations from the standard orientation."""
    return Side(sum(QUARTER_TURNS.get(symbol, 0) for symbol in moves) % 4)


def fault_of_box(cells: str) -> str:
    """Return why 29 characters are no box to start from, in a sentence, or ``""``.

    A box to start from has one stot, two smoles and at most 26 shubbles, and is at rest in the
    standard orientation.
    """
    fault = fault_of_cells(cells)
    if fault:
        return fault
    if cells.count(STOT) != 1:
        return f"a box has exactly one stot (@), this one has {cells.count(STOT)}"
    if cells.count(SMOLE) != SMOLES:
        return f"a box has exactly two smoles (x), this one has {cells.count(SMOLE)}"
    rested = fallen(cells, STANDARD)
    for cell, (before, after) in enumerate(zip(cells, rested, strict=True)):
        if before in CREATURES and before != after:
            return (
                f"the box is not at rest: the {NAMES[before]} in cell {cell + 1} would fall; "
                f'at rest it would be "{rested}"'
            )
    return ""


def fault_of_cells(cells: str) -> str:
    """Return why a text is not 29 cells, in a sentence, or ``""``."""
    for number, character in enumerate(cells, 1):
        if character not in NAMES:
            return f"character {number} is {character!r}; a cell is one of . o x @"
    if len(cells) != CELLS:
        return f"a box has {CELLS} cells, this one has {len(cells)}"
    return ""
