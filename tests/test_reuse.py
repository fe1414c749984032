"""Judgements that are used again: when they hold, and when they do not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from puzzles_for_tests import Program, ScriptedBox, echo_load, printed, scripted_bench

from judge import reuse
from judge.examiner import Workload
from judge.models import Case, Ending, Judgement, Report, Run, Verdict
from judge.reuse import Archive
from judge.session import Watcher, grade
from judge.store import Store


@pytest.fixture(autouse=True)
def versions(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Give languages the versions that a test says."""
    said = {"python": "3.11"}
    monkeypatch.setattr(reuse, "version", lambda language, _: said.get(language.name, ""))
    return said


class Grades:
    """Grades again and again with one store."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.complaints: list[str] = []

    def __call__(
        self,
        program: Program,
        *loads: Workload,
        fresh: bool = False,
        fail_fast: bool = False,
        conditions: str = "",
        judged: Callable[[Judgement], None] = lambda _: None,
    ) -> tuple[Report, int, int]:
        """Return the report, how many judgements were reused, and how many runs there were."""
        bench, sandbox = scripted_bench(program)
        store = Store(self.path)
        archive = Archive(store, bench, conditions, fresh=fresh, complain=self.complaints.append)
        settled: list[int] = []
        report = grade(
            bench,
            loads,
            jobs=2,
            fail_fast=fail_fast,
            watcher=Watcher(judged=judged, settled=settled.append),
            archive=archive,
        )
        archive.finish(list(report.results))
        archive.close()
        assert sum(settled) == sum(len(load.cases) for load in loads)
        return report, archive.reused, sum(box.runs for box in sandbox.boxes)


@pytest.fixture
def grades(tmp_path: Path) -> Grades:
    return Grades(tmp_path / "results.db")


def echo(box: ScriptedBox, stdin: bytes) -> Run:
    return printed(stdin)


def only_a(box: ScriptedBox, stdin: bytes) -> Run:
    return printed(b"a")


def verdicts(report: Report, number: int = 0) -> list[tuple[str | None, str]]:
    return [(each.case, str(each.verdict)) for each in report.results[number].judgements]


def test_nothing_that_is_known_is_run_again(grades: Grades) -> None:
    load = echo_load("a", "b", "c")
    first, reused, runs = grades(echo, load)
    assert (reused, runs) == (0, 3)
    second, reused, runs = grades(only_a, load)
    assert (reused, runs) == (3, 0)
    assert verdicts(first) == verdicts(second)
    assert second.results[0].score == first.results[0].score == 5
    assert grades.complaints == []


def test_failures_are_known_with_all_that_was_told_of_them(grades: Grades) -> None:
    load = echo_load("a", "b")
    first, _, _ = grades(only_a, load)
    second, reused, _ = grades(echo, load)
    assert reused == 2
    assert second.results[0].judgements == first.results[0].judgements


def test_new_cases_alone_are_run(grades: Grades) -> None:
    grades(echo, echo_load("a", "c"))
    report, reused, runs = grades(echo, echo_load("a", "b", "c", "d"))
    assert (reused, runs) == (2, 2)
    assert verdicts(report) == [(word, "AC") for word in "abcd"]


def test_the_same_bytes_of_someone_else_are_known(grades: Grades) -> None:
    grades(echo, echo_load("a", path="ann/echo-word.py"))
    report, reused, _ = grades(echo, echo_load("a", path="bob/echo-word.py"))
    assert reused == 1
    assert report.results[0].judgements[0].submission == Path("bob/echo-word.py")


def test_a_case_is_known_by_what_it_asks_and_not_by_its_name(grades: Grades) -> None:
    load = echo_load("a", "b")
    grades(echo, load)
    renamed = tuple(
        replace(case, id=f"new-{case.id}", suite="other.yaml", title="new") for case in load.cases
    )
    report, reused, _ = grades(echo, replace(load, cases=renamed))
    assert reused == 2
    assert [(each.suite, each.case) for each in report.results[0].judgements] == [
        ("other.yaml", "new-a"),
        ("other.yaml", "new-b"),
    ]


def changed(load: Workload, **facts: object) -> Workload:
    return replace(load, submission=replace(load.submission, **facts))  # type: ignore[arg-type]


def with_limits(load: Workload, **facts: float) -> Workload:
    def limited(case: Case) -> Case:
        return replace(case, limits=replace(case.limits, **facts))  # type: ignore[arg-type]

    return replace(load, cases=tuple(map(limited, load.cases)))


LOAD = echo_load("a")


@pytest.mark.parametrize(
    "load",
    [
        changed(LOAD, files={"echo-word.py": b"12346"}),
        changed(LOAD, files={**LOAD.submission.files, "tables.py": b""}),
        changed(LOAD, flags=("-O",)),
        with_limits(LOAD, time_s=4.0),
        with_limits(LOAD, reply_s=4.0),
    ],
    ids=["bytes", "another-file", "flags", "time-limit", "reply-limit"],
)
def test_a_judgement_does_not_hold_for_anything_else(grades: Grades, load: Workload) -> None:
    grades(echo, LOAD)
    assert grades(echo, load)[1] == 0


def test_a_judgement_does_not_hold_under_other_conditions(
    grades: Grades, versions: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    grades(echo, LOAD)
    assert grades(echo, LOAD, conditions="memory is counted otherwise")[1] == 0
    versions["python"] = "3.12"
    assert grades(echo, LOAD)[1] == 0
    versions["python"] = "3.11"
    monkeypatch.setattr(reuse, "machine", lambda: "another machine")
    assert grades(echo, LOAD)[1] == 0
    monkeypatch.undo()


def test_changed_code_of_the_judge_or_of_a_plugin_makes_judgements_void(
    grades: Grades, monkeypatch: pytest.MonkeyPatch
) -> None:
    grades(echo, LOAD)
    monkeypatch.setattr(reuse, "code_digest", lambda folder: "other code")
    assert grades(echo, LOAD)[1] == 0


def test_what_the_machine_may_have_decided_is_run_again(grades: Grades) -> None:
    def slow(box: ScriptedBox, stdin: bytes) -> Run:
        return Run(ending=Ending.CPU_LIMIT, cpu_s=9.0, neighbours_cpu_s=0.0)

    first, _, _ = grades(slow, LOAD)
    assert first.results[0].verdict is Verdict.TLE
    second, reused, _ = grades(echo, LOAD)
    assert reused == 0
    assert second.results[0].verdict is Verdict.AC


def test_a_judge_error_is_run_again(grades: Grades) -> None:
    load = echo_load("raise")
    assert grades(echo, load)[0].results[0].verdict is Verdict.JE
    assert grades(echo, load)[1] == 0


def test_fresh_runs_everything_again_and_keeps_it(grades: Grades) -> None:
    grades(only_a, echo_load("a", "b"))
    report, reused, runs = grades(echo, echo_load("a", "b"), fresh=True)
    assert (reused, runs) == (0, 2)
    assert report.results[0].verdict is Verdict.AC
    assert grades(only_a, echo_load("a", "b"))[0].results[0].verdict is Verdict.AC


def test_with_fail_fast_a_known_failure_ends_the_cases(grades: Grades) -> None:
    load = echo_load("a", "b", "a2", "c")
    grades(only_a, load)
    report, _, runs = grades(echo, load, fail_fast=True)
    assert runs == 0
    assert verdicts(report) == [("a", "AC"), ("b", "WA")]


def test_with_fail_fast_an_unknown_case_before_a_known_failure_is_run(grades: Grades) -> None:
    grades(only_a, echo_load("b"))
    report, reused, runs = grades(only_a, echo_load("a", "c", "b", "d"), fail_fast=True)
    assert verdicts(report) == [("a", "AC"), ("c", "WA")]
    assert reused == 1
    assert runs in {1, 2}  # the other worker may have begun


def test_observers_are_told_of_new_judgements_alone(grades: Grades) -> None:
    grades(echo, echo_load("a"))
    told: list[Judgement] = []
    grades(echo, echo_load("a", "b"), judged=told.append)
    assert [each.case for each in told] == ["b"]


def test_a_store_that_fails_is_told_once_and_costs_no_verdict(
    grades: Grades, monkeypatch: pytest.MonkeyPatch
) -> None:
    grades(echo, echo_load("a"))
    data = bytearray(grades.path.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    grades.path.write_bytes(data)
    report, reused, runs = grades(echo, echo_load("a", "b"))
    assert report.results[0].verdict is Verdict.AC
    assert (reused, runs) == (0, 2)
    assert len(grades.complaints) == 1
    assert "is damaged" in grades.complaints[0]
