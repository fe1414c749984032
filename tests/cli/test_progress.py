"""The live table of a class, and waiting for files to change."""

from __future__ import annotations

import io
import threading
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress

from judge.cli.progress import ClassTable, Entry, class_table, progress
from judge.cli.watching import snapshot, wait_for_change
from judge.models import Judgement, TaskId, Verdict

TASK = TaskId(puzzle="maze", task="open")


def judgement(path: str, verdict: Verdict, case: str | None = "one") -> Judgement:
    return Judgement(submission=Path(path), task=TASK, suite="a.yaml", case=case, verdict=verdict)


def table(entries: int, height: int = 24, width: int = 80) -> tuple[ClassTable, Console]:
    console = Console(file=io.StringIO(), width=width, height=height)
    made = ClassTable(
        [
            Entry(path=Path(f"{number}.py"), name=f"team {number} [x]\x1b", cases=2)
            for number in range(entries)
        ],
        console,
        Progress(console=console),
    )
    return made, console


def shown(made: ClassTable, console: Console) -> list[str]:
    console.print(made)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def test_the_table_shows_who_was_judged_last_and_how_many_are_done() -> None:
    made, console = table(3)
    made.judged(judgement("0.py", Verdict.AC))
    made.judged(judgement("1.py", Verdict.WA))
    made.judged(judgement("1.py", Verdict.TLE))
    made.judged(judgement("2.py", Verdict.CE, case=None))
    made.settled(5)
    lines = shown(made, console)
    assert lines[0] == "2 of 3 submissions done, 2 of them failed"
    assert [line.split("  ")[0] for line in lines[2:5]] == [
        "team 2 [x]\\x1b",
        "team 1 [x]\\x1b",
        "team 0 [x]\\x1b",
    ]
    assert [line.split("  ", 1)[1].split() for line in lines[2:5]] == [
        ["2/2", "2", "CE"],
        ["2/2", "1", "WA,", "1", "TLE"],
        ["1/2", "all", "right", "so", "far"],
    ]
    assert "5/6" in lines[5] or "83%" in lines[5]


def test_the_table_fits_on_a_low_and_narrow_terminal() -> None:
    made, console = table(50, height=8, width=30)
    for number in range(50):
        made.judged(judgement(f"{number}.py", Verdict.AC))
    lines = shown(made, console)
    assert len(lines) <= 8
    assert max(map(len, lines)) <= 30


def test_nobody_who_reads_from_a_pipe_gets_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    entries = [Entry(path=Path(name), name=name, cases=1) for name in ("a.py", "b.py")]
    with class_table(entries) as made:
        assert made is None
    with progress(3) as advance:
        advance(3)
    assert capsys.readouterr().err == ""


def test_a_change_is_noticed_in_a_file_its_sidecar_and_a_folder(tmp_path: Path) -> None:
    program, folder = tmp_path / "a.py", tmp_path / "class"
    program.write_text("1")
    folder.mkdir()
    paths = [program, folder]
    before = snapshot(paths)
    assert snapshot(paths) == before
    (tmp_path / "a.py.yaml").write_text("claim: ascii")
    assert snapshot(paths) != before
    before = snapshot(paths)
    (folder / "b.py").write_text("2")
    assert snapshot(paths) != before
    before = snapshot(paths)
    program.unlink()
    assert snapshot(paths) != before


def test_waiting_ends_once_the_file_is_saved(tmp_path: Path) -> None:
    program = tmp_path / "a.py"
    program.write_text("1")
    before = snapshot([program])
    seen: list[object] = []
    waiter = threading.Thread(target=lambda: seen.append(wait_for_change([program], before)))
    waiter.start()
    program.write_text("22")
    waiter.join(60)
    assert seen == [snapshot([program])]
