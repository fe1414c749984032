"""A report as CSV: a line for each submission, as RFC 4180 has it, for spreadsheets.

A cell from outside that begins like a formula (``= + - @``, their full-width forms, a tab) gets an
apostrophe before it: a spreadsheet then shows it as text and runs nothing. Line ends inside cells
are spelt out, so every record is one line.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

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
    yield record(HEADER)
    for result in report.results:
        yield record(_cells(result))


def _cells(result: Result) -> tuple[str, ...]:
    submission = result.submission
    decisive = deciding(result.judgements)
    case = f"{decisive.suite}:{decisive.case}" if decisive and decisive.case else ""
    return (
        guarded(submission.name),
        guarded(submission.contestant),
        guarded(str(submission.path)),
        guarded(str(submission.task)),
        guarded(submission.language),
        submission.form.value,
        guarded(submission.claim or ""),
        result.verdict.value,
        str(submission.byte_count),
        multiplier_text(result.multiplier),
        "" if result.score is None else str(result.score),
        str(result.accepted),
        str(result.total),
        guarded(case),
        guarded(decisive.reason if decisive else ""),
        result.measure.value,
    )


def guarded(text: str) -> str:
    """Return a cell that a spreadsheet shows as text, whatever it begins with."""
    shown = visible(text, keep_newlines=False)
    return f"'{shown}" if text.startswith(_FORMULA_SIGNS) else shown


def record(cells: Sequence[str]) -> str:
    """Return a record as a line."""
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()
