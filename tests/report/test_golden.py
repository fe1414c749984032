"""Whole reports, byte for byte as in tests/golden/.

After a wanted change of a format write them anew, and read the difference before keeping it:

    python tests/report/test_golden.py
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from report_samples import mixed_report

from judge.hookspecs import Reporter
from judge.report import FORMATS
from judge.report.as_text import text_report

GOLDEN = Path(__file__).parents[1] / "golden"

REPORTS: dict[str, Reporter] = {
    "report.txt": FORMATS["text"],
    "report-40-columns.txt": partial(text_report, width=40),
    "report-full.txt": partial(text_report, full=True),
    "report.json": FORMATS["json"],
    "report.xml": FORMATS["junit"],
    "report.csv": FORMATS["csv"],
    "report.md": FORMATS["markdown"],
}


def rendered(reporter: Reporter) -> bytes:
    return "".join(reporter(mixed_report())).encode()


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_as_it_was(name: str) -> None:
    assert rendered(REPORTS[name]).decode() == (GOLDEN / name).read_bytes().decode()


if __name__ == "__main__":
    for name, reporter in REPORTS.items():
        (GOLDEN / name).write_bytes(rendered(reporter))
