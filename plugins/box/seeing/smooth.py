"""The claim ``smooth``: everything in continuous motion, at 20 frames a second."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction

from PIL import Image

from judge.images.film import Film, Frame
from judge.models import Outcome
from judge.puzzle import Output
from judge_plugins.box.motions import Fall, Motion, StotMove, Turn, motions
from judge_plugins.box.seeing.animation import animation_outcome, name_of
from judge_plugins.box.seeing.faults import fault_of_view
from judge_plugins.box.seeing.finding import found
from judge_plugins.box.seeing.measuring import Sizes, Stage, measured, sizes_at_rest
from judge_plugins.box.seeing.pace import (
    APART,
    APART_RECORDED,
    LONGEST,
    LONGEST_RECORDED,
    Pace,
    rate_fault,
    steps_within,
)
from judge_plugins.box.seeing.pose import Edge, Pose
from judge_plugins.box.seeing.progress import (
    CELLS,
    DEGREES,
    farthest,
    has_begun,
    is_nearly_over,
    is_over,
    vanishing_fault,
    ways,
)
from judge_plugins.box.seeing.reading import (
    HALF_DRAWN,
    RefusedError,
    failure_outcome,
    film_left,
    frames_of,
    refused,
)
from judge_plugins.box.seeing.view import View
from judge_plugins.box.simulate import FAILED, Problem
from judge_plugins.box.timeline import Moment, timeline

_NOTICED = 0.03
"""by how much longer, in cells, a square has to look than before to count as longer"""


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
    if film.encoded_frames == 1 and not film.recorded:
        return refused("the program left a still picture; show everything in smooth motion")
    try:
        fault = _fault(film, moments)
    except RefusedError as error:
        return refused(str(error))
    return refused(fault) if fault else Outcome(accepted=True)


def _fault(film: Film, moments: Sequence[Moment]) -> str:
    """Return the first thing that is wrong with a film, in a sentence, or ``""``."""
    follower = _Follower(moments, recorded=film.recorded)
    for frame in frames_of(film):
        further = follower.copied()
        fault = further.fault(frame)
        if not fault:
            follower = further
        elif not follower.passes_over(frame, fault):
            return follower.doubt
    return follower.end_fault()


_STILL = {DEGREES: 0.6, CELLS: 0.03}
"""what a thing at rest may seem to move"""

_GAP_SHARE, _FEWEST_GAPS = 0.6, 2
"""the share of a turn's pictures, and their number, in which a wall may not be missing"""

_RESIZED = 0.015
"""the share by which a box at rest may be found larger or smaller than it was in motion"""


class _Follower:
    """Follows the motions of a film, picture by picture.

    In a recording pictures that were half drawn are passed over, and pictures may be missing.
    """

    def __init__(self, moments: Sequence[Moment], *, recorded: bool) -> None:
        self.doubt = ""
        """what is wrong with the first of the pictures that were passed over lately"""
        self._passed_over = Fraction(0)
        self._since_last = Fraction(0)
        """how long ago the last picture came that was not passed over"""
        self._recorded = recorded
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
        self._pace = Pace(APART_RECORDED if recorded else APART)
        self._stood_long = False
        self._has_arrived = True
        self._tilted = 0
        """in how many pictures of the turn at hand walls were looked at"""
        self._gaps: Counter[Edge] = Counter()
        """in how many of them each wall could not be made out"""

    def copied(self) -> _Follower:
        """Return another follower that has seen the same."""
        other = copy(self)
        other._pace = copy(self._pace)
        other._gaps = copy(self._gaps)
        return other

    def fault(self, frame: Frame) -> str:
        """Return what is wrong with the next picture, in a sentence, or ``""``."""
        image = frame.image
        fault = "" if self._recorded else rate_fault(frame)
        if not fault:
            fault = self._first_fault(image) if self._rest is None else self._next_fault(image)
        if fault:
            return f"at {float(self._time):.2f} s: {fault}"
        self._stood_long = frame.duration > (LONGEST_RECORDED if self._recorded else LONGEST)
        if self._arrival is None:
            self._has_arrived = False
        elif not self._has_arrived:
            self._pace.ready(self._time)
            self._has_arrived = True
        self._time += frame.duration
        self._since_last = frame.duration
        self._passed_over = Fraction(0)
        self.doubt = ""
        return ""

    def passes_over(self, frame: Frame, fault: str) -> bool:
        """Return whether a picture with a fault does not count, since it may be half drawn.

        What a window shows before there is a box in it does not count either.
        """
        if not self._passed_over:
            self.doubt = fault
        self._time += frame.duration
        self._since_last += frame.duration
        if self._rest is None and found(frame.image, self._first.down) is None:
            return self._recorded
        self._passed_over += frame.duration
        return self._recorded and self._passed_over <= HALF_DRAWN

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

        Until a motion is over, and as long as it goes on, a picture belongs to it wherever it can:
        in a box that has all but turned creatures look as if they had begun to fall, and what has
        all but come to its end as if it had begun to go back.
        """
        motion = self._motions[self._number]
        stage = self._measured(self._number, image, self._rest, self._last)
        if not self._goes_on(stage) and self._may_go_on:
            told = self._measured(self._number + 1, image, self._resting_pose, None)
            if isinstance(told, Stage) and has_begun(self._motions[self._number + 1], told):
                return self._arrival_fault() or self._go_on(told, image)
        if isinstance(stage, Stage):
            return self._step_fault(stage, image)
        if self._arrival is None or self._number + 1 == len(self._motions):
            return f"{stage} ({_name(motion)})"
        following = self._motions[self._number + 1]
        told = self._measured(self._number + 1, image, self._resting_pose, None)
        if isinstance(told, Stage):  # it has begun, too little to be sure of by itself
            return self._arrival_fault() or self._go_on(told, image)
        return f"{told} ({_name(following)})"

    def _goes_on(self, stage: Stage | str) -> bool:
        """Return whether a stage belongs to the motion beyond doubt.

        Of two turns, or a move of the stot and the way back, the first is over only where what
        moves goes back or beyond its end.
        """
        if isinstance(stage, str):
            return False
        motion, *later = self._motions[self._number :]
        if self._arrival is None or not later:
            return True
        is_way_back = isinstance(motion, StotMove) and _is_way_back(motion, later[0])
        if not is_way_back and not (isinstance(motion, Turn) and isinstance(later[0], Turn)):
            return False
        steps = ways(motion, stage, self._last)
        return all(
            way.before - _STILL[way.bounds] <= way.now <= way.end + _STILL[way.bounds]
            for way in steps
        )

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
        if self._arrival is not None:
            return self._arrival.pose
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
        if fault := self._gap_fault() or self._pace.ended():
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
        # The first step of a motion is a frame's also where pictures may be missing: what rests
        # for a second and jumps then is not in motion.
        frames = steps_within(self._since_last) if self._recorded and in_the_middle else 1
        steps = ways(motion, stage, self._last)
        for way in steps:
            stood = stood_long and not self._recorded
            if fault := way.fault(scale=stage.pose.scale, stood_long=stood, frames=frames):
                return f"{fault} ({_name(motion)})"
        if fault := vanishing_fault(motion, stage, self._last, self._sizes, frames):
            return f"{fault} ({_name(motion)})"
        if stage.gaps is not None:
            self._tilted += 1
            self._gaps.update(stage.gaps)
        if in_the_middle:
            self._pace.count(steps, stage.pose.scale, stood_long=self._stood_long)
        # A fall goes on with the manipulation that turned the box.
        is_new = not in_the_middle and has_begun(motion, stage) and not isinstance(motion, Fall)
        if is_new and (fault := self._pace.haste(self._time)):
            return f"{_name(motion)} {fault}"
        if is_over(motion, stage, self._last):
            self._arrival = _arrived(stage, image, motion)
        self._last = farthest(stage, self._last)
        if stage.side > self._sizes.creature + _NOTICED:
            self._sizes = replace(self._sizes, creature=stage.side)
        return ""

    def _gap_fault(self) -> str:
        """Return which wall was missing in most pictures of the turn that is over, or ``""``.

        Thin walls get lost in some pictures of a box that is tilted.
        """
        tilted, gaps = self._tilted, self._gaps
        self._tilted, self._gaps = 0, Counter()
        least = max(_FEWEST_GAPS, _GAP_SHARE * tilted)
        edge = next((edge for edge, times in gaps.most_common(1) if times >= least), None)
        return "" if edge is None else f"there is no wall {edge.name} while the box turns"

    def _arrival_fault(self) -> str:
        """Return what is wrong with the rest at the end of the motion, or ``""``."""
        if self._arrival is None:
            return ""
        motion = self._motions[self._number]
        following = self._motions[self._number + 1 : self._number + 2]
        is_passing = isinstance(motion, Turn) and any(isinstance(each, Fall) for each in following)
        if is_passing or (isinstance(motion, Turn) and following and not self._arrival.is_perfect):
            return ""  # it goes on within a frame; while it turned everything was looked at
        return fault_of_view(self._arrival, motion.after.cells, motion.after.down)

    def end_fault(self) -> str:
        """Return what is wrong with the end of the film, or ``""``."""
        end = f"{float(self._time):.2f} s"
        if self._rest is None:
            return self.doubt or "the film shows nothing"
        if self._arrival is None or self._number + 1 < len(self._motions):
            number = self._number + (self._arrival is not None)
            return f"the film ends at {end} before the end of {_name(self._motions[number])}"
        fault = (
            self._gap_fault()
            or self._arrival_fault()
            or self._pace.ended()
            or self._pace.film_ended()
        )
        return f"at the end ({end}): {fault}" if fault else ""


def _arrived(stage: Stage, image: Image.Image, motion: Motion) -> View:
    """Return the box at the end of a motion: where it was measured, or found, to be.

    One that is found larger or smaller than it was is tilted a little still.
    """
    down = motion.after.down
    view = found(image, down)
    if view is not None and view.is_perfect and view.pose.quarter_turns == down:
        resized = abs(view.pose.scale / stage.pose.scale - 1)
        if resized <= _RESIZED:
            return view
    return View(image, replace(stage.pose, degrees=90.0 * down))


def _is_way_back(motion: StotMove, following: Motion) -> bool:
    return isinstance(following, StotMove) and following.end == motion.start


def _name(motion: Motion) -> str:
    after = motion.after
    what = "the fall after " if isinstance(motion, Fall) else ""
    what = "the turn of " if isinstance(motion, Turn) else what
    return f"{what}manipulation {after.number} ({after.symbol})"
