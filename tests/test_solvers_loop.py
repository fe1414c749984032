"""The strong solvers of loop/solve on small boards, judged by the plugin's rules and its solver."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from judge_plugins.loop.board import TURNS, Board, first_loose, first_replaced
from judge_plugins.loop.solver import counted, solved

ROOT = Path(__file__).resolve().parent.parent
EXTRA = ROOT / "reference/loop/extra"
SOLVER = runpy.run_path(str(EXTRA / "loop-solve.py"))
UNIQUE = runpy.run_path(str(EXTRA / "loop-unique.py"))
MOST = 50


def board(random: Random, spoilt: int) -> Board:
    """Return a closed board, turned, in which so many pairs of tiles have changed places."""
    rows, columns = random.randint(1, 7), random.randint(1, 7)
    tiles = [0] * (rows * columns)
    density = random.random()
    for cell in range(len(tiles)):
        if (cell + 1) % columns and random.random() < density:
            tiles[cell] |= 8
            tiles[cell + 1] |= 2
        if cell + columns < len(tiles) and random.random() < density:
            tiles[cell] |= 4
            tiles[cell + columns] |= 1
    for _ in range(spoilt):
        one, other = random.randrange(len(tiles)), random.randrange(len(tiles))
        tiles[one], tiles[other] = tiles[other], tiles[one]
    turned = tuple(random.choice(TURNS[tile]) for tile in tiles)
    return Board(rows=rows, columns=columns, tiles=turned)


def ends(random: Random, straights: int) -> Board:
    """Return a board of ends and threes, with some straight tiles, that often has no answer."""
    rows, columns = random.randint(3, 6), random.randint(3, 6)
    tiles = random.choices((1, 7, 3), (3, 2, 1), k=rows * columns)
    for cell in random.sample(range(len(tiles)), straights):
        tiles[cell] = 5
    return Board(rows=rows, columns=columns, tiles=tuple(tiles))


def assert_right(given: Board, reply: str) -> None:
    rows = reply.split()
    if rows == ["!"]:
        assert solved(given).solvable is False, str(given)
        return
    assert [len(row) for row in rows] == [given.columns] * given.rows
    answer = Board.of(rows)
    assert (first_replaced(given, answer), first_loose(answer)) == (None, None), str(given)


@pytest.mark.parametrize("spoilt", [0, 1, 3])
def test_small_boards_are_closed_or_rightly_refused(spoilt: int) -> None:
    random = Random(spoilt)
    for _ in range(150):
        given = board(random, spoilt)
        assert_right(given, SOLVER["answer"](f"{given}\n".encode()).decode())


@pytest.mark.parametrize("straights", [0, 2, 5])
def test_boards_of_ends_and_straight_tiles_are_closed_or_rightly_refused(straights: int) -> None:
    random = Random(straights)
    for _ in range(150):
        given = ends(random, straights)
        assert_right(given, SOLVER["answer"](f"{given}\n".encode()).decode())


@pytest.mark.parametrize("draw", [board, ends], ids=["random", "ends"])
def test_answers_are_counted_as_the_plugin_counts_them(
    draw: Callable[[Random, int], Board],
) -> None:
    random = Random(7)
    for _ in range(150):
        given = draw(random, random.randrange(4))
        found = counted(given, MOST)
        assert found.complete or found.least >= MOST
        assert SOLVER["counted"](f"{given}\n", MOST) == min(found.least, MOST), str(given)


@pytest.mark.parametrize(
    ("grid", "verdict"),
    [("13\n13\n", b"# unique"), ("11\n11\n", b"# not unique"), ("0f\n", b"!")],
    ids=["one", "two", "none"],
)
def test_a_single_answer_is_told_from_several(grid: str, verdict: bytes) -> None:
    assert UNIQUE["answer"](grid.encode()).split(b"\n")[-2] == verdict


def test_upper_case_digits_are_read() -> None:
    assert SOLVER["answer"](b"36\n9C\n") == SOLVER["answer"](b"36\n9c\n") != b"!\n"


@pytest.mark.parametrize("looks", [0, 1, 400])
def test_cell_by_cell_the_same_is_concluded_as_all_at_once(looks: int) -> None:
    random = Random(3)
    at_a_loss = runpy.run_path(str(EXTRA / "loop-solve.py"))
    at_a_loss["spread"].__globals__["ROUNDS"] = looks
    for _ in range(60):
        given = board(random, 1)
        stdin = f"{given}\n".encode()
        assert at_a_loss["answer"](stdin) == SOLVER["answer"](stdin), str(given)


def _without_an_answer(search: dict[str, Any]) -> str:
    """Return what is told of a board of ends that only the flow refuses, with no patience left."""
    search["answer"].__globals__["PATIENCE"] = 0
    try:
        return str(search["answer"](b"0111\n1111\n1111\n1110\n").decode())
    except search["Undecided"]:
        return "undecided"


def test_a_board_out_of_balance_is_refused_without_a_search() -> None:
    assert _without_an_answer(runpy.run_path(str(EXTRA / "loop-solve.py"))) == "!\n"


def test_the_references_in_extra_are_left_to_the_bench() -> None:
    arguments = ("reference", "loop/unique", "loop/solve", "--format", "json", "-k", "one-end")
    command = [sys.executable, "-m", "judge", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, text=True)
    paths = [Path(each["path"]) for each in json.loads(done.stdout)["submissions"]]
    assert paths
    assert not [path for path in paths if "extra" in path.relative_to(ROOT).parts]
