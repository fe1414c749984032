"""Scores are exact, a result follows case order, and a ranking is fair."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.models import Judgement, Measure, Result, Submission, TaskId, Verdict
from judge.scoring import by_task, deciding, ranking, result_of, score

TASK = TaskId(puzzle="box", task="simulate")
NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


def entry(
    path: str = "team/box-simulate.py",
    *,
    size: int = 100,
    submitted: datetime | None = None,
    task: TaskId = TASK,
) -> Submission:
    contestant, _, file = path.rpartition("/")
    return Submission(
        name=path.split(".", 1)[0],
        contestant=contestant,
        path=Path(path),
        task=task,
        language="python",
        files={file: b"x" * size},
        submitted=submitted,
    )


def judged(verdicts: str, lengths: Sequence[int | None] = ()) -> list[Judgement]:
    return [
        Judgement(
            submission=Path("x"),
            task=TASK,
            suite="s.yaml",
            case=f"case-{number}",
            verdict=Verdict(verdict),
            length=lengths[number] if lengths else None,
        )
        for number, verdict in enumerate(verdicts.split())
    ]


def right(
    path: str,
    *,
    size: int = 100,
    submitted: datetime | None = None,
    multiplier: Fraction = Fraction(1),
) -> Result:
    submission = entry(path, size=size, submitted=submitted)
    return result_of(submission, judged("AC"), 1, multiplier)


def broken(path: str, *, size: int = 1) -> Result:
    return result_of(entry(path, size=size), judged("WA"), 1)


def places(results: Sequence[Result]) -> list[tuple[int, str]]:
    return [(placing.rank, placing.result.submission.path.name) for placing in ranking(results)]


class TestScore:
    @pytest.mark.parametrize(
        ("size", "multiplier", "points"),
        [
            (100, "0.29", 29),
            (20, "0.15", 3),
            (25, "0.12", 3),
            (3, "0.65", 1),
            (412, "0.65", 267),
            (412, "1", 412),
            (1, "0.99", 0),
            (0, "0.5", 0),
            (7, "1/3", 2),
            (10**30, "0.1", 10**29),
        ],
    )
    def test_it_is_the_exact_product_rounded_down(
        self, size: int, multiplier: str, points: int
    ) -> None:
        assert score(size, Fraction(multiplier)) == points

    @settings(deadline=None)
    @given(st.integers(0, 10**9), st.fractions(0, 2))
    def test_it_is_the_last_whole_number_not_above_the_product(
        self, size: int, multiplier: Fraction
    ) -> None:
        points = score(size, multiplier)
        assert points <= size * multiplier < points + 1


class TestResult:
    def test_all_cases_accepted_is_accepted(self) -> None:
        result = result_of(entry(), judged("AC AC"), 2, Fraction("0.29"))
        assert (result.verdict, result.accepted, result.total) == (Verdict.AC, 2, 2)
        assert result.score == 29
        assert result.multiplier == Fraction("0.29")

    def test_the_first_failure_in_case_order_decides(self) -> None:
        judgements = judged("AC TLE WA AC")
        result = result_of(entry(), judgements, 4)
        assert (result.verdict, result.accepted, result.score) == (Verdict.TLE, 2, None)
        assert deciding(result.judgements) is judgements[1]

    @pytest.mark.parametrize("verdict", [each for each in Verdict if each is not Verdict.AC])
    def test_no_other_verdict_has_a_score(self, verdict: Verdict) -> None:
        result = result_of(entry(), judged(f"AC {verdict.value}"), 2)
        assert (result.verdict, result.score) == (verdict, None)

    def test_a_failure_decides_though_cases_were_not_run(self) -> None:
        result = result_of(entry(), judged("AC WA"), 40)
        assert (result.verdict, result.accepted, result.total) == (Verdict.WA, 1, 40)

    @pytest.mark.parametrize(("verdicts", "total"), [("AC AC", 3), ("", 1), ("", 0)])
    def test_without_every_case_nothing_is_accepted(self, verdicts: str, total: int) -> None:
        result = result_of(entry(), judged(verdicts), total)
        assert (result.verdict, result.score) == (Verdict.NG, None)

    def test_the_whole_submission_can_fail_by_one_judgement(self) -> None:
        refused = Judgement(
            submission=Path("x"), task=TASK, suite=None, case=None, verdict=Verdict.CE
        )
        result = result_of(entry(), [refused], 40)
        assert (result.verdict, result.accepted, result.total) == (Verdict.CE, 0, 40)

    def test_answers_can_be_measured_in_place_of_bytes(self) -> None:
        judgements = judged("AC AC AC", [12, None, 30])
        result = result_of(entry(size=999), judgements, 3, measure=Measure.LENGTH)
        assert (result.score, result.measure) == (42, Measure.LENGTH)

    def test_nothing_counts_as_deciding_where_all_is_right(self) -> None:
        assert deciding(judged("AC AC")) is None


class TestRanking:
    def test_the_smaller_score_comes_first(self) -> None:
        results = [
            right("a/300.py", size=300),
            right("b/400.py", size=400, multiplier=Fraction("0.65")),
            right("c/299.py", size=299),
        ]
        assert places(results) == [(1, "400.py"), (2, "299.py"), (3, "300.py")]

    def test_fewer_bytes_break_an_equal_score(self) -> None:
        results = [
            right("a/big.py", size=200, multiplier=Fraction("0.5")),
            right("b/small.py", size=100),
        ]
        assert places(results) == [(1, "small.py"), (2, "big.py")]

    def test_the_earlier_breaks_equal_bytes_and_no_time_is_last(self) -> None:
        results = [
            right("a/never.py"),
            right("b/late.py", submitted=NOON + timedelta(seconds=1)),
            right("c/early.py", submitted=NOON),
        ]
        assert places(results) == [(1, "early.py"), (2, "late.py"), (3, "never.py")]

    def test_ties_share_a_rank_and_the_next_is_left_out(self) -> None:
        results = [right("c/z.py", size=101), right("b/y.py"), right("a/x.py")]
        assert places(results) == [(1, "x.py"), (1, "y.py"), (3, "z.py")]

    def test_times_of_different_zones_are_compared_as_moments(self) -> None:
        east = timezone(timedelta(hours=2))
        results = [
            right("a/noon.py", submitted=NOON),
            right("b/east.py", submitted=datetime(2024, 5, 1, 13, 59, tzinfo=east)),
            right("c/naive.py", submitted=datetime(2024, 5, 1, 12)),
            right("d/last.py", submitted=datetime.max.replace(tzinfo=east)),
        ]
        expected = [(1, "east.py"), (2, "noon.py"), (2, "naive.py"), (4, "last.py")]
        assert places(results) == expected

    def test_the_best_of_a_contestant_counts_alone(self) -> None:
        results = [
            right("a/long.py", size=90),
            right("a/short.py", size=80),
            right("b/only.py", size=85),
        ]
        assert places(results) == [(1, "short.py"), (2, "only.py")]

    def test_a_later_broken_submission_takes_nothing_away(self) -> None:
        assert places([right("a/good.py"), broken("a/newer.py")]) == [(1, "good.py")]

    def test_handing_in_the_same_bytes_again_keeps_the_earlier_time(self) -> None:
        results = [
            right("a/again.py", submitted=NOON + timedelta(hours=3)),
            right("a/first.py", submitted=NOON),
            right("b/between.py", submitted=NOON + timedelta(hours=1)),
        ]
        assert places(results) == [(1, "first.py"), (2, "between.py")]

    def test_submissions_without_a_contestant_stand_for_themselves(self) -> None:
        results = [right("one.py", size=90), right("two.py", size=80)]
        assert places(results) == [(1, "two.py"), (2, "one.py")]

    def test_what_is_not_accepted_has_no_rank(self) -> None:
        assert ranking([broken("a/x.py"), broken("b/y.py")]) == ()

    @settings(deadline=None)
    @given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 4), st.booleans())))
    def test_a_ranking_depends_on_no_order_and_adding_worse_changes_nothing(
        self, drawn: list[tuple[str, int, bool]]
    ) -> None:
        results = [
            right(f"{who}/{number}.py", size=size) if good else broken(f"{who}/{number}.py")
            for number, (who, size, good) in enumerate(drawn)
        ]
        placed = ranking(results)
        assert ranking(results[::-1]) == placed
        assert ranking([*results, *(broken(f"{who}/zz.py") for who in "abc")]) == placed
        scores = [placing.result.score or 0 for placing in placed]
        assert [placing.rank for placing in placed] == [
            1 + sum(other < own for other in scores) for own in scores
        ]


def test_results_are_grouped_by_task_in_order_of_appearance() -> None:
    other = TaskId(puzzle="maze", task="open")
    results = [result_of(entry(task=task), judged("AC"), 1) for task in (other, TASK, other)]
    groups = by_task(results)
    assert list(groups) == [other, TASK]
    assert [len(group) for group in groups.values()] == [2, 1]
