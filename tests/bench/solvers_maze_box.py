"""How the reference solvers of the maze and the box grow, every answer checked by the rules.

Run ``python tests/bench/solvers_maze_box.py [--quick] [--json FILE] [--svg FOLDER]`` in an
environment that holds the judge, and numpy for the program that uses it; without numpy that
program is left out, and the bench says so.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

from growth import Curve, Scale, Subject, parser, report

from judge.puzzle import Output, Task
from judge_plugins.box.extract import Extract
from judge_plugins.box.generation import random_box
from judge_plugins.box.rules import MANIPULATIONS, Failure, State, manipulated, simulated
from judge_plugins.box.search import shortest_answer
from judge_plugins.maze.generate import MazeGenerate
from judge_plugins.maze.grid import survey
from judge_plugins.maze.rules import Maze, first_open_block, parse

REFERENCE = Path(__file__).resolve().parents[2] / "reference"
MAZE, BOX = REFERENCE / "maze" / "extra", REFERENCE / "box" / "extra"

HARD_BOXES = (
    "o..........o....xo..o.@ooox.o",
    "o@.........o..x..ooxo..oooo..",
    "...o....o...o.o..oxoo..oo@x.o",
    "o....oo...@oxx...ooo...oo.o.o",
    "o......o...oxo...oo@ox.oooo.o",
    "o.o..ooo..xooo..@.oo...oox..o",
    "o.o..@.o.x...x.o.ooooo.oooo.o",
    "oo.o..@.o..oooo..oxoo..ooxo.o",
    "oo..o.oo.o.oox.o.ooo.x.oooo.@",
    "o.....oooo.ooooo.ooxo@.xooo.o",
    "o.oo.@.oo..ooooo.ooxxo.oooo.o",
    "ooo.o.oo.o.ooooo.oxxo@.oooo.o",
    "o.oxoo.oooox.ooo@o.ooo.oooo.o",
    "oxo.oxoo.ooooo.o@ooooo.oooo.o",
    "ox.xoooooo@ooooo.ooooo.oooo.o",
    "ooo..oooooxooooox.ooooooooo@o",
    "o.x.oooooooooooooooxooooooo@o",
    "ooxo.ooooooooooooxooooooooo@o",
)
"""For each of 8 to 25 shubbles the box that took longest of a few dozen, at random or made from
others by moving an occupant or two; that of 23 is the end of a climb over thousands."""


def maze_text(height: int, width: int, seed: int, *, halls: bool) -> bytes:
    """Return rows of a coherent random maze with a closed border, half of its walls closed.

    Without ``halls`` enough others are closed that no 3×3 block is open: a program has to look at
    all of them.
    """
    random = Random(seed)
    everywhere = (1 << width) - 1
    # Bit 0 is the last column.
    east = [random.getrandbits(width) | 1 for _ in range(height)]
    south = [random.getrandbits(width) for _ in range(height - 1)] + [everywhere]
    if not halls:
        every_other = int("10" * width, 2) & everywhere
        east[1::3] = [row | every_other for row in east[1::3]]
    return _written(width, east, south)


def corridor_text(height: int, width: int) -> bytes:
    """Return rows of a maze that is one corridor, down a column, up the next and so on."""
    everywhere = (1 << width) - 1
    at_the_bottom = int("10" * width, 2) & everywhere
    east = [everywhere] * height
    east[0] = at_the_bottom | 1
    east[-1] = everywhere ^ at_the_bottom | 1
    return _written(width, east, [0] * (height - 1) + [everywhere])


def _written(width: int, east: Sequence[int], south: Sequence[int]) -> bytes:
    """Return the rows of digits to the closed walls of each row; bit 0 is the last column."""
    lines, north = [], (1 << width) - 1
    for right, below in zip(east, south, strict=True):
        sides = (north, right, below, right >> 1 | 1 << (width - 1))
        digits = sum(int(f"{side:b}", 16) << place for place, side in enumerate(sides))
        lines.append(f"{digits:0{width}X}\n")
        north = below
    return "".join(lines).encode()


def config_text(side: int, *, perfect: bool) -> bytes:
    """Return the config of a square maze from corner to corner."""
    last = side - 1
    return (
        f"WIDTH={side}\nHEIGHT={side}\nENTRY=0,0\nEXIT={last},{last}\nPERFECT={perfect}\nSEED=1\n"
    ).encode()


def box_text(number: int) -> bytes:
    """Return a box with 10 shubbles and so many manipulations, all legal."""
    random = Random(number)
    cells = random_box(random, 10)
    state = State(cells=cells)
    symbols: list[str] = []
    while len(symbols) < number:
        symbol = random.choice(sorted(MANIPULATIONS))
        after = manipulated(state, symbol)
        if isinstance(after, State):
            state = after
            symbols.append(symbol)
    return f"{cells}\n{''.join(symbols)}\n".encode()


def _maze(stdin: bytes) -> Maze:
    return parse(stdin.decode().rstrip("\n"))


def open_fault(stdin: bytes, stdout: bytes) -> str:
    """Return what is wrong with an answer to maze/open."""
    expected = str(first_open_block(_maze(stdin)) is not None)
    return "" if stdout.decode().strip() == expected else f"not {expected}"


def loops_fault(stdin: bytes, stdout: bytes) -> str:
    """Return what is wrong with an answer to maze/loops."""
    expected = str(survey(_maze(stdin)).loops)
    return "" if stdout.decode().strip() == expected else f"not {expected}"


def simulate_fault(stdin: bytes, stdout: bytes) -> str:
    """Return what is wrong with an answer to box/simulate."""
    cells, moves = stdin.decode().splitlines()
    ending = simulated(State(cells=cells), moves)
    expected = "!" if isinstance(ending, Failure) else ending.cells
    return "" if stdout.decode().strip() == expected else f"not {expected}"


def generate_fault(stdin: bytes, stdout: bytes) -> str:
    """Return what is wrong with a maze made by a config."""
    return _fault(MazeGenerate(), {"config": stdin.decode().rstrip("\n")}, stdout)


def extract_fault(stdin: bytes, stdout: bytes) -> str:
    """Return what is wrong with an answer to box/extract; it has to be a shortest one."""
    box = stdin.decode().strip()
    shortest = shortest_answer(box)
    answer = stdout.decode().strip()
    if shortest is not None and len(answer) != len(shortest):
        return f"{len(answer)} manipulations, {len(shortest)} are enough"
    return _fault(Extract(), {"box": box, "solvable": shortest is not None}, stdout)


def _fault(task: Task[Any], case: dict[str, str | bool], stdout: bytes) -> str:
    outcome = task.check(task.read(case), Output(stdout=stdout), None)
    return "" if outcome.accepted else outcome.reason


def curves() -> Iterator[Curve]:
    """Yield what is measured."""
    yield from _open_curves()
    yield from _loops_curves()
    for perfect in (True, False):
        yield Curve(
            family="maze/generate",
            name="perfect" if perfect else "with loops",
            unit="cells",
            command=(str(MAZE / "maze-generate-walk.py"),),
            subjects=tuple(
                _square(side, partial(config_text, side, perfect=perfect), generate_fault)
                for side in (10, 32, 100, 316, 1000)
            ),
        )
    yield Curve(
        family="box/simulate",
        name="tables",
        unit="manipulations",
        command=(str(BOX / "box-simulate-tables.py"),),
        subjects=tuple(
            Subject(
                size=number,
                label=f"{number:,} manipulations",
                make=partial(box_text, number),
                fault=simulate_fault,
            )
            for number in (1_000, 10_000, 100_000, 300_000, 1_000_000)
        ),
    )
    yield _extract_curve("random boxes", [random_box(Random(n), n) for n in range(1, 26)])
    yield _extract_curve("hard boxes", HARD_BOXES)


def _open_curves() -> Iterator[Curve]:
    for program in ("integers", "numpy"):
        if program == "numpy" and find_spec("numpy") is None:
            print("numpy is not installed here: maze/open with it is left out", file=sys.stderr)
            continue
        yield Curve(
            family="maze/open",
            name=program,
            unit="cells",
            command=(str(MAZE / f"maze-open-{program}.py"),),
            subjects=tuple(
                _square(side, partial(maze_text, side, side, side, halls=False), open_fault)
                for side in (100, 316, 1000, 3162, 10000)
            ),
        )


def _loops_curves() -> Iterator[Curve]:
    makers: dict[str, Callable[[int], bytes]] = {
        "random": lambda side: maze_text(side, side, side, halls=True),
        "one corridor": lambda side: corridor_text(side, side),
    }
    for name, make in makers.items():
        yield Curve(
            family="maze/loops",
            name=name,
            unit="cells",
            command=(str(MAZE / "maze-loops-integers.py"),),
            subjects=tuple(
                _square(side, partial(make, side), loops_fault)
                for side in (50, 158, 500, 1581, 5000)
            ),
        )


def _square(side: int, make: Callable[[], bytes], fault: Callable[[bytes, bytes], str]) -> Subject:
    return Subject(size=side * side, label=f"{side:,} × {side:,}", make=make, fault=fault)


def _extract_curve(name: str, boxes: Sequence[str]) -> Curve:
    return Curve(
        family="box/extract",
        name=name,
        unit="shubbles",
        scale=Scale.LINEAR,
        command=(str(BOX / "box-extract-tables.py"),),
        subjects=tuple(
            Subject(
                size=box.count("o"),
                label=f"{box.count('o')} shubbles",
                make=f"{box}\n".encode,
                fault=extract_fault,
            )
            for box in boxes
        ),
    )


def _quick(curve: Curve) -> Curve:
    """Return a curve with its smallest inputs only, or some of all where sizes are close."""
    few = slice(3) if curve.scale is Scale.LOGARITHMIC else slice(0, None, 6)
    return replace(curve, subjects=curve.subjects[few])


def main() -> int:
    """Measure and report; return the exit status, 1 where an answer was wrong."""
    options = parser(__doc__.splitlines()[0] if __doc__ else "").parse_args()
    chosen = list(curves())
    if options.quick:
        chosen = [_quick(curve) for curve in chosen]
    return report(chosen, options)


if __name__ == "__main__":
    raise SystemExit(main())
