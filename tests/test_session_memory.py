"""What a grade lets go of: the texts of very many failures, and programs whose cases are over."""

from __future__ import annotations

import gc
import weakref

import pytest
from puzzles_for_tests import ScriptedBox, echo_load, printed, scripted_bench

from judge import session
from judge.examiner import preparation
from judge.models import Report, Run
from judge.sandbox.builds import Prepared
from judge.session import CUT_CHARACTERS, Watcher, grade

LONG = 1000


def failing_class(submissions: int, *, jobs: int) -> Report:
    """Return the report on submissions that print a long wrong text in each of four cases."""

    def program(box: ScriptedBox, stdin: bytes) -> Run:
        return printed(stdin * LONG)

    bench, _ = scripted_bench(program)
    loads = [echo_load("a", "b", "c", "d", path=f"p{n}.py") for n in range(submissions)]
    watcher = Watcher(judged=lambda _: None, settled=lambda _: None)
    return grade(bench, loads, jobs=jobs, fail_fast=False, watcher=watcher)


def test_texts_within_the_share_are_whole() -> None:
    for judgement in failing_class(2, jobs=2).results[1].judgements:
        assert judgement.actual == (judgement.case or "") * LONG


@pytest.mark.parametrize("jobs", [1, 3])
def test_beyond_its_share_a_submission_keeps_the_beginnings_of_its_later_failures(
    jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "REPORT_CHARACTERS", 3 * (2 * LONG + 500))
    for result in failing_class(3, jobs=jobs).results:
        texts = [judgement.actual for judgement in result.judgements]
        assert texts[:2] == ["a" * LONG, "b" * LONG]
        assert texts[2] == f"{'c' * CUT_CHARACTERS}… ({LONG - CUT_CHARACTERS} more characters)"
        assert texts[3].startswith("ddd")
        assert len(texts[3]) == len(texts[2])


def test_verdicts_and_reasons_are_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = failing_class(1, jobs=1).results[0]
    monkeypatch.setattr(session, "REPORT_CHARACTERS", 0)
    cut = failing_class(1, jobs=1).results[0]
    assert [(j.case, j.verdict, j.reason, j.run) for j in cut.judgements] == [
        (j.case, j.verdict, j.reason, j.run) for j in whole.judgements
    ]


def test_a_built_program_is_let_go_when_its_cases_are_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built: list[weakref.ref[Prepared]] = []
    alive: list[int] = []
    prepare = preparation

    class Tracked(Prepared):
        """A prepared submission that can be watched."""

        __slots__ = ("__weakref__",)

    def tracked(*arguments: object) -> Prepared:
        prepared = prepare(*arguments)  # type: ignore[arg-type]
        assert isinstance(prepared, Prepared)
        fields = {name: getattr(prepared, name) for name in Prepared.__slots__}
        watched = Tracked(**fields)
        built.append(weakref.ref(watched))
        gc.collect()
        alive.append(sum(reference() is not None for reference in built))
        return watched

    monkeypatch.setattr("judge.session.preparation", tracked)
    failing_class(6, jobs=1)
    assert len(built) == 6
    assert max(alive) <= 2
