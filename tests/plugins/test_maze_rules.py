"""The maze's rules against brute force and by symmetry."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from judge.errors import CaseError
from judge_plugins.maze.rules import (
    Block,
    Side,
    Wall,
    blocks_with,
    count_loops,
    first_open_block,
    nearly_open_block,
    parse,
)

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
BLOCK = "913\n802\nC46"
BLOCK_WITH_WALL = "913\n82A\nC46"

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]


@st.composite
def mazes(draw: st.DrawFn, largest: int = 6) -> str:
    """Draw any coherent maze: its walls one by one, those on the border too."""
    height = draw(st.integers(1, largest))
    width = draw(st.integers(1, largest))
    often_open = draw(st.sampled_from([st.booleans(), st.sampled_from([False] * 9 + [True])]))
    line = st.lists(often_open, min_size=width + 1, max_size=width + 1)
    upright = draw(st.lists(line, min_size=height, max_size=height))
    level = draw(st.lists(line, min_size=height + 1, max_size=height + 1))
    return "\n".join(
        "".join(
            f"{level[r][c] + 2 * upright[r][c + 1] + 4 * level[r + 1][c] + 8 * upright[r][c]:x}"
            for c in range(width)
        )
        for r in range(height)
    )


def digits(text: str) -> list[list[int]]:
    return [[int(digit, 16) for digit in row] for row in text.split("\n")]


def text_of(cells: list[list[int]]) -> str:
    return "\n".join("".join(f"{cell:X}" for cell in row) for row in cells)


def transposed(text: str) -> str:
    """Exchange rows and columns; with them north and west, south and east change places."""
    swap = [sum(1 << 3 - bit for bit in range(4) if cell >> bit & 1) for cell in range(16)]
    return text_of([[swap[cell] for cell in column] for column in zip(*digits(text), strict=True)])


def mirrored(text: str) -> str:
    """Turn each row round; east and west change places."""
    swap = [cell & 5 | (cell & 2) << 2 | (cell & 8) >> 2 for cell in range(16)]
    return text_of([[swap[cell] for cell in reversed(row)] for row in digits(text)])


def closed_walls(cells: list[list[int]], row: int, column: int) -> int:
    """Count the closed ones among the 12 inner walls of a block, each written out."""
    a, b, c = cells[row][column : column + 3]
    d, e, f = cells[row + 1][column : column + 3]
    g, h, i = cells[row + 2][column : column + 3]
    upright = [a & EAST, c & WEST, d & EAST, f & WEST, g & EAST, i & WEST]
    level = [a & SOUTH, b & SOUTH, c & SOUTH, g & NORTH, h & NORTH, i & NORTH]
    assert (b & WEST, e & WEST, h & WEST) == (4 * upright[0], 4 * upright[2], 4 * upright[4])
    return sum(map(bool, upright + level))


def blocks_by_closed_walls(text: str, wanted: int) -> list[Block]:
    cells = digits(text)
    return [
        Block(row=row, column=column)
        for row in range(len(cells) - 2)
        for column in range(len(cells[0]) - 2)
        if closed_walls(cells, row, column) == wanted
    ]


def open_edges(text: str) -> list[Edge]:
    cells = digits(text)
    edges: list[Edge] = []
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if column and not cell & WEST:
                edges.append(((row, column - 1), (row, column)))
            if row and not cell & NORTH:
                edges.append(((row - 1, column), (row, column)))
    return edges


def reach(edges: list[Edge], start: Cell) -> set[Cell]:
    reached = {start}
    grown = True
    while grown:
        more = {cell for edge in edges if reached & set(edge) for cell in edge}
        grown = not more <= reached
        reached |= more
    return reached


def loops_by_cutting(text: str) -> int:
    """Close walls that lie on a loop, one after another, until none is left; count them."""
    edges = open_edges(text)
    cuts = 0
    for edge in list(edges):
        others = [other for other in edges if other != edge]
        if edge[1] in reach(others, edge[0]):
            edges = others
            cuts += 1
    return cuts


@contextmanager
def little_stack() -> Iterator[None]:
    """Let code nest fifty calls deeper than here and no further."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 50)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def winding_corridor(height: int, width: int) -> str:
    """One corridor through all cells, to and fro, row by row."""
    rows = []
    for row in range(height):
        turn_above, turn_below = (0, width - 1) if row % 2 == 0 else (width - 1, 0)
        cells = [NORTH | SOUTH] * width
        cells[0] |= WEST
        cells[-1] |= EAST
        if row > 0:
            cells[turn_above] &= ~NORTH
        if row + 1 < height:
            cells[turn_below] &= ~SOUTH
        rows.append(cells)
    return text_of(rows)


def test_the_block_of_the_worked_example_is_open() -> None:
    assert first_open_block(parse(BLOCK)) == Block(row=0, column=0)


def test_one_closed_wall_shuts_the_block_of_the_worked_example() -> None:
    assert first_open_block(parse(BLOCK_WITH_WALL)) is None


def test_the_open_block_has_four_loops() -> None:
    counted = count_loops(parse(BLOCK))
    assert (counted.open_walls, counted.cells, counted.components) == (12, 9, 1)
    assert counted.loops == 4


@pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (2, 2), (2, 9), (9, 2)])
def test_a_maze_too_small_for_a_block_has_no_open_one(size: tuple[int, int]) -> None:
    height, width = size
    assert first_open_block(parse("\n".join(["0" * width] * height))) is None


def test_fully_closed_cells_are_components_without_loops() -> None:
    counted = count_loops(parse("FFF\nFFF"))
    assert (counted.components, counted.loops) == (6, 0)


def test_both_letter_cases_are_one_notation() -> None:
    lower, upper = parse("913\n82a\nc46"), parse("913\n82A\nC46")
    assert (lower.east, lower.south) == (upper.east, upper.south)


def test_rows_are_kept_as_written() -> None:
    assert parse("913\n82a\nC46").rows == ("913", "82a", "C46")


@pytest.mark.parametrize(
    ("text", "offset", "message"),
    [
        ("91g\n802", 0, 'row 1, column 3: "g" is no hexadecimal digit; '),
        ("913\n8 2\nC46", 1, 'row 2, column 2: " " is no hexadecimal digit; '),
        ("913 \n802 ", 0, 'row 1, column 4: " " is no hexadecimal digit; '),
        ("٣", 0, 'row 1, column 1: "٣" is no hexadecimal digit; '),
        ("9\x1b", 0, 'row 1, column 2: "\\x1b" is no hexadecimal digit; '),
        ("913\n\nC46", 1, "row 2 is empty; a maze has at least one cell in every row"),
        ("", 0, "row 1 is empty; a maze has at least one cell in every row"),
        ("913\n802\nC4", 2, "row 3 has 2 cells and row 1 has 3; all rows"),
        ("913\n8020\nC46", 1, "row 2 has 4 cells and row 1 has 3; all rows"),
        (
            "913\n822\nC46",
            1,
            'the cells at row 2, column 2 ("2") and row 2, column 3 ("2") disagree on the wall '
            "between them: the first has it closed, the second open",
        ),
        (
            "913\n80A\nC46",
            1,
            'the cells at row 2, column 2 ("0") and row 2, column 3 ("A") disagree on the wall '
            "between them: the first has it open, the second closed",
        ),
        (
            "913\n802\nC56",
            1,
            'the cells at row 2, column 2 ("0") and row 3, column 2 ("5") disagree on the wall '
            "between them: the first has it open, the second closed",
        ),
        (
            "953\n802\nC46",
            0,
            'the cells at row 1, column 2 ("5") and row 2, column 2 ("0") disagree on the wall '
            "between them: the first has it closed, the second open",
        ),
    ],
)
def test_a_fault_is_named_with_its_cells(text: str, offset: int, message: str) -> None:
    with pytest.raises(CaseError) as caught:
        parse(text)
    assert caught.value.message.startswith(message)
    assert (caught.value.key, caught.value.offset) == ("maze", offset)


@given(mazes())
def test_every_coherent_maze_is_read(text: str) -> None:
    assert "\n".join(parse(text).rows) == text


@given(mazes(), st.data())
def test_a_wall_that_one_cell_alone_has_is_named(text: str, data: st.DataObject) -> None:
    cells = digits(text)
    inner: list[tuple[Cell, int, Wall]] = []
    for row in range(len(cells)):
        for column in range(len(cells[0])):
            if column + 1 < len(cells[0]):
                wall = Wall(row=row, column=column, side=Side.EAST)
                inner += [((row, column), EAST, wall), ((row, column + 1), WEST, wall)]
            if row + 1 < len(cells):
                wall = Wall(row=row, column=column, side=Side.SOUTH)
                inner += [((row, column), SOUTH, wall), ((row + 1, column), NORTH, wall)]
    assume(inner)
    (row, column), bit, wall = data.draw(st.sampled_from(inner))
    cells[row][column] ^= bit
    with pytest.raises(CaseError, match="disagree") as caught:
        parse(text_of(cells))
    here = f"row {wall.row + 1}, column {wall.column + 1} "
    there = f"row {wall.beyond[0] + 1}, column {wall.beyond[1] + 1} "
    assert here in caught.value.message
    assert there in caught.value.message


@given(mazes())
def test_the_first_open_block_is_that_of_brute_force(text: str) -> None:
    expected = blocks_by_closed_walls(text, 0)
    assert first_open_block(parse(text)) == (expected[0] if expected else None)


@given(mazes())
def test_the_nearly_open_block_has_a_single_closed_wall(text: str) -> None:
    expected = blocks_by_closed_walls(text, 1)
    found = nearly_open_block(parse(text))
    if found is None:
        assert not expected
        return
    block, wall = found
    assert block == expected[0]
    cells = digits(text)
    beyond_row, beyond_column = wall.beyond
    bit, beyond_bit = (EAST, WEST) if wall.side is Side.EAST else (SOUTH, NORTH)
    assert cells[wall.row][wall.column] & bit
    cells[wall.row][wall.column] ^= bit
    cells[beyond_row][beyond_column] ^= beyond_bit
    assert block in blocks_by_closed_walls(text_of(cells), 0)


@given(mazes(largest=5))
def test_the_loops_are_the_walls_to_close_until_none_is_left(text: str) -> None:
    assert count_loops(parse(text)).loops == loops_by_cutting(text)


@given(mazes())
def test_the_components_are_the_sets_of_cells_in_reach(text: str) -> None:
    cells = digits(text)
    edges = open_edges(text)
    starts = [(row, column) for row in range(len(cells)) for column in range(len(cells[0]))]
    pieces = {frozenset(reach(edges, start)) for start in starts}
    counted = count_loops(parse(text))
    assert (counted.components, counted.open_walls) == (len(pieces), len(edges))


@given(mazes())
def test_rows_and_columns_can_be_exchanged(text: str) -> None:
    maze, other = parse(text), parse(transposed(text))
    assert (first_open_block(maze) is None) == (first_open_block(other) is None)
    assert count_loops(maze) == count_loops(other)


@given(mazes())
def test_a_mirror_changes_nothing(text: str) -> None:
    maze, other = parse(text), parse(mirrored(text))
    assert (first_open_block(maze) is None) == (first_open_block(other) is None)
    assert count_loops(maze) == count_loops(other)


@given(mazes(), st.data())
def test_walls_on_the_border_do_not_matter(text: str, data: st.DataObject) -> None:
    cells = digits(text)
    for row, line in enumerate(cells):
        for column in range(len(line)):
            border = (
                (NORTH if row == 0 else 0)
                | (EAST if column + 1 == len(line) else 0)
                | (SOUTH if row + 1 == len(cells) else 0)
                | (WEST if column == 0 else 0)
            )
            line[column] ^= border & data.draw(st.integers(0, 15))
    maze, other = parse(text), parse(text_of(cells))
    assert first_open_block(maze) == first_open_block(other)
    assert count_loops(maze) == count_loops(other)


def test_a_large_hall_needs_no_deep_stack() -> None:
    with little_stack():
        maze = parse("\n".join(["0" * 300] * 300))
        assert first_open_block(maze) == Block(row=0, column=0)
        assert count_loops(maze).loops == 299 * 299


def test_a_corridor_of_90000_cells_needs_no_deep_stack() -> None:
    text = winding_corridor(300, 300)
    with little_stack():
        maze = parse(text)
        assert first_open_block(maze) is None
        assert nearly_open_block(maze) is None
        assert (count_loops(maze).components, count_loops(maze).loops) == (1, 0)


def test_a_single_block_in_a_large_maze_is_found() -> None:
    cells = digits("\n".join(["F" * 200] * 200))
    for row, line in enumerate(digits(BLOCK)):
        cells[197 + row][197:] = line
    assert first_open_block(parse(text_of(cells))) == Block(row=197, column=197)


@given(st.integers(1, 7), st.integers(1, 7), st.data())
def test_the_blocks_with_a_wall_are_those_that_count_it_among_their_twelve(
    height: int, width: int, data: st.DataObject
) -> None:
    side = data.draw(st.sampled_from([Side.EAST, Side.SOUTH]))
    row = data.draw(st.integers(0, max(height - 1 - (side is Side.SOUTH), 0)))
    column = data.draw(st.integers(0, max(width - 1 - (side is Side.EAST), 0)))
    wall = Wall(row=row, column=column, side=side)
    assume(wall.beyond[0] < height and wall.beyond[1] < width)
    blocks = [Block(row=r, column=c) for r in range(height - 2) for c in range(width - 2)]
    found = list(blocks_with(wall, height=height, width=width))
    assert found == [block for block in blocks if wall in set(block.walls())]
    assert len(found) <= 6


def test_a_wall_amid_a_large_maze_is_in_six_blocks() -> None:
    for side in (Side.EAST, Side.SOUTH):
        wall = Wall(row=4, column=4, side=side)
        assert len(list(blocks_with(wall, height=9, width=9))) == 6
