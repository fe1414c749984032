"""The box drawn with characters, turned every way, and how a drawn picture is compared."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge_plugins.box.drawn import picture_outcome
from judge_plugins.box.generation import random_box
from judge_plugins.box.picture import mirrored, picture, place_name
from judge_plugins.box.rules import Side, State, simulated

FIGURE = ".........@...o....ooo..xox..."
LINES = ["  .  .", " .....", " .....", " .o...", " xo.@.", "*ooo..", " x  ."]
STATES = st.builds(
    lambda seed, shubbles, down: State(cells=random_box(Random(seed), shubbles), down=down),
    seed=st.integers(0, 2**32),
    shubbles=st.integers(0, 26),
    down=st.sampled_from(Side),
)


def on_its_side() -> State:
    state = simulated(State(cells=FIGURE), "+")
    assert isinstance(state, State)
    return state


def reason(printed: list[str], state: State | None = None) -> str:
    outcome = picture_outcome(state or on_its_side(), "\n".join(printed) + "\n")
    assert not outcome.accepted
    assert outcome.expected == "\n".join(picture(state or on_its_side()))
    assert outcome.actual == "\n".join(printed) + "\n"
    return outcome.reason


def accepted(text: str) -> bool:
    return picture_outcome(on_its_side(), text).accepted


def test_the_worked_picture_is_that_of_the_challenge() -> None:
    assert picture(on_its_side()) == LINES


def test_the_unturned_picture_is_the_figure() -> None:
    assert picture(State(cells=FIGURE)) == [
        "......",
        " ...@..",
        " .o...",
        ".ooo..",
        " xox...",
        "     *",
    ]


@settings(deadline=None)
@given(STATES)
def test_four_quarter_turns_of_the_page_lead_through_all_orientations(state: State) -> None:
    width = 7 if state.down in {Side.BOTTOM, Side.TOP} else 6
    page = [line.ljust(width) for line in picture(state)]
    aside = ["".join(column).rstrip() for column in zip(*page[::-1], strict=True)]
    assert picture(State(cells=state.cells, down=Side((state.down + 1) % 4))) == aside


@settings(deadline=None)
@given(STATES)
def test_a_picture_holds_every_cell_once_and_one_mark(state: State) -> None:
    drawn = "".join(picture(state)).replace(" ", "")
    assert sorted(drawn) == sorted(state.cells + "*")


@settings(deadline=None)
@given(STATES)
def test_a_picture_is_accepted_as_its_own_and_mirrored_is_not(state: State) -> None:
    assert picture_outcome(state, "\n".join(picture(state))).accepted
    assert not picture_outcome(state, "\n".join(mirrored(picture(state)))).accepted


def test_places_of_a_picture_have_names() -> None:
    assert place_name(Side.RIGHT, 5, 0) == "just outside the hole"
    assert place_name(Side.RIGHT, 0, 0) == "outside the box"
    assert place_name(Side.RIGHT, 0, 5) == "cell 1"


@pytest.mark.parametrize("indent", ["", " ", "      ", "\t", " \t "])
def test_a_common_indent_does_not_matter(indent: str) -> None:
    assert accepted("\n".join(indent + line for line in LINES))


@pytest.mark.parametrize("ending", ["\n", "\r\n", "  \n", "\t\r\n"])
def test_blanks_at_line_ends_do_not_matter(ending: str) -> None:
    assert accepted(ending.join(LINES) + ending)


def test_blank_lines_around_do_not_matter() -> None:
    assert accepted("\n   \n\t\n" + "\n".join(LINES) + "\n\n  \n")


def test_an_indent_beside_blank_lines_is_taken_from_the_drawn_lines() -> None:
    assert accepted(" \n" + "\n".join("   " + line for line in LINES) + "\n \n")


def test_a_picture_stripped_as_a_whole_has_lost_its_shape() -> None:
    assert "line 1 of the picture has lost the blanks" in reason(
        "\n".join(LINES).strip().split("\n")
    )


def test_lines_stripped_one_by_one_have_lost_their_shape() -> None:
    assert "line 1, column 1 of the picture (outside the box)" in reason(
        [line.strip() for line in LINES]
    )


def test_an_indent_of_tabs_and_blanks_mixed_is_no_common_one() -> None:
    assert reason(["\t" + LINES[0], *("        " + line for line in LINES[1:])])


def test_a_missing_mark_is_named() -> None:
    assert "lacks the *" in reason([line.replace("*", " ") for line in LINES])


def test_another_orientation_is_named() -> None:
    flat = picture(State(cells=on_its_side().cells))
    assert "it has the box's bottom below, expected its right side" in reason(flat)


def test_a_mirrored_picture_is_named() -> None:
    assert "mirrored" in reason(mirrored(LINES))
    assert "mirrored" in reason(LINES[::-1])


def test_the_string_in_place_of_the_picture_is_named() -> None:
    assert "string of cells" in reason([on_its_side().cells])


def test_an_exclamation_mark_in_place_of_the_picture_is_named() -> None:
    assert "printed !" in reason(["!"])


def test_nothing_in_place_of_the_picture_is_named() -> None:
    nothing = picture_outcome(on_its_side(), "")
    assert nothing.reason == "printed nothing, expected a picture of the box"
    assert reason(["", "  "]) == "printed only blanks, expected a picture of the box"


def test_a_wrong_cell_is_named_by_line_column_and_number() -> None:
    wrong = [*LINES[:4], LINES[4].replace("x", "o"), *LINES[5:]]
    assert reason(wrong) == ('line 5, column 2 of the picture (cell 27): expected "x", printed "o"')


def test_an_empty_line_inside_is_named() -> None:
    assert "empty line in it" in reason([*LINES[:3], "", *LINES[3:]])


def test_more_after_the_picture_is_wrong() -> None:
    assert "more output than expected" in reason([*LINES, "done"])


def test_a_picture_that_ends_early_is_wrong() -> None:
    assert "the output ends after 6 lines" in reason(LINES[:-1])


def test_dots_outside_the_box_are_wrong() -> None:
    assert 'expected a blank, printed "."' in reason([line.replace(" ", ".") for line in LINES])


def test_a_lone_carriage_return_ends_no_line() -> None:
    assert not accepted("\r".join(LINES))


def test_control_characters_in_a_picture_are_spelt_out() -> None:
    assert "\\x1b" in reason([LINES[0], "\x1b" + LINES[1][1:], *LINES[2:]])


@settings(deadline=None)
@given(STATES, st.text(alphabet=" .ox@*!\n\r\t", max_size=60))
def test_whatever_is_printed_gets_a_reason(state: State, text: str) -> None:
    outcome = picture_outcome(state, text)
    assert outcome.accepted or outcome.reason
