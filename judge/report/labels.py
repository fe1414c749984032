"""What a report calls each submission."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from judge.models import Result, Submission


def labels(results: Sequence[Result]) -> list[str]:
    """Return each submission's name, or its path where the name and its kind are not enough."""
    entries = [result.submission for result in results]
    kinds = Counter(map(_kind, entries))
    return [entry.name if kinds[_kind(entry)] == 1 else str(entry.path) for entry in entries]


def _kind(submission: Submission) -> tuple[object, ...]:
    """Return what reports show of a submission besides its path."""
    return (
        submission.name,
        submission.task,
        submission.language,
        submission.form,
        submission.claim,
    )
