"""Pictures as data: the shapes of a scene, the frames of a film, and their colours.

A plugin describes what is to be seen; how that becomes a file or lines on a terminal is not its
matter. Lengths are in units of its own choice (a cell's side, say), x grows to the right and y
downwards. Shapes cover those before them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from textwrap import wrap

Point = tuple[float, float]
Segment = tuple[float, float, float, float]
"""x and y of a line's start, then of its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Colour:
    """A colour by what it is for, with its parts from 0 to 255."""

    name: str
    red: int
    green: int
    blue: int

    @property
    def rgb(self) -> tuple[int, int, int]:
        """The red, green and blue parts."""
        return self.red, self.green, self.blue

    @property
    def css(self) -> str:
        """The colour as style sheets write it: ``#2563eb``."""
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


PAPER = Colour(name="paper", red=255, green=255, blue=255)
FLOOR = Colour(name="floor", red=244, green=243, blue=238)
GRID = Colour(name="grid", red=186, green=186, blue=186)
FAINT = Colour(name="faint", red=125, green=125, blue=125)
WALL = Colour(name="wall", red=45, green=45, blue=48)
INK = Colour(name="ink", red=25, green=25, blue=28)
BLACK = Colour(name="black", red=0, green=0, blue=0)
BLUE = Colour(name="blue", red=37, green=99, blue=235)
RED = Colour(name="red", red=220, green=38, blue=38)
GREEN = Colour(name="green", red=22, green=140, blue=74)
WOOD = Colour(name="wood", red=214, green=164, blue=96)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rectangle:
    """A filled rectangle; ``x`` and ``y`` are its upper left corner."""

    x: float
    y: float
    width: float
    height: float
    fill: Colour

    def moved(self, right: float, down: float) -> Rectangle:
        """Return the rectangle at another place."""
        return replace(self, x=self.x + right, y=self.y + down)


@dataclass(frozen=True, slots=True, kw_only=True)
class Polygon:
    """A filled area with straight sides, three points or more."""

    points: tuple[Point, ...]
    fill: Colour

    def moved(self, right: float, down: float) -> Polygon:
        """Return the polygon at another place."""
        return replace(self, points=tuple((x + right, y + down) for x, y in self.points))


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """A filled circle around ``x``, ``y``."""

    x: float
    y: float
    radius: float
    fill: Colour

    def moved(self, right: float, down: float) -> Circle:
        """Return the circle at another place."""
        return replace(self, x=self.x + right, y=self.y + down)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """Straight lines of one colour and width, any number of them.

    Each goes on for half its width beyond its ends, so that corners are filled: with square ends,
    or with ``round`` ones.
    """

    segments: tuple[Segment, ...]
    width: float
    colour: Colour
    round: bool = False

    def moved(self, right: float, down: float) -> Lines:
        """Return the lines at another place."""
        segments = tuple(
            (x + right, y + down, to_x + right, to_y + down) for x, y, to_x, to_y in self.segments
        )
        return replace(self, segments=segments)


class Anchor(Enum):
    """Which part of a text lies at its x; the value is what SVG calls it."""

    LEFT = "start"
    MIDDLE = "middle"
    RIGHT = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A line of text, half as high above ``y`` as below it; ``size`` is that of its font."""

    x: float
    y: float
    text: str
    size: float
    colour: Colour = INK
    anchor: Anchor = Anchor.MIDDLE

    def moved(self, right: float, down: float) -> Text:
        """Return the text at another place."""
        return replace(self, x=self.x + right, y=self.y + down)


_MOST_LINES = 3
"""How many lines a scene's title may take above it."""

_LETTER = 0.6
"""How wide a letter is, on average and with some room, when its font's size is 1."""

Shape = Rectangle | Polygon | Circle | Lines | Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Characters of one look in a picture made of characters; None: as the terminal has it."""

    text: str
    ink: Colour | None = None
    on: Colour | None = None


_TALLEST, _WIDEST = 30, 60
"""how large a picture of characters may be to stand beside another one"""

Typed = tuple[tuple[Run, ...], ...]
"""The lines of a picture made of characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A picture.

    ``pixels`` is how many a unit takes where there is room. ``title`` says in a line what is to
    be seen. ``typed`` is the scene for a terminal, () where it may be made from the shapes.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    pixels: int = 40
    title: str = ""
    typed: Typed = ()

    def colours(self) -> Iterator[Colour]:
        """Yield the colours in use, the paper first; some more than once."""
        yield PAPER
        for shape in self.shapes:
            yield shape.colour if isinstance(shape, Lines | Text) else shape.fill


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A scene and for how long it is shown."""

    scene: Scene
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """Frames one after another, all of one size; ``note`` says what was left out, if anything."""

    frames: tuple[Frame, ...]
    note: str = ""


def typed_plainly(text: str) -> Typed:
    """Return the lines of a text as a picture of characters without colours."""
    return tuple((Run(text=line),) for line in text.split("\n"))


def plain_text(scene: Scene) -> str:
    """Return a scene's picture of characters without colours; "" for none, or a large one."""
    lines = ["".join(run.text for run in line).rstrip() for line in scene.typed]
    is_large = len(lines) > _TALLEST or any(len(line) > _WIDEST for line in lines)
    return "" if is_large else "\n".join(lines)


def square(middle: Point, side: float, fill: Colour, *, degrees: float = 0) -> Polygon:
    """Return a square around a point, turned clockwise by some degrees."""
    half = side / 2
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    points = tuple((middle[0] + x, middle[1] + y) for x, y in corners)
    return Polygon(points=tuple(rotated(point, middle, degrees) for point in points), fill=fill)


def rotated(point: Point, middle: Point, degrees: float) -> Point:
    """Return where a point comes when the plane is turned clockwise around ``middle``.

    Quarter turns are exact.
    """
    cosine: float
    sine: float
    if degrees % 90 == 0:
        cosine, sine = ((1, 0), (0, 1), (-1, 0), (0, -1))[int(degrees // 90) % 4]
    else:
        cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = point[0] - middle[0], point[1] - middle[1]
    return middle[0] + x * cosine - y * sine, middle[1] + x * sine + y * cosine


def in_rows(scenes: Sequence[Scene], columns: int) -> Scene:
    """Return a scene of several, so many a row, each with its title above it.

    A pixel is that of the first scene; titles are cut after three lines.
    """
    line = 20 / scenes[0].pixels
    columns = min(columns, len(scenes))
    width = max(*(scene.width for scene in scenes), 10 * line)
    captions = [_wrapped(scene.title, int(width / (_LETTER * 0.8 * line))) for scene in scenes]
    most = max(map(len, captions))
    band = (most + 0.5) * line if most else 0
    height = max(scene.height for scene in scenes) + band
    shapes: list[Shape] = []
    for number, (scene, caption) in enumerate(zip(scenes, captions, strict=True)):
        row, column = divmod(number, columns)
        left, top = column * width, row * height
        for count, text in enumerate(caption, 1):
            x, y = left + width / 2, top + (count - 0.25) * line
            shapes.append(Text(x=x, y=y, text=text, size=0.8 * line))
        shift = (left + (width - scene.width) / 2, top + band)
        shapes += [shape.moved(*shift) for shape in scene.shapes]
    return Scene(
        width=columns * width,
        height=math.ceil(len(scenes) / columns) * height,
        shapes=tuple(shapes),
        pixels=scenes[0].pixels,
    )


def _wrapped(text: str, letters: int) -> list[str]:
    return wrap(text, letters, max_lines=_MOST_LINES, placeholder="…")


def film_of(scenes: Sequence[Scene], *, seconds: float, most: int = 1000) -> Film:
    """Return scenes as a film, each shown equally long, on a paper that all of them fit on.

    Scenes beyond the ``most`` are left out, and the film's note says so.
    """
    shown = scenes[:most]
    width = max(scene.width for scene in shown)
    height = max(scene.height for scene in shown)
    frames = []
    for scene in shown:
        shift = (width - scene.width) / 2, (height - scene.height) / 2
        shapes = tuple(shape.moved(*shift) for shape in scene.shapes)
        framed = replace(scene, width=width, height=height, shapes=shapes)
        frames.append(Frame(scene=framed, seconds=seconds))
    note = f"the film ends after {len(shown)} of {len(scenes)} steps"
    return Film(frames=tuple(frames), note="" if len(shown) == len(scenes) else note)
