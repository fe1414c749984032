"""How long the strong solvers of loop/solve take, and how that grows with the number of cells.

    python tests/bench/solvers_loop.py [--quick] [--rounds 3] [--json FILE] [--svg FOLDER]

Boards are closed by construction and turned at random, or have no answer by construction. Every
answer is checked by the plugin's rules; where a program gives up, its row says so. The curve of the
OR-Tools program is measured where ortools is installed beside the judge; without it, it is left
out, and a line says so.
"""

from __future__ import annotations

import importlib.util
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

from growth import Curve, Subject, parser, report

from judge_plugins.loop.board import TURNS, Board, first_loose, first_replaced
from judge_plugins.loop.statements import known_answers

EXTRA = Path(__file__).resolve().parents[2] / "reference" / "loop" / "extra"
PLAIN, UNIQUE = EXTRA / "loop-solve.py", EXTRA / "loop-unique.py"
ORTOOLS = EXTRA / "ortools" / "loop-solve.py"

Weights = tuple[float, float, float, float, float, float]
"""How often a cell becomes empty, an end, a corner, a straight tile, one of three, one of four."""

ENDS_AND_THREES: Weights = (0, 1, 0, 0, 1, 0)
WITH_CORNERS: Weights = (0.05, 1, 0.3, 0, 1, 0.05)
WITH_STRAIGHTS: Weights = (0, 1, 0.1, 0.1, 1, 0)
MANY_STRAIGHTS: Weights = (0, 1, 1, 1, 1, 0)
CORNERS_AND_STRAIGHTS: Weights = (0, 1.2, 0.5, 0.3, 0.8, 0)
ALL_KINDS: Weights = (0.1, 1, 1, 1, 1, 0.1)
_KINDS = (0, 1, 1, 2, 1, 3, 2, 4, 1, 2, 3, 4, 2, 4, 4, 5)


def turned(size: int, tiles: Sequence[int], random: Random) -> bytes:
    """Return the text of a square board whose tiles are turned at random."""
    digits = "".join(f"{random.choice(TURNS[tile]):x}" for tile in tiles)
    return "".join(digits[row * size : (row + 1) * size] + "\n" for row in range(size)).encode()


def mixed(size: int, weights: Weights, seed: int = 1) -> bytes:
    """Return a square board, drawn row by row with the weights of what fits above and left."""
    random = Random(seed)
    tiles: list[int] = []
    for cell in range(size * size):
        row, column = divmod(cell, size)
        up = tiles[cell - size] >> 2 & 1 if row else 0
        left = tiles[cell - 1] >> 3 & 1 if column else 0
        downs, rights = range(1 + (row + 1 < size)), range(1 + (column + 1 < size))
        fitting = [up | left << 1 | down << 2 | right << 3 for down in downs for right in rights]
        chances = [weights[_KINDS[tile]] for tile in fitting]
        tiles += random.choices(fitting, chances) if any(chances) else [random.choice(fitting)]
    return turned(size, tiles, random)


def random_board(size: int, density: float) -> bytes:
    """Return a square board with connectors between neighbours at a chance of ``density``."""
    random = Random(1)
    tiles = [0] * (size * size)
    for cell in range(size * size):
        if (cell + 1) % size and random.random() < density:
            tiles[cell] |= 8
            tiles[cell + 1] |= 2
        if cell + size < size * size and random.random() < density:
            tiles[cell] |= 4
            tiles[cell + size] |= 1
    return turned(size, tiles, random)


def mutilated(size: int) -> bytes:
    """Return a board of ends with two black cells left empty: dominoes cannot cover it."""
    tiles = [1] * (size * size)
    tiles[0] = tiles[-1] = 0
    return turned(size, tiles, Random(1))


def lopsided(size: int) -> bytes:
    """Return a board of ends whose halves balance only together, with a wall and a gap in it.

    The size is even. Two black ends are missing to the left of the wall and two white ones to the
    right, so that two connectors would have to pass where one can.
    """
    tiles = [1] * (size * size)
    wall = size // 2 - 1
    for row in range(size):
        if row != wall:
            tiles[row * size + wall] = tiles[row * size + wall + 1] = 0
    tiles[0] = tiles[2] = tiles[size - 1] = tiles[3 * size - 1] = 0
    return turned(size, tiles, Random(1))


def closed_fault(stdin: bytes, stdout: bytes) -> str:
    """Return what keeps a reply from being the board closed; "" for nothing."""
    board = Board.of(stdin.decode().split())
    lines = [line for line in stdout.decode().split("\n") if line and not line.startswith("#")]
    if list(map(len, lines)) != [board.columns] * board.rows:
        return "not the board's shape"
    answer = Board.of(lines)
    return str(first_replaced(board, answer) or first_loose(answer) or "")


def refusal_fault(stdin: bytes, stdout: bytes) -> str:
    """Return what is wrong with the reply to a board that has no answer; "" for nothing."""
    return "" if stdout == b"!\n" else "an answer where there is none"


def verdict_fault(stdin: bytes, stdout: bytes) -> str:
    """Return what is wrong with a grid and the line on whether it is the only one."""
    known = known_answers(Board.of(stdin.decode().split())).unique
    said = not stdout.endswith(b"# not unique\n")
    if known not in {None, said}:
        return f"says {said}, and it is {known}"
    return closed_fault(stdin, stdout)


Fault = Callable[[bytes, bytes], str]


def curve(
    name: str,
    make: Callable[[int], bytes],
    sizes: Sequence[int],
    *,
    program: Path = PLAIN,
    fault: Fault = closed_fault,
    family: str = "loop-solve",
) -> Curve:
    """Return the curve of a program over square boards with so many rows."""
    subjects = tuple(
        Subject(size=size**2, label=f"{size} x {size}", make=partial(make, size), fault=fault)
        for size in sizes
    )
    return Curve(
        family=family,
        name=name,
        unit="cells",
        command=(str(program),),
        subjects=subjects,
        surrender="the search has given up",
    )


def curves(*, quick: bool, ortools: bool) -> list[Curve]:
    """Return all curves, over two decades of cells; small boards alone where it has to be quick."""
    small = (10, 18, 30, 56, 100)
    wide = (30, 60, 100, 180, 300) if quick else (30, 100, 180, 300, 560, 1000)
    middle = small if quick else (30, 56, 100, 180, 300)
    found = [
        curve(f"random {share}", partial(random_board, density=share), wide)
        for share in (0.2, 0.5, 0.8)
    ]
    kinds = {
        "all kinds": ALL_KINDS,
        "ends and threes": ENDS_AND_THREES,
        "with corners": WITH_CORNERS,
        "with straights": WITH_STRAIGHTS,
        "many straights": MANY_STRAIGHTS,
        "corners and straights": CORNERS_AND_STRAIGHTS,
    }
    found += [curve(name, partial(mixed, weights=each), middle) for name, each in kinds.items()]
    found += [
        curve("no answer: mutilated", mutilated, middle, fault=refusal_fault),
        curve("no answer: a narrow gap", lopsided, middle, fault=refusal_fault),
    ]
    if ortools:
        larger = small if quick else (20, 36, 60, 110, 200)
        make = partial(mixed, weights=WITH_STRAIGHTS)
        found.append(curve("with straights, OR-Tools", make, larger, program=ORTOOLS))
    unique = partial(curve, program=UNIQUE, fault=verdict_fault, family="loop-unique")
    found.append(unique("random 0.5", partial(random_board, density=0.5), wide))
    found += [unique(name, partial(mixed, weights=each), middle) for name, each in kinds.items()]
    return found


def main(options: Namespace) -> int:
    """Measure and print; return the exit status."""
    ortools = importlib.util.find_spec("ortools") is not None
    if not ortools:
        print("ortools is not installed: its curve is left out (pip install ortools)")
    return report(curves(quick=options.quick, ortools=ortools), options)


if __name__ == "__main__":
    sys.exit(main(parser("The strong solvers of loop/solve.").parse_args()))
