"""What a picture shows of a box whose pose is known: walls, hole, grid, cells, and strangers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from statistics import median, median_low

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from judge_plugins.box.rules import CELLS, PLACES, Side
from judge_plugins.box.seeing.photo import creature_mask, dark_mask
from judge_plugins.box.seeing.pose import HOLE, INNER, OUTLINE, STEPS, Edge, Point, Pose
from judge_plugins.box.seeing.shades import CHARACTERS, Shade
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
_STOT_SHARE = 0.6
"""the share of the usual wall's reach beyond the outline from which a stot in the hole's cell is
not alone there: its border, too, is some fraction of a pixel off"""
_FEWEST_INK_PIXELS = 0.4
"""a wall is at least so many black pixels thick"""
_TELLING_PIXELS = 0.6
"""how much dark outside the outline a wall has at least to be told from a stot beside it"""
_OPEN_PLACES = 3
"""the hole is open where so many strips (of 8) show no wall: a mark may stand in others"""

_AGREEING = 15
"""how many of the 25 places around a cell's middle have to be of one shade"""

_GRID_ALONG = range(2, 8)
_GRID_ASIDE = 0.22
"""how far from an edge, in cells, a line of the grid may lie"""
_GRID_CONTRAST = 8
"""how far a grid line is from both cells' colours, in some part of the colour (of 255)"""
_GRID_AGREEING = 4

_STRANGER = 0.45
"""the side, in cells, from which something blue, red or black outside the box is an inhabitant"""

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
        is_stot_there = self.shades[HOLE.cell] is Shade.BLACK
        return not is_stot_there or self._reach_of(HOLE) >= _STOT_SHARE * self._usual_reach

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
        mask = ImageChops.lighter(creature_mask(self.image), dark_mask(self.image))
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

    def _shade_of(self, cell: int) -> Shade:
        around = self.sheet.shades_around(cell)
        most = max(set(around), key=around.count)
        return most if around.count(most) >= _AGREEING else Shade.OTHER

    def _is_wall(self, edge: Edge, share: float, rank: int) -> bool:
        """Return whether all strips but ``rank`` have a share of the usual wall's ink at an edge.

        A stot may reach to its cell's border. Then what is outside has to be a wall's too; where
        that is a fraction of a pixel, or the box is turning, nobody could tell.
        """
        pixel = 1 / self.pose.scale
        usual = self._usual_ink
        inks = self._inks[edge]
        ink = sorted(outside + inside for outside, inside in inks)[rank]
        if ink < max(share * usual, _FEWEST_INK_PIXELS * pixel):
            return False
        if self.shades[edge.cell] is not Shade.BLACK:
            return True
        if self._is_turning or self._usual_reach < _TELLING_PIXELS * pixel:
            return edge is not HOLE
        return self._reach_of(edge) >= share * self._usual_reach

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
    def _usual_reach(self) -> float:
        """How far the usual wall reaches beyond the outline, in cells."""
        return median(map(self._reach_of, OUTLINE))

    def _reach_of(self, edge: Edge) -> float:
        """Return how far the dark at an edge reaches beyond the outline, in cells.

        However dark it is: the walls may be grey and a stot beside them black.
        """
        across = self.sheet.across
        darkness = self.sheet.darkness
        is_level, slices = _wall_slices(across)[edge]
        strips = (darkness[is_level][outside] for outside, _ in slices)
        return median_low((len(strip) - strip.count(0)) / across for strip in strips)

    @cached_property
    def _inks(self) -> dict[Edge, list[tuple[float, float]]]:
        """By edge the ink of its strips: darkness times thickness in cells, outside and inside."""
        across = self.sheet.across
        full = 255 * across
        darkness = self.sheet.darkness
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
        near, far = self._colour_of(edge.cell), self._colour_of(edge.other)
        if _distance(near, far) >= _GRID_CONTRAST:
            return True
        clear = sum(self._contrast(line, near, far) >= _GRID_CONTRAST for line in self._lines(edge))
        return clear >= _GRID_AGREEING

    def _colour_of(self, cell: int) -> _Colour:
        """Return the usual colour around the middle of a cell."""
        colours = self.sheet.colours_around(cell)
        return tuple(median(part) for part in zip(*colours, strict=True))

    def _lines(self, edge: Edge) -> Iterator[bytes]:
        """Yield the colours across an edge, three bytes each, for some of its strips."""
        is_level = STEPS[edge.side][0] == 0
        data, width = self._strips[is_level]
        across = self.sheet.across
        start, middle = _first_strip(edge), _depth(edge)
        for number in _GRID_ALONG:
            row = (start + number) * width
            yield data[
                3 * (row + round((middle - _GRID_ASIDE) * across)) : 3
                * (row + round((middle + _GRID_ASIDE) * across))
            ]

    @cached_property
    def _strips(self) -> tuple[tuple[bytes, int], tuple[bytes, int]]:
        """The upright strips and the level ones with their lengths, in places."""
        upright, level = self.sheet.upright_strips, self.sheet.level_strips
        return (upright.tobytes(), upright.width), (level.tobytes(), level.width)

    @staticmethod
    def _contrast(line: bytes, near: _Colour, far: _Colour) -> float:
        """Return how far the most different colour of a line is from both cells' colours."""
        colours = {line[start : start + 3] for start in range(0, len(line), 3)}
        return max(min(_distance(colour, near), _distance(colour, far)) for colour in colours)


_Slices = tuple[tuple[slice, slice], ...]
"""For each strip that crosses an edge the places outside the edge and those inside."""


@lru_cache(maxsize=64)
def _wall_slices(across: int) -> dict[Edge, tuple[bool, _Slices]]:
    """Return whether each of the outline's edges, and the hole, is level, and where its ink is."""
    result = {}
    for edge in (*OUTLINE, HOLE):
        is_level = edge.side in {Side.BOTTOM, Side.TOP}
        width = round(((5 if is_level else 7) + 2 * BEYOND) * across)
        middle, start = _depth(edge), _first_strip(edge)
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


def _depth(edge: Edge) -> float:
    """Return how far an edge is from the beginning of the strips that cross it, in cells."""
    row, column = PLACES[edge.cell]
    right, down = STEPS[edge.side]
    return BEYOND + (column + max(right, 0) if right else row + max(down, 0))


def _first_strip(edge: Edge) -> int:
    """Return the number of the first strip along an edge."""
    row, column = PLACES[edge.cell]
    return PLACES_ALONG * (row if STEPS[edge.side][0] else column)


def differing(wanted: str, seen: str) -> Iterator[int]:
    """Yield the cells, by their index, that show something else than a state wants."""
    return (cell for cell in range(CELLS) if wanted[cell] != seen[cell])


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
