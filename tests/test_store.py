"""The store: what is kept comes back, whatever happens to the file."""

from __future__ import annotations

import os
import sqlite3
import threading
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from judge.errors import StoreError
from judge.models import (
    Ending,
    Judgement,
    Measure,
    Result,
    Run,
    Submission,
    TaskId,
    Verdict,
)
from judge.scoring import ranking
from judge.store import WHOLE, Store
from judge.store.schema import VERSION

TASK = TaskId(puzzle="maze", task="open")


def judgement(reason: str = "", verdict: Verdict = Verdict.AC) -> Judgement:
    run = Run(ending=Ending.EXITED, exit_status=0, cpu_s=0.25, wall_s=0.5, memory_bytes=9)
    return Judgement(
        submission=Path("x.py"),
        task=TASK,
        suite="a.yaml",
        case="one",
        verdict=verdict,
        reason=reason,
        run=run,
        length=3,
    )


def result(
    path: str, score: int | None = 10, verdict: Verdict = Verdict.AC, submitted: str | None = None
) -> Result:
    submission = Submission(
        name=path.removesuffix(".py"),
        contestant=path.partition("/")[0],
        path=Path(path),
        task=TASK,
        language="python",
        claim="ascii",
        files={Path(path).name: b"x" * 20},
        submitted=datetime.fromisoformat(submitted) if submitted else None,
    )
    return Result(
        submission=submission,
        verdict=verdict,
        total=4,
        accepted=4,
        judgements=(),
        multiplier=Fraction(13, 20),
        measure=Measure.BYTES,
        score=score,
    )


def test_a_judgement_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    kept = judgement('said "\x00\udce9 é\u2028"', Verdict.WA)
    with Store(tmp_path / "a.db") as store:
        store.keep("entry", "case", kept)
        store.keep("entry", WHOLE, judgement())
        store.keep("other", "case", judgement())
    with Store(tmp_path / "a.db") as store:
        found = store.judgements("entry")
        assert set(found) == {"case", WHOLE}
        assert found["case"].reason == kept.reason
        assert found["case"].run == kept.run
        assert (found["case"].verdict, found["case"].length) == (Verdict.WA, 3)
        assert store.judgements("nobody") == {}


def test_a_later_judgement_takes_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as store:
        store.keep("entry", "case", judgement("old"))
        store.keep("entry", "case", judgement("new"))
        assert store.judgements("entry")["case"].reason == "new"


def test_results_keep_the_time_at_which_they_came_first(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as store:
        store.keep_results([("d1", result("ann/maze-open.py"))])
        store.keep_results([("d1", result("ann/maze-open.py", None, Verdict.WA))])
        store.keep_results([("d2", result("ann/maze-open.py"))])
        first, second = store.results()
    assert (first.digest, first.verdict, first.score) == ("d1", "WA", None)
    assert first.first_at <= first.last_at
    assert (second.digest, second.verdict) == ("d2", "AC")
    assert first.first_at <= second.first_at


def test_kept_results_rank_like_fresh_ones(tmp_path: Path) -> None:
    fresh = [
        result("ann/maze-open.py", 12),
        result("bob/maze-open.py", 10, submitted="2026-02-01T10:00:00+00:00"),
        result("cat/maze-open.py", 10, submitted="2026-01-01T10:00:00+00:00"),
        result("dan/maze-open.py", None, Verdict.WA),
    ]
    with Store(tmp_path / "a.db") as store:
        store.keep_results([(str(number), each) for number, each in enumerate(fresh)])
        kept = [each.result() for each in store.results()]
    order = [
        [(placing.rank, placing.result.submission.contestant) for placing in ranking(results)]
        for results in (fresh, kept)
    ]
    assert order[0] == order[1] == [(1, "cat"), (2, "bob"), (3, "ann")]
    assert kept[0].multiplier == Fraction(13, 20)


def test_a_file_name_that_is_no_utf8_is_kept(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as store:
        store.keep_results([("d", result(os.fsdecode(b"\xff/maze-open.py")))])
        assert store.results()[0].path == "\\udcff/maze-open.py"


def test_several_judges_write_at_once(tmp_path: Path) -> None:
    def write(number: int) -> None:
        with Store(tmp_path / "a.db") as store:
            for case in range(50):
                store.keep(f"entry {number}", str(case), judgement())

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Store(tmp_path / "a.db") as store:
        assert [len(store.judgements(f"entry {number}")) for number in range(4)] == [50] * 4


# What is no store, or one that cannot be used: a sentence with the remedy.


def refusal(path: Path) -> str:
    with pytest.raises(StoreError) as raised:
        Store(path)
    return str(raised.value)


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("dear diary, " * 100)
    assert refusal(path) == f"the store {path} is no store; name another file"
    assert path.read_text() == "dear diary, " * 100


def test_another_program_s_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE birds (name TEXT)")
    database.close()
    assert "is a database, but no store of the judge's" in refusal(path)
    with sqlite3.connect(path) as database:
        assert [row[0] for row in database.execute("SELECT name FROM sqlite_master")] == ["birds"]
    database.close()


def test_a_store_of_a_newer_judge_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    Store(path).close()
    database = sqlite3.connect(path)
    database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()
    assert f"of a newer judge (its version is {VERSION + 1}, this judge knows {VERSION})" in (
        refusal(path)
    )


def test_a_damaged_store_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with Store(path) as store:
        for number in range(500):
            store.keep("entry", str(number), judgement("x" * 500))
    data = bytearray(path.read_bytes())
    data[4096:-4096] = b"\xa5" * (len(data) - 8192)
    path.write_bytes(data)
    with pytest.raises(StoreError, match="is damaged"), Store(path) as store:
        store.judgements("entry")


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "cannot be opened; is its folder there" in refusal(tmp_path / "nowhere" / "a.db")


def test_a_full_disk_is_told_and_what_was_kept_stays(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as store:
        store.keep("entry", "first", judgement())
        store._database.execute("PRAGMA max_page_count = 12")  # the disk of the test
        with pytest.raises(StoreError, match="the disk is full; what was kept before is still"):
            store.keep("entry", "large", judgement("x" * 200_000))
    with Store(tmp_path / "a.db") as store:
        assert "first" in store.judgements("entry")


def test_the_time_of_keeping_is_in_utc(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as store:
        store.keep_results([("d", result("ann/maze-open.py"))])
        at = datetime.fromisoformat(store.results()[0].first_at)
    assert at.tzinfo == UTC
