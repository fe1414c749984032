"""The claim ``animation``: all states one after another, each for a second."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from judge.images.film import RECORDED_TOLERANCE, Film
from judge.models import Outcome
from judge.puzzle import Output
from judge_plugins.box.rules import Side
from judge_plugins.box.seeing.faults import fault_of_view
from judge_plugins.box.seeing.finding import found
from judge_plugins.box.seeing.reading import (
    HALF_DRAWN,
    RefusedError,
    failure_outcome,
    film_left,
    frames_of,
    refused,
    sides,
)
from judge_plugins.box.seeing.view import View
from judge_plugins.box.simulate import FAILED, Problem
from judge_plugins.box.timeline import SECONDS, Happening, Moment, timeline

TOLERANCE = Fraction(1, 10)
"""how much longer or shorter a state may be shown than it should. Source: the claim's rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What is seen of the box for a while; ``view`` is None where no box can be made out."""

    view: View | None
    seconds: Fraction
    start: Fraction

    def shows(self, moment: Moment) -> bool:
        """Return whether it is the picture of a moment."""
        return not self.fault(moment)

    def fault(self, moment: Moment) -> str:
        """Return what is wrong with it as a picture of a moment, or ``""``."""
        return fault_of_view(self.view, moment.cells, self.down(moment))

    def down(self, moment: Moment) -> Side:
        """Return which of the sides that may be below at a moment is, or should be."""
        if self.view is not None:
            seen = Side(self.view.pose.quarter_turns)
            if seen in moment.downs:
                return seen
        return moment.down


def animation_outcome(problem: Problem, output: Output, claim: str) -> Outcome:
    """Return whether the film that a program left shows every state in order, a second each.

    Source: the timeline counts, not the frames: equal neighbours may be one frame, and one state
    several; the last one may be shown longer, and a lone one for any time. In a window nothing
    counts before a box is seen, nor pictures that are half drawn.
    """
    if problem.answer == FAILED:
        return failure_outcome(output)
    film = film_left(output)
    if isinstance(film, Outcome):
        return film
    moments = timeline(problem.start, problem.moves)
    try:
        return _Comparison(moments, recorded=film.recorded).outcome(_sights(film, moments))
    except RefusedError as error:
        return refused(str(error))


def _sights(film: Film, moments: tuple[Moment, ...]) -> Iterator[Sight]:
    """Yield what the frames show; where the box lies is looked for as it was seen last, first."""
    start = Fraction(0)
    expected = moments[0].down
    for frame in frames_of(film):
        view = found(frame.image, expected)
        if view is not None:
            expected = Side(view.pose.quarter_turns)
        yield Sight(view=view, seconds=frame.shown, start=start)
        start += frame.shown


class _Comparison:
    """Compares what is seen with the moments, one sight after another."""

    def __init__(self, moments: tuple[Moment, ...], *, recorded: bool) -> None:
        self._moments = moments
        self._recorded = recorded
        self._tolerance = RECORDED_TOLERANCE if recorded else TOLERANCE
        self._number = 0
        self._is_seen = False
        """whether any moment has been shown yet"""
        self._shown = Fraction(0)
        """how long the moment at hand has been shown"""
        self._passed_over = Fraction(0)
        """how long that has been shown lately which may be half drawn"""

    def outcome(self, sights: Iterable[Sight]) -> Outcome:
        """Return the outcome for all that is seen, the first wrong moment in words."""
        end = Fraction(0)
        sight = None
        for sight in sights:
            end = sight.start + sight.seconds
            if outcome := self._fault(sight):
                return outcome
        if sight is not None and not self._is_seen:
            return _wrong(self._moments, 0, sight)
        if self._number + 1 < len(self._moments):
            following = name_of(self._moments[self._number + 1])
            return refused(f"the animation ends at {_clock(end)} before {following} was shown")
        fault = self._duration_fault(end, is_last=True)
        return refused(fault) if fault else Outcome(accepted=True)

    def _fault(self, sight: Sight) -> Outcome | None:
        """Return the outcome for a sight that is wrong, or take it."""
        moments, number = self._moments, self._number
        if sight.shows(moments[number]):
            self._take(sight)
            return None
        has_next = self._is_seen and number + 1 < len(moments)
        if has_next and sight.shows(moments[number + 1]):
            if fault := self._duration_fault(sight.start, is_last=False):
                return refused(fault)
            self._number += 1
            self._shown = Fraction(0)
            self._take(sight)
            return None
        if self._recorded and self._passes_over(sight):
            return None
        return _wrong(moments, number + has_next, sight)

    def _take(self, sight: Sight) -> None:
        self._is_seen = True
        self._shown += sight.seconds
        self._passed_over = Fraction(0)

    def _passes_over(self, sight: Sight) -> bool:
        """Return whether what a window shows that is no state does not count."""
        if not self._is_seen and sight.view is None:
            return True
        self._passed_over += sight.seconds
        return self._passed_over <= HALF_DRAWN

    def _duration_fault(self, end: Fraction, *, is_last: bool) -> str:
        """Return what is wrong with how long the moment was shown until ``end``, or ``""``."""
        moment, shown = self._moments[self._number], self._shown
        long_enough = shown >= SECONDS * (1 - self._tolerance)
        most = SECONDS * (1 + self._tolerance)
        if len(self._moments) == 1 or (long_enough and (is_last or shown <= most)):
            return ""
        at_least = "at least " if is_last else ""
        return (
            f"at {_clock(end - shown)}: {name_of(moment)} is shown for {_seconds(shown)}, "
            f"should be {at_least}{SECONDS} s"
        )


def _wrong(moments: tuple[Moment, ...], number: int, sight: Sight) -> Outcome:
    """Return the outcome for a sight that should be a moment and is not."""
    moment = moments[number]
    what = _confusion(moments, number, sight)
    if not what:
        fault = sight.fault(moment)
        what = f"{name_of(moment)} should be shown, but {fault}"
    view = sight.view
    seen_down = moment.down if view is None else Side(view.pose.quarter_turns)
    seen = None if view is None else view.cells
    expected, actual = sides(moment.cells, sight.down(moment), seen, seen_down)
    return Outcome(
        accepted=False, reason=f"at {_clock(sight.start)}: {what}", expected=expected, actual=actual
    )


def _confusion(moments: tuple[Moment, ...], number: int, sight: Sight) -> str:
    """Return which other moment is shown in place of one, in a sentence, or ``""``."""
    if sight.view is None:
        return ""
    for later in range(number + 1, min(number + 4, len(moments))):
        if sight.shows(moments[later]):
            return f"shows {name_of(moments[later])} before {name_of(moments[number])} was shown"
    for earlier in range(number - 1, -1, -1):
        if sight.shows(moments[earlier]):
            return f"shows {name_of(moments[earlier])} again in place of {name_of(moments[number])}"
    return ""


def name_of(moment: Moment) -> str:
    """Return a moment in words."""
    by = f"manipulation {moment.number} ({moment.symbol})"
    names = {
        Happening.INITIAL: "the initial state",
        Happening.MOVED: f"the stot after {by}",
        Happening.HALFWAY: f"the box at 90° on its way through {by}",
        Happening.TURNED: f"the box turned by {by} with nothing fallen yet",
        Happening.FELL: f"a step of the fall after {by}",
    }
    return names[moment.happening]


def _clock(time: Fraction) -> str:
    return f"{float(time):.1f} s"


def _seconds(time: Fraction) -> str:
    return f"{float(time):.2f} s".replace(".00 s", " s")
