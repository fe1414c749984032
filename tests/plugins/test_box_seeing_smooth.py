"""The claim smooth: which films show everything in continuous motion, and what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from animator import (
    Manner,
    Shot,
    creatures,
    even,
    film,
    gentle,
    lasting,
    part_of,
    smooth,
    steps,
    waving,
    without,
)
from artist import WALLS, Style

from judge.models import Artefact, Outcome
from judge.puzzle import Output
from judge_plugins.box.rules import STOT, State
from judge_plugins.box.seeing.smooth import smooth_outcome
from judge_plugins.box.simulate import Problem

FIGURE = ".........@...o....ooo..xox..."
SMALL = Style(cell=14, wall=3, margin=4, inhabitant=0.8)
DRAINING = "+<<^-"
"""three shubbles leave"""


def judged(shots: Sequence[Shot], moves: str, style: Style = SMALL, kind: str = "PNG") -> Outcome:
    problem = Problem(start=State(cells=FIGURE), moves=moves)
    artefact = Artefact(name="film", data=film(shots, style, kind))
    return smooth_outcome(problem, Output(stdout=b"", artefacts=(artefact,)), "smooth")


def reason(shots: Sequence[Shot], moves: str) -> str:
    outcome = judged(shots, moves)
    assert not outcome.accepted
    return outcome.reason


@pytest.mark.parametrize(
    "manner",
    [
        Manner(ease=even),
        Manner(ease=gentle),
        Manner(ease=waving, pause=4),
        Manner(gravity=0.02),
        Manner(turn=30, move=25, fall=6),
        Manner(fall=2),
        Manner(pause=20),
        Manner(beyond=1.3),
    ],
)
def test_the_manner_of_motion_does_not_matter(manner: Manner) -> None:
    outcome = judged(smooth(FIGURE, DRAINING, manner), DRAINING)
    assert outcome.accepted, outcome.reason


@pytest.mark.parametrize("half_turn", [1, -1])
def test_a_half_turn_may_go_either_way_round(half_turn: int) -> None:
    outcome = judged(smooth(FIGURE, "|", Manner(half_turn=half_turn)), "|")
    assert outcome.accepted, outcome.reason


def test_creatures_may_arrive_together() -> None:
    assert judged(smooth(FIGURE, "+", Manner(together=True)), "+").accepted


@pytest.mark.parametrize(
    ("style", "kind"),
    [
        (Style(cell=10, wall=2, margin=4), "GIF"),
        (Style(cell=30, wall=5, margin=20, inhabitant=0.7), "WEBP"),
        (Style(cell=14, wall=3, fine=2, inhabitant=0.8), "PNG"),
        (Style(cell=14, wall=3, pivot=(3, 2.5), canvas=(170, 170)), "PNG"),
    ],
)
def test_the_style_of_a_smooth_film_does_not_matter(style: Style, kind: str) -> None:
    outcome = judged(smooth(FIGURE, "+<"), "+<", style, kind)
    assert outcome.accepted, outcome.reason


def test_without_moves_a_still_is_enough() -> None:
    assert judged(smooth(FIGURE, ""), "").accepted


def test_steps_replayed_at_twenty_frames_a_second_are_no_motion() -> None:
    shots = [shot for shot in lasting(steps(FIGURE, "+"), 0.05) for _ in range(20)]
    assert "jumps by 90°" in reason(shots, "+")


def test_a_still_picture_is_no_motion() -> None:
    said = "the program left a still picture; show everything in smooth motion"
    assert reason(smooth(FIGURE, "+")[:1], "+") == said


def test_a_frozen_film_is_refused() -> None:
    shots = smooth(FIGURE, "+")
    said = reason([*shots[:8], *[replace(shots[8], seconds=3)]], "+")
    assert said.startswith("the film ends at 3.40 s before the end of the turn of manipulation 1")


def test_a_stot_that_leaps_is_named() -> None:
    shots = smooth(FIGURE, "<")
    said = reason(without(shots, part_of(shots, "move")[:-1]), "<")
    assert "the stot jumps by 1.0" in said
    assert "at most 0.50 cells a frame are continuous motion" in said


def test_a_turn_that_goes_back_is_named() -> None:
    shots = smooth(FIGURE, "+")
    turn = part_of(shots, "turn")
    there = [shots[number] for number in turn[:8]]
    said = reason([shots[0], *there, *there[::-1], *shots[1:]], "+")
    assert "the box goes back by" in said


def test_a_turn_the_wrong_way_round_is_refused() -> None:
    shots = [replace(shot, degrees=-shot.degrees) for shot in smooth(FIGURE, "+")]
    assert "the box goes back by" in reason(shots, "+")


def test_who_vanishes_inside_is_named() -> None:
    shots = smooth(FIGURE, DRAINING)
    places = part_of(shots, "fall", 5)
    gone = [
        replace(
            shot,
            inhabitants=tuple(each for each in shot.inhabitants if each[1] != (5.5, each[1][1])
                or each[1][1] < 4.2 or each[0] == STOT),
        ) if number in places else shot
        for number, shot in enumerate(shots)
    ]  # fmt: skip
    assert "a shubble vanishes before it has left the box" in reason(gone, DRAINING)


def test_who_never_leaves_is_named() -> None:
    shots = smooth(FIGURE, DRAINING)
    places = part_of(shots, "fall", 5)
    stuck = [*shots[: places[-1] - 3], *[shots[places[-1] - 3]] * 40]
    assert not judged(stuck, DRAINING).accepted


@pytest.mark.parametrize("seconds", [0.02, 0.1, 0.2])
def test_another_rate_is_refused(seconds: float) -> None:
    assert not judged(lasting(smooth(FIGURE, "+<"), seconds), "+<").accepted


def test_a_short_move_at_ten_frames_a_second_is_refused() -> None:
    shots = lasting(smooth(FIGURE, "<", Manner(move=10, ease=gentle))[::2], 0.1)
    assert "show 20 frames a second" in reason(shots, "<")


def test_who_comes_down_on_others_seems_near_them_before_the_touch() -> None:
    """Squares a pixel larger than cells, whose borders the lines of the grid hide."""
    style = Style(cell=12, wall=3, margin=4, inhabitant=13 / 12)
    outcome = judged(smooth(FIGURE, "+", Manner(fall=5)), "+", style)
    assert outcome.accepted, outcome.reason


def test_two_manipulations_a_second_are_refused() -> None:
    shots = smooth(FIGURE, "<>", Manner(move=10))
    assert "show at most one manipulation a second" in reason(shots, "<>")


def test_a_fall_during_the_turn_is_named() -> None:
    shots = smooth(FIGURE, "+")
    fall = [shots[number] for number in part_of(shots, "fall")]
    mixed = [
        replace(shot, inhabitants=fall[min(number, len(fall) - 1)].inhabitants)
        for number, shot in enumerate(shots[1:21])
    ]
    assert "while the box turns, should be" in reason([shots[0], *mixed], "+")


def test_a_turn_that_stops_too_early_is_refused() -> None:
    shots = smooth(FIGURE, "+")
    assert not judged(without(shots, part_of(shots, "turn")[-6:]), "+").accepted


def test_a_film_that_ends_too_early_is_named() -> None:
    shots = smooth(FIGURE, "+")
    said = reason(shots[:-6], "+")
    assert "before the end of the fall after manipulation 1 (+)" in said


def test_motion_after_the_end_is_refused() -> None:
    shots = smooth(FIGURE, "<")
    back = [replace(shot, part=("rest", 9)) for shot in shots[::-1]]
    assert "the stot goes back by" in reason([*shots, *back], "<")


def test_a_film_that_runs_backwards_is_refused() -> None:
    assert not judged(smooth(FIGURE, "+")[::-1], "+").accepted


def test_a_wall_that_is_missing_while_the_box_turns_is_named() -> None:
    shots = smooth(FIGURE, "+")
    gap = replace(SMALL, walls=frozenset(WALLS - {min(WALLS)}))
    broken = [replace(shot, style=gap) if shot.part[0] == "turn" else shot for shot in shots]
    assert "there is no wall" in reason(broken, "+")


def test_a_mirrored_film_is_refused() -> None:
    problem = judged(smooth(FIGURE, "+"), "+", replace(SMALL, mirrored=True))
    assert not problem.accepted
    assert "mirrored" in problem.reason


def test_a_stot_that_moves_while_the_box_turns_is_named() -> None:
    shots = smooth(FIGURE, "+")
    moving = [
        replace(shot, inhabitants=(*creatures(shot), (STOT, (4.5 - min(1, number / 15), 1.5))))
        if shot.part[0] == "turn"
        else shot
        for number, shot in enumerate(shots)
    ]
    assert "while the box turns" in reason(moving, "+")
