"""Pictures as data: what can be done with shapes, scenes and films."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.draw import (
    BLUE,
    INK,
    PAPER,
    RED,
    Circle,
    Colour,
    Film,
    Lines,
    Polygon,
    Rectangle,
    Scene,
    Shape,
    Text,
    film_of,
    in_rows,
    rotated,
    square,
)

SHAPES: list[Shape] = [
    Rectangle(x=1, y=2, width=3, height=4, fill=RED),
    Polygon(points=((0, 0), (2, 0), (2, 2)), fill=RED),
    Circle(x=1, y=1, radius=1, fill=RED),
    Lines(segments=((0, 0, 1, 1), (1, 1, 2, 0)), width=0.1, colour=RED),
    Text(x=1, y=1, text="a", size=1),
]
POINTS = st.tuples(st.floats(-100, 100), st.floats(-100, 100))


def scene(*, width: float = 2, height: float = 1, title: str = "") -> Scene:
    spot = Rectangle(x=0, y=0, width=1, height=1, fill=BLUE)
    return Scene(width=width, height=height, shapes=(spot,), title=title)


def corners(film: Film) -> list[tuple[float, float]]:
    shapes = [frame.scene.shapes[0] for frame in film.frames]
    return [(shape.x, shape.y) for shape in shapes if isinstance(shape, Rectangle)]


def test_a_colour_is_written_as_style_sheets_write_it() -> None:
    assert Colour(name="any", red=1, green=171, blue=255).css == "#01abff"


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_a_shape_that_is_moved_back_is_where_it_was(shape: Shape) -> None:
    assert shape.moved(3, -2) != shape
    assert shape.moved(3, -2).moved(-3, 2) == shape


def test_all_of_a_shape_is_moved() -> None:
    moved = [shape.moved(10, 20) for shape in SHAPES]
    assert moved == [
        Rectangle(x=11, y=22, width=3, height=4, fill=RED),
        Polygon(points=((10, 20), (12, 20), (12, 22)), fill=RED),
        Circle(x=11, y=21, radius=1, fill=RED),
        Lines(segments=((10, 20, 11, 21), (11, 21, 12, 20)), width=0.1, colour=RED),
        Text(x=11, y=21, text="a", size=1),
    ]


def test_a_quarter_turn_is_clockwise_and_exact() -> None:
    assert rotated((3, 1), (1, 1), 90) == (1, 3)
    assert rotated((3, 1), (1, 1), 180) == (-1, 1)
    assert rotated((3, 1), (1, 1), -90) == (1, -1)
    assert rotated((3, 1), (1, 1), 450) == (1, 3)


@given(POINTS, POINTS, st.floats(-1000, 1000))
def test_turning_back_leads_back(
    point: tuple[float, float], middle: tuple[float, float], degrees: float
) -> None:
    there = rotated(point, middle, degrees)
    assert rotated(there, middle, -degrees) == pytest.approx(point, abs=1e-9)


def test_a_square_that_is_turned_keeps_its_middle_and_size() -> None:
    points = square((5, 5), 2, RED, degrees=45).points
    assert {round(abs(x - 5) + abs(y - 5), 6) for x, y in points} == {round(2**0.5, 6)}


def test_the_colours_of_a_scene_begin_with_its_paper() -> None:
    drawn = Scene(width=1, height=1, shapes=tuple(SHAPES))
    assert list(drawn.colours()) == [PAPER, RED, RED, RED, RED, INK]


def test_scenes_in_rows_do_not_cover_each_other() -> None:
    sheet = in_rows([scene(width=20, height=3)] * 5, columns=3)
    places = [(shape.x, shape.y) for shape in sheet.shapes if isinstance(shape, Rectangle)]
    assert places == [(0, 0), (20, 0), (40, 0), (0, 3), (20, 3)]
    assert (sheet.width, sheet.height) == (60, 6)


def test_fewer_scenes_than_a_row_has_take_no_room_for_more() -> None:
    assert in_rows([scene(width=20)], columns=6).width == 20


def test_titles_stand_above_their_scenes() -> None:
    sheet = in_rows([scene(width=20, title="one"), scene(width=20, title="two")], columns=2)
    titles = [(shape.text, shape.x) for shape in sheet.shapes if isinstance(shape, Text)]
    assert titles == [("one", 10), ("two", 30)]
    [title, *_] = [shape for shape in sheet.shapes if isinstance(shape, Text)]
    [spot, *_] = [shape for shape in sheet.shapes if isinstance(shape, Rectangle)]
    assert title.y + title.size / 2 <= spot.y


def test_a_long_title_is_wrapped_and_then_cut() -> None:
    sheet = in_rows([scene(width=6, title="word " * 100)], columns=1)
    titles = [shape for shape in sheet.shapes if isinstance(shape, Text)]
    assert len(titles) == 3
    assert len({title.y for title in titles}) == 3
    assert titles[-1].text.endswith("…")
    assert all(0.6 * title.size * len(title.text) <= 6 for title in titles)


def test_scenes_of_a_film_are_put_in_the_middle_of_one_paper() -> None:
    film = film_of([scene(width=2, height=1), scene(width=4, height=3)], seconds=0.5)
    assert {(frame.scene.width, frame.scene.height) for frame in film.frames} == {(4, 3)}
    assert corners(film) == [(1, 1), (0, 0)]
    assert [frame.seconds for frame in film.frames] == [0.5, 0.5]
    assert film.note == ""


def test_a_film_that_is_too_long_is_cut_and_says_so() -> None:
    film = film_of([scene()] * 5, seconds=1, most=3)
    assert len(film.frames) == 3
    assert film.note == "the film ends after 3 of 5 steps"
