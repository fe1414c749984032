"""Whether a motion goes on as it should from one picture to the next, and when it is over."""

from __future__ import annotations

from dataclasses import dataclass, replace

from judge_plugins.box.motions import Fall, Motion, Shaft, StotMove, Turn
from judge_plugins.box.rules import NAMES
from judge_plugins.box.seeing.measuring import Sizes, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What holds for angles, or for places: how far a jump may go, how exactly it is measured.

    ``slow`` is what may happen at once after a picture that stood for more than a frame, since
    motion begins and ends slowly; ``arrival`` how near the end counts as there.
    """

    jump: float
    slack: float
    slow: float
    arrival: float
    unit: str


DEGREES = Bounds(jump=15.0, slack=2.5, slow=4.0, arrival=3.0, unit="°")
CELLS = Bounds(jump=0.5, slack=0.1, slow=0.2, arrival=0.22, unit=" cells")

_HIDDEN_PIXELS = 3.0
"""how far a square may go on at once, in pixels, that stood for a while behind a line's edge"""

_BEGUN_DEGREES, _BEGUN_CELLS, _BEGUN_FALL = 2.0, 0.12, 0.22
"""how far things have visibly moved; walls may hide a part of a creature at rest"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One thing's way in a motion: where it is, where it was, and where it goes to."""

    name: str
    now: float
    before: float
    end: float
    bounds: Bounds

    def fault(self, *, scale: float, stood_long: bool, frames: int = 1) -> str:
        """Return what is wrong with the step from the last picture to this, or ``""``.

        ``scale`` is that of the box, in pixels a cell: a line of the grid may hide a pixel or two.
        So many ``frames`` may lie between the pictures.
        """
        bounds = self.bounds
        step = self.now - self.before
        pixel = 0.0 if bounds is DEGREES else 1 / scale
        if step < -1.5 * bounds.slack - pixel:
            return f"{self.name} goes back by {_text(-step, bounds)}"
        if step > frames * bounds.jump + 1.5 * bounds.slack + pixel:
            return (
                f"{self.name} jumps by {_text(step, bounds)}; at most "
                f"{_text(bounds.jump, bounds)} a frame are continuous motion"
            )
        if self.now > self.end + bounds.arrival + bounds.slack:
            return f"{self.name} goes {_text(self.now - self.end, bounds)} too far"
        hidden = 0.0 if bounds is DEGREES else _HIDDEN_PIXELS / scale
        if stood_long and step > max(bounds.slow + bounds.slack, hidden + bounds.slack):
            return (
                f"{self.name} moves on by {_text(step, bounds)} after a picture that stood for "
                "longer than a frame in the middle of the motion; show 20 frames a second"
            )
        return ""

    @property
    def is_there(self) -> bool:
        """Whether it has come to its end."""
        return self.now >= self.end - self.bounds.arrival


def ways(motion: Motion, stage: Stage, last: Stage | None) -> list[Way]:
    """Return the ways of all that moves; of a half turn's directions, the one that was chosen."""
    if isinstance(motion, Turn):
        return [_turn_way(motion, stage, last)]
    if isinstance(motion, StotMove):
        before = last.values[0][0] if last else 0.0
        now = stage.values[0][0]
        return [Way(name="the stot", now=now, before=before, end=1.0, bounds=CELLS)]
    return [
        way for number in range(len(motion.moving)) for way in _falls(motion, stage, last, number)
    ]


def _turn_way(motion: Turn, stage: Stage, last: Stage | None) -> Way:
    now = stage.values[0][0]
    before = last.values[0][0] if last else 0.0
    sign = 1 if motion.quarter_turns > 0 else -1
    if abs(motion.quarter_turns) == 2 and (before or now) < 0:
        sign = -1
    end = 90.0 * abs(motion.quarter_turns)
    return Way(name="the box", now=sign * now, before=sign * before, end=end, bounds=DEGREES)


def _falls(motion: Fall, stage: Stage, last: Stage | None, number: int) -> list[Way]:
    shaft = motion.moving[number]
    places = stage.values[number]
    before = _places(shaft, last, number)
    beyond = float(len(shaft.cells)) + 1
    return [
        Way(
            name=f"a {NAMES[creature.character]}",
            now=now,
            before=was,
            end=beyond if creature.end is None else float(creature.end),
            bounds=CELLS,
        )
        for creature, now, was in zip(shaft.creatures, places, before, strict=False)
    ]


def _places(shaft: Shaft, last: Stage | None, number: int) -> tuple[float, ...]:
    if last is None:
        return tuple(float(creature.start) for creature in shaft.creatures)
    return last.values[number]


def farthest(stage: Stage, last: Stage | None) -> Stage:
    """Return a stage with each value as far as it has ever come: who creeps back is behind it."""
    if last is None:
        return stage
    values = tuple(
        tuple(
            was if abs(was) > abs(now) and was * now >= 0 else now
            for now, was in zip(here, before[: len(here)], strict=True)
        )
        for here, before in zip(stage.values, last.values, strict=True)
    )
    return replace(stage, values=values)


def vanishing_fault(
    motion: Motion, stage: Stage, last: Stage | None, sizes: Sizes, frames: int = 1
) -> str:
    """Return what is wrong with how creatures left between two pictures, or ``""``.

    Who leaves is seen partly outside; with the next step it may be wholly out and gone. So many
    ``frames`` may lie between the pictures.
    """
    if not isinstance(motion, Fall):
        return ""
    for number, shaft in enumerate(motion.moving):
        before, now = _places(shaft, last, number), stage.values[number]
        if len(now) > len(before):
            return "a creature that had left is there again"
        for place, creature in zip(
            before[len(now) :], shaft.creatures[len(now) : len(before)], strict=True
        ):
            outside = len(shaft.cells) - 0.5 + sizes.creature / 2
            if place < outside - frames * CELLS.jump - 1.5 * CELLS.slack:
                return f"a {NAMES[creature.character]} vanishes before it has left the box"
    return ""


def is_over(motion: Motion, stage: Stage, last: Stage | None) -> bool:
    """Return whether everything has come to its end, and who leaves has left."""
    return all(way.is_there for way in ways(motion, stage, last))


def is_nearly_over(motion: Motion, stage: Stage | None) -> bool:
    """Return whether a turn is so near its end that the next frame may be past it."""
    if stage is None or not isinstance(motion, Turn):
        return False
    way = _turn_way(motion, stage, None)
    return way.now >= way.end - DEGREES.jump


def has_begun(motion: Motion, stage: Stage) -> bool:
    """Return whether anything has visibly moved since the motion's start."""
    if isinstance(motion, Turn):
        return abs(stage.values[0][0]) > _BEGUN_DEGREES
    if isinstance(motion, StotMove):
        return stage.values[0][0] > _BEGUN_CELLS
    return any(
        len(places) < len(shaft.creatures)
        or any(
            place > creature.start + _BEGUN_FALL
            for creature, place in zip(shaft.creatures, places, strict=False)
        )
        for shaft, places in zip(motion.moving, stage.values, strict=True)
    )


def _text(value: float, bounds: Bounds) -> str:
    return f"{value:.0f}{bounds.unit}" if bounds is DEGREES else f"{value:.2f}{bounds.unit}"
