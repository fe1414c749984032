"""Programs that play nim and break off, filed under the verdict that they must get.

They lie in ``tests/programs/in_conversation/nim-play/<verdict>/<mistake>/``.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from runtimes import needs_language

from judge.examiner import Bench, workload
from judge.manager import load_register
from judge.models import Judgement, Limits, Submission, Suite, TaskId, Verdict
from judge.planning import SuiteShelf
from judge.sandbox.languages import LanguageTable
from judge.sandbox.tiers import strongest_sandbox
from judge.session import Watcher, grade
from judge.submissions import find_submissions

PROGRAMS = Path(__file__).parents[1] / "programs" / "in_conversation" / "nim-play"
CASES = ("worked", "a-billion-taken")
HURRIED_S = 0.8
"""seconds for a reply of a program that takes too long anyway"""

REGISTER = load_register()
LANGUAGES = LanguageTable.with_extra(REGISTER.languages)


def filed_under(folder: str) -> list[Submission]:
    found = find_submissions([PROGRAMS / folder], REGISTER.puzzles, LANGUAGES)
    assert not found.faults, found.faults
    return found.submissions


def mistake(submission: Submission) -> str:
    return submission.path.parent.name


def cases(reply_s: float) -> list[Suite]:
    """Return the two cases with these limits in place of their own."""
    limits = Limits(time_s=reply_s, wall_s=3 * reply_s, reply_s=reply_s)
    chosen = [
        replace(suite, cases=tuple(case for case in suite.cases if case.id in CASES))
        for suite in SuiteShelf(REGISTER).suites(TaskId(puzzle="nim", task="play"))
    ]
    assert sum(len(suite.cases) for suite in chosen) == len(CASES)
    return [
        replace(suite, cases=tuple(replace(case, limits=limits) for case in suite.cases))
        for suite in chosen
    ]


def judged(submission: Submission, reply_s: float) -> Judgement:
    """Return the judgement that decides, of the two cases."""
    needs_language(submission.language)
    bench = Bench(register=REGISTER, languages=LANGUAGES, sandbox=strongest_sandbox())
    load = workload(REGISTER, submission, cases(reply_s))
    watcher = Watcher(judged=lambda _: None, settled=lambda _: None)
    report = grade(bench, [load], jobs=1, fail_fast=True, watcher=watcher)
    return report.results[0].judgements[-1]


@pytest.mark.parametrize("submission", filed_under("time_limit"), ids=mistake)
def test_a_player_that_keeps_the_judge_waiting_exceeds_the_time_limit(
    submission: Submission,
) -> None:
    judgement = judged(submission, HURRIED_S)
    assert judgement.verdict is Verdict.TLE, judgement
    assert "judge: Nim " in judgement.reason


@pytest.mark.parametrize("submission", filed_under("run_time_error"), ids=mistake)
def test_a_player_that_dies_has_a_run_time_error(submission: Submission) -> None:
    judgement = judged(submission, 20)
    assert judgement.verdict is Verdict.RTE, judgement
    assert "judge: Nim " in judgement.reason


@pytest.mark.parametrize("submission", filed_under("output_limit"), ids=mistake)
def test_a_player_that_floods_is_stopped(submission: Submission) -> None:
    judgement = judged(submission, 20)
    assert judgement.verdict is Verdict.OLE, judgement
    assert "judge: Nim " in judgement.reason
