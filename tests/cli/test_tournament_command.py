"""``judge tournament``: who plays, the table, the games as JSON, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from calling import Judge

GREEDY = """\
heaps = [*map(int, input().split()[1:])]
mine = input() == "1"
while any(heaps):
    if mine:
        at = max(range(len(heaps)), key=lambda heap: heaps[heap])
        print(at + 1, heaps[at], flush=True)
        heaps[at] = 0
    else:
        at, taken = map(int, input().split())
        heaps[at - 1] -= taken
    mine = not mine
"""
ONE_BY_ONE = GREEDY.replace("print(at + 1, heaps[at]", "print(at + 1, 1").replace(
    "heaps[at] = 0", "heaps[at] -= 1"
)
SHORT = ("--positions", "1", "--format", "json")


@pytest.fixture
def class_folder(tmp_path: Path) -> Path:
    """Return a class of two who play nim, with programs of other tasks beside theirs."""
    folder = tmp_path / "class"
    for name, program in (
        ("amber/nim-play.py", GREEDY),
        ("amber/box-simulate.image.py", "print(1)\n"),
        ("birch/nim-play.py", ONE_BY_ONE),
        ("birch/nim-session.class.js", "class Nim {}\n"),
        ("birch/maze-open.py", "print(True)\n"),
    ):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(program)
    return folder


def test_of_a_class_those_play_who_wrote_a_program_of_the_task(
    judge: Judge, class_folder: Path
) -> None:
    for paths in (["class"], ["class/amber", "class/birch"]):
        called = judge("tournament", "nim/play", *paths, *SHORT)
        assert called.status == 0, called.err
        assert called.err == "judge: sandbox: " + called.err.rpartition(": ")[2]
        told = json.loads(called.out)
        assert {each["name"] for each in told["standings"]} == {"amber/nim-play", "birch/nim-play"}
        assert len(told["games"]) == 2


def test_programs_that_say_no_task_and_those_that_are_named_play(
    judge: Judge, class_folder: Path
) -> None:
    (class_folder / "birch/nim-play.py").rename(class_folder / "player.py")
    (class_folder / "amber/nim-play.py").rename(class_folder / "amber/maze-loops.py")
    called = judge("tournament", "nim/play", "class", "class/amber/maze-loops.py", *SHORT)
    assert called.status == 2
    told = "a tournament needs two programs, and there is only class/player.py"
    assert told in called.err
    named = ("class/player.py", "class/amber/maze-loops.py")
    called = judge("tournament", "nim/play", *named, *SHORT)
    assert called.status == 0, called.err
    paths = {each["path"] for each in json.loads(called.out)["standings"]}
    assert paths == set(named)


def test_a_foul_is_shown_with_the_whole_game(judge: Judge, class_folder: Path) -> None:
    (class_folder / "birch/nim-play.py").write_text("input()\nprint('1 0')\n")
    called = judge("tournament", "nim/play", "class", "--positions", "1")
    assert called.status == 0, called.err
    assert "nim/play: 2 programs, 1 position, 2 games" in called.out
    assert "birch/nim-play lost by a foul against amber/nim-play: illegal move" in called.out
    assert "at least one match has to be taken" in called.out
    assert "judge:  Nim " in called.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("nim/play", "nobody"), "there is no file or folder nobody"),
        (("nim/session", "class"), "nim/session is not played by two; tasks for a tournament"),
        (("nim/plays", "class"), "did you mean nim/play?"),
        (("nim/play", "class/amber"), "and there is only class/amber/nim-play.py"),
        (("nim/play", "class", "-o", "nowhere/x"), "-o nowhere/x: there is no folder nowhere"),
    ],
)
def test_what_cannot_be_played_is_one_clear_error(
    judge: Judge, class_folder: Path, arguments: tuple[str, ...], told: str
) -> None:
    called = judge("tournament", *arguments)
    assert called.status == 2
    assert told in called.err
    assert len(called.err.splitlines()) == 1
