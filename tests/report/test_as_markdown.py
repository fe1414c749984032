"""The Markdown report ranks each task and lets no text from outside become markup."""

from __future__ import annotations

import re

from hypothesis import given, settings
from report_samples import REPORTS, mixed_report

from judge.models import Report, Verdict
from judge.report.as_markdown import markdown_report
from judge.scoring import by_task


def written(report: Report) -> str:
    return "".join(markdown_report(report))


def table_rows(text: str) -> list[list[str]]:
    """Return the cells of every table row; an escaped bar is no border."""
    rows = [line for line in text.split("\n") if line.startswith("| ")]
    return [re.split(r"(?<!\\)(?:\\\\)*\|", row)[1:-1] for row in rows]


def test_a_task_is_ranked_and_ties_share_a_rank() -> None:
    rows = [[cell.strip() for cell in row] for row in table_rows(written(mixed_report()))]
    assert rows[0][:4] == ["rank", "submission", "language", "verdict"]
    assert rows[0][4:] == ["cases", "claim", "bytes", "multiplier", "score"]
    assert [(row[0], row[1], row[8]) for row in rows[2:6]] == [
        ("1", "team-1/box-simulate", "267"),
        ("2", "team-2/box-simulate", "400"),
        ("2", "team-3/box-simulate", "400"),
        ("", "team-1/box-simulate", "400"),
    ]


def test_failures_name_case_title_and_reason() -> None:
    text = written(mixed_report())
    assert (
        "- **team-4/loop-session** (javascript): WA at worked.yaml:turned (a tile is turned, not "
        'its neighbour): line 2: expected "┃┣┫┃", printed "┃┣┻┃"; 5 more cases failed\n'
    ) in text
    assert "- **team-9/box-simulate** (python): NG: 1 case not run\n" in text


def test_hostile_texts_stay_text() -> None:
    text = written(mixed_report())
    assert "<script>" not in text
    assert "@everyone" not in text
    assert "\x1b" not in text
    assert "=cmd\\|" in text


@settings(deadline=None, max_examples=40)
@given(REPORTS)
def test_any_report_has_even_tables_and_no_foreign_markup(report: Report) -> None:
    text = written(report)
    rows = table_rows(text)
    assert all(len(row) == 9 for row in rows)
    assert len(rows) == len(report.results) + 2 * len(by_task(report.results))
    assert not re.search(r"[<>@]|(?<!\\)(?:\\\\)*`", text)
    failed = [result for result in report.results if result.verdict is not Verdict.AC]
    assert len(re.findall(r"^- \*\*", text, re.MULTILINE)) == len(failed)
    assert all(line.isprintable() for line in text.split("\n"))


def test_an_interrupted_report_says_so() -> None:
    assert "Interrupted" in written(Report(results=(), sandbox="none", interrupted=True))
