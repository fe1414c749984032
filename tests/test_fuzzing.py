"""The search for the smallest failing input: what it finds, remembers, and calls flaky."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random

import pluggy
import pytest
from hypothesis.database import InMemoryExampleDatabase
from puzzles_for_tests import ScriptedBox, ScriptedSandbox, printed

from judge.errors import CaseError, PluginError
from judge.examiner import Bench, Workload
from judge.fuzzing import (
    RERUNS,
    RERUNS_IN_DOUBT,
    RERUNS_OUT_OF_TIME,
    Budget,
    Findings,
    Memory,
    Recall,
    Watcher,
    fuzz,
    has_own_draw,
    memory_of,
)
from judge.manager import PluginSource, Register
from judge.models import Case, Ending, Form, Outcome, Run, Submission, TaskId, Value, Verdict
from judge.puzzle import Chooser, Field, Kind, Output, PackagePath, Puzzle, Task
from judge.sandbox.languages import LanguageTable

AMPLE_S = 600.0
"""seconds that no search of these tests comes near: inputs bound them"""

Numbers = tuple[int, ...]
Adder = Callable[[Numbers], int | None]
"""A program under test: the sum that it prints, or None where it crashes."""


class SumTask(Task[Numbers]):
    """Print the sum of the numbers that you read."""

    name = "sum"
    title = "add numbers"
    fields = (
        Field(name="numbers", kind=Kind.INTEGERS, about="what to add", may_be_empty=True),
        Field(name="note", kind=Kind.LINE, about="nothing", required=False),
    )

    def read(self, values: Mapping[str, Value]) -> Numbers:
        numbers = values["numbers"]
        assert isinstance(numbers, tuple)
        if 13 in numbers:
            raise CaseError("13 is not added here", key="numbers")
        return numbers

    def stdin(self, problem: Numbers) -> bytes:
        return " ".join(map(str, problem)).encode()

    def check(self, problem: Numbers, output: Output, claim: str | None) -> Outcome:
        said = output.stdout.decode()
        return Outcome(
            accepted=said == str(sum(problem)),
            reason="another sum",
            expected=str(sum(problem)),
            actual=said,
        )

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        return {"numbers": tuple(random.randrange(10) for _ in range(random.randrange(5)))}


class ChoosingSumTask(SumTask):
    """The same, its cases made of choices."""

    most = 9

    def draw(self, choose: Chooser) -> Mapping[str, Value]:
        numbers = choose.items(lambda: choose.integer(0, self.most), least=0, most=9)
        return {"numbers": tuple(numbers)}


@dataclass(slots=True, kw_only=True)
class Trial:
    """A search over the inputs of a task, for a program that is a function."""

    program: Adder | Callable[[ScriptedBox, bytes], Run]
    task: Task[Numbers] = field(default_factory=ChoosingSumTask)
    memory: Memory = field(default_factory=lambda: Memory(InMemoryExampleDatabase(), b"adder"))
    inputs: list[str] = field(default_factory=list)
    told: list[tuple[int, Case | None]] = field(default_factory=list)
    sandbox: ScriptedSandbox | None = None

    def search(self, *, examples: int = 300, seconds: float = AMPLE_S, seed: int = 1) -> Findings:
        self.inputs.clear()
        self.sandbox = ScriptedSandbox(self._run)
        source = PluginSource(name="sums", value="sums", distribution="sums", version="1.0")
        puzzle = Puzzle(
            name="sums",
            title="sums",
            tasks=(self.task,),
            cases=PackagePath(package="judge", path="cases/box"),
            references=PackagePath(package="judge", path="reference/box"),
        )
        register = Register(
            manager=pluggy.PluginManager("judge"),
            sources={"sums": source},
            puzzles={"sums": puzzle},
            owners={"sums": source},
        )
        languages = LanguageTable.with_extra(())
        return fuzz(
            Bench(register=register, languages=languages, sandbox=self.sandbox),
            Workload(submission=ADDER, task=self.task, cases=()),
            budget=Budget(seconds=seconds, examples=examples),
            seed_number=seed,
            memory=self.memory,
            watcher=Watcher(tried=lambda tried, best: self.told.append((tried, best))),
        )

    def _run(self, box: ScriptedBox, stdin: bytes) -> Run:
        self.inputs.append(stdin.decode())
        answer = self.program(tuple(map(int, stdin.split())))  # type: ignore[call-arg,arg-type]
        if isinstance(answer, Run):
            return answer
        if answer is None:
            return printed(b"", exit_status=1)
        return printed(str(answer).encode())


ADDER = Submission(
    name="adder",
    contestant="",
    path=Path("sums-sum.py"),
    task=TaskId(puzzle="sums", task="sum"),
    language="python",
    files={"sums-sum.py": b"12345"},
)


def forgets_to_carry(numbers: Numbers) -> int:
    """Add wrongly where two numbers make more than 9."""
    return sum(numbers) - 10 * (len(numbers) > 1 and sum(numbers[:2]) > 9)


def numbers_of(findings: Findings) -> Value:
    assert findings.counterexample is not None
    return findings.counterexample.case.values["numbers"]


@pytest.mark.parametrize("seed", range(5))
def test_a_failing_input_is_found_and_made_as_small_as_it_can_be(seed: int) -> None:
    findings = Trial(program=forgets_to_carry).search(seed=seed)
    assert findings.counterexample is not None
    assert findings.counterexample.judgement.verdict is Verdict.WA
    assert numbers_of(findings) == (1, 9)


class LargeNumbersTask(ChoosingSumTask):
    """The same with numbers that are not next to one another."""

    def draw(self, choose: Chooser) -> Mapping[str, Value]:
        numbers = choose.items(lambda: choose.integer(14, 10**6), least=1, most=9)
        return {"numbers": (*numbers, choose.choice((14, 15)), choose.integer(-9, -9))}


@pytest.mark.parametrize("seed", range(5))
def test_numbers_become_small_though_none_between_fails(seed: int) -> None:
    def hates_47(numbers: Numbers) -> int:
        return sum(numbers) - any(number % 100 == 47 for number in numbers)

    findings = Trial(program=hates_47, task=LargeNumbersTask()).search(seed=seed, examples=10_000)
    assert numbers_of(findings) == (47, 14, -9)


def test_the_smallest_input_is_judged_as_in_a_grade() -> None:
    found = Trial(program=forgets_to_carry).search().counterexample
    assert found is not None
    judgement = found.judgement
    assert (judgement.reason, judgement.expected, judgement.actual) == ("another sum", "10", "0")
    assert found.case.title == "sums-sum.py: WA, another sum"
    assert found.case.problem == found.case.values["numbers"]
    assert judgement.case == found.case.id


def test_nothing_is_found_where_the_program_is_right() -> None:
    trial = Trial(program=sum)
    findings = trial.search(examples=40)
    assert findings.counterexample is None
    assert findings.tried == len(trial.inputs) == len(set(trial.inputs)) == 40


def test_all_inputs_there_are_end_a_search() -> None:
    task = ChoosingSumTask()
    task.most = 0
    findings = Trial(program=sum, task=task).search(examples=10**6)
    assert findings.counterexample is None
    assert findings.tried == 10


def test_one_box_serves_all_inputs_and_another_confirms_what_was_found() -> None:
    trial = Trial(program=forgets_to_carry)
    trial.search()
    assert trial.sandbox is not None
    [box, anew] = trial.sandbox.boxes
    assert box.closed
    assert anew.closed
    assert box.runs + anew.runs == len(trial.inputs)
    assert box.runs > 10
    assert anew.runs == RERUNS


def test_equal_seeds_make_equal_searches() -> None:
    def inputs(seed: int) -> list[str]:
        trial = Trial(program=forgets_to_carry)
        trial.search(seed=seed)
        return list(trial.inputs)

    assert inputs(3) == inputs(3)
    assert inputs(3) != inputs(4)


def test_the_first_failure_s_verdict_is_the_one_that_is_kept() -> None:
    seen: list[Numbers] = []

    def crashes_once_it_was_wrong(numbers: Numbers) -> int | None:
        if sum(numbers) >= 15:
            seen.append(numbers)
            return 0
        return None if seen and numbers else sum(numbers)

    findings = Trial(program=crashes_once_it_was_wrong).search()
    assert findings.counterexample is not None
    assert findings.counterexample.judgement.verdict is Verdict.WA
    numbers = numbers_of(findings)
    assert isinstance(numbers, tuple)
    assert len(numbers) == 2
    assert sum(numbers) == 15


def test_a_crash_is_a_failure_like_any_other() -> None:
    findings = Trial(program=lambda numbers: None if 3 in numbers else sum(numbers)).search()
    assert findings.counterexample is not None
    assert findings.counterexample.judgement.verdict is Verdict.RTE
    assert numbers_of(findings) == (3,)


def test_what_always_fails_is_no_flaky_program() -> None:
    trial = Trial(program=forgets_to_carry)
    found = trial.search().counterexample
    assert found is not None
    assert not found.is_flaky
    assert found.runs == found.failures == 1 + RERUNS
    assert len(set(trial.inputs[-RERUNS:])) == 1


def test_a_program_that_fails_now_and_then_on_one_input_is_flaky() -> None:
    runs: Counter[Numbers] = Counter()

    def fails_every_other_time(numbers: Numbers) -> int:
        runs[numbers] += 1
        return -1 if 7 in numbers and runs[numbers] % 2 else sum(numbers)

    findings = Trial(program=fails_every_other_time).search()
    assert findings.counterexample is not None
    assert findings.counterexample.is_flaky
    assert numbers_of(findings) == (7,)
    assert findings.counterexample.runs == 1 + RERUNS_IN_DOUBT
    assert findings.counterexample.failures == 6


@pytest.mark.parametrize("seed", range(5))
def test_a_program_that_answers_at_random_confuses_nobody(seed: int) -> None:
    random = Random(seed)
    findings = Trial(program=lambda numbers: random.randrange(2)).search(seed=seed)
    assert findings.counterexample is not None
    assert findings.counterexample.runs > RERUNS


def test_an_input_that_takes_all_the_time_is_not_run_too_often_again() -> None:
    slow = Run(ending=Ending.CPU_LIMIT, cpu_s=2.1, wall_s=2.1, neighbours_cpu_s=0.0)
    findings = Trial(program=lambda numbers: slow if 5 in numbers else sum(numbers)).search()  # type: ignore[arg-type]
    found = findings.counterexample
    assert found is not None
    assert found.judgement.verdict is Verdict.TLE
    assert found.runs == found.failures == 1 + RERUNS_OUT_OF_TIME


def test_a_second_search_begins_with_what_the_first_found() -> None:
    trial = Trial(program=forgets_to_carry)
    first = trial.search()
    assert first.recall is Recall.NONE
    second = trial.search(seed=2)
    assert second.recall is Recall.FAILS
    assert tuple(map(int, trial.inputs[0].split())) == numbers_of(first) == numbers_of(second)


def test_what_was_found_is_tried_first_after_an_edit_and_then_forgotten() -> None:
    trial = Trial(program=forgets_to_carry)
    numbers = numbers_of(trial.search())
    trial.program = sum
    repaired = trial.search(examples=20)
    assert repaired.recall is Recall.PASSES
    assert repaired.counterexample is None
    assert tuple(map(int, trial.inputs[0].split())) == numbers
    assert trial.search(examples=20).recall is Recall.NONE


def test_what_an_interruption_left_is_shrunk_further_by_the_next_search() -> None:
    trial = Trial(program=forgets_to_carry)

    def stops_early(numbers: Numbers) -> int:
        if forgets_to_carry(numbers) != sum(numbers):
            stops.append(numbers)
            if len(stops) == 2:
                raise KeyboardInterrupt
        return forgets_to_carry(numbers)

    stops: list[Numbers] = []
    trial.program = stops_early
    first = trial.search()
    assert first.is_interrupted
    assert numbers_of(first) == stops[0]
    assert trial.sandbox is not None
    assert all(box.closed for box in trial.sandbox.boxes)
    trial.program = forgets_to_carry
    second = trial.search()
    assert second.recall is Recall.FAILS
    assert numbers_of(second) == (1, 9)


def test_what_is_forgotten_is_not_tried_again() -> None:
    trial = Trial(program=forgets_to_carry)
    trial.search()
    trial.memory.forget()
    assert trial.memory.size == 0
    assert trial.search().recall is Recall.NONE


def test_a_memory_keeps_one_counterexample() -> None:
    trial = Trial(program=forgets_to_carry)
    for seed in range(4):
        trial.search(seed=seed)
        assert trial.memory.size == 1


def test_programs_are_known_by_path_task_claim_and_form(tmp_path: Path) -> None:
    trial = Trial(program=forgets_to_carry, memory=memory_of(ADDER, tmp_path))
    trial.search()
    edited = replace(ADDER, files={"sums-sum.py": b"edited"})
    assert memory_of(edited, tmp_path).size == 1
    for other in (
        replace(ADDER, path=Path("elsewhere/sums-sum.py")),
        replace(ADDER, claim="short"),
        replace(ADDER, form=Form.CLASS),
        replace(ADDER, task=TaskId(puzzle="sums", task="other")),
    ):
        assert memory_of(other, tmp_path).size == 0


def test_a_search_without_time_tries_nothing() -> None:
    trial = Trial(program=forgets_to_carry)
    findings = trial.search(seconds=0)
    assert (findings.tried, trial.inputs) == (0, [])


def test_a_checker_that_fails_is_the_judge_s_fault_and_ends_the_search() -> None:
    class Failing(ChoosingSumTask):
        def check(self, problem: Numbers, output: Output, claim: str | None) -> Outcome:
            if 7 in problem:
                raise ZeroDivisionError("the checker's own fault")
            return super().check(problem, output, claim)

    found = Trial(program=sum, task=Failing()).search(examples=10**6).counterexample
    assert found is not None
    assert found.judgement.verdict is Verdict.JE
    assert "ZeroDivisionError" in found.judgement.detail
    assert found.runs == 1


def test_cases_that_do_not_apply_are_passed_over() -> None:
    class Choosy(ChoosingSumTask):
        def applies(self, problem: Numbers, language: str, form: Form) -> bool:
            return len(problem) == 3

    trial = Trial(program=sum, task=Choosy())
    findings = trial.search(examples=30)
    assert findings.tried == 30
    assert findings.passed_over > 0
    assert {len(line.split()) for line in trial.inputs} == {3}


def test_a_search_whose_cases_never_apply_ends() -> None:
    class Impossible(ChoosingSumTask):
        def applies(self, problem: Numbers, language: str, form: Form) -> bool:
            return False

    findings = Trial(program=sum, task=Impossible()).search()
    assert findings.tried == 0
    assert findings.passed_over > 0


def test_a_task_without_choices_is_searched_by_its_generator() -> None:
    assert not has_own_draw(SumTask())
    assert has_own_draw(ChoosingSumTask())
    findings = Trial(program=forgets_to_carry, task=SumTask()).search()
    numbers = numbers_of(findings)
    assert isinstance(numbers, tuple)
    assert forgets_to_carry(numbers) != sum(numbers)


class Refused(ChoosingSumTask):
    most = 13


class Mistyped(ChoosingSumTask):
    def draw(self, choose: Chooser) -> Mapping[str, Value]:
        return {"numbers": "1 2"}


class Raising(ChoosingSumTask):
    def draw(self, choose: Chooser) -> Mapping[str, Value]:
        raise LookupError("nothing to draw")


class Unordered(ChoosingSumTask):
    def draw(self, choose: Chooser) -> Mapping[str, Value]:
        return {"numbers": (choose.integer(5, 4),)}


@pytest.mark.parametrize(
    ("task", "words"),
    [
        (Refused(), "draws a faulty case: numbers: 13 is not added here"),
        (Mistyped(), "draws a faulty case: numbers: whole numbers is wanted, not '1 2'"),
        (Raising(), "fails at drawing a case: LookupError: nothing to draw"),
        (Unordered(), "fails at drawing a case: InvalidArgument"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_task_that_draws_badly_is_named(task: Task[Numbers], words: str) -> None:
    with pytest.raises(PluginError) as caught:
        Trial(program=sum, task=task).search(examples=10**6)
    assert f"the plugin of sums/sum ({__name__}.{type(task).__name__})" in str(caught.value)
    assert words in str(caught.value)


def test_a_task_that_draws_by_more_than_its_choices_is_named() -> None:
    calls = count()

    class Unsteady(ChoosingSumTask):
        def draw(self, choose: Chooser) -> Mapping[str, Value]:
            if next(calls) % 2:
                return {"numbers": (choose.integer(0, 9),)}
            return {"numbers": tuple(choose.choice([8, 9]) for _ in range(3))}

    with pytest.raises(PluginError, match="draws another case from equal choices"):
        Trial(program=lambda numbers: 0, task=Unsteady()).search()


def test_choices_keep_to_their_bounds_and_become_the_simplest() -> None:
    drawn: list[tuple[int, str, list[int], float]] = []

    class Recording(ChoosingSumTask):
        def draw(self, choose: Chooser) -> Mapping[str, Value]:
            number = choose.integer(-4, 11)
            letter = choose.choice("abc")
            items = choose.items(lambda: choose.integer(2, 5), least=1, most=3)
            drawn.append((number, letter, items, choose.random().random()))
            return {"numbers": (number, *items), "note": letter}

    findings = Trial(program=lambda numbers: sum(numbers) + 1, task=Recording()).search()
    assert findings.counterexample is not None
    assert findings.counterexample.case.values == {"numbers": (0, 2), "note": "a"}
    Trial(program=sum, task=Recording()).search(examples=100)
    numbers, letters, lists, randoms = zip(*drawn, strict=True)
    assert set(numbers) <= set(range(-4, 12))
    assert {-4, 0, 11} <= set(numbers)
    assert set(letters) == set("abc")
    assert {len(each) for each in lists} == {1, 2, 3}
    assert {number for each in lists for number in each} == {2, 3, 4, 5}
    assert all(0 <= number < 1 for number in randoms)


def test_a_watcher_is_told_of_every_input_and_of_the_smallest() -> None:
    trial = Trial(program=forgets_to_carry)
    findings = trial.search()
    assert [tried for tried, _ in trial.told] == list(range(1, findings.tried + 1))
    assert trial.told[0][1] is None
    best = trial.told[-1][1]
    assert best is not None
    assert best.values["numbers"] == numbers_of(findings)


def test_sequences_of_any_kind_can_be_chosen_from() -> None:
    class Ranging(ChoosingSumTask):
        def draw(self, choose: Chooser) -> Mapping[str, Value]:
            options: Sequence[int] = range(3, 9)
            return {"numbers": (choose.choice(options),)}

    findings = Trial(program=lambda numbers: 0, task=Ranging()).search()
    assert numbers_of(findings) == (3,)
