"""Random boxes at rest, and random manipulations that go well or go wrong."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from judge.puzzle import Chooser
from judge_plugins.box.rules import (
    CELLS,
    EMPTY,
    HOLE_CELL,
    MANIPULATIONS,
    NEIGHBOURS,
    SHUBBLE,
    SMOLE,
    SMOLES,
    STANDARD,
    STOT,
    Mishap,
    State,
    fallen,
    manipulated,
)

_SYMBOLS = sorted(MANIPULATIONS)
_MOST_DRAWN = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a random case is to be like.

    ``most_moves`` bounds the number of manipulations, of which there are at least half as many;
    ``legal`` asks that all go well, else one of them goes wrong.
    """

    most_moves: int
    shubbles: int
    legal: bool


def random_case(random: Random, wanted: Wanted) -> tuple[str, str]:
    """Return a box's 29 cells, at rest, and manipulations for it."""
    while True:
        box = random_box(random, wanted.shubbles)
        length = random.randint((wanted.most_moves + 1) // 2, wanted.most_moves)
        if wanted.legal or length == 0:
            return box, _moves(_walk(random, box, length))
        moves = _bad_moves(random, box, length)
        if moves:
            return box, moves


def random_box(random: Random, shubbles: int) -> str:
    """Return the cells of a box at rest with two smoles and that many shubbles.

    The creatures come one after another to a cell in which they stay: one that is empty, with a
    wall, a creature or the stot below.
    """
    crowd = [SMOLE] * SMOLES + [SHUBBLE] * shubbles
    random.shuffle(crowd)
    cells = [EMPTY] * CELLS
    cells[random.choice(_stot_cells(len(crowd)))] = STOT
    for creature in crowd:
        cells[random.choice(_landings(cells))] = creature
    return "".join(cells)


def drawn_box(choose: Chooser, shubbles: int) -> str:
    """Return the cells of a box at rest with that many shubbles, made of choices."""
    crowd = [SHUBBLE] * shubbles
    for length in (shubbles, shubbles + 1):
        crowd.insert(choose.integer(0, length), SMOLE)
    cells = [EMPTY] * CELLS
    cells[choose.choice(_stot_cells(len(crowd)))] = STOT
    for creature in crowd:
        cells[choose.choice(_landings(cells))] = creature
    return "".join(cells)


def drawn_moves(choose: Chooser, box: str) -> str:
    """Return manipulations made of choices: some that go well and a few that may not."""
    walk = _DrawnWalk(choose=choose, state=State(cells=box))
    well = choose.items(walk.step, least=0, most=_MOST_DRAWN)
    any_at_all = choose.items(lambda: choose.choice(_SYMBOLS), least=0, most=2)
    return "".join([*well, *any_at_all])


@dataclass(slots=True, kw_only=True)
class _DrawnWalk:
    """Manipulations that go well, as long as there is one that does."""

    choose: Chooser
    state: State

    def step(self) -> str:
        """Return the next manipulation, having done it."""
        afters = {symbol: manipulated(self.state, symbol) for symbol in _SYMBOLS}
        good = {symbol: after for symbol, after in afters.items() if isinstance(after, State)}
        symbol = self.choose.choice(list(good) or _SYMBOLS)
        self.state = good.get(symbol, self.state)
        return symbol


def _stot_cells(crowd: int) -> list[int]:
    """Return the cells for the stot that leave room for so many creatures at rest."""
    return [cell for cell, room in enumerate(_ROOM) if room >= crowd]


def _room(stot: int) -> int:
    full = SHUBBLE * stot + STOT + SHUBBLE * (CELLS - 1 - stot)
    return fallen(full, STANDARD).count(SHUBBLE)


_ROOM = tuple(_room(stot) for stot in range(CELLS))
"""By the stot's cell: how many creatures can be at rest in the box."""


def _landings(cells: list[str]) -> list[int]:
    """Return the empty cells in which a creature would stay."""
    return [
        cell
        for cell, below in enumerate(NEIGHBOURS[STANDARD])
        if cells[cell] == EMPTY and (cell != HOLE_CELL if below is None else cells[below] != EMPTY)
    ]


def _walk(random: Random, box: str, length: int) -> list[tuple[State, str]]:
    """Return random manipulations that all go well, each with the state in which it is done."""
    state = State(cells=box)
    steps: list[tuple[State, str]] = []
    while len(steps) < length:
        symbol = random.choice(_SYMBOLS)
        after = manipulated(state, symbol)
        if isinstance(after, State):
            steps.append((state, symbol))
            state = after
    return steps


def _moves(steps: list[tuple[State, str]]) -> str:
    return "".join(symbol for _, symbol in steps)


def _bad_moves(random: Random, box: str, length: int) -> str:
    """Return manipulations of which one goes wrong, or ``""`` where a walk met no occasion.

    Each cause that could have come up along the walk is as likely as any other. What follows the
    wrong manipulation is arbitrary, for a program that does not stop there.
    """
    steps = _walk(random, box, length)
    occasions: dict[Mishap, list[tuple[int, str]]] = {}
    for position, (state, _) in enumerate(steps):
        for symbol in _SYMBOLS:
            after = manipulated(state, symbol)
            if isinstance(after, Mishap):
                occasions.setdefault(after, []).append((position, symbol))
    if not occasions:
        return ""
    cause = random.choice(sorted(occasions, key=lambda mishap: mishap.name))
    position, symbol = random.choice(occasions[cause])
    rest = random.choices(_SYMBOLS, k=length - position - 1)
    return _moves(steps[:position]) + symbol + "".join(rest)
