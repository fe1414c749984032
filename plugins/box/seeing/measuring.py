"""How far a motion has come in one picture: the box's angle, the places of stot and creatures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from PIL import Image

from judge_plugins.box.motions import Fall, Motion, Shaft, StotMove, Turn
from judge_plugins.box.rules import CREATURES, EMPTY, HOLE_CELL, NAMES, STOT, Side
from judge_plugins.box.seeing.faults import fault_of_pose, fault_of_walls
from judge_plugins.box.seeing.finding import found
from judge_plugins.box.seeing.pose import STEPS, Edge, Point, Pose, centre
from judge_plugins.box.seeing.shades import SHADES, Shade, looks
from judge_plugins.box.seeing.sheet import FINENESS
from judge_plugins.box.seeing.tilt import tilted
from judge_plugins.box.seeing.view import View

_LOST_WALLS = 7
"""how many of the 30 parts of the outline may not be made out while the box turns"""

_NEARLY_UPRIGHT = 4.0
"""the tilt, in degrees, up to which walls are not looked at while the box turns"""

_ASIDE = (-0.16, 0.0, 0.16)
"""the places across a line at which its shade is told"""

_STEP = 1 / FINENESS
"""how finely a line is looked at, in cells"""

_GONE_BY = 1.6
"""how far beyond the hole's cell, in cells, a leaving creature is looked for"""

_NARROW = 0.3
"""the least half of a square's side that counts, in cells"""

_SPARE = 0.06
"""by how much squares that are seen as one are longer together, in cells, where some are apart"""

_ROUGHLY = 0.1
"""how far from where it should be, in cells, the ground between squares may begin and end"""

_LEAST_RUN = 0.3
"""the least part of a square, in cells, that is one"""
_ALONE = 1.1
"""the length of a run, in cells, up to which it is one square"""

_NEAR_LINE = 0.16
"""how far from the border of two cells, in cells, a line of the grid may hide a square's end"""

_SPLIT = 0.12
"""how much further apart than at rest two squares of one colour have to be to be seen as two"""


_ON_WAY = tuple(_STEP * (number + 0.5) - 0.36 for number in range(43))
"""the places of the stot's way, in cells from its start, but for those where walls may be"""
_PLACES_ON_WAY = tuple(number / 50 for number in range(-5, 56))
"""where on it the stot's middle may be"""
_ALIKE = 0.75
"""the share of the places that have to be dark, or not, as the stot in the best place makes them"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """The sides of the squares, in cells, as they were measured at rest."""

    creature: float = 1.0
    stot: float = 1.0
    gap: float = 0.0
    """what is seen between two creatures' squares side by side"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """How far a motion has come, and where the box was seen.

    ``values`` are, for a turn, the angle in degrees, clockwise from its start; for the stot, the
    share of its way; for a fall, the places in its shaft of each creature that can be seen, from
    above. There is one tuple for each moving shaft, and one for the others.
    """

    values: tuple[tuple[float, ...], ...]
    pose: Pose
    gaps: tuple[Edge, ...] | None = None
    """the walls of a turning box that cannot be made out; None where they were not looked at"""
    side: float = 0.0
    """the longest side of a falling square that is seen alone, in cells; 0 for none"""


def measured(
    motion: Motion, image: Image.Image, rest: Pose, sizes: Sizes, last: Stage | None
) -> Stage | str:
    """Return how far a motion has come in a picture, or what in it does not belong to the motion.

    ``rest`` is the pose in which the box was seen before the motion, ``last`` what was measured
    in the picture before.
    """
    if isinstance(motion, Turn):
        return _turn(motion, image, rest, last)
    view = _steady(image, rest, motion.before.down, last)
    if view is None:
        return "no box can be made out where it was before"
    # A black square that moves along the hole looks like a wall across it.
    is_hole_told = not isinstance(motion, StotMove) or HOLE_CELL not in {motion.start, motion.end}
    walls = fault_of_walls(view) if is_hole_told or view.missing_walls else ""
    fault = fault_of_pose(view, motion.before.down) or walls
    if fault:
        return fault
    return (
        _stot(motion, view, sizes.stot)
        if isinstance(motion, StotMove)
        else _fall(motion, view, sizes)
    )


def sizes_at_rest(view: View, cells: str) -> Sizes:
    """Return the sides of the squares of a box at rest."""
    sides = [
        _side(view, cell, SHADES[character])
        for cell, character in enumerate(cells)
        if character in CREATURES
    ]
    creature = sorted(sides)[len(sides) // 2] if sides else 1.0
    return Sizes(
        creature=creature,
        gap=1 - creature,
        stot=_side(view, cells.index(STOT), Shade.BLACK),
    )


def _side(view: View, cell: int, shade: Shade) -> float:
    """Return the side of the square in a cell, by its least reach from the middle."""
    x, y = centre(cell)
    reaches = []
    for right, down in STEPS.values():
        start = x + right * _STEP / 2, y + down * _STEP / 2
        line = _line(view, start, (right, down), FINENESS // 2)
        reach = next((number for number, seen in enumerate(line) if seen is not shade), len(line))
        reaches.append((reach + 0.5) * _STEP)
    return 2 * max(_NARROW, min(0.5, sorted(reaches)[1]))


def _steady(image: Image.Image, rest: Pose, down: Side, last: Stage | None) -> View | None:
    """Return the box where it was before, or wherever it is now, at rest.

    After a turn it is known but roughly where it came to rest.
    """
    known = View(image, last.pose if last else rest)
    if last is not None and known.is_perfect:
        return known
    view = found(image, down)
    if view is None or not (view.is_perfect or known.is_perfect):
        return view
    return view if view.is_perfect else known


def _turn(motion: Turn, image: Image.Image, rest: Pose, last: Stage | None) -> Stage | str:
    begun = 90 * motion.before.down
    near = begun + (last.values[0][0] if last else 0.0)
    pose = tilted(image, rest, near, last.pose if last else rest)
    if pose is None:
        return "no box of the size that it had can be made out"
    view = View(image, pose)
    # Next to upright, thin walls run along the pixels and beside them in turn, and at any tilt some
    # may get lost: the pictures at rest, which come before and after, show them better.
    tilt = abs((pose.degrees + 45) % 90 - 45)
    is_frame_lost = view.is_hole_closed or len(view.missing_walls) > _LOST_WALLS
    if tilt > _NEARLY_UPRIGHT and is_frame_lost:
        return fault_of_walls(view)
    for cell, (wanted, seen) in enumerate(zip(motion.before.cells, view.cells, strict=True)):
        if wanted != seen:
            shown = looks(view.shades[cell])
            should = looks(SHADES[wanted])
            return f"cell {cell + 1} looks {shown} while the box turns, should be {should}"
    gaps = view.missing_walls if tilt > _NEARLY_UPRIGHT else None
    return Stage(values=((pose.degrees - begun,),), pose=pose, gaps=gaps)


def _stot(motion: StotMove, view: View, side: float) -> Stage | str:
    here, there = centre(motion.start), centre(motion.end)
    for cell, wanted in enumerate(motion.before.cells):
        if cell not in {motion.start, motion.end} and view.cells[cell] != wanted:
            return _stray(view, cell, wanted)
    step = there[0] - here[0], there[1] - here[1]
    start = here[0] + _ON_WAY[0] * step[0], here[1] + _ON_WAY[0] * step[1]
    shades = _line(view, start, step, len(_ON_WAY))
    share = _best([shade is Shade.BLACK for shade in shades], side)
    if share is None or {Shade.BLUE, Shade.RED} & set(shades):
        return (
            f"the stot cannot be seen on its way between the cells {motion.start + 1} and "
            f"{motion.end + 1}, and nothing else there"
        )
    return Stage(values=((share,),), pose=view.pose)


def _best(dark: Sequence[bool], side: float) -> float | None:
    """Return where along its way a dark square of a known side is, or None for nowhere.

    Lines of the grid may hide its borders: of the places that fit equally well, the middle.
    """
    before = [0, *accumulate(dark)]
    scores = {}
    for place in _PLACES_ON_WAY:
        first, last = (
            min(len(dark), max(0, round((place + half - _ON_WAY[0]) / _STEP + 0.5)))
            for half in (-side / 2, side / 2)
        )
        inside = before[last] - before[first]
        outside = before[-1] - inside
        scores[place] = inside + (len(dark) - (last - first) - outside)
    most = max(scores.values())
    if most < _ALIKE * len(dark):
        return None
    best = [place for place, score in scores.items() if score == most]
    return sum(best) / len(best)


def _fall(motion: Fall, view: View, sizes: Sizes) -> Stage | str:
    moving = motion.moving
    in_motion = {cell for shaft in moving for cell in shaft.cells}
    for cell, wanted in enumerate(motion.before.cells):
        is_fixed = cell not in in_motion or wanted not in {EMPTY, *CREATURES}
        if is_fixed and view.cells[cell] != wanted:
            return _stray(view, cell, wanted)
    values: list[tuple[float, ...]] = []
    longest = 0.0
    for shaft in moving:
        runs = _creature_runs(shaft, view, motion.before.down, sizes.gap + _SPLIT)
        seen = sorted(
            ((run.character, place) for run in runs for place in run.places(sizes.creature)),
            key=lambda each: each[1],
        )
        leavers = sum(each.end is None for each in shaft.creatures)
        missing = len(shaft.creatures) - len(seen)
        names = "".join(each.character for each in shaft.creatures[: len(seen)])
        if not 0 <= missing <= leavers or "".join(character for character, _ in seen) != names:
            return _crowd(shaft, seen)
        values.append(tuple(place for _, place in seen))
        alone = (run.length for run in runs if run.length < _ALONE)
        longest = max(longest, *alone, 0.0)
    return Stage(values=tuple(values), pose=view.pose, side=longest)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """From where to where along a shaft one colour is seen: one square, or several together."""

    character: str
    upper: float
    lower: float
    gaps: tuple[tuple[float, float], ...] = ()
    """from where to where something else is seen between: lines of the grid, or the ground"""

    @property
    def length(self) -> float:
        return self.lower - self.upper

    def until(self, start: float, stop: float) -> _Run:
        """Return a longer run, with a gap in it if it does not go on at once."""
        is_gap = start - self.lower > _STEP / 2
        gaps = (*self.gaps, (self.lower, start)) if is_gap else self.gaps
        return replace(self, lower=stop, gaps=gaps)

    def places(self, side: float) -> Iterator[float]:
        """Yield the middles of the squares of a known side."""
        number = max(1, round(self.length + 1 - side))
        upper, lower = self.upper, self.lower
        hidden = max(0.0, number - 1 + side - self.length - _STEP)
        # A line of the grid hides a border that is near it.
        above, below = _from_line(upper), _from_line(lower)
        if above < min(below - _STEP, _NEAR_LINE):
            upper -= hidden
        elif below < min(above - _STEP, _NEAR_LINE):
            lower += hidden
        # Nobody is in another's cell: where squares are nearer, walls or lines hide a part of them.
        apart = max(1.0, (lower - upper - side) / (number - 1)) if number > 1 else 0.0
        middle = (upper + lower) / 2
        parted = self._parted(number, side)
        for index in range(number):
            if parted is None:
                yield middle + apart * (index - (number - 1) / 2)
            elif index < parted:
                yield upper + side / 2 + index
            else:
                yield lower - side / 2 - (number - 1 - index)

    def _parted(self, number: int, side: float) -> int | None:
        """Return after how many squares there is ground between them; None for nowhere.

        All that fall, and all that rest, are a cell apart. Those that come down on others are seen
        as one with them before they touch.
        """
        spare = self.length - (number - 1 + side)
        if number < 2 or spare < _SPARE:
            return None

        def ground(after: int) -> float:
            start = self.upper + after - 1 + side - _ROUGHLY
            end = self.upper + after + spare + _ROUGHLY
            return sum(max(0.0, min(end, stop) - max(start, begin)) for begin, stop in self.gaps)

        best = max(range(1, number), key=ground)
        return best if ground(best) >= spare / 2 else None


def _from_line(place: float) -> float:
    """Return how far a place in a shaft is from the nearest border between two cells."""
    return abs((place + 0.5) - round(place + 0.5))


def _creature_runs(shaft: Shaft, view: View, down: Side, widest_gap: float) -> list[_Run]:
    """Return where creatures are seen in a shaft."""
    first = centre(shaft.cells[0])
    step = STEPS[down]
    length = len(shaft.cells)
    end = length - 1 + (_GONE_BY if shaft.drains else 0.5)
    count = round((end + 0.5) / _STEP)
    places = [-0.5 + _STEP * (number + 0.5) for number in range(count)]
    start = first[0] + places[0] * step[0], first[1] + places[0] * step[1]
    shades = _line(view, start, step, count)
    return [
        run
        for character in sorted(CREATURES)
        for run in _runs(places, shades, character, widest_gap)
        if run.length >= _LEAST_RUN
    ]


def _runs(
    places: Sequence[float], shades: Sequence[Shade], character: str, widest_gap: float
) -> list[_Run]:
    """Return from where to where a shade is seen; gaps, such as lines of the grid, are bridged.

    Another creature between is no gap.
    """
    shade = SHADES[character]
    others = {Shade.BLUE, Shade.RED} - {shade}
    runs: list[_Run] = []
    is_split = True
    for at, seen in zip(places, shades, strict=True):
        if seen in others:
            is_split = True
        if seen is not shade:
            continue
        start, stop = at - _STEP / 2, at + _STEP / 2
        if runs and not is_split and start - runs[-1].lower <= widest_gap:
            runs[-1] = runs[-1].until(start, stop)
        else:
            runs.append(_Run(character=character, upper=start, lower=stop))
        is_split = False
    return runs


def _line(view: View, start: Point, step: Point, count: int) -> list[Shade]:
    """Return the shades along a line, each that of most of the places across it."""
    beside = [
        view.sheet.shades((start[0] + aside * step[1], start[1] + aside * step[0]), step, count)
        for aside in _ASIDE
    ]
    return [
        one if one is other or one is third else other
        for other, one, third in zip(*beside, strict=True)
    ]


def _stray(view: View, cell: int, wanted: str) -> str:
    return f"cell {cell + 1} looks {looks(view.shades[cell])}, should be {looks(SHADES[wanted])}"


def _crowd(shaft: Shaft, seen: Sequence[tuple[str, float]]) -> str:
    """Return a sentence on creatures in a shaft that are not those which should be there."""
    wanted = ", ".join(NAMES[each.character] for each in shaft.creatures) or "nobody"
    got = ", ".join(NAMES[character] for character, _ in seen) or "nobody"
    cells = "-".join(str(cell + 1) for cell in shaft.cells)
    return f"in the cells {cells} one sees {got} falling, should be {wanted}"
