"""The search for the smallest input on which a program fails: Hypothesis chooses and shrinks.

A task makes a case out of choices (``Task.draw``); Hypothesis makes the choices, and once a case
fails it makes simpler ones as long as the case goes on failing in the same way. Every case is
judged as it would be in a grade. What is known of an input is remembered, so that a program whose
answers change cannot confuse the search: whether it is flaky is found out at the end, with the
smallest input alone.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, Verbosity, given, reject, seed, settings
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase
from hypothesis.errors import Flaky, Unsatisfiable

from judge.cases import asking
from judge.compare import excerpt
from judge.errors import PluginError
from judge.examiner import Bench, Examiner, Workload, applies, preparation
from judge.models import Case, Judgement, Limits, Place, Submission, Value, Verdict
from judge.puzzle import Chooser, Task
from judge.resources import cache_folder

LIMITS = Limits(time_s=2.0, wall_s=6.0)
"""what a program may use for one input: drawn cases are small, and there are many"""

RERUNS = 5
"""how often the smallest failing input is run again, to see whether it always fails"""

RERUNS_IN_DOUBT = 10
"""how often it is where it did not fail each time"""

RERUNS_OUT_OF_TIME = 1
"""how often it is where each run takes all the time that it may"""

SHRINKING_SHARE = 0.5
"""share of the time for searching that shrinking has at least, however late something is found"""

_PHASES = (Phase.reuse, Phase.generate, Phase.shrink)
_WITHOUT_END = 10**9
_SMALL = 32
"""numbers below are tried one by one in place of a larger one"""
_TITLE_COLUMNS = 90

ChosenT = TypeVar("ChosenT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How long to search: in seconds, and in different inputs (None: in seconds alone).

    Shrinking what was found in time may take half the seconds more.
    """

    seconds: float
    examples: int | None = None


class Recall(Enum):
    """What became of the counterexample that an earlier search of the program had kept."""

    NONE = "there was none"
    FAILS = "it still fails"
    PASSES = "it passes now"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterexample:
    """A case on which the program fails, the judgement, and how often it was run and failed."""

    case: Case
    judgement: Judgement
    runs: int = 1
    failures: int = 1

    @property
    def is_flaky(self) -> bool:
        """Whether the program did not fail each time that it was given this input."""
        return self.failures < self.runs


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What came of a search.

    ``refusal`` is the judgement on a program that could not be run at all (CE, NG). ``tried``
    counts the different inputs that were run, ``passed_over`` the cases that do not apply to the
    program. A counterexample that is a JE is one that the judge itself failed at.
    """

    counterexample: Counterexample | None = None
    refusal: Judgement | None = None
    recall: Recall = Recall.NONE
    tried: int = 0
    passed_over: int = 0
    seconds: float = 0.0
    is_interrupted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Watcher:
    """What wants to know how a search gets on.

    ``tried`` gets the number of inputs that were run and the smallest that fails, at each change.
    """

    tried: Callable[[int, Case | None], None]


class Memory(ExampleDatabase):
    """Keeps the last counterexample of a program, as Hypothesis's choices.

    Hypothesis first asks for what it kept under a search's own key, and takes that for shrunk as
    far as it can be; what it is given under the keys that it asks for next it goes on shrinking.
    A search that ran out of time was not done: so a counterexample is handed out with those.
    """

    def __init__(self, stored: ExampleDatabase, name: bytes) -> None:
        super().__init__()
        self._stored = stored
        self._name = name
        self._key: bytes | None = None

    def fetch(self, key: bytes) -> Iterable[bytes]:
        """Return what is kept, but not for the search's own key, which is the first."""
        self._key = self._key or key
        return () if key == self._key else list(self._stored.fetch(self._name))

    def save(self, key: bytes, value: bytes) -> None:
        """Keep a counterexample in place of any other."""
        if key == self._key:
            self._stored.save(self._name, value)
            self._drop_all_but(value)

    def delete(self, key: bytes, value: bytes) -> None:
        """Forget a counterexample."""
        if key == self._key:
            self._stored.delete(self._name, value)

    @property
    def size(self) -> int:
        """How many counterexamples are kept."""
        return len(list(self._stored.fetch(self._name)))

    def forget(self) -> None:
        """Forget whatever is kept."""
        self._drop_all_but(None)

    def _drop_all_but(self, value: bytes | None) -> None:
        for other in list(self._stored.fetch(self._name)):
            if other != value:
                self._stored.delete(self._name, other)


def memory_of(submission: Submission, folder: Path | None = None) -> Memory:
    """Return what is kept for a program, in this user's cache folder if no other is named.

    A program is known by its path and not by its bytes: after an edit the search begins with the
    input that failed before.
    """
    parts = (submission.task, submission.claim, submission.form, os.path.realpath(submission.path))
    name = "\0".join(map(str, parts)).encode("utf-8", "surrogateescape")
    return Memory(DirectoryBasedExampleDatabase(folder or cache_folder() / "fuzz"), name)


def keep_files_away() -> None:
    """Have Hypothesis keep its own files in this user's cache, not in the current folder."""
    set_hypothesis_home_dir(cache_folder() / "hypothesis")


def has_own_draw(task: Task[Any]) -> bool:
    """Return whether a task makes its cases out of choices; those of a generator shrink badly."""
    return type(task).draw is not Task.draw


def fuzz(
    bench: Bench,
    load: Workload,
    *,
    budget: Budget,
    seed_number: int,
    memory: Memory,
    watcher: Watcher,
) -> Findings:
    """Search for an input on which a submission fails, and shrink it.

    The search begins with what ``memory`` has kept; after that, equal seeds make equal searches.
    Ctrl-C ends it; the findings then hold the smallest input so far. Raises PluginError where the
    task fails at drawing cases. ``load`` needs no cases. What was found is confirmed by cold runs
    alone: runs that are forks of one interpreter share the seed of its hashes, and so their luck.
    """
    prepared = preparation(bench, load)
    if isinstance(prepared, Judgement):
        return Findings(refusal=prepared)
    examiner = Examiner(bench, load, prepared)
    anew = Examiner(replace(bench, warm=False), load, prepared)
    search = _Search(load, examiner, budget, watcher)
    interrupted = False
    try:
        search.run(seed_number, memory)
        search.confirm(anew)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        for each in (examiner, anew):
            if interrupted:
                each.cancel()
            each.close()
    return replace(search.findings(), is_interrupted=interrupted)


class _Halt(KeyboardInterrupt):
    """Ends Hypothesis's search at once.

    It is raised out of an example, and Hypothesis keeps nothing of an example that is interrupted;
    it would take any other exception for a failure of the program.
    """

    def __init__(self, error: PluginError | None = None) -> None:
        super().__init__()
        self.error = error


class _Failure(Exception):  # noqa: N818 - the program's, not an error of ours
    """Tells Hypothesis that the program fails."""


class _Drawn:
    """A case for Hypothesis, which shows what it found: a plugin's problem may not be showable."""

    __slots__ = ("case", "made")

    def __init__(self, case: Case, made: Sequence[_Made]) -> None:
        self.case = case
        self.made = made

    def __repr__(self) -> str:
        return "a drawn case"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    """A choice that was made; ``least`` is None for what is no number of its own."""

    value: Any
    least: int | None = None

    def smaller(self) -> Iterator[_Made]:
        """Yield numbers nearer to the least one: small ones, and the same without a digit."""
        if self.least is None:
            return
        digits = str(self.value - self.least)
        shorter = {int("0" + digits[:at] + digits[at + 1 :]) for at in range(len(digits))}
        for number in sorted(shorter.union(range(_SMALL))):
            if number < self.value - self.least:
                yield _Made(value=self.least + number, least=self.least)


def _weight(made: Iterable[_Made]) -> int:
    return sum(each.value - each.least for each in made if each.least is not None)


class _Choices:
    """Hypothesis's choices as tasks want them; ``made`` are those that were made."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.made: list[_Made] = []
        self._draw = draw

    def integer(self, least: int, most: int) -> int:
        number = self._draw(st.integers(least, most))
        # Where numbers below 0 are allowed the simplest one is 0 and not the least.
        self.made.append(_Made(value=number, least=least if least >= 0 else None))
        return number

    def choice(self, options: Sequence[ChosenT]) -> ChosenT:
        chosen = self._draw(st.sampled_from(tuple(options)))
        self.made.append(_Made(value=chosen))
        return chosen

    def items(self, item: Callable[[], ChosenT], *, least: int, most: int) -> list[ChosenT]:
        place = len(self.made)
        self.made.append(_Made(value=least))
        # A strategy of its own for each item lets Hypothesis leave out an item's choices together.
        items = self._draw(st.lists(st.builds(item), min_size=least, max_size=most))
        self.made[place] = _Made(value=len(items))
        return items

    def random(self) -> Random:
        random = self._random()
        self.made.append(_Made(value=random))
        return random

    def _random(self) -> Random:
        # Hypothesis gives up an example of too many choices; a source that is one choice has none.
        if self._draw(st.booleans()):
            return Random(self._draw(st.integers(0, 2**32)))
        return self._draw(st.randoms(use_true_random=False))


class _Again:
    """The same choices once again, as far as they are still allowed, else the simplest."""

    def __init__(self, made: Sequence[_Made]) -> None:
        self.made: list[_Made] = []
        self._left = deque(made)

    def _next(self) -> Any:
        return self._left.popleft().value if self._left else None

    def integer(self, least: int, most: int) -> int:
        number = self._next()
        number = number if type(number) is int and least <= number <= most else least
        self.made.append(_Made(value=number, least=least if least >= 0 else None))
        return number

    def choice(self, options: Sequence[ChosenT]) -> ChosenT:
        wanted = self._next()
        chosen = next((each for each in options if each == wanted), options[0])
        self.made.append(_Made(value=chosen))
        return chosen

    def items(self, item: Callable[[], ChosenT], *, least: int, most: int) -> list[ChosenT]:
        number = self._next()
        number = number if type(number) is int and least <= number <= most else least
        self.made.append(_Made(value=number))
        return [item() for _ in range(number)]

    def random(self) -> Random:
        self._next()
        self.made.append(_Made(value=None))
        return Random(0)


@st.composite
def _drawn(draw: st.DrawFn, case: Callable[[Chooser], Case]) -> _Drawn:
    choices = _Choices(draw)
    return _Drawn(case(choices), choices.made)


class _Search:
    """One search: what was tried, and the smallest input that fails."""

    def __init__(
        self, load: Workload, examiner: Examiner, budget: Budget, watcher: Watcher
    ) -> None:
        self._load = load
        self._examiner = examiner
        self._budget = budget
        self._watcher = watcher
        self._best: Counterexample | None = None
        self._made: Sequence[_Made] = ()
        self._size = 0
        self._judged: dict[str, Judgement | None] = {}
        self._drawn = 0
        self._passed_over = 0
        self._first_at = 0
        self._recalled = 0
        self._start = time.monotonic()
        self._end = self._start + budget.seconds
        self._took_s = 0.0

    def findings(self) -> Findings:
        """Return what the search has come to."""
        return Findings(
            counterexample=self._best,
            recall=self._recall(),
            tried=len(self._judged),
            passed_over=self._passed_over,
            seconds=self._took_s or time.monotonic() - self._start,
        )

    def run(self, seed_number: int, memory: Memory) -> None:
        """Search until the time is over, or Hypothesis has nothing left to try.

        Shrinking begins again with what it came to until that changes nothing more: what could
        not be left out at first often can be later. Numbers are made smaller at last.
        """
        self._recalled = memory.size
        try:
            for number in count():
                before = self._best
                self._search(f"{seed_number}/{number}", memory)
                if self._best is before:
                    break
            while self._lessened():
                pass
        except _Halt as halt:
            if halt.error is not None:
                raise halt.error from halt.error.__cause__
        finally:
            self._took_s = time.monotonic() - self._start

    def _lessened(self) -> bool:
        """Try smaller numbers in the smallest failing input; return whether one fails, too.

        Hypothesis goes down step by step: where 244 fails as 4 does and 243 does not, it stays.
        """
        if self._best is None:
            return False
        for number, made in enumerate(whole := self._made):
            for smaller in made.smaller():
                again = _Again([*whole[:number], smaller, *whole[number + 1 :]])
                case = self._case(again)
                is_smaller = _weight(again.made) < _weight(whole)
                if (
                    is_smaller
                    and applies(self._load.task, case, self._load.submission)
                    and self._fails(case, again.made)
                ):
                    self._take(case, self._judged[_digest(case.values)], again.made)
                    return True
        return False

    def _recall(self) -> Recall:
        """Return what became of what was kept: it is drawn before anything else."""
        if not self._recalled or self._drawn < self._recalled:
            return Recall.NONE
        return Recall.FAILS if 0 < self._first_at <= self._recalled else Recall.PASSES

    def confirm(self, examiner: Examiner) -> None:
        """Run the smallest failing input again, to see whether it fails each time."""
        if self._best is None or self._best.judgement.verdict is Verdict.JE:
            return
        reruns = RERUNS_OUT_OF_TIME if self._best.judgement.verdict is Verdict.TLE else RERUNS
        while self._best.runs <= (RERUNS_IN_DOUBT if self._best.is_flaky else reruns):
            judgement = examiner.judge(self._best.case)
            if judgement is None or judgement.verdict is Verdict.JE:
                return
            failed = judgement.verdict is not Verdict.AC
            self._best = replace(
                self._best, runs=self._best.runs + 1, failures=self._best.failures + failed
            )

    def _search(self, number: str, memory: Memory) -> None:
        # The seed goes below the settings: it would take the memory out of them.
        @_settings(memory)
        @seed(number)
        @given(_drawn(self._case))
        def passes(drawn: _Drawn) -> None:
            if self._fails(drawn.case, drawn.made):
                raise _Failure

        try:
            passes()
        except (_Failure, Unsatisfiable):
            pass  # what fails is known by now
        except Flaky as error:
            raise self._unsteady() from error

    def _unsteady(self) -> PluginError:
        task = self._load.submission.task
        kind = type(self._load.task)
        return PluginError(
            f"the plugin of {task} ({kind.__module__}.{kind.__qualname__}) draws another case from "
            "equal choices; what it draws may depend on nothing else"
        )

    def _case(self, choose: Chooser) -> Case:
        """Return the case that choices make."""
        if time.monotonic() >= self._end:
            raise _Halt
        self._drawn += 1
        submission = self._load.submission
        try:
            values, problem = asking.chosen(self._load.task, submission.task, choose)
        except PluginError as error:
            is_unsteady = isinstance(error.__cause__, Flaky)
            raise _Halt(self._unsteady() if is_unsteady else error) from error
        return Case(
            task=submission.task,
            suite="fuzz.yaml",
            id=f"fuzz-{_digest(values)[:8]}",
            place=Place(path=Path("fuzz.yaml"), line=1, column=1),
            limits=LIMITS,
            values=values,
            problem=problem,
            generated=True,
        )

    def _fails(self, case: Case, made: Sequence[_Made]) -> bool:
        """Return whether the program fails on a case, in the way in which it failed first."""
        if not applies(self._load.task, case, self._load.submission):
            self._passed_over += 1
            reject()
        key = _digest(case.values)
        if key not in self._judged:
            if self._best is None and len(self._judged) == self._budget.examples:
                raise _Halt
            judgement = self._judgement(case)
            self._judged[key] = judgement
            self._take(case, judgement, made)
            self._watcher.tried(len(self._judged), self._best.case if self._best else None)
        return self._judged[key] is not None

    def _judgement(self, case: Case) -> Judgement | None:
        """Return how the program fails on a case; None where it passes or fails otherwise."""
        judgement = self._examiner.judge(case)
        if judgement is None:
            raise _Halt
        if judgement.verdict is Verdict.JE:
            self._best = Counterexample(case=case, judgement=judgement)
            raise _Halt
        if judgement.verdict is Verdict.AC:
            return None
        # A wrong answer is another fault than one that comes too late: it must not become one.
        is_wanted = self._best is None or judgement.verdict is self._best.judgement.verdict
        return judgement if is_wanted else None

    def _take(self, case: Case, judgement: Judgement | None, made: Sequence[_Made]) -> None:
        """Keep a failing case if it is no longer than the one before: it is simpler then."""
        if judgement is None:
            return
        size = _size(case.values)
        if self._best is None:
            self._end = max(self._end, time.monotonic() + SHRINKING_SHARE * self._budget.seconds)
            self._first_at = self._drawn
        elif size > self._size:
            return
        told = f"{self._load.submission.path.name}: {judgement.verdict}, {judgement.reason}"
        titled = replace(case, title=excerpt(" ".join(told.split()), _TITLE_COLUMNS))
        self._best = Counterexample(case=titled, judgement=judgement)
        self._size = size
        self._made = made


def _settings(memory: Memory) -> settings:
    return settings(
        database=memory,
        max_examples=_WITHOUT_END,
        phases=_PHASES,
        deadline=None,
        derandomize=False,
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )


def _digest(values: Mapping[str, Value]) -> str:
    """Return a name for a case's values, the same for equal ones alone."""
    ordered = repr(sorted(values.items()))
    return hashlib.sha256(ordered.encode("utf-8", "surrogatepass")).hexdigest()


def _size(values: Mapping[str, Value]) -> int:
    """Return how many characters a case's values have."""
    return sum(len(str(value)) for value in values.values())
