"""What the puzzles' cases look like: scenes, answers and films."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import pytest

from judge.draw import (
    BLACK,
    BLUE,
    FAINT,
    FLOOR,
    GREEN,
    GRID,
    RED,
    WALL,
    WOOD,
    Circle,
    Colour,
    Film,
    Frame,
    Lines,
    Point,
    Polygon,
    Rectangle,
    Scene,
    Text,
)
from judge.models import Value
from judge_plugins.box.rules import NEIGHBOURS, PLACES, Side, State, simulated
from judge_plugins.box.scene import box_scene, smooth_film, step_film
from judge_plugins.box.simulate import Simulate
from judge_plugins.box.timeline import timeline
from judge_plugins.loop.scene import Tiles, tiles_scene
from judge_plugins.loop.session import SessionTask as LoopSession
from judge_plugins.loop.solve import SolveTask
from judge_plugins.maze.generate import MazeGenerate
from judge_plugins.maze.grid import grid_of
from judge_plugins.maze.scene import OPEN_BLOCK, maze_scene
from judge_plugins.maze.tasks import MazeLoops, MazeOpen
from judge_plugins.nim.play import PlayTask
from judge_plugins.nim.rules import Game
from judge_plugins.nim.scene import heaps_scene
from judge_plugins.nim.session import SessionTask as NimSession

FIGURE = ".........@...o....ooo..xox..."
THREE_LEAVE = "+<<^-"


def typed(scene: Scene | None) -> list[str]:
    assert scene is not None
    return ["".join(run.text for run in line).rstrip() for line in scene.typed]


def middle(polygon: Polygon) -> Point:
    xs, ys = zip(*polygon.points, strict=True)
    return round(sum(xs) / len(xs), 3), round(sum(ys) / len(ys), 3)


def squares(scene: Scene, colour: Colour) -> list[Polygon]:
    return [each for each in scene.shapes if isinstance(each, Polygon) and each.fill == colour]


def middles(scene: Scene, colour: Colour) -> list[Point]:
    return [middle(polygon) for polygon in squares(scene, colour)]


def lines(scene: Scene, colour: Colour) -> Lines:
    [found] = [each for each in scene.shapes if isinstance(each, Lines) and each.colour == colour]
    return found


def length(group: Lines) -> float:
    return sum(math.dist(segment[:2], segment[2:]) for segment in group.segments)


def rectangles(scene: Scene, colour: Colour) -> list[tuple[float, float]]:
    return [
        (each.x, each.y)
        for each in scene.shapes
        if isinstance(each, Rectangle) and each.fill == colour
    ]


def texts(scene: Scene) -> list[str]:
    return [each.text for each in scene.shapes if isinstance(each, Text)]


# The box


@pytest.mark.parametrize("down", Side)
def test_every_cell_of_the_box_is_drawn_once_and_within_the_paper(down: Side) -> None:
    scene = box_scene(FIGURE, down)
    assert len(set(middles(scene, FLOOR))) == len(PLACES)
    for polygon in squares(scene, FLOOR):
        assert all(0 < x < scene.width and 0 < y < scene.height for x, y in polygon.points)


def test_who_lives_in_the_box_is_drawn_in_their_colours_and_cells() -> None:
    scene = box_scene(FIGURE, Side.BOTTOM)
    assert middles(scene, BLACK) == [(5, 2)]
    assert middles(scene, RED) == [(2, 5), (4, 5)]
    assert len(middles(scene, BLUE)) == 5


def test_a_turned_box_is_drawn_turned() -> None:
    scene = box_scene(FIGURE, Side.RIGHT)
    assert (scene.width, scene.height) == (6, 8)
    assert middles(scene, BLACK) == [(4, 5)]


@pytest.mark.parametrize("down", Side)
def test_walls_go_all_around_but_for_the_hole(down: Side) -> None:
    edges = sum(beside is None for side in Side for beside in NEIGHBOURS[side])
    assert length(lines(box_scene(FIGURE, down), WALL)) == edges - 1


def test_the_hole_is_below_cell_28_and_turns_with_the_box() -> None:
    def is_open(down: Side, start: Point, end: Point) -> bool:
        walls = {
            frozenset({segment[:2], segment[2:]})
            for segment in lines(box_scene(FIGURE, down), WALL).segments
        }
        return frozenset({start, end}) not in walls

    assert is_open(Side.BOTTOM, (5.5, 5.5), (6.5, 5.5))
    assert not is_open(Side.BOTTOM, (4.5, 5.5), (5.5, 5.5))
    assert is_open(Side.RIGHT, (0.5, 5.5), (0.5, 6.5))
    assert is_open(Side.TOP, (1.5, 0.5), (2.5, 0.5))
    assert is_open(Side.LEFT, (5.5, 1.5), (5.5, 2.5))


def test_the_grid_is_thin_and_parts_all_neighbours() -> None:
    scene = box_scene(FIGURE, Side.BOTTOM)
    neighbours = sum(beside is not None for side in Side for beside in NEIGHBOURS[side]) // 2
    assert length(lines(scene, GRID)) == neighbours
    assert lines(scene, GRID).width < lines(scene, WALL).width / 2


def test_a_box_on_a_terminal_has_walls_of_characters() -> None:
    assert typed(box_scene(FIGURE, Side.BOTTOM)) == [
        "┏━━━━━━━━━━━━━━━━━━━━━━━┓",
        "┃ ·   ·   ·   ·   ·   · ┃",
        "┗━━━┓                   ┗━━━┓",
        "    ┃ ·   ·   ·   @   ·   · ┃",
        "    ┃                   ┏━━━┛",
        "    ┃ ·   o   ·   ·   · ┃",
        "┏━━━┛                   ┃",
        "┃ ·   o   o   o   ·   · ┃",
        "┗━━━┓                   ┗━━━┓",
        "    ┃ x   o   x   ·   ·   · ┃",
        "    ┗━━━━━━━━━━━━━━━╸   ╺━━━┛",
    ]


@pytest.mark.parametrize("down", Side)
def test_a_box_on_a_terminal_is_turned_as_its_picture_is(down: Side) -> None:
    scene = box_scene(FIGURE, down)
    rows = typed(scene)
    for character, colour in (("@", BLACK), ("x", RED), ("o", BLUE)):
        seen = {
            ((column - 2) / 4 + 1, (row - 1) / 2 + 1)
            for row, line in enumerate(rows)
            for column, found in enumerate(line)
            if found == character
        }
        assert seen == set(middles(scene, colour))


def test_a_case_of_the_box_shows_its_start_and_its_end() -> None:
    task = Simulate()
    problem = task.read({"box": FIGURE, "moves": "+"})
    assert task.scene(problem).title == "to do: +"
    end = task.answer_scene(problem)
    assert middles(end, BLACK) == middles(box_scene(FIGURE, Side.RIGHT), BLACK)
    assert sorted(middles(end, RED)) == [(1, 5), (1, 7)]


def test_a_case_that_goes_wrong_shows_where_and_why() -> None:
    task = Simulate()
    problem = task.read({"box": FIGURE, "moves": "++^"})
    assert task.answer_scene(problem).title == (
        "! at manipulation 3 (^): a creature rests on the stot"
    )


def test_many_manipulations_are_cut_in_the_title() -> None:
    task = Simulate()
    assert len(task.scene(task.read({"box": FIGURE, "moves": "+" * 1000})).title) < 60
    assert task.scene(task.read({"box": FIGURE, "moves": ""})).title == "nothing to do"


def test_the_film_in_steps_shows_each_moment_for_a_second() -> None:
    moments = timeline(State(cells=FIGURE), THREE_LEAVE)
    film = step_film(moments)
    assert [frame.seconds for frame in film.frames] == [1] * len(moments)
    assert len({(frame.scene.width, frame.scene.height) for frame in film.frames}) == 1
    for moment, frame in zip(moments, film.frames, strict=True):
        assert len(squares(frame.scene, BLUE)) == moment.cells.count("o")
    assert film.frames[1].scene.title == "1 + turned"


def smooth(moves: str = THREE_LEAVE) -> tuple[Frame, ...]:
    return smooth_film(timeline(State(cells=FIGURE), moves)).frames


def angle(scene: Scene) -> float:
    """Return how far a box is turned clockwise, in degrees, by its first cell's upper edge."""
    (x, y), (to_x, to_y) = squares(scene, FLOOR)[0].points[:2]
    return math.degrees(math.atan2(to_y - y, to_x - x)) % 360


def test_smooth_frames_come_twenty_a_second() -> None:
    frames = smooth()
    assert {frame.seconds for frame in frames[:-1]} == {1 / 20}
    assert frames[-1].seconds == 1


@pytest.mark.parametrize("moves", [THREE_LEAVE, "|", "-|+", "+>|<-v+^+"])
def test_nothing_leaps_in_smooth_motion(moves: str) -> None:
    for before, after in pairwise(smooth(moves)):
        turn = (angle(after.scene) - angle(before.scene) + 180) % 360 - 180
        assert abs(turn) <= 15
        for colour in (BLACK, BLUE, RED):
            there = middles(before.scene, colour)
            for place in middles(after.scene, colour):
                assert min(math.dist(place, other) for other in there) < 0.5


@pytest.mark.parametrize(("moves", "way"), [("+", 1), ("-", -1), ("|", 1)])
def test_the_box_turns_one_way_without_going_back(moves: str, way: int) -> None:
    angles = [angle(frame.scene) for frame in smooth(moves)]
    turns = [(after - before + 180) % 360 - 180 for before, after in pairwise(angles)]
    assert all(turn * way >= -1e-9 for turn in turns)
    assert sum(turns) == pytest.approx({"+": 90, "-": -90, "|": 180}[moves])


def test_every_moment_is_a_frame_of_the_smooth_film_in_order() -> None:
    moments = timeline(State(cells=FIGURE), THREE_LEAVE)
    frames = iter(smooth())
    for moment in moments:
        still = box_scene(moment.cells, moment.down)
        shift = (9 - still.width) / 2, (9 - still.height) / 2
        wanted = {
            colour: sorted((x + shift[0], y + shift[1]) for x, y in middles(still, colour))
            for colour in (BLACK, BLUE, RED)
        }
        assert any(
            all(sorted(middles(frame.scene, colour)) == wanted[colour] for colour in wanted)
            for frame in frames
        )


def test_a_manipulation_takes_a_second_at_least() -> None:
    assert sum(frame.seconds for frame in smooth("<>")) == pytest.approx(3)
    assert sum(frame.seconds for frame in smooth("|")) >= 3


def test_who_leaves_is_seen_partly_outside_and_then_gone() -> None:
    floor = 4.5 + 2.5
    lowest = [
        max(y for polygon in squares(frame.scene, BLUE) for _, y in polygon.points)
        for frame in smooth()[-80:]
    ]
    assert any(floor < y < floor + 0.76 for y in lowest)
    assert lowest[-1] < floor


def test_long_films_are_cut_and_say_so() -> None:
    moments = timeline(State(cells=FIGURE), "<>" * 1600)
    steps, motion = step_film(moments), smooth_film(moments)
    assert len(steps.frames) <= 3000
    assert len(motion.frames) <= 3000
    assert steps.note == "the film ends after manipulation 2999 of 3200"
    assert motion.note == "the film ends after manipulation 149 of 3200"


def test_films_of_random_cases_end_with_the_answer() -> None:
    task = Simulate()
    for seed in range(20):
        values = task.generate(Random(seed), {"legal": True, "moves": 4})
        problem = task.read(values)
        end = simulated(problem.start, problem.moves)
        assert isinstance(end, State)
        last = task.film(problem, smooth=False).frames[-1].scene
        assert typed(last) == typed(box_scene(end.cells, end.down))


# Loop


def test_connectors_that_meet_are_blue_and_loose_ones_red() -> None:
    scene = tiles_scene(Tiles(numbers=(8, 2, 1), columns=3))
    assert len(lines(scene, BLUE).segments) == 2
    assert lines(scene, RED).segments == ((3.0, 1.0, 3.0, 0.5),)


def test_a_closed_grid_has_no_red_in_it() -> None:
    task = SolveTask()
    problem = task.read({"grid": "13\n13"})
    answer = task.answer_scene(problem)
    assert answer is not None
    assert answer.title == "the only answer"
    assert RED not in set(answer.colours())
    assert RED in set(task.scene(problem).colours())
    assert typed(answer) == ["╺━┓", "╺━┛"]


def test_a_grid_without_an_answer_says_so() -> None:
    task = SolveTask()
    answer = task.answer_scene(task.read({"grid": "1"}))
    assert answer is not None
    assert answer.title == "! (there is no answer)"
    stated = task.answer_scene(task.read({"grid": "1", "solvable": False}))
    assert stated == answer


def test_a_tile_with_one_connector_has_a_knob() -> None:
    scene = tiles_scene(Tiles(numbers=(8, 10, 2, 0), columns=4))
    knobs = [shape.x for shape in scene.shapes if isinstance(shape, Circle)]
    assert knobs == [1, 3]


def test_joined_tiles_are_joined_on_a_terminal_too() -> None:
    assert typed(tiles_scene(Tiles(numbers=(8, 10, 2, 0), columns=4))) == ["╺━━━╸ ·"]
    assert typed(tiles_scene(Tiles(numbers=(8, 8), columns=2))) == ["╺ ╺"]


def test_a_loose_tile_is_red_on_a_terminal() -> None:
    scene = tiles_scene(Tiles(numbers=(8, 2, 1), columns=3))
    inks = {run.text: run.ink for run in scene.typed[0]}
    assert inks["╹"] == RED
    assert inks["╺"] is None


def test_a_session_shows_what_the_last_call_leaves_and_its_film_every_turn() -> None:
    task = LoopSession()
    problem = task.read(
        {"session": "> OneindigeLus 2 2 8\n> opgelost\n> draai 0 1\n> draai 5 5\n> draai 0 0"}
    )
    scene, film = task.scene(problem), task.film(problem, smooth=False)
    assert film is not None
    assert [frame.scene.title for frame in film.frames] == [
        "OneindigeLus 2 2 8", "draai 0 1", "draai 0 0",
    ]  # fmt: skip
    assert [typed(frame.scene) for frame in film.frames] == [["╺━╸"], ["╺ ╹"], ["╻ ╹"]]
    assert typed(scene) == ["╻ ╹"]


def test_a_session_that_makes_nothing_has_no_picture() -> None:
    task = LoopSession()
    problem = task.read({"session": "> Tegel 99"})
    assert task.scene(problem) is None
    assert task.film(problem, smooth=True) is None


# Maze


def test_walls_are_drawn_where_they_are_and_as_long_as_they_go_on() -> None:
    scene = maze_scene(grid_of(["913", "82A", "C46"]), {})
    segments = {tuple(part - 0.5 for part in each) for each in lines(scene, WALL).segments}
    assert segments == {
        (0, 0, 3, 0), (0, 3, 3, 3), (0, 0, 0, 3), (3, 0, 3, 3), (2, 1, 2, 2),
    }  # fmt: skip


def test_open_borders_are_not_drawn() -> None:
    scene = maze_scene(grid_of(["0"]), {})
    assert lines(scene, WALL).segments == ()


def test_cells_closed_on_all_sides_are_dark() -> None:
    assert rectangles(maze_scene(grid_of(["F5"]), {}), GRID) == [(0.5, 0.5)]


def test_the_answer_of_an_open_maze_points_at_the_block() -> None:
    task = MazeOpen()
    problem = task.read({"maze": "913\n802\nC46"})
    answer = task.answer_scene(problem)
    assert len(rectangles(answer, OPEN_BLOCK)) == 9
    assert answer.title.startswith("True: ")
    assert not rectangles(task.scene(problem), OPEN_BLOCK)
    closed = task.answer_scene(task.read({"maze": "913\n82A\nC46"}))
    assert closed.title.startswith("False: ")
    assert not rectangles(closed, OPEN_BLOCK)


def test_the_answer_of_a_maze_with_loops_counts_them() -> None:
    task = MazeLoops()
    answer = task.answer_scene(task.read({"maze": "913\n802\nC46"}))
    assert answer.title == "4: 12 open inner walls − 9 cells + 1 connected component"


def test_a_maze_to_be_made_shows_what_is_settled() -> None:
    task = MazeGenerate()
    config = "WIDTH=9\nHEIGHT=7\nENTRY=0,0\nEXIT=8,6\nPERFECT=True\nSEED=1"
    scene = task.scene(task.read({"config": config}))
    assert scene is not None
    assert len(rectangles(scene, GRID)) == 18
    assert texts(scene) == ["E", "X"]
    assert len(rectangles(scene, GREEN)) == len(rectangles(scene, RED)) == 1
    assert scene.title == "perfect"


def test_a_small_maze_has_lines_on_a_terminal_and_a_larger_one_blocks() -> None:
    assert typed(maze_scene(grid_of(["913", "82A", "C46"]), {}))[0] == "┌───────────┐"
    large = typed(maze_scene(grid_of(["9" + "5" * 48 + "3", "C" + "5" * 48 + "6"]), {}))
    assert large == [
        "█" + "▀" * 99 + "█",
        "█ " + "▀" * 97 + " █",
        "▀" * 101,
    ]


def test_a_maze_wider_than_terminals_has_no_picture_of_characters() -> None:
    assert maze_scene(grid_of(["5" * 500]), {}).typed == ()


def test_a_maze_of_a_million_cells_is_a_few_shapes() -> None:
    scene = maze_scene(grid_of(["5" * 1000] * 1000), {})
    assert len(scene.shapes) == 2
    assert len(lines(scene, WALL).segments) == 1001


# Nim


def test_every_match_is_drawn_and_taken_ones_are_pale() -> None:
    scene = heaps_scene(Game(heaps=(3, 0, 5)), Game(heaps=(1, 0, 5)))
    assert len(rectangles(scene, WOOD)) == 6
    assert len(rectangles(scene, GRID)) == 2
    assert texts(scene) == ["1:", "2:", "3:"]
    assert typed(scene) == ["1: |..", "2:", "3: |||||"]
    assert [(run.text, run.ink) for run in scene.typed[0]] == [
        ("1: ", None), ("|", WOOD), ("..", FAINT),
    ]  # fmt: skip


def test_a_large_heap_says_how_many_there_are() -> None:
    scene = heaps_scene(Game(heaps=(10**9, 1)), Game(heaps=(10**9 - 5, 1)))
    assert len(rectangles(scene, WOOD)) == 61
    assert f"… {10**9 - 5} of {10**9}" in texts(scene)
    assert scene.width < 60


def test_the_answer_of_a_game_is_a_winning_move() -> None:
    task = PlayTask()
    values: dict[str, Value] = {"heaps": (3, 4, 5), "first": "program", "opponent": "perfect"}
    answer = task.answer_scene(task.read(values))
    assert answer is not None
    assert answer.title == "a winning move: 1 2"
    assert len(rectangles(answer, GRID)) == 2


@pytest.mark.parametrize(
    "values",
    [
        {"heaps": (3, 3), "first": "program", "opponent": "perfect"},
        {"heaps": (3, 4), "first": "judge", "opponent": "perfect"},
    ],
)
def test_where_there_is_no_winning_move_none_is_shown(values: dict[str, Value]) -> None:
    task = PlayTask()
    assert task.answer_scene(task.read(values)) is None


def test_a_session_shows_its_games_and_its_film_every_move() -> None:
    task = NimSession()
    problem = task.read(
        {"session": "> Nim 2 3\n> wegnemen 2 1\n> wegnemen 9 9\n> repr\n> Nim 1 1 1\n> repr"}
    )
    scene, film = task.scene(problem), task.film(problem, smooth=False)
    assert scene is not None
    assert film is not None
    assert texts(scene)[0] == "Nim(2, 3)"
    assert "Nim(1, 1, 1)" in texts(scene)
    assert [frame.scene.title for frame in film.frames] == [
        "Nim 2 3", "wegnemen 2 1", "Nim 1 1 1",
    ]  # fmt: skip
    assert typed(film.frames[1].scene) == ["1: ||", "2: ||."]


def test_captions_and_heaps_lie_within_the_paper() -> None:
    task = NimSession()
    problem = task.read({"session": "> Nim 2 3\n> Nim 100 2\n> repr"})
    scene = task.scene(problem)
    assert scene is not None
    assert all(0 < each.y < scene.height for each in scene.shapes if isinstance(each, Text))


def every(film: Film) -> set[str]:
    return {type(shape).__name__ for frame in film.frames for shape in frame.scene.shapes}


def test_films_are_made_of_known_shapes() -> None:
    film = smooth_film(timeline(State(cells=FIGURE), "+"))
    assert every(film) == {"Polygon", "Lines"}
