"""The areas that shapes cover, as polygons."""

from __future__ import annotations

import math
from collections.abc import Iterator

from judge.draw import Circle, Lines, Point, Polygon, Rectangle, Segment

_CORNERS = 24
"""How many corners stand for a circle."""


def outlines(shape: Rectangle | Polygon | Circle | Lines) -> Iterator[tuple[Point, ...]]:
    """Yield the polygons that together cover what a shape covers."""
    match shape:
        case Rectangle():
            right, below = shape.x + shape.width, shape.y + shape.height
            yield (shape.x, shape.y), (right, shape.y), (right, below), (shape.x, below)
        case Polygon():
            yield shape.points
        case Circle():
            yield _round(shape.x, shape.y, shape.radius)
        case Lines():
            for segment in shape.segments:
                yield strip(segment, shape.width, beyond=0 if shape.round else shape.width / 2)
                if shape.round:
                    yield _round(*segment[:2], shape.width / 2)
                    yield _round(*segment[2:], shape.width / 2)


def strip(segment: Segment, width: float, *, beyond: float) -> tuple[Point, ...]:
    """Return the corners of a line, which goes on for ``beyond`` at both ends."""
    x, y, to_x, to_y = segment
    length = math.hypot(to_x - x, to_y - y)
    right, down = ((to_x - x) / length, (to_y - y) / length) if length else (1.0, 0.0)
    x, to_x = x - beyond * right, to_x + beyond * right
    y, to_y = y - beyond * down, to_y + beyond * down
    across, along = width / 2 * down, width / 2 * right
    return (
        (x + across, y - along),
        (to_x + across, to_y - along),
        (to_x - across, to_y + along),
        (x - across, y + along),
    )


def _round(x: float, y: float, radius: float) -> tuple[Point, ...]:
    angles = (math.tau * corner / _CORNERS for corner in range(_CORNERS))
    return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)
