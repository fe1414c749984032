"""Draws boxes in many styles, right and wrong, as contestants' programs would."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from judge_plugins.box.rules import EMPTY, NEIGHBOURS, PLACES, SHUBBLE, SMOLE, STANDARD, STOT, Side
from judge_plugins.box.seeing.pose import STEPS, Pose, centre

Rgb = tuple[int, int, int]
Point = tuple[float, float]
Inhabitant = tuple[str, Point]
"""A character, and the middle of its square in the unturned box."""

COLOURS: dict[str, Rgb] = {SHUBBLE: (0, 0, 255), SMOLE: (255, 0, 0), STOT: (0, 0, 0)}

WALLS = frozenset(
    (cell, side) for side in Side for cell, beside in enumerate(NEIGHBOURS[side]) if beside is None
)
HOLE = (PLACES.index((4, 5)), STANDARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How a picture is drawn; lengths in pixels but for ``inhabitant``, a share of a cell."""

    cell: float = 20
    margin: float = 10
    canvas: tuple[int, int] | None = None
    place: tuple[float, float] = (0.5, 0.5)
    wall: float = 3
    grid: float = 1
    inhabitant: float = 1.0
    paper: Rgb = (255, 255, 255)
    floor: Rgb = (255, 255, 255)
    wall_colour: Rgb = (0, 0, 0)
    grid_colour: Rgb = (170, 170, 170)
    colours: dict[str, Rgb] = field(default_factory=lambda: dict(COLOURS))
    without_walls: frozenset[tuple[int, Side]] = frozenset({HOLE})
    fine: int = 1
    """drawn so many times as large and shrunk: antialiased"""
    mirrored: bool = False
    grid_on_top: bool = True


def at_rest(cells: str) -> list[Inhabitant]:
    return [(character, centre(cell)) for cell, character in enumerate(cells) if character != EMPTY]


def drawn(
    cells: str | Sequence[Inhabitant],
    degrees: float = 0,
    style: Style | None = None,
    outside: Iterable[Inhabitant] = (),
) -> Image.Image:
    """Return an RGB picture of a box turned clockwise by some degrees."""
    style = style or Style()
    inhabitants = [*(at_rest(cells) if isinstance(cells, str) else cells), *outside]
    columns, rows = (7, 5) if degrees % 180 == 0 else (5, 7) if degrees % 90 == 0 else (9, 9)
    size = style.canvas or (
        round(columns * style.cell + 2 * style.margin + style.wall),
        round(rows * style.cell + 2 * style.margin + style.wall),
    )
    fine = style.fine
    image = Image.new("RGB", (size[0] * fine, size[1] * fine), style.paper)
    draw = ImageDraw.Draw(image)
    pose = Pose(
        x=size[0] * style.place[0] * fine,
        y=size[1] * style.place[1] * fine,
        right=style.cell * fine,
        down=style.cell * fine,
        degrees=degrees,
        mirrored=style.mirrored,
    )

    def square(middle: Point, side: float, colour: Rgb) -> None:
        half = side / 2
        corners = ((-half, -half), (half, -half), (half, half), (-half, half))
        draw.polygon([pose.pixel((middle[0] + x, middle[1] + y)) for x, y in corners], fill=colour)

    def edge(cell: int, side: Side, width: float, colour: Rgb) -> None:
        """Draw a line along a cell's edge, with square ends."""
        x, y = centre(cell)
        right, down = STEPS[side]
        middle = x + right / 2, y + down / 2
        half = width / 2 / style.cell
        reach = (0.5 * abs(down) + half, 0.5 * abs(right) + half)
        corners = [
            pose.pixel((middle[0] + sign_x * reach[0], middle[1] + sign_y * reach[1]))
            for sign_x, sign_y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        if degrees % 90:
            draw.polygon(corners, fill=colour)
            return
        (left, end), (top, bottom) = (
            (round(min(each)), round(max(each))) for each in zip(*corners, strict=True)
        )
        draw.rectangle((left, top, max(left, end - 1), max(top, bottom - 1)), fill=colour)

    def grid() -> None:
        if style.grid:
            for side in (Side.BOTTOM, Side.RIGHT):
                for cell, beside in enumerate(NEIGHBOURS[side]):
                    if beside is not None:
                        edge(cell, side, style.grid, style.grid_colour)

    for cell in range(len(PLACES)):
        square(centre(cell), 1, style.floor)
    if not style.grid_on_top:
        grid()
    for character, middle in inhabitants:
        square(middle, style.inhabitant, style.colours[character])
    if style.grid_on_top:
        grid()
    for cell, side in sorted(WALLS - style.without_walls):
        edge(cell, side, style.wall, style.wall_colour)
    return image.resize(size, Image.Resampling.BOX) if fine > 1 else image
