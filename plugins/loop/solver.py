"""The solver: whether a board can be closed, in how many ways, and one of them.

It works in four stages. Tiles pass on to their neighbours what they know of their sides. The
connectors still missing on the black and on the white cells of a chessboard must balance in every
region that is left. The sides left open become variables: corners and straight tiles equate two of
them, tiles with one or with three connectors have exactly one side that differs from the others.
What cannot be simplified away falls into components, and each of them is searched or, where it is
a matching in disguise, matched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge_plugins.loop.board import DOWN, LEFT, RIGHT, SIDES, UP, Board
from judge_plugins.loop.exactly_one import ExactlyOne, components
from judge_plugins.loop.found import Constraint, Found
from judge_plugins.loop.frontier import Cost, planned, searched, width
from judge_plugins.loop.learning import learned
from judge_plugins.loop.matching import bipartite, matched
from judge_plugins.loop.spread import Sides, balanced, spread

STEPS = 400_000
"""States that a search looks at before it leaves a board undecided: a second or two."""

_NARROW = 12
"""The width of a frontier up to which searching state by state is certainly quick."""

_ENOUGH = 2
"""How many answers the ways that suit wide systems look for: they tell one from several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What is known of a board's answers; two answers that look alike are one.

    Attributes:
        least: answers that certainly exist.
        complete: whether there are no others; False where counting was ended or given up.
        board: an answer, or None where none was found.
    """

    least: int
    complete: bool
    board: Board | None

    @property
    def solvable(self) -> bool | None:
        """Whether there is an answer; None where that was not decided."""
        return True if self.least else False if self.complete else None

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one answer; None where that was not decided."""
        if self.least > 1:
            return False
        return self.least == 1 if self.complete else None


_NO_ANSWER = Answers(least=0, complete=True, board=None)


def solved(
    board: Board, *, limit: int | None = 2, near: Board | None = None, steps: int = STEPS
) -> Answers:
    """Return what can be found out about a board's answers.

    Counting may end once ``limit`` answers are known to exist (None: it goes on to the end). With
    ``near``, a board of the same shape, the answer is one whose connectors differ from it in as
    few places as can be found. Gives up after ``steps`` states of the search.
    """
    sides = spread(board)
    if sides is None or not balanced(board, sides):
        return _NO_ANSWER
    equations = _Equations(board, sides)
    if equations.system.contradictory:
        return _NO_ANSWER
    costs = equations.costs(near) if near else {}
    least, complete = 1, True
    values: dict[int, bool] = {}
    for group in sorted(equations.groups, key=len):
        found = _found(group, limit=limit, costs=costs, budget=steps)
        if found.complete and not found.least:
            return _NO_ANSWER
        steps = max(steps - found.steps, 1)
        least *= found.least
        complete &= found.complete
        values.update(found.values or {})
    for variable in equations.free:
        least *= 2
        when_false, when_true = costs.get(variable, (0, 0))
        values[variable] = when_true < when_false
    answer = equations.answer(values) if least else None
    return Answers(least=least, complete=complete, board=answer)


def counted(board: Board, bound: int) -> Answers:
    """Return the number of a board's answers, counted up to a bound.

    Where ``complete`` holds, ``least`` is the number itself; else there are at least ``bound``
    answers if ``least`` says so, and otherwise the search gave up. Takes seconds at the most.
    """
    return solved(board, limit=bound)


def _found(
    group: Sequence[Constraint], *, limit: int | None, costs: Mapping[int, Cost], budget: int
) -> Found:
    steps = planned(group)
    if width(steps) <= _NARROW:
        return searched(steps, limit=None if costs else limit, budget=budget, costs=costs)
    graph = bipartite(group)
    if graph:
        found = matched(graph)
    else:
        preferred = {variable: cost[True] < cost[False] for variable, cost in costs.items()}
        found = learned(group, limit=_ENOUGH, budget=budget, preferred=preferred)
    if found.complete or found.least >= (_ENOUGH if limit is None else limit):
        return found
    counted = searched(steps, limit=limit, budget=max(budget - found.steps, 1))
    return counted if counted.complete or counted.least > found.least else found


class _Equations:
    """The open sides of a board as variables of a system of exactly-one constraints.

    The side between two cells is named by the cell above or to the left of it: twice that cell's
    number for the side to the right, plus one for the side below.
    """

    def __init__(self, board: Board, sides: Sides) -> None:
        self._board, self._sides = board, sides
        names = [
            2 * cell + (side == DOWN)
            for cell in range(len(board.tiles))
            for side in (RIGHT, DOWN)
            if sides.unknown(cell) & side
        ]
        self._variables = {name: number for number, name in enumerate(names, 1)}
        self.system = ExactlyOne(len(names))
        for cell in range(len(board.tiles)):
            if sides.unknown(cell):
                self._state(cell)
        self.system.settle()
        constraints = self.system.remaining()
        self.groups = components(constraints)
        roots = {self.system.root(2 * number) >> 1 for number in self._variables.values()}
        used = {literal >> 1 for constraint in constraints for literal in constraint}
        self.free = sorted(roots - used - {0})

    def _literal(self, cell: int, side: int) -> int:
        if side == UP:
            cell -= self._board.columns
        elif side == LEFT:
            cell -= 1
        return 2 * self._variables[2 * cell + (side in (UP, DOWN))]

    def _state(self, cell: int) -> None:
        """State what a cell's tile demands of its open sides."""
        tile, unknown = self._board.tiles[cell], self._sides.unknown(cell)
        lacking = tile.bit_count() - self._sides.joined[cell].bit_count()
        literals = {side: self._literal(cell, side) for side in SIDES if unknown & side}
        if tile.bit_count() == 2:
            flips = tile in (3, 6, 9, 12)
            for one, other in ((UP, DOWN), (LEFT, RIGHT)):
                if one in literals:
                    self.system.equate(literals[one], literals[other] ^ flips)
            if not flips:
                self.system.equate(literals[UP], literals[LEFT] ^ 1)
        elif lacking == 1:
            self.system.demand(literals.values())
        else:
            self.system.demand(literal ^ 1 for literal in literals.values())

    def costs(self, near: Board) -> dict[int, Cost]:
        """Return for each root how many connectors of a board either of its values belies."""
        costs: dict[int, list[int]] = {}
        for cell, tile in enumerate(near.tiles):
            unknown = self._sides.unknown(cell)
            for side in SIDES:
                if unknown & side:
                    root = self.system.root(self._literal(cell, side))
                    cost = costs.setdefault(root >> 1, [0, 0])
                    cost[bool(tile & side) == bool(root & 1)] += 1
        return {variable: (cost[0], cost[1]) for variable, cost in costs.items()}

    def answer(self, values: dict[int, bool]) -> Board:
        """Return the board on which the roots have these values."""
        values = values | {0: True}
        tiles = list(self._sides.joined)
        for cell in range(len(tiles)):
            unknown = self._sides.unknown(cell)
            for side in SIDES:
                if unknown & side:
                    root = self.system.root(self._literal(cell, side))
                    if values[root >> 1] != bool(root & 1):
                        tiles[cell] |= side
        return self._board.with_tiles(tiles)
