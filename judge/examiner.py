"""Judging one case: run the program in its box, look at the facts, ask the task's checker.

A program of an interactive task is talked to instead: its referee is the checker then.
"""

from __future__ import annotations

import importlib.util
import threading
import traceback
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from judge import compare
from judge.checking import CheckFailedError, IsolatedChecker
from judge.dialogue import MIDDLE, Player, Stumble, Talk, conversed
from judge.draw import plain_text
from judge.errors import SandboxError, UsageError
from judge.images import Format, recognised
from judge.interact import InteractiveTask
from judge.manager import PluginSource, Register
from judge.models import (
    Case,
    Ending,
    Form,
    Judgement,
    Limits,
    Outcome,
    Run,
    Submission,
    Suite,
    Verdict,
)
from judge.puzzle import Claim, Output, Task
from judge.sandbox import Box, Sandbox
from judge.sandbox.alone import Turns, alone
from judge.sandbox.builds import Prepared, Refusal, prepare
from judge.sandbox.languages import LanguageTable
from judge.sandbox.processes import without_box_folders
from judge.sandbox.screens import STILL_S
from judge.sandbox.windows import Showings
from judge.verdicts import Fault, is_crowded, is_doubtful, limits_for, run_fault

_OUT_OF_TIME = {Ending.CPU_LIMIT, Ending.WALL_LIMIT}

KEPT_CHARACTERS = 16 * 1024
"""how much of an input, an output or an error text a judgement keeps for people to look at"""

MOST_DRAWN = 3
"""how many failures are drawn by one examiner"""

REPEATS_ALONE = 2
"""how often a time limit that was hit beside a busy neighbour is tried again; a neighbour that is
no run of a judge's can go on being busy"""

SLOW_FOR_SURE = 3
"""after so many cases that took too long alone, too, a program's are tried once each: one that
never ends would keep all others from the machine, case for case"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What judging needs besides submissions and cases."""

    register: Register
    languages: LanguageTable
    sandbox: Sandbox
    warm: bool = False
    """whether Python programs may be forked from an interpreter that has started already"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """One submission with the cases that it is asked, in case order."""

    submission: Submission
    task: Task[Any]
    cases: tuple[Case, ...]

    @property
    def claim(self) -> Claim | None:
        """The claim of the submission, or None."""
        return next((c for c in self.task.claims if c.name == self.submission.claim), None)


def workload(register: Register, submission: Submission, suites: Iterable[Suite]) -> Workload:
    """Return the submission with all cases of its task that apply to it.

    Raises UsageError where there is none: a submission that is asked nothing proves nothing.
    """
    task = register.puzzles[submission.task.puzzle].task(submission.task.task)
    if task is None:
        raise UsageError(f"there is no task {submission.task}")
    held = [case for suite in suites if suite.task == submission.task for case in suite.cases]
    cases = tuple(case for case in held if applies(task, case, submission))
    if not cases:
        why = (
            f": none of its {compare.count(len(held), 'case')} is for a {submission.form} "
            f"in {submission.language}"
        )
        raise UsageError(f"no case of {submission.task} is left to run{why if held else ''}")
    return Workload(submission=submission, task=task, cases=cases)


def applies(task: Task[Any], case: Case, submission: Submission) -> bool:
    """Return whether a case is asked of a submission in its language and form, with its claim."""
    if case.raw_stdin is not None:
        return submission.form is Form.PROGRAM
    problem = case.problem
    is_for_it = task.applies(problem, submission.language, submission.form)
    return is_for_it and task.suits(problem, submission.claim)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trial:
    """One run of a program on a case: its facts, what it was given, what was said in a talk."""

    run: Run
    given: str
    talk: Talk[Outcome] | None = None
    missing: str = ""
    """what this machine lacks for the program to run, in a sentence"""


class Examiner:
    """Judges one submission case by case in a box that stays open between cases.

    Not for two threads at once, but ``cancel`` may be called from any.
    """

    def __init__(
        self, bench: Bench, load: Workload, prepared: Prepared, *, repeats: int = REPEATS_ALONE
    ) -> None:
        """Judge with a program that is built.

        ``repeats`` is how often a time limit that was hit beside a busy neighbour is tried again.
        """
        self._repeats = repeats
        self._bench = bench
        self._load = load
        self._prepared = prepared
        self._box: Box | None = None
        self._checker = IsolatedChecker(bench.sandbox)
        self._drawn = 0
        self._too_slow_alone = 0
        self._showings = Showings()
        self._turns = Turns()
        self._scaled: dict[Limits, Limits] = {}
        """the limits that cases set, and what they are for this language"""

        self._cancelled = threading.Event()

    def judge(self, case: Case) -> Judgement | None:
        """Return the judgement on one case, or None where it was cancelled meanwhile.

        Never raises for what a program does, nor for what its task's checker raises.
        """
        try:
            limits = self._limits(case)
            trial = self._settled_trial(case, limits)
            if trial.run.ending is Ending.CANCELLED:
                return None
            judgement = self._opinion(case, trial, limits)
            if judgement.verdict is not Verdict.WA or not _was_jostled(trial):
                return judgement
            # What is seen when on a screen depends on neighbours, too: once more, alone.
            with alone():
                trial = self._trial(case, limits)
            if trial.run.ending is Ending.CANCELLED:
                return None
            return self._opinion(case, trial, limits)
        except SandboxError as error:
            self.close()
            if self.is_cancelled:
                return None
            return self._error(case, f"the sandbox failed: {error}", error)
        except CheckFailedError as error:
            return self._error(case, f"the {self._owner} failed: {error}", error)
        # A checker is a plugin's code: whatever it raises is the judge's side's fault.
        except Exception as error:  # noqa: BLE001
            reason = f"the {self._owner} failed: {type(error).__name__}: {error}"
            return self._error(case, reason, error)

    @property
    def is_cancelled(self) -> bool:
        """Whether it was cancelled; its box is of no more use."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """End the current run at once; its judgement is of no use."""
        self._cancelled.set()
        box = self._box
        if box is not None:
            box.cancel()
        self._checker.cancel()

    def close(self) -> None:
        """Close the box, if one is open, and the checker's."""
        self._checker.close()
        self._turns.close()
        box, self._box = self._box, None
        if box is not None:
            box.close()

    @property
    def _owner(self) -> PluginSource:
        return self._bench.register.owners[self._load.submission.task.puzzle]

    def _limits(self, case: Case) -> Limits:
        """Return a case's limits as they hold for the language and the claim."""
        limits = self._set_limits(case)
        if limits not in self._scaled:
            self._scaled[limits] = limits_for(self._prepared.language, limits)
        return self._scaled[limits]

    def _set_limits(self, case: Case) -> Limits:
        """Return a case's limits with what the claim may use besides."""
        if case.raw_stdin is not None:
            return case.limits
        claim = self._load.claim
        more = self._load.task.allowance(case.problem, self._load.submission.claim)
        # The last picture in a window is looked at for a while, in case there comes another.
        still_s = 2 * STILL_S if claim is not None and claim.windows else 0.0
        return replace(
            case.limits,
            time_s=case.limits.time_s + more.time_s,
            wall_s=case.limits.wall_s + more.wall_s + still_s,
            output_bytes=case.limits.output_bytes + more.output_bytes,
        )

    def _settled_trial(self, case: Case, limits: Limits) -> _Trial:
        """Return a trial whose time limit, where it was hit, was not hit for a neighbour's sake."""
        with self._turns.beside_others():
            trial = self._trial(case, limits)
        # A reply that took all its time needs no more CPU time than that to have been slowed down.
        tightest_s = min(limits.time_s, limits.reply_s or limits.time_s)
        telling = replace(limits, time_s=tightest_s) if trial.talk else limits
        repeats = self._repeats if self._too_slow_alone < SLOW_FOR_SURE else 0
        for number in range(repeats):
            if not is_doubtful(trial.run, telling) or self._cancelled.is_set():
                break
            with alone():
                trial = self._trial(case, limits)
            if number == 0 and trial.run.ending in _OUT_OF_TIME:
                self._too_slow_alone += 1
        return trial

    def _trial(self, case: Case, limits: Limits) -> _Trial:
        box = self._ready_box()
        if box is None:
            return _Trial(run=Run(ending=Ending.CANCELLED), given="")
        command = self._prepared.command(box, case.limits.memory_bytes)
        task = self._load.task
        if isinstance(task, InteractiveTask) and case.raw_stdin is None:
            player = Player(name="program", conversation=box.start(command, limits), limits=limits)
            talk = conversed(task.referee(case.problem), player)
            return _Trial(run=talk.runs[0], given=talk.text, talk=talk)
        stdin = task.stdin(case.problem) if case.raw_stdin is None else case.raw_stdin.encode()
        claim = self._load.claim
        if claim is None:
            return _Trial(run=box.run(command, stdin, limits), given=_kept(stdin))
        if claim.windows and case.raw_stdin is None:
            shown = self._showings.run(box, command, stdin, limits, claim.artefacts)
            return _Trial(run=shown.run, given=_kept(stdin), missing=shown.missing)
        run = box.run(command, stdin, limits, claim.artefacts)
        return _Trial(run=run, given=_kept(stdin))

    def _ready_box(self) -> Box | None:
        """Return the open box, or None where it was cancelled."""
        if self._cancelled.is_set():
            return None
        if self._box is None:
            self._box = self._bench.sandbox.open(self._prepared.files)
            if self._bench.warm:
                self._box.start_warm()
            if self._cancelled.is_set():  # cancelled while it was being opened
                return None
        return self._box

    def _opinion(self, case: Case, trial: _Trial, limits: Limits) -> Judgement:
        run = trial.run
        if trial.missing:
            return self._failure(case, trial, Fault(verdict=Verdict.NG, reason=trial.missing))
        fault = run_fault(run, limits, self._prepared.language)
        if fault is not None and trial.talk is not None and run.ending is Ending.WALL_LIMIT:
            fault = Fault(verdict=fault.verdict, reason=trial.talk.sentence or fault.reason)
        if fault is not None and fault.verdict is not Verdict.RTE:
            return self._failure(case, trial, fault)
        if fault is not None and trial.talk and trial.talk.stumble is Stumble.CLOSED:
            fault = Fault(verdict=Verdict.RTE, reason=f"{fault.reason}, {MIDDLE}")
        outcome = _heard(trial.talk) if trial.talk else self._checked(case, run)
        if fault is not None:
            if outcome.accepted:
                right = Fault(
                    verdict=Verdict.RTE,
                    reason=f"{fault.reason} (what it printed was right, but a program has to "
                    "end with exit status 0)",
                )
                return self._failure(case, trial, right)
            return self._failure(case, trial, fault, outcome)
        if outcome.accepted:
            return self._judgement(case, Verdict.AC, run=_slim(run), length=outcome.length)
        wrong = Fault(verdict=Verdict.WA, reason=outcome.reason)
        return self._failure(case, trial, wrong, outcome)

    def _checked(self, case: Case, run: Run) -> Outcome:
        if case.raw_stdout is not None:
            return compare.text_outcome(case.raw_stdout, run.stdout)
        task, claim = self._load.task, self._load.claim
        output = Output(stdout=run.stdout, artefacts=run.artefacts)
        if claim is not None and claim.checker:
            return self._checker.outcome(claim.checker, case.problem, output, claim.name)
        outcome = task.check(case.problem, output, self._load.submission.claim)
        # A check that forgets to return is typed away for us, but not for a stranger's plugin.
        if not isinstance(outcome, Outcome):
            raise TypeError(f"its check returned {outcome!r}, not an Outcome")
        return outcome

    def _failure(
        self,
        case: Case,
        trial: _Trial,
        fault: Fault,
        outcome: Outcome | None = None,
    ) -> Judgement:
        run = trial.run
        shown = outcome.actual[:KEPT_CHARACTERS] if outcome else ""
        expected, actual = self._pictures(case, outcome) if outcome else ("", "")
        told = f" (the conversation: {trial.talk.line})" if trial.talk else ""
        return self._judgement(
            case,
            fault.verdict,
            reason=without_box_folders(fault.reason) + told,
            run=_slim(run),
            input=trial.given[:KEPT_CHARACTERS],
            expected=outcome.expected[:KEPT_CHARACTERS] if outcome else "",
            actual=shown or _kept(run.stdout),
            stderr=without_box_folders(_kept(run.stderr)),
            expected_picture=expected,
            actual_picture=actual,
        )

    def _pictures(self, case: Case, outcome: Outcome) -> tuple[str, str]:
        """Return what was expected and what was printed as pictures; "" where there is none.

        Only the first failures are drawn: nobody looks at the hundredth.
        """
        small = len(outcome.actual) <= KEPT_CHARACTERS
        if case.raw_stdin is not None or self._drawn >= MOST_DRAWN or not small:
            return "", ""
        self._drawn += 1
        task = self._load.task
        try:
            scenes = (
                task.answer_scene(case.problem),
                task.output_scene(case.problem, outcome.actual),
            )
        # A plugin that cannot draw costs its pictures, and nobody a verdict.
        except Exception:  # noqa: BLE001
            return "", ""
        expected, actual = ("" if scene is None else plain_text(scene) for scene in scenes)
        return (expected, actual) if expected and actual else ("", "")

    def _error(self, case: Case, reason: str, error: Exception) -> Judgement:
        detail = "".join(traceback.format_exception(error))
        return self._judgement(case, Verdict.JE, reason=" ".join(reason.split()), detail=detail)

    def _judgement(self, case: Case, verdict: Verdict, **facts: Any) -> Judgement:
        submission = self._load.submission
        return Judgement(
            submission=submission.path,
            task=submission.task,
            suite=case.suite,
            case=case.id,
            case_title=case.title,
            verdict=verdict,
            **facts,
        )


def _was_jostled(trial: _Trial) -> bool:
    """Return whether others kept the machine busy while a program showed something."""
    is_recorded = any(recognised(each.data) is Format.RECORDING for each in trial.run.artefacts)
    return is_recorded and is_crowded(trial.run)


def _heard(talk: Talk[Outcome]) -> Outcome:
    """Return the referee's opinion, or what the judge says of a program that is no partner."""
    if talk.sentence or talk.result is None:
        return Outcome(accepted=False, reason=talk.sentence or "broke the conversation off")
    return talk.result


def _kept(data: bytes) -> str:
    return compare.readable(data[: 4 * KEPT_CHARACTERS])[:KEPT_CHARACTERS]


def _slim(run: Run) -> Run:
    """Return a run without its bulk: a report of many thousand runs must stay small."""
    return Run(
        ending=run.ending,
        exit_status=run.exit_status,
        signal=run.signal,
        cpu_s=run.cpu_s,
        wall_s=run.wall_s,
        memory_bytes=run.memory_bytes,
        start_error=run.start_error,
        warm=run.warm,
    )


def preparation(bench: Bench, load: Workload) -> Prepared | Judgement:
    """Return a submission built and ready to run, or the judgement where it cannot be (CE, NG)."""
    submission = load.submission
    language = bench.languages.named(submission.language)
    missing = _missing(load.claim)
    if missing:
        return judgement_on_the_whole(submission, Verdict.NG, missing)
    driver = next((d for d in load.task.drivers if d.language == language.name), None)
    built = prepare(
        submission,
        language,
        driver if submission.form is Form.CLASS else None,
        bench.sandbox,
    )
    if isinstance(built, Refusal):
        return judgement_on_the_whole(submission, built.verdict, built.reason, built.detail)
    return built


def _missing(claim: Claim | None) -> str:
    """Return what is to be installed before a claim can be judged, in a sentence, or ""."""
    if claim is None:
        return ""
    for module, package in claim.requires:
        if importlib.util.find_spec(module) is None:
            return (
                f"a claim of {claim.name} cannot be judged here: it needs the Python module "
                f"{module}; pip install '{package}'"
            )
    return ""


def judgement_on_the_whole(
    submission: Submission, verdict: Verdict, reason: str, detail: str = ""
) -> Judgement:
    """Return a judgement that is about a submission and not about one case of it."""
    return Judgement(
        submission=submission.path,
        task=submission.task,
        suite=None,
        case=None,
        verdict=verdict,
        reason=reason,
        detail=detail,
    )
