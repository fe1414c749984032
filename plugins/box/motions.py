"""What moves, from one rest to the next, when manipulations are carried out in smooth motion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from judge_plugins.box.rules import CREATURES, HOLE_CELL, NEIGHBOURS, STANDARD, STOT, Side
from judge_plugins.box.timeline import Happening, Moment, falling


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The box turns by so many quarters clockwise; a half turn may go either way round."""

    before: Moment
    after: Moment
    quarter_turns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StotMove:
    """The stot goes from one cell to a neighbour."""

    before: Moment
    after: Moment
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Faller:
    """A creature in a shaft: where it is before a fall and after it, as places in the shaft.

    Place 0 is the shaft's upper end; ``end`` is None for one that leaves through the hole.
    """

    character: str
    start: int
    end: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shaft:
    """A straight line of cells from its upper end down, with its creatures in that order."""

    cells: tuple[int, ...]
    creatures: tuple[Faller, ...]
    drains: bool

    @property
    def is_moving(self) -> bool:
        """Whether any of its creatures falls."""
        return any(each.start != each.end for each in self.creatures)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fall:
    """Creatures fall, all that can, until they rest or have left."""

    before: Moment
    after: Moment
    shafts: tuple[Shaft, ...]

    @property
    def moving(self) -> tuple[Shaft, ...]:
        """The shafts in which anyone falls."""
        return tuple(shaft for shaft in self.shafts if shaft.is_moving)


Motion = Turn | StotMove | Fall


def motions(moments: Sequence[Moment]) -> Iterator[Motion]:
    """Yield what moves between the rests of a timeline: turns, moves of the stot, whole falls."""
    before = moments[0]
    for _, group in groupby(moments[1:], key=lambda moment: (moment.number, _stage(moment))):
        part = list(group)
        after = part[-1]
        if after.happening is Happening.MOVED:
            start, end = before.cells.index(STOT), after.cells.index(STOT)
            yield StotMove(before=before, after=after, start=start, end=end)
        elif after.happening is Happening.FELL:
            yield Fall(before=before, after=after, shafts=_shafts(before, part))
        else:
            turns = {"+": 1, "-": -1}.get(after.symbol, 2)
            yield Turn(before=before, after=after, quarter_turns=turns)
        before = after


def _stage(moment: Moment) -> bool:
    """Return whether a moment belongs to the second part of its manipulation, the fall."""
    return moment.happening is Happening.FELL


def _shafts(before: Moment, steps: Sequence[Moment]) -> tuple[Shaft, ...]:
    ends: dict[int, int | None] = {
        cell: cell for cell, character in enumerate(before.cells) if character in CREATURES
    }
    cells = before.cells
    for step in steps:
        moved = {mover.start: mover.end for mover in falling(cells, before.down)}
        ends = {
            start: moved.get(end, end) if end is not None else None for start, end in ends.items()
        }
        cells = step.cells
    lines = (_line(top, before.down) for top in range(len(cells)) if _is_top(top, before.down))
    return tuple(_shaft(line, before, ends) for line in lines)


def _shaft(line: tuple[int, ...], before: Moment, ends: dict[int, int | None]) -> Shaft:
    place = {cell: number for number, cell in enumerate(line)}
    creatures = []
    for cell in line:
        if cell in ends:
            end = ends[cell]
            creatures.append(
                Faller(
                    character=before.cells[cell],
                    start=place[cell],
                    end=None if end is None else place[end],
                )
            )
    drains = before.down is STANDARD and line[-1] == HOLE_CELL
    return Shaft(cells=line, creatures=tuple(creatures), drains=drains)


def _is_top(cell: int, down: Side) -> bool:
    return NEIGHBOURS[down.opposite][cell] is None


def _line(top: int, down: Side) -> tuple[int, ...]:
    line = [top]
    while (below := NEIGHBOURS[down][line[-1]]) is not None:
        line.append(below)
    return tuple(line)
