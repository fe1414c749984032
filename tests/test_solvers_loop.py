"""The strong solvers of loop/solve on small boards, judged by the plugin's rules and its solver."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType
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


KINDS = (0, 1, 1, 2, 1, 3, 2, 4, 1, 2, 3, 4, 2, 4, 4, 5)


def knotty(random: Random, size: int) -> Board:
    """Return a closed board, turned, of ends, threes, and many corners and straight tiles."""
    tiles: list[int] = []
    weights = (0, 1.2, random.random(), random.random(), 0.8, 0)
    for cell in range(size * size):
        row, column = divmod(cell, size)
        up = tiles[cell - size] >> 2 & 1 if row else 0
        left = tiles[cell - 1] >> 3 & 1 if column else 0
        downs, rights = range(1 + (row + 1 < size)), range(1 + (column + 1 < size))
        fitting = [up | left << 1 | down << 2 | right << 3 for down in downs for right in rights]
        chances = [weights[KINDS[tile]] for tile in fitting]
        tiles += random.choices(fitting, chances) if any(chances) else [random.choice(fitting)]
    turned = tuple(random.choice(TURNS[tile]) for tile in tiles)
    return Board(rows=size, columns=size, tiles=turned)


def solver(**limits: int) -> dict[str, Any]:
    """Return the solver's names, with other limits than its own."""
    names = runpy.run_path(str(EXTRA / "loop-solve.py"))
    names["answer"].__globals__.update(limits)
    return names


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
    for _ in range(400):
        given = board(random, spoilt)
        assert_right(given, SOLVER["answer"](f"{given}\n".encode()).decode())


@pytest.mark.parametrize("straights", [0, 2, 5])
def test_boards_of_ends_and_straight_tiles_are_closed_or_rightly_refused(straights: int) -> None:
    random = Random(straights)
    for _ in range(400):
        given = ends(random, straights)
        assert_right(given, SOLVER["answer"](f"{given}\n".encode()).decode())


@pytest.mark.parametrize("draw", [board, ends], ids=["random", "ends"])
def test_answers_are_counted_as_the_plugin_counts_them(
    draw: Callable[[Random, int], Board],
) -> None:
    random = Random(7)
    for _ in range(400):
        given = draw(random, random.randrange(4))
        found = counted(given, MOST)
        assert found.complete or found.least >= MOST
        assert SOLVER["counted"](f"{given}\n", MOST) == min(found.least, MOST), str(given)


LIMITS = [
    {},
    {"NEAR": 2, "CONFLICTS": 1},
    {"NEAR": 2, "CONFLICTS": 1, "EFFORT": 0},
    {"EFFORT": 0},
]


@pytest.mark.parametrize("limits", LIMITS, ids=["its own", "near", "near and all", "all"])
def test_knots_are_mended_near_them_by_way_of_others_or_all_at_once(limits: dict[str, int]) -> None:
    random, names = Random(5), solver(**limits)
    for size in (5, 8, 12, 20, 30, 40) * 2:
        given = knotty(random, size)
        rows = names["answer"](f"{given}\n".encode()).decode().split()
        answer = Board.of(rows)
        assert (first_replaced(given, answer), first_loose(answer)) == (None, None), str(given)


@pytest.mark.parametrize("limits", LIMITS, ids=["its own", "near", "near and all", "all"])
def test_spoilt_boards_of_knots_are_closed_or_rightly_refused(limits: dict[str, int]) -> None:
    random, names, refused = Random(6), solver(**limits), 0
    for _ in range(100):
        tiles = list(knotty(random, 6).tiles)
        one, other = random.randrange(36), random.randrange(36)
        tiles[one], tiles[other] = tiles[other], tiles[one]
        given = Board(rows=6, columns=6, tiles=tuple(tiles))
        reply = names["answer"](f"{given}\n".encode()).decode()
        assert_right(given, reply)
        refused += reply == "!\n"
    assert 10 < refused < 90


def test_answers_of_boards_of_knots_are_counted_as_the_plugin_counts_them() -> None:
    random = Random(8)
    for _ in range(60):
        given = knotty(random, random.randint(4, 9))
        found = counted(given, MOST)
        assert found.complete or found.least >= MOST
        assert SOLVER["counted"](f"{given}\n", MOST) == min(found.least, MOST), str(given)


@pytest.mark.parametrize(
    "grid", ["71\n11\n", "17\n11\n", "11\n71\n", "11\n17\n", "f1\n11\n", "77111\n51115\n11711\n"]
)
def test_connectors_that_would_lead_off_the_grid_are_seen(grid: str) -> None:
    assert SOLVER["answer"](grid.encode()) == b"!\n"


def test_a_solver_out_of_patience_says_so() -> None:
    hasty = solver(PATIENCE=0)
    given = f"{knotty(Random(5), 40)}\n".encode()
    with pytest.raises(hasty["Undecided"], match="given up"):
        hasty["answer"](given)
    with pytest.raises(hasty["Undecided"], match="given up"):
        hasty["counted"](given.decode(), 2)


@pytest.fixture
def growth(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the part of the benchmarks that measures how a program grows."""
    spec = spec_from_file_location("growth", ROOT / "tests" / "bench" / "growth.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "growth", module)
    spec.loader.exec_module(module)
    return module


PROGRAM = """
def answer(stdin):
    if len(stdin) > 2:
        raise SystemExit("the search has given up")
    return stdin
if __name__ == "__main__":
    import sys
    sys.stdout.buffer.write(answer(sys.stdin.buffer.read()))
"""


def _curve(growth: ModuleType, program: Path, surrender: str) -> Any:
    subjects = tuple(
        growth.Subject(size=size, label="", make=lambda n=size: b"0" * n, fault=lambda *_: "")
        for size in (1, 3)
    )
    return growth.Curve(
        family="a",
        name="b",
        unit="cells",
        command=(str(program),),
        subjects=subjects,
        surrender=surrender,
    )


def test_a_bench_puts_down_where_a_program_gives_up_and_goes_on(
    growth: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program, written = tmp_path / "program.py", tmp_path / "written.json"
    program.write_text(PROGRAM)
    options = Namespace(quick=True, rounds=1, most=None, only="", json=written, svg=tmp_path)
    assert growth.report([_curve(growth, program, "given up")], options) == 0
    points = json.loads(written.read_text())["curves"][0]["points"]
    assert [point["outcome"] for point in points] == ["right", "gave up"]
    assert points[1]["process"] is points[1]["call"] is None
    assert "|  |  |  |  | gave up |" in capsys.readouterr().out
    assert "<circle" in (tmp_path / "a.svg").read_text()


def test_a_bench_does_not_take_a_program_that_breaks_for_one_that_gives_up(
    growth: ModuleType, tmp_path: Path
) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    with pytest.raises(growth.ProgramError, match="given up"):
        list(growth.measured(_curve(growth, program, ""), 1))


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
