"""Where a box is in a picture and how it is turned, and where its cells and edges are then."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from judge_plugins.box.rules import HOLE_CELL, NEIGHBOURS, PLACES, STANDARD, Side

Point = tuple[float, float]
"""In the unturned box: columns to the right, rows downwards, one unit a cell; or in pixels."""

COLUMNS, ROWS = 7, 5
MIDDLE = (COLUMNS / 2, ROWS / 2)

STEPS: dict[Side, Point] = {
    Side.BOTTOM: (0, 1), Side.RIGHT: (1, 0), Side.TOP: (0, -1), Side.LEFT: (-1, 0),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A cell's edge on one side of the unturned box; ``other`` is the cell beyond it, if any."""

    cell: int
    side: Side
    other: int | None = None

    def at(self, along: float, beyond: float) -> Point:
        """Return the point so far along the edge (0 to 1) and so far beyond it, out of the cell."""
        x, y = centre(self.cell)
        right, down = STEPS[self.side]
        shift = along - 0.5
        outwards = 0.5 + beyond
        return x + outwards * right + shift * abs(down), y + outwards * down + shift * abs(right)

    @property
    def is_level(self) -> bool:
        """Whether it is level in the unturned box, not upright."""
        return self.side in {Side.BOTTOM, Side.TOP}

    @property
    def depth(self) -> int:
        """The column, or the row, of the unturned box before which it lies."""
        row, column = PLACES[self.cell]
        right, down = STEPS[self.side]
        return column + (right > 0) if right else row + (down > 0)

    @property
    def start(self) -> int:
        """The row, or the column, of the unturned box along which it runs."""
        row, column = PLACES[self.cell]
        return column if self.is_level else row

    @property
    def name(self) -> str:
        """The edge in words."""
        if self.other is not None:
            return f"between cells {self.cell + 1} and {self.other + 1}"
        return f"{_WHERE[self.side]} cell {self.cell + 1}"


_WHERE = {
    Side.BOTTOM: "below",
    Side.RIGHT: "on the right of",
    Side.TOP: "above",
    Side.LEFT: "on the left of",
}

HOLE = Edge(cell=HOLE_CELL, side=STANDARD)

OUTLINE = tuple(
    Edge(cell=cell, side=side)
    for side in Side
    for cell, beside in enumerate(NEIGHBOURS[side])
    if beside is None and (cell, side) != (HOLE_CELL, STANDARD)
)
"""The edges that are walls."""

INNER = tuple(
    Edge(cell=cell, side=side, other=beside)
    for side in (Side.BOTTOM, Side.RIGHT)
    for cell, beside in enumerate(NEIGHBOURS[side])
    if beside is not None
)
"""The edges between two cells."""

CORNERS: tuple[Point, ...] = (
    (0, 0), (6, 0), (6, 1), (7, 1), (7, 2), (6, 2), (6, 4), (7, 4), (7, 5),
    (1, 5), (1, 4), (0, 4), (0, 3), (1, 3), (1, 1), (0, 1),
)  # fmt: skip
"""The corners of the outline, once round."""


def centre(cell: int) -> Point:
    """Return the middle of a cell."""
    row, column = PLACES[cell]
    return column + 0.5, row + 0.5


@dataclass(frozen=True)
class Pose:
    """How a box lies in a picture.

    ``x`` and ``y`` are its middle in pixels, ``right`` and ``down`` the pixels of a unit on the
    screen to the right and downwards, ``degrees`` its turn clockwise. A mirrored box is one whose
    columns run to the left before it is turned.
    """

    x: float
    y: float
    right: float
    down: float
    degrees: float = 0.0
    mirrored: bool = False

    @cached_property
    def _matrix(self) -> tuple[float, float, float, float]:
        if self.degrees % 90 == 0:
            quarters = ((1, 0), (0, 1), (-1, 0), (0, -1))
            cosine, sine = map(float, quarters[int(self.degrees // 90) % 4])
        else:
            cosine, sine = (
                math.cos(math.radians(self.degrees)),
                math.sin(math.radians(self.degrees)),
            )
        flip = -1.0 if self.mirrored else 1.0
        return (
            self.right * cosine * flip,
            -self.right * sine,
            self.down * sine * flip,
            self.down * cosine,
        )

    def pixel(self, point: Point) -> Point:
        """Return where a point of the unturned box is in the picture."""
        a, b, c, d = self._matrix
        x, y = point[0] - MIDDLE[0], point[1] - MIDDLE[1]
        return self.x + a * x + b * y, self.y + c * x + d * y

    @property
    def scale(self) -> float:
        """The pixels of a unit, in the mean of both directions."""
        return (self.right + self.down) / 2

    @property
    def quarter_turns(self) -> int:
        """The turn in quarters, to the nearest one."""
        return round(self.degrees / 90) % 4

    def outline(self) -> Iterator[Point]:
        """Yield the corners of the box in pixels, once round."""
        return map(self.pixel, CORNERS)
