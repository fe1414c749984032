"""The task loop/session: tiles and grids that are turned, shown and looked at."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import CaseError
from judge.models import Form, Value
from judge.puzzle import Output
from judge.resources import located
from judge.transcript import RefusedError, Scalar, Transcript
from judge_plugins.loop.session import SessionTask
from judge_plugins.loop.session_rules import CHARACTERS, DOWN, LEFT, RIGHT, UP, Grid, Tile, turned

TASK = SessionTask()
TILES = st.integers(0, 15)


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    columns = draw(st.integers(1, 4))
    count = columns * draw(st.integers(1, 4))
    tiles = draw(st.lists(TILES, min_size=count, max_size=count))
    return Grid(tiles=tuple(tiles), columns=columns)


def read(*lines: str) -> Transcript:
    return TASK.read({"session": "\n".join(lines)})


def replies(*calls: str) -> list[str]:
    """Return what calls print by the rules."""
    return read(*(f"> {call}" for call in calls)).expected


def test_the_characters_are_the_heavy_box_drawings_of_the_exercise() -> None:
    points = "0020 2579 257A 2517 257B 2503 250F 2523 2578 251B 2501 253B 2513 252B 2533 254B"
    assert "".join(chr(int(point, 16)) for point in points.split()) == CHARACTERS


def test_bits_are_up_right_down_left() -> None:
    assert "".join(CHARACTERS[side] for side in (UP, RIGHT, DOWN, LEFT)) == "╹╺╻╸"


def test_a_connector_goes_round_clockwise() -> None:
    for side, following in pairwise((UP, RIGHT, DOWN, LEFT, UP)):
        assert turned(side, clockwise=True) == following
        assert turned(following, clockwise=False) == side


@given(TILES)
def test_four_quarter_turns_are_none_and_the_two_ways_undo_each_other(tile: int) -> None:
    assert turned(turned(tile, clockwise=True), clockwise=False) == tile
    half = turned(turned(tile, clockwise=True), clockwise=True)
    assert half == turned(turned(tile, clockwise=False), clockwise=False)
    assert turned(turned(half, clockwise=True), clockwise=True) == tile


@pytest.mark.parametrize("number", [16, -1, 1.5, "3", "", None, 100])
def test_a_tile_number_is_an_integer_up_to_fifteen(number: Scalar) -> None:
    with pytest.raises(RefusedError, match=r"^ongeldige tegel$"):
        Tile.of(number)


@pytest.mark.parametrize(
    ("columns", "tiles"),
    [
        (0, (1, 2)),
        (-1, (1, 2)),
        (-2, (1, 2)),
        (1.5, (1, 2, 3)),
        ("1", (1, 2)),
        (None, (1, 2)),
        (3, (1, 2)),
        (2, (1, 2, 3)),
        (1, ()),
        (2, ()),
        (2, (1, 16)),
        (2, (-1, 1)),
        (2, (1, "2")),
        (2, (1.5, 2)),
        (2, (1, None)),
    ],
)
def test_a_grid_has_whole_rows_of_tiles(columns: Scalar, tiles: tuple[Scalar, ...]) -> None:
    with pytest.raises(RefusedError, match=r"^ongeldig rooster$"):
        Grid.of(tiles, columns)


@pytest.mark.parametrize(
    ("row", "column"),
    [(-1, 0), (0, -1), (2, 0), (0, 3), (-1, 3), (1, -1), (0.5, 0), (0, 0.5), ("0", 0), (0, None)],
)
def test_a_position_lies_in_the_grid(row: Scalar, column: Scalar) -> None:
    with pytest.raises(RefusedError, match=r"^ongeldige positie$"):
        Grid.of((1, 2, 3, 4, 5, 6), 3).turned(row, column, clockwise=True)


@given(grids(), st.data())
def test_a_turn_turns_one_tile_alone(grid: Grid, data: st.DataObject) -> None:
    row = data.draw(st.integers(0, grid.rows - 1))
    column = data.draw(st.integers(0, grid.columns - 1))
    after = grid.turned(row, column, clockwise=True)
    place = row * grid.columns + column
    assert after.tiles[place] == turned(grid.tiles[place], clockwise=True)
    assert after.tiles[:place] == grid.tiles[:place]
    assert after.tiles[place + 1 :] == grid.tiles[place + 1 :]
    assert after.turned(row, column, clockwise=False) == grid


def loose_ends(grid: Grid) -> int:
    """Count the connectors that meet none, each on its own."""
    steps = {UP: (-1, 0, DOWN), RIGHT: (0, 1, LEFT), DOWN: (1, 0, UP), LEFT: (0, -1, RIGHT)}
    rows, columns = grid.rows, grid.columns
    tiles = {divmod(place, columns): tile for place, tile in enumerate(grid.tiles)}
    assert len(tiles) == rows * columns
    return sum(
        1
        for (row, column), tile in tiles.items()
        for side, (down, right, opposite) in steps.items()
        if tile & side and not tiles.get((row + down, column + right), 0) & opposite
    )


@given(grids())
def test_a_grid_is_closed_when_no_connector_is_loose(grid: Grid) -> None:
    assert grid.is_closed is (loose_ends(grid) == 0)


@given(grids())
def test_a_grid_is_shown_row_by_row_without_a_final_newline(grid: Grid) -> None:
    rows = grid.picture.split("\n")
    assert len(rows) == grid.rows
    assert [len(row) for row in rows] == [grid.columns] * grid.rows
    assert tuple(CHARACTERS.index(character) for row in rows for character in row) == grid.tiles


def test_a_session_follows_the_rules() -> None:
    assert replies(
        "Tegel 11",
        "boven",
        "onder",
        "draai",
        "toString",
        "Tegel 16",
        "draai false",
        "toString",
        "OneindigeLus 2 6 12 3 9",
        "opgelost",
        "draai 1 0 false",
        "draai 1 2",
        "opgelost",
        "toString",
        "Tegel",
        "toString",
    ) == [
        "true",
        "false",
        "┣",
        "AssertionError: ongeldige tegel",
        "┻",
        "true",
        "AssertionError: ongeldige positie",
        "false",
        "┏┓",
        "┛┛",
        "",
    ]


@pytest.mark.parametrize(
    ("maker", "call", "said"),
    [
        ("Tegel", "opgelost", "asks a grid"),
        ("OneindigeLus 1 0", "boven", "asks a tile"),
        ("Tegel", "draai 0 0", "nothing but, if need be, true or false"),
        ("Tegel", "draai 1", "true or false"),
        ("Tegel", "draai true true", "true or false"),
        ("OneindigeLus 1 0", "draai", "a row, a column"),
        ("OneindigeLus 1 0", "draai false", "differs between languages"),
        ("OneindigeLus 1 0", "draai 0", "a row, a column"),
        ("OneindigeLus 1 0", "draai 0 0 1", "true or false"),
        ("OneindigeLus 1 0", "draai 0 0 true true", "true or false"),
        ("OneindigeLus 1 0", "draai 0.0 0", "0.0 is an integer"),
        ("OneindigeLus 1 0", "draai 0 true", "true is an integer"),
        ("Tegel", "Tegel 1.0", "1.0 is an integer"),
        ("Tegel", "Tegel true", "true is an integer"),
        ("Tegel", "Tegel 1 2", "one number, or none"),
        ("Tegel", "OneindigeLus", "the number of columns, then the tiles"),
        ("Tegel", "OneindigeLus 1 false", "false is an integer"),
        ("Tegel", "OneindigeLus 1.0 2", "1.0 is an integer"),
        ("Tegel", "toString 1", "takes no arguments"),
        ("Tegel", "opgelost 1", "takes no arguments"),
        ("Tegel", "tostring", "did you mean toString"),
    ],
)
def test_a_call_that_does_not_fit_makes_a_case_faulty(maker: str, call: str, said: str) -> None:
    with pytest.raises(CaseError, match=said) as caught:
        read(f"> {maker}", f"> {call}")
    assert (caught.value.key, caught.value.offset) == ("session", 1)


def test_a_grid_of_blanks_must_be_printed() -> None:
    problem = read("> OneindigeLus 2 15 15 0 0", "> toString", "╋╋")
    assert list(TASK.lint(problem)) == []
    assert TASK.check(problem, Output(stdout="╋╋\n\n".encode()), None).accepted
    assert TASK.check(problem, Output(stdout="╋╋\n  \n".encode()), None).accepted
    assert TASK.check(problem, Output(stdout="╋╋\n  ".encode()), None).accepted
    assert not TASK.check(problem, Output(stdout="╋╋\n".encode()), None).accepted


def test_rows_that_begin_with_blanks_keep_their_shape() -> None:
    problem = read("> OneindigeLus 3 0 6 8 0 1 0", "> toString", " ┏╸", " ╹")
    assert list(TASK.lint(problem)) == []
    assert TASK.check(problem, Output(stdout=" ┏╸\n ╹ \n".encode()), None).accepted
    assert not TASK.check(problem, Output(stdout="┏╸\n╹\n".encode()), None).accepted


def test_generated_sessions_depend_on_the_seed_alone() -> None:
    first, again = (TASK.generate(Random(3), {}) for _ in range(2))
    assert first == again
    assert first != TASK.generate(Random(4), {})


@pytest.mark.parametrize("seed", range(10))
def test_a_generated_session_has_closed_and_open_grids_and_refusals(seed: int) -> None:
    problem = TASK.read(TASK.generate(Random(seed), {"calls": 250, "size": 4}))
    assert len(problem.calls) >= 250
    wanted = {"true", "false", "AssertionError: ongeldige positie"}
    assert wanted <= set(problem.expected)
    grids = [call.arguments for call in problem.calls if call.name == "OneindigeLus"]
    assert max(map(len, grids)) <= 17
    for language in ("python", "javascript"):
        assert all(TASK.applies(problem, language, form) for form in Form)


@pytest.mark.parametrize("options", [{"calls": 0}, {"size": 0}, {"size": -1}, {"size": "big"}])
def test_options_out_of_range_are_refused(options: Mapping[str, Value]) -> None:
    with pytest.raises(CaseError, match="or more") as caught:
        TASK.generate(Random(1), options)
    assert caught.value.key == next(iter(options))


def test_the_drivers_are_there() -> None:
    assert {driver.language for driver in TASK.drivers} == {"python", "javascript"}
    for driver in TASK.drivers:
        assert all(located(part).is_file() for part in (driver.main, *driver.parts))


@pytest.mark.parametrize(
    ("calls", "picture"),
    [
        (("Tegel 11",), "┻"),
        (("Tegel 0",), "·"),
        (("Tegel 11", "draai", "draai", "toString"), "┳"),
        (("Tegel 11", "Tegel 16"), "┻"),
        (("OneindigeLus 2 0 6 9 15",), "·┏\n┛╋"),
        (("OneindigeLus 2 0 6 9 15", "draai 1 0", "draai 2 0"), "·┏\n┗╋"),
        (("OneindigeLus 2 0 6 9 15", "Tegel 1"), "╹"),
        (("Tegel 16",), ""),
    ],
)
def test_a_session_is_pictured_as_the_last_call_leaves_it(
    calls: tuple[str, ...], picture: str
) -> None:
    assert TASK.picture(read(*(f"> {call}" for call in calls))) == picture
