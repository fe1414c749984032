"""Scores, the result of a submission, and the order of results: pure functions of judgements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
        best.setdefault(_who(each), each)
    placings: list[Placing] = []
    for place, each in enumerate(best.values(), 1):
        tied = placings and _merit(placings[-1].result) == _merit(each)
        placings.append(Placing(rank=placings[-1].rank if tied else place, result=each))
    return tuple(placings)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextRank:
    """Where a result stands among others, and what it lacks to the next better rank.

    ``rank`` is that of the contestant's best result, ``of`` how many are ranked. ``better`` is the
    rank above, None for the first; ``missing_bytes`` the fewest bytes that this result has to lose
    to come before who holds it, None where bytes do not decide.
    """

    rank: int
    of: int
    better: int | None = None
    missing_bytes: int | None = None


def next_rank(result: Result, others: Iterable[Result]) -> NextRank:
    """Return where an accepted result stands among the results of its task."""
    task = result.submission.task
    placings = ranking([result, *(each for each in others if each.submission.task == task)])
    own = next(each for each in placings if _who(each.result) == _who(result))
    above = [each for each in placings if each.rank < own.rank]
    if not above:
        return NextRank(rank=own.rank, of=len(placings))
    return NextRank(
        rank=own.rank,
        of=len(placings),
        better=above[-1].rank,
        missing_bytes=_missing_bytes(result, above[-1].result),
    )


def _missing_bytes(result: Result, better: Result) -> int | None:
    if result.measure is not Measure.BYTES:
        return None
    size = result.submission.byte_count
    goal = better.score or 0, better.submission.byte_count
    smaller = range(size - 1, -1, -1)
    enough = (each for each in smaller if (score(each, result.multiplier), each) < goal)
    return next((size - each for each in enough), None)


def _who(result: Result) -> str:
    """Return what tells contestants apart; what has none stands for itself.

    A contestant is the name of one folder, so none begins with a slash.
    """
    return result.submission.contestant or f"/{result.submission.path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A contestant's place in all tasks together: the points by task, and their sum."""

    rank: int
    contestant: str
    points: int
    by_task: Mapping[TaskId, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The placings of each task, and those in all of them together."""

    tasks: Mapping[TaskId, tuple[Placing, ...]]
    standings: tuple[Standing, ...]


def board(results: Iterable[Result]) -> Board:
    """Return the board of results: every contestant's best in each task, and points over all."""
    placings = {task: ranking(each) for task, each in by_task(results).items()}
    points: dict[str, dict[TaskId, int]] = {}
    for task, each in placings.items():
        for placing in each:
            won = points.setdefault(contestant_of(placing.result), {})
            won[task] = max(won.get(task, 0), points_of(placing, each))
    totals = sorted(((sum(won.values()), name) for name, won in points.items()), key=_by_points)
    standings: list[Standing] = []
    for place, (total, name) in enumerate(totals, 1):
        tied = standings and standings[-1].points == total
        rank = standings[-1].rank if tied else place
        standing = Standing(rank=rank, contestant=name, points=total, by_task=points[name])
        standings.append(standing)
    return Board(tasks=placings, standings=tuple(standings))


def points_of(placing: Placing, placings: Sequence[Placing]) -> int:
    """Return ``best / yours × 1000``, rounded (a half up); of two scores of 0 both are best.

    Source: the formula that code.golf has made usual; it serves lengths as well as bytes.
    """
    best, yours = placings[0].result.score or 0, placing.result.score or 0
    return 1000 if best == yours else (2000 * best + yours) // (2 * yours)


def contestant_of(result: Result) -> str:
    """Return who handed a submission in; without a contestant the submission's own name."""
    return result.submission.contestant or result.submission.name


def _by_points(total: tuple[int, str]) -> tuple[int, str]:
    return -total[0], total[1]


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
