"""The note which says how Python programs were started: warm or cold."""

from __future__ import annotations

from judge.models import Report

PYTHON = "python"
"""the language whose programs can be started warm"""


def notes_on_starts(report: Report, *, asked_cold: bool, fault: str) -> tuple[str, ...]:
    """Return the note, or none where no Python program ran.

    ``fault`` is why programs cannot be started warm on this machine, "" where nothing is known.
    """
    runs = [
        judgement.run
        for result in report.results
        if result.submission.language == PYTHON
        for judgement in result.judgements
        if judgement.run is not None
    ]
    if not runs:
        return ()
    warm = sum(run.warm for run in runs)
    return (starts_told(warm, len(runs), asked_cold=asked_cold, fault=fault),)


def starts_told(warm: int, runs: int, *, asked_cold: bool, fault: str) -> str:
    """Return how ``runs`` runs of Python programs, at least one, were started."""
    if asked_cold:
        return "Python programs were started cold (--cold)"
    if warm:
        return (
            f"Python programs were started warm in {warm} of {runs} runs, as forks of an "
            "interpreter that had just started; --cold starts it anew each time"
        )
    return f"Python programs were started cold{f': {fault}' if fault else ''}"
