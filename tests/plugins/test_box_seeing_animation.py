"""The claim animation: which films show every state in order for a second, and what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from animator import Shot, film, lasting, steps
from artist import Style

from judge.models import Artefact, Outcome
from judge.puzzle import Output
from judge_plugins.box.rules import State
from judge_plugins.box.seeing.animation import animation_outcome
from judge_plugins.box.simulate import Problem

FIGURE = ".........@...o....ooo..xox..."
SMALL = Style(cell=10, wall=2, margin=4)


def judged(shots: Sequence[Shot], moves: str, kind: str = "PNG") -> Outcome:
    problem = Problem(start=State(cells=FIGURE), moves=moves)
    artefact = Artefact(name="film", data=film(shots, SMALL, kind))
    return animation_outcome(problem, Output(stdout=b"", artefacts=(artefact,)), "animation")


def reason(shots: Sequence[Shot], moves: str) -> str:
    outcome = judged(shots, moves)
    assert not outcome.accepted
    return outcome.reason


def changed(shots: Sequence[Shot], place: int, seconds: float) -> list[Shot]:
    return [
        replace(shot, seconds=seconds) if number == place else shot
        for number, shot in enumerate(shots)
    ]


@pytest.mark.parametrize("kind", ["PNG", "GIF", "WEBP"])
@pytest.mark.parametrize("moves", ["<", "+", "|", "+<<^-"])
def test_a_film_of_all_states_is_right(moves: str, kind: str) -> None:
    outcome = judged(steps(FIGURE, moves), moves, kind)
    assert outcome.accepted, outcome.reason


def test_a_half_turn_may_go_either_way_round() -> None:
    assert judged(steps(FIGURE, "|", half_turn=-1), "|").accepted


def test_without_moves_a_still_is_enough() -> None:
    assert judged(steps(FIGURE, ""), "").accepted
    assert judged(lasting(steps(FIGURE, ""), 30), "").accepted


@pytest.mark.parametrize(
    ("seconds", "accepted"), [(0.89, False), (0.9, True), (1.1, True), (1.11, False)]
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_state_lasts_a_second_within_a_tenth(place: int, seconds: float, accepted: bool) -> None:
    outcome = judged(changed(steps(FIGURE, "+"), place, seconds), "+")
    assert outcome.accepted is accepted
    if not accepted:
        assert f"is shown for {seconds} s, should be 1 s" in outcome.reason


def test_the_last_state_may_be_shown_longer_but_not_shorter() -> None:
    shots = steps(FIGURE, "+")
    assert judged(changed(shots, len(shots) - 1, 9), "+").accepted
    said = "at 4.0 s: a step of the fall after manipulation 1 (+) is shown for 0.50 s, "
    assert reason(changed(shots, len(shots) - 1, 0.5), "+") == said + "should be at least 1 s"


def test_a_state_may_be_split_into_frames() -> None:
    shots = [shot for shot in lasting(steps(FIGURE, "+"), 0.25) for _ in range(4)]
    assert judged(shots, "+").accepted


def test_the_place_of_the_box_may_change_from_frame_to_frame() -> None:
    places = ((0.45, 0.5), (0.55, 0.52))
    shots = [
        replace(shot, style=replace(SMALL, canvas=(130, 130), place=places[number % 2]))
        for number, shot in enumerate(steps(FIGURE, "+"))
    ]
    assert judged(shots, "+").accepted


@pytest.mark.parametrize(
    ("left_out", "said"),
    [
        (0, "at 0.0 s: shows the box turned by manipulation 1 (+) with nothing fallen yet before "
            "the initial state was shown"),
        (1, "at 1.0 s: shows a step of the fall after manipulation 1 (+) before the box turned by "
            "manipulation 1 (+) with nothing fallen yet was shown"),
        (2, "at 2.0 s: shows a step of the fall after manipulation 1 (+) before a step of the "
            "fall after manipulation 1 (+) was shown"),
        (4, "the animation ends at 4.0 s before a step of the fall after manipulation 1 (+) was "
            "shown"),
    ],
)  # fmt: skip
def test_a_state_left_out_is_named(left_out: int, said: str) -> None:
    shots = steps(FIGURE, "+")
    del shots[left_out]
    assert reason(shots, "+") == said


def test_a_half_turn_without_its_middle_is_named() -> None:
    shots = steps(FIGURE, "|")
    del shots[1]
    assert reason(shots, "|") == (
        "at 1.0 s: shows the box turned by manipulation 1 (|) with nothing fallen yet before the "
        "box at 90° on its way through manipulation 1 (|) was shown"
    )


def test_a_film_that_runs_backwards_is_refused() -> None:
    assert reason(steps(FIGURE, "+")[::-1], "+").startswith("at 0.0 s: ")


def test_a_state_shown_again_is_named() -> None:
    shots = steps(FIGURE, "+")
    assert reason([*shots, shots[0]], "+").startswith("at 5.0 s: shows the initial state again")


@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.5, 2.0])
def test_another_rate_is_refused(seconds: float) -> None:
    said = reason(lasting(steps(FIGURE, "+"), seconds), "+")
    assert said.startswith("at 0.0 s: the initial state is shown for ")


def test_a_lone_still_is_no_film_where_something_moves() -> None:
    said = "the animation ends at 0.0 s before the box turned by manipulation 1 (+) with nothing "
    assert reason(steps(FIGURE, "+")[:1], "+") == said + "fallen yet was shown"
