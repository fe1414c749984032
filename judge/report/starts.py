"""The note which says how Python programs were started: warm or cold."""

from __future__ import annotations

from judge.models import Report

_PYTHON = "python"
"""the language whose programs can be started warm"""


def notes_on_starts(report: Report, *, asked_cold: bool, fault: str) -> tuple[str, ...]:
    """Return the note, or none where no Python program ran.

    ``fault`` is why programs cannot be started warm on this machine, "" where nothing is known.
    """
    runs = [
        judgement.run
        for result in report.results
        if result.submission.language == _PYTHON
        for judgement in result.judgements
        if judgement.run is not None
    ]
    if not runs:
        return ()
    if asked_cold:
        return ("Python programs were started cold (--cold)",)
    warm = sum(run.warm for run in runs)
    if warm:
        return (
            f"Python programs were started warm in {warm} of {len(runs)} runs, as forks of an "
            "interpreter that had just started; --cold starts it anew each time",
        )
    return (f"Python programs were started cold{f': {fault}' if fault else ''}",)
