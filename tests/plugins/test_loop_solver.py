"""The solver of loop/solve against brute force, and its parts against each other."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from judge_plugins.loop.board import TURNS, Board, first_loose, first_replaced
from judge_plugins.loop.exactly_one import ExactlyOne, components
from judge_plugins.loop.found import Constraint
from judge_plugins.loop.frontier import planned, searched, width
from judge_plugins.loop.generation import Wanted, random_board
from judge_plugins.loop.learning import learned
from judge_plugins.loop.matching import bipartite, matched
from judge_plugins.loop.solver import counted, solved
from judge_plugins.loop.spread import balanced, spread

PLENTY = 10**7
SHAPES = [(1, 1), (1, 2), (2, 1), (1, 6), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)]

UNDECIDED_BY_NEIGHBOURS = "8212\n1525\n4a18\n1280"
FAILS_AS_A_WHOLE = "0342084\n2e936ee\n25a02e6\n2ee28e9\n8743715\n0188812"
STICKS = (
    "21a412882\n141112212\n28224a142\n155425188\n15a148a58\n884441a12\n424a4a818\n822aaa181\n"
    "428281285\n21a411048"
)

patient = settings(deadline=None)


def board_of(text: str) -> Board:
    return Board.of(text.split("\n"))


def kind(tile: int) -> int:
    """Return what stays the same when a tile is turned: its smallest turn, by strings of bits."""
    bits = f"{tile:04b}"
    return min(int(bits[start:] + bits[:start], 2) for start in range(4))


@cache
def closed_boards(rows: int, columns: int) -> dict[tuple[int, ...], list[tuple[int, ...]]]:
    """Return all closed boards of a shape by the kinds of their tiles: every choice of joints."""
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    joints = [(cell, (cell[0], cell[1] + 1), 8, 2) for cell in cells if cell[1] + 1 < columns]
    joints += [(cell, (cell[0] + 1, cell[1]), 4, 1) for cell in cells if cell[0] + 1 < rows]
    found = defaultdict(list)
    for chosen in product((False, True), repeat=len(joints)):
        tiles = dict.fromkeys(cells, 0)
        for is_there, (one, other, side, facing) in zip(chosen, joints, strict=True):
            if is_there:
                tiles[one] |= side
                tiles[other] |= facing
        found[tuple(map(kind, tiles.values()))].append(tuple(tiles.values()))
    return found


def all_answers(board: Board) -> list[tuple[int, ...]]:
    found = closed_boards(board.rows, board.columns)
    return found.get(tuple(map(kind, board.tiles)), [])


@st.composite
def small_boards(draw: st.DrawFn) -> Board:
    """Boards of any tiles, and (as few of those have an answer) turned closed ones."""
    rows, columns = draw(st.sampled_from(SHAPES))
    if draw(st.booleans()):
        kinds = draw(st.sampled_from(sorted(closed_boards(rows, columns))))
    else:
        some = st.sampled_from(draw(st.sampled_from([range(16), (0, 1), (1, 7), (1, 3, 5, 7)])))
        kinds = tuple(draw(st.lists(some, min_size=rows * columns, max_size=rows * columns)))
    tiles = tuple(draw(st.sampled_from(TURNS[tile])) for tile in kinds)
    return Board(rows=rows, columns=columns, tiles=tiles)


@st.composite
def systems(draw: st.DrawFn, *, simple: bool = True) -> list[Constraint]:
    """Systems of up to eight variables; simple ones have no variable twice in a constraint."""
    variables = range(1, draw(st.integers(3, 8)) + 1)
    literal = st.sampled_from([2 * name + sign for name in variables for sign in (0, 1)])
    constraint = st.lists(
        literal,
        min_size=3 if simple else 1,
        max_size=4,
        unique_by=(lambda each: each >> 1) if simple else None,
    ).map(tuple)
    return draw(st.lists(constraint, min_size=1, max_size=6))


@st.composite
def systems_of_pairs(draw: st.DrawFn) -> list[Constraint]:
    """Grids with holes in which each cell has one joint, or (negated) all but one, simplified."""
    rows, columns = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    cells = [cell for cell in cells if draw(st.integers(0, 9))]
    joints: dict[frozenset[tuple[int, int]], int] = {}
    for row, column in cells:
        for there in ((row + 1, column), (row, column + 1)):
            if there in cells:
                joints[frozenset({(row, column), there})] = len(joints) + 1
    system = ExactlyOne(len(joints))
    for cell in cells:
        negated = draw(st.booleans())
        system.demand(2 * name + negated for joint, name in joints.items() if cell in joint)
    system.settle()
    return [] if system.contradictory else system.remaining()


def holds(constraints: list[Constraint], values: dict[int, bool]) -> bool:
    return all(
        sum(values[literal >> 1] != bool(literal & 1) for literal in constraint) == 1
        for constraint in constraints
    )


def count_of(constraints: list[Constraint]) -> int:
    names = sorted({literal >> 1 for constraint in constraints for literal in constraint})
    choices = product((False, True), repeat=len(names))
    return sum(holds(constraints, dict(zip(names, choice, strict=True))) for choice in choices)


def is_answer(board: Board, answer: Board | None) -> bool:
    return answer is not None and not first_replaced(board, answer) and not first_loose(answer)


@patient
@given(small_boards())
def test_the_solver_counts_what_brute_force_counts(board: Board) -> None:
    found = solved(board, limit=None)
    assert found.complete
    assert found.least == len(all_answers(board))


@patient
@given(small_boards())
def test_the_solver_decides_solvability_and_uniqueness(board: Board) -> None:
    count = len(all_answers(board))
    found = solved(board)
    assert found.solvable is (count > 0)
    assert found.unique is (count == 1)


@patient
@given(small_boards())
def test_an_answer_is_shown_exactly_where_there_is_one(board: Board) -> None:
    answers = all_answers(board)
    for found in (solved(board), solved(board, limit=1), solved(board, limit=None)):
        assert found.board.tiles in answers if found.board else not answers


@patient
@given(small_boards(), st.randoms(use_true_random=False))
def test_the_answer_near_a_board_differs_in_the_fewest_connectors(
    board: Board, random: Random
) -> None:
    answers = all_answers(board)
    assume(answers)
    printed = board.with_tiles([random.randrange(16) for _ in board.tiles])

    def distance(tiles: tuple[int, ...]) -> int:
        pairs = zip(tiles, printed.tiles, strict=True)
        return sum((tile ^ other).bit_count() for tile, other in pairs)

    near = solved(board, near=printed).board
    assert near is not None
    assert near.tiles in answers
    assert distance(near.tiles) == min(map(distance, answers))


@patient
@given(small_boards())
def test_neighbours_never_rule_out_an_answer(board: Board) -> None:
    sides = spread(board)
    for answer in all_answers(board):
        assert sides is not None
        for tile, joined, closed in zip(answer, sides.joined, sides.closed, strict=True):
            assert tile & joined == joined
            assert not tile & closed


@patient
@given(small_boards())
def test_a_board_with_an_answer_is_balanced(board: Board) -> None:
    sides = spread(board)
    if sides and not balanced(board, sides):
        assert not all_answers(board)


def test_ends_on_a_chessboard_without_opposite_corners_are_not_balanced() -> None:
    board = board_of("0111\n1111\n1111\n1110")
    sides = spread(board)
    assert sides is not None
    assert not balanced(board, sides)
    assert solved(board).solvable is False


@pytest.mark.parametrize(
    ("grid", "count"),
    [("11\n11", 2), ("13\n13", 1), ("0", 1), ("1", 0), ("1111\n1111\n1111\n1111", 36)],
)
def test_answers_are_counted_as_grids(grid: str, count: int) -> None:
    found = solved(board_of(grid), limit=None)
    assert (found.least, found.complete) == (count, True)


def test_the_pairs_on_a_whole_chessboard_are_counted() -> None:
    found = solved(board_of("\n".join(["11111111"] * 8)), limit=None)
    assert (found.least, found.complete) == (12988816, True)


def test_counting_ends_once_the_limit_is_reached() -> None:
    found = solved(board_of("\n".join(["1" * 20] * 20)), limit=1000)
    assert found.least >= 1000
    assert not found.complete
    assert found.unique is False


@patient
@given(small_boards(), st.integers(1, 12))
def test_answers_are_counted_up_to_a_bound(board: Board, bound: int) -> None:
    count = len(all_answers(board))
    found = counted(board, bound)
    if found.complete:
        assert found.least == count
    else:
        assert bound <= found.least <= count
    assert found.complete or count >= bound


def test_regions_are_counted_by_multiplying() -> None:
    blocks = "\n".join(["11011011", "11011011", "00000000", "11011011", "11011011"])
    found = counted(board_of(blocks), 1000)
    assert (found.least, found.complete) == (64, True)


@pytest.mark.parametrize(
    ("grid", "unique"), [(UNDECIDED_BY_NEIGHBOURS, True), (FAILS_AS_A_WHOLE, False)]
)
def test_what_neighbours_leave_open_is_decided(grid: str, unique: bool) -> None:
    board = board_of(grid)
    assert spread(board)
    found = solved(board)
    assert found.solvable is unique
    assert found.unique is unique


def test_a_search_that_gives_up_claims_nothing() -> None:
    board = board_of(FAILS_AS_A_WHOLE)
    found = solved(board, steps=2)
    assert found.solvable is None
    assert found.unique is None
    assert found.board is None


@patient
@given(small_boards(), st.integers(1, 8))
def test_what_is_claimed_after_few_steps_is_true(board: Board, steps: int) -> None:
    count = len(all_answers(board))
    found = solved(board, limit=None, steps=steps)
    assert found.least <= count
    assert found.solvable in (None, count > 0)
    assert found.unique in (None, count == 1)
    if found.least:
        assert is_answer(board, found.board)


@pytest.mark.parametrize("size", [20, 60])
def test_pairs_are_matched_however_large_the_board(size: int) -> None:
    board = board_of("\n".join(["1" * size] * size))
    found = solved(board, steps=1)
    assert found.unique is False
    assert is_answer(board, found.board)


def test_pairs_that_cannot_all_be_matched_are_found_out_without_a_search() -> None:
    """Two halves, each with two cells too many of a colour, and a bridge of two cells only."""
    rows = [list("1" * 31) for _ in range(16)]
    for row in range(16):
        rows[row][15] = "1" if row in (8, 9) else "0"
    for row, column in ((2, 2), (4, 4), (5, 22), (7, 24)):
        rows[row][column] = "0"
    board = board_of("\n".join(map("".join, rows)))
    sides = spread(board)
    assert sides is not None
    assert balanced(board, sides)
    assert solved(board, steps=1).solvable is False


def test_the_answers_of_a_board_with_straight_tiles_are_counted() -> None:
    board = board_of(STICKS)
    found = solved(board, limit=None)
    assert (found.least, found.complete) == (16, True)
    assert is_answer(board, found.board)


def board_of_sticks(random: Random, size: int) -> Board:
    """Return a board that is filled with sticks of two or three tiles as far as a few tries go."""
    tiles = [0] * size**2
    for row, column in product(range(size), repeat=2):
        for _ in range(10):
            length, side = random.choice((2, 3)), random.choice((8, 4))
            across, down = (1, 0) if side == 8 else (0, 1)
            cells = [(row + n * down, column + n * across) for n in range(length)]
            numbers = [size * there + over for there, over in cells]
            if max(cells[-1]) < size and not any(tiles[number] for number in numbers):
                for one, other in pairwise(numbers):
                    tiles[one] |= side
                    tiles[other] |= 2 if side == 8 else 1
                break
    turned = tuple(random.choice(TURNS[tile]) for tile in tiles)
    return Board(rows=size, columns=size, tiles=turned)


@pytest.mark.parametrize("seed", range(4))
def test_a_wide_board_with_straight_tiles_is_decided(seed: int) -> None:
    board = board_of_sticks(Random(seed), 30)
    found = solved(board)
    assert found.solvable
    assert found.unique is False
    assert is_answer(board, found.board)


@pytest.mark.parametrize("density", [30, 50, 80])
@pytest.mark.parametrize("solvable", [True, False])
def test_a_large_board_is_decided(density: int, solvable: bool) -> None:
    wanted = Wanted(rows=100, columns=80, density=density, solvable=solvable, unique=None)
    board = random_board(Random(density), wanted)
    assert solved(board).solvable is solvable


def test_a_board_of_200_rows_of_200_is_decided() -> None:
    wanted = Wanted(rows=200, columns=200, density=45, solvable=True, unique=None)
    board = random_board(Random(1), wanted)
    found = solved(board)
    assert found.unique is False
    assert is_answer(board, found.board)


@patient
@given(systems(simple=False))
def test_simplifying_a_system_keeps_its_answers(constraints: list[Constraint]) -> None:
    names = sorted({literal >> 1 for constraint in constraints for literal in constraint})
    numbers = {name: number for number, name in enumerate(names, 1)}
    system = ExactlyOne(len(names))
    for constraint in constraints:
        system.demand(2 * numbers[literal >> 1] + (literal & 1) for literal in constraint)
    system.settle()
    if system.contradictory:
        assert not count_of(constraints)
        return
    left = system.remaining()
    roots = {system.root(2 * number) >> 1 for number in numbers.values()} - {0}
    used = {literal >> 1 for constraint in left for literal in constraint}
    assert used <= roots
    assert count_of(left) * 2 ** len(roots - used) == count_of(constraints)


@patient
@given(systems())
def test_components_share_no_variable_and_lose_no_constraint(
    constraints: list[Constraint],
) -> None:
    groups = components(constraints)
    assert sorted(each for group in groups for each in group) == sorted(constraints)
    variables = [{literal >> 1 for each in group for literal in each} for group in groups]
    assert sum(map(len, variables)) == len(set().union(*variables))


@patient
@given(systems())
def test_searching_along_the_frontier_finds_all_answers(constraints: list[Constraint]) -> None:
    for group in components(constraints):
        found = searched(planned(group), budget=PLENTY)
        assert found.complete
        assert found.least == count_of(group)
        assert holds(group, dict(found.values)) if found.values else not found.least


@patient
@given(systems())
def test_learning_from_conflicts_finds_all_answers(constraints: list[Constraint]) -> None:
    found = learned(constraints, limit=PLENTY, budget=PLENTY, preferred={})
    assert found.complete
    assert found.least == count_of(constraints)
    assert holds(constraints, dict(found.values)) if found.values else not found.least


@patient
@given(systems_of_pairs())
def test_matching_tells_no_answer_one_and_several(constraints: list[Constraint]) -> None:
    for group in components(constraints):
        graph = bipartite(group)
        assert graph is not None
        found = matched(graph)
        count = searched(planned(group), budget=PLENTY).least
        assert found.least == min(count, 2)
        assert found.complete is (count < 2)
        assert holds(group, dict(found.values)) if found.values else not count


def test_a_variable_in_three_constraints_is_no_edge() -> None:
    assert bipartite([(2, 4, 6), (2, 4, 8), (2, 6, 8)]) is None


def test_an_odd_cycle_of_pairs_is_no_bipartite_graph() -> None:
    triangle = [(2, 4, 8), (4, 6, 10), (2, 6, 12), (8, 10, 12)]
    assert bipartite(triangle) is None


def test_learning_decides_a_system_too_wide_to_enumerate() -> None:
    """A torus of straight and end tiles unrolled: a grid of constraints, none of them a pair."""
    size = 14
    constraints = [
        tuple(
            2 * (1 + (row % size) * size + column % size)
            for row, column in ((r, c), (r + 1, c), (r, c + 1))
        )
        for r in range(size)
        for c in range(size)
    ]
    assert width(planned(constraints)) > 12
    found = learned(constraints, limit=1, budget=PLENTY, preferred={})
    assert found.least == 0
    assert found.complete
