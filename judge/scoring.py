"""Scores, the result of a submission, and the order of results: pure functions of judgements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction

from judge.models import Judgement, Measure, Result, Submission, TaskId, Verdict

_LATEST = datetime.max.replace(tzinfo=UTC)


def score(size: int, multiplier: Fraction) -> int:
    """Return ``floor(size × multiplier)``, exactly."""
    return size * multiplier.numerator // multiplier.denominator


def deciding(judgements: Iterable[Judgement]) -> Judgement | None:
    """Return the judgement that decides: the first in the order given that is not AC, or None."""
    return next((each for each in judgements if each.verdict is not Verdict.AC), None)


def result_of(
    submission: Submission,
    judgements: Sequence[Judgement],
    total: int,
    multiplier: Fraction = Fraction(1),
    measure: Measure = Measure.BYTES,
) -> Result:
    """Return what a submission's judgements, in case order, come to.

    It is accepted when each of its ``total`` cases (at least one) was. Where some were never
    judged and none of the others failed, nobody can say: the verdict is NG. The score counts the
    submission's bytes or, by ``measure``, the lengths of its answers (one without a length adds
    nothing), times the multiplier of its claim.
    """
    decisive = deciding(judgements)
    if decisive is not None:
        verdict = decisive.verdict
    else:
        verdict = Verdict.AC if 0 < total <= len(judgements) else Verdict.NG
    size = (
        submission.byte_count
        if measure is Measure.BYTES
        else sum(judgement.length or 0 for judgement in judgements)
    )
    return Result(
        submission=submission,
        verdict=verdict,
        total=total,
        accepted=sum(judgement.verdict is Verdict.AC for judgement in judgements),
        judgements=tuple(judgements),
        multiplier=multiplier,
        measure=measure,
        score=score(size, multiplier) if verdict is Verdict.AC else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """A contestant's best result and its rank, from 1; equal results share a rank."""

    rank: int
    result: Result


def ranking(results: Iterable[Result]) -> tuple[Placing, ...]:
    """Return the accepted results of one task in order, each contestant's best alone.

    The smaller score comes first, then fewer bytes, then the earlier submission (one without a
    time last). What has no contestant stands for itself. Whatever else a contestant handed in,
    broken or the same again, takes nothing away.
    """
    accepted = [each for each in results if each.verdict is Verdict.AC]
    best: dict[str, Result] = {}
    for each in sorted(accepted, key=lambda each: (_merit(each), str(each.submission.path))):
        # A contestant is the name of one folder, so no contestant begins with a slash.
        best.setdefault(each.submission.contestant or f"/{each.submission.path}", each)
    placings: list[Placing] = []
    for place, each in enumerate(best.values(), 1):
        tied = placings and _merit(placings[-1].result) == _merit(each)
        placings.append(Placing(rank=placings[-1].rank if tied else place, result=each))
    return tuple(placings)


def by_task(results: Iterable[Result]) -> dict[TaskId, list[Result]]:
    """Return the results of each task, tasks and results in the order of their appearance."""
    tasks: dict[TaskId, list[Result]] = {}
    for each in results:
        tasks.setdefault(each.submission.task, []).append(each)
    return tasks


def _merit(result: Result) -> tuple[int, int, bool, datetime]:
    """Return what results are ordered by; a time without a zone is taken as UTC."""
    time = result.submission.submitted
    if time is not None and time.tzinfo is None:
        time = time.replace(tzinfo=UTC)
    size = result.submission.byte_count
    return result.score or 0, size, time is None, time or _LATEST
