"""The fast reference solvers of the maze and the box: right by the rules, whatever the shape."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.models import Value
from judge.puzzle import Output
from judge_plugins.box.extract import Extract
from judge_plugins.box.generation import Wanted, random_box, random_case
from judge_plugins.box.rules import Failure, State, simulated
from judge_plugins.box.search import shortest_answer
from judge_plugins.maze.generate import MazeGenerate
from judge_plugins.maze.generators import maze_with_blocks, maze_with_components
from judge_plugins.maze.rules import count_loops, first_open_block, parse

ROOT = Path(__file__).resolve().parent.parent
MAZE, BOX = ROOT / "reference" / "maze" / "extra", ROOT / "reference" / "box" / "extra"
OPEN = ("maze-open-integers", "maze-open-numpy")
LOOPS = "maze-loops-integers"
GENERATE = "maze-generate-walk"
SIMULATE = "box-simulate-tables"
EXTRACT = "box-extract-tables"

patient = settings(deadline=None)
seeds = st.integers(0, 2**32)

HALL = "913\n802\nC46"
HALL_WITH_WALL = "913\n82A\nC46"
FIGURE = ".........@...o....ooo..xox..."


def require_numpy() -> None:
    """Skip a test of a program that uses numpy where it is missing; fail if all has to be there."""
    if find_spec("numpy") is None:
        if os.environ.get("JUDGE_REQUIRE_ALL") == "1":
            pytest.fail("numpy is not installed: pip install '.[test]'")
        pytest.skip("numpy is not installed")


def path_of(program: str) -> Path:
    return (MAZE if program.startswith("maze") else BOX) / f"{program}.py"


@cache
def answer_of(program: str) -> Callable[[bytes], bytes]:
    answer: Callable[[bytes], bytes] = runpy.run_path(str(path_of(program)))["answer"]
    return answer


def answered(program: str, stdin: str) -> str:
    if program.endswith("numpy"):
        require_numpy()
    printed = answer_of(program)(stdin.encode()).decode()
    assert printed.endswith("\n")
    return printed[:-1]


def by_the_rules(maze: str) -> str:
    return str(first_open_block(parse(maze)) is not None)


def size(random: Random, largest: int) -> dict[str, int]:
    return {"rows": random.randint(1, largest), "columns": random.randint(1, largest)}


@pytest.mark.parametrize("program", OPEN)
@patient
@given(seeds)
def test_halls_are_found_where_the_rules_find_them(program: str, seed: int) -> None:
    random = Random(seed)
    maze = maze_with_blocks(random, size(random, random.choice((6, 30))))
    assert answered(program, f"{maze}\n") == by_the_rules(maze)


@pytest.mark.parametrize("program", OPEN)
@pytest.mark.parametrize("plant", ["open", "near"])
@pytest.mark.parametrize(("rows", "columns"), [(3, 400), (400, 3), (90, 91), (64, 64)])
def test_the_only_hall_of_a_large_maze_is_found_and_none_where_a_wall_is_left(
    program: str, plant: str, rows: int, columns: int
) -> None:
    options: dict[str, Value] = {"rows": rows, "columns": columns, "closed": 25, "plant": plant}
    for seed in range(3):
        maze = maze_with_blocks(Random(seed), options)
        assert answered(program, f"{maze}\n") == str(plant == "open")


@pytest.mark.parametrize("program", OPEN)
@pytest.mark.parametrize("columns", [3, 8, 9])
@pytest.mark.parametrize("corner", [0, 1, 2])
def test_a_hall_at_the_seam_of_two_bands_is_found(program: str, columns: int, corner: int) -> None:
    # Rows are taken in bands of 2^16 digits: closed cells fill one, a hall begins at its end.
    for stride in (columns + 1, columns + 2):
        closed = ["F" * columns] * (2**16 // stride - corner)
        hall = [row + "F" * (columns - 3) for row in HALL.split("\n")]
        for rows in (closed + hall, closed + hall + closed):
            assert answered(program, "\n".join(rows) + "\n") == "True"


@pytest.mark.parametrize("program", OPEN)
def test_an_open_border_joins_no_row_to_the_next(program: str) -> None:
    assert answered(program, "0000\n" * 2) == "False"
    assert answered(program, "00\n" * 9) == "False"
    # Each column's east wall is open, on the border too; only south walls are closed.
    assert answered(program, "0000\n4444\n5555\n1111\n") == "False"


@pytest.mark.parametrize("program", [*OPEN, LOOPS])
@pytest.mark.parametrize(
    "written",
    [HALL, f"{HALL}\n", f"{HALL}\n\n", HALL.lower() + "\n", HALL.replace("\n", "\r\n") + "\r\n"],
)
def test_line_ends_and_letter_case_do_not_matter(program: str, written: str) -> None:
    assert answered(program, written) == ("4" if program == LOOPS else "True")


@pytest.mark.parametrize("program", OPEN)
@pytest.mark.parametrize(
    ("maze", "expected"),
    [("", "False"), ("F", "False"), (HALL_WITH_WALL, "False"), ("000\n000", "False")],
)
def test_small_mazes_are_answered(program: str, maze: str, expected: str) -> None:
    assert answered(program, f"{maze}\n") == expected


@patient
@given(seeds)
def test_loops_are_counted_as_the_rules_count_them(seed: int) -> None:
    random = Random(seed)
    maze = maze_with_components(random, size(random, random.choice((6, 25))))
    assert answered(LOOPS, f"{maze}\n") == str(count_loops(parse(maze)).loops)


@pytest.mark.parametrize("closed", [0, 10, 30, 50, 70, 100])
@pytest.mark.parametrize(("rows", "columns"), [(60, 60), (2, 300), (300, 5)])
def test_loops_of_larger_mazes_of_any_density_are_counted(
    rows: int, columns: int, closed: int
) -> None:
    options = {"rows": rows, "columns": columns, "closed": closed}
    maze = maze_with_components(Random(closed), options)
    assert answered(LOOPS, f"{maze}\n") == str(count_loops(parse(maze)).loops)


def test_a_maze_without_cells_has_no_loops() -> None:
    assert answered(LOOPS, "") == "0"


def generated_fault(config: str) -> str:
    task = MazeGenerate()
    problem = task.read({"config": config})
    outcome = task.check(problem, Output(stdout=answer_of(GENERATE)(task.stdin(problem))), None)
    return "" if outcome.accepted else outcome.reason


@patient
@given(seeds)
def test_made_mazes_keep_all_rules(seed: int) -> None:
    random = Random(seed)
    sides = {"width": random.randint(2, 20), "height": random.randint(2, 20)}
    config = str(MazeGenerate().generate(random, sides)["config"])
    assert generated_fault(config) == ""


@pytest.mark.parametrize("perfect", [True, False])
@pytest.mark.parametrize(
    ("width", "height"), [(1, 2), (2, 1), (1, 40), (3, 3), (9, 7), (9, 40), (120, 90)]
)
def test_mazes_of_extreme_shapes_keep_all_rules(width: int, height: int, perfect: bool) -> None:
    ends = f"ENTRY=0,0\nEXIT={width - 1},{height - 1}"
    config = f"WIDTH={width}\nHEIGHT={height}\n{ends}\nPERFECT={perfect}\nSEED=7"
    assert generated_fault(config) == ""


def test_a_config_makes_one_maze_and_another_seed_another() -> None:
    config = "# remark\nWIDTH=20\nHEIGHT=20\n\nENTRY=0,0\nEXIT=19,19\nPERFECT=False\nSEED={}\n"
    first, again, other = (answered(GENERATE, config.format(seed)) for seed in (1, 1, 2))
    assert first == again != other


@patient
@given(seeds)
def test_manipulations_end_as_by_the_rules(seed: int) -> None:
    random = Random(seed)
    wanted = Wanted(
        most_moves=random.randint(0, 40),
        shubbles=random.randint(0, 26),
        legal=random.random() < 0.7,
    )
    box, moves = random_case(random, wanted)
    ending = simulated(State(cells=box), moves)
    expected = "!" if isinstance(ending, Failure) else ending.cells
    assert answered(SIMULATE, f"{box}\n{moves}\n") == expected


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("", FIGURE),
        ("|", ".ooo..xox@...o..............."),
        ("++", "...o.o...@o....oo....x......x"),
        ("+>|<-v+^+", "o........@..o....oox...xo...."),
        ("++^", "!"),
        ("<<<<", "!"),
        ("vvvv", "!"),
    ],
)
def test_the_challenges_own_examples_come_out(moves: str, expected: str) -> None:
    assert answered(SIMULATE, f"{FIGURE}\n{moves}\n") == expected
    assert answered(SIMULATE, f"{FIGURE}\r\n{moves}\r\n") == expected


def extracted_fault(box: str, shortest: str | None) -> str:
    task = Extract()
    problem = task.read({"box": box, "solvable": shortest is not None})
    stdout = answer_of(EXTRACT)(task.stdin(problem))
    outcome = task.check(problem, Output(stdout=stdout), None)
    if not outcome.accepted:
        return outcome.reason
    return "" if outcome.length == len(shortest or "") else f"{outcome.length} manipulations"


@settings(deadline=None, max_examples=40)
@given(seeds, st.integers(0, 11))
def test_shubbles_get_out_with_the_fewest_manipulations(seed: int, shubbles: int) -> None:
    box = random_box(Random(seed), shubbles)
    assert extracted_fault(box, shortest_answer(box)) == ""


@pytest.mark.parametrize(
    "box",
    [
        FIGURE,
        ".........@.............xx....",
        "oooooxoooooooooooooooxooooo@o",
        "ooo.ooooooooooooxoooooooooo@x",
        "oo.o.ooooooooooooooooooxooo@x",
        "ooxo.ooooooooooo@ooooo.xooo.o",
    ],
)
def test_crowded_boxes_are_emptied_with_the_fewest_manipulations(box: str) -> None:
    assert extracted_fault(box, shortest_answer(box)) == ""


@pytest.mark.parametrize(
    ("program", "stdin", "stdout"),
    [
        (OPEN[0], HALL, "True\n"),
        (OPEN[1], HALL, "True\n"),
        (LOOPS, HALL, "4\n"),
        (SIMULATE, f"{FIGURE}\nvvvv\n", "!\n"),
        (EXTRACT, ".........@.............xx....\n", "\n"),
    ],
)
def test_a_solver_is_a_program_from_stdin_to_stdout(program: str, stdin: str, stdout: str) -> None:
    if program.endswith("numpy"):
        require_numpy()
    done = subprocess.run(
        [sys.executable, path_of(program)],
        input=stdin.encode(),
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode() == stdout


@pytest.fixture
def growth(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the module of the benches, which lies in no package."""
    spec = spec_from_file_location("growth", ROOT / "tests" / "bench" / "growth.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "growth", module)
    spec.loader.exec_module(module)
    return module


def test_a_growth_is_the_exponent_or_the_factor_for_each_unit(growth: ModuleType) -> None:
    def points(seconds: Callable[[int], float]) -> list[object]:
        costs = [(size, growth.Cost(cpu=seconds(size), wall=0, memory=0)) for size in (1, 2, 4, 8)]
        return [
            growth.Point(size=size, label="", process=cost, call=None, fault="")
            for size, cost in costs
        ]

    square, doubling = points(lambda size: 0.5 * size**2), points(lambda size: 0.1 * 2**size)
    assert growth.growth(square, growth.Scale.LOGARITHMIC) == pytest.approx(2)
    assert growth.growth(doubling, growth.Scale.LINEAR) == pytest.approx(2)
    assert growth.growth(square[:2], growth.Scale.LOGARITHMIC) is None
    assert growth.growth(points(lambda _: 0.0), growth.Scale.LOGARITHMIC) is None


def test_the_bench_checks_what_it_measures_and_draws_it(tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    command: list[str | Path] = [
        *(sys.executable, ROOT / "tests" / "bench" / "solvers_maze_box.py", "--quick"),
        *("--only", "maze/generate", "--most", "1100"),
        *("--json", figures, "--svg", tmp_path),
    ]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    assert done.stdout.count("| right |") == 4
    curves = json.loads(figures.read_text())["curves"]
    assert [len(curve["points"]) for curve in curves] == [2, 2]
    picture = ElementTree.fromstring((tmp_path / "maze-generate.svg").read_text())
    assert len(picture.findall("{http://www.w3.org/2000/svg}circle")) == 4
