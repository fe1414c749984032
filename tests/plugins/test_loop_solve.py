"""What loop/solve sends, accepts, says, draws and complains about."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.errors import CaseError, PluginError
from judge.models import Outcome, Value
from judge.puzzle import Output
from judge.resources import located
from judge_plugins.loop import grid_task, judge_puzzles, statements
from judge_plugins.loop.board import TURNS, Board
from judge_plugins.loop.grid_task import Problem
from judge_plugins.loop.solve import SolveTask
from judge_plugins.loop.solver import Answers, solved
from judge_plugins.loop.spread import spread

TASK = SolveTask()

TWO_ANSWERS = "11\n11"
ONE_ANSWER = "13\n13"
NO_ANSWER = "11\n10"
FOUR_ANSWERS = "11011\n11011"
MANY_ANSWERS = "\n".join(["11111111"] * 8)
TWO_RINGS = "3333\n3333"

patient = settings(deadline=None)


def problem(grid: str, **told: int) -> Problem:
    return TASK.read({"grid": grid, **told})


def outcome(grid: str, printed: str | bytes, **told: int) -> Outcome:
    stdout = printed.encode() if isinstance(printed, str) else printed
    return TASK.check(problem(grid, **told), Output(stdout=stdout), None)


def reason(grid: str, printed: str | bytes, **told: int) -> str:
    found = outcome(grid, printed, **told)
    assert not found.accepted
    return found.reason


def complaints(grid: str, **told: int) -> list[tuple[str | None, str]]:
    return [(each.key, each.message) for each in TASK.lint(problem(grid, **told))]


@pytest.fixture
def undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the solver give up at once."""

    def gives_up(board: Board, *, near: Board | None = None) -> Answers:
        return Answers(least=0, complete=False, board=None)

    monkeypatch.setattr(grid_task, "solved", gives_up)
    monkeypatch.setattr(grid_task, "known_answers", gives_up)
    monkeypatch.setattr(statements, "known_answers", gives_up)
    monkeypatch.setattr(statements, "counted", lambda board, bound: gives_up(board))


def test_the_plugin_brings_the_task_with_its_files() -> None:
    (puzzle,) = judge_puzzles()
    assert puzzle.name == "loop"
    assert isinstance(puzzle.task("solve"), SolveTask)
    assert list(located(puzzle.cases).glob("solve*.yaml"))
    assert list(located(puzzle.references).glob("loop-solve.*"))


def test_a_program_gets_the_rows_as_written() -> None:
    assert TASK.stdin(problem("aB\nC0")) == b"aB\nC0\n"
    assert TASK.stdin(problem("0")) == b"0\n"


@pytest.mark.parametrize("printed", ["82\n82\n", "44\n11\n"])
def test_either_of_two_answers_is_right(printed: str) -> None:
    assert outcome(TWO_ANSWERS, printed).accepted


def test_the_only_answer_is_right() -> None:
    assert outcome(ONE_ANSWER, "86\n83\n").accepted


def test_several_circuits_need_not_hang_together() -> None:
    assert outcome(TWO_RINGS, "c6c6\n9393\n").accepted


@pytest.mark.parametrize(
    "printed",
    [
        "c6\n93",
        "C6\n93\n",
        "c6\r\n93\r\n",
        "c6 \n93\t\n",
        "c6\n93\n\n \n",
        "# unique\nc6\n93\n",
        "c6\n# between\n93\n#\n",
        "c6\n93\n\n# unique\n",
    ],
)
def test_letter_case_line_ends_and_remarks_do_not_matter(printed: str) -> None:
    assert outcome("33\n33", printed).accepted


@pytest.mark.parametrize("printed", ["!", "!\n", "!\r\n", "! \n\n", "# none\n!\n# none\n"])
@pytest.mark.parametrize("told", [{}, {"solvable": False}])
def test_a_grid_without_an_answer_is_refused(printed: str, told: dict[str, int]) -> None:
    assert outcome(NO_ANSWER, printed, **told).accepted


@pytest.mark.parametrize("told", [{}, {"solvable": True}, {"unique": True}])
def test_refusing_a_grid_that_has_an_answer_is_wrong(told: dict[str, int]) -> None:
    found = outcome(ONE_ANSWER, "!\n", **told)
    assert not found.accepted
    assert found.reason == 'printed "!", but the grid has an answer'
    assert found.expected == "86\n83"
    assert found.actual == "!\n"


@pytest.mark.parametrize(
    ("printed", "wanted"),
    [
        ("", "printed no grid"),
        ("\n\n", "printed no grid"),
        ("# solved\n", "printed no grid"),
        ("86\n", "the grid ends after 1 row, expected 2 rows of 2 tiles"),
        ("8\n8\n", "row 1 has 1 tile, the input's rows have 2"),
        ("86\n834\n", "row 2 has 3 tiles, the input's rows have 2"),
        ("8683\n", "row 1 has 4 tiles, the input's rows have 2"),
        ("86\n\n83\n", "row 2 is empty, expected 2 tiles"),
        ("\n86\n83\n", "row 1 is empty, expected 2 tiles"),
        ("86 83\n", 'row 1 has blanks among its tiles: "86 83"'),
        ("8 6\n8 3\n", 'row 1 has blanks among its tiles: "8 6"'),
        (" 86\n 83\n", 'row 1 has blanks among its tiles: " 86"'),
        ("86\n83\n86\n", 'more output after the 2 rows: "86"'),
        ("86\n83\n\nunique\n", 'more output after the 2 rows: "unique"'),
        ("!\n....\n", 'more output after "!": "...."'),
        ("!\n86\n83\n", 'more output after "!": "86"'),
        ("86\n83\n!\n", 'more output after the 2 rows: "!"'),
        (
            "8x\n83\n",
            'row 1, column 2: "x" is no tile, a tile is one hexadecimal digit: "8x"',
        ),
        (
            "86\r83\n",
            'row 1, column 3: "\\r" is no tile, a tile is one hexadecimal digit: "86\\r83"',
        ),
        (
            "٨6\n83\n",
            'row 1, column 1: "٨" is no tile, a tile is one hexadecimal digit: "٨6"',
        ),
        (
            "!!\n",
            'row 1, column 1: "!" is no tile, a tile is one hexadecimal digit: "!!"',
        ),
    ],
)
def test_what_is_no_grid_of_the_shape_is_named(printed: str, wanted: str) -> None:
    assert reason(ONE_ANSWER, printed) == wanted


@pytest.mark.parametrize(
    ("grid", "printed", "wanted"),
    [
        ("13\n13", "86\n93\n", "row 2, column 1: tile 9 is no turn of the input's 1"),
        ("5f\n53", "53\n53\n", "row 1, column 2: tile 3 is no turn of the input's f"),
        ("1", "1", "row 1, column 1: the connector up leads off the grid"),
        ("1", "8", "row 1, column 1: the connector to the right leads off the grid"),
        ("1", "4", "row 1, column 1: the connector down leads off the grid"),
        ("1", "2", "row 1, column 1: the connector to the left leads off the grid"),
        ("010", "080", "row 1, column 2: the connector to the right meets no connector"),
        ("11\n11", "84\n11", "row 1, column 1: the connector to the right meets no connector"),
        ("0\n1\n0", "0\n4\n0", "row 2, column 1: the connector down meets no connector"),
    ],
)
def test_the_first_thing_wrong_with_a_grid_is_named(grid: str, printed: str, wanted: str) -> None:
    assert reason(grid, printed).startswith(f"{wanted} (rows and columns count from 1)")


def test_the_other_bit_order_is_recognised() -> None:
    assert "in the bit order of loop/session" in reason("13\n13", "2c\n29")


def test_a_grid_for_a_board_without_an_answer_is_told_so() -> None:
    found = outcome(NO_ANSWER, "82\n10\n")
    assert found.reason.endswith('; the grid has no answer, so "!" is expected')
    assert found.expected == "!"


def test_the_answer_shown_is_the_one_nearest_to_what_was_printed() -> None:
    assert outcome(TWO_ANSWERS, "82\n84\n").expected == "82\n82"
    assert outcome(TWO_ANSWERS, "44\n81\n").expected == "44\n11"


def test_bytes_that_are_no_text_are_wrong() -> None:
    assert "not UTF-8" in reason(ONE_ANSWER, b"\xff\xfe!")
    assert "byte order mark" in reason(ONE_ANSWER, b"\xef\xbb\xbf86\n83\n")


def test_a_flood_of_output_is_wrong_in_few_words() -> None:
    assert len(reason(ONE_ANSWER, "8" * 10**6)) < 200
    assert len(reason(ONE_ANSWER, "x" * 10**6)) < 200
    assert len(reason(ONE_ANSWER, "86\n" * 10**5)) < 200


@patient
@given(st.binary(max_size=40))
def test_whatever_is_printed_gets_an_opinion(printed: bytes) -> None:
    assert outcome("010\n1f1\n010", printed).accepted is False


def test_an_answer_where_the_case_says_none_blames_the_case() -> None:
    with pytest.raises(PluginError, match="solvable: false"):
        outcome(ONE_ANSWER, "86\n83\n", solvable=False)


@pytest.mark.parametrize("key", ["solvable", "unique"])
def test_a_right_refusal_where_the_case_claims_an_answer_blames_the_case(key: str) -> None:
    with pytest.raises(PluginError, match=f"{key}: true"):
        outcome(NO_ANSWER, "!\n", **{key: True})


@pytest.mark.usefixtures("undecided")
def test_a_refusal_that_nobody_can_judge_blames_the_case() -> None:
    with pytest.raises(PluginError, match="cannot decide"):
        outcome(ONE_ANSWER, "!\n")


@pytest.mark.usefixtures("undecided")
def test_the_case_is_believed_where_the_solver_gives_up() -> None:
    assert outcome(ONE_ANSWER, "!\n", solvable=False).accepted
    assert "the case says that" in reason(ONE_ANSWER, "!\n", solvable=True)
    assert outcome(ONE_ANSWER, "86\n83\n").accepted
    assert outcome(ONE_ANSWER, "86\n93\n").expected == ""


@pytest.mark.usefixtures("undecided")
def test_the_lint_says_what_it_cannot_decide() -> None:
    assert complaints(ONE_ANSWER) == [
        ("grid", "cannot decide whether the grid has an answer; say so: add solvable")
    ]
    for told in ({"unique": True}, {"answers": 1}):
        ((key, message),) = complaints(ONE_ANSWER, **told)
        assert key in told
        assert "so this is not confirmed" in message


@pytest.mark.usefixtures("undecided")
def test_the_lint_believes_what_the_case_has_to_say() -> None:
    assert complaints(ONE_ANSWER, solvable=True) == []


@pytest.mark.parametrize(
    ("grid", "told"),
    [
        (TWO_ANSWERS, {}),
        (TWO_ANSWERS, {"solvable": True, "unique": False}),
        (ONE_ANSWER, {"solvable": True, "unique": True}),
        (NO_ANSWER, {"solvable": False}),
        (NO_ANSWER, {}),
        (ONE_ANSWER, {"answers": 1}),
        (TWO_ANSWERS, {"answers": 2, "unique": False}),
        (NO_ANSWER, {"answers": 0, "solvable": False}),
        (FOUR_ANSWERS, {"answers": 4}),
        (MANY_ANSWERS, {"unique": False}),
    ],
)
def test_the_lint_has_nothing_against_what_is_true(grid: str, told: dict[str, int]) -> None:
    assert complaints(grid, **told) == []


@pytest.mark.parametrize(
    ("grid", "told", "key", "message"),
    [
        (ONE_ANSWER, {"solvable": False}, "solvable", "the grid has an answer"),
        (NO_ANSWER, {"solvable": True}, "solvable", "the grid has no answer"),
        (ONE_ANSWER, {"unique": False}, "unique", "the grid has exactly one answer"),
        (TWO_ANSWERS, {"unique": True}, "unique", "the grid has several answers"),
        (
            NO_ANSWER,
            {"solvable": False, "unique": False},
            "unique",
            "the grid has no answer, neither one nor several; leave unique out",
        ),
        (ONE_ANSWER, {"answers": 2}, "answers", "the grid has 1 answer"),
        (NO_ANSWER, {"answers": 1}, "answers", "the grid has 0 answers"),
        (TWO_ANSWERS, {"answers": 0}, "answers", "the grid has 2 answers"),
        (FOUR_ANSWERS, {"answers": 3}, "answers", "the grid has 4 answers"),
        (MANY_ANSWERS, {"answers": 1000}, "answers", "the grid has more than 1000 answers"),
    ],
)
def test_the_lint_names_what_is_false(
    grid: str, told: dict[str, int], key: str, message: str
) -> None:
    assert complaints(grid, **told) == [(key, message)]


@pytest.mark.parametrize(
    ("grid", "offset", "message"),
    [
        ("13\n1", 1, "this row has 1 tile, the first 2"),
        ("1\n13", 1, "this row has 2 tiles, the first 1"),
        ("13\n\n13", 1, "this row of the grid is empty"),
        ("", 0, "this row of the grid is empty"),
        ("1g", 0, '"g" is no tile; write one hexadecimal digit a tile'),
        ("13\n1 3", 1, '" " is no tile; write one hexadecimal digit a tile'),
        ("13\n1٣", 1, '"٣" is no tile; write one hexadecimal digit a tile'),
        ("13\n1\x1b", 1, '"\\x1b" is no tile; write one hexadecimal digit a tile'),
    ],
)
def test_a_grid_that_is_no_rectangle_of_tiles_is_a_faulty_case(
    grid: str, offset: int, message: str
) -> None:
    with pytest.raises(CaseError) as caught:
        problem(grid)
    assert caught.value.key == "grid"
    assert caught.value.offset == offset
    assert caught.value.message == message


@pytest.mark.parametrize("answers", [-1, 1001])
def test_a_number_that_nobody_would_confirm_is_a_faulty_case(answers: int) -> None:
    with pytest.raises(CaseError) as caught:
        problem(ONE_ANSWER, answers=answers)
    assert caught.value.key == "answers"
    assert caught.value.message == f"a number from 0 to 1000, not {answers}; no more are counted"


def test_the_number_of_answers_tells_whether_there_are_any() -> None:
    assert outcome(NO_ANSWER, "!\n", answers=0).accepted
    with pytest.raises(PluginError, match=r"answers: 0.*is an answer"):
        outcome(ONE_ANSWER, "86\n83\n", answers=0)
    with pytest.raises(PluginError, match=r"answers: 3.*has no answer"):
        outcome(NO_ANSWER, "!\n", answers=3)


def test_a_grid_is_pictured_in_box_characters() -> None:
    assert TASK.picture(problem("0124\n8567\n9ABC\n3DEF")) == "·╹╸╻\n╺┃┓┫\n┗━┻┏\n┛┣┳╋"


@cache
def turn_products(tiles: tuple[int, ...]) -> list[tuple[int, ...]]:
    return list(product(*(TURNS[tile] for tile in tiles)))


def is_closed(rows: int, columns: int, tiles: tuple[int, ...]) -> bool:
    """Return whether a grid is closed, by laying it into a frame of empty tiles."""
    frame = [[0] * (columns + 2) for _ in range(rows + 2)]
    for index, tile in enumerate(tiles):
        frame[index // columns + 1][index % columns + 1] = tile
    across = all(
        (left >> 3 & 1) == (right >> 1 & 1) for row in frame for left, right in pairwise(row)
    )
    down = all(
        (upper >> 2 & 1) == (lower & 1)
        for above, below in pairwise(frame)
        for upper, lower in zip(above, below, strict=True)
    )
    return across and down


@patient
@given(
    st.sampled_from([(1, 1), (1, 3), (3, 1), (2, 2)]),
    st.lists(st.integers(0, 15), min_size=4, max_size=4),
)
def test_exactly_the_closed_turns_are_right(shape: tuple[int, int], tiles: list[int]) -> None:
    rows, columns = shape
    given_board = Board(rows=rows, columns=columns, tiles=tuple(tiles[: rows * columns]))
    closed = 0
    for turned in turn_products(given_board.tiles):
        is_right = is_closed(rows, columns, turned)
        closed += is_right
        printed = str(given_board.with_tiles(turned))
        assert outcome(str(given_board), printed).accepted is is_right
    assert outcome(str(given_board), "!").accepted is (not closed)


@patient
@given(st.integers(0, 15), st.integers(0, 15))
def test_a_closed_grid_of_other_tiles_is_wrong(first: int, second: int) -> None:
    other_pair = {first, second} - {1, 2, 4, 8} != set()
    assert outcome(f"{first:x}{second:x}", "82").accepted is not other_pair


@patient
@given(
    st.integers(0, 10**6),
    st.integers(1, 9),
    st.integers(1, 9),
    st.integers(0, 100),
    st.booleans(),
)
def test_drawn_grids_are_as_they_are_wanted(
    seed: int, rows: int, columns: int, density: int, solvable: bool
) -> None:
    options: dict[str, Value] = {
        "rows": rows,
        "columns": columns,
        "density": density,
        "solvable": solvable,
    }
    drawn = TASK.generate(Random(seed), options)
    found = TASK.read(drawn)
    assert (found.board.rows, found.board.columns) == (rows, columns)
    assert found.statement.solvable is solvable
    assert solved(found.board).solvable is solvable
    assert drawn["grid"] == str(drawn["grid"]).lower()


@pytest.mark.parametrize("unique", [True, False])
@pytest.mark.parametrize("seed", range(5))
def test_drawn_grids_have_one_answer_or_several_as_wanted(unique: bool, seed: int) -> None:
    drawn = TASK.generate(Random(seed), {"unique": unique})
    assert drawn["unique"] is unique
    assert solved(TASK.read(drawn).board).unique is unique


def test_a_large_grid_with_one_answer_can_be_drawn() -> None:
    drawn = TASK.generate(Random(1), {"rows": 40, "columns": 40, "unique": True})
    assert solved(TASK.read(drawn).board).unique is True


def test_grids_whose_fault_does_not_show_at_a_glance_are_drawn() -> None:
    options = {"rows": 20, "columns": 20, "density": 40, "solvable": False}
    boards = [TASK.read(TASK.generate(Random(seed), options)).board for seed in range(5)]
    assert any(spread(board) for board in boards)


def test_equal_seeds_draw_equal_grids() -> None:
    first, second, third = (TASK.generate(Random(seed), {}) for seed in (1, 1, 2))
    assert first == second
    assert first != third


def test_drawn_grids_differ_in_size_where_it_is_left_open() -> None:
    boards = [TASK.read(TASK.generate(Random(seed), {})).board for seed in range(20)]
    assert len({(board.rows, board.columns) for board in boards}) > 5
    assert any(board.rows != board.columns for board in boards)


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"rows": 0}, "rows"),
        ({"columns": 501}, "columns"),
        ({"density": 101}, "density"),
        ({"solvable": False, "unique": True}, "unique"),
        ({"rows": 1, "columns": 5, "unique": False}, "unique"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options: dict[str, Value], key: str) -> None:
    with pytest.raises(CaseError) as caught:
        TASK.generate(Random(1), options)
    assert caught.value.key == key
