"""The claim image: which pictures of the box are right, and how wrong ones are told apart."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from random import Random

import pytest
from artist import GRID, HOLE, WALLS, Style, drawn, middle_of
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from judge.models import Artefact, Outcome
from judge.puzzle import Output
from judge_plugins.box.generation import Wanted, random_case
from judge_plugins.box.rules import CELLS, EMPTY, NAMES, NEIGHBOURS, Side, State, side_below
from judge_plugins.box.seeing.image import image_outcome
from judge_plugins.box.simulate import Problem

FIGURE = ".........@...o....ooo..xox..."
TURNED = ".........@......o...ooo...xox"
"""the figure's box after +"""

DARK_GREY = (70, 70, 70)


def file(picture: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    data = BytesIO()
    picture.save(data, kind, **options)
    return data.getvalue()


def judged(data: bytes, cells: str = FIGURE, moves: str = "", stdout: bytes = b"") -> Outcome:
    problem = Problem(start=State(cells=cells), moves=moves)
    artefacts = (Artefact(name="box", data=data),) if data else ()
    return image_outcome(problem, Output(stdout=stdout, artefacts=artefacts), "image")


def reason(picture: Image.Image, cells: str = FIGURE, moves: str = "") -> str:
    outcome = judged(file(picture), cells, moves)
    assert not outcome.accepted
    return outcome.reason


STYLES = {
    "four pixels": Style(cell=4, wall=1, grid=1),
    "eighty pixels": Style(cell=80, wall=8, grid=2),
    "an uneven scale": Style(cell=17.3),
    "no margin": Style(margin=0),
    "a wide margin": Style(margin=100),
    "a wide canvas, off its middle": Style(canvas=(400, 230), place=(0.7, 0.6)),
    "thin walls": Style(wall=1),
    "thick walls": Style(wall=6),
    "walls outside": Style(wall=4, wall_outside=True),
    "antialiased": Style(cell=15.5, fine=3),
    "grey walls": Style(wall_colour=DARK_GREY),
    "sky and brick": Style(colours={"o": (135, 206, 235), "x": (205, 92, 92), "@": (30, 30, 30)}),
    "navy and maroon": Style(colours={"o": (0, 0, 128), "x": (128, 0, 0), "@": (0, 0, 0)}),
    "cream": Style(floor=(255, 253, 208), paper=(245, 245, 220)),
    "pale grey": Style(floor=(211, 211, 211), paper=(211, 211, 211), grid_colour=(150, 150, 150)),
    "small squares": Style(inhabitant=0.6),
    "grid below": Style(inhabitant=0.8, grid_on_top=False),
    "a light grid": Style(grid_colour=(225, 225, 225)),
    "a black grid": Style(grid_colour=(0, 0, 0), wall=4),
    "numbers": Style(cell=30, numbers=(90, 90, 90)),
    "a title": Style(margin=30, title="in the end"),
    "a star at the hole": Style(margin=30, star=True),
    "a frame": Style(margin=20, frame=1),
    "stretched a little": Style(stretch=1.15),
    "pale blue paper": Style(paper=(200, 220, 255)),
    "light blue paper": Style(paper=(173, 216, 230)),
    "a dotted grid": Style(cell=24, dotted=True, grid_colour=(120, 120, 120)),
    "cells with borders of their own": Style(cell=40, wall=6, wall_inside=True, inhabitant=0.6),
}


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
@pytest.mark.parametrize("moves", ["", "+"])
def test_the_style_of_a_right_picture_does_not_matter(style: Style, moves: str) -> None:
    cells = TURNED if moves else FIGURE
    outcome = judged(file(drawn(cells, 90 * len(moves), style)), moves=moves)
    assert outcome.accepted, outcome.reason


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("JPEG", {"quality": 60}),
        ("JPEG", {"quality": 95, "subsampling": 0}),
        ("GIF", {}),
        ("BMP", {}),
        ("PPM", {}),
        ("WEBP", {"quality": 70}),
        ("WEBP", {"lossless": True}),
    ],
)
@pytest.mark.parametrize("cell", [12, 33])
def test_the_format_of_a_right_picture_does_not_matter(
    kind: str, options: dict[str, object], cell: int
) -> None:
    style = Style(cell=cell, grid_colour=(150, 150, 150))
    outcome = judged(file(drawn(FIGURE, 0, style), kind, **options))
    assert outcome.accepted, outcome.reason


def test_what_is_transparent_is_white() -> None:
    picture = drawn(FIGURE).convert("RGBA")
    clear = [(0, 0, 0, 0) if pixel[:3] == (255, 255, 255) else pixel for pixel in _pixels(picture)]
    picture.putdata(clear)
    assert judged(file(picture)).accepted


def _pixels(picture: Image.Image) -> list[tuple[int, ...]]:
    data = picture.tobytes()
    return [tuple(data[at : at + 4]) for at in range(0, len(data), 4)]


def test_a_picture_may_come_on_standard_output() -> None:
    assert judged(b"", stdout=file(drawn(FIGURE))).accepted


@pytest.mark.parametrize(
    ("degrees", "seen"),
    [
        (90, "turned by 90° clockwise"),
        (180, "turned by 180°"),
        (270, "turned by 90° counter-clockwise"),
    ],
)
def test_another_orientation_is_named(degrees: float, seen: str) -> None:
    said = f"the box is drawn {seen}, should be in the standard orientation"
    assert reason(drawn(FIGURE, degrees)) == said


def test_a_mirrored_box_is_named() -> None:
    assert reason(drawn(FIGURE, 0, Style(mirrored=True))) == "the box is drawn mirrored"


@pytest.mark.parametrize("edge", sorted(WALLS))
def test_each_missing_wall_is_named(edge: tuple[int, Side]) -> None:
    cell, side = edge
    where = {
        Side.BOTTOM: "below",
        Side.RIGHT: "on the right of",
        Side.TOP: "above",
        Side.LEFT: "on the left of",
    }[side]
    picture = drawn(FIGURE, 0, Style(walls=WALLS - {edge}))
    assert reason(picture) == f"there is no wall {where} cell {cell + 1}"


@pytest.mark.parametrize("cell", sorted({cell for cell, _ in WALLS}))
def test_a_stot_is_no_wall(cell: int) -> None:
    cells = "".join("@" if number == cell else EMPTY for number in range(CELLS))
    for edge in sorted(edge for edge in WALLS if edge[0] == cell):
        view = drawn(cells, 0, Style(walls=WALLS - {edge}))
        assert f"cell {cell + 1}" in reason(view)


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
@pytest.mark.parametrize("grey", [0, 60])
@pytest.mark.parametrize("cell", [20, 28, 40])
def test_a_black_stot_up_to_the_border_is_no_grey_wall(
    cell: float, grey: int, degrees: int
) -> None:
    """The stot's border may lie half a pixel beyond its cell's, and be darker than the walls."""
    style = Style(cell=cell, wall=3, wall_colour=(grey, grey, grey))
    for edge in sorted(WALLS):
        cells = "".join("@" if number == edge[0] else EMPTY for number in range(CELLS))
        moves = ("", "+", "++", "-")[degrees // 90]
        problem = Problem(start=State(cells=cells), moves=moves)
        if problem.answer != cells:
            continue
        outcome = judged(file(drawn(cells, degrees, style)), cells, moves)
        assert outcome.accepted, outcome.reason
        gap = replace(style, walls=WALLS - {edge})
        assert f"cell {edge[0] + 1}" in reason(drawn(cells, degrees, gap), cells, moves)


@pytest.mark.parametrize("cell", [20, 27.5, 40])
@pytest.mark.parametrize("fine", [1, 2, 3])
def test_a_stot_up_to_the_border_does_not_close_the_hole(cell: float, fine: int) -> None:
    cells = "".join("@" if number == HOLE[0] else EMPTY for number in range(CELLS))
    outcome = judged(file(drawn(cells, 0, Style(cell=cell, wall=3, fine=fine))), cells)
    assert outcome.accepted, outcome.reason


@pytest.mark.parametrize("cell", [0, 6, 17, 24, 28])
@pytest.mark.parametrize("wall", [2, 3])
@pytest.mark.parametrize("inhabitant", [0.8, 1.0])
def test_a_missing_thin_wall_beside_a_stot_is_named(
    inhabitant: float, wall: float, cell: int
) -> None:
    """Walls on one line end in one row of pixels: where the stot's wall should, too."""
    cells = "".join("@" if number == cell else EMPTY for number in range(CELLS))
    style = Style(cell=20, wall=wall, inhabitant=inhabitant)
    outcome = judged(file(drawn(cells, 0, style)), cells)
    assert outcome.accepted, outcome.reason
    for edge in sorted(edge for edge in WALLS if edge[0] == cell):
        gap = replace(style, walls=WALLS - {edge})
        assert f"cell {cell + 1}" in reason(drawn(cells, 0, gap), cells)


def test_dithering_is_no_grid() -> None:
    style = Style(cell=24, grid=0, floor=(250, 250, 215))
    picture = drawn(FIGURE, 0, style).convert("P")
    assert reason(picture).startswith("no line of the grid is to be seen between cells ")


def test_a_dark_line_of_the_grid_is_no_grey_wall() -> None:
    style = Style(wall=3, wall_colour=DARK_GREY, grid_colour=(0, 0, 0))
    edge = min(WALLS)
    gap = replace(style, walls=WALLS - {edge}, grid_edges=GRID | {edge})
    assert judged(file(drawn(FIGURE, 0, style))).accepted
    assert f"cell {edge[0] + 1}" in reason(drawn(FIGURE, 0, gap))


@pytest.mark.parametrize("wall", [3, 5])
@pytest.mark.parametrize("cells", [FIGURE, "x.....x....................@."])
def test_a_closed_hole_is_named(wall: float, cells: str) -> None:
    picture = drawn(cells, 0, Style(wall=wall, walls=WALLS | {HOLE}))
    assert reason(picture, cells) == "the hole below cell 28 is closed by a wall"


def test_a_line_as_thin_as_the_grid_does_not_close_the_hole() -> None:
    style = Style(wall=4, grid_edges=GRID | {HOLE})
    assert judged(file(drawn(FIGURE, 0, style))).accepted


def test_a_box_without_a_grid_is_refused() -> None:
    said = reason(drawn(FIGURE, 0, Style(grid=0)))
    assert said.startswith("no line of the grid is to be seen between cells ")
    assert said.endswith(" more places")


@pytest.mark.parametrize("edge", sorted(GRID))
def test_each_missing_line_of_the_grid_is_named(edge: tuple[int, Side]) -> None:
    cell, side = edge
    beside = NEIGHBOURS[side][cell]
    picture = drawn(FIGURE, 0, Style(grid_edges=GRID - {edge}))
    if beside is not None and FIGURE[cell] == FIGURE[beside]:
        between = f"between cells {cell + 1} and {beside + 1}"
        assert reason(picture) == f"no line of the grid is to be seen {between}"
    else:
        assert judged(file(picture)).accepted


@pytest.mark.parametrize("cell", range(CELLS))
def test_each_wrong_cell_is_named(cell: int) -> None:
    for character in sorted(set(NAMES) - {FIGURE[cell]}):
        cells = FIGURE[:cell] + character + FIGURE[cell + 1 :]
        said = reason(drawn(cells))
        assert said.startswith(f"cell {cell + 1} looks ")
        assert said.endswith(f"should be {_looks(FIGURE[cell])}")
        assert NAMES[character] in said


def _looks(character: str) -> str:
    colours = {".": "light", "o": "blue", "x": "red", "@": "black"}
    return f"{colours[character]} ({NAMES[character]})"


def test_swapped_colours_are_named() -> None:
    style = Style(colours={"o": (255, 0, 0), "x": (0, 0, 255), "@": (0, 0, 0)})
    said = "cell 14 looks red (smole), should be blue (shubble) (7 cells differ)"
    assert reason(drawn(FIGURE, 0, style)) == said


@pytest.mark.parametrize("colour", [(128, 128, 128), (0, 160, 0), (128, 0, 128), (255, 165, 0)])
def test_a_colour_in_between_is_named(colour: tuple[int, int, int]) -> None:
    style = Style(colours={"o": colour, "x": (255, 0, 0), "@": (0, 0, 0)})
    said = "cell 14 looks neither light, blue, red nor black, should be blue (shubble)"
    assert reason(drawn(FIGURE, 0, style)).startswith(said)


@pytest.mark.parametrize("paper", [(200, 220, 255), (173, 216, 230)])
@pytest.mark.parametrize("character", "ox@")
def test_a_stranger_on_bluish_paper_is_named(character: str, paper: tuple[int, int, int]) -> None:
    picture = drawn(FIGURE, 0, Style(margin=40, paper=paper), outside=[(character, (5.5, 5.8))])
    assert reason(picture).startswith("something blue, red or black is drawn outside the box, near")


@pytest.mark.parametrize("character", "ox@")
@pytest.mark.parametrize("place", [(5.5, 5.8), (0.5, 6.3), (-1.0, 2.0), (6.5, 3.5), (6.5, 0.5)])
def test_a_stranger_outside_is_named(character: str, place: tuple[float, float]) -> None:
    picture = drawn(FIGURE, 0, Style(margin=40), outside=[(character, place)])
    assert reason(picture).startswith("something blue, red or black is drawn outside the box, near")


def test_a_picture_without_a_box_is_refused() -> None:
    for picture in (
        Image.new("RGB", (200, 200), (255, 255, 255)),
        Image.new("RGB", (200, 200), (0, 0, 0)),
        Image.new("RGB", (1, 1)),
    ):
        assert reason(picture).startswith("no box can be made out in the picture; draw dark walls")


def test_the_state_before_the_fall_is_refused() -> None:
    assert "cell 14 looks blue (shubble), should be light (empty)" in reason(
        drawn(FIGURE, 90), moves="+"
    )


def test_where_a_move_fails_only_the_answer_counts() -> None:
    for stdout, accepted in ((b"!\n", True), (b"", False), (b"!!", False)):
        assert judged(file(drawn(FIGURE)), moves="vvvv", stdout=stdout).accepted is accepted


CASES = st.integers(0, 2**32)


def _style(random: Random) -> Style:
    cell = random.choice((10, 14, 20, 27.5, 40, 64))
    return Style(
        cell=cell,
        margin=random.choice((2, 10, 60)),
        wall=random.choice((3, 0.2 * cell)),
        fine=random.choice((1, 2)),
        inhabitant=random.choice((0.7, 1.0)),
        floor=random.choice(((255, 255, 255), (255, 253, 208), (225, 225, 225))),
        wall_colour=random.choice(((0, 0, 0), (60, 60, 60))),
        wall_outside=random.random() < 0.3,
    )


@given(CASES)
@settings(max_examples=40, deadline=None)
def test_a_right_picture_is_accepted_and_one_change_refused(seed: int) -> None:
    random = Random(seed)
    wanted = Wanted(most_moves=3, shubbles=random.randint(0, 26), legal=True)
    cells, moves = random_case(random, wanted)
    answer = Problem(start=State(cells=cells), moves=moves).answer
    degrees = 90 * side_below(moves)
    style = _style(random)
    outcome = judged(file(drawn(answer, degrees, style)), cells, moves)
    assert outcome.accepted, outcome.reason
    cell = random.randrange(CELLS)
    other = random.choice(sorted(set(NAMES) - {answer[cell]}))
    changed = answer[:cell] + other + answer[cell + 1 :]
    assert f"cell {cell + 1} looks" in reason(drawn(changed, degrees, style), cells, moves)
    turned = degrees + random.choice((90, 180, 270))
    assert "is drawn" in reason(drawn(answer, turned, style), cells, moves)
    holed = replace(style, walls=WALLS | {HOLE})
    assert "hole" in reason(drawn(answer, degrees, holed), cells, moves)
    edge = random.choice(sorted(WALLS))
    gap = replace(style, walls=WALLS - {edge})
    assert f"cell {edge[0] + 1}" in reason(drawn(answer, degrees, gap), cells, moves)


def test_the_middle_of_a_cell_counts() -> None:
    small = [
        ("o", middle_of(13)),
        *(
            (character, middle_of(cell))
            for cell, character in enumerate(FIGURE)
            if character != EMPTY and cell != 13
        ),
    ]
    assert judged(file(drawn(small, 0, Style(cell=40, inhabitant=0.62)))).accepted
