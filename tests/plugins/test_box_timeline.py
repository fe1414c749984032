"""What a box looks like moment by moment, and who moves between the moments."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_plugins.box.generation import Wanted, random_case
from judge_plugins.box.picture import picture
from judge_plugins.box.rules import CREATURES, EMPTY, NEIGHBOURS, Mishap, Side, State, simulated
from judge_plugins.box.timeline import (
    Happening,
    Moment,
    falling,
    passages,
    timeline,
)

FIGURE = ".........@...o....ooo..xox..."
CASES = st.builds(
    lambda seed, moves, shubbles, legal: random_case(
        Random(seed), Wanted(most_moves=moves, shubbles=shubbles, legal=legal)
    ),
    seed=st.integers(0, 2**32),
    moves=st.integers(1, 8),
    shubbles=st.integers(0, 26),
    legal=st.booleans(),
)


def moments(moves: str, cells: str = FIGURE) -> tuple[Moment, ...]:
    return timeline(State(cells=cells), moves)


def told(moves: str, cells: str = FIGURE) -> list[tuple[str, Happening]]:
    return [
        (f"{moment.number}{moment.symbol}", moment.happening) for moment in moments(moves, cells)
    ]


def shown(moment: Moment) -> list[str]:
    return picture(State(cells=moment.cells, down=moment.down))


def test_without_a_manipulation_there_is_the_start_alone() -> None:
    [start] = moments("")
    assert start == Moment(cells=FIGURE, down=Side.BOTTOM, happening=Happening.INITIAL)


def test_a_move_of_the_stot_is_one_moment() -> None:
    assert told("<") == [("0", Happening.INITIAL), ("1<", Happening.MOVED)]
    assert moments("<")[1].cells == "........@....o....ooo..xox..."


def test_a_quarter_turn_shows_the_box_turned_and_then_each_step_of_the_fall() -> None:
    assert told("+") == [
        ("0", Happening.INITIAL),
        ("1+", Happening.TURNED),
        ("1+", Happening.FELL),
        ("1+", Happening.FELL),
        ("1+", Happening.FELL),
    ]
    assert [shown(moment) for moment in moments("+")[1:]] == [
        ["  .  .", " xo...", " ooo..", " xo...", " ...@.", "*.....", " .  ."],
        ["  .  .", " .....", " xo...", " ooo..", " xo.@.", "*.....", " .  ."],
        ["  .  .", " .....", " .....", " xo...", " ooo@.", "*xo...", " .  ."],
        ["  .  .", " .....", " .....", " .o...", " xo.@.", "*ooo..", " x  ."],
    ]


def test_a_half_turn_stops_half_way_and_falls_once_at_its_end() -> None:
    half, turned, *falls = moments("|")[1:]
    assert (half.happening, turned.happening) == (Happening.HALFWAY, Happening.TURNED)
    assert half.cells == turned.cells == FIGURE
    assert (half.down, turned.down) == (Side.RIGHT, Side.TOP)
    assert {moment.happening for moment in falls} == {Happening.FELL}
    assert falls[-1].cells == ".ooo..xox@...o..............."


def test_half_way_through_a_half_turn_either_side_may_be_below() -> None:
    start, half, turned, *_ = moments("|")
    assert half.downs == (Side.RIGHT, Side.LEFT)
    assert start.downs == (Side.BOTTOM,)
    assert turned.downs == (Side.TOP,)


def test_where_nothing_falls_the_turned_box_is_the_last() -> None:
    crammed = "xx" + "o" * 25 + "@" + "o"
    assert told("+", crammed) == [("0", Happening.INITIAL), ("1+", Happening.TURNED)]


def test_who_leaves_is_named_and_gone() -> None:
    last = moments("+<<^-")
    leaving = [moment for moment in last if moment.left]
    assert [moment.left for moment in leaving] == ["o", "o", "o"]
    assert {moment.symbol for moment in leaving} == {"-"}
    assert [moment.cells.count("o") for moment in last[-4:]] == [5, 4, 3, 2]
    assert last[-1].cells == "..@..................o...ox.x"


@pytest.mark.parametrize(("moves", "shown_of_it"), [("<<<<", 3), ("++^", 2), ("vvvv", 3)])
def test_an_illegal_move_ends_it_and_shows_nothing(moves: str, shown_of_it: int) -> None:
    assert moments(moves + "+")[-1].number == shown_of_it


def test_the_fall_in_which_a_smole_leaves_is_shown_to_its_end() -> None:
    escaped = moments("+<<^-+", ".........@...o....oox..xoo...")
    assert [moment.left for moment in escaped if moment.left] == ["o", "x", "o"]
    assert escaped[-1].number == 5
    assert not falling(escaped[-1].cells, escaped[-1].down)


@given(CASES)
def test_the_last_moment_is_what_the_rules_say(case: tuple[str, str]) -> None:
    box, moves = case
    last = moments(moves, box)[-1]
    end = simulated(State(cells=box), moves)
    if isinstance(end, State):
        assert State(cells=last.cells, down=last.down) == end
    else:
        assert last.number == end.number - (end.mishap is not Mishap.ESCAPE)


@given(CASES)
def test_nobody_moves_more_than_a_cell_at_once(case: tuple[str, str]) -> None:
    box, moves = case
    for passage in passages(moments(moves, box)):
        for mover in passage.movers:
            beside = {NEIGHBOURS[side][mover.start] for side in Side}
            assert mover.end in beside


@given(CASES)
def test_passages_lead_from_each_moment_to_the_next(case: tuple[str, str]) -> None:
    box, moves = case
    shown_moments = moments(moves, box)
    found = list(passages(shown_moments))
    assert [(each.before, each.after) for each in found] == list(pairwise(shown_moments))
    for passage in found:
        cells = list(passage.before.cells)
        for mover in passage.movers:
            assert cells[mover.start] == mover.character
            cells[mover.start] = EMPTY
        for mover in passage.movers:
            if mover.end is not None:
                cells[mover.end] = mover.character
        assert "".join(cells) == passage.after.cells
        down = Side((passage.before.down + passage.quarter_turns) % 4)
        assert down is passage.after.down
        assert bool(passage.movers) is not bool(passage.quarter_turns)


@given(CASES)
def test_in_each_step_everyone_falls_who_can(case: tuple[str, str]) -> None:
    box, moves = case
    for passage in passages(moments(moves, box)):
        if passage.after.happening is not Happening.FELL:
            continue
        before, down = passage.before.cells, passage.before.down
        fallers = {mover.start for mover in passage.movers}
        for cell, character in enumerate(before):
            below = NEIGHBOURS[down][cell]
            rests = below is not None and before[below] != EMPTY and below not in fallers
            leaves = below is None and any(
                mover.start == cell and mover.end is None for mover in passage.movers
            )
            stays = character not in CREATURES or rests or (below is None and not leaves)
            assert (cell in fallers) is not stays


def test_a_turn_counter_clockwise_goes_its_own_way() -> None:
    assert next(passages(moments("-"))).quarter_turns == -1
    assert [each.quarter_turns for each in passages(moments("|"))][:2] == [1, 1]


def test_a_stack_falls_together() -> None:
    cells = "@....xo" + "." * 22
    standing = [(mover.start, mover.end) for mover in falling(cells, Side.RIGHT)]
    assert standing == [(6, 7)]
    column = "@....x....o" + "." * 18
    movers = [(mover.start, mover.end) for mover in falling(column, Side.BOTTOM)]
    assert movers == [(5, 10), (10, 16)]
