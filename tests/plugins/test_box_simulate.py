"""The task box/simulate: what a case may hold, what is right, and what is said of what is wrong."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from choosing import RandomChooser
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.errors import CaseError
from judge.models import Value
from judge.puzzle import Output
from judge_plugins.box import judge_puzzles
from judge_plugins.box.picture import picture
from judge_plugins.box.rules import MANIPULATIONS, Failure, Mishap, State, side_below, simulated
from judge_plugins.box.simulate import Simulate

TASK = Simulate()
FIGURE = ".........@...o....ooo..xox..."
TURNED = ".........@......o...ooo...xox"
LEAVING = ".............@.........x..x.o"
"""after + and - one smole leaves"""


def reason_for(
    printed: str | bytes, moves: str = "+", *, box: str = FIGURE, claim: str | None = None
) -> str:
    """Return what is said of an output, ``""`` where it is accepted."""
    problem = TASK.read({"box": box, "moves": moves})
    stdout = printed if isinstance(printed, bytes) else printed.encode()
    outcome = TASK.check(problem, Output(stdout=stdout), claim)
    assert outcome.accepted == (not outcome.reason)
    return outcome.reason


def refused(**values: Value) -> CaseError:
    with pytest.raises(CaseError) as caught:
        TASK.read({"box": FIGURE, "moves": "+", **values})
    return caught.value


def test_the_plugin_brings_the_puzzle_with_its_task_and_claims() -> None:
    (puzzle,) = judge_puzzles()
    assert puzzle.name == "box"
    task = puzzle.task("simulate")
    assert isinstance(task, Simulate)
    assert [(claim.name, claim.multiplier) for claim in task.claims] == [
        ("ascii", Fraction(65, 100)),
        ("image", Fraction(22, 100)),
        ("animation", Fraction(15, 100)),
        ("smooth", Fraction(12, 100)),
    ]


def test_a_program_gets_two_lines_the_second_of_which_may_be_empty() -> None:
    assert TASK.stdin(TASK.read({"box": FIGURE, "moves": "+|-<>^v"})) == (
        FIGURE.encode() + b"\n+|-<>^v\n"
    )
    assert TASK.stdin(TASK.read({"box": FIGURE, "moves": ""})) == FIGURE.encode() + b"\n\n"


@pytest.mark.parametrize(
    ("values", "key", "words"),
    [
        ({"box": FIGURE[:-1]}, "box", "29 cells, this one has 28"),
        ({"box": FIGURE[::-1]}, "box", "not at rest"),
        ({"box": FIGURE.replace("@", "o")}, "box", "exactly one stot"),
        ({"moves": "+ -"}, "moves", "manipulation 2 is ' '"),
        ({"moves": "+V"}, "moves", "manipulation 2 is 'V'"),
        ({"moves": "+\x1b"}, "moves", r"manipulation 2 is '\x1b'"),
        ({"expect": "!!"}, "expect", "character 1 is '!'"),
        ({"expect": TURNED + "."}, "expect", "29 cells, this one has 30"),
    ],
)
def test_a_case_that_breaks_the_promises_of_the_input_is_refused(
    values: dict[str, Value], key: str, words: str
) -> None:
    error = refused(**values)
    assert error.key == key
    assert words in error.message


@pytest.mark.parametrize("ending", ["", "\n", "\r\n", "  \n", "\n\n\n", " \t\r\n \n"])
def test_line_ends_and_blanks_after_the_answer_do_not_matter(ending: str) -> None:
    assert reason_for(TURNED + ending) == ""
    assert reason_for("!" + ending, "^^") == ""


def test_a_written_answer_is_what_counts_until_the_lint_finds_it_wrong() -> None:
    problem = TASK.read({"box": FIGURE, "moves": "+", "expect": FIGURE})
    assert TASK.check(problem, Output(stdout=FIGURE.encode()), None).accepted
    (complaint,) = TASK.lint(problem)
    assert complaint.key == "expect"
    assert complaint.message == f'by the rules the answer is "{TURNED}"'


def test_the_lint_says_why_the_answer_is_an_exclamation_mark() -> None:
    (complaint,) = TASK.lint(TASK.read({"box": FIGURE, "moves": "^^", "expect": FIGURE}))
    assert complaint.message == (
        'by the rules the answer is "!" '
        "(manipulation 2 (^) is illegal: the stot would run into a wall)"
    )


def test_the_lint_is_silent_on_right_and_on_left_out_answers() -> None:
    assert not list(TASK.lint(TASK.read({"box": FIGURE, "moves": "+", "expect": TURNED})))
    assert not list(TASK.lint(TASK.read({"box": FIGURE, "moves": "^^", "expect": "!"})))
    assert not list(TASK.lint(TASK.read({"box": FIGURE, "moves": "+"})))


@pytest.mark.parametrize(
    ("printed", "moves", "reason"),
    [
        (
            ".........@......o...ooo...oox",
            "+",
            "cell 27 is o (shubble), should be x (smole)",
        ),
        (FIGURE, "+", "cell 14 is o (shubble), should be . (empty) (12 cells differ)"),
        (
            "!",
            "+",
            f'printed ! though all is legal and no smole leaves: expected "{TURNED}"',
        ),
        (
            FIGURE,
            "^^",
            f'printed "{FIGURE}", expected "!": '
            "manipulation 2 (^) is illegal: the stot would run into a wall",
        ),
        ("", "+", f'printed only blanks, expected "{TURNED}"'),
        ("!\n" + FIGURE, "^^", f'line 2: more output than expected (1 line): "{FIGURE}"'),
    ],
)
def test_the_reason_names_the_first_difference(printed: str, moves: str, reason: str) -> None:
    assert reason_for(printed + "\n", moves) == reason


def test_the_reason_names_the_turn_at_which_a_smole_leaves() -> None:
    assert reason_for(LEAVING, "+-", box=LEAVING).endswith(
        'expected "!": at manipulation 2 (-) a smole leaves the box'
    )


def test_a_wrong_length_and_strange_characters_are_shown() -> None:
    assert reason_for(TURNED[:-1]).endswith("28 characters instead of 29")
    assert "only the letter case differs" in reason_for(TURNED.upper())
    assert "\\x1b" in reason_for("\x1b[1m" + TURNED)


def test_blanks_before_the_answer_are_not_forgiven() -> None:
    assert reason_for(" " + TURNED)
    assert reason_for("\n" + TURNED)


def test_output_that_is_no_text_is_a_wrong_answer() -> None:
    assert "not UTF-8" in reason_for(b"\xff\xfe!")
    assert "BOM" in reason_for(b"\xef\xbb\xbf" + TURNED.encode())


def test_with_the_claim_a_picture_of_the_turned_box_is_right_and_the_string_is_not() -> None:
    drawn = "\n".join(picture(State(cells=TURNED, down=side_below("+"))))
    assert reason_for(drawn, claim="ascii") == ""
    assert "string of cells" in reason_for(TURNED, claim="ascii")
    assert "line" in reason_for(drawn)


def test_with_the_claim_a_failure_is_still_an_exclamation_mark() -> None:
    assert reason_for("!\n", "^^", claim="ascii") == ""
    for around in ("  !  \n", "\t!\r\n", "\n\n!\n\n"):
        assert reason_for(around, "^^", claim="ascii") == ""
        assert reason_for(around, "^^")
    assert 'expected "!"' in reason_for(" ", "^^", claim="ascii")
    assert reason_for("! !", "^^", claim="ascii")
    assert 'expected "!"' in reason_for(
        "\n".join(picture(State(cells=FIGURE))), "^^", claim="ascii"
    )


@settings(deadline=None)
@given(st.binary(max_size=80), st.sampled_from(["", "+", "^^"]), st.sampled_from([None, "ascii"]))
def test_nothing_that_is_printed_makes_the_check_raise(
    printed: bytes, moves: str, claim: str | None
) -> None:
    reason_for(printed, moves, claim=claim)


@settings(deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 26), st.booleans(), st.integers(1, 30))
def test_generated_cases_are_as_the_options_ask(
    seed: int, shubbles: int, legal: bool, moves: int
) -> None:
    values = TASK.generate(Random(seed), {"shubbles": shubbles, "legal": legal, "moves": moves})
    problem = TASK.read(values)
    assert not list(TASK.lint(problem))
    assert problem.start.cells.count("o") == shubbles
    assert moves <= 2 * len(problem.moves) <= 2 * moves
    assert isinstance(simulated(problem.start, problem.moves), State) == legal


def test_equal_seeds_give_equal_cases() -> None:
    assert TASK.generate(Random(7), {}) == TASK.generate(Random(7), {})
    assert TASK.generate(Random(7), {}) != TASK.generate(Random(8), {})


def test_generated_failures_have_every_cause() -> None:
    causes = set()
    for seed in range(300):
        problem = TASK.read(TASK.generate(Random(seed), {"legal": False}))
        ending = simulated(problem.start, problem.moves)
        assert isinstance(ending, Failure)
        causes.add(ending.mishap)
    assert causes == set(Mishap)


def test_generated_cases_use_every_manipulation() -> None:
    drawn = [str(TASK.generate(Random(seed), {})["moves"]) for seed in range(20)]
    assert set("".join(drawn)) == set(MANIPULATIONS)


@pytest.mark.parametrize(
    "options",
    [{"shubbles": 27}, {"shubbles": -1}, {"moves": -1}, {"moves": 10**6}],
)
def test_options_out_of_range_are_refused(options: dict[str, Value]) -> None:
    with pytest.raises(CaseError, match="write a number from 0 to") as caught:
        TASK.generate(Random(1), options)
    assert caught.value.key == next(iter(options))


def test_a_failure_without_manipulations_is_refused() -> None:
    with pytest.raises(CaseError, match="nothing is illegal"):
        TASK.generate(Random(1), {"moves": 0, "legal": False})


@given(st.integers())
def test_every_case_made_of_choices_is_valid(seed: int) -> None:
    problem = TASK.read(TASK.draw(RandomChooser(seed)))
    assert TASK.picture(problem).endswith(f"manipulations: {problem.moves}")


def test_cases_made_of_choices_go_well_and_go_wrong() -> None:
    drawn = [TASK.read(TASK.draw(RandomChooser(seed))) for seed in range(100)]
    failed = sum(problem.answer == "!" for problem in drawn)
    assert 10 < failed < 90
    assert any(len(problem.moves) > 30 for problem in drawn)


def test_the_picture_of_a_case_has_the_box_and_the_manipulations() -> None:
    problem = TASK.read({"box": FIGURE, "moves": "+|"})
    assert TASK.picture(problem) == "\n".join(
        [*picture(State(cells=FIGURE)), "", "manipulations: +|"]
    )
