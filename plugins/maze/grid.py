"""A rectangle of cells as a program prints it, which may contradict itself, and what is in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from operator import and_, or_

from judge_plugins.maze.pattern import OTHER_SHAPES, SHAPE, Cell, Shape
from judge_plugins.maze.rules import (
    Maze,
    Side,
    Wall,
    bits,
    closed_sides,
    disagreements,
    ones,
    open_pairs,
)

STEPS = {
    "N": (Side.NORTH, -1, 0),
    "E": (Side.EAST, 0, 1),
    "S": (Side.SOUTH, 1, 0),
    "W": (Side.WEST, 0, -1),
}
"""What each letter of a path crosses, and where it leads: rows and columns further."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A rectangle of hexadecimal digits.

    Bit ``c`` of ``closed[side][r]`` is set where the cell at row ``r``, column ``c`` has that
    side closed, by its own digit; a neighbour may think otherwise.
    """

    rows: tuple[str, ...]
    closed: Mapping[Side, Sequence[int]]

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    def has(self, cell: Cell) -> bool:
        """Return whether there is such a cell."""
        return 0 <= cell[0] < self.height and 0 <= cell[1] < self.width

    def is_closed(self, cell: Cell, side: Side) -> bool:
        """Return whether a cell has a side closed, by its own digit."""
        return bool(self.closed[side][cell[0]] >> cell[1] & 1)

    def shut_cells(self) -> list[int]:
        """Return for each row a number with a bit for each cell that is closed on all sides."""
        north, east, south, west = (self.closed[side] for side in Side)
        return [north[r] & east[r] & south[r] & west[r] for r in range(self.height)]

    @property
    def is_mostly_corridors(self) -> bool:
        """Whether fewer than half of the cells are closed on all sides."""
        shut = sum(row.bit_count() for row in self.shut_cells())
        return 2 * shut < self.width * self.height

    def disagreements(self) -> Iterator[Wall]:
        """Yield the inner walls that the two cells have differently."""
        return disagreements(self.closed, self.width)

    def border_openings(self) -> Iterator[tuple[Cell, Side]]:
        """Yield the cells with an open wall on the border, with its side."""
        everywhere, last = ones(self.width), self.width - 1
        for row in range(self.height):
            for side, columns, lies_there in (
                (Side.NORTH, everywhere, row == 0),
                (Side.EAST, 1 << last, True),
                (Side.SOUTH, everywhere, row == self.height - 1),
                (Side.WEST, 1, True),
            ):
                if lies_there:
                    for column in bits(~self.closed[side][row] & columns):
                        yield (row, column), side

    def reading(self, *, open_where_disputed: bool) -> Maze:
        """Return the coherent maze in which every wall that is disputed is open, or closed."""
        both = and_ if open_where_disputed else or_
        east, west = self.closed[Side.EAST], self.closed[Side.WEST]
        south, north = self.closed[Side.SOUTH], [*self.closed[Side.NORTH][1:], 0]
        inner = ones(self.width - 1)
        last = self.height - 1
        return Maze(
            rows=self.rows,
            east=tuple(
                both(mine, theirs >> 1) & inner | mine & ~inner
                for mine, theirs in zip(east, west, strict=True)
            ),
            south=tuple(
                both(south[row], north[row]) if row < last else south[row]
                for row in range(self.height)
            ),
        )


def grid_of(rows: Sequence[str]) -> Grid:
    """Return the grid that rows of hexadecimal digits state; they are equally long, and not empty.

    Either letter case will do.
    """
    return Grid(rows=tuple(rows), closed=closed_sides(rows))


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What is connected with what in a maze; a cell's number is row × width + column.

    ``open_sides`` has for each cell the sum of its open inner sides (as ``Side`` values), and
    ``piece`` the number of the connected component that it belongs to; ``sizes`` has the cells of
    each component.
    """

    width: int
    open_walls: int
    open_sides: bytearray
    piece: Sequence[int]
    sizes: Sequence[int]

    @property
    def loops(self) -> int:
        """Open inner walls − cells + connected components."""
        return self.open_walls - len(self.piece) + len(self.sizes)

    def number(self, cell: Cell) -> int:
        """Return a cell's number."""
        return cell[0] * self.width + cell[1]

    def cell(self, number: int) -> Cell:
        """Return the row and column of a cell's number."""
        return divmod(number, self.width)

    def ways(self) -> tuple[tuple[int, ...], ...]:
        """Return for each sum of open sides how much further the cells behind them are numbered."""
        steps = ((1, -self.width), (2, 1), (4, self.width), (8, -1))
        return tuple(tuple(step for side, step in steps if sides & side) for sides in range(16))

    def distance(self, start: Cell, goal: Cell) -> int | None:
        """Return the number of steps of a shortest way, or None where there is no way."""
        first, last = self.number(start), self.number(goal)
        if self.piece[first] != self.piece[last]:
            return None
        seen = bytearray(len(self.piece))
        seen[first] = 1
        steps, edge = 0, [first]
        ways, open_sides = self.ways(), self.open_sides
        while not seen[last]:
            further = []
            for number in edge:
                for way in ways[open_sides[number]]:
                    beyond = number + way
                    if not seen[beyond]:
                        seen[beyond] = 1
                        further.append(beyond)
            steps, edge = steps + 1, further
        return steps


def survey(maze: Maze) -> Survey:
    """Return what is connected with what; time and memory grow as the cells do."""
    open_sides = bytearray(maze.width * maze.height)
    open_walls = 0
    north, east, south, west = (side.value for side in Side)
    to_the_south = maze.width
    for first, second in open_pairs(maze):
        open_walls += 1
        is_level = second - first == to_the_south
        open_sides[first] |= south if is_level else east
        open_sides[second] |= north if is_level else west
    piece = [-1] * len(open_sides)
    sizes: list[int] = []
    found = Survey(
        width=maze.width, open_walls=open_walls, open_sides=open_sides, piece=piece, sizes=sizes
    )
    ways = found.ways()
    for start in range(len(piece)):
        if piece[start] < 0:
            mine = piece[start] = len(sizes)
            members = [start]
            for number in members:  # it grows while it is walked through
                for way in ways[open_sides[number]]:
                    beyond = number + way
                    if piece[beyond] < 0:
                        piece[beyond] = mine
                        members.append(beyond)
            sizes.append(len(members))
    return found


def find_shape(shape: Shape, shut: Sequence[int], width: int) -> Cell | None:
    """Return where a shape of closed cells stands, by its upper left corner; None if nowhere.

    ``shut`` has for each row a bit for each closed cell.
    """
    tall, wide = (1 + max(each) for each in zip(*shape, strict=True))
    for row in range(len(shut) - tall + 1):
        columns = ones(width - wide + 1)
        for down, right in shape:
            columns &= shut[row + down] >> right
        if columns:
            return row, next(bits(columns))
    return None


def find_pattern(shut: Sequence[int], width: int) -> tuple[str, Shape, Cell] | None:
    """Return how the `42` stands somewhere, its shape as it stands, and its upper left corner."""
    for how, shape in {"": SHAPE, **OTHER_SHAPES}.items():
        corner = find_shape(shape, shut, width)
        if corner is not None:
            return how, shape, corner
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class BitOrder:
    """Another way of writing a cell's walls: the side that each of 1, 2, 4, 8 stands for."""

    sides: tuple[Side, ...]
    set_is_open: bool

    def __str__(self) -> str:
        """Name the four sides with their values, and the sense."""
        named = ", ".join(
            f"{side.name.lower()} {bit.value}" for bit, side in zip(Side, self.sides, strict=True)
        )
        return f"{named}, a set bit {'open' if self.set_is_open else 'closed'}"

    def digit(self, digit: str) -> str:
        """Return the digit that means in the puzzle's order what ``digit`` means in this one."""
        value = int(digit, 16) ^ (15 if self.set_is_open else 0)
        pairs = zip(Side, self.sides, strict=True)
        return f"{sum(side.value for bit, side in pairs if value & bit.value):X}"

    def rewritten(self, rows: Sequence[str]) -> list[str]:
        """Return rows of this order in the puzzle's own."""
        table = str.maketrans({digit: self.digit(digit) for digit in "0123456789ABCDEFabcdef"})
        return [row.translate(table) for row in rows]


def other_bit_order(grid: Grid) -> BitOrder | None:
    """Return an order of bits in which a grid is a coherent maze with a closed border, or None.

    The puzzle's own order is not looked at; a grid that is right in it may be so in others too.
    """
    for set_is_open in (False, True):
        for sides in permutations(Side):
            order = BitOrder(sides=sides, set_is_open=set_is_open)
            if order != _OWN_ORDER:
                closed = _closed_in(order, grid)
                other = Grid(rows=grid.rows, closed=closed)
                if (
                    not any(other.border_openings())
                    and not any(other.disagreements())
                    and other.is_mostly_corridors
                ):
                    return order
    return None


_OWN_ORDER = BitOrder(sides=tuple(Side), set_is_open=False)


def _closed_in(order: BitOrder, grid: Grid) -> dict[Side, list[int]]:
    flip = ones(grid.width) if order.set_is_open else 0
    return {
        side: [row ^ flip for row in grid.closed[bit]]
        for bit, side in zip(Side, order.sides, strict=True)
    }
