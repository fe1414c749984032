"""What loop/unique accepts, says, shows and complains about beyond loop/solve."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.errors import PluginError
from judge.models import Outcome
from judge.puzzle import Output
from judge.resources import located
from judge_plugins.loop import grid_task, judge_puzzles, statements
from judge_plugins.loop import unique as unique_module
from judge_plugins.loop.board import Board
from judge_plugins.loop.solver import Answers
from judge_plugins.loop.unique import UniqueTask

TASK = UniqueTask()

ONE_ANSWER = "13\n13"
TWO_ANSWERS = "11\n11"
NO_ANSWER = "11\n10"
CROSS = "010\n1f1\n010"
WIDE = "\n".join(["1" * 60] * 60)


def outcome(grid: str, printed: str | bytes, **told: int) -> Outcome:
    stdout = printed.encode() if isinstance(printed, str) else printed
    return TASK.check(TASK.read({"grid": grid, **told}), Output(stdout=stdout), None)


def reason(grid: str, printed: str | bytes, **told: int) -> str:
    found = outcome(grid, printed, **told)
    assert not found.accepted
    return found.reason


def complaints(grid: str, **told: int) -> list[tuple[str | None, str]]:
    return [(each.key, each.message) for each in TASK.lint(TASK.read({"grid": grid, **told}))]


@pytest.fixture
def undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the solver find the first answer of two ends over two ends at most, and give up then."""

    def gives_up(board: Board, *, near: Board | None = None) -> Answers:
        found = board.with_tiles((8, 2, 8, 2)) if str(board) == TWO_ANSWERS else None
        return Answers(least=int(found is not None), complete=False, board=found)

    monkeypatch.setattr(grid_task, "solved", gives_up)
    monkeypatch.setattr(unique_module, "solved", gives_up)
    monkeypatch.setattr(statements, "counted", lambda board, bound: gives_up(board))
    for module in (grid_task, unique_module, statements):
        monkeypatch.setattr(module, "known_answers", gives_up)


def test_the_plugin_brings_the_task_with_its_files() -> None:
    (puzzle,) = judge_puzzles()
    assert isinstance(puzzle.task("unique"), UniqueTask)
    assert list(located(puzzle.cases).glob("unique*.yaml"))
    assert list(located(puzzle.references).glob("loop-unique.*"))


@pytest.mark.parametrize("told", [{}, {"unique": True}, {"answers": 1}, {"solvable": True}])
def test_the_only_answer_has_to_be_called_unique(told: dict[str, int]) -> None:
    assert outcome(ONE_ANSWER, "86\n83\n# unique\n", **told).accepted
    found = outcome(ONE_ANSWER, "86\n83\n# not unique\n", **told)
    assert found.reason == 'printed "# not unique", but the grid has no other answer'
    assert found.expected == "86\n83\n# unique"
    assert found.actual == "86\n83\n# not unique\n"


@pytest.mark.parametrize("told", [{}, {"unique": False}, {"answers": 2}])
@pytest.mark.parametrize(("answer", "other"), [("82\n82", "44\n11"), ("44\n11", "82\n82")])
def test_one_of_several_answers_must_not_be_called_unique(
    told: dict[str, int], answer: str, other: str
) -> None:
    assert outcome(TWO_ANSWERS, f"{answer}\n# not unique\n", **told).accepted
    found = outcome(TWO_ANSWERS, f"{answer}\n# unique\n", **told)
    assert found.reason.startswith('printed "# unique", but the grid has several answers')
    assert found.expected == f"{other}\n# not unique"


@pytest.mark.parametrize(
    ("grid", "answer"),
    [("0", "0"), ("000\n000", "000\n000"), (CROSS, "040\n8f2\n010"), ("1a4", "8a2")],
)
def test_turns_that_do_not_show_make_no_other_answer(grid: str, answer: str) -> None:
    assert outcome(grid, f"{answer}\n# unique").accepted
    assert "no other answer" in reason(grid, f"{answer}\n# not unique")


@pytest.mark.parametrize(
    "printed",
    [
        "86\n83\n# unique",
        "86\r\n83\r\n# unique\r\n",
        "86\n83\n# unique \t\n\n",
        "86\n83\n\n# unique\n",
        "# solved\n86\n# half of it\n83\n# 1 answer\n# unique\n# done in 3 ms\n",
        "86\n83\n# unique\n# unique\n",
        "86\n83\n# UNIQUE!\n# unique\n",
        "# uniqueness comes last\n86\n83\n# unique\n",
    ],
)
def test_other_remarks_blanks_at_line_ends_and_line_ends_do_not_matter(printed: str) -> None:
    assert outcome(ONE_ANSWER, printed).accepted


@pytest.mark.parametrize("printed", ["!", "!\n", "# none\n!\n", "!\n# not unique\n"])
@pytest.mark.parametrize("told", [{}, {"solvable": False}, {"answers": 0}])
def test_a_grid_without_an_answer_is_refused_without_a_verdict(
    printed: str, told: dict[str, int]
) -> None:
    assert outcome(NO_ANSWER, printed, **told).accepted


def test_refusing_a_grid_that_has_answers_is_wrong() -> None:
    found = outcome(TWO_ANSWERS, "!\n# not unique\n")
    assert found.reason == 'printed "!", but the grid has an answer'
    assert found.expected.endswith("\n# not unique")


NO_VERDICT = 'the grid is right, but no line after it says "# unique" or "# not unique"'


@pytest.mark.parametrize(
    ("printed", "wanted"),
    [
        ("86\n83\n", NO_VERDICT),
        ("86\n83\n# one answer\n", NO_VERDICT),
        ("86\n83\n#unique\n", f'{NO_VERDICT} in just these words: "#unique"'),
        ("86\n83\n# Unique\n", f'{NO_VERDICT} in just these words: "# Unique"'),
        ("86\n83\n#  unique\n", f'{NO_VERDICT} in just these words: "#  unique"'),
        ("86\n83\n# unique.\n", f'{NO_VERDICT} in just these words: "# unique."'),
        ("86\n83\n# is unique\n", f'{NO_VERDICT} in just these words: "# is unique"'),
        ("86\n83\nunique\n", 'more output after the 2 rows: "unique"'),
        ("86\n83\n # unique\n", 'more output after the 2 rows: " # unique"'),
        ("86\n83 # unique\n", 'row 2, column 3: " " is no tile'),
        ("86\n83# unique\n", 'row 2, column 3: "#" is no tile'),
        ("# unique\n", "printed no grid"),
        (
            "# unique\n86\n83\n",
            '"# unique" stands before the end of the grid, it has to come after the last row',
        ),
        ("86\n# unique\n83\n", '"# unique" stands before the end of the grid'),
        ("# not unique\n86\n83\n# unique\n", '"# not unique" stands before the end of the grid'),
        ("86\n83\n# unique\n# not unique\n", 'printed both "# unique" and "# not unique"'),
        ("86\n83\n# not unique\n# unique\n", 'printed both "# not unique" and "# unique"'),
    ],
)
def test_a_verdict_that_is_not_there_once_and_for_all_is_named(printed: str, wanted: str) -> None:
    assert reason(ONE_ANSWER, printed).startswith(wanted)


def test_the_right_verdict_is_shown_below_what_is_expected() -> None:
    assert outcome(ONE_ANSWER, "86\n83\n").expected == "86\n83\n# unique"
    assert outcome(ONE_ANSWER, "86\n93\n# unique").expected == "86\n83\n# unique"
    assert outcome(TWO_ANSWERS, "82\n84\n# unique").expected == "82\n82\n# not unique"


def test_a_wrong_grid_is_named_before_its_verdict() -> None:
    assert "row 2, column 1: tile 9 is no turn" in reason(ONE_ANSWER, "86\n93\n# not unique\n")
    assert reason(NO_ANSWER, "82\n10\n# unique\n").endswith('so "!" is expected')


def test_bytes_that_are_no_text_are_wrong() -> None:
    assert "not UTF-8" in reason(ONE_ANSWER, b"86\n83\n# unique\xff")


def test_a_flood_of_remarks_is_passed_over() -> None:
    flood = "# not so\n" * 10**5
    assert outcome(ONE_ANSWER, f"{flood}86\n{flood}83\n{flood}# unique\n").accepted
    assert len(reason(ONE_ANSWER, "86\n83\n# unique" + "e" * 10**6)) < 250


@settings(deadline=None)
@given(st.binary(max_size=40))
def test_whatever_is_printed_gets_an_opinion(printed: bytes) -> None:
    assert outcome(CROSS, printed).accepted is False


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(["86", "83", "# unique", "# not unique", "!", "# x", "", "8", "#"]),
        max_size=6,
    )
)
def test_exactly_the_grid_with_the_one_verdict_behind_it_is_right(lines: list[str]) -> None:
    said = [line for line in lines if line and line not in ("# x", "#")]
    grid = said[:2] == ["86", "83"] and "" not in lines[: lines.index("83")]
    is_right = grid and len(said) > 2 and set(said[2:]) == {"# unique"}
    if grid and any(line.strip("# x") and not line.startswith("#") for line in said[2:]):
        is_right = False
    assert outcome(ONE_ANSWER, "\n".join(lines)).accepted is is_right


@pytest.mark.parametrize(
    ("grid", "printed", "told", "match"),
    [
        (ONE_ANSWER, "86\n83\n# unique", {"unique": False}, "`unique: false`.*has one answer"),
        (TWO_ANSWERS, "82\n82\n# not unique", {"unique": True}, "`unique: true`.*several"),
        (TWO_ANSWERS, "82\n82\n# not unique", {"answers": 1}, "`answers: 1`.*several answers"),
        (ONE_ANSWER, "86\n83\n# unique", {"solvable": False}, "`solvable: false`.*is an answer"),
        (NO_ANSWER, "!", {"unique": True}, "`unique: true`.*has no answer"),
    ],
)
def test_a_wrong_case_is_blamed_where_the_output_shows_it(
    grid: str, printed: str, told: dict[str, int], match: str
) -> None:
    with pytest.raises(PluginError, match=match):
        outcome(grid, printed, **told)


@pytest.mark.usefixtures("undecided")
def test_the_case_is_believed_where_the_solver_gives_up() -> None:
    for told in ({"unique": True}, {"answers": 1}):
        assert outcome(ONE_ANSWER, "86\n83\n# unique", **told).accepted
        assert "no other answer" in reason(ONE_ANSWER, "86\n83\n# not unique", **told)
    found = outcome(ONE_ANSWER, "86\n83\n# unique", unique=False)
    assert found.reason == 'printed "# unique", but the grid has several answers'
    assert found.expected == ""


@pytest.mark.usefixtures("undecided")
def test_a_verdict_that_nobody_can_judge_blames_the_case() -> None:
    with pytest.raises(PluginError, match="write the key unique into the case"):
        outcome(ONE_ANSWER, "86\n83\n# unique")
    with pytest.raises(PluginError, match="write the key solvable into the case"):
        outcome(ONE_ANSWER, "!")


@pytest.mark.usefixtures("undecided")
def test_an_answer_that_the_solver_did_not_find_shows_that_there_are_several() -> None:
    assert outcome(TWO_ANSWERS, "44\n11\n# not unique").accepted
    assert "several answers" in reason(TWO_ANSWERS, "44\n11\n# unique")
    with pytest.raises(PluginError, match="cannot decide"):
        outcome(TWO_ANSWERS, "82\n82\n# unique")


@pytest.mark.usefixtures("undecided")
def test_the_lint_wants_to_be_told_what_the_solver_cannot_decide() -> None:
    missing = "cannot decide whether the grid has exactly one answer; say so: add unique"
    assert complaints(ONE_ANSWER) == [("grid", missing)]
    assert complaints(ONE_ANSWER, solvable=True) == [("grid", missing)]
    for told in ({"unique": True}, {"unique": False}, {"solvable": False}):
        assert complaints(ONE_ANSWER, **told) == []
    assert complaints(ONE_ANSWER, unique=True, answers=1) == [
        ("answers", "cannot count the grid's answers, so this is not confirmed")
    ]
    assert complaints(TWO_ANSWERS, answers=0) == [("answers", "the grid has at least 1 answer")]


@pytest.mark.parametrize(
    ("grid", "told", "found"),
    [
        (ONE_ANSWER, {}, []),
        (ONE_ANSWER, {"unique": True, "answers": 1}, []),
        (NO_ANSWER, {}, []),
        (NO_ANSWER, {"solvable": False, "answers": 0}, []),
        (ONE_ANSWER, {"unique": False}, [("unique", "the grid has exactly one answer")]),
        (TWO_ANSWERS, {"unique": True}, [("unique", "the grid has several answers")]),
        (TWO_ANSWERS, {"answers": 1}, [("answers", "the grid has 2 answers")]),
        (NO_ANSWER, {"solvable": True}, [("solvable", "the grid has no answer")]),
    ],
)
def test_the_lint_confirms_what_the_case_says(
    grid: str, told: dict[str, int], found: list[tuple[str, str]]
) -> None:
    assert complaints(grid, **told) == found


def test_several_answers_of_a_grid_that_is_too_large_to_show_are_told_without_one() -> None:
    columns = 60
    printed = "\n".join(["82" * (columns // 2)] * columns)
    assert outcome(WIDE, f"{printed}\n# not unique").accepted
    found = outcome(WIDE, f"{printed}\n# unique")
    assert found.reason == 'printed "# unique", but the grid has several answers'
    assert found.expected == ""
