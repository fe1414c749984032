"""Random mazes, coherent by construction: with planted blocks, or cut into components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from judge.errors import CaseError
from judge.models import Value
from judge.puzzle import Field, Kind, Role
from judge_plugins.maze.rules import (
    BLOCK_SIZE,
    Block,
    Maze,
    Regions,
    Side,
    Wall,
    blocks_with,
    closed_sides,
    open_blocks,
)

_SMALLEST, _LARGEST = 3, 9  # rows and columns where a ``generate:`` entry names none
_LONGEST_SIDE = 1000
_PLANTS = ("open", "near", "none")

ROWS = Field(
    name="rows",
    kind=Kind.INTEGER,
    about=f"number of rows; at random {_SMALLEST} to {_LARGEST} where it is left out",
    role=Role.OPTION,
    required=False,
)
COLUMNS = Field(
    name="columns",
    kind=Kind.INTEGER,
    about=f"number of columns; at random {_SMALLEST} to {_LARGEST} where it is left out",
    role=Role.OPTION,
    required=False,
)
CLOSED = Field(
    name="closed",
    kind=Kind.INTEGER,
    about="how many in a hundred walls are closed, 0 to 100; at random where it is left out",
    role=Role.OPTION,
    required=False,
)
PLANT = Field(
    name="plant",
    kind=Kind.CHOICE,
    about=(
        "open: exactly one 3×3 block is open; near: none is, and one has a single closed wall; "
        "none: nothing is planted or mended; at random where it is left out"
    ),
    role=Role.OPTION,
    required=False,
    choices=_PLANTS,
)
COMPONENTS = Field(
    name="components",
    kind=Kind.INTEGER,
    about="number of connected components; as the walls fall where it is left out",
    role=Role.OPTION,
    required=False,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draft:
    """The walls of a maze in the making, each kept once.

    ``upright[r][c]`` is the wall on the west of row ``r``, column ``c`` (``c`` = width: the
    eastern border), ``level[r][c]`` the one on its north (``r`` = height: the southern border).
    True is closed.
    """

    upright: list[list[bool]]
    level: list[list[bool]]

    @property
    def height(self) -> int:
        return len(self.upright)

    @property
    def width(self) -> int:
        return len(self.level[0])

    def is_closed(self, wall: Wall) -> bool:
        if wall.side is Side.EAST:
            return self.upright[wall.row][wall.column + 1]
        return self.level[wall.row + 1][wall.column]

    def is_open(self, block: Block) -> bool:
        row, column = block.row, block.column
        upright = self.upright[row : row + BLOCK_SIZE]
        level = self.level[row + 1 : row + BLOCK_SIZE]
        return not (
            any(any(line[column + 1 : column + BLOCK_SIZE]) for line in upright)
            or any(any(line[column : column + BLOCK_SIZE]) for line in level)
        )

    def set_wall(self, wall: Wall, *, closed: bool) -> None:
        if wall.side is Side.EAST:
            self.upright[wall.row][wall.column + 1] = closed
        else:
            self.level[wall.row + 1][wall.column] = closed

    def cells_beside(self, wall: Wall) -> tuple[int, int]:
        row, column = wall.beyond
        return wall.row * self.width + wall.column, row * self.width + column

    def inner_walls(self) -> Iterator[Wall]:
        for row in range(self.height):
            for column in range(self.width):
                if column + 1 < self.width:
                    yield Wall(row=row, column=column, side=Side.EAST)
                if row + 1 < self.height:
                    yield Wall(row=row, column=column, side=Side.SOUTH)

    def rows(self) -> Iterator[str]:
        for row, upright in enumerate(self.upright):
            above, below = self.level[row], self.level[row + 1]
            yield "".join(
                f"{above[c] + 2 * upright[c + 1] + 4 * below[c] + 8 * upright[c]:X}"
                for c in range(self.width)
            )


def maze_with_blocks(random: Random, options: Mapping[str, Value]) -> str:
    """Return a random maze for the question whether a 3×3 block is open.

    Raises CaseError with the option's name as its key for an option out of range.
    """
    height, width = _size(random, options)
    plant = options.get("plant")
    if plant is None:
        plant = random.choice(_PLANTS) if min(height, width) >= BLOCK_SIZE else "none"
    if plant != "none" and min(height, width) < BLOCK_SIZE:
        raise CaseError("a 3×3 block needs 3 rows and 3 columns at least", key="plant")
    draft = _scattered(random, height, width, _closed_share(random, options, 10, 40))
    if plant != "none":
        _plant_block(random, draft, is_open=plant == "open")
    return _written(random, draft)


def maze_with_components(random: Random, options: Mapping[str, Value]) -> str:
    """Return a random maze for the question how many loops it has.

    Raises CaseError with the option's name as its key for an option out of range.
    """
    height, width = _size(random, options)
    share = _closed_share(random, options, 0, 100)
    draft = _scattered(random, height, width, share)
    components = options.get("components")
    if components is not None:
        _connect(random, draft, _in_range("components", components, 1, height * width), share)
    return _written(random, draft)


def _size(random: Random, options: Mapping[str, Value]) -> tuple[int, int]:
    rows, columns = options.get("rows"), options.get("columns")
    if rows is None:
        rows = random.randint(_SMALLEST, _LARGEST)
    if columns is None:
        columns = random.randint(_SMALLEST, _LARGEST)
    return _in_range("rows", rows, 1, _LONGEST_SIDE), _in_range(
        "columns", columns, 1, _LONGEST_SIDE
    )


def _closed_share(random: Random, options: Mapping[str, Value], low: int, high: int) -> float:
    """Return the share of walls to close, 0 to 1; by default between ``low`` and ``high`` %."""
    closed = options.get("closed")
    if closed is None:
        closed = random.randint(low, high)
    return _in_range("closed", closed, 0, 100) / 100


def _in_range(key: str, value: Value, low: int, high: int) -> int:
    if not isinstance(value, int) or not low <= value <= high:
        raise CaseError(f"write a whole number from {low} to {high}, not {value}", key=key)
    return value


def _scattered(random: Random, height: int, width: int, share: float) -> _Draft:
    """Return a draft with each wall closed by chance; the border closed, open or by chance."""
    upright = [[random.random() < share for _ in range(width + 1)] for _ in range(height)]
    level = [[random.random() < share for _ in range(width)] for _ in range(height + 1)]
    border = random.choice((True, False, None))
    if border is not None:
        level[0] = [border] * width
        level[height] = [border] * width
        for row in upright:
            row[0] = row[width] = border
    return _Draft(upright=upright, level=level)


def _plant_block(random: Random, draft: _Draft, *, is_open: bool) -> None:
    """Open a block, or all but one of its walls, and close a wall of every other open block.

    Those are blocks that were open before, or some of the few that hold a wall of the planted one.
    """
    before = _open_blocks(draft)
    planted = Block(
        row=random.randint(0, draft.height - BLOCK_SIZE),
        column=random.randint(0, draft.width - BLOCK_SIZE),
    )
    walls = list(planted.walls())
    for wall in walls:
        draft.set_wall(wall, closed=False)
    if not is_open:
        draft.set_wall(random.choice(walls), closed=True)
    size = {"height": draft.height, "width": draft.width}
    around = {block for wall in walls for block in blocks_with(wall, **size)}
    for block in sorted(around.union(before), key=lambda block: (block.row, block.column)):
        if block != planted and draft.is_open(block):
            spare = [wall for wall in block.walls() if wall not in walls]
            draft.set_wall(random.choice(spare), closed=True)


def _open_blocks(draft: _Draft) -> Iterator[Block]:
    """Return the blocks that are open now, whatever becomes of the draft later."""
    rows = tuple(draft.rows())
    closed = closed_sides(rows)
    east, south = tuple(closed[Side.EAST]), tuple(closed[Side.SOUTH])
    return open_blocks(Maze(rows=rows, east=east, south=south))


def _connect(random: Random, draft: _Draft, components: int, share: float) -> None:
    """Set the inner walls anew so that they leave exactly so many connected components.

    A random spanning forest of that many trees is opened first; the other walls within a tree's
    cells are closed by chance, those between two trees always.
    """
    walls = list(draft.inner_walls())
    random.shuffle(walls)
    regions = Regions(draft.height * draft.width)
    for wall in walls:
        grows = regions.components > components and regions.join(*draft.cells_beside(wall))
        draft.set_wall(wall, closed=not grows)
    for wall in walls:
        first, second = draft.cells_beside(wall)
        if draft.is_closed(wall) and regions.root(first) == regions.root(second):
            draft.set_wall(wall, closed=random.random() < share)


def _written(random: Random, draft: _Draft) -> str:
    """Return the rows of digits: in upper, lower or mixed letter case."""
    text = "\n".join(draft.rows())
    style = random.choice(("upper", "lower", "mixed"))
    if style == "mixed":
        return "".join(random.choice((digit, digit.lower())) for digit in text)
    return text.lower() if style == "lower" else text
