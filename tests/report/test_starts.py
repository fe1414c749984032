"""What a report says of how Python programs were started."""

from __future__ import annotations

from dataclasses import replace

import pytest
from report_samples import accepted, submission

from judge.models import Report, Result, Verdict
from judge.report.starts import notes_on_starts


def report(*starts: bool, language: str = "python") -> Report:
    """Return a report on one program with a case for each start: whether it was warm."""
    entry = submission("team/maze-open.py", language=language)
    judged = [accepted(entry, f"case-{number}") for number in range(len(starts))]
    judgements = tuple(
        replace(each, run=replace(each.run, warm=warm))
        for each, warm in zip(judged, starts, strict=True)
        if each.run is not None
    )
    result = Result(
        submission=entry,
        verdict=Verdict.AC,
        total=len(starts),
        accepted=len(starts),
        judgements=judgements,
    )
    return Report(results=(result,), sandbox="bwrap")


@pytest.mark.parametrize(
    ("given", "asked_cold", "fault", "told"),
    [
        (report(False, True, True), False, "", "warm in 2 of 3 runs"),
        (report(False, False), True, "", "were started cold (--cold)"),
        (report(False, False), False, "it cannot be traced", "cold: it cannot be traced"),
        (report(False), False, "", "were started cold"),
    ],
)
def test_it_is_said_which_start_was_used(
    given: Report, asked_cold: bool, fault: str, told: str
) -> None:
    (note,) = notes_on_starts(given, asked_cold=asked_cold, fault=fault)
    assert told in note


def test_nothing_is_said_where_no_python_ran() -> None:
    for given in (report(), report(False, language="c")):
        assert notes_on_starts(given, asked_cold=False, fault="") == ()
