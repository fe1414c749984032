"""The task box/extract: what a case may hold, what is right, and what is said of what is wrong."""

from __future__ import annotations

from random import Random

import pytest
from choosing import RandomChooser
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.errors import CaseError, PluginError
from judge.models import Measure, Outcome, Value
from judge.puzzle import Output
from judge.resources import located
from judge_plugins.box import extract as extract_module
from judge_plugins.box import judge_puzzles
from judge_plugins.box.extract import Extract, Problem
from judge_plugins.box.rules import SHUBBLE, State, simulated
from judge_plugins.box.search import GaveUpError

TASK = Extract()
FIGURE = ".........@...o....ooo..xox..."
OUT = "|--+-"
LONGER = "|--+-<>"
BARE = ".........@.............xx...."
FULL = "oooooxoooooooooooooooxooooo@o"

patient = settings(deadline=None)


def problem(box: str = FIGURE, **told: Value) -> Problem:
    return TASK.read({"box": box, **told})


def outcome(printed: str | bytes, box: str = FIGURE, **told: Value) -> Outcome:
    stdout = printed if isinstance(printed, bytes) else printed.encode()
    return TASK.check(problem(box, **told), Output(stdout=stdout), None)


def reason(printed: str | bytes, box: str = FIGURE, **told: Value) -> str:
    found = outcome(printed, box, **told)
    assert not found.accepted
    return found.reason


def complaints(box: str, **told: Value) -> list[tuple[str | None, str]]:
    return [(each.key, each.message) for each in TASK.lint(problem(box, **told))]


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail the test if anything is searched."""

    def searched(cells: str) -> str:
        raise AssertionError(cells)

    monkeypatch.setattr(extract_module, "_some_answer", searched)
    monkeypatch.setattr(extract_module, "shortest_answer", searched)


@pytest.fixture
def undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every search give up at once."""

    def gives_up(cells: str) -> str:
        raise GaveUpError(cells)

    monkeypatch.setattr(extract_module, "_some_answer", gives_up)
    monkeypatch.setattr(extract_module, "shortest_answer", gives_up)


def test_the_plugin_brings_the_task_with_its_files_measured_by_length() -> None:
    (puzzle,) = judge_puzzles()
    task = puzzle.task("extract")
    assert isinstance(task, Extract)
    assert task.measure is Measure.LENGTH
    assert list(located(puzzle.cases).glob("extract*.yaml"))
    assert list(located(puzzle.references).glob("box-extract.*"))


def test_a_program_gets_the_box_on_a_line() -> None:
    assert TASK.stdin(problem()) == FIGURE.encode() + b"\n"


@pytest.mark.parametrize(
    ("values", "key", "words"),
    [
        ({"box": FIGURE[:-1]}, "box", "29 cells, this one has 28"),
        ({"box": FIGURE[::-1]}, "box", "not at rest"),
        ({"shortest": -1}, "shortest", "0 to 1000"),
        ({"shortest": 1001}, "shortest", "0 to 1000"),
        ({"shortest": 5, "solvable": False}, "shortest", "leave shortest out"),
    ],
)
def test_a_case_that_breaks_the_promises_is_refused(
    values: dict[str, Value], key: str, words: str
) -> None:
    with pytest.raises(CaseError) as caught:
        TASK.read({"box": FIGURE, **values})
    assert caught.value.key == key
    assert words in caught.value.message


@pytest.mark.usefixtures("no_search")
def test_nothing_is_searched_where_the_case_says_what_is_needed() -> None:
    assert outcome(OUT).accepted
    assert outcome(OUT, solvable=True).accepted
    assert outcome("!", FULL, solvable=False).accepted
    assert not outcome("!", solvable=True).accepted
    assert not outcome("!", shortest=5).accepted
    assert not outcome("+", FULL, solvable=False).accepted
    assert not outcome("+", solvable=True).accepted


@pytest.mark.parametrize("ending", ["", "\n", "\r\n", "  \n", "\n\n\n", " \t\r\n \n"])
def test_line_ends_and_blanks_after_the_answer_do_not_matter(ending: str) -> None:
    assert outcome(OUT + ending).accepted
    assert outcome("!" + ending, FULL).accepted
    assert outcome(ending, BARE).accepted


@pytest.mark.parametrize(
    ("printed", "box", "length"), [(OUT, FIGURE, 5), ("", BARE, 0), ("!", FULL, 0)]
)
def test_the_length_is_the_number_of_manipulations(printed: str, box: str, length: int) -> None:
    assert outcome(printed + "\n", box).length == length


def test_any_right_answer_is_accepted_the_shortest_or_not() -> None:
    assert outcome(OUT, shortest=5).accepted
    assert outcome(LONGER, shortest=5).length == 7
    assert outcome(OUT, shortest=6).length == 5


def test_a_thousand_manipulations_are_accepted_and_no_more() -> None:
    padding = "<>" * 497
    assert outcome(OUT + padding + "|").length == 1000
    assert reason(OUT + padding + "||") == "printed 1001 manipulations, at most 1000 are allowed"


@pytest.mark.parametrize(
    ("printed", "wanted"),
    [
        ("", "nothing was printed: 5 shubbles are left, in cells 14, 19, 20, 21 and 25"),
        ("|--+", 'after "|--+" 3 shubbles are left, in cells 6, 23 and 28'),
        ("^^", "manipulation 2 (^) is illegal: the stot would run into a wall"),
        (">vvvv", "manipulation 5 (v) is illegal: the stot would leave through the hole"),
        ("++^", "manipulation 3 (^) is illegal: a creature rests on the stot"),
        ("+ -", 'character 2 is no manipulation: "+ -"; print + | - < > ^ v with nothing'),
        ("U", 'character 1 is no manipulation: "U"; print'),
        ("\x1b", 'character 1 is no manipulation: "\\x1b"; print'),
        ("!!", 'character 1 is no manipulation: "!!"; print'),
        ("!\n+", 'character 1 is no manipulation: "!"; print'),
        (OUT + "\n5", 'more output after the first line: "5"'),
        ("\n" + OUT, f'more output after the first line: "{OUT}"'),
    ],
)
def test_the_reason_names_what_is_wrong(printed: str, wanted: str) -> None:
    assert reason(printed + "\n").startswith(wanted)


def test_the_reason_names_the_turn_at_which_a_smole_leaves() -> None:
    leaving = ".............@.........x..x.o"
    assert reason("+-", leaving) == "at manipulation 2 (-) a smole leaves the box"


def test_of_many_shubbles_that_are_left_the_first_are_named() -> None:
    assert reason("", FULL, solvable=False).startswith(
        "nothing was printed: 26 shubbles are left, in cells 1, 2, 3, 4, 5 and others"
    )


def test_shubbles_that_are_left_are_shown_beside_a_box_without_them() -> None:
    found = outcome("")
    assert found.actual.split("\n")[3] == ".ooo.."
    assert found.expected.split("\n")[3] == "......"
    assert found.actual.replace(SHUBBLE, ".") == found.expected


def test_a_wrong_manipulation_is_shown_with_the_box_before_it() -> None:
    shown = outcome("+^^").actual.split("\n")
    assert shown[:2] == ["+^^", ""]
    assert "*ooo.." in shown
    assert shown[2:4] == ["  .  .", " ....."]


def test_refusing_a_box_that_can_be_done_is_wrong() -> None:
    found = outcome("!\n")
    assert found.reason == "printed !, but all shubbles can be got out"
    assert outcome(found.expected).accepted
    assert reason("!", shortest=5).endswith("can be got out, in 5 manipulations")


def test_an_answer_for_a_box_that_cannot_be_done_is_told_so() -> None:
    found = outcome("+\n", FULL, solvable=False)
    assert found.expected == "!"
    assert found.reason.endswith('; it cannot be done, so "!" is expected')


def test_an_answer_that_the_case_rules_out_is_the_cases_fault() -> None:
    with pytest.raises(PluginError, match="the case is wrong, not the program"):
        outcome(OUT, solvable=False)


@pytest.mark.usefixtures("undecided")
def test_what_the_search_cannot_tell_the_case_has_to_say() -> None:
    with pytest.raises(PluginError, match="write the key solvable"):
        outcome("!")
    assert outcome(OUT).accepted
    assert "add solvable" in complaints(FIGURE)[0][1]
    assert "not confirmed" in complaints(FIGURE, solvable=True)[0][1]
    assert "not confirmed" in complaints(FIGURE, shortest=5)[0][1]
    assert TASK.answer_scene(problem()) is None
    assert TASK.film(problem(), smooth=False) is None


@patient
@given(st.one_of(st.binary(), st.text(alphabet="+|-<>^v! \n\r.ox@", max_size=40)))
def test_no_output_makes_the_checker_raise(printed: bytes | str) -> None:
    found = outcome(printed)
    assert found.accepted == (not found.reason)


def test_the_lint_is_silent_where_all_is_right_or_left_out() -> None:
    assert not complaints(FIGURE)
    assert not complaints(FIGURE, solvable=True, shortest=5)
    assert not complaints(FULL, solvable=False)
    assert not complaints(BARE, shortest=0)


@pytest.mark.parametrize(
    ("box", "told", "key", "words"),
    [
        (FIGURE, {"shortest": 6}, "shortest", "the shortest answer has 5 manipulations"),
        (FIGURE, {"solvable": False}, "solvable", "it can be done, for instance by"),
        (FULL, {"solvable": True}, "solvable", "cannot all be got out"),
        (FULL, {"shortest": 3}, "shortest", "cannot all be got out"),
    ],
)
def test_the_lint_finds_what_the_case_has_wrong(
    box: str, told: dict[str, Value], key: str, words: str
) -> None:
    ((found, message),) = complaints(box, **told)
    assert found == key
    assert words in message


@pytest.mark.parametrize("shubbles", [0, 1, 12, 26])
def test_drawn_boxes_have_the_shubbles_that_were_asked_for(shubbles: int) -> None:
    values = TASK.generate(Random(5), {"shubbles": shubbles})
    assert str(values["box"]).count(SHUBBLE) == shubbles
    assert values == TASK.generate(Random(5), {"shubbles": shubbles})
    TASK.read(values)


@pytest.mark.parametrize("shubbles", [-1, 27])
def test_an_option_out_of_range_is_refused(shubbles: int) -> None:
    with pytest.raises(CaseError, match="0 to 26") as caught:
        TASK.generate(Random(5), {"shubbles": shubbles})
    assert caught.value.key == "shubbles"


@given(st.integers())
def test_every_case_made_of_choices_is_valid(seed: int) -> None:
    values = TASK.draw(RandomChooser(seed))
    assert TASK.picture(TASK.read(values)).count("\n") == 5


def test_cases_made_of_choices_range_from_no_shubble_to_a_full_box() -> None:
    counts = {str(TASK.draw(RandomChooser(seed))["box"]).count(SHUBBLE) for seed in range(400)}
    assert {0, 1, 26} <= counts


def test_the_film_shows_an_answer_and_the_scene_how_it_ends() -> None:
    case = problem()
    film = TASK.film(case, smooth=False)
    assert film is not None
    assert TASK.answer_scene(case) is not None
    assert TASK.film(problem(FULL), smooth=False) is None
    assert TASK.answer_scene(problem(FULL)) is None
    assert "5 shubbles" in TASK.scene(case).title


def test_the_answer_of_the_figure_is_one_by_the_rules() -> None:
    end = simulated(State(cells=FIGURE), OUT)
    assert isinstance(end, State)
    assert SHUBBLE not in end.cells
