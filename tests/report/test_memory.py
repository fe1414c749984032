"""When a report says whose memory a limit bounds."""

from __future__ import annotations

import pytest
from report_samples import accepted, failed, submission

from judge.models import Report, Result, Verdict
from judge.report.memory import notes_on_memory

ENTRY = submission("team/maze-open.py")
SCOPE = "the memory limit is for whom it is for"


def report(verdict: Verdict) -> Report:
    """Return a report on one program with a case that was accepted, and one of that verdict."""
    last = (
        accepted(ENTRY, "case-2")
        if verdict is Verdict.AC
        else failed(ENTRY, verdict, "it failed", case="case-2")
    )
    result = Result(
        submission=ENTRY,
        verdict=verdict,
        total=2,
        accepted=1 + (verdict is Verdict.AC),
        judgements=(accepted(ENTRY, "case-1"), last),
    )
    return Report(results=(result,), sandbox="bwrap")


@pytest.mark.parametrize("verdict", Verdict)
def test_a_limit_on_all_processes_is_told_only_where_it_was_reached(verdict: Verdict) -> None:
    notes = notes_on_memory(report(verdict), scope=SCOPE, is_of_all=True)
    assert notes == ((SCOPE,) if verdict is Verdict.MLE else ())


@pytest.mark.parametrize("verdict", Verdict)
def test_a_limit_on_each_process_by_itself_is_told_always(verdict: Verdict) -> None:
    assert notes_on_memory(report(verdict), scope=SCOPE, is_of_all=False) == (SCOPE,)
