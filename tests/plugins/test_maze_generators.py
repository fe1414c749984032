"""Random mazes are coherent, repeatable and what their options ask for."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import CaseError
from judge.models import Value
from judge.puzzle import Role
from judge_plugins.maze.rules import (
    Maze,
    count_loops,
    first_open_block,
    nearly_open_block,
    parse,
)
from judge_plugins.maze.tasks import MazeLoops, MazeOpen

SEEDS = st.integers(0, 2**32)
SIDES = st.integers(3, 12)


def drawn(task: MazeOpen | MazeLoops, seed: int, options: Mapping[str, Value]) -> Maze:
    return parse(str(task.generate(Random(seed), options)["maze"]))


def open_blocks(maze: Maze) -> int:
    cells = [[int(digit, 16) for digit in row] for row in maze.rows]
    return sum(
        not any(cells[row + i][column + j] & 2 for i in range(3) for j in range(2))
        and not any(cells[row + i][column + j] & 4 for i in range(2) for j in range(3))
        for row in range(maze.height - 2)
        for column in range(maze.width - 2)
    )


@given(SEEDS)
def test_equal_seeds_draw_equal_mazes(seed: int) -> None:
    for task in (MazeOpen(), MazeLoops()):
        assert task.generate(Random(seed), {}) == task.generate(Random(seed), {})


@given(SEEDS)
def test_a_maze_without_options_has_three_to_nine_rows_and_columns(seed: int) -> None:
    for task in (MazeOpen(), MazeLoops()):
        maze = drawn(task, seed, {})
        assert 3 <= maze.height <= 9
        assert 3 <= maze.width <= 9


@given(SEEDS, st.integers(1, 12), st.integers(1, 12))
def test_rows_and_columns_are_as_asked_for(seed: int, rows: int, columns: int) -> None:
    for task in (MazeOpen(), MazeLoops()):
        maze = drawn(task, seed, {"rows": rows, "columns": columns})
        assert (maze.height, maze.width) == (rows, columns)


@given(SEEDS, SIDES, SIDES, st.integers(0, 100))
def test_a_planted_block_is_the_only_open_one(
    seed: int, rows: int, columns: int, closed: int
) -> None:
    options: dict[str, Value] = {
        "plant": "open",
        "rows": rows,
        "columns": columns,
        "closed": closed,
    }
    assert open_blocks(drawn(MazeOpen(), seed, options)) == 1


@given(SEEDS, SIDES, SIDES, st.integers(0, 100))
def test_a_nearly_planted_block_lacks_one_wall_and_no_other_is_open(
    seed: int, rows: int, columns: int, closed: int
) -> None:
    options: dict[str, Value] = {
        "plant": "near",
        "rows": rows,
        "columns": columns,
        "closed": closed,
    }
    maze = drawn(MazeOpen(), seed, options)
    assert first_open_block(maze) is None
    assert nearly_open_block(maze) is not None


@given(SEEDS, SIDES, SIDES, st.integers(0, 100), st.data())
def test_the_components_are_as_many_as_asked_for(
    seed: int, rows: int, columns: int, closed: int, data: st.DataObject
) -> None:
    components = data.draw(st.integers(1, rows * columns))
    options = {"rows": rows, "columns": columns, "closed": closed, "components": components}
    assert count_loops(drawn(MazeLoops(), seed, options)).components == components


@given(SEEDS)
def test_one_component_with_every_other_wall_closed_is_a_tree(seed: int) -> None:
    maze = drawn(MazeLoops(), seed, {"components": 1, "closed": 100})
    assert count_loops(maze).loops == 0


def test_no_closed_wall_makes_a_hall() -> None:
    maze = drawn(MazeLoops(), 1, {"closed": 0, "rows": 5, "columns": 7})
    assert count_loops(maze).loops == 24


def test_mazes_are_written_in_both_letter_cases() -> None:
    texts = [str(MazeLoops().generate(Random(seed), {})["maze"]) for seed in range(30)]
    assert any(text.isupper() for text in texts)
    assert any(text.islower() for text in texts)
    assert any(text != text.upper() and text != text.lower() for text in texts)


def test_borders_are_closed_in_some_mazes_and_open_in_others() -> None:
    firsts = [drawn(MazeOpen(), seed, {}).rows[0] for seed in range(30)]
    closed = [{int(digit, 16) & 1 for digit in row} for row in firsts]
    assert {0} in closed
    assert {1} in closed
    assert {0, 1} in closed


@pytest.mark.parametrize(
    ("task", "options", "key"),
    [
        (MazeOpen(), {"rows": 0}, "rows"),
        (MazeOpen(), {"columns": 1001}, "columns"),
        (MazeOpen(), {"closed": 101}, "closed"),
        (MazeOpen(), {"plant": "open", "rows": 2}, "plant"),
        (MazeOpen(), {"plant": "near", "columns": 2}, "plant"),
        (MazeLoops(), {"rows": -1}, "rows"),
        (MazeLoops(), {"components": 0}, "components"),
        (MazeLoops(), {"components": 13, "rows": 3, "columns": 4}, "components"),
    ],
)
def test_an_option_out_of_range_is_named(
    task: MazeOpen | MazeLoops, options: Mapping[str, Value], key: str
) -> None:
    with pytest.raises(CaseError) as caught:
        task.generate(Random(1), options)
    assert caught.value.key == key


@pytest.mark.parametrize("task", [MazeOpen(), MazeLoops()])
def test_options_are_marked_as_such(task: MazeOpen | MazeLoops) -> None:
    assert all(field.role is Role.OPTION and not field.required for field in task.options)
