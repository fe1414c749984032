"""The note which says whose memory a limit bounds, where that matters to who reads the report."""

from __future__ import annotations

from judge.models import Report, Verdict


def notes_on_memory(report: Report, *, scope: str, is_of_all: bool) -> tuple[str, ...]:
    """Return the note, or none where no program ran out of memory and the limit bounds them all.

    ``scope`` says whose memory a limit bounds on this machine; ``is_of_all``, whether it is that of
    all processes of a run, as it should be.
    """
    verdicts = {each.verdict for result in report.results for each in result.judgements}
    return () if is_of_all and Verdict.MLE not in verdicts else (scope,)
