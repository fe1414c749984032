"""The one coordinator: from submissions and suites to runs, judgements and a report.

Workers (threads; the programs are processes of their own) take the cases of the workloads in case
order, each keeping one box open for the submission it is at, so that a box serves many runs. The
verdict of a submission is its first judgement in case order that is not AC, whatever finished
first.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from queue import SimpleQueue
from typing import Any, Protocol
from weakref import WeakSet

from judge.errors import SandboxError
from judge.examiner import Bench, Examiner, Workload, judgement_on_the_whole, preparation
from judge.models import BoxFile, Case, Judgement, Report, Result, Verdict
from judge.sandbox import Box, Sandbox
from judge.sandbox.builds import Prepared
from judge.scoring import result_of

REPORT_CHARACTERS = 64 * 2**20
"""how much of inputs, outputs and the like all failures of a report hold together; every
submission has an equal share of it, so that a class of wrong programs does not fill the memory"""

_GATHERING_S = 0.005
"""how long the coordinator lets judgements gather: it takes turns with the workers, and to be woken
for each judgement of a fast program would cost them more than the judging"""

CUT_CHARACTERS = 200
"""how much of each of its texts a failure shows that is beyond its submission's share"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watcher:
    """What wants to know how a grade gets on; all are called in the coordinating thread.

    ``judged`` gets each judgement as it is reached; ``settled`` the number of cases that need
    no more work, judged or dropped.
    """

    judged: Callable[[Judgement], None]
    settled: Callable[[int], None]


class Archive(Protocol):
    """Where judgements are kept, and come back from; called in the coordinating thread."""

    def known(self, load: Workload) -> Mapping[int | None, Judgement]:
        """Return the judgements that still hold, by a case's index; None: the whole submission."""

    def keep(self, load: Workload, judgement: Judgement, case: Case | None) -> None:
        """Keep a judgement that was just reached; ``case`` is None for one on the whole."""


def grade(
    bench: Bench,
    loads: Sequence[Workload],
    *,
    jobs: int,
    fail_fast: bool,
    watcher: Watcher,
    archive: Archive | None = None,
) -> Report:
    """Judge every workload with ``jobs`` workers and return the report, in the order given.

    With ``fail_fast`` a submission's judgements end at its first failure in case order. Ctrl-C
    ends all runs at once; the report then says so and holds what was done until then. What an
    ``archive`` knows is not run again.
    """
    boxes = _OpenBoxes(bench.sandbox)
    bench = replace(bench, sandbox=boxes)
    share = REPORT_CHARACTERS // max(1, len(loads))
    floor = _Floor([_Job(load=load, share=share) for load in loads])
    if archive is not None:
        for job in floor.jobs:
            watcher.settled(job.recall(archive.known(job.load), fail_fast=fail_fast))
        floor.forget_what_is_over()
    news: SimpleQueue[_News] = SimpleQueue()
    workers = [
        threading.Thread(target=_work, args=(bench, floor, news), daemon=True)
        for _ in range(max(1, min(jobs, sum(len(job.pending) for job in floor.jobs))))
    ]
    interrupted = False
    try:
        for worker in workers:
            worker.start()
        _follow(floor, news, len(workers), fail_fast=fail_fast, watcher=watcher, archive=archive)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        floor.stop()
        boxes.cancel_all()
        for worker in workers:
            if worker.ident is not None:
                worker.join()
    return Report(
        results=tuple(job.result() for job in floor.jobs if job.judgements or not interrupted),
        sandbox=bench.sandbox.name,
        interrupted=interrupted,
    )


_TEXTS = ("input", "expected", "actual", "stderr", "detail")
_PICTURES = ("expected_picture", "actual_picture")


def _text_characters(judgement: Judgement) -> int:
    return sum(len(getattr(judgement, name)) for name in (*_TEXTS, *_PICTURES))


def _shortened(judgement: Judgement) -> Judgement:
    """Return a judgement with the beginnings of its texts and no pictures."""
    texts: dict[str, Any] = {name: _beginning(getattr(judgement, name)) for name in _TEXTS}
    return replace(judgement, **texts, expected_picture="", actual_picture="")


def _beginning(text: str) -> str:
    hidden = len(text) - CUT_CHARACTERS
    return text if hidden <= 0 else f"{text[:CUT_CHARACTERS]}… ({hidden} more characters)"


class _OpenBoxes:
    """A sandbox that remembers its open boxes, so that all of them can be cancelled at once."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.name = sandbox.name
        self.warning = sandbox.warning
        self._sandbox = sandbox
        self._boxes: WeakSet[Box] = WeakSet()
        self._lock = threading.Lock()
        self._cancelled = False

    def open(self, files: Mapping[str, BoxFile], shown: Sequence[str] = ()) -> Box:
        box = self._sandbox.open(files, shown)
        with self._lock:
            self._boxes.add(box)
            if self._cancelled:
                box.cancel()
        return box

    def cancel_all(self) -> None:
        with self._lock:
            self._cancelled = True
            for box in self._boxes:
                box.cancel()


class _Stage(Enum):
    FRESH = "fresh"
    PREPARING = "preparing"
    READY = "ready"
    OVER = "over"


@dataclass(slots=True, kw_only=True, eq=False)
class _Job:
    """The state of one workload; changed under the floor's lock alone."""

    load: Workload
    stage: _Stage = _Stage.FRESH
    prepared: Prepared | None = None
    pending: Sequence[int] = ()
    """the cases to be run, by their index, in case order"""
    next: int = 0
    """the place in ``pending`` of the case to be handed out next"""
    end: int | None = None
    """the case order's index behind which nothing counts, once a failure has stopped it"""
    judgements: dict[int, Judgement] = field(default_factory=dict)
    running: dict[int, Examiner] = field(default_factory=dict)

    share: int = REPORT_CHARACTERS
    """how many characters of its failures' texts are kept, the first failures' before others'"""

    def __post_init__(self) -> None:
        self.pending = range(len(self.load.cases))

    @property
    def has_cases_left(self) -> bool:
        return self.stage is _Stage.READY and self.next < len(self.pending)

    def recall(self, known: Mapping[int | None, Judgement], *, fail_fast: bool) -> int:
        """Take judgements that are known; return how many cases they settle.

        With ``fail_fast`` the first known failure ends the submission's cases.
        """
        total = len(self.load.cases)
        whole = known.get(None)
        if whole is not None:
            self.judgements[0] = whole
            self.pending = ()
            self.stage = _Stage.OVER
            return total
        cases = {index: judgement for index, judgement in known.items() if index is not None}
        if fail_fast:
            failures = (i for i, each in cases.items() if each.verdict is not Verdict.AC)
            self.end = min(failures, default=None)
        last = total - 1 if self.end is None else self.end
        self.judgements |= {i: each for i, each in sorted(cases.items()) if i <= last}
        self.pending = [i for i in range(last + 1) if i not in self.judgements]
        if not self.pending:
            self.stage = _Stage.OVER
        self.shorten_if_whole()
        return total - len(self.pending)

    def shorten_if_whole(self) -> None:
        """Once all cases are judged, cut the texts of the failures that are beyond the share.

        Not sooner: which failures are cut must not depend on which of them came first.
        """
        if len(self.judgements) < len(self.load.cases):
            return
        left = self.share
        for index, judgement in sorted(self.judgements.items()):
            if judgement.verdict is not Verdict.AC:
                left -= _text_characters(judgement)
                if left < 0:
                    self.judgements[index] = _shortened(judgement)

    def result(self) -> Result:
        claim = self.load.claim
        return result_of(
            self.load.submission,
            tuple(judgement for _, judgement in sorted(self.judgements.items())),
            total=len(self.load.cases),
            multiplier=claim.multiplier if claim else Fraction(1),
            measure=self.load.task.measure,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    """What a worker is to do: judge a case (by its index), or prepare the job where it is None.

    ``prepared`` comes along, for the job lets go of it with its last case: what a compiler made of
    hundreds of submissions must not stay in memory until the last of them is judged.
    """

    job: _Job
    index: int | None = None
    prepared: Prepared | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _News:
    """What a worker tells the coordinator: a judgement, or that it ends (with its error)."""

    job: _Job | None = None
    index: int = 0
    judgement: Judgement | None = None
    error: BaseException | None = None


class _Floor:
    """Hands out the work. Each worker stays with its submission as long as it has cases left."""

    def __init__(self, jobs: list[_Job]) -> None:
        self.jobs = jobs
        self._fresh = deque(jobs)
        self._open: list[_Job] = []
        self._stopped = False
        self._changed = threading.Condition()

    def take(self, current: _Job | None) -> _Work | None:
        """Return what to do next, or None at the end."""
        with self._changed:
            while not self._stopped:
                if current is not None and current.has_cases_left:
                    return self._next_case(current)
                if self._fresh:
                    job = self._fresh.popleft()
                    job.stage = _Stage.PREPARING
                    self._open.append(job)
                    return _Work(job=job)
                self._open = [job for job in self._open if job.stage is not _Stage.OVER]
                ready = next((job for job in self._open if job.has_cases_left), None)
                if ready is not None:
                    return self._next_case(ready)
                if not any(job.stage is _Stage.PREPARING for job in self._open):
                    return None
                self._changed.wait()
            return None

    def forget_what_is_over(self) -> None:
        """Hand out no job that is over before it began."""
        self._fresh = deque(job for job in self.jobs if job.stage is not _Stage.OVER)

    @property
    def is_stopped(self) -> bool:
        """Whether everything ends now."""
        return self._stopped

    def _next_case(self, job: _Job) -> _Work:
        work = _Work(job=job, index=job.pending[job.next], prepared=job.prepared)
        job.next += 1
        if not job.has_cases_left:
            self._open = [other for other in self._open if other is not job]
            job.prepared = None
        return work

    def ready(self, job: _Job, prepared: Prepared | None) -> None:
        """Note that a job was prepared; None where it cannot be run at all."""
        with self._changed:
            job.prepared = prepared
            job.stage = _Stage.OVER if prepared is None else _Stage.READY
            self._changed.notify_all()

    def begin(self, job: _Job, index: int, examiner: Examiner) -> bool:
        """Note that a case is being judged; False where it does not count any more."""
        with self._changed:
            if self._stopped or (job.end is not None and index > job.end):
                return False
            job.running[index] = examiner
            return True

    def finish(self, job: _Job, index: int) -> None:
        """Note that a case is judged or was cancelled."""
        with self._changed:
            job.running.pop(index, None)

    def record(self, job: _Job, index: int, judgement: Judgement, *, fail_fast: bool) -> int:
        """Keep a judgement; return how many cases it settled, with those that it stops."""
        with self._changed:
            if job.end is not None and index > job.end:
                return 0
            if judgement.case is None:
                job.judgements = {0: judgement}
                return len(job.pending)
            job.judgements[index] = judgement
            if not fail_fast or judgement.verdict is Verdict.AC:
                job.shorten_if_whole()
                return 1
            return 1 + self._cut(job, index)

    def _cut(self, job: _Job, index: int) -> int:
        """Drop everything behind a failure; the cases before it still count."""
        before = len(job.load.cases) if job.end is None else job.end + 1
        unknown = {*job.pending}
        job.end = index
        job.next = max(job.next, len(job.pending))
        job.prepared = None
        for later, examiner in job.running.items():
            if later > index:
                examiner.cancel()
        judged = [later for later in job.judgements if later > index]
        for later in judged:
            del job.judgements[later]
        dropped = unknown & set(range(index + 1, before))
        return len(dropped - set(judged))

    def stop(self) -> None:
        """Hand out nothing more."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()


def _follow(
    floor: _Floor,
    news: SimpleQueue[_News],
    workers: int,
    *,
    fail_fast: bool,
    watcher: Watcher,
    archive: Archive | None,
) -> None:
    """Take in what the workers tell until the last has ended."""
    while workers:
        told = news.get()
        if told.error is not None:
            raise told.error
        if told.job is None or told.judgement is None:
            workers -= 1
            continue
        if archive is not None:
            load = told.job.load
            case = None if told.judgement.case is None else load.cases[told.index]
            archive.keep(load, told.judgement, case)
        settled = floor.record(told.job, told.index, told.judgement, fail_fast=fail_fast)
        if settled:
            watcher.judged(told.judgement)
            watcher.settled(settled)
        if news.empty():
            time.sleep(_GATHERING_S)


def _work(bench: Bench, floor: _Floor, news: SimpleQueue[_News]) -> None:
    """Take work from the floor until there is none; one worker thread's whole life."""
    worker = _Worker(bench, floor, news)
    try:
        worker.run()
    # The coordinator raises it again: a fault of ours must not die silently with its thread.
    except BaseException as error:  # noqa: BLE001
        news.put(_News(error=error))
    else:
        news.put(_News())
    finally:
        worker.leave()


class _Worker:
    """A worker with the job it is at and the examiner it holds for it."""

    def __init__(self, bench: Bench, floor: _Floor, news: SimpleQueue[_News]) -> None:
        self._bench = bench
        self._floor = floor
        self._news = news
        self._job: _Job | None = None
        self._examiner: Examiner | None = None

    def run(self) -> None:
        """Work until the floor hands out nothing more."""
        while (work := self._floor.take(self._job)) is not None:
            if work.job is not self._job:
                self.leave()
                self._job = work.job
            if work.index is None:
                self._prepare(work.job)
            else:
                self._judge(work.job, work.index, work.prepared)

    def leave(self) -> None:
        """Close the box of the job that is left."""
        if self._examiner is not None:
            self._examiner.close()
        self._examiner = None
        self._job = None

    def _prepare(self, job: _Job) -> None:
        try:
            built = preparation(self._bench, job.load)
        except SandboxError as error:
            built = judgement_on_the_whole(
                job.load.submission, Verdict.JE, f"the sandbox failed: {error}"
            )
        if self._floor.is_stopped:
            return  # a build that was cancelled says nothing of the submission
        if isinstance(built, Judgement):
            self._news.put(_News(job=job, judgement=built))
            self._floor.ready(job, None)
        else:
            self._floor.ready(job, built)

    def _judge(self, job: _Job, index: int, prepared: Prepared | None) -> None:
        examiner = self._examiner
        if examiner is None or examiner.is_cancelled:
            if examiner is not None:
                examiner.close()
            if prepared is None:
                raise AssertionError("a case was handed out before its submission was prepared")
            examiner = self._examiner = Examiner(self._bench, job.load, prepared)
        if not self._floor.begin(job, index, examiner):
            return
        judgement = examiner.judge(job.load.cases[index])
        self._floor.finish(job, index)
        if judgement is not None:
            self._news.put(_News(job=job, index=index, judgement=judgement))
