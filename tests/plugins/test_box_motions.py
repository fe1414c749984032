"""What moves between the rests of a timeline."""

from __future__ import annotations

from judge_plugins.box.motions import Fall, Motion, StotMove, Turn, motions
from judge_plugins.box.rules import State
from judge_plugins.box.timeline import timeline

FIGURE = ".........@...o....ooo..xox..."


def moved(moves: str) -> list[Motion]:
    return list(motions(timeline(State(cells=FIGURE), moves)))


def test_without_a_manipulation_nothing_moves() -> None:
    assert moved("") == []


def test_a_move_of_the_stot_leads_from_cell_to_cell() -> None:
    [move] = moved("^")
    assert isinstance(move, StotMove)
    assert (move.start, move.end) == (9, 4)


def test_a_turn_is_followed_by_one_fall() -> None:
    for symbol, quarters in (("+", 1), ("-", -1), ("|", 2)):
        turn, fall = moved(symbol)
        assert isinstance(turn, Turn)
        assert turn.quarter_turns == quarters
        assert turn.before.cells == turn.after.cells == FIGURE
        assert isinstance(fall, Fall)
        assert fall.before == turn.after


def test_a_fall_says_who_goes_where_in_its_shaft() -> None:
    fall = moved("+<<^-")[-1]
    assert isinstance(fall, Fall)
    [drain] = [shaft for shaft in fall.shafts if shaft.drains]
    assert drain.cells == (5, 10, 16, 22, 27)
    assert [creature.end for creature in drain.creatures] == [None] * 3
    assert all(shaft.is_moving for shaft in fall.moving)


def test_creatures_keep_their_order() -> None:
    for motion in moved("+>|<-v+^+"):
        if isinstance(motion, Fall):
            for shaft in motion.shafts:
                ends = [each.end for each in shaft.creatures if each.end is not None]
                assert ends == sorted(ends)
                starts = [each.start for each in shaft.creatures]
                assert starts == sorted(starts)
