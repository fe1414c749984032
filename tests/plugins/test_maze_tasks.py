"""What the maze's tasks send, accept and say."""

from __future__ import annotations

import pytest

from judge.models import Value
from judge.puzzle import Output
from judge.resources import located
from judge_plugins.maze import judge_puzzles
from judge_plugins.maze.tasks import LoopsProblem, MazeLoops, MazeOpen, OpenProblem

BLOCK = "913\n802\nC46"
BLOCK_WITH_WALL = "913\n82A\nC46"
TWO_ROWS = "000\n000"


def open_problem(maze: str, expect: str | None = None) -> OpenProblem:
    values: dict[str, Value] = {"maze": maze}
    if expect is not None:
        values["expect"] = expect
    return MazeOpen().read(values)


def loops_problem(maze: str, expect: int | None = None) -> LoopsProblem:
    values: dict[str, Value] = {"maze": maze}
    if expect is not None:
        values["expect"] = expect
    return MazeLoops().read(values)


def open_reason(maze: str, printed: bytes, expect: str | None = None) -> str:
    outcome = MazeOpen().check(open_problem(maze, expect), Output(stdout=printed), None)
    assert not outcome.accepted
    return outcome.reason


def loops_reason(maze: str, printed: bytes, expect: int | None = None) -> str:
    outcome = MazeLoops().check(loops_problem(maze, expect), Output(stdout=printed), None)
    assert not outcome.accepted
    return outcome.reason


def test_the_plugin_brings_one_puzzle_with_its_files() -> None:
    (puzzle,) = judge_puzzles()
    assert puzzle.name == "maze"
    assert {task.name for task in puzzle.tasks} >= {"open", "loops"}
    assert list(located(puzzle.cases).glob("*.yaml"))
    assert list(located(puzzle.references).glob("maze-open.*"))


def test_a_program_gets_the_rows_in_their_own_letter_case() -> None:
    assert MazeOpen().stdin(open_problem("913\n82a\nC46")) == b"913\n82a\nC46\n"
    assert MazeLoops().stdin(loops_problem("f")) == b"f\n"


@pytest.mark.parametrize(
    "printed",
    [b"True\n", b"True", b"TRUE\n", b"true\r\n", b"tRuE", b"True \t\n", b"True\n\n \n"],
)
def test_true_is_accepted_in_any_letter_case_and_with_any_line_end(printed: bytes) -> None:
    assert MazeOpen().check(open_problem(BLOCK), Output(stdout=printed), None).accepted


@pytest.mark.parametrize("printed", [b"False\n", b"false", b"FALSE\r\n"])
def test_false_is_accepted_in_any_letter_case(printed: bytes) -> None:
    problem = open_problem(BLOCK_WITH_WALL)
    assert MazeOpen().check(problem, Output(stdout=printed), None).accepted


def test_the_reason_names_the_open_block() -> None:
    shifted = "FFFF\nF913\nF802\nFC46"
    assert open_reason(shifted, b"false\n") == (
        'expected True, printed "false": the 3×3 block with its top left corner at row 2, '
        "column 2 is open (rows and columns counted from 1)"
    )


def test_the_reason_names_the_one_wall_that_shuts_a_block() -> None:
    assert open_reason(BLOCK_WITH_WALL, b"True") == (
        'expected False, printed "True": no 3×3 block is open; the 3×3 block with its top left '
        "corner at row 1, column 1 is but for the wall between row 2, column 2 and row 2, "
        "column 3 (rows and columns counted from 1)"
    )


def test_the_reason_is_short_where_nothing_is_nearly_open() -> None:
    assert open_reason(TWO_ROWS, b"True") == (
        'expected False, printed "True": no 3×3 block is open'
    )


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        (b"", 'printed nothing, expected "True"'),
        (b"\n \n", 'printed nothing, expected "True"'),
        (b"yes\n", 'expected True, printed "yes", neither True nor False'),
        (b"1", 'expected True, printed "1", neither True nor False'),
        (b" True\n", 'expected True, printed " True", neither True nor False'),
        (b"True.", 'expected True, printed "True.", neither True nor False'),
        (b"True\rTrue", 'expected True, printed "True\\rTrue", neither True nor False'),
        (b"TrueFalse", 'expected True, printed "TrueFalse", neither True nor False'),
        (b"True\n1\n", 'line 2: more output than expected (1 line): "1"'),
        (b"true\ntrue\n", 'line 2: more output than expected (1 line): "true"'),
        (b"False\nTrue\n", 'printed 2 lines, expected one: "True"'),
        (b"\nTrue\n", 'printed 2 lines, expected one: "True"'),
    ],
)
def test_anything_but_the_answer_alone_is_wrong(printed: bytes, reason: str) -> None:
    assert open_reason(BLOCK, printed) == reason


@pytest.mark.parametrize("task", [MazeOpen(), MazeLoops()])
@pytest.mark.parametrize("printed", [b"\xff\xfe", b"\xef\xbb\xbfTrue", b"\x00", b"4" * 5000])
def test_no_output_breaks_a_checker(task: MazeOpen | MazeLoops, printed: bytes) -> None:
    outcome = (
        task.check(open_problem(BLOCK), Output(stdout=printed), None)
        if isinstance(task, MazeOpen)
        else task.check(loops_problem(BLOCK), Output(stdout=printed), None)
    )
    assert not outcome.accepted
    assert outcome.reason


def test_both_sides_are_shown() -> None:
    outcome = MazeOpen().check(open_problem(BLOCK), Output(stdout=b"no\n"), None)
    assert (outcome.expected, outcome.actual) == ("True", "no\n")


def test_a_written_answer_counts_and_is_not_explained_by_other_rules() -> None:
    assert open_reason(BLOCK, b"True", expect="False") == 'expected False, printed "True"'
    assert loops_reason(BLOCK, b"4", expect=5) == 'expected 5, printed "4"'


@pytest.mark.parametrize("printed", [b"4\n", b"4", b"4 \t\r\n\n"])
def test_the_number_is_accepted_with_any_line_end(printed: bytes) -> None:
    assert MazeLoops().check(loops_problem(BLOCK), Output(stdout=printed), None).accepted


def test_the_reason_spells_the_sum_out() -> None:
    assert loops_reason(BLOCK, b"5\n") == (
        'expected 4, printed "5": 12 open inner walls − 9 cells + 1 connected component'
    )
    assert loops_reason("F", b"-1\n") == (
        'expected 0, printed "-1": 0 open inner walls − 1 cell + 1 connected component'
    )


@pytest.mark.parametrize("printed", ["+4", "04", "4.0", "4.", "0004.000"])
def test_a_number_in_another_spelling_is_wrong_and_the_reason_says_so(printed: str) -> None:
    assert loops_reason(BLOCK, printed.encode()) == (
        f'expected 4, printed "{printed}": write the number in plain digits '
        "(no sign, leading zero or fraction)"
    )


def test_minus_zero_is_zero_in_another_spelling() -> None:
    assert loops_reason("F", b"-0").endswith("(no sign, leading zero or fraction)")


@pytest.mark.parametrize("printed", ["-4", "4.5", "4e0", "IV", "40"])
def test_another_number_is_not_taken_for_another_spelling(printed: str) -> None:
    assert loops_reason(BLOCK, printed.encode()) == (
        f'expected 4, printed "{printed}": 12 open inner walls − 9 cells + 1 connected component'
    )


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        (b"", 'printed nothing, expected "4"'),
        (b"4\n4\n", 'line 2: more output than expected (1 line): "4"'),
        (b"12\n9\n", 'printed 2 lines, expected one: "4"'),
        (b" 4", 'expected 4, printed " 4": 12 open inner walls − 9 cells + 1 connected component'),
    ],
)
def test_anything_but_the_number_alone_is_wrong(printed: bytes, reason: str) -> None:
    assert loops_reason(BLOCK, printed) == reason


def test_the_lint_confirms_right_answers() -> None:
    assert not list(MazeOpen().lint(open_problem(BLOCK, "True")))
    assert not list(MazeOpen().lint(open_problem(BLOCK_WITH_WALL, "False")))
    assert not list(MazeOpen().lint(open_problem(BLOCK)))
    assert not list(MazeLoops().lint(loops_problem(BLOCK, 4)))
    assert not list(MazeLoops().lint(loops_problem(BLOCK)))


def test_the_lint_names_the_answer_by_the_rules() -> None:
    (complaint,) = MazeOpen().lint(open_problem(BLOCK, "False"))
    assert complaint.key == "expect"
    assert complaint.message == (
        "False is written, by the rules it is True: the 3×3 block with its top left corner at "
        "row 1, column 1 is open (rows and columns counted from 1)"
    )
    (complaint,) = MazeOpen().lint(open_problem(TWO_ROWS, "True"))
    assert complaint.message == ("True is written, by the rules it is False: no 3×3 block is open")


def test_the_lint_names_the_number_by_the_rules() -> None:
    (complaint,) = MazeLoops().lint(loops_problem(BLOCK_WITH_WALL, 4))
    assert complaint.key == "expect"
    assert complaint.message == (
        "4 is written, by the rules it is 3: 11 open inner walls − 9 cells + 1 connected component"
    )
