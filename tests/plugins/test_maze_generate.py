"""The checker of mazes that a program makes: every rule by itself, and several at once."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.errors import CaseError
from judge.models import Outcome
from judge.puzzle import Output
from judge_plugins.maze.config import Config, config_text, parse_config
from judge_plugins.maze.generate import MazeGenerate
from judge_plugins.maze.grid import BitOrder, grid_of, other_bit_order, survey
from judge_plugins.maze.pattern import PATTERN, middle_cells, pattern_cells
from judge_plugins.maze.rules import Side, count_loops
from judge_plugins.maze.ruling import judged
from judge_plugins.maze.sheet import Rule, read_sheet

PERFECT = """\
D539393D13953
97C6C6C56C696
813F953FFFBC3
AAAFC7857F83A
AAEFFFAFFFAEA
AC553FAFD5296
C3B92FAFFFAC3
96AAC5691547A
C56C5556C5556

0,0
12,8
EESENESENESEENESENEESWSESSSWSESS
"""
WITH_LOOPS = """\
9539391513953
83C6C6C56C696
803F953FFF943
AAAFC5057F83A
AAAFFFAFFFAAA
AC053FAFD5286
C3A92FAFFFAC3
96AAC56915452
C56C5556C5556

0,0
12,8
SESESSSEESWSSEEEENEEEEES
"""
SMALL = """\
B917
AEC3
C556

0,0
3,2
SSEEE
"""
SMALL_WITH_LOOPS = """\
9113
AC42
C556

0,0
3,2
EEESS
"""
WITH_42_IN_8X6 = """\
FD3BFFFB
FD4057FA
FFFAFFFA
D3FAFD52
92FAFFFA
EC545556

7,0
0,5
SSSSSWWWWWWNWS
"""
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
BEYOND = {NORTH: (-1, 0, SOUTH), EAST: (0, 1, WEST), SOUTH: (1, 0, NORTH), WEST: (0, -1, EAST)}


def config_for(text: str, *, perfect: bool, **changed: str) -> Config:
    """Return the config that a right maze answers."""
    rows = text.split("\n\n", maxsplit=1)[0].split("\n")
    entry, exit_ = text.split("\n\n")[1].split("\n")[:2]
    values: dict[str, object] = {
        "WIDTH": len(rows[0]),
        "HEIGHT": len(rows),
        "ENTRY": entry,
        "EXIT": exit_,
        "PERFECT": perfect,
        "SEED": 1,
    }
    return parse_config(config_text({**values, **changed}))


P, L = config_for(PERFECT, perfect=True), config_for(WITH_LOOPS, perfect=False)
SP, SL = config_for(SMALL, perfect=True), config_for(SMALL_WITH_LOOPS, perfect=False)


def outcome(config: Config, text: str | bytes) -> Outcome:
    data = text.encode() if isinstance(text, str) else text
    return MazeGenerate().check(config, Output(stdout=data), None)


def broken(config: Config | None, text: str) -> list[Rule]:
    return [breach.rule for breach in judged(read_sheet(text), config).breaches]


def first(config: Config | None, text: str) -> str:
    return judged(read_sheet(text), config).breaches[0].spots[0].message


def toggled(text: str, x: int, y: int, bit: int, *, both: bool = True) -> str:
    """Return a maze with a wall that was closed opened, or the other way round."""
    lines = text.split("\n")

    def flip(column: int, row: int, side: int) -> None:
        digit = f"{int(lines[row][column], 16) ^ side:X}"
        lines[row] = lines[row][:column] + digit + lines[row][column + 1 :]

    flip(x, y, bit)
    if both:
        down, right, opposite = BEYOND[bit]
        flip(x + right, y + down, opposite)
    return "\n".join(lines)


RIGHT_ONES = [(P, PERFECT), (L, WITH_LOOPS), (SP, SMALL), (SL, SMALL_WITH_LOOPS)]


@pytest.mark.parametrize(("config", "text"), RIGHT_ONES)
def test_a_right_maze_is_accepted(config: Config, text: str) -> None:
    assert outcome(config, text) == Outcome(accepted=True)


@pytest.mark.parametrize(("config", "text"), RIGHT_ONES)
def test_letter_case_line_ends_and_final_empty_lines_do_not_matter(
    config: Config, text: str
) -> None:
    rows, footer = text.split("\n\n")
    assert outcome(config, f"{rows.lower()}\n\n{footer}").accepted
    assert outcome(config, text.replace("\n", "\r\n")).accepted
    assert outcome(config, text.replace("\n", " \t\n") + "\n \n\n").accepted


def test_either_of_several_shortest_paths_is_accepted() -> None:
    assert outcome(SL, SMALL_WITH_LOOPS.replace("EEESS", "SSEEE")).accepted


def test_a_program_reads_the_config_as_it_is_written() -> None:
    text = "# a remark\n" + config_text(
        {"SEED": 1, "WIDTH": 3, "HEIGHT": 2, "ENTRY": "0,0", "EXIT": "1,1", "PERFECT": "True"}
    )
    assert MazeGenerate().stdin(MazeGenerate().read({"config": text})) == f"{text}\n".encode()


def test_a_faulty_config_is_a_faulty_case() -> None:
    with pytest.raises(CaseError) as caught:
        MazeGenerate().read({"config": "WIDTH=3\nHEIGHT=0"})
    assert caught.value.key == "config"


# One rule each.


def test_a_wall_that_one_cell_alone_has_breaks_coherence_alone() -> None:
    text = toggled(WITH_LOOPS, 0, 2, EAST, both=False)
    assert broken(L, text) == [Rule.COHERENCE]
    assert outcome(L, text).reason == (
        'coherence: the cells 0,2 ("A") and 1,2 ("0") disagree on the wall between them: the '
        "first has it closed, the second open"
    )


def test_every_disagreement_is_counted() -> None:
    text = toggled(toggled(WITH_LOOPS, 0, 2, EAST, both=False), 1, 0, EAST, both=False)
    assert outcome(L, text).reason.endswith("and in 1 more place")


@pytest.mark.parametrize(
    ("x", "y", "bit", "side"),
    [(0, 0, NORTH, "north"), (12, 3, EAST, "east"), (5, 8, SOUTH, "south"), (0, 8, WEST, "west")],
)
def test_an_open_border_is_named_with_its_side(x: int, y: int, bit: int, side: str) -> None:
    text = toggled(WITH_LOOPS, x, y, bit, both=False)
    assert broken(L, text) == [Rule.BORDER]
    assert first(L, text) == f"the cell {x},{y} is open to the outside in the {side}"


def test_loops_in_a_perfect_maze_are_counted_and_shown() -> None:
    text = toggled(PERFECT, 11, 8, NORTH)
    assert broken(P, text) == [Rule.LOOPS]
    assert first(P, text) == (
        "there is 1 loop, PERFECT=True allows none; one is closed between 10,8 and 11,8"
    )


def test_a_perfect_maze_is_none_with_loops() -> None:
    assert broken(config_for(PERFECT, perfect=False), PERFECT) == [Rule.LOOPS]
    message = first(config_for(PERFECT, perfect=False), PERFECT)
    assert message == "there are 0 loops, PERFECT=False asks for 2 at least"


def test_one_loop_is_not_enough() -> None:
    text = toggled(SMALL, 0, 1, EAST)
    config = config_for(SMALL, perfect=False)
    assert broken(config, text) == [Rule.LOOPS]
    assert first(config, text).startswith("there is 1 loop, PERFECT=False asks for 2 at least")


@pytest.mark.parametrize("text", ["93\nC6\n\n0,0\n1,1\nES\n", "BB\nC6\n\n0,0\n1,1\nSE\n"])
def test_loops_are_asked_for_from_3x3_on(text: str) -> None:
    assert outcome(config_for(text, perfect=False), text).accepted


def test_an_open_3x3_block_is_named_by_its_corners() -> None:
    text = "9113\n8002\nC446\n\n0,0\n3,2\nEEESS\n"
    config = config_for(text, perfect=False)
    assert broken(config, text) == [Rule.HALL]
    assert outcome(config, text).reason == (
        "open 3×3: the 3×3 cells 0,0 to 2,2 are wholly open, and in 1 more place"
    )
    assert broken(config, toggled(text, 1, 1, EAST)) == []


def test_a_closed_cell_cannot_be_reached() -> None:
    text = "9153\nAC3A\nEFC6\n\n0,0\n3,0\nEEE\n"
    config = config_for(text, perfect=True)
    assert Rule.REACHABILITY in broken(config, text)
    ruling = judged(read_sheet(text), config)
    spot = next(each for each in ruling.breaches if each.rule is Rule.REACHABILITY).spots[0]
    assert spot.message == "the cell 1,2 cannot be reached: it is closed on all sides"
    assert (spot.line, spot.column) == (3, 2)


def test_a_part_that_is_cut_off_is_one_fault() -> None:
    text = "9553\nC556\n9553\nC556\n\n0,0\n3,0\nEEE\n"
    config = config_for(text, perfect=False)
    assert broken(config, text) == [Rule.REACHABILITY]
    assert first(config, text) == (
        "the cells 0,2, 1,2, 2,2, 3,2 and 4 more cannot be reached: they are cut off from the "
        "others"
    )


def test_a_closed_corner_is_no_corridor() -> None:
    text = "F913\n9406\nC556\n\n1,0\n2,0\nE\n"
    assert corridor_messages(text, perfect=False) == [
        "the corner 0,0 is closed on all sides, not a corridor"
    ]


def test_a_closed_middle_is_no_corridor() -> None:
    text = "953\nAFA\nC56\n\n0,0\n2,0\nEE\n"
    assert corridor_messages(text, perfect=False) == [
        "the cell 1,1 in the middle: none is a corridor, closed on all sides"
    ]


def test_perfect_mazes_owe_no_corridors() -> None:
    assert not corridor_messages("953\nAFA\nC56\n\n0,0\n2,0\nEE\n", perfect=True)


def corridor_messages(text: str, *, perfect: bool) -> list[str]:
    breaches = judged(read_sheet(text), config_for(text, perfect=perfect)).breaches
    found = [breach for breach in breaches if breach.rule is Rule.CORRIDORS]
    return [spot.message for breach in found for spot in breach.spots]


# The 42.


def shifted(text: str, x: int, y: int, *, mirrored: bool = False) -> str:
    """Return a maze with open rooms all around a `42` whose corner stands at x, y."""
    rows = text.split("\n\n", maxsplit=1)[0].split("\n")
    height, width = len(rows), len(rows[0])
    pattern = [line[::-1] for line in PATTERN] if mirrored else list(PATTERN)
    shut = {
        (y + row, x + column)
        for row, line in enumerate(pattern)
        for column, mark in enumerate(line)
        if mark == "#"
    }
    lines = []
    for row in range(height):
        line = ""
        for column in range(width):
            digit = 15 if (row, column) in shut else 0
            for side, (down, right, _) in BEYOND.items():
                there = row + down, column + right
                inside = 0 <= there[0] < height and 0 <= there[1] < width
                digit |= side if not inside or there in shut else 0
            line += f"{digit:X}"
        lines.append(line)
    return "\n".join(lines) + "\n\n" + text.split("\n\n")[1]


def pattern_message(text: str) -> str:
    breaches = judged(read_sheet(text), L).breaches
    return next(breach.spots[0].message for breach in breaches if breach.rule is Rule.PATTERN)


def test_a_42_in_the_middle_is_right_there_alone() -> None:
    assert Rule.PATTERN not in broken(L, shifted(WITH_LOOPS, 3, 2))
    for x, y in ((2, 2), (4, 2), (3, 1), (3, 3), (0, 0)):
        assert pattern_message(shifted(WITH_LOOPS, x, y)) == (
            f"the `42` stands with its upper left corner at {x},{y}; it belongs upright into the "
            "middle, its corner at 3,2"
        )


def test_a_misplaced_42_is_no_cell_that_cannot_be_reached() -> None:
    assert Rule.REACHABILITY not in broken(L, shifted(WITH_LOOPS, 4, 2))


def test_a_mirrored_42_is_called_so() -> None:
    assert pattern_message(shifted(WITH_LOOPS, 3, 2, mirrored=True)).startswith(
        "the `42` stands mirrored, with its upper left corner at 3,2"
    )


def test_a_42_that_is_left_out_is_missed() -> None:
    assert pattern_message(shifted(WITH_LOOPS, 99, 99)) == (
        "there is no `42`: none of its 18 cells is closed on all sides, its corner belongs at 3,2"
    )


def test_a_42_with_a_gap_is_told_its_open_cells() -> None:
    text = toggled(WITH_LOOPS, 3, 2, WEST)
    assert broken(L, text) == [Rule.PATTERN]
    assert first(L, text) == "the cell 3,2 of the `42` is not closed on all sides"


def test_where_the_42_may_be_left_out_it_may_be_shown() -> None:
    config = config_for(WITH_42_IN_8X6, perfect=True)
    assert outcome(config, WITH_42_IN_8X6).accepted


def test_a_shown_42_covers_no_entry_even_where_it_is_not_owed() -> None:
    text = WITH_42_IN_8X6.replace("7,0\n0,5", "0,0\n0,5")
    config = config_for(text, perfect=True)
    assert Rule.ENTRY in broken(config, text)


def test_a_42_that_covers_a_corner_is_no_maze_with_loops() -> None:
    assert Rule.CORRIDORS in broken(config_for(WITH_42_IN_8X6, perfect=False), WITH_42_IN_8X6)


@pytest.mark.parametrize("width", range(9, 30))
@pytest.mark.parametrize("height", [7, 8, 9, 20, 21])
def test_the_42_never_covers_the_whole_middle(width: int, height: int) -> None:
    covered = pattern_cells(width=width, height=height)
    assert len(covered) == 18
    assert set(middle_cells(width=width, height=height)) - covered


# Entry, exit and path.


def test_a_printed_entry_has_to_be_the_configs() -> None:
    text = WITH_LOOPS.replace("\n0,0\n", "\n1,0\n")
    assert broken(L, text) == [Rule.ENTRY]
    assert outcome(L, text).reason == (
        "entry: line 11: the config asks for ENTRY=0,0, printed is 1,0"
    )


def test_entry_and_exit_exchanged_are_two_faults_and_no_third() -> None:
    text = WITH_LOOPS.replace("\n0,0\n12,8\n", "\n12,8\n0,0\n")
    assert broken(L, text) == [Rule.ENTRY, Rule.EXIT]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("EEESSW", "the path ends at 2,2, not at the exit 3,2"),
        ("EEES", "the path ends at 3,1, not at the exit 3,2"),
        ("EWEEESS", "the path has 7 steps, a shortest one has 5"),
        ("NEESS", "step 1 (N) of the path leaves the maze from 0,0"),
        ("EEEE", "step 4 (E) of the path leaves the maze from 3,0"),
        ("SESEE", "step 2 (E) of the path goes through the wall between 0,1 and 1,1"),
        ("SSWWW", "step 3 (W) of the path leaves the maze from 0,2"),
        ("WWWNN", "step 1 (W) of the path leaves the maze from 0,0 (it leads from the exit to"),
        ("eeess", "the path is in lower case; write N, E, S and W"),
        ("RRRDD", "the path is written as up, down, left and right; write N, S, W and E"),
        ("E E E S S", '" " in the path; write the letters without anything between'),
        ("EEEXS", '"X" is no direction; a path is made of N, E, S and W'),
    ],
)
def test_a_wrong_path_is_told_with_its_step(path: str, message: str) -> None:
    text = SMALL_WITH_LOOPS.replace("EEESS", path)
    assert broken(SL, text) == [Rule.PATH]
    assert first(SL, text).startswith(message)


def test_a_path_written_from_its_end_is_told_so() -> None:
    text = "9117\nAC43\nC556\n\n0,0\n3,1\nSSEEEN\n"
    config = config_for(text, perfect=False)
    assert first(config, text.replace("SSEEEN", "NEEESS")).endswith(
        "(its steps are right from the last to the first)"
    )


# Layout.


@pytest.mark.parametrize(
    ("old", "new", "rule", "message"),
    [
        ("\n\n", "\n", Rule.LAYOUT, "an empty line is missing between the rows and the entry"),
        ("\n\n", "\n\n\n", Rule.LAYOUT, "this empty line is too much"),
        ("\n3,2\n", "\n3,2\n\n", Rule.LAYOUT, "this empty line is too much"),
        ("\n3,2\n", "\n", Rule.LAYOUT, "the exit is missing: a line x,y such as 0,0"),
        ("EEESS\n", "EEESS", Rule.LAYOUT, "the last line is not ended by a newline"),
        ("EEESS\n", "EEESS ", Rule.LAYOUT, "the last line is not ended by a newline"),
        ("EEESS\n", "", Rule.LAYOUT, "the path is missing: a line of N, E, S and W"),
        ("EEESS\n", "EEESS\n5\n", Rule.LAYOUT, '"5" is too much behind the path'),
        ("EEESS", "EEE\nSS", Rule.LAYOUT, "the path goes on here; it has to be on a single"),
        ("9113", "\n9113", Rule.LAYOUT, "this empty line is too much"),
        ("9113", "911", Rule.SHAPE, "the first row has 3 digits, WIDTH=4 asks for 4"),
        ("AC42\n", "", Rule.SHAPE, "there are 2 rows, HEIGHT=3 asks for 3"),
        ("AC42", "AC4", Rule.SHAPE, "this row has 3 digits and the first one 4; all rows of a"),
        ("AC42", "A C 4 2", Rule.DIGITS, "blanks between the digits; write the digits of a row"),
        ("AC42", " AC42", Rule.DIGITS, "blanks before the digits"),
        ("AC42", "A,C,4,2", Rule.DIGITS, "commas between the digits"),
        ("AC42", "A\tC\t4\t2", Rule.DIGITS, "tabs between the digits"),
        ("AC42", "0xA0xC0x40x2", Rule.DIGITS, "digits with the prefix 0x; write the digit alone"),
        ("AC42", "AG42", Rule.DIGITS, '"G" is no hexadecimal digit; a cell is one of 0-9, A-F'),
        ("AC42\n", "AC42\r", Rule.DIGITS, "a lone carriage return \\r is no line end"),
        ("\n0,0\n", "\n(0,0)\n", Rule.ENTRY, 'write the entry as 0,0, without parentheses, not "'),
        ("\n0,0\n", "\n0, 0\n", Rule.ENTRY, "write the entry as 0,0, without blanks, not"),
        ("\n3,2\n", "\nexit: 3,2\n", Rule.EXIT, "write the exit as 3,2, without blanks and its na"),
        ("\n3,2\n", "\n03,02\n", Rule.EXIT, "write the exit as 3,2, without leading zeros"),
        ("\n3,2\n", "\n3;2\n", Rule.EXIT, 'write the exit as 3,2, not "3;2"'),
        ("\n3,2\n", "\n?\n", Rule.EXIT, "the exit is a column and a row, from 0, with a comma"),
    ],
)
def test_a_slip_of_the_layout_is_named(old: str, new: str, rule: Rule, message: str) -> None:
    text = SMALL_WITH_LOOPS.replace(old, new, 1)
    assert rule in broken(SL, text)
    assert any(
        spot.message.startswith(message)
        for breach in judged(read_sheet(text), SL).breaches
        if breach.rule is rule
        for spot in breach.spots
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [("AC42", "A C 4 2"), ("\n0,0\n", "\n( 0, 0 )\n"), ("\n\n", "\n"), ("EEESS\n", "EEESS")],
)
def test_a_spelling_is_one_fault_and_the_maze_is_still_looked_at(old: str, new: str) -> None:
    text = SMALL_WITH_LOOPS.replace(old, new)
    assert len(broken(SL, text)) == 1
    assert Rule.COHERENCE in broken(SL, text.replace("C556", "D556"))


def test_several_broken_rules_are_all_told_with_pictures() -> None:
    text = toggled(WITH_LOOPS, 0, 2, EAST, both=False).replace("\n12,8\n", "\n11,8\n")
    text = toggled(text, 12, 3, EAST, both=False)
    told = outcome(L, text)
    assert told.reason.endswith("; 2 more rules are broken: closed border, exit")
    assert told.actual.index("coherence: ") < told.actual.index("closed border: ")
    assert "exit: line 12: the config asks for EXIT=12,8, printed is 11,8" in told.actual
    assert "│ * ? * " in told.actual
    assert told.actual.endswith(f"as printed:\n{text}")


# Other bit orders.


def in_order(text: str, sides: tuple[Side, ...], *, set_is_open: bool) -> str:
    rows, footer = text.split("\n\n")
    changed = ""
    for digit in rows:
        if digit == "\n":
            changed += digit
            continue
        walls = int(digit, 16) ^ (15 if set_is_open else 0)
        value = sum(bit.value for bit, side in zip(Side, sides, strict=True) if walls & side.value)
        changed += f"{value:X}"
    return f"{changed}\n\n{footer}"


@pytest.mark.parametrize("set_is_open", [False, True])
@pytest.mark.parametrize("sides", list(permutations(Side)))
def test_any_other_order_of_the_bits_is_one_fault_and_named(
    sides: tuple[Side, ...], set_is_open: bool
) -> None:
    text = in_order(WITH_LOOPS, sides, set_is_open=set_is_open)
    if sides == tuple(Side) and not set_is_open:
        assert text == WITH_LOOPS
        return
    assert broken(L, text) == [Rule.BIT_ORDER]
    order = BitOrder(sides=sides, set_is_open=set_is_open)
    assert first(L, text).startswith(f"the digits have another bit order: {order}; north is 1")
    assert other_bit_order(grid_of(text.split("\n\n")[0].split("\n"))) == order


# Against brute force.


@given(st.integers(0, 12), st.integers(0, 8), st.integers(1, 15))
def test_no_changed_digit_is_accepted(x: int, y: int, bits: int) -> None:
    for config, text in ((P, PERFECT), (L, WITH_LOOPS)):
        assert not outcome(config, toggled(text, x, y, bits, both=False)).accepted


@given(st.integers(0, 23), st.sampled_from("NESW"))
def test_no_changed_step_is_accepted_but_another_shortest_path(at: int, letter: str) -> None:
    rows, path = WITH_LOOPS.rsplit("\n", 2)[0], WITH_LOOPS.split("\n")[-2]
    changed = path[:at] + letter + path[at + 1 :]
    assert outcome(L, f"{rows}\n{changed}\n").accepted == (changed == path)


@st.composite
def coherent_rows(draw: st.DrawFn) -> list[str]:
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    closed = draw(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5), st.booleans())))
    rows = []
    for row in range(height):
        line = ""
        for column in range(width):
            north = row == 0 or (row - 1, column, True) in closed
            south = row == height - 1 or (row, column, True) in closed
            west = column == 0 or (row, column - 1, False) in closed
            east = column == width - 1 or (row, column, False) in closed
            line += f"{north + 2 * east + 4 * south + 8 * west:X}"
        rows.append(line)
    return rows


def ways(rows: list[str]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    return {
        (row, column): [
            (row + down, column + right)
            for side, (down, right, _) in BEYOND.items()
            if not int(digit, 16) & side
        ]
        for row, line in enumerate(rows)
        for column, digit in enumerate(line)
    }


@given(coherent_rows(), st.randoms(use_true_random=False))
def test_loops_pieces_and_distances_are_those_of_brute_force(
    rows: list[str], random: Random
) -> None:
    maze = grid_of(rows).reading(open_where_disputed=False)
    found, graph = survey(maze), ways(rows)
    counted = count_loops(maze)
    assert (found.loops, len(found.sizes)) == (counted.loops, counted.components)
    start, goal = random.choice(sorted(graph)), random.choice(sorted(graph))
    reached, steps = {start}, 0
    while goal not in reached:
        larger = reached.union(*(graph[cell] for cell in reached))
        if larger == reached:
            break
        reached, steps = larger, steps + 1
    assert found.distance(start, goal) == (steps if goal in reached else None)


@given(coherent_rows(), st.data())
def test_the_two_readings_are_one_where_nothing_is_disputed(
    rows: list[str], data: st.DataObject
) -> None:
    grid = grid_of(rows)
    closed = grid.reading(open_where_disputed=False)
    assert closed == grid.reading(open_where_disputed=True)
    assert not list(grid.disagreements())
    assert not list(grid.border_openings())


# Nothing that can be printed breaks the checker.


@pytest.mark.parametrize(
    "printed",
    [
        b"",
        b"\n\n \n",
        b"\xff\xfe\x00",
        b"\xef\xbb\xbf" + PERFECT.encode(),
        b"\x00" * 1000,
        b"0" * 300_000,
        b"0\n" * 100_000,
        b"zz\n" * 50_000,
        b"\n" * 100_000,
        b" " * 100_000,
        b"0,0\n" * 50_000,
        b"(" * 50_000,
        b"a" + b" " * 50_000 + b",",
        PERFECT.encode() + b"N\n" * 50_000,
        b"0\n\n0,0\n0,0\n" + b"NS" * 100_000 + b"\n",
        b"0\n\n999999999,999999999\n99999999999999999999,0\nN\n",
        "F\n\n٣,٣\n→\n↑\n".encode(),
        b"F\r\r0,0\r",
    ],
)
def test_no_output_breaks_the_checker(printed: bytes) -> None:
    told = outcome(P, printed)
    assert not told.accepted
    assert told.reason


@settings(max_examples=200)
@given(st.lists(st.sampled_from([*"0F9A ,()xNESW\n\r\t-", "\n\n", "0,0\n", "\ufeff"]), max_size=60))
def test_no_text_breaks_the_checker(pieces: list[str]) -> None:
    text = "".join(pieces)
    for config in (P, SP, None):
        for breach in judged(read_sheet(text), config).breaches:
            for spot in breach.spots:
                assert spot.line >= 1
                assert spot.column >= 1
                assert spot.message


@contextmanager
def little_stack() -> Iterator[None]:
    """Let code nest fifty calls deeper than here and no further."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 50)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def test_a_winding_corridor_of_62500_cells_needs_no_deep_stack() -> None:
    rows = ["D" + "5" * 248 + "3"]
    for row in range(1, 249):
        rows.append("9" + "5" * 248 + "6" if row % 2 else "C" + "5" * 248 + "3")
    rows.append("D" + "5" * 248 + "6")
    path = "S".join(("E" if row % 2 == 0 else "W") * 249 for row in range(250))
    text = "\n".join("".join(row) for row in rows) + f"\n\n0,0\n0,249\n{path}\n"
    config = config_for(text, perfect=True)
    with little_stack():
        assert broken(config, text) == [Rule.PATTERN]
