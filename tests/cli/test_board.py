"""``judge board``: from stores and from reports, and files that are neither."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from calling import RIGHT, WRONG, Judge


@pytest.fixture
def graded(tmp_path: Path, judge: Judge, cases: Path) -> Path:
    """Grade three contestants, with a store ``results.db`` and a report ``results.json``."""
    for name, source in (("ann", RIGHT), ("bob", RIGHT + "#\n"), ("cat", WRONG)):
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "maze-open.py").write_text(source)
    called = judge(
        *("grade", "class", "--cases", cases, "--store", "results.db"),
        *("--format", "json", "-o", "results.json"),
    )
    assert called.status == 1, called.err
    return tmp_path


def test_a_store_and_a_report_give_the_same_board(graded: Path, judge: Judge) -> None:
    boards = [
        json.loads(judge("board", name, "--format", "json").out)
        for name in ("results.db", "results.json")
    ]
    for each in boards:
        placings = each["tasks"]["maze/open"]
        assert [(place["rank"], place["contestant"]) for place in placings] == [
            (1, "ann"),
            (2, "bob"),
        ]
    assert boards[0]["overall"] == boards[1]["overall"]


def test_a_later_wrong_submission_takes_nothing_away(
    graded: Path, judge: Judge, cases: Path
) -> None:
    (graded / "class" / "ann" / "maze-open.py").write_text(WRONG)
    judge("grade", "class", "--cases", cases, "--store", "results.db")
    assert "1  ann" in judge("board", "results.db").out


def test_a_board_goes_to_a_file(graded: Path, judge: Judge) -> None:
    called = judge("board", "results.db", "--format", "markdown", "-o", "board.md")
    assert (called.status, called.out) == (0, "")
    assert (graded / "board.md").read_text().startswith("# Board\n\n## maze/open\n")


def test_only_the_tasks_that_are_asked_for(graded: Path, judge: Judge) -> None:
    called = judge("board", "results.db", "--task", "box")
    assert called.status == 2
    assert "there is no result in results.db" in called.err


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("nothing.json", None, "nothing.json cannot be read: No such file or directory"),
        ("notes.txt", "dear diary", "notes.txt is neither a store nor JSON"),
        ("other.json", "[1, 2]", "other.json is no report of `judge grade --format json`"),
        ("new.json", '{"schema": 99}', "new.json is no report"),
        ("cut.json", '{"schema": 1, "submissions": [{}]}', "a report that something has changed"),
        ("deep.json", "[" * 200_000, "deep.json is neither a store nor JSON"),
        ("broken.db", "SQLite format 3\0 and no more", "broken.db"),
    ],
)
def test_what_is_no_result_is_refused_in_a_sentence(
    judge: Judge, tmp_path: Path, name: str, text: str | None, told: str
) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    called = judge("board", name)
    assert called.status == 2
    assert told in called.err
    assert called.err.count("\n") == 1
