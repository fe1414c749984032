"""``judge check`` on text files that are no suites: what it reads, and what it says of the rest."""

from __future__ import annotations

from pathlib import Path

import pytest
from calling import Judge

from judge.cli.check import check
from judge.cli.console import Status
from judge.manager import PluginSource, Register, load_register
from judge.puzzle import FileFormat, Puzzle, TextFault

RIGHT = "9113\nAC42\nC556\n\n0,0\n3,2\nEEESS\n"


@pytest.fixture
def maze(tmp_path: Path) -> Path:
    path = tmp_path / "maze.txt"
    path.write_text(RIGHT)
    return path


def test_a_right_maze_file_is_summed_up(judge: Judge, maze: Path) -> None:
    called = judge("check", maze.name)
    assert called.status == 0
    assert called.out == (
        "maze.txt: maze file: 4 × 3 cells, not perfect (3 loops), without the 42, shortest path "
        "of 5 steps\n1 file: no fault\n"
    )


def test_a_fault_is_told_with_rule_line_column_and_a_mark(judge: Judge, maze: Path) -> None:
    maze.write_text(RIGHT.replace("AC42", "AE42").replace("\n0,0\n", "\n(0, 0)\n"))
    called = judge("check", maze.name)
    assert called.status == 2
    assert called.out == (
        'maze.txt:2:2: coherence: the cells 1,1 ("E") and 2,1 ("4") disagree on the wall between '
        "them: the first has it closed, the second open\n"
        "    AE42\n"
        "     ^\n"
        'maze.txt:5:1: entry: write the entry as 0,0, without parentheses and blanks, not "(0, 0)"'
        "\n"
        "    (0, 0)\n"
        "    ^\n"
        "1 file: 2 faults\n"
    )


def test_suites_and_text_files_are_checked_in_one_call(
    judge: Judge, maze: Path, cases: Path
) -> None:
    called = judge("check", maze.name, cases.name)
    assert called.status == 0
    assert called.out.endswith("\n2 files, 2 cases: no fault\n")


def test_below_a_folder_suites_alone_are_read(judge: Judge, maze: Path, cases: Path) -> None:
    maze.write_text("no maze at all")
    assert judge("check", ".").out == "1 file, 2 cases: no fault\n"


def test_windows_line_ends_do_not_matter(judge: Judge, maze: Path) -> None:
    maze.write_bytes(RIGHT.replace("\n", "\r\n").encode())
    assert judge("check", maze.name).status == 0


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "no case file (*.yaml, *.yml) and no maze file; judge check reads nothing else"),
        (b"hello, world\n", "no case file (*.yaml, *.yml) and no maze file; judge check reads"),
        (b"\x00\x01", "no case file (*.yaml, *.yml) and no maze file"),
        (b"913\n8\xff2\n", "not UTF-8 text: line 2 has the byte 0xff; save it as UTF-8"),
        (b"\xff\xfe9\x001\x00", "UTF-16 text; save it as UTF-8"),
        (b"\x7fELF\x02\xb8", "not UTF-8 text: line 1 has the byte 0xb8"),
    ],
)
def test_any_other_file_is_one_sentence(
    judge: Judge, maze: Path, data: bytes, sentence: str
) -> None:
    maze.write_bytes(data)
    called = judge("check", maze.name)
    assert called.status == 2
    assert called.out.startswith(f"maze.txt: {sentence}")
    assert called.out.endswith("\n1 file: 1 fault\n")
    assert "Traceback" not in called.err


def test_a_huge_file_is_one_sentence(judge: Judge, maze: Path) -> None:
    with maze.open("wb") as file:
        file.truncate(65 * 2**20)
    called = judge("check", maze.name)
    assert called.status == 2
    assert called.out.startswith("maze.txt: larger than 64 MiB; no text file is read that is\n")


def test_control_characters_in_a_file_are_spelt_out(judge: Judge, maze: Path) -> None:
    maze.write_text(RIGHT.replace("AC42", "A\x1b42"))
    called = judge("check", maze.name)
    assert '"\\x1b" is no hexadecimal digit' in called.out
    assert "\x1b" not in called.out


def test_a_file_that_is_not_there_is_an_error(judge: Judge) -> None:
    called = judge("check", "nothing.txt")
    assert called.status == 2
    assert "there is no file or folder nothing.txt" in called.err


class NoteFile(FileFormat):
    """Texts that begin with NOTE; a line WRONG is a fault, and a line RAISE a broken plugin."""

    name = "note"

    def recognises(self, text: str) -> bool:
        if text.startswith("RAISE"):
            raise RuntimeError("at recognising")
        return text.startswith("NOTE")

    def faults(self, text: str) -> list[TextFault]:
        if "RAISE" in text:
            raise RuntimeError("at looking")
        return [
            TextFault(line=number, column=9000, rule="rule", message="here")
            for number, line in enumerate(text.split("\n"), 1)
            if line == "WRONG"
        ]

    def summary(self, text: str) -> str:
        return "two\nlines"


@pytest.fixture
def register() -> Register:
    """Return the register of the built-in plugins and one more puzzle, with a format."""
    register = load_register()
    maze = register.puzzles["maze"]
    register.puzzles["a-note"] = Puzzle(
        name="a-note",
        title="notes",
        tasks=maze.tasks,
        cases=maze.cases,
        references=maze.references,
        formats=(NoteFile(),),
    )
    register.owners["a-note"] = PluginSource(
        name="a-note", value="notes", distribution="judge-notes", version="1.0"
    )
    return register


def checked(register: Register, path: Path) -> object:
    return check.main([str(path)], standalone_mode=False, obj=register)


def test_a_plugin_s_format_is_used(
    register: Register, maze: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    maze.write_text("NOTE")
    assert checked(register, maze) == Status.OK
    assert capsys.readouterr().out == f"{maze}: note: two\\nlines\n1 file: no fault\n"
    maze.write_text("NOTE\nWRONG\n")
    assert checked(register, maze) == Status.USAGE
    assert capsys.readouterr().out == f"{maze}:2:9000: rule: here\n1 file: 1 fault\n"


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("NOTE\nRAISE", "not checked, for the plugin that knows it failed"),
        ("RAISE", "no case file (*.yaml, *.yml) and no maze file and no note; judge check reads"),
    ],
)
def test_a_format_that_raises_is_a_fault_of_its_plugin(
    register: Register, maze: Path, capsys: pytest.CaptureFixture[str], text: str, out: str
) -> None:
    maze.write_text(text)
    assert checked(register, maze) == Status.USAGE
    printed = capsys.readouterr()
    assert printed.out.startswith(f"{maze}: {out}")
    assert "plugin fault: the plugin a-note of judge-notes 1.0 fails at checking a text file: " in (
        printed.err
    )
    assert "RuntimeError: at " in printed.err


def test_the_other_formats_go_on_where_one_raises(
    register: Register, maze: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Broken(NoteFile):
        def recognises(self, text: str) -> bool:
            raise RuntimeError("always")

    puzzle = register.puzzles["a-note"]
    register.puzzles = {
        "a-note": Puzzle(
            name="a-note",
            title="notes",
            tasks=puzzle.tasks,
            cases=puzzle.cases,
            references=puzzle.references,
            formats=(Broken(),),
        ),
        **{name: each for name, each in register.puzzles.items() if name != "a-note"},
    }
    assert checked(register, maze) == Status.USAGE
    assert "maze file: 4 × 3 cells" in capsys.readouterr().out


def test_the_help_says_that_other_files_are_read(judge: Judge) -> None:
    assert "such as a maze" in judge("check", "--help").out
