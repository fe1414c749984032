"""``judge fuzz``: from a program to the smallest input on which it fails, as a case to keep."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from judge import fuzzing
from judge.cases import asking
from judge.cases.writing import suite_text
from judge.cli.console import Status, complain, print_result, require_writable, save_result
from judge.cli.options import COLD, LANGUAGES, SANDBOX_OPTIONS, chosen_sandbox, with_options
from judge.compare import count, lines, visible
from judge.errors import PluginError, UsageError
from judge.examiner import Bench, Workload
from judge.fuzzing import Counterexample, Findings, Recall
from judge.languages import language_table
from judge.manager import Register
from judge.models import Case, Form, Submission, Verdict
from judge.report import failure_text
from judge.sandbox.languages import LanguageTable
from judge.submissions import Overrides, find_submissions, task_id
from judge.units import seconds_text

SCHEMA = 1

_OPTIONS = (
    click.option("--task", help="The task, such as box/simulate; else the file's name tells it."),
    click.option("--claim", help="Judge the program with this claim."),
    click.option(
        "--form",
        type=click.Choice([str(form) for form in Form]),
        help="Judge the program in this form.",
    ),
    click.option("--language", help="Take the program as written in this language."),
    LANGUAGES,
    click.option(
        "--seconds",
        type=click.FloatRange(min=0, min_open=True, max=86_400),
        default=20.0,
        show_default=True,
        help="How long to search; shrinking may take half of that more.",
    ),
    click.option(
        "--examples",
        type=click.IntRange(min=1),
        help="Give up after so many different inputs without a failure.",
    ),
    click.option("--seed", type=int, help="Search as the call did that told this seed."),
    click.option(
        "--fresh",
        is_flag=True,
        help="Forget what an earlier call found, which is tried first otherwise.",
    ),
    click.option(
        "--format",
        "style",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="Form of the result.",
    ),
    click.option(
        "-o",
        "--output",
        type=click.Path(path_type=Path, readable=False),
        help="Write the case to this file.",
    ),
    *SANDBOX_OPTIONS,
    COLD,
)
_EPILOG = (
    "Exit status: 0 no failing input found, 1 one found (or the program cannot be run), 2 a wrong "
    "argument or a faulty submission or plugin, 3 the judge failed, 130 interrupted."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Options:
    """What ``fuzz`` is asked, as typed."""

    task: str | None
    claim: str | None
    form: str | None
    language: str | None
    languages: tuple[Path, ...]
    seconds: float
    examples: int | None
    seed: int | None
    fresh: bool
    style: str
    output: Path | None
    sandbox: str
    require_sandbox: bool
    cold: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Account:
    """What is told of a search: whose, with which seed, and what it came to."""

    load: Workload
    seed: int
    findings: Findings
    picture: str

    @property
    def heading(self) -> str:
        """The program in a line: its path and what it is."""
        submission = self.load.submission
        words = [str(submission.path), str(submission.task), submission.language]
        if submission.form is not Form.PROGRAM:
            words.append(str(submission.form))
        if submission.claim is not None:
            words.append(f"claim {submission.claim}")
        return " · ".join(words)


def _with_all_options(command: Callable[..., Any]) -> Callable[..., Any]:
    return with_options(command, _OPTIONS)


@click.command(epilog=_EPILOG)
@click.argument("path", type=click.Path(path_type=Path, readable=False))
@_with_all_options
@click.pass_obj
def fuzz(register: Register, /, path: Path, **options: Any) -> int:
    """Search for the smallest input on which the program at PATH fails.

    The cases are drawn and judged by the task's own rules. What is found is printed as a case file
    with remarks, and kept: the next call for the same file begins with it. --seed repeats the
    search of an earlier call, but for that.
    """
    asked = _Options(**options)
    if asked.output is not None:
        require_writable(asked.output)
    for fault in register.faults:
        complain(f"plugin fault: {fault}")
    languages = language_table(register, asked.languages)
    load = _workload(path, register, languages, asked)
    if not fuzzing.has_own_draw(load.task):
        complain(f"{load.submission.task} draws its cases at random alone: they shrink badly")
    seed = Random().randrange(2**32) if asked.seed is None else asked.seed
    sandbox = chosen_sandbox(asked.sandbox, require=asked.require_sandbox)
    bench = Bench(register=register, languages=languages, sandbox=sandbox, warm=not asked.cold)
    findings = _found(bench, load, asked, seed)
    picture = _picture(load, findings.counterexample)
    account = _Account(load=load, seed=seed, findings=findings, picture=picture)
    status = max(_told(account, asked), _status(findings))
    return max(status, Status.USAGE) if register.faults else status


def _workload(
    path: Path, register: Register, languages: LanguageTable, asked: _Options
) -> Workload:
    """Return the program at a path; raises SubmissionError or UsageError where there is none."""
    if path.is_dir():
        raise UsageError(f"{path} is a folder; name one program in it")
    overrides = Overrides(
        task=None if asked.task is None else task_id(asked.task, register.puzzles),
        language=None if asked.language is None else languages.named(asked.language).name,
        claim=asked.claim,
        form=Form(asked.form) if asked.form else None,
    )
    found = find_submissions([path], register.puzzles, languages, overrides)
    for fault in found.faults:
        raise fault
    for skipped in found.skipped:
        raise UsageError(f"{path} is no submission: {skipped.reason}; say --task and --language")
    [submission] = found.submissions
    task = register.puzzles[submission.task.puzzle].task(submission.task.task)
    if task is None:
        raise UsageError(f"there is no task {submission.task}")
    return Workload(submission=submission, task=task, cases=())


def _found(bench: Bench, load: Workload, asked: _Options, seed: int) -> Findings:
    """Search; raises UsageError where the search tried nothing, for that proves nothing."""
    fuzzing.keep_files_away()
    memory = fuzzing.memory_of(load.submission)
    if asked.fresh:
        memory.forget()
    budget = fuzzing.Budget(seconds=asked.seconds, examples=asked.examples)
    with _progress() as tell:
        watcher = fuzzing.Watcher(tried=tell)
        findings = fuzzing.fuzz(
            bench, load, budget=budget, seed_number=seed, memory=memory, watcher=watcher
        )
    if not (findings.tried or findings.counterexample or findings.refusal):
        if findings.is_interrupted:
            return findings
        if findings.passed_over:
            submission = load.submission
            raise UsageError(
                f"none of {count(findings.passed_over, 'drawn case')} is for a {submission.form} "
                f"in {submission.language}"
            )
        spent = seconds_text(findings.seconds)
        raise UsageError(f"no input was drawn in {spent}; give the search more --seconds")
    return findings


@contextmanager
def _progress() -> Iterator[Callable[[int, Case | None], None]]:
    """Yield a function that shows, on a terminal, how many inputs were tried."""
    if not sys.stderr.isatty():
        yield lambda tried, best: None
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("no input tried yet")

        def tell(tried: int, best: Case | None) -> None:
            doing = "searching" if best is None else "it fails; shrinking"
            bar.update(task, description=f"{count(tried, 'input')} tried, {doing}")

        yield tell


def _picture(load: Workload, found: Counterexample | None) -> str:
    """Return the failing case as a picture; a task that fails at it costs the picture alone."""
    if found is None:
        return ""
    try:
        return asking.picture_of(load.task, load.submission.task, found.case.problem)
    except PluginError as error:
        complain(f"plugin fault: {error}")
        return ""


def _status(findings: Findings) -> Status:
    if findings.is_interrupted:
        return Status.INTERRUPTED
    found = findings.counterexample
    if found is not None and found.judgement.verdict is Verdict.JE:
        return Status.JUDGE_ERROR
    return Status.OK if found is None and findings.refusal is None else Status.NOT_ACCEPTED


def _told(account: _Account, asked: _Options) -> Status:
    """Print the result, and write the case where it is to go."""
    found = account.findings.counterexample
    if account.findings.is_interrupted:
        complain("interrupted: the result is what was found until then")
    fault = ""
    suite = "" if found is None else _suite(account, found)
    if suite and asked.output is not None:
        fault = save_result([suite], asked.output)
    if asked.style == "json":
        print_result([json.dumps(_facts(account, suite)) + "\n"])
    elif suite and asked.output is None:
        print_result([suite])
    elif not fault:
        where = [f"the case is in {asked.output}"] if suite else []
        print_result(f"{visible(line)}\n" for line in [*_story(account), *where])
    if fault:
        complain(f"error: {fault}")
        return Status.JUDGE_ERROR
    return Status.OK


def _suite(account: _Account, found: Counterexample) -> str:
    limits = fuzzing.LIMITS
    is_slow = found.judgement.verdict is Verdict.TLE
    return suite_text(
        account.load.task,
        found.case,
        list(_story(account)),
        limits=f"{{time: {limits.time_s:g}s, wall: {limits.wall_s:g}s}}" if is_slow else "",
    )


def _story(account: _Account) -> Iterator[str]:
    """Yield what came of a search, line by line, for people."""
    findings = account.findings
    found = findings.counterexample
    failure = findings.refusal if found is None else found.judgement
    if failure is None:
        yield f"{account.heading}: no failing input found"
    else:
        # The case follows: where it will stand is for its owner to say.
        nameless = replace(failure, suite=None, case=None, case_title="")
        yield from failure_text(nameless, account.heading).split("\n")
        yield ""
    if account.picture:
        yield "the input as a picture"
        yield from (f"│ {line}".rstrip() for line in lines(account.picture))
        yield ""
    if found is not None:
        yield _constancy(found)
    if findings.recall is not Recall.NONE:
        yield f"the search began with the input that an earlier call found: {findings.recall.value}"
    if findings.refusal is None:
        tried = f"{count(findings.tried, 'input')} tried in {seconds_text(findings.seconds)}"
        yield f"{tried} (seed {account.seed})"


def _constancy(found: Counterexample) -> str:
    """Return in a sentence whether the program always fails on the input."""
    if found.is_flaky:
        return (
            f"flaky: failed {found.failures} of {found.runs} runs of the same input; what it does "
            "depends on more than its input"
        )
    if found.runs == 1:
        return "the input was run once"
    return f"failed all {found.runs} runs of this input"


def _facts(account: _Account, suite: str) -> dict[str, Any]:
    """Return what came of a search, for programs; texts are spelt out where they are no Unicode."""
    submission = account.load.submission
    findings = account.findings
    found = findings.counterexample
    failure = findings.refusal if found is None else found.judgement
    return {
        "schema": SCHEMA,
        "path": _text(str(submission.path)),
        **_kind(submission),
        "found": found is not None,
        "verdict": None if failure is None else failure.verdict.value,
        "reason": "" if failure is None else _text(failure.reason),
        "runs": 0 if found is None else found.runs,
        "failures": 0 if found is None else found.failures,
        "flaky": found is not None and found.is_flaky,
        "input": "" if failure is None else _text(failure.input),
        "expected": "" if failure is None else _text(failure.expected),
        "actual": "" if failure is None else _text(failure.actual),
        "stderr": "" if failure is None else _text(failure.stderr),
        "detail": "" if failure is None else _text(failure.detail),
        "picture": _text(account.picture),
        "id": None if found is None else found.case.id,
        "values": None if found is None else dict(found.case.values),
        "suite": _text(suite),
        "earlier": findings.recall.name.lower(),
        "tried": findings.tried,
        "seconds": round(findings.seconds, 3),
        "seed": account.seed,
        "interrupted": findings.is_interrupted,
    }


def _kind(submission: Submission) -> dict[str, str | None]:
    return {
        "task": str(submission.task),
        "language": submission.language,
        "form": submission.form.value,
        "claim": submission.claim,
    }


def _text(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
