"""The box in a picture straightened out: its pixels by the unturned box's columns and rows."""

from __future__ import annotations

from functools import cached_property

from PIL import Image

from judge_plugins.box.rules import CELLS
from judge_plugins.box.seeing.photo import darkness_map, lightness_map
from judge_plugins.box.seeing.pose import COLUMNS, ROWS, Edge, Point, Pose, centre
from judge_plugins.box.seeing.shades import Shade, ShadeTable

FINENESS = 25
"""how many places a cell is looked at in each direction to tell its shade"""

_LEFT, _TOP = 1, 1
_WIDTH, _HEIGHT = COLUMNS + 2, ROWS + 3
"""how many cells of a sheet are around the box: most of them below, where creatures leave"""

PLACES_ALONG = 10
"""at how many places along a cell's edge a strip crosses it"""

_MIDDLE = (0.2, 0.8)
"""the part along an edge in which nothing is seen of the edges that cross it at its ends"""

_MOST_ALONG = 60
"""how many strips cross an edge at most where no pixel is left out"""

_BESIDE = 4
"""how many strips a tilted one is made of"""

BEYOND = 0.5
"""how far strips reach beyond the box, in cells"""

_TABLE = ShadeTable()
_WHITE = (255, 255, 255)
_COARSEST, _FINEST = 40, 400
"""the least and the most places a cell is looked at across an edge; thin lines need many"""


class Sheet:
    """What a picture shows in one pose; each part is straightened when it is first asked for."""

    def __init__(self, image: Image.Image, pose: Pose) -> None:
        """Take an RGB picture; beyond its borders everything is white."""
        self._image = image
        self._pose = pose
        across = max(_COARSEST, round(4 * max(pose.right, pose.down)))
        self.across = min(_FINEST, across)
        """at how many places to the cell strips are looked at across an edge"""

    @cached_property
    def level_strips(self) -> Image.Image:
        """An RGB picture whose rows go down through the box, one for each place along its top."""
        return self._level(PLACES_ALONG)

    @cached_property
    def upright_strips(self) -> Image.Image:
        """An RGB picture whose rows go right through the box, one for each place of its height."""
        return self._upright(PLACES_ALONG)

    @cached_property
    def darkness(self) -> tuple[bytes, bytes]:
        """How dark the strips are, 0 to 255 for black, row by row: the upright's, the level's.

        A strip is as dark as several in its place are in the mean where the box is tilted: a tilted
        line, one pixel wide, may be a row of single pixels with nothing between their sides.
        """
        beside = 1 if self._pose.degrees % 90 == 0 else _BESIDE
        upright, level = self._upright(beside * PLACES_ALONG), self._level(beside * PLACES_ALONG)
        return (
            darkness_map(upright).reduce((1, beside)).tobytes(),
            darkness_map(level).reduce((1, beside)).tobytes(),
        )

    def lightness_across(self, edge: Edge, before: float, beyond: float) -> bytes:
        """Return how light it is across an edge, 0 to 255, in the mean of the strips that cross it.

        ``before`` and ``beyond`` are how far it goes, in cells, to the left of the edge, or above
        it, and to the other side.
        """
        return self._mean_across(self._lightness[edge.is_level], edge, before, beyond)

    def colours_across(self, edge: Edge, aside: float) -> list[tuple[int, ...]]:
        """Return the colours across an edge, in the mean of all that is beside it."""
        data = self._mean_across(self._close_strips[edge.is_level], edge, aside, aside)
        return [tuple(data[start : start + 3]) for start in range(0, len(data), 3)]

    def _mean_across(self, strips: Image.Image, edge: Edge, before: float, beyond: float) -> bytes:
        along = strips.height // (COLUMNS if edge.is_level else ROWS)
        first, last = (round(along * (edge.start + share)) for share in _MIDDLE)
        start, end = (
            round((BEYOND + edge.depth + reach) * self.across) for reach in (-before, beyond)
        )
        part = strips.crop((start, first, end, last))
        return part.resize((end - start, 1), Image.Resampling.BOX).tobytes()

    @cached_property
    def _close_strips(self) -> tuple[Image.Image, Image.Image]:
        """Upright strips and level ones that leave no pixels out: lines of dots have gaps."""
        return self._upright(self._close_along), self._level(self._close_along)

    @property
    def _close_along(self) -> int:
        return min(_MOST_ALONG, max(PLACES_ALONG, round(self._pose.scale)))

    @property
    def close_strips_beside(self) -> int:
        """Of how many places beside one another across an edge a colour is the mean."""
        return round(self._close_along * (_MIDDLE[1] - _MIDDLE[0]))

    @cached_property
    def _lightness(self) -> tuple[Image.Image, Image.Image]:
        """How light the upright strips and the level ones are."""
        return lightness_map(self.upright_strips), lightness_map(self.level_strips)

    def _level(self, along: int) -> Image.Image:
        """Return so many strips a cell from above the box to below it."""
        return _straightened(
            self._image,
            self._pose,
            size=(round((ROWS + 2 * BEYOND) * self.across), COLUMNS * along),
            origin=(0.0, -BEYOND),
            along_row=(0.0, 1 / self.across),
            along_column=(1 / along, 0.0),
        )

    def _upright(self, along: int) -> Image.Image:
        """Return so many strips a cell from the left of the box to its right."""
        return _straightened(
            self._image,
            self._pose,
            size=(round((COLUMNS + 2 * BEYOND) * self.across), ROWS * along),
            origin=(-BEYOND, 0.0),
            along_row=(1 / self.across, 0.0),
            along_column=(0.0, 1 / along),
        )

    def colours_around(self, cell: int) -> list[bytes]:
        """Return the colours, three bytes each, of 25 places around the middle of a cell."""
        colours = self._colours
        return [colours[start : start + 3] for start in _AROUND[cell]]

    def shades_around(self, cell: int) -> list[Shade]:
        """Return the shades of the places around the middle of a cell."""
        return [_TABLE[colour] for colour in self.colours_around(cell)]

    def shades(self, point: Point, step: Point, count: int) -> list[Shade]:
        """Return the shades at a row of places, one of ``FINENESS`` to the cell.

        ``step`` is the row's direction: one unit to the right, left, below or above.
        """
        stride = 3 * round(step[0] + _WIDTH * FINENESS * step[1])
        start = _start(point)
        colours = self._colours
        places = range(start, start + count * stride, stride)
        return [_TABLE[colours[place : place + 3]] for place in places]

    @cached_property
    def _colours(self) -> bytes:
        return _straightened(
            self._image,
            self._pose,
            size=(_WIDTH * FINENESS, _HEIGHT * FINENESS),
            origin=(-_LEFT, -_TOP),
            along_row=(1 / FINENESS, 0.0),
            along_column=(0.0, 1 / FINENESS),
        ).tobytes()


def _start(point: Point) -> int:
    """Return where the colour at a point of the unturned box begins in a sheet's bytes."""
    column = min(_WIDTH * FINENESS - 1, max(0, int((point[0] + _LEFT) * FINENESS)))
    row = min(_HEIGHT * FINENESS - 1, max(0, int((point[1] + _TOP) * FINENESS)))
    return 3 * (row * _WIDTH * FINENESS + column)


_FROM_MIDDLE = (-0.2, -0.1, 0.0, 0.1, 0.2)
_AROUND = tuple(
    tuple(_start((x + right, y + down)) for down in _FROM_MIDDLE for right in _FROM_MIDDLE)
    for x, y in map(centre, range(CELLS))
)
"""Where the colours around the middle of each cell begin in a sheet's bytes."""


def _straightened(
    image: Image.Image,
    pose: Pose,
    *,
    size: tuple[int, int],
    origin: Point,
    along_row: Point,
    along_column: Point,
) -> Image.Image:
    """Return a picture of a part of the unturned box.

    ``origin`` is the point at its upper left corner; ``along_row`` and ``along_column`` are how
    far one pixel goes, to the right and downwards.
    """
    x, y = pose.pixel(origin)
    right = pose.pixel((origin[0] + along_row[0], origin[1] + along_row[1]))
    down = pose.pixel((origin[0] + along_column[0], origin[1] + along_column[1]))
    return image.transform(
        size,
        Image.Transform.AFFINE,
        (right[0] - x, down[0] - x, x, right[1] - y, down[1] - y, y),
        resample=Image.Resampling.NEAREST,
        fillcolor=_WHITE,
    )
