"""Programs that show the box in windows: animations, smooth motion, and what is wrong with them.

``tests/programs/windows`` holds them, as ``tests/programs`` holds others; in real time they are
asked few cases. What is seen half drawn is tried with recordings that are written here.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import animator
import pytest
from animator import Manner, Shot
from artist import WALLS, Style, drawn
from PIL import Image, ImageDraw
from runtimes import needs, needs_language

from judge.examiner import Bench, workload
from judge.images.formats import RECORDING
from judge.manager import load_register
from judge.models import Artefact, Outcome, Result, Submission, Verdict
from judge.planning import SuiteShelf
from judge.puzzle import Output
from judge.sandbox.languages import LanguageTable
from judge.sandbox.tiers import strongest_sandbox
from judge.session import Watcher, grade
from judge.submissions import find_submissions
from judge_plugins.box.rules import State
from judge_plugins.box.seeing.animation import animation_outcome
from judge_plugins.box.seeing.image import image_outcome
from judge_plugins.box.seeing.smooth import smooth_outcome
from judge_plugins.box.simulate import Problem

PROGRAMS = Path(__file__).parents[1] / "programs" / "windows"
ASKED = "leaves-after-a-step"
TRIES = 3
"""how often a right program may show its window: a machine that stalls meanwhile costs pictures"""
REGISTER = load_register()
LANGUAGES = LanguageTable.with_extra(REGISTER.languages)


def filed_under(folder: str) -> list[Submission]:
    """Return the programs below a folder."""
    found = find_submissions([PROGRAMS / folder], REGISTER.puzzles, LANGUAGES)
    assert not found.faults, found.faults
    return found.submissions


def names(submissions: list[Submission]) -> Iterator[str]:
    return (str(each.path.parent.relative_to(PROGRAMS)) for each in submissions)


ACCEPTED = filed_under("accepted")
WRONG = filed_under("wrong_answer")


def result_of(submission: Submission) -> Result:
    needs("Xvfb", "xvfb")
    needs_language(submission.language)
    bench = Bench(register=REGISTER, languages=LANGUAGES, sandbox=strongest_sandbox())
    load = workload(REGISTER, submission, SuiteShelf(REGISTER).suites(submission.task))
    load = replace(load, cases=tuple(case for case in load.cases if case.id == ASKED))
    assert len(load.cases) == 1
    watcher = Watcher(judged=lambda _: None, settled=lambda _: None)
    return grade(bench, [load], jobs=1, fail_fast=True, watcher=watcher).results[0]


@pytest.mark.parametrize("submission", ACCEPTED, ids=names(ACCEPTED))
def test_a_window_that_shows_what_it_should_is_accepted(submission: Submission) -> None:
    results = (result_of(submission) for _ in range(TRIES))
    accepted = next((each for each in results if each.verdict is Verdict.AC), None)
    assert accepted is not None, result_of(submission).judgements[-1]


@pytest.mark.parametrize("submission", WRONG, ids=names(WRONG))
def test_a_window_that_breaks_one_rule_gets_a_wrong_answer(submission: Submission) -> None:
    result = result_of(submission)
    assert result.verdict is Verdict.WA, result.judgements[-1]
    assert "window" not in result.judgements[-1].reason  # one was seen


# --- what is recorded ----------------------------------------------------------------------------

CELLS, MOVES = "..............@..o.o...xo...x", ">+"
PROBLEM = Problem(start=State(cells=CELLS), moves=MOVES)
STYLE = Style(cell=16, canvas=(200, 200))
BARE = Style(cell=16, canvas=(200, 200), walls=frozenset(sorted(WALLS)[:9]))
"""as a window may be seen in which the walls are being drawn"""

Seen = tuple[Image.Image, float]
"""A picture, and for how many seconds it is seen."""


def recorded(seen: Iterable[Seen]) -> Output:
    """Return what a run leaves in whose window pictures of one size were seen."""
    size = STYLE.canvas or (0, 0)
    parts = [RECORDING, struct.pack("<HH", *size)]
    microseconds = 0
    for image, seconds in seen:
        rows = zlib.compress(image.tobytes("raw", "BGRX"), 1)
        parts += [struct.pack("<QBHHI", microseconds, 0, 0, size[1], len(rows)), rows]
        microseconds += round(1_000_000 * seconds)
    parts.append(struct.pack("<QBHHI", microseconds, 0, 0, 0, 8))
    parts.append(struct.pack("<HHHH", 0, 0, *size))
    return Output(stdout=b"", artefacts=(Artefact(name="window", data=b"".join(parts)),))


@cache
def shown(shot: Shot, style: str = "") -> Image.Image:
    return drawn(shot.inhabitants, shot.degrees, BARE if style else STYLE)


def half_drawn(shot: Shot) -> Image.Image:
    return shown(shot, "bare")


def words() -> Image.Image:
    image = Image.new("RGB", STYLE.canvas or (0, 0), "white")
    ImageDraw.Draw(image).text((20, 20), "wait ...", fill="black")
    return image


def steps(seconds: float = 1.0) -> list[Seen]:
    return [(shown(shot), seconds) for shot in animator.steps(CELLS, MOVES)]


def frames(seconds: float = 0.05) -> list[Seen]:
    return [(shown(shot), seconds) for shot in animator.smooth(CELLS, MOVES)]


def animation(seen: Iterable[Seen]) -> Outcome:
    return animation_outcome(PROBLEM, recorded(seen), "animation")


def smooth(seen: Iterable[Seen]) -> Outcome:
    return smooth_outcome(PROBLEM, recorded(seen), "smooth")


def image(seen: Iterable[Seen]) -> Outcome:
    return image_outcome(PROBLEM, recorded(seen), "image")


def between(seen: list[Seen], number: int, *others: Seen) -> list[Seen]:
    return [*seen[:number], *others, *seen[number:]]


FIRST = animator.steps(CELLS, MOVES)[0]


@pytest.mark.parametrize("seconds", [0.76, 0.9, 1.0, 1.24])
def test_states_in_a_window_last_a_second_within_a_quarter(seconds: float) -> None:
    assert animation(steps(seconds)) == Outcome(accepted=True)


@pytest.mark.parametrize("seconds", [0.5, 0.74, 1.26, 2.0])
def test_states_in_a_window_that_last_longer_or_shorter_are_wrong(seconds: float) -> None:
    assert "should be 1 s" in animation(steps(seconds)).reason


def test_the_last_state_may_stay_but_not_go_at_once() -> None:
    *others, (last, _) = steps()
    assert animation([*others, (last, 6.0)]).accepted
    assert "should be at least 1 s" in animation([*others, (last, 0.3)]).reason


def test_what_is_half_drawn_between_two_states_does_not_count() -> None:
    for number in range(len(steps()) + 1):
        seen = between(steps(), number, (words(), 0.03), (half_drawn(FIRST), 0.04))
        assert animation(seen).accepted, number


def test_a_wrong_picture_that_stays_between_two_states_counts() -> None:
    outcome = animation(between(steps(), 2, (words(), 0.2)))
    assert outcome.reason.startswith("at 2.0 s: ")
    flicker = [(half_drawn(FIRST), 0.06), (words(), 0.06)]
    assert not animation(between(steps(), 2, *flicker)).accepted


def test_a_window_may_wait_before_it_shows_the_box() -> None:
    assert animation([(words(), 4.0), *steps()]).accepted
    assert smooth([(words(), 4.0), *frames()]).accepted


@pytest.mark.parametrize("moves", ["", MOVES])
@pytest.mark.parametrize("outcome_of", [animation_outcome, smooth_outcome, image_outcome])
def test_a_window_without_a_box_is_wrong(
    moves: str, outcome_of: Callable[[Problem, Output, str], Outcome]
) -> None:
    outcome = outcome_of(replace(PROBLEM, moves=moves), recorded([(words(), 3.0)]), "")
    assert "no box can be made out" in outcome.reason


def test_what_a_window_shows_in_the_end_is_its_image() -> None:
    *_, (last, _) = steps()
    assert image(steps()).accepted
    assert image([*steps(), (half_drawn(FIRST), 0.05), (words(), 0.03)]).accepted
    assert not image([*steps(), (half_drawn(FIRST), 0.2)]).accepted
    assert not image([(last, 1.0), *steps()[:-1]]).accepted


def test_smooth_motion_in_a_window_is_accepted_at_an_uneven_pace() -> None:
    seen = [
        (picture, (0.035, 0.05, 0.07)[number % 3]) for number, (picture, _) in enumerate(frames())
    ]
    assert smooth(seen).accepted


def test_more_pictures_than_twenty_a_second_are_smooth_in_a_window() -> None:
    manner = Manner(turn=60, move=60, fall=12)
    seen = [(shown(shot), 1 / 60) for shot in animator.smooth(CELLS, MOVES, manner)]
    assert smooth(seen).accepted


def test_a_picture_in_five_may_be_missing() -> None:
    assert smooth(_without(frames(), lambda number: number % 5 == 3)).accepted


def test_smooth_motion_in_a_window_has_no_picture_missing_for_long() -> None:
    fall = animator.part_of(animator.smooth(CELLS, MOVES), "fall", 2)
    assert "jumps" in smooth(_without(frames(), lambda number: number in fall[1:6])).reason


def test_five_frames_a_second_are_too_few_in_a_window() -> None:
    seen = [(picture, 4 * seconds) for picture, seconds in frames(0.05)[::4]]
    assert not smooth(seen).accepted
    slow = Manner(turn=20, move=20, fall=20)
    shots = animator.smooth(CELLS, MOVES, slow)
    assert "20 frames a second" in smooth([(shown(shot), 0.2) for shot in shots]).reason


def test_half_drawn_pictures_in_smooth_motion_do_not_count() -> None:
    for number in (0, 9, 25):
        assert smooth(between(frames(), number, (half_drawn(FIRST), 0.03))).accepted, number
    outcome = smooth(between(frames(), 9, (half_drawn(FIRST), 0.06), (words(), 0.06)))
    assert outcome.reason.startswith("at 0.45 s: ")


def test_manipulations_come_no_faster_than_in_three_quarters_of_a_second() -> None:
    assert smooth(frames(0.04)).accepted
    assert "at most one manipulation a second" in smooth(frames(0.03)).reason


def test_states_alone_are_no_smooth_motion_in_a_window() -> None:
    assert "jumps" in smooth(steps(0.15)).reason
    assert "jumps" in smooth(steps()).reason


def test_who_leaves_nothing_is_told_that_there_was_no_window_either() -> None:
    outcome = image_outcome(PROBLEM, Output(stdout=b""), "image")
    assert outcome.reason.endswith("and it opened no window with anything in it")


def _without(seen: list[Seen], is_missing: Callable[[int], bool]) -> list[Seen]:
    """Return what is seen where pictures are missing: those before them stay for longer."""
    found: list[Seen] = []
    for number, (picture, seconds) in enumerate(seen):
        if found and is_missing(number):
            found[-1] = found[-1][0], found[-1][1] + seconds
        else:
            found.append((picture, seconds))
    return found
