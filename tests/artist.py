"""Draws boxes in many styles, right and wrong, as contestants' programs would."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from judge_plugins.box.rules import (
    EMPTY,
    HOLE_CELL,
    NEIGHBOURS,
    PLACES,
    SHUBBLE,
    SMOLE,
    STANDARD,
    STOT,
    Side,
)

Rgb = tuple[int, int, int]
Point = tuple[float, float]
"""In the unturned box, columns to the right and rows downwards; or in pixels."""

Inhabitant = tuple[str, Point]
"""A character, and the middle of its square in the unturned box."""

Edge = tuple[int, Side]
"""A cell's index and one of its sides."""

WHITE: Rgb = (255, 255, 255)
BLACK: Rgb = (0, 0, 0)
COLOURS: dict[str, Rgb] = {SHUBBLE: (0, 0, 255), SMOLE: (255, 0, 0), STOT: BLACK}

HOLE: Edge = (HOLE_CELL, STANDARD)
WALLS = frozenset(
    (cell, side)
    for side in Side
    for cell, beside in enumerate(NEIGHBOURS[side])
    if beside is None and (cell, side) != HOLE
)
GRID = frozenset(
    (cell, side)
    for side in (Side.BOTTOM, Side.RIGHT)
    for cell, beside in enumerate(NEIGHBOURS[side])
    if beside is not None
)
STANDARD_DEGREES = {Side.BOTTOM: 0, Side.RIGHT: 90, Side.TOP: 180, Side.LEFT: 270}
"""How far the box is turned clockwise when a side is below."""

_OUTWARDS = {Side.BOTTOM: (0, 1), Side.RIGHT: (1, 0), Side.TOP: (0, -1), Side.LEFT: (-1, 0)}
_MIDDLE = (3.5, 2.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How a picture is drawn; lengths in pixels but for ``inhabitant``, a share of a cell.

    ``canvas`` and ``place`` are the picture's size, and where in it the box's middle lies, as
    shares. ``pivot`` is the point of the box that lies there. ``fine`` draws so many times as
    large and shrinks: antialiased. ``wall_outside`` puts the walls outside the outline, not across
    it. ``frame`` is the thickness of a line around the picture.
    """

    cell: float = 20
    stretch: float = 1.0
    margin: float = 10
    canvas: tuple[int, int] | None = None
    place: Point = (0.5, 0.5)
    pivot: Point = _MIDDLE
    wall: float = 3
    grid: float = 1
    inhabitant: float = 1.0
    paper: Rgb = WHITE
    floor: Rgb = WHITE
    wall_colour: Rgb = BLACK
    grid_colour: Rgb = (170, 170, 170)
    colours: dict[str, Rgb] = field(default_factory=lambda: dict(COLOURS))
    fine: int = 1
    mirrored: bool = False
    grid_on_top: bool = True
    wall_outside: bool = False
    wall_inside: bool = False
    dotted: bool = False
    walls: frozenset[Edge] = WALLS
    grid_edges: frozenset[Edge] = GRID
    numbers: Rgb | None = None
    title: str = ""
    star: bool = False
    frame: int = 0
    frame_colour: Rgb = BLACK


def middle_of(cell: int) -> Point:
    row, column = PLACES[cell]
    return column + 0.5, row + 0.5


def at_rest(cells: str) -> list[Inhabitant]:
    return [
        (character, middle_of(cell)) for cell, character in enumerate(cells) if character != EMPTY
    ]


def drawn(
    cells: str | Sequence[Inhabitant],
    degrees: float = 0,
    style: Style | None = None,
    outside: Iterable[Inhabitant] = (),
) -> Image.Image:
    """Return an RGB picture of a box turned clockwise by some degrees."""
    style = style or Style()
    inhabitants = [*(at_rest(cells) if isinstance(cells, str) else cells), *outside]
    artist = _Artist(style, degrees)
    for cell in range(len(PLACES)):
        artist.square(middle_of(cell), 1, style.floor)
    if not style.grid_on_top:
        artist.grid()
    for character, middle in inhabitants:
        artist.square(middle, style.inhabitant, style.colours[character])
    if style.grid_on_top:
        artist.grid()
    artist.walls()
    artist.letters()
    return artist.finished()


class _Artist:
    """Draws on one picture in one style."""

    def __init__(self, style: Style, degrees: float) -> None:
        self._style = style
        self._degrees = degrees
        self._size = style.canvas or _needed(style, degrees)
        fine = style.fine
        self._image = Image.new("RGB", (self._size[0] * fine, self._size[1] * fine), style.paper)
        self._draw = ImageDraw.Draw(self._image)

    def square(self, middle: Point, side: float, colour: Rgb) -> None:
        self._area(middle, (side / 2, side / 2), colour)

    def grid(self) -> None:
        style = self._style
        for edge in sorted(style.grid_edges if style.grid else ()):
            self._line(edge, style.grid, style.grid_colour)

    def walls(self) -> None:
        style = self._style
        for edge in sorted(style.walls):
            self._line(edge, style.wall, style.wall_colour, outside=style.wall_outside)

    def letters(self) -> None:
        """Write the cells' numbers, the title and the mark at the hole, and draw the frame."""
        style = self._style
        if style.numbers is not None:
            for cell in range(len(PLACES)):
                self._text(middle_of(cell), (-0.3, -0.3), str(cell + 1), 0.28, style.numbers)
        if style.star:
            self._text((5.5, 5.6), (0, 0), "*", 0.8, BLACK)
        size = style.fine * style.cell * 0.6
        if style.title:
            self._draw.text((3, 2), style.title, fill=BLACK, font_size=size)
        if style.frame:
            width, height = self._image.size
            edge = (0, 0, width - 1, height - 1)
            self._draw.rectangle(edge, outline=style.frame_colour, width=style.frame * style.fine)

    def finished(self) -> Image.Image:
        if self._style.fine == 1:
            return self._image
        return self._image.resize(self._size, Image.Resampling.BOX)

    def _pixel(self, point: Point) -> Point:
        style = self._style
        cosine = math.cos(math.radians(self._degrees))
        sine = math.sin(math.radians(self._degrees))
        x, y = point[0] - style.pivot[0], point[1] - style.pivot[1]
        if style.mirrored:
            x = -x
        scale = style.cell * style.fine
        return (
            self._image.width * style.place[0] + scale * style.stretch * (x * cosine - y * sine),
            self._image.height * style.place[1] + scale * (x * sine + y * cosine),
        )

    def _text(self, point: Point, beside: Point, text: str, size: float, colour: Rgb) -> None:
        """Write a text upright, its middle so many cells beside a point of the unturned box."""
        scale = self._style.cell * self._style.fine
        x, y = self._pixel(point)
        place = x + scale * beside[0], y + scale * beside[1]
        self._draw.text(place, text, fill=colour, font_size=max(4.0, size * scale), anchor="mm")

    def _line(self, edge: Edge, width: float, colour: Rgb, *, outside: bool = False) -> None:
        """Draw a line along a cell's edge, with square ends."""
        cell, side = edge
        x, y = middle_of(cell)
        right, down = _OUTWARDS[side]
        if self._degrees % 90 == 0:
            self._straight_line(edge, max(1, round(width * self._style.fine)), colour, outside)
            return
        half = width / 2 / self._style.cell
        beyond = 0.5 + (half if outside else 0)
        reach = 0.5 + 2 * half if outside else 0.5 + half
        middle = x + beyond * right, y + beyond * down
        self._area(middle, (half if right else reach, half if down else reach), colour)

    def _straight_line(self, edge: Edge, width: int, colour: Rgb, outside: bool) -> None:
        """Draw a level or upright line that is as thick as all the others, in whole pixels."""
        x, y = middle_of(edge[0])
        right, down = _OUTWARDS[edge[1]]
        ends = [
            self._pixel((x + (right + sign * down) / 2, y + (down + sign * right) / 2))
            for sign in (-1, 1)
        ]
        beyond = self._pixel((x + right, y + down))
        left, last = (_whole(edge_x) for edge_x in sorted(end[0] for end in ends))
        top, lowest = (_whole(edge_y) for edge_y in sorted(end[1] for end in ends))
        is_upright = abs(ends[0][0] - ends[1][0]) < 1e-6
        is_wall = (edge in self._style.walls) or edge == HOLE
        inside = self._style.wall_inside and is_wall
        before = width if outside else 0 if inside else width // 2
        after = width if outside else 0 if inside else width - width // 2
        if is_upright:
            outer = beyond[0] > ends[0][0]
            start = _start(left, width, outer=outer, outside=outside, inside=inside)
            area = (start, top - before, start + width - 1, lowest + after - 1)
        else:
            outer = beyond[1] > ends[0][1]
            start = _start(top, width, outer=outer, outside=outside, inside=inside)
            area = (left - before, start, last + after - 1, start + width - 1)
        if self._style.dotted and not is_wall:
            self._draw.point(_every_other(area), fill=colour)
        else:
            self._draw.rectangle(area, fill=colour)

    def _area(self, middle: Point, reach: Point, colour: Rgb) -> None:
        """Fill a rectangle of the unturned box."""
        corners = [
            self._pixel((middle[0] + x * reach[0], middle[1] + y * reach[1]))
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        if self._degrees % 90:
            self._draw.polygon(corners, fill=colour)
            return
        (left, right), (top, bottom) = (
            (_whole(min(each)), _whole(max(each))) for each in zip(*corners, strict=True)
        )
        self._draw.rectangle((left, top, max(left, right - 1), max(top, bottom - 1)), fill=colour)


def _start(line: int, width: int, *, outer: bool, outside: bool, inside: bool) -> int:
    """Return where a line of some thickness begins that lies across, outside or inside an edge."""
    if not outside and not inside:
        return line - width // 2
    return line if outer == outside else line - width


def _every_other(area: tuple[int, int, int, int]) -> list[Point]:
    left, top, right, bottom = area
    return [
        (x, y)
        for y in range(top, bottom + 1)
        for x in range(left, right + 1)
        if (x - left + y - top) % 2 == 0
    ]


def _whole(length: float) -> int:
    """Return a number of pixels, halves always downwards: lines stay evenly apart."""
    return math.ceil(length - 0.5 - 1e-6)


def _needed(style: Style, degrees: float) -> tuple[int, int]:
    """Return the size of a picture that has room for the box, its walls and the margin."""
    columns, rows = (7, 5) if degrees % 180 == 0 else (5, 7) if degrees % 90 == 0 else (9, 9)
    around = 2 * style.margin + style.wall * (2 if style.wall_outside else 1)
    return (
        round(columns * style.cell * style.stretch + around),
        round(rows * style.cell + around),
    )
