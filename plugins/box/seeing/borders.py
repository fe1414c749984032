"""How far out it is dark along the outline, which tells a wall from a black stot beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from judge_plugins.box.rules import Side
from judge_plugins.box.seeing.photo import DARK
from judge_plugins.box.seeing.pose import HOLE, OUTLINE, STEPS, Edge, Pose
from judge_plugins.box.seeing.sheet import Sheet

_INSIDE, _OUTSIDE = 0.3, 0.3
"""how far across an edge, in cells, is looked at, on both sides"""

_OUTERMOST_SHARE = 0.7
"""the share of the dark in the outermost pixel of the walls on a line that is there, too, where
one of them runs along a stot"""

_STOT_PIXELS = 1.0
"""how far beyond its cell, in pixels, a stot may reach at most where lines hide its borders"""

_FURTHER_PIXELS = 0.4
"""how much further than on its other sides, in pixels, a stot's border may be by itself"""

_EVEN_PIXELS, _UNEVEN_PIXELS = 0.1, 0.75
"""by how many pixels walls on several lines reach unequally far where all lengths are whole pixels;
and how much less far one may reach that is alone on its line where they are not"""

_BLACK = 70
"""the lightest part of a colour up to which it may be a stot's"""
_LIKE = 8
"""how far apart two colours are, in each part, that are one"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wall:
    """What is seen across a wall: how light its darkest place is, and the ground outside.

    ``border`` is how far beyond the edge it reaches, in cells.
    """

    edge: Edge
    lightness: int
    ground: int
    border: float

    def darkness(self, value: int) -> float:
        """Return how dark something is: 0 as the ground, 1 as the wall or darker."""
        return min(1.0, max(0.0, (self.ground - value) / (self.ground - self.lightness)))


class Borders:
    """Compares what is dark at an edge beside a stot with the walls on the same line."""

    def __init__(self, sheet: Sheet, pose: Pose, is_black: Callable[[int], bool]) -> None:
        """Take a picture of a box that is not tilted, and which of its cells are black."""
        self._sheet = sheet
        self._pixel = 1 / pose.scale
        self._is_black = is_black

    def are_as_of_walls(self, edge: Edge) -> bool:
        """Return whether it is dark at an edge as far out as the walls on its line reach.

        Walls on one line end in the same row of pixels, however lengths were rounded; a stot that
        fills its cell does not reach so far but for walls that are hidden behind it.
        """
        walls = [wall for each in self._walls_like(edge) if (wall := self._wall(each)) is not None]
        if not walls:
            return True
        nearest = min(walls, key=lambda each: each.border)
        usual = min(self._outermost(wall, wall.edge, nearest.border) for wall in walls)
        border = nearest.border
        spread = max(wall.border for wall in walls) - border
        if nearest.edge.depth != edge.depth and spread > _EVEN_PIXELS * self._pixel:
            border -= _UNEVEN_PIXELS * self._pixel
        return self._outermost(nearest, edge, border) >= _OUTERMOST_SHARE * usual

    @cached_property
    def unevenness(self) -> float:
        """By how much the walls of one side reach unequally far beyond their edges, in cells."""
        return max(map(self._unevenness_of, Side))

    def _unevenness_of(self, side: Side) -> float:
        edges = (each for each in OUTLINE if each.side is side and not self._is_black(each.cell))
        borders = [wall.border for each in edges if (wall := self._wall(each)) is not None]
        return max(borders, default=0.0) - min(borders, default=0.0)

    @property
    def is_hole_walled(self) -> bool:
        """Return whether something at the hole reaches as far as a wall, and further than a stot.

        Lines of the grid may hide the stot's own borders: they are at most below the whole line.
        """
        wall = self._wall(HOLE)
        if wall is None or not self.are_as_of_walls(HOLE):
            return False
        return wall.border > max(map(self._reach, _BESIDE_HOLE)) + _FURTHER_PIXELS * self._pixel

    def _walls_like(self, edge: Edge) -> list[Edge]:
        """Return the edges on an edge's line or, where it is alone there, on that side anywhere."""
        beside = [
            each
            for each in OUTLINE
            if each is not edge and each.side is edge.side and not self._is_black(each.cell)
        ]
        return [each for each in beside if each.depth == edge.depth] or beside

    def _wall(self, edge: Edge) -> _Wall | None:
        """Return the wall along an edge, None for none."""
        profile = self._profile(edge)
        lightness = min(profile)
        ground = max(profile[len(profile) // 2 :])
        if lightness > DARK or ground <= lightness:
            return None
        middle = (lightness + ground) / 2
        end = max(place for place, value in enumerate(profile) if value <= middle) + 1
        border = end / self._sheet.across - _INSIDE
        return _Wall(edge=edge, lightness=lightness, ground=ground, border=border)

    def _outermost(self, wall: _Wall, edge: Edge, border: float) -> float:
        """Return how much is dark at an edge in the pixel before a border, and the one behind.

        ``wall`` says what is dark, ``border`` is given in cells beyond the edge.
        """
        across = self._sheet.across
        start, end = (
            max(0, round((border + sign * self._pixel + _INSIDE) * across)) for sign in (-1, 1)
        )
        return sum(map(wall.darkness, self._profile(edge)[start:end]))

    def _reach(self, edge: Edge) -> float:
        """Return how far beyond an edge of its cell a black square may reach, in cells.

        That is as far as it is black, or to the far side of a line that follows at once.
        """
        colours = self._sheet.colours_across(edge, _INSIDE)[:: _outwards(edge)]
        pixel = self._pixel * self._sheet.across
        count = len(colours)
        black = next((at for at in range(count) if max(colours[at]) > _BLACK), count)
        line = min(count - 1, black + round(pixel / 2))
        places = range(line, count)
        end = next((at for at in places if not _is_like(colours[at], colours[line])), count)
        is_line = end < count
        reach = (end if is_line else black) / self._sheet.across - _INSIDE
        return min(reach, max(_STOT_PIXELS * self._pixel, black / self._sheet.across - _INSIDE))

    def _profile(self, edge: Edge) -> bytes:
        """Return how light it is across an edge in the mean, 0 to 255, from inside outwards."""
        outwards = _outwards(edge)
        reach = (_INSIDE, _OUTSIDE) if outwards > 0 else (_OUTSIDE, _INSIDE)
        return self._sheet.lightness_across(edge, *reach)[::outwards]


def _outwards(edge: Edge) -> int:
    """Return 1 where out of the cell is to the right or downwards, -1 where it is not."""
    return round(sum(STEPS[edge.side]))


def _is_like(one: Sequence[int], other: Sequence[int]) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= _LIKE


_BESIDE_HOLE = tuple(Edge(cell=HOLE.cell, side=side) for side in Side if side is not HOLE.side)
"""The other edges of the cell above the hole; beyond each is another cell."""
