"""Whether a film's motions come at the rate that is asked for, and manipulations not too fast."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from judge.images.film import RECORDED_TOLERANCE, Frame
from judge_plugins.box.seeing.pose import COLUMNS
from judge_plugins.box.seeing.progress import DEGREES, Way

SECONDS_A_FRAME = Fraction(1, 20)
SHORTEST, LONGEST = Fraction(4, 100), Fraction(6, 100)
"""what a frame of 1/20 s may last as it is encoded, in seconds: some formats round"""

APART = Fraction(95, 100)
"""the least time, in seconds, from the beginning of a manipulation to that of the next"""

APART_RECORDED = 1 - RECORDED_TOLERANCE
LONGEST_RECORDED = 2 * SECONDS_A_FRAME
"""the same of a window, whose pictures are seen a little late, or one of two not at all"""

MOST_MISSED = 3
"""so many frames' steps at most may be one in a recording; what stands longer, stands"""

_UNNOTICED = Fraction(3, 10)
"""how long a motion that begins slowly may have gone on, in seconds, when it is first noticed"""

_STANDING_SHARE, _FEWEST_STANDING = 0.6, 2
"""the share of the pictures that things go on from by a clear step, and their number, that may
stand for longer than a frame"""

_CLEAR_PIXELS = 2.0
"""how far things go on, in pixels, in a clear step; by less they may go on in every other frame"""


class Pace:
    """Counts the pictures of the motion at hand, and remembers when manipulations began.

    ``apart`` is the least time between two manipulations, in seconds.
    """

    def __init__(self, apart: Fraction) -> None:
        self._apart = apart
        self._ready = Fraction(0)
        self._began: Fraction | None = None
        self._motion = _Steps()
        self._film = _Steps()

    def ready(self, time: Fraction) -> None:
        """Take the time, in seconds, from which on all that moved is at rest.

        The first frame of what comes next may not differ from that yet.
        """
        self._ready = time + SECONDS_A_FRAME

    def haste(self, time: Fraction) -> str:
        """Return what is wrong with a manipulation that has visibly begun, or ``""``."""
        began, self._began = self._began, max(self._ready, time - _UNNOTICED)
        if began is None or time - began >= self._apart:
            return ""
        return (
            f"begins {float(time - began):.2f} s after the one before; "
            "show at most one manipulation a second"
        )

    def count(self, steps: Iterable[Way], scale: float, *, stood_long: bool) -> None:
        """Take a step of a motion that has begun; ``scale`` is that of the box, in pixels a cell.

        ``stood_long`` says that the picture before it stood for longer than a frame.
        """
        if max((scale * _cells(way) for way in steps), default=0.0) >= _CLEAR_PIXELS:
            self._motion = self._motion.more(stood_long=stood_long)
            self._film = self._film.more(stood_long=stood_long)

    def ended(self) -> str:
        """Return what is wrong with the pictures of the motion that is over, or ``""``."""
        motion, self._motion = self._motion, _Steps()
        return motion.fault("in the middle of it")

    def film_ended(self) -> str:
        """Return what is wrong with the pictures of all motions together, or ``""``."""
        return self._film.fault("of motion")


@dataclass(frozen=True, slots=True)
class _Steps:
    """How many clear steps there were, and how many of them after a picture that stood long."""

    all: int = 0
    late: int = 0

    def more(self, *, stood_long: bool) -> _Steps:
        return _Steps(self.all + 1, self.late + stood_long)

    def fault(self, which: str) -> str:
        if self.late < max(_FEWEST_STANDING, _STANDING_SHARE * self.all):
            return ""
        return (
            f"{self.late} of {self.all} pictures {which} stand for longer than a frame; "
            "show 20 frames a second"
        )


def steps_within(seconds: Fraction) -> int:
    """Return how many frames' steps may have been made in a window in the time between pictures.

    What stands for longer than the few frames that may be missed goes on from there by one.
    """
    steps = round(seconds / SECONDS_A_FRAME)
    return max(1, steps) if steps <= MOST_MISSED else 1


def rate_fault(frame: Frame) -> str:
    """Return what is wrong with how long the frames that look alike last each, or ``""``."""
    each = frame.duration / frame.encoded
    if each >= SHORTEST:
        return ""
    return f"frames last {float(each) * 1000:.0f} ms; 20 a second, 50 ms each, are asked for"


def _cells(way: Way) -> float:
    """Return how far something goes in a step, in cells; of a turning box, its sides."""
    step = way.now - way.before
    return math.radians(step) * COLUMNS / 2 if way.bounds is DEGREES else step
