"""The search for manipulations that get every shubble out of a box and no smole.

A node of the search is a box right after a turn, packed into one whole number; an edge is a walk
of the stot, which lets nothing fall, and the turn that ends it. Boards of 26 shubbles down to
none are decided by following the boxes with the fewest shubbles first; a shortest answer is found
by A*, whose estimate counts how often the hole has to be below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from judge_plugins.box.rules import (
    CELLS,
    EMPTY,
    HOLE_CELL,
    MOST_SHUBBLES,
    NEIGHBOURS,
    QUARTER_TURNS,
    SHUBBLE,
    SMOLE,
    STANDARD,
    STOT,
    STOT_MOVES,
    Side,
    fallen,
)

MOST_BOXES = 6_000_000
"""As many boxes are remembered by one search, in about 1 GB; it gives up then.

The hardest boxes known need a tenth of that.
"""

# A packed box, from its lowest bit: the shubbles (5 bits), those among them in the column above
# the hole (3), the side below (2), the stot's cell (5); then the cells, two bits each, row after
# row and once more column after column, so that what falls together lies together in either.
_HOLE_COLUMN_AT, _SIDE_AT, _STOT_AT, _ROWS_AT = 5, 8, 10, 15
_COLUMNS_AT = _ROWS_AT + 2 * CELLS
_ESCAPED = 1 << _COLUMNS_AT + 2 * CELLS
"""Added to a packed box from which a smole has left."""

_CODES = {EMPTY: 0, SHUBBLE: 1, SMOLE: 2, STOT: 3}
_SHUBBLE_BITS = (1 << _HOLE_COLUMN_AT) - 1
_ESTIMATED_BITS = (1 << _STOT_AT) - 1
_UPRIGHT = frozenset({Side.BOTTOM, Side.TOP})
"""The sides towards which creatures fall along the columns."""


class GaveUpError(Exception):
    """The search has met more boxes than it can remember."""


def some_answer(cells: str) -> str | None:
    """Return manipulations that get every shubble out and no smole, quickly; None for none.

    ``cells`` are those of a box at rest in the standard orientation. The answer need not be the
    shortest. Raises GaveUpError.
    """
    return _answer(cells, _eager_estimates())


def shortest_answer(cells: str) -> str | None:
    """Return as few manipulations as get every shubble out and no smole; None for none.

    Raises GaveUpError.
    """
    return _answer(cells, _cautious_estimates())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chunk:
    """Cells whose fall does not depend on the others, as they lie together in a packed box.

    ``rested`` gives by the cells' bits what they add to the packed box after the fall.
    """

    shift: int
    mask: int
    rested: list[int]


def _row_order() -> tuple[tuple[int, ...], ...]:
    starts = [cell for cell in range(CELLS) if NEIGHBOURS[Side.LEFT][cell] is None]
    return tuple(
        tuple(range(start, end)) for start, end in zip(starts, [*starts[1:], CELLS], strict=True)
    )


def _column_order() -> tuple[tuple[int, ...], ...]:
    """Return the columns, those of a single cell, in which nothing ever falls, as one."""
    columns: list[tuple[int, ...]] = []
    for top in range(CELLS):
        if NEIGHBOURS[Side.TOP][top] is None:
            column, cell = [top], NEIGHBOURS[Side.BOTTOM][top]
            while cell is not None:
                column.append(cell)
                cell = NEIGHBOURS[Side.BOTTOM][cell]
            columns.append(tuple(column))
    single = tuple(column[0] for column in columns if len(column) == 1)
    return (*(column for column in columns if len(column) > 1), single)


_ROWS, _COLUMNS = _row_order(), _column_order()
_COLUMN_PLACES = {cell: place for place, cell in enumerate(sum(_COLUMNS, ()))}
_UNITS = tuple(
    (1 << _ROWS_AT + 2 * cell) + (1 << _COLUMNS_AT + 2 * _COLUMN_PLACES[cell])
    for cell in range(CELLS)
)
"""By cell: what an occupant's code is multiplied by in a packed box."""

_HOLE_COLUMN = next(column for column in _COLUMNS if HOLE_CELL in column)


def _packed(cells: str) -> int:
    """Return 29 cells as a packed box, the side below aside; there need not be all creatures."""
    packed = cells.count(SHUBBLE)
    packed += sum(cells[cell] == SHUBBLE for cell in _HOLE_COLUMN) << _HOLE_COLUMN_AT
    for cell, occupant in enumerate(cells):
        if occupant != EMPTY:
            packed += _CODES[occupant] * _UNITS[cell]
        if occupant == STOT:
            packed += cell << _STOT_AT
    return packed


@cache
def _chunks(down: Side) -> tuple[_Chunk, ...]:
    """Return how everything falls towards a side, by the rules."""
    by_columns = down in _UPRIGHT
    shift = _COLUMNS_AT if by_columns else _ROWS_AT
    chunks = []
    for cells in _COLUMNS if by_columns else _ROWS:
        mask = 4 ** len(cells) - 1
        chunks.append(_Chunk(shift=shift, mask=mask, rested=_rested(cells, down)))
        shift += 2 * len(cells)
    return tuple(chunks)


def _rested(cells: tuple[int, ...], down: Side) -> list[int]:
    """Return what some cells add to a packed box once their occupants have fallen, by their bits.

    The cell that comes first has the lowest bits. Two stots cannot be: those places stay 0.
    """
    rested = []
    for occupants in product(_CODES, repeat=len(cells)):
        if occupants.count(STOT) > 1:
            rested.append(0)
            continue
        box = [EMPTY] * CELLS
        for cell, occupant in zip(cells, reversed(occupants), strict=True):
            box[cell] = occupant
        after = fallen("".join(box), down)
        escaped = after.count(SMOLE) < occupants.count(SMOLE)
        rested.append(_ESCAPED if escaped else _packed(after))
    return rested


@cache
def _cautious_estimates() -> list[int]:
    """Return, by the lowest bits of a packed box, how many manipulations it needs at least.

    A turn that brings the hole down lets at most the five cells above it drain, and another turn
    has to come before the next. From any other orientation the hole can be down after one turn,
    but then only the shubbles that are in its column already leave.
    """
    estimates = [0] * (1 << _STOT_AT)
    depth = len(_HOLE_COLUMN)
    for shubbles, side in product(range(1, MOST_SHUBBLES + 1), Side):
        rounds = 2 * -(-shubbles // depth)
        for ready in range(min(depth, shubbles) + 1):
            at_once = 1 + 2 * -(-(shubbles - ready) // depth)
            least = rounds if side is STANDARD else min(rounds, at_once)
            estimates[shubbles | ready << _HOLE_COLUMN_AT | side << _SIDE_AT] = least
    return estimates


@cache
def _eager_estimates() -> list[int]:
    """Return estimates that make few shubbles count for much more than few manipulations."""
    return [
        4 * cautious + 2 * (bits & _SHUBBLE_BITS)
        for bits, cautious in enumerate(_cautious_estimates())
    ]


def _answer(cells: str, estimates: list[int]) -> str | None:
    """Return an answer, the shortest one if no estimate is too high; None where there is none.

    Boxes wait in one list for each sum of the manipulations so far and the estimate, and the
    latest of the lowest sum comes first.
    """
    start = _packed(cells) | STANDARD << _SIDE_AT
    lengths, parents = {start: 0}, {start: start}
    waiting: list[list[int]] = [[] for _ in range(estimates[start & _ESTIMATED_BITS] + 1)]
    waiting[-1].append(start)
    lowest = len(waiting) - 1
    while lowest < len(waiting):
        if not waiting[lowest]:
            lowest += 1
            continue
        box = waiting[lowest].pop()
        length = lowest - estimates[box & _ESTIMATED_BITS]
        if length > lengths[box]:
            continue  # It was met again on a shorter way.
        if not box & _SHUBBLE_BITS:
            return _spelt(box, parents)
        if len(lengths) > MOST_BOXES:
            raise GaveUpError
        for after, cost in _successors(box):
            total = length + cost
            if lengths.get(after, total + 1) > total:
                lengths[after], parents[after] = total, box
                total += estimates[after & _ESTIMATED_BITS]
                while len(waiting) <= total:
                    waiting.append([])
                waiting[total].append(after)
                lowest = min(lowest, total)
    return None


def _places(order: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, int], ...]:
    """Return, by cell, the number of its chunk and the stot's bits there."""
    found = {
        cell: (number, _CODES[STOT] << 2 * place)
        for number, cells in enumerate(order)
        for place, cell in enumerate(cells)
    }
    return tuple(found[cell] for cell in range(CELLS))


_PLACES = {side: _places(_COLUMNS if side in _UPRIGHT else _ROWS) for side in Side}
_NEAR = tuple(
    tuple(
        (there, _ROWS_AT + 2 * there)
        for there in (NEIGHBOURS[side][cell] for side in Side)
        if there is not None
    )
    for cell in range(CELLS)
)
"""By cell: its neighbours, each with where it lies in a packed box."""
_ABOVE = tuple(
    tuple(None if cell is None else _ROWS_AT + 2 * cell for cell in NEIGHBOURS[side.opposite])
    for side in Side
)
"""By the side below and the stot's cell: where in a packed box the cell above the stot lies."""


def _walk(box: int) -> list[tuple[int, int]]:
    """Return every cell that the stot can walk to, with the number of its moves to there.

    A walk lets nothing fall, and nobody comes to rest on the stot by it: only a turn does that.
    """
    stot = box >> _STOT_AT & 31
    walk = [(stot, 0)]
    above = _ABOVE[box >> _SIDE_AT & 3][stot]
    if above is not None and box >> above & 3:
        return walk
    seen = 1 << stot
    for cell, moves in walk:
        for there, shift in _NEAR[cell]:
            if not (seen >> there & 1 or box >> shift & 3):
                seen |= 1 << there
                walk.append((there, moves + 1))
    return walk


def _successors(box: int) -> Iterator[tuple[int, int]]:
    """Yield each box that can follow by a walk and a turn, and how many manipulations it takes.

    Those from which a smole has left are passed over. Everything falls once as if there were no
    stot; then it matters only in the chunk to which it has walked.
    """
    stot = box >> _STOT_AT & 31
    bare = box - _CODES[STOT] * _UNITS[stot]
    walk = _walk(box)
    for quarter_turns in QUARTER_TURNS.values():
        down = Side(((box >> _SIDE_AT & 3) + quarter_turns) % 4)
        places, fallen_bare, chunks = _PLACES[down], down << _SIDE_AT, []
        for chunk in _chunks(down):
            bits = bare >> chunk.shift & chunk.mask
            fallen_bare += chunk.rested[bits]
            chunks.append((chunk.rested, bits))
        for cell, moves in walk:
            number, stot_bits = places[cell]
            rested, bits = chunks[number]
            after = fallen_bare - rested[bits] + rested[bits + stot_bits]
            if after < _ESCAPED:
                yield after, moves + 1


def _spelt(box: int, parents: dict[int, int]) -> str:
    """Return the manipulations that lead to a box from the first one, its own parent."""
    steps = []
    while (parent := parents[box]) != box:
        steps.append(_step(parent, box))
        box = parent
    return "".join(reversed(steps))


def _step(box: int, after: int) -> str:
    """Return the walk of the stot and the turn that lead from a box to a successor."""
    quarter_turns = ((after >> _SIDE_AT & 3) - (box >> _SIDE_AT & 3)) % 4
    turn = next(symbol for symbol, turns in QUARTER_TURNS.items() if turns == quarter_turns)
    moves, cells = dict(_walk(box)), {value: key for key, value in STOT_MOVES.items()}
    cell, steps = after >> _STOT_AT & 31, [turn]
    while moves[cell]:
        side = next(side for side in Side if moves.get(_beside(cell, side), -1) == moves[cell] - 1)
        steps.append(cells[side.opposite])
        cell = _beside(cell, side)
    return "".join(reversed(steps))


def _beside(cell: int, side: Side) -> int:
    """Return the cell beside one, -1 for a wall."""
    there = NEIGHBOURS[side][cell]
    return -1 if there is None else there
