"""Maze files as ``judge check`` reads them: what is taken for one, and what is told of it."""

from __future__ import annotations

import pytest

from judge_plugins.maze.maze_file import MazeFile

ROWS = "9113\nAC42\nC556"
RIGHT = f"{ROWS}\n\n0,0\n3,2\nEEESS\n"


def told(text: str) -> list[tuple[int, int, str]]:
    return [(fault.line, fault.column, fault.rule) for fault in MazeFile().faults(text)]


def messages(text: str) -> list[str]:
    return [fault.message for fault in MazeFile().faults(text)]


def test_a_right_file_has_no_fault_and_a_summary() -> None:
    assert MazeFile().recognises(RIGHT)
    assert not told(RIGHT)
    assert MazeFile().summary(RIGHT) == (
        "4 × 3 cells, not perfect (3 loops), without the 42, shortest path of 5 steps"
    )


def test_lower_case_is_right_and_told_in_the_summary() -> None:
    text = RIGHT.replace(ROWS, ROWS.lower())
    assert not told(text)
    assert MazeFile().summary(text).endswith(", digits in lower case")


def test_a_perfect_maze_is_called_so() -> None:
    assert (
        MazeFile()
        .summary("B917\nAEC3\nC556\n\n0,0\n3,2\nSSEEE\n")
        .startswith("4 × 3 cells, perfect, ")
    )


@pytest.mark.parametrize(
    "text",
    [
        RIGHT,
        ROWS,
        "F",
        f"\n\n{RIGHT}",
        f"\ufeff{RIGHT}",
        RIGHT.replace("AC42", "AG42"),
        RIGHT.replace("AC42", "A C 4 2"),
        "0x9, 0x3\n0xC, 0x6",
        "9 1\t1 3",
        "913\n802\nC46\n",
        RIGHT.replace("\n\n", "\n"),
    ],
)
def test_what_is_meant_for_a_maze_is_taken_for_one(text: str) -> None:
    assert MazeFile().recognises(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n \n",
        "A readme, by a baker.\nFace the facade.\n",
        "puzzle: maze\ntask: open\n",
        "WIDTH=3\nHEIGHT=3\n",
        "(0,0)\n",
        '{"a": 1}',
        "\x00\x01\x02",
        ",,,,",
        "G" * 100_000,
    ],
)
def test_other_texts_are_not_taken_for_mazes(text: str) -> None:
    assert not MazeFile().recognises(text)


def test_a_wall_is_told_with_its_line_and_column() -> None:
    text = RIGHT.replace("AC42", "AC42".replace("C", "E"))
    assert told(text) == [(2, 2, "coherence")]
    spread = text.replace("AE42", "A E 4 2")
    assert told(spread) == [(2, 2, "digits"), (2, 3, "coherence")]


def test_faults_come_in_the_order_of_the_lines() -> None:
    text = RIGHT.replace("9113", "8113").replace("\n3,2\n", "\n( 3,2 )\n").replace("ESS", "ES")
    assert told(text) == [
        (1, 1, "closed border"),
        (6, 1, "exit"),
        (7, 4, "path"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("0,0", "(0, 0)", 'write the entry as 0,0, without parentheses and blanks, not "(0, 0)"'),
        ("0,0", "0,9", "0,9 is outside of the maze, which has the columns 0 to 3 and the rows 0 t"),
        ("0,0", "3,2", "the exit is the cell of the entry; they have to be two cells"),
        ("\n\n0,0\n3,2\nEEESS\n", "\n", "the footer is missing: an empty line, the entry x,y, the"),
        ("9113", "\ufeff9113", "the text begins with a byte order mark (BOM); leave it out"),
        ("\n", "\n\n", "this empty line is too much"),
        ("9113", "9 1 1 3", "blanks between the digits; write the digits of a row without anythi"),
        ("9113", "0x90x10x10x3", "digits with the prefix 0x; write the digit alone"),
        ("EEESS\n", "EEESS", "the last line is not ended by a newline; every line has to be"),
        ("AC42", "AC4", "this row has 3 digits and the first one 4; all rows of a maze are equal"),
    ],
)
def test_a_spelling_is_named(old: str, new: str, message: str) -> None:
    assert any(each.startswith(message) for each in messages(RIGHT.replace(old, new)))


def test_another_bit_order_is_one_fault() -> None:
    turned = str.maketrans("0123456789ABCDEF", "084C2A6E195D3B7F")
    text = ROWS.translate(turned) + RIGHT.removeprefix(ROWS)
    assert messages(text) == [
        "the digits have another bit order: west 1, south 2, east 4, north 8, a set bit closed; "
        "north is 1, east 2, south 4, west 8, and a set bit is closed"
    ]
    opened = str.maketrans("0123456789ABCDEF", "FEDCBA9876543210")
    text = ROWS.translate(opened) + RIGHT.removeprefix(ROWS)
    assert messages(text)[0].startswith(
        "the digits have another bit order: north 1, east 2, south 4, west 8, a set bit open;"
    )


def test_one_loop_is_wrong_whatever_was_asked_for() -> None:
    text = "B917\n86C3\nC556\n\n0,0\n3,2\nSSEEE\n"
    assert messages(text) == [
        "there is 1 loop: too many for PERFECT=True, too few for PERFECT=False (2 at least); one "
        "is closed between 2,2 and 3,2"
    ]


def test_rows_alone_are_checked_for_all_that_rows_can_break() -> None:
    assert [rule for _, _, rule in told("913\n802\nC46\n")] == ["open 3×3", "layout"]


def test_the_42_is_missed_in_a_large_maze() -> None:
    rows = ["9" + "1" * 8 + "3", *(["8" + "0" * 8 + "2"] * 6), "C" + "4" * 8 + "6"]
    assert (
        "there is no `42`: none of its 18 cells is closed on all sides, its corner belongs a"
        in (" ".join(messages("\n".join(rows))))
    )


def test_ten_places_of_a_rule_are_told_and_the_others_counted() -> None:
    text = "\n".join(["0" * 30] * 30)
    halls = [fault for fault in MazeFile().faults(text) if fault.rule == "open 3×3"]
    assert len(halls) == 10
    assert halls[-1].message.endswith("are wholly open (774 more places like it)")


@pytest.mark.parametrize("text", ["F" * 100_000, "F\n" * 50_000, "9" * 300 + "\r" + "6" * 300, ","])
def test_no_text_breaks_the_format(text: str) -> None:
    file = MazeFile()
    file.recognises(text)
    assert list(file.faults(text))
    assert file.summary(text)
