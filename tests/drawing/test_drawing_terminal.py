"""Pictures of characters and of half blocks on terminals."""

from __future__ import annotations

import pytest

from judge.draw import (
    BLACK,
    BLUE,
    RED,
    Anchor,
    Circle,
    Lines,
    Rectangle,
    Run,
    Scene,
    Shape,
    Text,
    Typed,
    square,
    typed_plainly,
)
from judge.drawing.blocks import in_blocks
from judge.drawing.terminal import Depth, text_lines, width_of

PICTURE: Typed = ((Run(text="a "), Run(text=" x ", ink=RED, on=BLUE)), (Run(text="b  "),))


def plain(typed: Typed) -> list[str]:
    return ["".join(run.text for run in line).rstrip() for line in typed]


def blocks(*shapes: Shape, columns: int = 8, width: float = 2, height: float = 2) -> list[str]:
    return plain(
        in_blocks(Scene(width=width, height=height, shapes=shapes), columns=columns, coloured=False)
    )


@pytest.mark.parametrize(
    ("environment", "is_terminal", "depth"),
    [
        ({}, True, Depth.INDEXED),
        ({"COLORTERM": "truecolor"}, True, Depth.FULL),
        ({"COLORTERM": "24bit"}, True, Depth.FULL),
        ({"COLORTERM": "truecolor"}, False, Depth.NONE),
        ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, True, Depth.NONE),
        ({"NO_COLOR": ""}, True, Depth.INDEXED),
        ({"TERM": "dumb"}, True, Depth.NONE),
    ],
)
def test_colours_are_used_where_there_are_any(
    environment: dict[str, str], is_terminal: bool, depth: Depth
) -> None:
    assert Depth.of(environment, is_terminal=is_terminal) is depth


def test_without_colours_there_are_characters_alone() -> None:
    assert list(text_lines(PICTURE, Depth.NONE)) == ["a  x\n", "b\n"]


def test_with_colours_each_run_is_ended() -> None:
    [first, second] = text_lines(PICTURE, Depth.FULL)
    assert first == "a \x1b[38;2;220;38;38;48;2;37;99;235m x \x1b[0m\n"
    assert second == "b  \n"


def test_few_colours_are_the_nearest_ones() -> None:
    [line] = text_lines(((Run(text="x", ink=RED),),), Depth.INDEXED)
    assert line == "\x1b[38;5;160mx\x1b[0m\n"
    [line] = text_lines(((Run(text="x", on=BLACK),),), Depth.INDEXED)
    assert line == "\x1b[48;5;16mx\x1b[0m\n"


def test_what_would_steer_the_terminal_is_spelt_out() -> None:
    [line] = text_lines(typed_plainly("a\x1b[2J\r"), Depth.FULL)
    assert line == "a\\x1b[2J\\r\n"


def test_the_width_is_that_of_the_widest_line() -> None:
    assert width_of(PICTURE) == 5
    assert width_of(()) == 0


def test_lines_of_a_text_are_lines_of_its_picture() -> None:
    assert plain(typed_plainly("ab\n\nc")) == ["ab", "", "c"]


def test_half_blocks_show_what_is_dark() -> None:
    square_ = Rectangle(x=0, y=0, width=1, height=1, fill=BLACK)
    assert blocks(square_) == ["████", "████", "", ""]


def test_half_a_line_is_shown_by_the_upper_or_the_lower_half() -> None:
    upper = Rectangle(x=0, y=0, width=2, height=0.25, fill=BLACK)
    lower = Rectangle(x=0, y=0.25, width=2, height=0.25, fill=BLACK)
    assert blocks(upper)[0] == "▀" * 8
    assert blocks(lower)[0] == "▄" * 8


def test_every_kind_of_shape_is_shown() -> None:
    assert "".join(blocks(Circle(x=1, y=1, radius=0.9, fill=BLACK)))
    assert "".join(blocks(square((1, 1), 1, BLACK, degrees=45)))
    lines = Lines(segments=((0, 0, 2, 2), (1, 1, 1, 1)), width=0.5, colour=BLACK)
    assert blocks(lines)[0][0] == "█"
    assert blocks(lines)[3][7] == "█"
    ended = Lines(segments=((1, 1, 1, 1),), width=1, colour=BLACK, round=True)
    assert blocks(ended)[1][3:5] == "██"


def test_a_turned_square_covers_as_much_as_before() -> None:
    def covered(degrees: float) -> int:
        halves = {"█": 2, "▀": 1, "▄": 1}
        drawn = blocks(square((4, 4), 4, BLACK, degrees=degrees), columns=64, width=8, height=8)
        return sum(halves.get(character, 0) for line in drawn for character in line)

    assert covered(0) == 32 * 32
    assert covered(30) == pytest.approx(covered(0), rel=0.05)


def test_text_stands_in_the_picture() -> None:
    middle = blocks(Text(x=1, y=1, text="ab", size=1))
    assert middle[2] == "   ab"
    left = blocks(Text(x=1, y=1, text="ab", size=1, anchor=Anchor.LEFT))
    assert left[2] == "    ab"
    right = blocks(Text(x=1, y=1, text="ab", size=1, anchor=Anchor.RIGHT))
    assert right[2] == "  ab"


def test_in_colour_every_half_has_its_own() -> None:
    upper = Rectangle(x=0, y=0, width=2, height=0.25, fill=RED)
    lower = Rectangle(x=0, y=0.25, width=2, height=0.25, fill=BLUE)
    scene = Scene(width=2, height=2, shapes=(upper, lower))
    typed = in_blocks(scene, columns=8, coloured=True)
    assert typed[0][0] == Run(text="▀", ink=RED, on=BLUE)


def test_text_in_colour_stands_on_what_is_behind() -> None:
    behind = Rectangle(x=0, y=0, width=2, height=2, fill=BLUE)
    text = Text(x=1, y=1, text="a", size=1, colour=RED)
    typed = in_blocks(Scene(width=2, height=2, shapes=(behind, text)), columns=8, coloured=True)
    assert typed[2][4] == Run(text="a", ink=RED, on=BLUE)


def test_there_is_no_picture_where_nothing_could_be_made_out() -> None:
    assert in_blocks(Scene(width=50, height=2, shapes=()), columns=80, coloured=True) == ()


def test_shapes_beyond_the_edges_do_no_harm() -> None:
    assert blocks(Rectangle(x=-5, y=-5, width=20, height=20, fill=BLACK)) == ["█" * 8] * 4
