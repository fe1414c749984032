"""Scenes as SVG, with nothing but the standard library: for files and within HTML pages."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from judge.draw import PAPER, Circle, Lines, Polygon, Rectangle, Scene, Shape, Text
from judge.drawing import scale_of

_FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"


def svg(scene: Scene) -> str:
    """Return a scene as an ``svg`` element, which is a whole file too.

    Its paper is white, so that it looks the same on a light and on a dark page. Sizes are in the
    scene's units, so that it stays sharp at any size.
    """
    return "".join(_pieces(scene))


def _pieces(scene: Scene) -> Iterator[str]:
    pixels = scale_of(scene).pixels
    size = f'width="{_number(scene.width * pixels)}" height="{_number(scene.height * pixels)}"'
    box = f'viewBox="0 0 {_number(scene.width)} {_number(scene.height)}"'
    label = f' role="img" aria-label={quoteattr(scene.title)}' if scene.title else ""
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}{label}>\n'
    if scene.title:
        yield f"<title>{escape(scene.title)}</title>\n"
    yield f'<rect width="100%" height="100%" fill="{PAPER.css}"/>\n'
    for shape in scene.shapes:
        yield _element(shape)
    yield "</svg>\n"


def _element(shape: Shape) -> str:
    match shape:
        case Rectangle():
            place = f'x="{_number(shape.x)}" y="{_number(shape.y)}"'
            size = f'width="{_number(shape.width)}" height="{_number(shape.height)}"'
            return f'<rect {place} {size} fill="{shape.fill.css}"/>\n'
        case Polygon():
            points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
            return f'<polygon points="{points}" fill="{shape.fill.css}"/>\n'
        case Circle():
            place = f'cx="{_number(shape.x)}" cy="{_number(shape.y)}" r="{_number(shape.radius)}"'
            return f'<circle {place} fill="{shape.fill.css}"/>\n'
        case Lines():
            return _path(shape)
        case Text():
            return _text(shape)


def _path(lines: Lines) -> str:
    """Return all lines as one path: a large maze has a million of them."""
    path = "".join(
        f"M{_number(x)} {_number(y)}"
        + (
            f"H{_number(to_x)}"
            if y == to_y
            else f"V{_number(to_y)}"
            if x == to_x
            else f"L{_number(to_x)} {_number(to_y)}"
        )
        for x, y, to_x, to_y in lines.segments
    )
    cap = "round" if lines.round else "square"
    look = f'stroke="{lines.colour.css}" stroke-width="{_number(lines.width)}"'
    return f'<path d="{path}" {look} stroke-linecap="{cap}" fill="none"/>\n'


def _text(text: Text) -> str:
    place = f'x="{_number(text.x)}" y="{_number(text.y)}" dy="0.35em"'
    look = f'font-size="{_number(text.size)}" font-family="{_FONT}" fill="{text.colour.css}"'
    return f'<text {place} {look} text-anchor="{text.anchor.value}">{escape(text.text)}</text>\n'


def _number(value: float) -> str:
    """Return a number with at most three decimals."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
