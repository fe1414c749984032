"""What a picture shows of a box whose pose is known: walls, hole, grid, cells, and strangers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from statistics import median

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from judge_plugins.box.rules import CELLS
from judge_plugins.box.seeing.borders import Borders
from judge_plugins.box.seeing.photo import creature_mask, dark_mask, unlike_mask
from judge_plugins.box.seeing.pose import HOLE, INNER, OUTLINE, STEPS, Edge, Point, Pose
from judge_plugins.box.seeing.shades import CHARACTERS, Rgb, Shade
from judge_plugins.box.seeing.sheet import BEYOND, PLACES_ALONG, Sheet

_ALONG = range(1, 9)
"""the strips along an edge in which its wall is looked for; its ends belong to other walls too"""
_OUTSIDE, _INSIDE = 0.3, 0.1
"""how far from an edge, in cells, a wall's line may lie; further in, the stot may begin"""

_WALL_SHARE = 0.37
"""the share of the usual wall's ink below which there is none"""
_TURNED_WALL_SHARE = 0.15
"""that share in a turned box, in which thin walls come out unevenly thick"""
_HOLE_SHARE = 0.5
"""the share of the usual wall's ink from which the hole is closed"""
_FEWEST_INK_PIXELS = 0.4
"""a wall is at least so many black pixels thick"""
_OPEN_PLACES = 3
"""the hole is open where so many strips (of 8) show no wall: a mark may stand in others"""

_AGREEING = 15
"""how many of the 25 places around a cell's middle have to be of one shade"""

_GRID_ASIDE = 0.22
"""how far from an edge, in cells, a line of the grid may lie"""
_GRID_CONTRAST = 8
"""how far a grid line is from both cells' colours, in the mean along it, in some part of the colour
(of 255): lines may be dotted"""
_NOISE = 2.2
"""how far off a mean of places may be by chance, by the range of the middle half of them, times
the root of their number"""

_STRANGER = 0.45
"""the side, in cells, from which something blue, red or black outside the box is an inhabitant"""

_PAPER_SIDE = 100
"""at how many places in each direction the colour of the paper is looked for, at most"""

_Colour = tuple[float, ...]
"""Red, green and blue."""


class View:
    """A picture looked at in one pose; everything is worked out when it is first asked for."""

    def __init__(self, image: Image.Image, pose: Pose) -> None:
        """Take an RGB picture."""
        self.image = image
        self.pose = pose
        self.sheet = Sheet(image, pose)

    @cached_property
    def missing_walls(self) -> tuple[Edge, ...]:
        """The edges of the outline along which there is no wall, or a gap in it."""
        share, rank = (_TURNED_WALL_SHARE, 2) if self._is_turning else (_WALL_SHARE, 1)
        return tuple(edge for edge in OUTLINE if not self._is_wall(edge, share, rank))

    @cached_property
    def is_hole_closed(self) -> bool:
        """Whether something like a wall is drawn across the hole."""
        if not self._is_wall(HOLE, _HOLE_SHARE, _OPEN_PLACES - 1):
            return False
        return self.shades[HOLE.cell] is not Shade.BLACK or self._borders.is_hole_walled

    @cached_property
    def fit(self) -> int:
        """How many parts of the outline are as they should be in this pose, the hole included."""
        return len(OUTLINE) - len(self.missing_walls) + (not self.is_hole_closed)

    @property
    def is_perfect(self) -> bool:
        """Whether every wall is there and the hole is open: so it is in one pose alone."""
        return self.fit == len(OUTLINE) + 1

    @property
    def unevenness(self) -> float:
        """By how many cells walls of one side reach unequally far beyond the lines of the cells."""
        return self._borders.unevenness

    @cached_property
    def shades(self) -> tuple[Shade, ...]:
        """The shade of each cell, in the order of their numbers."""
        return tuple(map(self._shade_of, range(CELLS)))

    @cached_property
    def cells(self) -> str:
        """The state that the cells' shades stand for; ``?`` for a shade that stands for nothing."""
        return "".join(CHARACTERS.get(shade, "?") for shade in self.shades)

    @cached_property
    def hidden_grid(self) -> tuple[Edge, ...]:
        """The edges between two cells that cannot be told apart there."""
        return tuple(edge for edge in INNER if not self._is_line_visible(edge))

    @cached_property
    def stranger(self) -> Point | None:
        """A place outside the box, in pixels, that looks like an inhabitant; None for none."""
        scale = self.pose.scale
        mask = self._inhabited()
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

    def _inhabited(self) -> Image.Image:
        """Return a mask of what is blue, red or dark, but for paper of such a colour."""
        mask = ImageChops.lighter(creature_mask(self.image), dark_mask(self.image))
        return ImageChops.darker(mask, unlike_mask(self.image, self._paper))

    @property
    def _paper(self) -> Rgb:
        """The commonest colour outside the box."""
        width, height = (min(side, _PAPER_SIDE) for side in self.image.size)
        right, down = width / self.image.width, height / self.image.height
        outside = Image.new("1", (width, height), 1)
        corners = [(x * right, y * down) for x, y in self.pose.outline()]
        ImageDraw.Draw(outside).polygon(corners, fill=0, outline=0)
        small = self.image.resize((width, height), Image.Resampling.NEAREST)
        pixels = zip(_colours(small), outside.convert("L").tobytes(), strict=True)
        counts = Counter(colour for colour, is_outside in pixels if is_outside)
        red, green, blue = max(counts, key=counts.__getitem__, default=b"\xff\xff\xff")
        return red, green, blue

    def _shade_of(self, cell: int) -> Shade:
        around = self.sheet.shades_around(cell)
        most = max(set(around), key=around.count)
        return most if around.count(most) >= _AGREEING else Shade.OTHER

    def _is_wall(self, edge: Edge, share: float, rank: int) -> bool:
        """Return whether all strips but ``rank`` have a share of the usual wall's ink at an edge.

        A stot may reach to its cell's border. Then what is outermost has to be a wall's; while the
        box is turning, nobody could tell.
        """
        pixel = 1 / self.pose.scale
        ink = sorted(outside + inside for outside, inside in self._inks[edge])[rank]
        if ink < max(share * self._usual_ink, _FEWEST_INK_PIXELS * pixel):
            return False
        if self.shades[edge.cell] is not Shade.BLACK:
            return True
        if self._is_turning:
            return edge is not HOLE
        return self._borders.are_as_of_walls(edge)

    @cached_property
    def _borders(self) -> Borders:
        return Borders(self.sheet, self.pose, lambda cell: self.shades[cell] is Shade.BLACK)

    @property
    def _is_turning(self) -> bool:
        return self.pose.degrees % 90 != 0

    @cached_property
    def _usual_ink(self) -> float:
        """The usual wall's ink, outside the outline and inside."""
        return median(
            sorted(outside + inside for outside, inside in self._inks[edge])[1] for edge in OUTLINE
        )

    @cached_property
    def _inks(self) -> dict[Edge, list[tuple[float, float]]]:
        """By edge the ink of its strips: darkness times thickness in cells, outside and inside."""
        across = self.sheet.across
        full = 255 * across
        darkness = self.sheet.darkness
        # A thin black line is no grey wall: nothing counts as darker than walls usually are.
        usual = round(median(_darkest(darkness, *_wall_slices(across)[edge]) for edge in OUTLINE))
        as_walls = bytes(min(value, usual) for value in range(256))
        darkness = darkness[0].translate(as_walls), darkness[1].translate(as_walls)
        return {
            edge: [
                (sum(darkness[is_level][outside]) / full, sum(darkness[is_level][inside]) / full)
                for outside, inside in slices
            ]
            for edge, (is_level, slices) in _wall_slices(across).items()
        }

    def _is_line_visible(self, edge: Edge) -> bool:
        """Return whether something between two cells sets them apart, their own colours or a line.

        Cells of different shades are told apart by these.
        """
        if edge.other is None or self.shades[edge.cell] is not self.shades[edge.other]:
            return True
        near, far = self._ground_of(edge.cell), self._ground_of(edge.other)
        unlike = _GRID_CONTRAST + max(near.spread, far.spread)
        if _distance(near.usual, far.usual) >= unlike and _distance(near.mean, far.mean) >= unlike:
            return True
        line = self.sheet.colours_across(edge, _GRID_ASIDE)
        return any(near.differs(each, unlike) and far.differs(each, unlike) for each in line)

    def _ground_of(self, cell: int) -> _Ground:
        """Return what colours are around the middle of a cell."""
        parts = [sorted(part) for part in zip(*self.sheet.colours_around(cell), strict=True)]
        quarter = len(parts[0]) // 4
        noise = _NOISE / min(len(parts[0]), self.sheet.close_strips_beside) ** 0.5
        return _Ground(
            usual=tuple(part[len(part) // 2] for part in parts),
            mean=tuple(sum(part) / len(part) for part in parts),
            spread=max(part[-1 - quarter] - part[quarter] for part in parts) * noise,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ground:
    """The colours around a cell's middle: dithered or lossy pictures are no more of one each.

    ``spread`` is how far off, in the mean of some places, the colour may be by chance.
    """

    usual: _Colour
    mean: _Colour
    spread: float

    def differs(self, colour: Sequence[float], unlike: float) -> bool:
        """Return whether a colour is neither the usual one nor the mean."""
        return min(_distance(colour, self.usual), _distance(colour, self.mean)) >= unlike


_Slices = tuple[tuple[slice, slice], ...]
"""For each strip that crosses an edge the places outside the edge and those inside."""


def _darkest(darkness: tuple[bytes, bytes], is_level: bool, slices: _Slices) -> float:
    """Return how dark the darkest place across an edge is, in most of the strips."""
    strips = darkness[is_level]
    return float(median([max(strips[outside] + strips[inside]) for outside, inside in slices]))


@lru_cache(maxsize=64)
def _wall_slices(across: int) -> dict[Edge, tuple[bool, _Slices]]:
    """Return whether each of the outline's edges, and the hole, is level, and where its ink is."""
    result = {}
    for edge in (*OUTLINE, HOLE):
        is_level = edge.is_level
        width = round(((5 if is_level else 7) + 2 * BEYOND) * across)
        middle, start = BEYOND + edge.depth, PLACES_ALONG * edge.start
        outwards = sum(STEPS[edge.side])
        ends = [round((middle + outwards * reach) * across) for reach in (-_INSIDE, 0, _OUTSIDE)]
        slices = []
        for number in _ALONG:
            inside, line, outside = ((start + number) * width + end for end in ends)
            slices.append(
                (
                    slice(min(line, outside), max(line, outside)),
                    slice(min(line, inside), max(line, inside)),
                )
            )
        result[edge] = is_level, tuple(slices)
    return result


def differing(wanted: str, seen: str) -> Iterator[int]:
    """Yield the cells, by their index, that show something else than a state wants."""
    return (cell for cell in range(CELLS) if wanted[cell] != seen[cell])


def _colours(image: Image.Image) -> Iterator[bytes]:
    """Yield the colours of an RGB picture, three bytes each, row by row."""
    data = image.tobytes()
    return (data[start : start + 3] for start in range(0, len(data), 3))


def _framed(image: Image.Image, border: int) -> Image.Image:
    """Return a filtered mask whose border, which the filter leaves as it was, is empty."""
    width, height = image.size
    if min(width, height) <= 2 * border:
        return image
    inner = image.crop((border, border, width - border, height - border))
    framed = Image.new("L", image.size)
    framed.paste(inner, (border, border))
    return framed


def _distance(one: Sequence[float], other: Sequence[float]) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
