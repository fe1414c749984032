"""The rules of the box: turns and falls, the stot's moves, the hole, and boxes to start from."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge_plugins.box.generation import random_box
from judge_plugins.box.rules import (
    HOLE_CELL,
    MANIPULATIONS,
    NEIGHBOURS,
    PLACES,
    QUARTER_TURNS,
    STOT_MOVES,
    Failure,
    Mishap,
    Side,
    State,
    fallen,
    fault_of_box,
    manipulated,
    side_below,
    simulated,
    turned,
)

FIGURE = ".........@...o....ooo..xox..."
WORKED = (
    ("", FIGURE),
    ("+", ".........@......o...ooo...xox"),
    ("-", ".........@..o....ooo...xox..."),
    ("|", ".ooo..xox@...o..............."),
    ("++", "...o.o...@o....oo....x......x"),
    ("vvv", ".............o....ooo..xox@.."),
    ("+<<^-", "..@..................o...ox.x"),
    ("+>|<-v+^+", "o........@..o....oox...xo...."),
    ("|^", ".ooo@.xox....o..............."),
)
BOXES = st.builds(
    lambda seed, shubbles: random_box(Random(seed), shubbles),
    seed=st.integers(0, 2**32),
    shubbles=st.integers(0, 26),
)
MOVES = st.text(sorted(MANIPULATIONS), max_size=40)


def box(stot: int, smoles: str, shubbles: str = "") -> str:
    """Return 29 cells with creatures in the cells of the given numbers."""
    cells = ["."] * 29
    for character, numbers in (("@", str(stot)), ("x", smoles), ("o", shubbles)):
        for number in numbers.split():
            cells[int(number) - 1] = character
    return "".join(cells)


def failure(cells: str, moves: str) -> tuple[int, Mishap]:
    ending = simulated(State(cells=cells), moves)
    assert isinstance(ending, Failure)
    assert ending.symbol == moves[ending.number - 1]
    return ending.number, ending.mishap


def final(cells: str, moves: str) -> str:
    ending = simulated(State(cells=cells), moves)
    assert isinstance(ending, State)
    return ending.cells


@pytest.mark.parametrize(("moves", "cells"), WORKED)
def test_the_worked_examples_end_as_the_challenge_says(moves: str, cells: str) -> None:
    assert final(FIGURE, moves) == cells


@pytest.mark.parametrize(
    ("moves", "number", "mishap"),
    [
        ("vvvv", 4, Mishap.WALL),
        ("++^", 3, Mishap.BURDEN),
        ("<<<<", 4, Mishap.WALL),
        (">>>", 3, Mishap.WALL),
        ("^^", 2, Mishap.WALL),
    ],
)
def test_the_worked_examples_of_illegal_moves_name_the_move_and_the_cause(
    moves: str, number: int, mishap: Mishap
) -> None:
    assert failure(FIGURE, moves) == (number, mishap)


def test_there_are_29_cells_and_the_last_is_right_of_cell_28() -> None:
    assert len(PLACES) == 29
    assert NEIGHBOURS[Side.RIGHT][HOLE_CELL] == 28


def test_neighbours_see_each_other() -> None:
    for side in Side:
        for cell, beside in enumerate(NEIGHBOURS[side]):
            assert beside is None or NEIGHBOURS[side.opposite][beside] == cell


def test_a_turn_clockwise_makes_the_right_side_the_floor() -> None:
    assert [side_below(moves) for moves in ("", "+", "|", "-")] == list(Side)


def test_a_half_turn_has_one_fall_and_two_quarter_turns_have_two() -> None:
    assert final(FIGURE, "|") != final(FIGURE, "++")


def test_the_stot_never_falls() -> None:
    cells = box(15, "24 29")
    assert all(final(cells, moves).index("@") == 14 for moves in ("+", "-", "|", "+++", "-|"))


def test_a_shubble_that_leaves_is_gone_and_the_box_goes_on() -> None:
    assert final(box(14, "24 1", "27 29"), "-+").count("o") == 2
    assert final(box(14, "24 12", "25 29"), "+-").count("o") == 1


@pytest.mark.parametrize("moves", ["+", "++", "+|"])
def test_the_hole_is_shut_while_the_box_is_turned(moves: str) -> None:
    assert final(box(14, "29 24", "26 27"), moves).count("o") == 2


def test_the_stot_holds_the_column_above_the_hole() -> None:
    cells = final(box(17, "11 12", "27 29"), "+-")
    assert cells == box(17, "11 12", "29")


@pytest.mark.parametrize("moves", ["+-", "+-++", "+-<<<<"])
def test_a_smole_that_leaves_is_a_failure_whatever_follows(moves: str) -> None:
    assert failure(box(14, "27 24", "29"), moves) == (2, Mishap.ESCAPE)


@pytest.mark.parametrize("turn", ["", "|"])
def test_the_stot_must_not_leave_through_the_hole(turn: str) -> None:
    assert failure(box(28, "24 29"), turn + "v") == (len(turn) + 1, Mishap.HOLE)


@pytest.mark.parametrize(
    ("cells", "moves"),
    [
        (box(26, "24 29", "25"), "<"),
        (box(26, "24 27", "25"), ">"),
        (box(21, "24 29", "26"), "v"),
        (box(16, "24 26", "25"), "|<^^"),
    ],
)
def test_the_stot_must_not_move_into_a_creature(cells: str, moves: str) -> None:
    assert failure(cells, moves) == (len(moves), Mishap.CREATURE)


@pytest.mark.parametrize(
    ("cells", "turn"),
    [
        (box(19, "24 29", "13"), ""),
        (box(19, "13 29", "24"), ""),
        (box(20, "24 29", "18"), "+"),
        (box(14, "24 29", "25"), "|"),
        (box(20, "24 29", "22 27"), "-"),
    ],
)
def test_the_stot_must_not_move_while_a_creature_rests_on_it(cells: str, turn: str) -> None:
    for move in STOT_MOVES:
        assert failure(cells, turn + move) == (len(turn) + 1, Mishap.BURDEN)


@pytest.mark.parametrize(
    ("cells", "moves"),
    [
        (box(15, "14 21", "20 25 16 22 27 26"), "^"),
        (box(11, "1 15", "12 21 26 29"), "+<"),
        (box(11, "24 27", "1 6 12 22 25 26 29"), "|v"),
        (box(19, "7 25", "1 12 13 18 26 29"), "->"),
    ],
)
def test_creatures_on_the_three_other_sides_do_not_hold_the_stot(cells: str, moves: str) -> None:
    assert final(cells, moves).index("@") != cells.index("@")


@settings(deadline=None)
@given(BOXES, MOVES)
def test_creatures_are_conserved_but_for_those_who_leave(cells: str, moves: str) -> None:
    ending = simulated(State(cells=cells), moves)
    if isinstance(ending, State):
        assert ending.cells.count("x") == 2
        assert ending.cells.count("@") == 1
        assert ending.cells.count("o") <= cells.count("o")
        assert ending.down is side_below(moves)


@settings(deadline=None)
@given(BOXES, MOVES)
def test_after_every_manipulation_the_box_is_at_rest(cells: str, moves: str) -> None:
    state = State(cells=cells)
    for symbol in moves:
        after = manipulated(state, symbol)
        if isinstance(after, State):
            state = after
        assert fallen(state.cells, state.down) == state.cells


@settings(deadline=None)
@given(BOXES, st.sampled_from("+-"))
def test_a_half_turn_on_the_side_ends_like_a_turn_to_the_other_side(cells: str, aside: str) -> None:
    first = turned(State(cells=cells), QUARTER_TURNS[aside])
    assert isinstance(first, State)
    assert turned(first, 2) == turned(State(cells=cells), -QUARTER_TURNS[aside])


@settings(deadline=None)
@given(BOXES, MOVES)
def test_a_second_witness_who_turns_the_page_agrees(cells: str, moves: str) -> None:
    ending = simulated(State(cells=cells), moves)
    assert witness(cells, moves) == ("!" if isinstance(ending, Failure) else ending.cells)


def witness(cells: str, moves: str) -> str:
    """Return the answer by the slow way: on a page that is turned, falling step by step."""
    page = ["??????#", "#??????", "#?????#", "??????#", "#??????", "#####*#"]
    signs = iter(cells)
    page = ["".join(next(signs) if sign == "?" else sign for sign in line) for line in page]
    heading = 0
    for move in moves:
        if move in "+|-":
            turns = " +|-".index(move)
            page, heading = quarter_turned(page, turns), (heading + turns) % 4
            page = rested(page, drains=heading == 0)
        else:
            page = quarter_turned(stot_moved(page, "^>v<".index(move) + heading), 0)
        if sum(line.count("x") for line in page) < 2:
            return "!"
    return "".join(
        sign for line in quarter_turned(page, 4 - heading) for sign in line if sign in ".ox@"
    )


def quarter_turned(page: list[str], turns: int) -> list[str]:
    for _ in range(turns):
        page = ["".join(column) for column in zip(*page[::-1], strict=True)]
    return page


def rested(page: list[str], *, drains: bool) -> list[str]:
    """Let every creature sink by one place until nothing changes; ``*`` swallows if it drains."""
    while True:
        columns = ["".join(column) for column in zip(*page, strict=True)]
        for creature in "ox":
            columns = [column.replace(creature + ".", "." + creature) for column in columns]
            if drains:
                columns = [column.replace(creature + "*", ".*") for column in columns]
        sunk = ["".join(line) for line in zip(*columns, strict=True)]
        if sunk == page:
            return page
        page = sunk


def stot_moved(page: list[str], quarter: int) -> list[str]:
    """Move the stot up, right, down or left on the page (0 to 3); an empty page if it may not."""
    ((row, column),) = [(r, line.index("@")) for r, line in enumerate(page) if "@" in line]
    if row and page[row - 1][column] in "ox":
        return []
    down, right = [(-1, 0), (0, 1), (1, 0), (0, -1)][quarter % 4]
    row_to, column_to = row + down, column + right
    if not (0 <= row_to < len(page) and 0 <= column_to < len(page[0])):
        return []
    if page[row_to][column_to] != ".":
        return []
    signs = [list(line) for line in page]
    signs[row][column], signs[row_to][column_to] = ".", "@"
    return ["".join(line) for line in signs]


@settings(deadline=None)
@given(BOXES)
def test_a_random_box_is_one_to_start_from(cells: str) -> None:
    assert fault_of_box(cells) == ""


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        (FIGURE[1:], "29 cells, this one has 28"),
        (FIGURE + ".", "29 cells, this one has 30"),
        (FIGURE.replace("x", "X", 1), "character 24 is 'X'"),
        (FIGURE.replace("@", "."), "exactly one stot (@), this one has 0"),
        (FIGURE.replace("x", "o", 1), "exactly two smoles (x), this one has 1"),
        (FIGURE.replace("o", "x", 1), "exactly two smoles (x), this one has 3"),
        (box(15, "24 19", "3"), "the shubble in cell 3 would fall"),
        (box(15, "24 23"), "the smole in cell 23 would fall"),
        (box(15, "24 28"), "the smole in cell 28 would fall"),
    ],
)
def test_a_box_that_is_none_to_start_from_is_told_why(cells: str, words: str) -> None:
    assert words in fault_of_box(cells)


def test_a_full_box_is_one_to_start_from() -> None:
    assert fault_of_box("x" * 2 + "o" * 25 + "@o") == ""
