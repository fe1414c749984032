"""``judge grade --store``: kept, reused, resumed after a hard end; a store that cannot be used."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from calling import PATIENCE_S, RIGHT, WRONG, Judge

SLOW = "import time\ntime.sleep(0.05)\n" + RIGHT


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "maze-open.py"
    path.write_text(RIGHT)
    return path


def test_the_second_grade_says_how_much_was_reused(
    judge: Judge, program: Path, cases: Path
) -> None:
    call = ("grade", program, "--cases", cases, "--store", "results.db")
    first, second, fresh = judge(*call), judge(*call), judge(*call, "--fresh")
    assert [each.status for each in (first, second, fresh)] == [0, 0, 0]
    assert "0 of 2 judgements reused from results.db" in first.out
    assert "2 of 2 judgements reused from results.db" in second.out
    assert "0 of 2 judgements reused from results.db" in fresh.out


def test_the_form_and_the_program_count(judge: Judge, program: Path, cases: Path) -> None:
    call = ("grade", program, "--cases", cases, "--store", "results.db")
    judge(*call)
    program.write_text(WRONG)
    called = judge(*call)
    assert called.status == 1
    assert "0 of 2 judgements reused" in called.out


def test_what_a_killed_judge_had_judged_is_not_lost(tmp_path: Path, judge: Judge) -> None:
    (tmp_path / "maze-open.py").write_text(SLOW)
    suite = tmp_path / "many.yaml"
    suite.write_text("puzzle: maze\ntask: open\ngenerate:\n  - {id: random, count: 120, seed: 1}\n")
    call = ["grade", "maze-open.py", "--cases", "many.yaml", "--store", "results.db", "-j", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "judge", *call],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    until = time.monotonic() + PATIENCE_S
    while kept(tmp_path / "results.db") < 10:
        assert time.monotonic() < until
        assert process.poll() is None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = kept(tmp_path / "results.db")
    called = judge(*call)
    assert called.status == 0, called.err
    reused = int(called.out.partition(" of 120 judgements reused")[0].split()[-1])
    assert reused == before >= 10


def kept(path: Path) -> int:
    """Return how many judgements a store has, 0 where it is not there yet."""
    try:
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    except sqlite3.Error:
        return 0
    try:
        return int(database.execute("SELECT count(*) FROM judgements").fetchone()[0])
    except sqlite3.Error:
        return 0
    finally:
        database.close()


@pytest.mark.parametrize("text", ["no store at all, " * 99, ""], ids=["text", "folder"])
def test_a_store_that_cannot_be_used_costs_no_result(
    judge: Judge, program: Path, cases: Path, tmp_path: Path, text: str
) -> None:
    store = tmp_path / "results.db"
    if text:
        store.write_text(text)
    else:
        store.mkdir()
    called = judge("grade", program, "--cases", cases, "--store", store)
    assert called.status == 3
    assert "AC   2 of 2 cases accepted" in called.out
    assert called.err.count("judge: error: the store") == 1
    assert "Traceback" not in called.err
