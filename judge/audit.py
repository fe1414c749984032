"""How strong a task's cases are: mutants of a right program, each run until a case refuses it.

What the cases do not tell from the right program is a mistake that they would let pass, or an edit
that changes no answer; the author adds a case for the one and names the other.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib.util import decode_source
from io import BytesIO
from queue import SimpleQueue
from random import Random
from tokenize import detect_encoding
from typing import Generic, TypeVar

from judge.errors import SubmissionError
from judge.examiner import Bench, Examiner, Workload, preparation
from judge.models import (
    Case,
    Equivalent,
    Judgement,
    Limits,
    Submission,
    Verdict,
)
from judge.mutation import Mutant, mutants, statement_key
from judge.sandbox.builds import Prepared

TIMES_AS_LONG = 10
"""how many times the right program's CPU time a mutant may take on a case"""

LEAST_TIME_S = 1.0
"""what a mutant may take in any case: starting an interpreter varies"""

LONGEST_REPLY_S = 5.0
"""how long a mutant may be silent in a conversation"""

_ERRORS = {Verdict.JE, Verdict.NG}

ItemT = TypeVar("ItemT")
DoneT = TypeVar("DoneT")


class Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    """a case refused it"""
    EQUIVALENT = "equivalent"
    """no case refused it, and a suite's author has said why none can"""
    SURVIVED = "survived"
    """no case refused it"""
    FAILED = "not judged"
    """no case refused it, and on some the judge failed"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A mutant that was tried, or is taken to be equivalent.

    ``killer`` is the judgement that refused it; ``errors`` are those of runs in which the judge
    itself failed.
    """

    mutant: Mutant
    fate: Fate
    killer: Judgement | None = None
    errors: tuple[Judgement, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stale:
    """A named equivalent that is none, or none any more; ``reason`` is a sentence."""

    equivalent: Equivalent
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to audit; a sample and a time limit make it a partial audit.

    ``sample`` is how many mutants to draw by ``seed``, ``seconds`` how long all of it may take
    from the moment when the right program has been run.
    """

    jobs: int = 1
    sample: int | None = None
    seed: int = 0
    seconds: float | None = None

    @property
    def is_partial(self) -> bool:
        """Whether some mutants may be left out."""
        return self.sample is not None or self.seconds is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What an audit of one program over its task's cases found out.

    ``refused`` are the judgements on the program itself that are not AC: then there are no
    trials, for nothing can be learnt from the mutants of a wrong program. ``mutants`` counts all
    that there are, ``trials`` are in the program's order. ``stale`` is known for full audits only.
    ``seconds`` is how long all of it took, ``trying_seconds`` how long the mutants did.
    """

    submission: Submission
    cases: int
    refused: tuple[Judgement, ...] = ()
    mutants: int = 0
    trials: tuple[Trial, ...] = ()
    stale: tuple[Stale, ...] = ()
    seconds: float = 0.0
    trying_seconds: float = 0.0
    interrupted: bool = False

    def having(self, fate: Fate) -> list[Trial]:
        """Return the trials with that fate."""
        return [trial for trial in self.trials if trial.fate is fate]

    @property
    def errors(self) -> list[Judgement]:
        """The judgements in which the judge itself failed."""
        of_trials = [error for trial in self.trials for error in trial.errors]
        return [each for each in self.refused if each.verdict is Verdict.JE] + of_trials

    @property
    def untried(self) -> int:
        """How many mutants were left out."""
        return self.mutants - len(self.trials)


def mutants_of(submission: Submission) -> tuple[Mutant, ...]:
    """Return the mutants of a Python submission; SubmissionError where its text is not Python."""
    try:
        text = decode_source(submission.source)
    except (SyntaxError, UnicodeDecodeError) as error:
        raise SubmissionError(f"{submission.path} cannot be read as Python: {error}") from error
    return mutants(text, submission.path.name)


def mutated(submission: Submission, mutant: Mutant) -> Submission:
    """Return a submission with a mutant in its program's place, in the same encoding."""
    encoding, _ = detect_encoding(BytesIO(submission.source).readline)
    data = mutant.source.encode(encoding, "backslashreplace")
    return replace(submission, files={**submission.files, submission.path.name: data})


def audit(
    bench: Bench,
    load: Workload,
    edits: Sequence[Mutant],
    equivalents: Iterable[Equivalent],
    *,
    settings: Settings,
    settled: Callable[[int], None] = lambda _: None,
) -> Audit:
    """Run a right program over its cases, then each of its mutants until a case refuses it.

    ``edits`` are all of the program's mutants. ``settled`` is told, in this thread, how many cases
    of the program and mutants are done with. Ctrl-C ends all runs at once; the audit then says so
    and holds what was found until then.
    """
    named = _Named(load.submission, equivalents)
    auditor = _Auditor(bench, load, settings)
    began = tried = time.monotonic()
    trials: list[Trial] = []
    refused: list[Judgement] = []
    interrupted = False
    try:
        for judgement in auditor.program():
            settled(1)
            if judgement.verdict is not Verdict.AC:
                refused.append(judgement)
        tried = time.monotonic()
        if not refused:
            chosen = _chosen(edits, named, settings)
            if settings.is_partial:
                trials += (Trial(mutant=e, fate=Fate.EQUIVALENT) for e in edits if e in named)
            for trial in auditor.mutants(chosen):
                settled(1)
                trials.append(named.judged(trial))
    except KeyboardInterrupt:
        interrupted = True
    trials.sort(key=lambda trial: trial.mutant.number)
    is_full = not (refused or interrupted or settings.is_partial)
    return Audit(
        submission=load.submission,
        cases=len(load.cases),
        refused=_in_case_order(refused, load.cases),
        mutants=len(edits),
        trials=tuple(trials),
        stale=tuple(named.stale(trials)) if is_full else (),
        seconds=time.monotonic() - began,
        trying_seconds=time.monotonic() - tried,
        interrupted=interrupted,
    )


def _in_case_order(found: Iterable[Judgement], cases: Iterable[Case]) -> tuple[Judgement, ...]:
    places = {(case.suite, case.id): place for place, case in enumerate(cases)}
    return tuple(
        sorted(found, key=lambda each: places.get((each.suite or "", each.case or ""), -1))
    )


def _chosen(edits: Sequence[Mutant], named: _Named, settings: Settings) -> list[Mutant]:
    """Return the mutants to try, in the order in which to try them.

    In a partial audit the named equivalents are taken at their author's word, and the others come
    in a random order, so that what is left out for lack of time is a random part, too.
    """
    if not settings.is_partial:
        return list(edits)
    left = [edit for edit in edits if edit not in named]
    count = len(left) if settings.sample is None else min(settings.sample, len(left))
    return Random(settings.seed).sample(left, count)


class _Named:
    """The equivalents that the suites' authors have named for one program."""

    def __init__(self, submission: Submission, equivalents: Iterable[Equivalent]) -> None:
        self._entries = [each for each in equivalents if each.program == submission.path.name]
        self._keys = {_edit_key(each.was, each.now) for each in self._entries}

    def __contains__(self, mutant: Mutant) -> bool:
        return _edit_key(mutant.was, mutant.now) in self._keys

    def judged(self, trial: Trial) -> Trial:
        """Return the trial, a survivor that was named as an equivalent one."""
        if trial.fate is Fate.SURVIVED and trial.mutant in self:
            return replace(trial, fate=Fate.EQUIVALENT)
        return trial

    def stale(self, trials: Iterable[Trial]) -> Iterator[Stale]:
        """Yield those that no mutant bears out; ``trials`` are those of all mutants."""
        found: dict[object, list[Trial]] = {}
        for trial in trials:
            found.setdefault(_edit_key(trial.mutant.was, trial.mutant.now), []).append(trial)
        for entry in self._entries:
            alike = found.get(_edit_key(entry.was, entry.now), [])
            killers = [trial.killer for trial in alike if trial.killer is not None]
            if not alike:
                reason = "no mutant of the program is edited so"
                yield Stale(equivalent=entry, reason=reason)
            elif len(killers) == len(alike):
                case = f"{killers[0].suite}:{killers[0].case}"
                reason = f"the case {case} tells the two apart ({killers[0].verdict})"
                yield Stale(equivalent=entry, reason=reason)


def _edit_key(was: str, now: str) -> tuple[str, str]:
    return statement_key(was), statement_key(now)


class _Auditor:
    """Runs the program and its mutants; what it learns of one run helps with the next."""

    def __init__(self, bench: Bench, load: Workload, settings: Settings) -> None:
        self._bench = bench
        self._load = load
        self._settings = settings
        self._stop = _Stop()
        self._costs = [LEAST_TIME_S] * len(load.cases)
        self._kills = [0] * len(load.cases)
        self._lock = threading.Lock()

    def program(self) -> Iterator[Judgement]:
        """Yield the judgements on the program itself, and note the CPU time of its runs."""
        prepared = preparation(self._bench, self._load)
        if isinstance(prepared, Judgement):
            yield prepared
            return
        jobs = max(1, min(self._settings.jobs, len(self._load.cases)))
        parts = [range(first, len(self._load.cases), jobs) for first in range(jobs)]

        def work(part: range) -> Iterator[Judgement]:
            with self._stop.watching(Examiner(self._bench, self._load, prepared)) as examiner:
                for index in part:
                    judgement = examiner.judge(self._load.cases[index])
                    if judgement is None:
                        return
                    if judgement.run is not None:
                        self._costs[index] = judgement.run.cpu_s
                    yield judgement

        yield from _Crew(work, parts, jobs, self._stop).results()

    def mutants(self, chosen: Sequence[Mutant]) -> Iterator[Trial]:
        """Yield the trials of mutants as they end; those that the time is too short for are not."""
        if self._settings.seconds is not None:
            self._stop.deadline = time.monotonic() + self._settings.seconds
        cases = [
            replace(case, limits=tightened(case.limits, cost))
            for case, cost in zip(self._load.cases, self._costs, strict=True)
        ]

        def work(mutant: Mutant) -> Iterator[Trial]:
            submission = mutated(self._load.submission, mutant)
            load = replace(self._load, submission=submission, cases=tuple(cases))
            trial = self._trial(mutant, load)
            if trial is not None:
                yield trial

        yield from _Crew(work, chosen, self._settings.jobs, self._stop).results()

    def _trial(self, mutant: Mutant, load: Workload) -> Trial | None:
        """Return what became of a mutant, or None where it was not tried to the end."""
        if self._stop.is_due:
            return None
        prepared = preparation(self._bench, load)
        if isinstance(prepared, Judgement):
            return _ended(mutant, prepared, ())
        return self._tried(mutant, load, prepared)

    def _tried(self, mutant: Mutant, load: Workload, prepared: Prepared) -> Trial | None:
        errors: list[Judgement] = []
        # No neighbour slows a program down ten times, and repeating every endless loop alone on the
        # machine would cost more than all the rest.
        examiner = Examiner(self._bench, load, prepared, repeats=0)
        with self._stop.watching(examiner):
            for index in self._order():
                judgement = None if self._stop.is_due else examiner.judge(load.cases[index])
                if judgement is None:
                    return None
                if judgement.verdict in _ERRORS:
                    errors.append(judgement)
                elif judgement.verdict is not Verdict.AC:
                    with self._lock:
                        self._kills[index] += 1
                    return _ended(mutant, judgement, errors)
        return _ended(mutant, None, errors)

    def _order(self) -> list[int]:
        """Return the cases in an order in which a mutant is soon killed.

        First come those that killed most for the time they take. A case counts only the mutants
        that those tried before it had let pass, so that cases which catch the same things do not
        all come first.
        """
        with self._lock:
            rates = [
                (-kills / max(cost, 0.01), cost, index)
                for index, (kills, cost) in enumerate(zip(self._kills, self._costs, strict=True))
            ]
        return [index for _, _, index in sorted(rates)]


def _ended(mutant: Mutant, last: Judgement | None, errors: Sequence[Judgement]) -> Trial:
    if last is not None and last.verdict not in _ERRORS:
        return Trial(mutant=mutant, fate=Fate.KILLED, killer=last, errors=tuple(errors))
    errors = [*errors, *([] if last is None else [last])]
    fate = Fate.FAILED if errors else Fate.SURVIVED
    return Trial(mutant=mutant, fate=fate, errors=tuple(errors))


def tightened(limits: Limits, cost_s: float) -> Limits:
    """Return a case's limits for a mutant, so that an endless loop costs little.

    ``cost_s`` is the CPU time that the right program took. The wall limit stays: on a busy
    machine a program waits long for little CPU time.
    """
    reply_s = LONGEST_REPLY_S if limits.reply_s is None else min(limits.reply_s, LONGEST_REPLY_S)
    return replace(
        limits,
        time_s=min(limits.time_s, max(LEAST_TIME_S, TIMES_AS_LONG * cost_s)),
        reply_s=reply_s,
    )


class _Stop:
    """Ends all work: at once when it is told to, or between two runs when the time is over."""

    def __init__(self) -> None:
        self.deadline = float("inf")
        self._told = False
        self._examiners: set[Examiner] = set()
        self._lock = threading.Lock()

    @property
    def is_due(self) -> bool:
        """Whether nothing more is to be begun."""
        return self._told or time.monotonic() >= self.deadline

    def now(self) -> None:
        """End the runs of all examiners that are watched, and of those to come."""
        with self._lock:
            self._told = True
            for examiner in self._examiners:
                examiner.cancel()

    @contextmanager
    def watching(self, examiner: Examiner) -> Iterator[Examiner]:
        """Hold an examiner where it can be stopped; it is closed at the end."""
        with self._lock:
            self._examiners.add(examiner)
            if self._told:
                examiner.cancel()
        try:
            yield examiner
        finally:
            with self._lock:
                self._examiners.discard(examiner)
            examiner.close()


@dataclass(frozen=True, slots=True)
class _Failure:
    error: BaseException


class _Crew(Generic[ItemT, DoneT]):
    """Workers (threads; the programs are processes of their own) that share a list of items."""

    def __init__(
        self,
        work: Callable[[ItemT], Iterator[DoneT]],
        items: Iterable[ItemT],
        jobs: int,
        stop: _Stop,
    ) -> None:
        self._work = work
        self._items = deque(items)
        self._jobs = jobs
        self._stop = stop
        self._news: SimpleQueue[tuple[DoneT, ...] | _Failure] = SimpleQueue()

    def results(self) -> Iterator[DoneT]:
        """Yield what the work yields for each item as it comes; a worker's error is raised here."""
        count = max(1, min(self._jobs, len(self._items)))
        workers = [threading.Thread(target=self._toil, daemon=True) for _ in range(count)]
        try:
            for worker in workers:
                worker.start()
            while count:
                done = self._heard()
                count -= not done
                yield from done
        except BaseException:
            self._stop.now()
            raise
        finally:
            self._items.clear()
            for worker in workers:
                if worker.ident is not None:
                    worker.join()

    def _heard(self) -> tuple[DoneT, ...]:
        """Return what a worker has to tell next, () where it has ended."""
        news = self._news.get()
        if isinstance(news, _Failure):
            raise news.error
        return news

    def _toil(self) -> None:
        try:
            while True:
                try:
                    item = self._items.popleft()
                except IndexError:
                    break
                for done in self._work(item):
                    self._news.put((done,))
        # The coordinator raises it again: a fault of ours must not die silently with its thread.
        except BaseException as error:  # noqa: BLE001
            self._news.put(_Failure(error))
        else:
            self._news.put(())
