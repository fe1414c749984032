"""What a program printed as a picture: where it can be made out, and where it cannot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.draw import GREEN, RED, Rectangle, Scene
from judge.models import Value
from judge.puzzle import Output, Task
from judge_plugins.box.extract import Extract
from judge_plugins.box.picture import picture, pictured
from judge_plugins.box.rules import PLACES, Side, State
from judge_plugins.box.scene import box_scene, end_scene
from judge_plugins.box.simulate import Simulate
from judge_plugins.loop.scene import Tiles, tiles_scene
from judge_plugins.loop.solve import SolveTask
from judge_plugins.loop.unique import UniqueTask
from judge_plugins.maze.generate import MazeGenerate
from judge_plugins.maze.tasks import MazeOpen
from judge_plugins.nim.play import PlayTask

FIGURE = ".........@...o....ooo..xox..."
CONFIG = "WIDTH=3\nHEIGHT=2\nENTRY=0,0\nEXIT=2,1\nPERFECT=True\nSEED=1"
MAZE = "D53\nD56\n\n0,0\n2,1\nEES\n"

TASKS: tuple[tuple[Task[Any], Mapping[str, Value]], ...] = (
    (Simulate(), {"box": FIGURE, "moves": "+"}),
    (Extract(), {"box": FIGURE}),
    (SolveTask(), {"grid": "c9\n63"}),
    (UniqueTask(), {"grid": "c9\n63"}),
    (MazeGenerate(), {"config": CONFIG}),
    (MazeOpen(), {"maze": "9113\n8002\nC446"}),
    (PlayTask(), {"heaps": (1, 2), "first": "program", "opponent": "perfect"}),
)

cells = st.text(".ox@", min_size=len(PLACES), max_size=len(PLACES))


def printed(task: Task[Any], values: Mapping[str, Value], text: str) -> Scene | None:
    """Return the picture of what a check says of an output."""
    problem = task.read(values)
    outcome = task.check(problem, Output(stdout=text.encode()), None)
    return task.output_scene(problem, outcome.actual or text)


@given(cells, st.sampled_from(Side), st.integers(0, 4), st.integers(0, 3))
def test_a_picture_of_characters_is_read_back(
    held: str, down: Side, indent: int, blanks: int
) -> None:
    state = State(cells=held, down=down)
    rows = [""] * blanks + [" " * indent + row + " " * blanks for row in picture(state)]
    assert pictured(rows) == state


@given(st.lists(st.text(" .ox@*", max_size=9), max_size=9))
def test_no_other_lines_are_a_picture(rows: list[str]) -> None:
    state = pictured(rows)
    assert state is None or [row.strip() for row in picture(state)] == [
        row.strip() for row in rows if row.strip()
    ]


def test_a_printed_box_stands_as_the_case_leaves_it() -> None:
    values = {"box": FIGURE, "moves": "+"}
    assert printed(Simulate(), values, FIGURE[::-1]) == box_scene(FIGURE[::-1], Side.RIGHT)


def test_a_drawn_box_stands_as_it_was_drawn() -> None:
    drawn = "\n".join(picture(State(cells=FIGURE, down=Side.TOP)))
    scene = printed(Simulate(), {"box": FIGURE, "moves": "+"}, drawn)
    assert scene == box_scene(FIGURE, Side.TOP)


@pytest.mark.parametrize("text", ["", "!", FIGURE[1:], FIGURE + "\n" + FIGURE, "?" * 29])
def test_what_is_no_box_is_not_drawn(text: str) -> None:
    assert printed(Simulate(), {"box": FIGURE, "moves": "+"}, text) is None


@pytest.mark.parametrize("moves", ["^", "^^^^", "+-", "+<<^-"])
def test_printed_manipulations_are_drawn_by_what_they_come_to(moves: str) -> None:
    scene = printed(Extract(), {"box": FIGURE}, moves)
    right = end_scene(State(cells=FIGURE), moves)
    assert scene is not None
    assert scene.shapes == right.shapes


def test_what_is_no_manipulation_is_not_drawn() -> None:
    assert printed(Extract(), {"box": FIGURE}, "left") is None


@pytest.mark.parametrize("task", [SolveTask(), UniqueTask()], ids=["solve", "unique"])
def test_a_printed_grid_is_drawn(task: Task[Any]) -> None:
    scene = printed(task, {"grid": "c9\n63"}, "# a remark\n36\n9C\n")
    assert scene == tiles_scene(Tiles(numbers=(3, 6, 9, 12), columns=2))


@pytest.mark.parametrize("text", ["", "!", "c9", "c9\n63\n12", "zz\nzz"])
def test_what_is_no_grid_is_not_drawn(text: str) -> None:
    assert printed(SolveTask(), {"grid": "c9\n63"}, text) is None


def test_a_printed_maze_is_drawn_with_its_ends() -> None:
    for text in (MAZE, f"path: it is wrong\n\nas printed:\n{MAZE}"):
        task = MazeGenerate()
        scene = task.output_scene(task.read({"config": CONFIG}), text)
        assert scene is not None
        assert (scene.width, scene.height) == (4, 3)
        fills = [each.fill for each in scene.shapes if isinstance(each, Rectangle)]
        assert GREEN in fills
        assert RED in fills


def test_ends_beside_a_printed_maze_are_not_drawn() -> None:
    task = MazeGenerate()
    text = MAZE.replace("0,0", "7,7").replace("2,1", "0,9")
    scene = task.output_scene(task.read({"config": CONFIG}), text)
    assert scene is not None
    assert not {GREEN, RED} & {each.fill for each in scene.shapes if isinstance(each, Rectangle)}


@pytest.mark.parametrize("text", ["", "D5\nD56\n", "hello", "\n\n\n"])
def test_what_is_no_maze_is_not_drawn(text: str) -> None:
    assert printed(MazeGenerate(), {"config": CONFIG}, text) is None


@given(
    st.sampled_from(TASKS),
    st.text(st.characters(exclude_categories=()))
    | st.text("+|-<>^v.ox@*\n 0123456789abcdefABCDEF,!#"),
)
def test_no_text_is_too_strange_to_be_looked_at(
    asked: tuple[Task[Any], Mapping[str, Value]], text: str
) -> None:
    task, values = asked
    scene = task.output_scene(task.read(values), text)
    assert scene is None or scene.shapes
