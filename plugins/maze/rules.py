"""The rules of the maze puzzle: its notation, coherence, open 3×3 blocks and independent loops.

A cell is one hexadecimal digit, the sum of its closed walls: north 1, east 2, south 4, west 8.
Walls are kept as one whole number a row, in which bit ``c`` stands for column ``c``: a question
about every column of a row is then a few operations on numbers, however wide the maze is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import compress

from judge.compare import count, visible
from judge.errors import CaseError

BLOCK_SIZE = 3
"""Rows and columns of the block that must not be wholly open."""

_NO_DIGIT = re.compile("[^0-9A-Fa-f]")


class Side(Enum):
    """A side of a cell; the value is its bit in the cell's digit."""

    NORTH = 1
    EAST = 2
    SOUTH = 4
    WEST = 8


_CLOSED = {
    side: bytes.maketrans(
        b"0123456789ABCDEFabcdef",
        bytes(
            ord("1" if int(digit, 16) & side.value else "0") for digit in "0123456789ABCDEFabcdef"
        ),
    )
    for side in Side
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """The east or south wall of the cell at ``row`` and ``column`` (both 0-based)."""

    row: int
    column: int
    side: Side

    @property
    def beyond(self) -> tuple[int, int]:
        """Row and column of the cell on the other side."""
        if self.side is Side.EAST:
            return self.row, self.column + 1
        return self.row + 1, self.column

    def __str__(self) -> str:
        """Name the two cells, counted from 1."""
        return f"the wall between {position(self.row, self.column)} and {position(*self.beyond)}"


BLOCK_WALLS = tuple(
    Wall(row=row, column=column, side=Side.EAST)
    for row in range(BLOCK_SIZE)
    for column in range(BLOCK_SIZE - 1)
) + tuple(
    Wall(row=row, column=column, side=Side.SOUTH)
    for row in range(BLOCK_SIZE - 1)
    for column in range(BLOCK_SIZE)
)
"""The 12 inner walls of the block whose top left corner is row 0, column 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A 3×3 block of cells, named by its top left corner (0-based)."""

    row: int
    column: int

    def walls(self) -> Iterator[Wall]:
        """Yield its 12 inner walls, in the order of BLOCK_WALLS."""
        for wall in BLOCK_WALLS:
            yield Wall(row=self.row + wall.row, column=self.column + wall.column, side=wall.side)

    def __str__(self) -> str:
        """Name the corner, counted from 1."""
        return f"the 3×3 block with its top left corner at {position(self.row, self.column)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Maze:
    """A rectangular, coherent grid of cells.

    ``rows`` are the digits as written. Bit ``c`` of ``east[r]`` is set where the east wall of the
    cell at row ``r``, column ``c`` is closed; ``south`` likewise. Walls on the border may be
    closed or open: no rule is about them.
    """

    rows: tuple[str, ...]
    east: tuple[int, ...]
    south: tuple[int, ...]

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopCount:
    """What the number of independent loops is made of."""

    open_walls: int
    cells: int
    components: int

    @property
    def loops(self) -> int:
        """Open inner walls − cells + connected components."""
        return self.open_walls - self.cells + self.components

    def __str__(self) -> str:
        """Spell the sum out."""
        return (
            f"{count(self.open_walls, 'open inner wall')} − {count(self.cells, 'cell')} + "
            f"{count(self.components, 'connected component')}"
        )


class Regions:
    """Numbered cells that are joined, pair by pair, into connected components."""

    def __init__(self, cells: int) -> None:
        self._parent = list(range(cells))
        self.components = cells

    def root(self, cell: int) -> int:
        """Return the cell that stands for the component of ``cell``."""
        parent = self._parent
        while parent[cell] != cell:
            parent[cell] = parent[parent[cell]]
            cell = parent[cell]
        return cell

    def join(self, first: int, second: int) -> bool:
        """Join the components of two cells; False where they were one already."""
        first, second = self.root(first), self.root(second)
        if first == second:
            return False
        self._parent[max(first, second)] = min(first, second)
        self.components -= 1
        return True


def position(row: int, column: int) -> str:
    """Name a cell for people: 0-based numbers in, counted from 1 out."""
    return f"row {row + 1}, column {column + 1}"


def parse(text: str) -> Maze:
    """Return the maze that rows of digits, in either letter case, state.

    Raises CaseError with the key ``maze`` and the row's offset for a character that is no
    hexadecimal digit, for rows of different lengths, and for neighbours that disagree on the wall
    between them.
    """
    rows = tuple(text.split("\n"))
    for offset, row in enumerate(rows):
        _require_digits(row, offset, width=len(rows[0]))
    closed = closed_sides(rows)
    for wall in disagreements(closed, width=len(rows[0])):
        raise _incoherent(rows, wall)
    return Maze(rows=rows, east=tuple(closed[Side.EAST]), south=tuple(closed[Side.SOUTH]))


def closed_sides(rows: Sequence[str]) -> dict[Side, list[int]]:
    """Return for each side and row a number with a bit for each column that has it closed.

    ``rows`` are hexadecimal digits, in either letter case, at least one a row.
    """
    return {side: [_closed(row, side) for row in rows] for side in Side}


def disagreements(closed: Mapping[Side, Sequence[int]], width: int) -> Iterator[Wall]:
    """Yield the inner walls that one of the two cells has closed and the other open, row by row.

    ``closed[side][row]`` has a bit for each column whose cell has that side closed.
    """
    height = len(closed[Side.EAST])
    for row in range(height):
        east = (closed[Side.EAST][row] ^ (closed[Side.WEST][row] >> 1)) & ones(width - 1)
        for column in bits(east):
            yield Wall(row=row, column=column, side=Side.EAST)
        if row + 1 < height:
            for column in bits(closed[Side.SOUTH][row] ^ closed[Side.NORTH][row + 1]):
                yield Wall(row=row, column=column, side=Side.SOUTH)


def first_open_block(maze: Maze) -> Block | None:
    """Return the uppermost, then leftmost, 3×3 block whose 12 inner walls are all open."""
    return next(open_blocks(maze), None)


def open_blocks(maze: Maze) -> Iterator[Block]:
    """Yield the 3×3 blocks whose 12 inner walls are all open, row by row."""
    for row in range(maze.height - BLOCK_SIZE + 1):
        closed = 0
        for mask in _block_masks(maze, row):
            closed |= mask
        for column in bits(~closed & ones(maze.width - BLOCK_SIZE + 1)):
            yield Block(row=row, column=column)


def blocks_with(wall: Wall, *, height: int, width: int) -> Iterator[Block]:
    """Yield the blocks of a maze of that size that a wall is an inner wall of, row by row.

    They are 6 at most: an east wall lies between the columns of two neighbouring blocks, in each
    of three rows; a south wall the other way round. Where one wall of a maze without an open block
    is opened, only these can have become open.
    """
    is_upright = wall.side is Side.EAST
    last_row = wall.row if is_upright else wall.row + 1
    last_column = wall.column + 1 if is_upright else wall.column
    rows = range(max(last_row - BLOCK_SIZE + 1, 0), min(wall.row, height - BLOCK_SIZE) + 1)
    columns = range(max(last_column - BLOCK_SIZE + 1, 0), min(wall.column, width - BLOCK_SIZE) + 1)
    for row in rows:
        for column in columns:
            yield Block(row=row, column=column)


def nearly_open_block(maze: Maze) -> tuple[Block, Wall] | None:
    """Return the first 3×3 block with 11 of its 12 inner walls open, and the closed one."""
    for row in range(maze.height - BLOCK_SIZE + 1):
        all_open, one_closed = ones(maze.width - BLOCK_SIZE + 1), 0
        masks = _block_masks(maze, row)
        for mask in masks:
            one_closed = (one_closed & ~mask) | (all_open & mask)
            all_open &= ~mask
        column = next(bits(one_closed), None)
        if column is not None:
            block = Block(row=row, column=column)
            closed = (mask >> column & 1 for mask in masks)
            return block, next(compress(block.walls(), closed))
    return None


def count_loops(maze: Maze) -> LoopCount:
    """Return the open inner walls, the cells and the connected components of a maze."""
    regions = Regions(maze.height * maze.width)
    open_walls = 0
    for first, second in open_pairs(maze):
        open_walls += 1
        regions.join(first, second)
    return LoopCount(
        open_walls=open_walls, cells=maze.height * maze.width, components=regions.components
    )


def open_pairs(maze: Maze) -> Iterator[tuple[int, int]]:
    """Yield the numbers of each two neighbours with an open wall between them."""
    width = maze.width
    for row in range(maze.height):
        start = row * width
        for column in bits(~maze.east[row] & ones(width - 1)):
            yield start + column, start + column + 1
        if row + 1 < maze.height:
            for column in bits(~maze.south[row] & ones(width)):
                yield start + column, start + column + width


def _block_masks(maze: Maze, row: int) -> list[int]:
    """Return, wall by wall of BLOCK_WALLS, the columns whose block has that wall closed.

    The blocks are those with their top left corner in ``row``.
    """
    sides = {Side.EAST: maze.east, Side.SOUTH: maze.south}
    return [sides[wall.side][row + wall.row] >> wall.column for wall in BLOCK_WALLS]


def _require_digits(row: str, offset: int, width: int) -> None:
    found = _NO_DIGIT.search(row)
    if found is not None:
        raise CaseError(
            f'{position(offset, found.start())}: "{visible(found[0])}" is no hexadecimal digit; '
            "write each cell as one of 0-9, A-F or a-f, without blanks",
            key="maze",
            offset=offset,
        )
    if not row:
        raise CaseError(
            f"row {offset + 1} is empty; a maze has at least one cell in every row",
            key="maze",
            offset=offset,
        )
    if len(row) != width:
        raise CaseError(
            f"row {offset + 1} has {count(len(row), 'cell')} and row 1 has {width}; "
            "all rows of a maze are equally long",
            key="maze",
            offset=offset,
        )


def _incoherent(rows: Sequence[str], wall: Wall) -> CaseError:
    digit = rows[wall.row][wall.column]
    beyond_row, beyond_column = wall.beyond
    is_closed = int(digit, 16) & wall.side.value
    return CaseError(
        f'the cells at {position(wall.row, wall.column)} ("{digit}") and '
        f'{position(beyond_row, beyond_column)} ("{rows[beyond_row][beyond_column]}") disagree '
        f"on the wall between them: the first has it {'closed' if is_closed else 'open'}, "
        f"the second {'open' if is_closed else 'closed'}",
        key="maze",
        offset=wall.row,
    )


def _closed(row: str, side: Side) -> int:
    """Return a number with bit ``c`` set where column ``c`` has that side closed."""
    return int(row[::-1].encode("ascii").translate(_CLOSED[side]), 2)


def ones(number: int) -> int:
    """Return a number whose lowest bits are set; none where ``number`` is not positive."""
    return (1 << max(number, 0)) - 1


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the set bits of a number, lowest first."""
    digits = f"{mask:b}"[::-1]
    column = digits.find("1")
    while column >= 0:
        yield column
        column = digits.find("1", column + 1)
