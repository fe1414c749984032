"""Finding the box in a picture: wherever it is, at any scale, in one of its four orientations."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice
from statistics import median

from PIL import Image

from judge_plugins.box.rules import Side
from judge_plugins.box.seeing.photo import dark_mask
from judge_plugins.box.seeing.pose import COLUMNS, OUTLINE, ROWS, Pose
from judge_plugins.box.seeing.view import View

LEAST_SCALE = 3.5
"""the fewest pixels of a cell's side that can be read"""

_MOST_STRETCHED = 1.25
"""how much longer cells may be in one direction than in the other"""

_SOUND = len(OUTLINE) - 5
"""so many parts of the outline at least make something a box, in whatever orientation"""

_MOST_PIECES = 6
_SEARCHED_SIDE = 240
"""to how many pixels a picture is shrunk to look for connected dark pieces"""

Area = tuple[int, int, int, int]
"""left, top, and the first column and row beyond"""


def found(image: Image.Image, expected: Side | None = None) -> View | None:
    """Return the box that a picture shows, in the orientation that fits best, None for none.

    Where two fit equally well, the expected orientation is taken, and one that is not mirrored.
    """
    mask = dark_mask(image)
    best: View | None = None
    for area in _areas(mask):
        for pose in _poses(mask, area, expected or Side.BOTTOM):
            view = View(image, pose)
            if view.is_perfect:
                return view
            if best is None or _merit(view, expected) > _merit(best, expected):
                best = view
    return best if best is not None and best.fit >= _SOUND else None


def _merit(view: View, expected: Side | None) -> tuple[int, bool, bool]:
    pose = view.pose
    return view.fit, not pose.mirrored, pose.quarter_turns == expected


def _areas(mask: Image.Image) -> Iterator[Area]:
    """Yield where a box may be: around all that is dark, then around the largest pieces of it."""
    whole = mask.getbbox()
    if whole is None:
        return
    yield whole
    seen = {whole}
    for area in islice(_pieces(mask, whole), _MOST_PIECES):
        if area not in seen:
            seen.add(area)
            yield area


def _pieces(mask: Image.Image, whole: Area) -> Iterator[Area]:
    """Yield the areas of the connected dark pieces, the largest first."""
    shrunk = max(1, -(-max(whole[2] - whole[0], whole[3] - whole[1]) // _SEARCHED_SIDE))
    small = mask.crop(whole).reduce(shrunk).point(lambda value: 255 if value else 0)
    areas = sorted(
        _connected(small), key=lambda area: (area[2] - area[0]) * (area[3] - area[1]), reverse=True
    )
    for left, top, right, bottom in areas:
        rough = (
            whole[0] + left * shrunk,
            whole[1] + top * shrunk,
            min(whole[2], whole[0] + right * shrunk),
            min(whole[3], whole[1] + bottom * shrunk),
        )
        exact = mask.crop(rough).getbbox()
        if exact is not None:
            x, y = rough[:2]
            yield exact[0] + x, exact[1] + y, exact[2] + x, exact[3] + y


def _connected(mask: Image.Image) -> Iterator[Area]:
    """Yield the area of each piece of a small mask that hangs together, corners included."""
    width, height = mask.size
    left = {index for index, value in enumerate(mask.tobytes()) if value}
    while left:
        first = left.pop()
        waiting = deque([first])
        columns, rows = [first % width], [first // width]
        while waiting:
            row, column = divmod(waiting.popleft(), width)
            for y in range(max(0, row - 1), min(height, row + 2)):
                for x in range(max(0, column - 1), min(width, column + 2)):
                    index = y * width + x
                    if index in left:
                        left.remove(index)
                        waiting.append(index)
                        columns.append(x)
                        rows.append(y)
        yield min(columns), min(rows), max(columns) + 1, max(rows) + 1


def _poses(mask: Image.Image, area: Area, first: Side) -> Iterator[Pose]:
    """Yield the poses of a box whose walls' outer borders touch all four sides of an area.

    Those in the orientation ``first`` come first.
    """
    width, height = area[2] - area[0], area[3] - area[1]
    wall = _wall_width(mask, area)
    for quarters in (first, first.opposite, *(side for side in Side if (side - first) % 2)):
        columns, rows = (COLUMNS, ROWS) if quarters % 2 == 0 else (ROWS, COLUMNS)
        right, down = (width - wall) / columns, (height - wall) / rows
        if min(right, down) < LEAST_SCALE or max(right, down) > _MOST_STRETCHED * min(right, down):
            continue
        for mirrored in (False, True):
            yield Pose(
                x=area[0] + width / 2,
                y=area[1] + height / 2,
                right=right,
                down=down,
                degrees=90 * quarters,
                mirrored=mirrored,
            )


def _wall_width(mask: Image.Image, area: Area) -> float:
    """Return how thick the walls along the sides of an area are, in pixels."""
    left, top, right, bottom = area
    piece = mask.crop(area)
    rows = _thicknesses(piece)
    columns = _thicknesses(piece.transpose(Image.Transpose.TRANSPOSE))
    most = min(right - left, bottom - top) / 10
    widths = [width for width in (*rows, *columns) if width <= most]
    return median(widths) if widths else 1.0


def _thicknesses(mask: Image.Image) -> Iterator[int]:
    """Yield how thick the dark of each row is that begins at the mask's left side."""
    width, height = mask.size
    data = mask.tobytes()
    for start in range(0, width * height, width):
        row = data[start : start + width]
        first = row.find(b"\xff")
        if 0 <= first <= 1:
            end = row.find(b"\0", first)
            yield (end if end >= 0 else width) - first
