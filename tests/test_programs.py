"""Programs filed under the verdict they must get, over the cases that come with the judge.

``tests/programs/wrong_answer/<puzzle>-<task>/<mistake>/`` holds programs that break one rule each;
``tests/programs/accepted/<puzzle>-<task>/<variant>/`` those that differ in harmless ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from runtimes import needs_language

from judge.examiner import Bench, Workload, workload
from judge.manager import load_register
from judge.models import Result, Submission, Verdict
from judge.planning import SuiteShelf
from judge.sandbox.languages import LanguageTable
from judge.sandbox.tiers import strongest_sandbox
from judge.session import Watcher, grade
from judge.submissions import find_submissions

PROGRAMS = Path(__file__).parent / "programs"
NEAR_MISSES_A_TASK = 8
SUITES_FOR_PICTURES = frozenset({"examples.yaml", "pictures.yaml"})

REGISTER = load_register()
LANGUAGES = LanguageTable.with_extra(REGISTER.languages)
SHELF = SuiteShelf(REGISTER)


def filed_under(folder: str) -> list[Submission]:
    """Return the submissions below a folder of programs that are named after a task."""
    found = find_submissions([PROGRAMS / folder], REGISTER.puzzles, LANGUAGES)
    assert not found.faults, found.faults
    return found.submissions


def names(submissions: list[Submission]) -> Iterator[str]:
    for submission in submissions:
        yield str(submission.path.parent.relative_to(PROGRAMS)) + submission.path.suffix


ACCEPTED = filed_under("accepted")
WRONG = filed_under("wrong_answer")


def asked(submission: Submission) -> Workload:
    """Return what a program is asked here: all cases, but few where pictures are judged.

    To decode and look at pictures takes a hundred times as long as to compare a line of text.
    """
    load = workload(REGISTER, submission, SHELF.suites(submission.task))
    if not any(claim.name == submission.claim and claim.checker for claim in load.task.claims):
        return load
    cases = tuple(case for case in load.cases if Path(case.suite).name in SUITES_FOR_PICTURES)
    return replace(load, cases=cases)


def result_of(submission: Submission) -> Result:
    needs_language(submission.language)
    bench = Bench(register=REGISTER, languages=LANGUAGES, sandbox=strongest_sandbox())
    load = asked(submission)
    watcher = Watcher(judged=lambda _: None, settled=lambda _: None)
    report = grade(bench, [load], jobs=1, fail_fast=True, watcher=watcher)
    return report.results[0]


@pytest.mark.parametrize("submission", WRONG, ids=names(WRONG))
def test_a_program_that_breaks_one_rule_gets_a_wrong_answer(submission: Submission) -> None:
    result = result_of(submission)
    assert result.verdict is Verdict.WA, result.judgements[-1]
    assert result.judgements[-1].reason


@pytest.mark.parametrize("submission", ACCEPTED, ids=names(ACCEPTED))
def test_a_right_program_is_accepted_however_it_writes(submission: Submission) -> None:
    result = result_of(submission)
    assert result.verdict is Verdict.AC, result.judgements[-1]


@pytest.mark.parametrize(
    "task",
    [f"{puzzle.name}/{task.name}" for puzzle in REGISTER.puzzles.values() for task in puzzle.tasks],
)
def test_every_task_has_near_misses_and_references_in_two_languages(task: str) -> None:
    near_misses = [each for each in WRONG if str(each.task) == task]
    assert len(near_misses) >= NEAR_MISSES_A_TASK
    folder = PROGRAMS.parents[1] / "reference" / task.partition("/")[0]
    found = find_submissions([folder], REGISTER.puzzles, LANGUAGES)
    languages = {each.language for each in found.submissions if str(each.task) == task}
    assert "python" in languages
    assert len(languages) >= 2
