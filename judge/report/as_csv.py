"""A report as CSV: a line for each submission, as RFC 4180 has it, for spreadsheets.

A cell from outside that begins like a formula (``= + - @``, their full-width forms, a tab) gets an
apostrophe before it: a spreadsheet then shows it as text and runs nothing. Line ends inside cells
are spelt out, so every record is one line.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from judge.compare import visible
from judge.models import Report, Result
from judge.scoring import deciding
from judge.units import multiplier_text

HEADER = (
    "name",
    "contestant",
    "path",
    "task",
    "language",
    "form",
    "claim",
    "verdict",
    "bytes",
    "multiplier",
    "score",
    "accepted",
    "total",
    "first_failing_case",
    "reason",
    "measure",
)
_FORMULA_SIGNS = tuple("=+-@＝＋－＠\t\r\n")


def csv_report(report: Report) -> Iterator[str]:
    """Yield a header and a record for each submission, in the report's order."""
    yield _record(HEADER)
    for result in report.results:
        yield _record(_cells(result))


def _cells(result: Result) -> tuple[str, ...]:
    submission = result.submission
    decisive = deciding(result.judgements)
    case = f"{decisive.suite}:{decisive.case}" if decisive and decisive.case else ""
    return (
        _guarded(submission.name),
        _guarded(submission.contestant),
        _guarded(str(submission.path)),
        _guarded(str(submission.task)),
        _guarded(submission.language),
        submission.form.value,
        _guarded(submission.claim or ""),
        result.verdict.value,
        str(submission.byte_count),
        multiplier_text(result.multiplier),
        "" if result.score is None else str(result.score),
        str(result.accepted),
        str(result.total),
        _guarded(case),
        _guarded(decisive.reason if decisive else ""),
        result.measure.value,
    )


def _guarded(text: str) -> str:
    shown = visible(text, keep_newlines=False)
    return f"'{shown}" if text.startswith(_FORMULA_SIGNS) else shown


def _record(cells: tuple[str, ...]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()
