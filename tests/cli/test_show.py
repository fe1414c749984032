"""``judge show``: cases as pictures on the terminal and in files."""

from __future__ import annotations

import errno
import io
import os
import pty
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from calling import PATIENCE_S, Judge
from PIL import Image

from judge.draw import BLACK, BLUE

BOX_SUITE = """\
puzzle: box
task: simulate
cases:
  - id: leave
    title: three shubbles leave
    tags: [worked]
    box: ".........@...o....ooo..xox..."
    moves: "+<<^-"
  - id: rest
    box: ".........@...o....ooo..xox..."
    moves: ""
  - id: raw
    stdin: "1"
    stdout: "2"
"""


@pytest.fixture
def box(tmp_path: Path) -> Path:
    path = tmp_path / "box.yaml"
    path.write_text(BOX_SUITE)
    return path


def picture(path: Path) -> Image.Image:
    return Image.open(io.BytesIO(path.read_bytes()))


def frames(path: Path) -> list[int]:
    """Return the times of a GIF's frames in milliseconds."""
    image = picture(path)
    times = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        times.append(int(image.info["duration"]))
    return times


def on_a_terminal(folder: Path, *arguments: str, **environment: str) -> str:
    """Return what ``judge`` writes to a terminal as its standard output."""
    ours, theirs = pty.openpty()
    kept = {key: value for key, value in os.environ.items() if key not in {"NO_COLOR", "COLORTERM"}}
    with subprocess.Popen(
        [sys.executable, "-m", "judge", *arguments],
        cwd=folder,
        env={**kept, "TERM": "xterm", **environment},
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
    ) as process:
        os.close(theirs)
        pieces = []
        try:
            while piece := os.read(ours, 65536):
                pieces.append(piece)
        except OSError as error:  # a terminal whose other end is closed
            if error.errno != errno.EIO:
                raise
        finally:
            os.close(ours)
        process.wait(PATIENCE_S)
    return b"".join(pieces).decode()


def test_a_file_alone_lists_its_cases(judge: Judge, box: Path) -> None:
    called = judge("show", box)
    assert called.status == 0
    assert [line.split() for line in called.out.splitlines()] == [
        ["id", "title", "tags"],
        ["leave", "three", "shubbles", "leave", "worked"],
        ["rest"],
        ["raw"],
    ]


def test_a_case_is_shown_with_its_title_and_what_is_to_be_done(judge: Judge, box: Path) -> None:
    called = judge("show", f"{box}:leave")
    assert called.status == 0
    lines = called.out.splitlines()
    assert lines[:3] == ["box.yaml:leave: three shubbles leave", "", "to do: +<<^-"]
    assert "    ┃ x   o   x   ·   ·   · ┃" in lines
    assert "\x1b" not in called.out


def test_the_answer_is_shown_below(judge: Judge, box: Path) -> None:
    called = judge("show", f"{box}:leave", "--answer")
    assert "in the end" in called.out.splitlines()
    assert called.out.count("@") == 2


def test_steps_are_shown_one_after_another(judge: Judge, box: Path) -> None:
    called = judge("show", f"{box}:leave", "--steps")
    assert called.out.count("@") == 12
    assert "5 - fell" in called.out.splitlines()


def test_a_bundled_file_is_known_by_its_name(judge: Judge) -> None:
    called = judge("show", "box/turns.yaml:there-and-back")
    assert called.status == 0
    assert called.out.startswith("turns.yaml:there-and-back")


@pytest.mark.parametrize(
    "case",
    [
        "loop/solve-worked.yaml:one-answer",
        "loop/unique-worked.yaml",
        "loop/session-worked.yaml:grid",
        "maze/open-worked.yaml:open-block",
        "maze/loops-worked.yaml:open-block",
        "maze/generate-worked.yaml:perfect",
        "nim/session-worked.yaml:five-heaps",
        "nim/play-edges.yaml:worked",
    ],
)
def test_cases_of_every_puzzle_are_shown(judge: Judge, tmp_path: Path, case: str) -> None:
    if ":" not in case:
        case += ":" + judge("show", case).out.splitlines()[1].split()[0]
    assert judge("show", case).status == 0
    called = judge("show", case, "-o", "x.gif")
    assert (called.status, called.out, called.err) == (0, "", "")
    assert picture(tmp_path / "x.gif").format == "GIF"


def test_a_picture_has_the_creatures_in_their_colours(
    judge: Judge, box: Path, tmp_path: Path
) -> None:
    assert judge("show", f"{box}:rest", "-o", "x.png").status == 0
    image = picture(tmp_path / "x.png").convert("RGB")
    assert image.size == (320, 240)
    assert image.getpixel((200, 80)) == BLACK.rgb
    assert image.getpixel((120, 120)) == BLUE.rgb


def test_a_gif_shows_each_state_for_a_second(judge: Judge, box: Path, tmp_path: Path) -> None:
    assert judge("show", f"{box}:leave", "-o", "x.gif").status == 0
    assert frames(tmp_path / "x.gif") == [1000] * 12


def test_a_smooth_gif_has_twenty_frames_a_second(judge: Judge, box: Path, tmp_path: Path) -> None:
    assert judge("show", f"{box}:leave", "--smooth", "-o", "x.gif").status == 0
    assert set(frames(tmp_path / "x.gif")[:-1]) == {50}


def test_steps_side_by_side_are_a_picture_too(judge: Judge, box: Path, tmp_path: Path) -> None:
    assert judge("show", f"{box}:leave", "--steps", "-o", "x.svg").status == 0
    texts = ET.parse(tmp_path / "x.svg").iter("{http://www.w3.org/2000/svg}text")
    assert [text.text for text in texts][:2] == ["start", "1 + turned"]


def test_case_and_answer_stand_side_by_side(judge: Judge, box: Path, tmp_path: Path) -> None:
    assert judge("show", f"{box}:leave", "--answer", "-o", "x.png").status == 0
    width, height = picture(tmp_path / "x.png").size
    assert width > 2 * height


def test_a_terminal_gets_colours(tmp_path: Path, box: Path) -> None:
    shown = on_a_terminal(tmp_path, "show", f"{box}:rest", COLORTERM="truecolor")
    assert "\x1b[38;2;255;255;255;48;2;37;99;235m o \x1b[0m" in shown
    assert "┏━━━" in shown


def test_who_wants_no_colour_gets_none(tmp_path: Path, box: Path) -> None:
    shown = on_a_terminal(tmp_path, "show", f"{box}:rest", NO_COLOR="1")
    assert "\x1b" not in shown
    assert " o " in shown


def test_an_unknown_id_names_the_nearest(judge: Judge, box: Path) -> None:
    called = judge("show", f"{box}:leaves")
    assert called.status == 2
    assert "has no case leaves; did you mean leave?" in called.err
    assert f"(judge show {box} lists all " in called.err
    assert called.out == ""


def test_an_unknown_file_names_the_nearest(judge: Judge) -> None:
    called = judge("show", "box/turn.yaml:there-and-back")
    assert called.status == 2
    assert "there is no case file box/turn.yaml, here or with a puzzle" in called.err
    assert "did you mean box/turns.yaml?" in called.err


def test_a_folder_is_no_file_but_names_those_in_it(judge: Judge, box: Path) -> None:
    called = judge("show", box.parent)
    assert called.status == 2
    assert "is a folder; name a file in it: box.yaml" in called.err


def test_colons_in_a_file_name_do_no_harm(judge: Judge, tmp_path: Path) -> None:
    (tmp_path / "a:b.yaml").write_text(BOX_SUITE)
    assert judge("show", "a:b.yaml:rest").status == 0
    assert judge("show", "a:b.yaml").status == 0


def test_a_faulty_file_is_told_with_its_place(judge: Judge, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(BOX_SUITE.replace("@", "z"))
    called = judge("show", "bad.yaml:rest")
    assert called.status == 2
    assert "bad.yaml:7:" in called.err
    assert "(1 more fault: judge check bad.yaml)" in called.err


def test_a_case_in_plain_text_cannot_be_drawn(judge: Judge, box: Path) -> None:
    called = judge("show", f"{box}:raw")
    assert called.status == 2
    assert "raw is written as plain text" in called.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("-o", "x.txt"), "name a file that ends in .png, .svg, .gif"),
        (("-o", "x"), "name a file that ends in .png, .svg, .gif"),
        (("-o", "nowhere/x.svg"), "there is no folder nowhere"),
        (("--smooth",), "--smooth makes a film: add -o FILE.gif"),
        (("--smooth", "-o", "x.png"), "--smooth makes a film: add -o FILE.gif"),
        (("--steps", "--answer"), "--steps shows all steps at once"),
        (("--steps", "-o", "x.gif"), "--steps shows all steps at once"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    judge: Judge, box: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    called = judge("show", f"{box}:rest", *arguments)
    assert called.status == 2
    assert complaint in called.err
    assert called.out == ""


@pytest.mark.parametrize("arguments", [("--steps",), ("--smooth", "-o", "x.gif")])
def test_where_nothing_happens_there_are_no_steps(judge: Judge, arguments: tuple[str, ...]) -> None:
    called = judge("show", "loop/solve-worked.yaml:one-answer", *arguments)
    assert called.status == 2
    assert "of loop/solve" in called.err


def without_pillow(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which Pillow is not installed."""
    package = tmp_path / "away" / "PIL"
    package.mkdir(parents=True)
    text = "raise ModuleNotFoundError(\"No module named 'PIL'\", name='PIL')\n"
    (package / "__init__.py").write_text(text)
    return {"PYTHONPATH": str(package.parent)}


@pytest.mark.parametrize("suffix", ["png", "gif"])
def test_without_pillow_a_sentence_says_how_to_get_it(
    judge: Judge, box: Path, tmp_path: Path, suffix: str
) -> None:
    environment = without_pillow(tmp_path)
    called = judge("show", f"{box}:rest", "-o", f"x.{suffix}", environment=environment)
    assert called.status == 2
    assert "pip install 'golf-judge[pictures]'" in called.err
    assert not (tmp_path / f"x.{suffix}").exists()


def test_without_pillow_terminal_and_svg_work(judge: Judge, box: Path, tmp_path: Path) -> None:
    environment = without_pillow(tmp_path)
    assert judge("show", f"{box}:rest", environment=environment).status == 0
    called = judge("show", f"{box}:leave", "--answer", "-o", "x.svg", environment=environment)
    assert called.status == 0
    assert (tmp_path / "x.svg").stat().st_size > 1000


def test_a_maze_too_wide_for_a_terminal_says_what_to_do(judge: Judge, tmp_path: Path) -> None:
    (tmp_path / "wide.yaml").write_text(
        f"puzzle: maze\ntask: open\ncases:\n  - id: wide\n    maze: |\n      {'5' * 500}\n"
    )
    called = judge("show", "wide.yaml:wide")
    assert called.status == 2
    assert "too large for a terminal; add -o FILE.svg" in called.err
    assert judge("show", "wide.yaml:wide", "-o", "x.png").status == 0
    assert max(picture(tmp_path / "x.png").size) <= 4096
