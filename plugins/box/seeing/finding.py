"""Finding the box in a picture: wherever it is, at any scale, in one of its four orientations."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from statistics import median

from PIL import Image, ImageChops, ImageFilter

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

_SHORTEST_WALL = 0.65
"""how long a line has to be, in cells, to be a part of a box and not of a letter"""

_MOST_PIECES = 4
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
        for view in _views(image, mask, area, expected or Side.BOTTOM):
            if view.is_perfect:
                return view
            if best is None or _merit(view, expected) > _merit(best, expected):
                best = view
    return best if best is not None and best.fit >= _SOUND else None


def _views(image: Image.Image, mask: Image.Image, area: Area, first: Side) -> Iterator[View]:
    """Yield the boxes that may fill an area: with their walls across the outline, then inside it.

    Walls are inside where cells are drawn with borders of their own; then the lines of the cells
    are further apart, and all walls reach as far beyond them.
    """
    across = {}
    for pose in _poses(area, _wall_width(mask, area), first):
        view = across[pose.degrees, pose.mirrored] = View(image, pose)
        yield view
    for pose in _poses(area, 0.0, first):
        view = View(image, pose)
        other = across.get((pose.degrees, pose.mirrored))
        if other is None or view.unevenness < other.unevenness:
            yield view


def _merit(view: View, expected: Side | None) -> tuple[int, int, bool, bool]:
    """Return how well a view fits: its walls, then its grid: a frame around it has none."""
    pose = view.pose
    hidden = len(view.hidden_grid) if view.fit >= _SOUND else 0
    return view.fit, -hidden, not pose.mirrored, pose.quarter_turns == expected


def _areas(mask: Image.Image) -> Iterator[Area]:
    """Yield where a box may be: around all that is dark, then around the largest pieces of it.

    After each comes the part of it in which there are lines at least as long as a wall: letters
    and other marks beside the box are left out.
    """
    whole = mask.getbbox()
    if whole is None:
        return
    seen = set()
    for area in chain((whole,), _pieces(mask, whole)):
        for each in (area, _lined(mask, area)):
            if each is not None and each not in seen:
                seen.add(each)
                yield each


def _lined(mask: Image.Image, area: Area) -> Area | None:
    """Return the part of an area that holds its long level and upright lines, None for none."""
    left, top, right, bottom = area
    longest = max(right - left, bottom - top)
    length = max(3, round(_SHORTEST_WALL * longest / max(COLUMNS, ROWS)))
    # What is moved out on one side comes in again on the other: there the margin is empty.
    piece = mask.crop((left - length, top - length, right + length, bottom + length))
    lines = ImageChops.lighter(_runs(piece, length, 1, 0), _runs(piece, length, 0, 1))
    return _exact(lines, (0, 0, *lines.size), (left - length, top - length))


def _runs(mask: Image.Image, length: int, right: int, down: int) -> Image.Image:
    """Return the runs of a mask that are at least so long in one direction."""
    steps = []
    reached = 1
    while reached < length:
        steps.append(min(reached, length - reached))
        reached += steps[-1]
    for step in steps:
        mask = ImageChops.darker(mask, ImageChops.offset(mask, -step * right, -step * down))
    for step in steps:
        mask = ImageChops.lighter(mask, ImageChops.offset(mask, step * right, step * down))
    return mask


def _pieces(mask: Image.Image, whole: Area) -> Iterator[Area]:
    """Yield the areas of the connected dark pieces, the largest first.

    Then of those that are connected where gaps of a pixel or two do not part them, and of all but
    what goes all around: a gap in a wall, besides the hole, parts the walls of a box.
    """
    shrunk = max(1, -(-max(whole[2] - whole[0], whole[3] - whole[1]) // _SEARCHED_SIDE))
    small = mask.crop(whole).reduce(shrunk).point(lambda value: 255 if value else 0)
    pieces = _by_size(_connected(small))
    joined = _by_size(_connected(small.filter(ImageFilter.MaxFilter(3))))
    inner = [area for area in pieces if area != (0, 0, *small.size)]
    for left, top, right, bottom in chain(
        pieces[:_MOST_PIECES], joined[:_MOST_PIECES], _around(inner)
    ):
        rough = (
            whole[0] + left * shrunk,
            whole[1] + top * shrunk,
            min(whole[2], whole[0] + right * shrunk),
            min(whole[3], whole[1] + bottom * shrunk),
        )
        exact = _exact(mask, rough, (0, 0))
        if exact is not None:
            yield exact


def _around(areas: Sequence[Area]) -> Iterator[Area]:
    """Yield the area around all areas, if there are any."""
    if areas:
        lefts, tops, rights, bottoms = zip(*areas, strict=True)
        yield min(lefts), min(tops), max(rights), max(bottoms)


def _by_size(areas: Iterable[Area]) -> list[Area]:
    def size(area: Area) -> int:
        return (area[2] - area[0]) * (area[3] - area[1])

    return sorted(areas, key=size, reverse=True)


def _exact(mask: Image.Image, area: Area, origin: tuple[int, int]) -> Area | None:
    """Return the smallest area that holds what an area of a mask holds; None for nothing.

    ``origin`` is where in the whole picture the mask begins.
    """
    inner = mask.crop(area).getbbox()
    if inner is None:
        return None
    x, y = area[0] + origin[0], area[1] + origin[1]
    return inner[0] + x, inner[1] + y, inner[2] + x, inner[3] + y


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


def _poses(area: Area, wall: float, first: Side) -> Iterator[Pose]:
    """Yield the poses of a box whose walls' outer borders touch all four sides of an area.

    The ``wall`` is so thick as it is across the outline, in pixels. Those in the orientation
    ``first`` come first.
    """
    width, height = area[2] - area[0], area[3] - area[1]
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
