"""Scenes and films as PNG and GIF, looked at through Pillow's own eyes."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from judge.draw import (
    BLACK,
    BLUE,
    FLOOR,
    GREEN,
    PAPER,
    RED,
    Circle,
    Colour,
    Film,
    Frame,
    Lines,
    Rectangle,
    Scene,
    Shape,
    Text,
    square,
)
from judge.drawing.raster import gif, png

WHITE = PAPER.rgb


def image(*shapes: Shape, width: float = 4, height: float = 4, pixels: int = 10) -> Image.Image:
    scene = Scene(width=width, height=height, shapes=shapes, pixels=pixels)
    return Image.open(io.BytesIO(png(scene).data)).convert("RGB")


def spot(x: float, fill: Colour = BLUE) -> Scene:
    shape = Rectangle(x=x, y=1, width=1, height=1, fill=fill)
    return Scene(width=8, height=3, shapes=(shape,), pixels=10)


def film(*frames: tuple[Scene, float]) -> Film:
    return Film(frames=tuple(Frame(scene=scene, seconds=seconds) for scene, seconds in frames))


def frames(data: bytes) -> list[tuple[Image.Image, int]]:
    """Return the frames of an animation as they are seen, with their times in milliseconds."""
    opened = Image.open(io.BytesIO(data))
    seen = []
    for number in range(getattr(opened, "n_frames", 1)):
        opened.seek(number)
        seen.append((opened.convert("RGB"), int(opened.info["duration"])))
    return seen


def test_a_picture_has_the_pixels_of_its_units() -> None:
    assert image(width=4, height=2.5).size == (40, 25)


def test_a_rectangle_has_sharp_edges_where_it_says() -> None:
    drawn = image(Rectangle(x=1, y=2, width=2, height=1, fill=BLUE))
    assert drawn.getpixel((10, 20)) == BLUE.rgb
    assert drawn.getpixel((29, 29)) == BLUE.rgb
    around = [(9, 20), (30, 20), (10, 19), (10, 30)]
    assert {drawn.getpixel(place) for place in around} == {WHITE}


def test_later_shapes_cover_earlier_ones() -> None:
    drawn = image(
        Rectangle(x=0, y=0, width=4, height=4, fill=BLUE), Circle(x=2, y=2, radius=1, fill=RED)
    )
    assert drawn.getpixel((20, 20)) == RED.rgb
    assert drawn.getpixel((1, 1)) == BLUE.rgb


def test_a_line_goes_on_for_half_its_width() -> None:
    drawn = image(Lines(segments=((1, 2, 3, 2),), width=0.4, colour=BLACK))
    assert [drawn.getpixel((x, 20)) for x in (7, 8, 31, 32)] == [WHITE, BLACK.rgb, BLACK.rgb, WHITE]
    assert [drawn.getpixel((20, y)) for y in (17, 18, 21, 22)] == [
        WHITE, BLACK.rgb, BLACK.rgb, WHITE,
    ]  # fmt: skip


def test_a_slanting_line_is_as_wide_as_a_level_one() -> None:
    level = image(Lines(segments=((1, 2, 3, 2),), width=0.4, colour=BLACK, round=True))
    slanting = image(Lines(segments=((1.3, 1.3, 2.7, 2.7),), width=0.4, colour=BLACK, round=True))
    dark = [sum(255 - part for part in each.convert("L").tobytes()) for each in (level, slanting)]
    assert dark[1] == pytest.approx(dark[0], rel=0.15)


def test_a_thin_line_does_not_get_lost() -> None:
    drawn = image(Lines(segments=((1, 2, 3, 2),), width=0.001, colour=BLACK))
    assert drawn.getpixel((20, 20)) != WHITE


def test_edges_that_slant_are_smooth() -> None:
    drawn = image(square((2, 2), 2, BLACK, degrees=30))
    assert len(drawn.getcolors() or ()) > 3


def test_colours_in_areas_are_exactly_those_of_the_scene() -> None:
    shades = [BLUE, RED, GREEN, FLOOR, BLACK]
    drawn = image(
        *(Rectangle(x=x, y=0, width=1, height=1, fill=fill) for x, fill in enumerate(shades)),
        width=6,
    )
    seen = [drawn.getpixel((10 * x + 5, 5)) for x in range(6)]
    assert seen == [*(shade.rgb for shade in shades), WHITE]


def test_hundreds_of_colours_are_drawn_all_the_same() -> None:
    shades = [Colour(name=str(n), red=n % 256, green=n // 2, blue=7) for n in range(300)]
    drawn = image(
        *(Rectangle(x=x, y=0, width=1, height=1, fill=fill) for x, fill in enumerate(shades)),
        width=300,
        height=1,
        pixels=2,
    )
    assert len(drawn.getcolors(1000) or ()) > 50


def test_text_is_drawn_where_it_says_even_what_the_letters_lack() -> None:
    drawn = image(Text(x=2, y=2, text="3×3 − “a”", size=0.9))
    assert min(drawn.convert("L").crop((0, 14, 40, 26)).tobytes()) < 100
    assert min(drawn.convert("L").crop((0, 0, 40, 10)).tobytes()) == 255


def test_text_too_small_to_be_seen_is_left_out() -> None:
    assert image(Text(x=2, y=2, text="tiny", size=0.001)).getcolors() == [(1600, WHITE)]


def test_a_huge_scene_is_drawn_smaller_and_says_so() -> None:
    drawing = png(Scene(width=1000, height=500, shapes=(), pixels=24))
    assert Image.open(io.BytesIO(drawing.data)).size == (4000, 2000)
    assert drawing.note.startswith("drawn at 4 instead of 24 pixels a unit")


def test_a_large_scene_keeps_its_colours_without_smooth_edges() -> None:
    shape = Rectangle(x=0, y=0, width=1500, height=1, fill=RED)
    data = png(Scene(width=1500, height=1500, shapes=(shape,), pixels=2)).data
    drawn = Image.open(io.BytesIO(data)).convert("RGB")
    assert [drawn.getpixel((9, y)) for y in (1, 2)] == [RED.rgb, WHITE]


def test_a_scene_without_room_is_one_pixel() -> None:
    assert image(width=0.01, height=0.01).size == (1, 1)


def test_a_film_shows_each_frame_for_its_time() -> None:
    seen = frames(gif(film((spot(0), 1), (spot(3, RED), 0.05), (spot(6), 2.5))).data)
    assert [milliseconds for _, milliseconds in seen] == [1000, 50, 2500]
    assert [[frame.getpixel((10 * x + 5, 15)) for x in (0, 3, 6)] for frame, _ in seen] == [
        [BLUE.rgb, WHITE, WHITE],
        [WHITE, RED.rgb, WHITE],
        [WHITE, WHITE, BLUE.rgb],
    ]


def test_frames_are_exactly_the_pictures_of_their_scenes() -> None:
    turned = [
        Scene(width=4, height=4, shapes=(square((2, 2), 2, BLUE, degrees=degrees),), pixels=10)
        for degrees in range(0, 91, 9)
    ]
    seen = frames(gif(film(*((scene, 0.05) for scene in turned))).data)
    for scene, (frame, _) in zip(turned, seen, strict=True):
        still = Image.open(io.BytesIO(png(scene).data)).convert("RGB")
        assert frame.tobytes() == still.tobytes()


def test_the_roundings_of_times_do_not_add_up() -> None:
    seen = frames(gif(film(*((spot(n % 7), 1 / 3) for n in range(9)))).data)
    assert sum(milliseconds for _, milliseconds in seen) == 3000


def test_equal_frames_keep_their_times() -> None:
    seen = frames(gif(film((spot(1), 1), (spot(1), 1), (spot(2), 1))).data)
    assert sum(milliseconds for _, milliseconds in seen) == 3000


def test_a_film_has_one_palette_and_only_what_changes() -> None:
    one = gif(film((spot(0), 1))).data
    many = gif(film(*((spot(n % 7), 1) for n in range(50)))).data
    assert len(many) - len(one) < 50 * 400
    assert many.count(b"NETSCAPE2.0") == 1


def test_a_film_of_one_frame_is_a_film() -> None:
    [(frame, milliseconds)] = frames(gif(film((spot(0), 1))).data)
    assert frame.size == (80, 30)
    assert milliseconds == 1000


def test_films_are_drawn_smaller_than_pictures() -> None:
    large = Scene(width=100, height=50, shapes=(), pixels=40)
    drawing = gif(film((large, 1)))
    assert Image.open(io.BytesIO(drawing.data)).size == (800, 400)
    assert "drawn at 8 instead of 40" in drawing.note
