"""The claim ``smooth``: everything in continuous motion, at 20 frames a second."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from PIL import Image

from judge.images.film import Film
from judge.models import Outcome
from judge.puzzle import Output
from judge_plugins.box.motions import Fall, Motion, Turn, motions
from judge_plugins.box.seeing.animation import animation_outcome, name_of
from judge_plugins.box.seeing.faults import fault_of_view
from judge_plugins.box.seeing.finding import found
from judge_plugins.box.seeing.measuring import Sizes, Stage, measured, sizes_at_rest
from judge_plugins.box.seeing.pace import LONGEST, Pace, rate_fault
from judge_plugins.box.seeing.pose import Pose
from judge_plugins.box.seeing.progress import (
    has_begun,
    is_nearly_over,
    is_over,
    vanishing_fault,
    ways,
)
from judge_plugins.box.seeing.reading import (
    RefusedError,
    failure_outcome,
    film_left,
    frames_of,
    refused,
)
from judge_plugins.box.seeing.view import View
from judge_plugins.box.simulate import FAILED, Problem
from judge_plugins.box.timeline import Moment, timeline


def smooth_outcome(problem: Problem, output: Output, claim: str) -> Outcome:
    """Return whether the film that a program left shows all of the manipulations in smooth motion.

    Source: 20 frames a second; the box turns, the stot moves and creatures fall continuously, each
    rest is reached in order; who leaves is seen leaving; a manipulation a second at most.
    """
    if problem.answer == FAILED:
        return failure_outcome(output)
    moments = timeline(problem.start, problem.moves)
    if len(moments) == 1:  # nothing moves: a still picture is enough
        return animation_outcome(problem, output, claim)
    film = film_left(output)
    if isinstance(film, Outcome):
        return film
    try:
        fault = _Follower(moments).fault(film)
    except RefusedError as error:
        return refused(str(error))
    return refused(fault) if fault else Outcome(accepted=True)


class _Follower:
    """Follows the motions of a film, picture by picture."""

    def __init__(self, moments: Sequence[Moment]) -> None:
        self._first = moments[0]
        self._motions = list(motions(moments))
        self._number = 0
        self._rest: Pose | None = None
        """where the box was before the motion; None until it was seen at all"""
        self._last: Stage | None = None
        """how far the motion had come in the picture before; None at its start"""
        self._arrival: View | None = None
        """the latest picture in which the motion was over"""
        self._sizes = Sizes()
        self._time = Fraction(0)
        self._pace = Pace()
        self._stood_long = False

    def fault(self, film: Film) -> str:
        """Return the first thing that is wrong with a film, in a sentence, or ``""``."""
        has_arrived = True
        for frame in frames_of(film):
            image = frame.image
            fault = rate_fault(frame)
            if not fault:
                fault = self._first_fault(image) if self._rest is None else self._next_fault(image)
            if fault:
                return f"at {float(self._time):.2f} s: {fault}"
            self._stood_long = frame.duration > LONGEST
            if self._arrival is None:
                has_arrived = False
            elif not has_arrived:
                self._pace.ready(self._time)
                has_arrived = True
            self._time += frame.duration
        return self._end_fault()

    def _first_fault(self, image: Image.Image) -> str:
        """Return what is wrong with the first picture: the box before anything has moved."""
        view = found(image, self._first.down)
        fault = fault_of_view(view, self._first.cells, self._first.down)
        if fault or view is None:
            return f"{name_of(self._first)} should be shown, but {fault}"
        self._rest = view.pose
        self._sizes = sizes_at_rest(view, self._first.cells)
        return ""

    def _next_fault(self, image: Image.Image) -> str:
        """Take a picture as the next one of the motion, or as one of the motion after it.

        Until a motion is over, a picture belongs to it wherever it can: in a box that has all but
        turned creatures look as if they had begun to fall.
        """
        motion = self._motions[self._number]
        stage: Stage | str | None = None
        if self._arrival is None:
            stage = self._measured(self._number, image, self._rest, self._last)
        if not isinstance(stage, Stage) and self._may_go_on:
            told = self._measured(self._number + 1, image, self._resting_pose, None)
            if isinstance(told, Stage) and has_begun(self._motions[self._number + 1], told):
                return self._arrival_fault() or self._go_on(told, image)
        if stage is None:
            stage = self._measured(self._number, image, self._rest, self._last)
        if isinstance(stage, Stage):
            return self._step_fault(stage, image)
        if self._arrival is None or self._number + 1 == len(self._motions):
            return f"{stage} ({_name(motion)})"
        following = self._motions[self._number + 1]
        told = self._measured(self._number + 1, image, self._resting_pose, None)
        return f"{told if isinstance(told, str) else stage} ({_name(following)})"

    @property
    def _may_go_on(self) -> bool:
        """Whether the next picture may belong to the next motion."""
        if self._number + 1 == len(self._motions):
            return False
        is_fall_next = isinstance(self._motions[self._number + 1], Fall)
        nearly = is_fall_next and is_nearly_over(self._motions[self._number], self._last)
        return self._arrival is not None or nearly

    @property
    def _resting_pose(self) -> Pose | None:
        """Where the box is at the end of the motion."""
        if self._last is None:
            return self._rest
        return replace(self._last.pose, degrees=90.0 * self._motions[self._number].after.down)

    def _measured(
        self, number: int, image: Image.Image, rest: Pose | None, last: Stage | None
    ) -> Stage | str:
        if rest is None:
            return "no box was seen yet"
        return measured(self._motions[number], image, rest, self._sizes, last)

    def _go_on(self, stage: Stage, image: Image.Image) -> str:
        """Begin the next motion with a picture in which it is under way."""
        if fault := self._pace.ended():
            return f"{fault} ({_name(self._motions[self._number])})"
        self._rest = self._resting_pose
        self._number += 1
        self._last = None
        self._arrival = None
        self._stood_long = False
        return self._step_fault(stage, image)

    def _step_fault(self, stage: Stage, image: Image.Image) -> str:
        """Return what is wrong with the step to a stage, or take it."""
        motion = self._motions[self._number]
        in_the_middle = self._last is not None and has_begun(motion, self._last)
        stood_long = self._stood_long and in_the_middle and self._arrival is None
        steps = ways(motion, stage, self._last)
        for way in steps:
            if fault := way.fault(scale=stage.pose.scale, stood_long=stood_long):
                return f"{fault} ({_name(motion)})"
        if fault := vanishing_fault(motion, stage, self._last, self._sizes):
            return f"{fault} ({_name(motion)})"
        if in_the_middle and self._arrival is None:
            self._pace.count(steps, stage.pose.scale, stood_long=stood_long)
        # A fall goes on with the manipulation that turned the box.
        is_new = not in_the_middle and has_begun(motion, stage) and not isinstance(motion, Fall)
        if is_new and (fault := self._pace.haste(self._time)):
            return f"{_name(motion)} {fault}"
        if is_over(motion, stage, self._last):
            resting = replace(stage.pose, degrees=90.0 * motion.after.down)
            self._arrival = View(image, resting)
        self._last = stage
        return ""

    def _arrival_fault(self) -> str:
        """Return what is wrong with the rest at the end of the motion, or ``""``."""
        if self._arrival is None:
            return ""
        after = self._motions[self._number].after
        return fault_of_view(self._arrival, after.cells, after.down)

    def _end_fault(self) -> str:
        end = f"{float(self._time):.2f} s"
        if self._rest is None:
            return "the film shows nothing"
        if self._arrival is None or self._number + 1 < len(self._motions):
            number = self._number + (self._arrival is not None)
            return f"the film ends at {end} before the end of {_name(self._motions[number])}"
        fault = self._arrival_fault() or self._pace.ended()
        return f"at the end ({end}): {fault}" if fault else ""


def _name(motion: Motion) -> str:
    after = motion.after
    what = "the fall after " if isinstance(motion, Fall) else ""
    what = "the turn of " if isinstance(motion, Turn) else what
    return f"{what}manipulation {after.number} ({after.symbol})"
