"""Mazes and configs made of choices, and mazes as pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

import pytest
from choosing import RandomChooser

from judge_plugins.maze.drawn import drawn_config, drawn_maze
from judge_plugins.maze.generate import MazeGenerate
from judge_plugins.maze.grid import grid_of
from judge_plugins.maze.picture import surroundings, whole_picture
from judge_plugins.maze.tasks import MazeLoops, MazeOpen

ChosenT = TypeVar("ChosenT")


class LeastChooser:
    """Makes the simplest choice every time, as a case that was shrunk to its end."""

    def integer(self, least: int, most: int) -> int:
        return min(range(least, most + 1), key=abs)

    def choice(self, options: Sequence[ChosenT]) -> ChosenT:
        return options[0]

    def items(self, item: Callable[[], ChosenT], *, least: int, most: int) -> list[ChosenT]:
        return [item() for _ in range(least)]

    def random(self) -> Random:
        return Random(0)


@pytest.mark.parametrize("seed", range(60))
def test_every_drawn_case_is_valid(seed: int) -> None:
    MazeOpen().read(MazeOpen().draw(RandomChooser(seed)))
    MazeLoops().read(MazeLoops().draw(RandomChooser(seed)))
    MazeGenerate().read(MazeGenerate().draw(RandomChooser(seed)))


def test_both_answers_are_drawn() -> None:
    problems = [MazeOpen().read({"maze": drawn_maze(RandomChooser(seed))}) for seed in range(100)]
    assert {problem.by_rules for problem in problems} == {True, False}
    assert sum(problem.by_rules for problem in problems) > 5


def test_small_and_large_odd_and_plain_configs_are_drawn() -> None:
    configs = [
        MazeGenerate().read({"config": drawn_config(RandomChooser(seed))}) for seed in range(100)
    ]
    assert {config.perfect for config in configs} == {True, False}
    assert min(config.width for config in configs) == 2
    assert any(config.width >= 9 and config.height >= 7 for config in configs)
    assert any("#" in config.text for config in configs)
    assert any(not config.text.startswith("WIDTH") for config in configs)


def test_the_simplest_cases_are_the_smallest() -> None:
    assert drawn_maze(LeastChooser()) == "F"
    assert drawn_config(LeastChooser()) == (
        "WIDTH=2\nHEIGHT=2\nENTRY=0,0\nEXIT=1,1\nPERFECT=True\nSEED=0"
    )


@pytest.mark.parametrize("seed", range(30))
def test_equal_seeds_make_equal_configs_that_are_valid(seed: int) -> None:
    task = MazeGenerate()
    values = task.generate(Random(seed), {})
    assert values == task.generate(Random(seed), {})
    task.read(values)


def test_options_are_kept() -> None:
    task = MazeGenerate()
    config = task.read(task.generate(Random(1), {"width": 9, "height": 7, "perfect": False}))
    assert (config.width, config.height, config.perfect) == (9, 7, False)


def test_a_maze_is_drawn_with_its_walls() -> None:
    assert whole_picture(grid_of(["913", "82A", "C46"]), {(0, 0): "E"}) == (
        "┌───────────┐\n"
        "│ E         │\n"
        "│       ╷   │\n"
        "│       │   │\n"
        "│       ╵   │\n"
        "│           │\n"
        "└───────────┘"
    )


def test_a_disputed_wall_and_an_open_border_are_seen() -> None:
    assert whole_picture(grid_of(["13", "E6"]), {}) == (
        "╶───────┐\n        │\n╷       │\n│   ?   │\n└───────┘"
    )


def test_only_the_surroundings_of_a_cell_are_drawn_where_that_is_asked_for() -> None:
    grid = grid_of(["0" * 30] * 30)
    drawn = surroundings(grid, (15, 15), {(15, 15): "*"}).split("\n")
    assert len(drawn) == 11
    assert drawn[5].strip() == "*"
    assert len(surroundings(grid, (0, 0), {}).split("\n")) == 7


def test_a_maze_that_is_too_large_to_be_seen_is_not_drawn() -> None:
    assert whole_picture(grid_of(["0" * 41]), {}) == ""
    assert MazeLoops().picture(MazeLoops().read({"maze": "0" * 41})) == ""


def test_cases_are_drawn_as_pictures() -> None:
    opened = MazeOpen().picture(MazeOpen().read({"maze": "913\n802\nC46"}))
    assert opened.count("*") == 9
    assert MazeLoops().picture(MazeLoops().read({"maze": "9"})).startswith("┌")
    config = "WIDTH=9\nHEIGHT=7\nENTRY=0,0\nEXIT=8,6\nPERFECT=True\nSEED=1"
    outline = MazeGenerate().picture(MazeGenerate().read({"config": config}))
    assert outline.count("#") == 18
    assert "E" in outline
    assert "X" in outline
