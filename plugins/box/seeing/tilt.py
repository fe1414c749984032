"""The pose of a box that is turned by any angle, from the hull of its dark outline."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from PIL import Image

from judge_plugins.box.seeing.photo import dark_mask
from judge_plugins.box.seeing.pose import COLUMNS, ROWS, Point, Pose

_REACH = math.hypot(COLUMNS, ROWS) / 2
"""how far the corners of the box are from its middle, in cells"""

_AROUND = 1.0
"""how much further out, in cells, the outline is looked for: walls are thick, and boxes move"""

_RESIZED = 0.08
"""the share by which the box may seem larger or smaller than at rest"""

_FINE_DEGREES = (4.0, 1.0, 0.25)


def tilted(image: Image.Image, rest: Pose, near_degrees: float, last: Pose) -> Pose | None:
    """Return the pose of a box in motion, or None where there is nothing like its outline.

    The box has the size that it has in the pose ``rest``, and is not far from the pose ``last``.
     Its outline looks the same after half a turn: of the two angles that fit, the one nearer
    to ``near_degrees`` is returned.
    """
    reach = (_REACH + _AROUND) * rest.scale
    area = (
        max(0, int(last.x - reach)),
        max(0, int(last.y - reach)),
        min(image.width, int(last.x + reach) + 1),
        min(image.height, int(last.y + reach) + 1),
    )
    if area[0] >= area[2] or area[1] >= area[3]:
        return None
    points = hull(list(_borders(dark_mask(image.crop(area)))))
    if len(points) < 4:
        return None
    degrees = _steepness(points)
    left, right, top, bottom = _extents(points, degrees)
    size = _size(right - left, bottom - top, rest.scale)
    if size is None:
        return None
    if size < 0:  # the longer side is the upright one
        degrees += 90
        left, right, top, bottom = _extents(points, degrees)
    x, y = _turned(((left + right) / 2, (top + bottom) / 2), degrees)
    turns = round((near_degrees - degrees) / 180)
    return Pose(
        x=area[0] + x,
        y=area[1] + y,
        right=rest.right,
        down=rest.down,
        degrees=degrees + 180 * turns,
        mirrored=rest.mirrored,
    )


def hull(points: Sequence[Point]) -> list[Point]:
    """Return the corners of the smallest convex area that holds all points, once round."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered

    def half(run: Sequence[Point]) -> list[Point]:
        chain: list[Point] = []
        for point in run:
            while len(chain) > 1 and _side(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return half(ordered) + half(ordered[::-1])


def _side(first: Point, second: Point, third: Point) -> float:
    return (second[0] - first[0]) * (third[1] - first[1]) - (second[1] - first[1]) * (
        third[0] - first[0]
    )


def _borders(mask: Image.Image) -> Iterator[Point]:
    """Yield the outer corners of the first and the last dark pixel of each row."""
    width, height = mask.size
    data = mask.tobytes()
    for row in range(height):
        line = data[row * width : (row + 1) * width]
        first = line.find(b"\xff")
        if first >= 0:
            last = line.rfind(b"\xff") + 1
            for y in (row, row + 1):
                yield float(first), float(y)
                yield float(last), float(y)


def _steepness(points: Sequence[Point]) -> float:
    """Return the angle, from -45 to 45 degrees, of the smallest rectangle around the points."""

    def area(degrees: float) -> float:
        left, right, top, bottom = _extents(points, degrees)
        return (right - left) * (bottom - top)

    best = min((float(degrees) for degrees in range(-45, 45, 5)), key=area)
    for step in _FINE_DEGREES:
        best = min((best + step * number / 4 for number in range(-5, 6)), key=area)
    return best


def _extents(points: Sequence[Point], degrees: float) -> tuple[float, float, float, float]:
    """Return how far points reach along two axes that are turned clockwise by an angle."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    along = [x * cosine + y * sine for x, y in points]
    across = [y * cosine - x * sine for x, y in points]
    return min(along), max(along), min(across), max(across)


def _turned(point: Point, degrees: float) -> Point:
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return point[0] * cosine - point[1] * sine, point[0] * sine + point[1] * cosine


def _size(width: float, height: float, scale: float) -> int | None:
    """Return 1 for a lying box, -1 for an upright one, None where the size is another's.

    Walls add up to a cell's thickness to both sides.
    """
    for sign, (long, short) in ((1, (width, height)), (-1, (height, width))):
        spare = long - COLUMNS * scale, short - ROWS * scale
        slack = _RESIZED * ROWS * scale
        if all(-slack <= each <= 0.6 * scale + slack for each in spare):
            return sign
    return None
