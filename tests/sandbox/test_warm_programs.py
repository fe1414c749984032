"""Every Python program of the repository shows the same warm as cold, to the last byte.

Hundreds of programs, each started anew: they are to run in parallel (``-n auto``). Near misses and
their like are asked one case, the references some more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from boxes_for_tests import opened

from judge.examiner import Bench, Examiner, Workload, preparation, workload
from judge.interact import InteractiveTask
from judge.manager import load_register
from judge.models import Case, Judgement, Run, Submission, Verdict
from judge.planning import SuiteShelf
from judge.puzzle import Output
from judge.sandbox import NO_ARTEFACTS
from judge.sandbox.builds import Prepared
from judge.sandbox.languages import LanguageTable
from judge.sandbox.tiers import strongest_sandbox
from judge.sandbox.warm import warm_fault
from judge.submissions import find_submissions

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "reference", ROOT / "tests/programs/accepted", ROOT / "tests/programs")
CASES = 1
CASES_OF_A_REFERENCE = 12
REPEATS = 5
"""how often a program runs cold that may be one of those that draw their answers by chance"""

REGISTER = load_register()
LANGUAGES = LanguageTable.with_extra(REGISTER.languages)
SHELF = SuiteShelf(REGISTER)
BENCH = Bench(register=REGISTER, languages=LANGUAGES, sandbox=strongest_sandbox(), warm=True)


def programs() -> Iterator[Submission]:
    """Yield the Python programs that are named after a task, each once."""
    seen = set()
    for folder in FOLDERS:
        for submission in find_submissions([folder], REGISTER.puzzles, LANGUAGES).submissions:
            if submission.language == "python" and submission.path not in seen:
                seen.add(submission.path)
                yield submission


def name(submission: Submission) -> str:
    return str(submission.path.relative_to(ROOT))


def sample(load: Workload) -> list[Case]:
    """Return some of the cases, spread over all of them."""
    if isinstance(load.task, InteractiveTask):
        # Those with long conversations take all their time.
        return sorted(load.cases, key=lambda case: len(repr(case.problem)))[:CASES]
    is_reference = load.submission.path.is_relative_to(FOLDERS[0])
    most = CASES_OF_A_REFERENCE if is_reference else CASES
    return [load.cases[len(load.cases) * number // most] for number in range(most)]


def shown(run: Run) -> tuple[object, ...]:
    """Return what can be seen of a run, without the addresses of objects."""
    stderr = re.sub(rb"0x[0-9a-f]+", b"0x", run.stderr)
    return run.ending, run.exit_status, run.signal, run.stdout, stderr, run.artefacts


def ran(load: Workload, prepared: Prepared, case: Case, times: int, *, warm: bool) -> list[Run]:
    """Return what came of a program so many times in one box; the first run in it is cold."""
    stdin = (case.raw_stdin or "").encode()
    if case.raw_stdin is None:
        stdin = load.task.stdin(case.problem)
    artefacts = load.claim.artefacts if load.claim else NO_ARTEFACTS
    with opened(prepared.files, BENCH.sandbox.name) as box:
        if warm:
            box.start_warm()
        command = prepared.command(box, case.limits.memory_bytes)
        return [box.run(command, stdin, case.limits, artefacts) for _ in range(times)]


def is_right(load: Workload, case: Case, run: Run) -> bool:
    """Return whether what a run printed is right."""
    if case.raw_stdin is not None:
        return run.stdout.decode() == case.raw_stdout
    output = Output(stdout=run.stdout, artefacts=run.artefacts)
    return load.task.check(case.problem, output, load.submission.claim).accepted


def judged(
    load: Workload, prepared: Prepared, case: Case, times: int, *, warm: bool
) -> list[Judgement]:
    """Return the judgements on a program that is talked to; the first run is cold."""
    bench = Bench(register=REGISTER, languages=LANGUAGES, sandbox=BENCH.sandbox, warm=warm)
    examiner = Examiner(bench, load, prepared)
    try:
        told = [examiner.judge(case) for _ in range(times)]
    finally:
        examiner.close()
    return [each for each in told if each is not None]


PROGRAMS = list(programs())


@pytest.mark.parametrize("submission", PROGRAMS, ids=map(name, PROGRAMS))
def test_a_program_of_the_repository_shows_the_same(submission: Submission) -> None:
    load = workload(REGISTER, submission, SHELF.suites(submission.task))
    prepared = preparation(BENCH, load)
    if isinstance(prepared, Judgement):
        return  # it is refused before it could run
    for case in sample(load):
        if isinstance(load.task, InteractiveTask) and case.raw_stdin is None:
            same_talk(load, prepared, case)
        else:
            same(load, prepared, case)


def same(load: Workload, prepared: Prepared, case: Case) -> None:
    """Fail unless a program shows the same warm as cold."""
    cold, warm = ran(load, prepared, case, 2, warm=True)
    if warm_fault():
        pytest.skip(warm_fault())
    assert (cold.warm, warm.warm) == (False, True)
    if shown(cold) == shown(warm):
        return
    # Some draw their answers by chance, and print another one each time.
    others = set(map(shown, ran(load, prepared, case, REPEATS, warm=False)))
    assert len(others) > 1, (shown(cold), shown(warm))
    assert shown(cold)[:3] == shown(warm)[:3]
    assert is_right(load, case, cold) == is_right(load, case, warm)


def same_talk(load: Workload, prepared: Prepared, case: Case) -> None:
    """Fail unless the judge says the same of a program that it talked to, warm and cold."""

    def told(judgement: Judgement) -> tuple[str, ...]:
        said = (judgement.verdict.value, judgement.reason, judgement.actual, judgement.stderr)
        # How far it came in its time is another matter each time.
        return said[:1] if judgement.verdict is Verdict.TLE else said

    cold, warm = map(told, judged(load, prepared, case, 2, warm=True))
    if cold == warm:
        return
    others = set(map(told, judged(load, prepared, case, REPEATS, warm=False)))
    assert len(others) > 1, (cold, warm)
    assert warm[0] in {each[0] for each in (cold, *others)}
