"""Scenes as pixels, PNG and GIF: the only module that needs Pillow."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations

from PIL import Image, ImageChops, ImageDraw, ImageFont

from judge.draw import (
    PAPER,
    Anchor,
    Circle,
    Colour,
    Film,
    Lines,
    Point,
    Polygon,
    Rectangle,
    Scene,
    Shape,
    Text,
)
from judge.drawing import Drawing, scale_of
from judge.drawing.outlines import strip

_FINE = 3
"""Pixels are drawn so many times as fine a side and then averaged: that makes smooth edges."""

_MOST_FINE_PIXELS = 20_000_000
"""Pictures that would need more are drawn without smooth edges: memory is not for that."""

_LONGEST_FILM_SIDE = 800
_MOST_COLOURS = 256
_LEAST_DISTANCE = 20
"""How far apart shades are, out of 255: Pillow confuses colours that are nearly alike."""

_ANCHORS = {Anchor.LEFT: "lm", Anchor.MIDDLE: "mm", Anchor.RIGHT: "rm"}

_SPELT = str.maketrans({"×": "x", "−": "-", "–": "-", "“": '"', "”": '"', "’": "'"})
"""What the letters that come with Pillow lack, by what stands for it."""

_Rgb = tuple[int, int, int]


def png(scene: Scene) -> Drawing:
    """Return a scene as a PNG file."""
    scale = scale_of(scene)
    image = _image(scene, scale.pixels, _Palette(scene.colours()))
    file = io.BytesIO()
    image.save(file, "PNG")
    return Drawing(data=file.getvalue(), note=scale.note)


def gif(film: Film) -> Drawing:
    """Return a film as a GIF file that starts over at its end.

    It has a single palette, and of each frame only what differs from the one before. Times are
    rounded to hundredths of a second, without the roundings adding up.
    """
    scale = scale_of(film.frames[0].scene, _LONGEST_FILM_SIDE)
    palette = _Palette(colour for frame in film.frames for colour in frame.scene.colours())
    file = io.BytesIO()
    shown: Image.Image | None = None
    for image, hundredths in _timed(film, scale.pixels, palette):
        if shown is None:
            file.write(_gif_start(image, palette))
        file.write(_gif_frame(image, shown, hundredths))
        shown = image
    file.write(b";")
    return Drawing(data=file.getvalue(), note=scale.note)


class _Palette:
    """The colours of a picture and shades between each two of them, 256 at most."""

    def __init__(self, colours: Iterable[Colour]) -> None:
        self._own = list(dict.fromkeys(colour.rgb for colour in colours))[:_MOST_COLOURS]
        pairs = list(combinations(self._own, 2))
        most = (_MOST_COLOURS - len(self._own)) // max(1, len(pairs))
        shades = [shade for one, other in pairs for shade in _shades(one, other, most)]
        flat = [part for colour in self._own + shades for part in colour]
        # What is left of the 256 repeats the first colour: the nearest one is then never a gap.
        self.bytes = bytes(flat) + bytes(self._own[0]) * (_MOST_COLOURS - len(flat) // 3)
        self._holder = Image.new("P", (1, 1))
        self._holder.putpalette(self.bytes)

    def number(self, colour: Colour) -> int:
        """Return the index of one of the picture's own colours."""
        return self._own.index(colour.rgb) if colour.rgb in self._own else 0

    def applied(self, image: Image.Image) -> Image.Image:
        """Return an RGB image in these colours."""
        return image.quantize(palette=self._holder, dither=Image.Dither.NONE)


def _shades(one: _Rgb, other: _Rgb, most: int) -> Iterator[_Rgb]:
    """Yield colours between two others, as many as an eye can tell apart."""
    farthest = max(abs(a - b) for a, b in zip(one, other, strict=True))
    steps = min(most, farthest // _LEAST_DISTANCE - 1)
    for step in range(1, steps + 1):
        share = step / (steps + 1)
        red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
        yield red, green, blue


def _image(scene: Scene, pixels: float, palette: _Palette) -> Image.Image:
    """Return a scene as an image with a palette; at least a pixel large."""
    width, height = (max(1, round(side * pixels)) for side in (scene.width, scene.height))
    if width * height * _FINE**2 > _MOST_FINE_PIXELS:
        image = Image.new("P", (width, height), palette.number(PAPER))
        image.putpalette(palette.bytes)
        _Canvas(image, pixels, palette.number).draw(scene.shapes)
        return image
    fine = Image.new("RGB", (width * _FINE, height * _FINE), PAPER.rgb)
    _Canvas(fine, pixels * _FINE, lambda colour: colour.rgb).draw(scene.shapes)
    return palette.applied(fine.reduce(_FINE))


class _Canvas:
    """Draws shapes on an image; ``ink`` says what the image calls a colour."""

    def __init__(
        self, image: Image.Image, pixels: float, ink: Callable[[Colour], int | _Rgb]
    ) -> None:
        self._draw = ImageDraw.Draw(image)
        self._draw.fontmode = "1" if image.mode == "P" else "L"
        self._pixels = pixels
        self._ink = ink

    def draw(self, shapes: Iterable[Shape]) -> None:
        """Draw one shape after another."""
        for shape in shapes:
            match shape:
                case Rectangle():
                    right, below = shape.x + shape.width, shape.y + shape.height
                    self._rectangle(shape.x, shape.y, right, below, self._ink(shape.fill))
                case Polygon():
                    self._polygon(shape.points, self._ink(shape.fill))
                case Circle():
                    self._circle(shape.x, shape.y, shape.radius, self._ink(shape.fill))
                case Lines():
                    self._lines(shape)
                case Text():
                    self._text(shape)

    def _rectangle(
        self, left: float, top: float, right: float, below: float, ink: int | _Rgb
    ) -> None:
        """Fill an area with straight edges, a pixel wide and high at least."""
        edges = [round(edge * self._pixels) for edge in (left, top, right, below)]
        # Pillow counts the last pixel in.
        corner = max(edges[0], edges[2] - 1), max(edges[1], edges[3] - 1)
        self._draw.rectangle((edges[0], edges[1], *corner), fill=ink)

    def _polygon(self, points: Iterable[Point], ink: int | _Rgb) -> None:
        corners = [(x * self._pixels, y * self._pixels) for x, y in points]
        self._draw.polygon(corners, fill=ink)

    def _circle(self, x: float, y: float, radius: float, ink: int | _Rgb) -> None:
        left, top, right, below = (
            edge * self._pixels for edge in (x - radius, y - radius, x + radius, y + radius)
        )
        # Pillow counts the last pixel in here too.
        self._draw.ellipse((left, top, max(left, right - 1), max(top, below - 1)), fill=ink)

    def _lines(self, lines: Lines) -> None:
        half, ink = lines.width / 2, self._ink(lines.colour)
        for x, y, to_x, to_y in lines.segments:
            if lines.round:
                self._circle(x, y, half, ink)
                self._circle(to_x, to_y, half, ink)
            beyond = 0 if lines.round else half
            if x == to_x or y == to_y:
                (left, right), (top, below) = sorted((x, to_x)), sorted((y, to_y))
                across, along = (half, beyond) if x == to_x else (beyond, half)
                self._rectangle(left - across, top - along, right + across, below + along, ink)
            else:
                self._polygon(strip((x, y, to_x, to_y), lines.width, beyond=beyond), ink)

    def _text(self, text: Text) -> None:
        size = text.size * self._pixels
        if size >= 1:
            place = text.x * self._pixels, text.y * self._pixels
            anchor = _ANCHORS[text.anchor]
            ink = self._ink(text.colour)
            known = text.text.translate(_SPELT)
            self._draw.text(place, known, fill=ink, font=_font(size), anchor=anchor)


@cache
def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _timed(film: Film, pixels: float, palette: _Palette) -> Iterator[tuple[Image.Image, int]]:
    """Yield the frames as images, each with its time in hundredths of a second."""
    begun = seconds = 0.0
    for frame in film.frames:
        seconds += frame.seconds
        ended = round(100 * seconds)
        yield _image(frame.scene, pixels, palette), int(ended - begun)
        begun = ended


def _gif_start(image: Image.Image, palette: _Palette) -> bytes:
    """Return what stands before the frames: size, palette, and that the film starts over."""
    screen = struct.pack("<2HBBB", image.width, image.height, 0b1111_0111, 0, 0)
    again = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    return b"GIF89a" + screen + palette.bytes + again


def _gif_frame(image: Image.Image, shown: Image.Image | None, hundredths: int) -> bytes:
    """Return a frame that, put over the one that is shown, gives the image."""
    area = (0, 0, *image.size) if shown is None else _changed_area(image, shown)
    left, top, right, below = area
    control = struct.pack("<4BH2B", 0x21, 0xF9, 4, 0b100, min(hundredths, 65_535), 0, 0)
    place = struct.pack("<B4HB", 0x2C, left, top, right - left, below - top, 0)
    return control + place + _packed(image.crop(area))


def _changed_area(image: Image.Image, shown: Image.Image) -> tuple[int, int, int, int]:
    """Return the smallest rectangle outside of which two images are alike, at least a pixel."""
    # The difference of numbers of colours is no colour, but it is 0 where they are the same.
    indices = (Image.frombytes("L", each.size, each.tobytes()) for each in (image, shown))
    return ImageChops.difference(*indices).getbbox() or (0, 0, 1, 1)


def _packed(image: Image.Image) -> bytes:
    """Return the numbers of an image's colours as GIF packs them, by Pillow's own encoder."""
    file = io.BytesIO()
    image.save(file, "GIF", optimize=False, interlace=0)
    return _image_data(file.getvalue())


def _image_data(data: bytes) -> bytes:
    """Return the packed numbers of the only image in a GIF file, without anything around."""
    at = 13 + _palette_bytes(data[10])
    while data[at] == 0x21:  # extensions, each a label and blocks
        at = _after_blocks(data, at + 2)
    at += 10 + _palette_bytes(data[at + 9])
    return data[at : _after_blocks(data, at + 1)]


def _palette_bytes(flags: int) -> int:
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def _after_blocks(data: bytes, at: int) -> int:
    """Return where a chain of blocks ends: each begins with its length, the last is empty."""
    while data[at]:
        at += 1 + data[at]
    return at + 1
