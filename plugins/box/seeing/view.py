"""What a picture shows of a box whose pose is known: walls, hole, grid, cells, and strangers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from statistics import median

from PIL import Image, ImageDraw, ImageFilter

from judge_plugins.box.rules import CELLS, EMPTY, STOT
from judge_plugins.box.seeing.photo import Photo, creature_mask
from judge_plugins.box.seeing.pose import HOLE, INNER, OUTLINE, Edge, Point, Pose, centre
from judge_plugins.box.seeing.shades import CHARACTERS, Rgb, Shade, shade_of

_ALONG = tuple(0.15 + 0.1 * step for step in range(8))
"""where along an edge its wall is looked for; its ends belong to other walls too"""
_OUTSIDE, _INSIDE = 0.3, 0.1
"""how far from an edge, in cells, a wall's line may lie; further in, the stot may begin"""

_WALL_SHARE = 0.4
"""the share of the usual wall's ink below which there is none"""
_HOLE_SHARE = 0.5
"""the share of the usual wall's ink from which the hole is closed"""
_FEWEST_INK_PIXELS = 0.4
"""a wall is at least so many black pixels thick"""

_AREA = tuple((0.12 * x, 0.12 * y) for x in (-2, -1, 0, 1, 2) for y in (-2, -1, 0, 1, 2))
"""the places around a cell's middle by which its shade is told"""
_AGREEING = 15
"""how many of those have to be of one shade"""

_GRID_ALONG = (0.25, 0.375, 0.5, 0.625, 0.75)
_GRID_ASIDE, _GRID_REFERENCE = 0.22, 0.32
_GRID_CONTRAST = 12
"""how far a grid line is from both cells' colours, in some part of the colour (of 255)"""
_GRID_AGREEING = 3

_STRANGER = 0.45
"""the side, in cells, from which something blue or red outside the box is a creature"""


class View:
    """A picture looked at in one pose; everything is worked out when it is first asked for."""

    def __init__(self, photo: Photo, pose: Pose) -> None:
        self.photo = photo
        self.pose = pose

    @cached_property
    def missing_walls(self) -> tuple[Edge, ...]:
        """The edges of the outline along which there is no wall, or a gap in it."""
        least = max(_WALL_SHARE * self._usual_ink, self._fewest_ink)
        return tuple(edge for edge, ink in zip(OUTLINE, self._wall_ink, strict=True) if ink < least)

    @cached_property
    def is_hole_closed(self) -> bool:
        """Whether something like a wall is drawn across the hole."""
        least = max(_HOLE_SHARE * self._usual_ink, self._fewest_ink)
        return median(self._inks(HOLE)) >= least

    @cached_property
    def fit(self) -> int:
        """How many parts of the outline are as they should be in this pose, the hole included."""
        return len(OUTLINE) - len(self.missing_walls) + (not self.is_hole_closed)

    @property
    def is_perfect(self) -> bool:
        """Whether every wall is there and the hole is open: so it is in one pose alone."""
        return self.fit == len(OUTLINE) + 1

    @cached_property
    def shades(self) -> tuple[Shade, ...]:
        """The shade of each cell, in the order of their numbers."""
        return tuple(self.shade_at(centre(cell)) for cell in range(CELLS))

    @cached_property
    def cells(self) -> str:
        """The state that the cells' shades stand for; ``?`` for a shade that stands for nothing."""
        return "".join(CHARACTERS.get(shade, "?") for shade in self.shades)

    @cached_property
    def hidden_grid(self) -> tuple[Edge, ...]:
        """The edges between two cells that cannot be told apart there."""
        return tuple(edge for edge in INNER if not self._is_line_visible(edge))

    def shade_at(self, middle: Point) -> Shade:
        """Return the shade of the area around a point of the unturned box."""
        found = Counter(
            shade_of(self.photo.at(*self.pose.pixel((middle[0] + x, middle[1] + y))))
            for x, y in _AREA
        )
        shade, count = found.most_common(1)[0]
        return shade if count >= _AGREEING else Shade.OTHER

    def shade_of_pixel(self, point: Point) -> Shade:
        """Return the shade of the one pixel at a point of the unturned box."""
        return shade_of(self.photo.at(*self.pose.pixel(point)))

    def stranger(self) -> Point | None:
        """Return a place outside the box, in pixels, that looks like a creature; None for none."""
        scale = self.pose.scale
        mask = creature_mask(self.photo.image)
        draw = ImageDraw.Draw(mask)
        corners = list(self.pose.outline())
        draw.polygon(corners, fill=0)
        draw.line([*corners, corners[0], corners[1]], fill=0, width=max(1, round(0.3 * scale)))
        shrunk = max(1, int(scale / 6))
        small = mask.reduce(shrunk).point(lambda share: 255 if share >= 128 else 0)
        side = max(1, round(_STRANGER * scale / shrunk))
        eroded = small.filter(ImageFilter.MinFilter(side | 1))
        found = _framed(eroded, side).getbbox()
        return None if found is None else (found[0] * shrunk, found[1] * shrunk)

    @cached_property
    def _wall_ink(self) -> tuple[float, ...]:
        """The ink of each edge of the outline where there is least of it, but for one place."""
        return tuple(sorted(self._inks(edge))[1] for edge in OUTLINE)

    @cached_property
    def _usual_ink(self) -> float:
        return median(self._wall_ink)

    @property
    def _fewest_ink(self) -> float:
        return _FEWEST_INK_PIXELS / self.pose.scale

    def _inks(self, edge: Edge) -> list[float]:
        """Return how much ink crosses an edge at some places: darkness times thickness in cells."""
        step = min(0.05, 0.5 / self.pose.scale)
        depths = [
            _OUTSIDE - step * number for number in range(int((_OUTSIDE + _INSIDE) / step) + 1)
        ]
        pixel, darkness = self.pose.pixel, self.photo.darkness
        return [
            step * sum(darkness(*pixel(edge.at(along, depth))) for depth in depths)
            for along in _ALONG
        ]

    def _is_line_visible(self, edge: Edge) -> bool:
        """Return whether something between two cells sets them apart, their own colours or a line.

        Cells of different shades are told apart by these.
        """
        if edge.other is None or self.shades[edge.cell] is not self.shades[edge.other]:
            return True
        contrasts = [self._contrast(edge, along) for along in _GRID_ALONG]
        return sum(contrast >= _GRID_CONTRAST for contrast in contrasts) >= _GRID_AGREEING

    def _contrast(self, edge: Edge, along: float) -> int:
        """Return how far the most different colour across an edge is from both cells' colours."""

        def colour(beyond: float) -> Rgb:
            return self.photo.at(*self.pose.pixel(edge.at(along, beyond)))

        near, far = colour(-_GRID_REFERENCE), colour(_GRID_REFERENCE)
        step = min(0.05, 0.5 / self.pose.scale)
        count = int(2 * _GRID_ASIDE / step) + 1
        across = (colour(_GRID_ASIDE - step * number) for number in range(count))
        return max(min(_distance(each, near), _distance(each, far)) for each in across)


def differing(wanted: str, seen: str) -> Iterator[int]:
    """Yield the cells, by their index, that show something else than a state wants."""
    return (cell for cell in range(CELLS) if wanted[cell] != seen[cell])


def likeness(wanted: str, seen: str) -> int:
    """Return in how many inhabited cells a state and what is seen agree."""
    return sum(one == other != EMPTY for one, other in zip(wanted, seen, strict=True))


def has_one_stot(seen: str) -> bool:
    """Return whether exactly one cell looks like the stot."""
    return seen.count(STOT) == 1


def _framed(image: Image.Image, border: int) -> Image.Image:
    """Return a filtered mask whose border, which the filter leaves as it was, is empty."""
    width, height = image.size
    if min(width, height) <= 2 * border:
        return image
    inner = image.crop((border, border, width - border, height - border))
    framed = Image.new("L", image.size)
    framed.paste(inner, (border, border))
    return framed


def _distance(one: Rgb, other: Rgb) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
