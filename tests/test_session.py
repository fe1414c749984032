"""The coordinator: order, early stop, boxes, interruption; with scripted boxes."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from puzzles_for_tests import Program, ScriptedBox, echo_load, printed, scripted_bench

from judge.examiner import SLOW_FOR_SURE, Workload
from judge.models import Ending, Judgement, Report, Run, Verdict
from judge.session import Watcher, grade

PATIENCE_S = 30
"""how long a test waits for a thread before it fails"""


def graded(
    program: Program,
    *loads: Workload,
    jobs: int = 1,
    fail_fast: bool = False,
    judged: Callable[[Judgement], None] = lambda _: None,
) -> tuple[Report, list[ScriptedBox], int]:
    """Return the report, the boxes that were opened, and how many cases were said to be settled."""
    bench, sandbox = scripted_bench(program)
    settled: list[int] = []
    watcher = Watcher(judged=judged, settled=settled.append)
    report = grade(bench, loads, jobs=jobs, fail_fast=fail_fast, watcher=watcher)
    return report, sandbox.boxes, sum(settled)


def echo(box: ScriptedBox, stdin: bytes) -> Run:
    return printed(stdin)


def verdicts(report: Report, submission: int = 0) -> list[tuple[str | None, str]]:
    judgements = report.results[submission].judgements
    return [(judgement.case, str(judgement.verdict)) for judgement in judgements]


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_judgements_are_in_case_order_with_any_number_of_workers(jobs: int) -> None:
    words = [f"w{number}" for number in range(40)]
    report, boxes, settled = graded(echo, echo_load(*words), jobs=jobs)
    assert verdicts(report) == [(word, "AC") for word in words]
    assert report.results[0].verdict is Verdict.AC
    assert report.results[0].score == 5
    assert settled == 40
    assert len(boxes) <= jobs
    assert all(box.closed for box in boxes)


def test_the_first_failure_in_case_order_decides_whatever_finishes_first() -> None:
    second_is_done = threading.Event()

    def program(box: ScriptedBox, stdin: bytes) -> Run:
        if stdin == b"first":
            assert second_is_done.wait(PATIENCE_S)
            return Run(ending=Ending.SIGNALLED, signal=11)
        second_is_done.set()
        return printed(b"wrong")

    report, _, _ = graded(program, echo_load("first", "second"), jobs=2)
    assert verdicts(report) == [("first", "RTE"), ("second", "WA")]
    assert report.results[0].verdict is Verdict.RTE


def test_one_box_serves_all_runs_of_a_submission() -> None:
    _, boxes, _ = graded(echo, echo_load("a", "b", "c"), echo_load("d", "e", path="x/y.py"))
    assert [box.runs for box in boxes] == [3, 2]


def test_without_fail_fast_all_cases_are_run() -> None:
    report, _, settled = graded(lambda _, __: printed(b"b"), echo_load("a", "b", "c"))
    assert verdicts(report) == [("a", "WA"), ("b", "AC"), ("c", "WA")]
    assert settled == 3


def test_fail_fast_ends_at_the_first_failure_and_runs_nothing_more() -> None:
    report, boxes, settled = graded(
        lambda _, __: printed(b"a"), echo_load("a", "b", "c", "d"), fail_fast=True
    )
    assert verdicts(report) == [("a", "AC"), ("b", "WA")]
    assert report.results[0].total == 4
    # The worker may have begun the next case before the coordinator heard of the failure.
    assert sum(box.runs for box in boxes) <= 4
    assert settled == 4


def test_fail_fast_kills_the_later_case_that_is_running() -> None:
    later_runs = threading.Event()

    def program(box: ScriptedBox, stdin: bytes) -> Run:
        if stdin == b"first":
            assert later_runs.wait(PATIENCE_S)
            return printed(b"wrong")
        later_runs.set()
        assert box.cancelled.wait(PATIENCE_S)
        return Run(ending=Ending.CANCELLED)

    report, boxes, settled = graded(program, echo_load("first", "second"), jobs=2, fail_fast=True)
    assert verdicts(report) == [("first", "WA")]
    assert settled == 2
    assert all(box.closed for box in boxes)


@pytest.mark.parametrize(
    ("first", "expected"),
    [(b"first", [("first", "AC"), ("second", "WA")]), (b"wrong", [("first", "WA")])],
)
def test_fail_fast_still_waits_for_the_cases_before_a_failure(
    first: bytes, expected: list[tuple[str, str]]
) -> None:
    failed = threading.Event()

    def program(box: ScriptedBox, stdin: bytes) -> Run:
        if stdin == b"first":
            assert failed.wait(PATIENCE_S)
            return printed(first)
        return printed(b"wrong")

    def watch(judgement: Judgement) -> None:
        if judgement.case == "second":
            failed.set()

    report, _, settled = graded(
        program,
        echo_load("first", "second", "third", "fourth"),
        jobs=2,
        fail_fast=True,
        judged=watch,
    )
    assert verdicts(report) == expected
    assert settled == 4


def test_a_stopped_submission_leaves_the_others_alone() -> None:
    report, _, _ = graded(
        lambda _, stdin: printed(stdin.replace(b"x", b"y")),
        echo_load("x", "a", "b"),
        echo_load("c", "d", path="other/p.py"),
        jobs=2,
        fail_fast=True,
    )
    assert verdicts(report, 0) == [("x", "WA")]
    assert verdicts(report, 1) == [("c", "AC"), ("d", "AC")]


def test_a_checker_that_raises_is_a_judge_error_that_names_the_plugin() -> None:
    report, _, _ = graded(echo, echo_load("a", "raise", "b"))
    assert verdicts(report) == [("a", "AC"), ("raise", "JE"), ("b", "AC")]
    judgement = report.results[0].judgements[1]
    assert "plugin echo of echoes 1.0" in judgement.reason
    assert "ZeroDivisionError: a checker's fault" in judgement.reason
    assert "Traceback" in judgement.detail


def test_a_check_that_returns_nothing_is_a_judge_error_never_a_pass() -> None:
    report, _, _ = graded(echo, echo_load("forget"))
    assert verdicts(report) == [("forget", "JE")]


def test_right_output_with_a_wrong_exit_status_is_a_run_time_error_that_says_so() -> None:
    report, _, _ = graded(lambda _, stdin: printed(stdin, exit_status=3), echo_load("a"))
    judgement = report.results[0].judgements[0]
    assert judgement.verdict is Verdict.RTE
    assert "exit status 3" in judgement.reason
    assert "was right" in judgement.reason


def test_an_observer_of_the_grade_runs_in_the_coordinating_thread() -> None:
    threads: set[threading.Thread] = set()
    graded(
        echo,
        echo_load("a", "b"),
        jobs=2,
        judged=lambda _: threads.add(threading.current_thread()),
    )
    assert threads == {threading.current_thread()}


def test_ctrl_c_ends_all_runs_and_the_report_holds_what_was_done() -> None:
    def program(box: ScriptedBox, stdin: bytes) -> Run:
        if stdin == b"a":
            return printed(stdin)
        assert box.cancelled.wait(PATIENCE_S)
        return Run(ending=Ending.CANCELLED)

    def interrupt(judgement: Judgement) -> None:
        raise KeyboardInterrupt

    report, boxes, _ = graded(
        program, echo_load("a", "b", "c"), echo_load("d", path="x/y.py"), judged=interrupt
    )
    assert report.interrupted
    assert [result.submission.name for result in report.results] == ["team/echo-word"]
    assert verdicts(report) == [("a", "AC")]
    assert report.results[0].verdict is Verdict.NG
    assert all(box.closed for box in boxes)


def test_a_fault_of_ours_in_a_worker_is_not_lost() -> None:
    def program(box: ScriptedBox, stdin: bytes) -> Run:
        raise SystemExit("a worker's own fault")

    with pytest.raises(SystemExit, match="a worker's own fault"):
        graded(program, echo_load("a"))


@pytest.mark.parametrize("neighbours", [None, 3.0])
def test_a_time_limit_hit_beside_others_is_repeated_and_the_repeat_counts(
    neighbours: float | None,
) -> None:
    runs: list[bytes] = []

    def program(box: ScriptedBox, stdin: bytes) -> Run:
        runs.append(stdin)
        if len(runs) == 1:
            return Run(ending=Ending.CPU_LIMIT, cpu_s=5.1, wall_s=5.2, neighbours_cpu_s=neighbours)
        return printed(stdin, cpu_s=4.0)

    report, _, _ = graded(program, echo_load("a"))
    assert verdicts(report) == [("a", "AC")]
    assert len(runs) == 2


def test_a_time_limit_hit_alone_counts_at_once() -> None:
    runs: list[bytes] = []

    def program(box: ScriptedBox, stdin: bytes) -> Run:
        runs.append(stdin)
        return Run(ending=Ending.CPU_LIMIT, cpu_s=5.1, wall_s=5.2, neighbours_cpu_s=0.01)

    report, _, _ = graded(program, echo_load("a"))
    assert verdicts(report) == [("a", "TLE")]
    assert len(runs) == 1


def test_a_program_that_never_ends_is_soon_taken_at_its_first_word() -> None:
    runs: list[bytes] = []

    def program(box: ScriptedBox, stdin: bytes) -> Run:
        runs.append(stdin)
        is_alone = runs.count(stdin) > 1
        busy = 0.0 if is_alone else 5.0
        return Run(ending=Ending.CPU_LIMIT, cpu_s=5.1, wall_s=5.2, neighbours_cpu_s=busy)

    report, _, _ = graded(program, echo_load(*"abcdefgh"))
    assert {verdict for _, verdict in verdicts(report)} == {"TLE"}
    assert len(runs) == 8 + SLOW_FOR_SURE


def test_a_neighbour_that_stays_busy_does_not_keep_a_case_going_for_ever() -> None:
    runs: list[bytes] = []

    def program(box: ScriptedBox, stdin: bytes) -> Run:
        runs.append(stdin)
        return Run(ending=Ending.CPU_LIMIT, cpu_s=5.1, wall_s=5.2, neighbours_cpu_s=5.0)

    report, _, _ = graded(program, echo_load("a"))
    assert verdicts(report) == [("a", "TLE")]
    assert len(runs) == 3
