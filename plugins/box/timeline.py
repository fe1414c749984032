"""What a box looks like moment by moment while manipulations are carried out, and who moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from judge_plugins.box.rules import (
    CREATURES,
    EMPTY,
    HOLE_CELL,
    NEIGHBOURS,
    QUARTER_TURNS,
    SMOLE,
    STANDARD,
    STOT,
    STOT_MOVES,
    Side,
    State,
    moved,
)

SECONDS = 1
"""How long an animation in steps shows each moment."""

Place = int | None
"""The index of a cell, or None for the place just outside the hole."""


class Happening(Enum):
    """What has just happened at a moment of the timeline."""

    INITIAL = "the box at the start"
    MOVED = "the stot has moved"
    HALFWAY = "the box is half-way through a half turn"
    TURNED = "the box has turned, nothing has fallen yet"
    FELL = "every creature that could fall has fallen one cell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One picture of the timeline.

    ``cells`` are the 29 characters in the order of the cells' numbers and ``down`` is the side
    below. ``number`` (from 1) and ``symbol`` are those of the manipulation that the moment belongs
    to, 0 and ``""`` at the start. ``left`` is the creature that has just gone out through the
    hole, or ``""``; it is in no cell any more.
    """

    cells: str
    down: Side
    happening: Happening
    number: int = 0
    symbol: str = ""
    left: str = ""

    @property
    def downs(self) -> tuple[Side, ...]:
        """The sides that may lie below: half-way through a half turn, either of two.

        The program chooses which way round it turns; ``down`` is that of a turn clockwise.
        """
        if self.happening is Happening.HALFWAY:
            return (self.down, self.down.opposite)
        return (self.down,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mover:
    """A creature or the stot on its way from one cell to a neighbour, or out through the hole."""

    character: str
    start: int
    end: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """How one moment becomes the next.

    The box turns by ``quarter_turns`` clockwise (-1, 0 or 1; after a half-way moment, and before
    it, the other way round is as right), or the movers go one cell each, all at once; never both.
    """

    before: Moment
    after: Moment
    quarter_turns: int = 0
    movers: tuple[Mover, ...] = ()


def timeline(start: State, moves: str) -> tuple[Moment, ...]:
    """Return what an animation of a box at rest shows, one moment after another.

    Source: the initial state; for a stot's move one moment; for a quarter turn the turned box,
    then one for each step of the fall; for a half turn the box at 90°, at 180°, then the fall.
    A manipulation that goes wrong ends it: an illegal move adds nothing, and the fall in which a
    smole leaves is still shown.
    """
    return tuple(_moments(start, moves))


def passages(moments: Sequence[Moment]) -> Iterator[Passage]:
    """Yield how each moment of a timeline becomes the next one."""
    for before, after in pairwise(moments):
        if after.happening is Happening.MOVED:
            stot = _stot_mover(before.cells, after.cells)
            yield Passage(before=before, after=after, movers=(stot,))
        elif after.happening is Happening.FELL:
            movers = falling(before.cells, before.down)
            yield Passage(before=before, after=after, movers=movers)
        else:
            way = -1 if after.symbol == "-" else 1
            yield Passage(before=before, after=after, quarter_turns=way)


def falling(cells: str, down: Side) -> tuple[Mover, ...]:
    """Return who falls one cell now: each creature with nothing below, or with one that falls.

    The stot never falls. The hole's own place counts as empty: what has come there is gone.
    """
    ends: dict[int, Place] = {}
    for cell in _FROM_BELOW[down]:
        if cells[cell] not in CREATURES:
            continue
        below = NEIGHBOURS[down][cell]
        if below is None:
            if down is STANDARD and cell == HOLE_CELL:
                ends[cell] = None
        elif cells[below] == EMPTY or below in ends:
            ends[cell] = below
    return tuple(Mover(character=cells[cell], start=cell, end=ends[cell]) for cell in sorted(ends))


def _from_below(down: Side) -> tuple[int, ...]:
    """Return all cells, each after the one below it."""
    order: list[int] = []
    for lowest, below in enumerate(NEIGHBOURS[down]):
        if below is None:
            cell: Place = lowest
            while cell is not None:
                order.append(cell)
                cell = NEIGHBOURS[down.opposite][cell]
    return tuple(order)


_FROM_BELOW = {side: _from_below(side) for side in Side}


def _moments(start: State, moves: str) -> Iterator[Moment]:
    last = Moment(cells=start.cells, down=start.down, happening=Happening.INITIAL)
    yield last
    for number, symbol in enumerate(moves, 1):
        manipulate = _moved if symbol in STOT_MOVES else _turned
        part = tuple(manipulate(last, number, symbol))
        yield from part
        if not part or any(moment.left == SMOLE for moment in part):
            return
        last = part[-1]


def _moved(before: Moment, number: int, symbol: str) -> Iterator[Moment]:
    """Yield the moment after the stot's move; none where the move is illegal."""
    after = moved(State(cells=before.cells, down=before.down), STOT_MOVES[symbol])
    if isinstance(after, State):
        yield Moment(
            cells=after.cells,
            down=after.down,
            happening=Happening.MOVED,
            number=number,
            symbol=symbol,
        )


def _turned(before: Moment, number: int, symbol: str) -> Iterator[Moment]:
    """Yield the moments of a turn and of the fall after it."""
    cells, turns = before.cells, QUARTER_TURNS[symbol]
    down = Side((before.down + turns) % 4)
    stages = [(down, Happening.TURNED)]
    if turns == 2:
        stages.insert(0, (Side((before.down + 1) % 4), Happening.HALFWAY))
    for side, happening in stages:
        yield Moment(cells=cells, down=side, happening=happening, number=number, symbol=symbol)
    while movers := falling(cells, down):
        cells = _after(cells, movers)
        left = "".join(mover.character for mover in movers if mover.end is None)
        yield Moment(
            cells=cells,
            down=down,
            happening=Happening.FELL,
            number=number,
            symbol=symbol,
            left=left,
        )


def _after(cells: str, movers: tuple[Mover, ...]) -> str:
    """Return the cells once the movers have come where they go."""
    characters = list(cells)
    for mover in movers:
        characters[mover.start] = EMPTY
    for mover in movers:
        if mover.end is not None:
            characters[mover.end] = mover.character
    return "".join(characters)


def _stot_mover(before: str, after: str) -> Mover:
    return Mover(character=STOT, start=before.index(STOT), end=after.index(STOT))
