"""The CSV report is a record for each submission that any reader reads back."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from report_samples import REPORTS, mixed_report, submission

from judge.compare import visible
from judge.models import Report
from judge.report.as_csv import HEADER, csv_report
from judge.scoring import result_of


def records(report: Report) -> list[dict[str, str]]:
    text = "".join(csv_report(report))
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def test_the_columns_are_these() -> None:
    first = next(iter(csv_report(Report(results=(), sandbox=""))))
    assert first == (
        "name,contestant,path,task,language,form,claim,verdict,bytes,multiplier,score,"
        "accepted,total,first_failing_case,reason,measure\r\n"
    )


def test_a_record_tells_score_and_first_failure() -> None:
    told = records(mixed_report())
    assert (told[0]["multiplier"], told[0]["score"], told[0]["reason"]) == ("0.65", "267", "")
    assert told[4]["score"] == ""
    assert told[4]["first_failing_case"] == "worked.yaml:turned"
    assert told[4]["reason"] == 'line 2: expected "┃┣┫┃", printed "┃┣┻┃"'


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@sum", "\t=1", "\r=1", "＝1", "＠x"])
def test_a_cell_never_begins_like_a_formula(name: str) -> None:
    entry = submission(f"{name}/box-simulate.py")
    [told] = records(Report(results=(result_of(entry, [], 1),), sandbox=""))
    assert told["contestant"] == f"'{visible(name)}"


def test_other_cells_are_left_alone() -> None:
    entry = submission('a=b, "c"/box-simulate.py')
    [told] = records(Report(results=(result_of(entry, [], 1),), sandbox=""))
    assert told["contestant"] == 'a=b, "c"'


@settings(deadline=None, max_examples=40)
@given(REPORTS)
def test_any_report_reads_back(report: Report) -> None:
    text = "".join(csv_report(report))
    assert text.count("\r\n") == text.count("\n") == len(report.results) + 1
    for result, told in zip(report.results, records(report), strict=True):
        assert set(told) == set(HEADER)
        shown = visible(result.submission.name, keep_newlines=False)
        assert told["name"].removeprefix("'") == shown.removeprefix("'")
        assert told["bytes"] == str(result.submission.byte_count)
        assert not any(cell.startswith(tuple("=+-@＝＋－＠\t\r")) for cell in told.values())
