"""``judge audit``: how strong are the cases? What they let pass of a right program's mutants."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from judge.audit import Audit, Fate, Settings, Stale, mutants_of
from judge.audit import audit as audit_program
from judge.cli.console import Status, complain, deliver, require_writable
from judge.cli.options import (
    CASES,
    JOBS,
    LANGUAGES,
    OUTPUT,
    SANDBOX_OPTIONS,
    CommandT,
    chosen_sandbox,
    tasks_named,
    with_options,
)
from judge.cli.progress import progress
from judge.compare import count, visible
from judge.errors import JudgeError, SubmissionError, UsageError
from judge.examiner import Bench, Workload, workload
from judge.languages import language_table
from judge.manager import Register
from judge.models import Equivalent, Form, Judgement, Submission, TaskId
from judge.mutation import Mutant
from judge.planning import SuiteShelf
from judge.resources import located
from judge.submissions import Overrides, find_submissions, needs_extras
from judge.units import seconds_text

_LANGUAGE = "python"
_MOST_REFUSED = 10
"""how many cases that the program itself fails are named"""

_CHOICES = (
    click.option(
        "--program",
        type=click.Path(path_type=Path, readable=False),
        help="The right program, in place of the task's reference in Python.",
    ),
    CASES,
    JOBS,
    click.option("--sample", type=click.IntRange(min=1), help="Try so many mutants, drawn."),
    click.option("--seed", type=int, default=0, help="Draw others."),
    click.option(
        "--seconds",
        type=click.FloatRange(min=0, min_open=True),
        help="Try mutants for so long, the tasks together; what is left out is told.",
    ),
    click.option(
        "--format",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="Form of the report.",
    ),
    OUTPUT,
    LANGUAGES,
    *SANDBOX_OPTIONS,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What ``audit`` is asked, as typed."""

    program: Path | None
    cases: tuple[Path, ...]
    jobs: int
    sample: int | None
    seed: int
    seconds: float | None
    format: str
    output: Path | None
    languages: tuple[Path, ...]
    sandbox: str
    require_sandbox: bool


_EPILOG = (
    "Exit status: 0 no survivor, 1 survivors (or named equivalents that are none), 2 a wrong "
    "argument, a faulty case file, or a program that is not right, 3 the judge failed, 130 "
    "interrupted."
)


def _options(command: CommandT) -> CommandT:
    return with_options(command, _CHOICES)


@click.command(epilog=_EPILOG)
@click.argument("tasks", nargs=-1, metavar="[TASK]...")
@_options
@click.pass_obj
def audit(register: Register, /, tasks: tuple[str, ...], **options: Any) -> int:
    """Tell how strong the cases of TASKs (default: of all) are.

    A TASK is a task such as box/simulate, or a puzzle such as box for all of its tasks. Its
    reference program in Python is edited in one place, in every way there is; each such mutant is
    run over the cases until one refuses it. A survivor shows a mistake that the cases would let
    pass, or an edit that changes no answer: name that one in a suite, under `equivalent`, with the
    reason.
    """
    return _Call(register, Options(**options)).run(tasks)


class _Call:
    """One call of ``audit``; it collects the exit status as it goes."""

    def __init__(self, register: Register, options: Options) -> None:
        self._register = register
        self._options = options
        self._status = Status.OK
        self._languages = language_table(register, options.languages)
        self._shelf = SuiteShelf(register, paths=options.cases)

    def run(self, names: Sequence[str]) -> int:
        """Find the programs, audit each over its cases, report; return the exit status."""
        if self._options.output is not None:
            require_writable(self._options.output)
        for fault in self._register.faults:
            self._fault(f"plugin fault: {fault}")
        programs = self._given(names) if self._options.program else self._references(names)
        loads = [load for program in programs if (load := self._workload(program)) is not None]
        for error in self._shelf.faults:
            self._fault(f"error: {error}")
        if not loads:
            raise UsageError("there is nothing to audit; see the messages above")
        audits: list[Audit] = []
        try:
            self._collect(loads, audits)
        except KeyboardInterrupt:  # where no audit could take it
            self._status = Status.INTERRUPTED
        if self._status is Status.INTERRUPTED:
            complain("interrupted: the report holds what was done")
        self._print(_as_json(audits) if self._options.format == "json" else _as_text(audits))
        return max([self._status, *map(_status, audits)])

    def _fault(self, message: str) -> None:
        complain(visible(message))
        self._status = max(self._status, Status.USAGE)

    def _given(self, names: Sequence[str]) -> list[Submission]:
        """Return the program that was named, as one of the task that was named, if any was."""
        tasks = tasks_named(names, self._register) if names else set()
        if len(tasks) > 1:
            raise UsageError("--program is of one task; name that one alone, or none")
        path = self._options.program or Path()
        if path.is_dir():
            raise UsageError(f"--program {path} is a folder; name a file")
        overrides = Overrides(task=next(iter(tasks), None))
        found = find_submissions([path], self._register.puzzles, self._languages, overrides)
        for each in (*found.faults, *(f"{path}: {skip.reason}" for skip in found.skipped)):
            raise UsageError(str(each))
        for program in found.submissions:
            if program.language != _LANGUAGE:
                raise UsageError(f"{path} is in {program.language}; only Python can be audited")
        return found.submissions

    def _references(self, names: Sequence[str]) -> list[Submission]:
        """Return the plain Python reference of each task; a task without one is a fault."""
        chosen = []
        for task in sorted(tasks_named(names, self._register), key=str):
            plain = [
                each
                for each in self._programs_of(task)
                if each.language == _LANGUAGE and each.form is Form.PROGRAM and each.claim is None
            ]
            chosen += plain[:1]
            if not plain:
                self._fault(f"error: {task} has no plain reference in Python; name a --program")
        return chosen

    def _programs_of(self, task: TaskId) -> list[Submission]:
        """Return all reference programs of a task."""
        try:
            folder = located(self._register.puzzles[task.puzzle].references)
            found = find_submissions([folder], self._register.puzzles, self._languages)
        except JudgeError as error:
            self._fault(f"error: {error}")
            return []
        return [
            each
            for each in found.submissions
            if each.task == task and not needs_extras(each.path, folder)
        ]

    def _workload(self, program: Submission) -> Workload | None:
        try:
            return workload(self._register, program, self._shelf.suites(program.task))
        except UsageError as error:
            self._fault(f"error: {program.path}: {error}")
            return None

    def _collect(self, loads: Sequence[Workload], audits: list[Audit]) -> None:
        """Audit each program; what one leaves of its time is for those to come."""
        options = self._options
        sandbox = chosen_sandbox(options.sandbox, require=options.require_sandbox)
        bench = Bench(register=self._register, languages=self._languages, sandbox=sandbox)
        left_s = options.seconds
        for number, load in enumerate(loads):
            share_s = None if left_s is None else left_s / (len(loads) - number)
            settings = Settings(
                jobs=options.jobs, sample=options.sample, seed=options.seed, seconds=share_s
            )
            found = self._audit(bench, load, settings)
            if found is not None:
                audits.append(found)
                if found.interrupted:
                    self._status = Status.INTERRUPTED
                    return
                left_s = None if left_s is None else max(0.0, left_s - found.trying_seconds)

    def _audit(self, bench: Bench, load: Workload, settings: Settings) -> Audit | None:
        program = load.submission
        try:
            edits = mutants_of(program)
        except SubmissionError as error:
            self._fault(f"error: {error}")
            return None
        equivalents = [
            each for suite in self._shelf.suites(program.task) for each in suite.equivalents
        ]
        tried = min(len(edits), settings.sample or len(edits))
        with progress(len(load.cases) + tried, str(program.task)) as settled:
            found = audit_program(
                bench, load, edits, equivalents, settings=settings, settled=settled
            )
        if settings.is_partial or self._options.program is not None:
            return found
        return replace(found, stale=(*found.stale, *self._strangers(program.task, equivalents)))

    def _strangers(self, task: TaskId, equivalents: Iterable[Equivalent]) -> Iterator[Stale]:
        """Yield the equivalents of programs that are not there."""
        names = {program.path.name for program in self._programs_of(task)}
        for each in equivalents:
            if each.program not in names:
                yield Stale(equivalent=each, reason=f"there is no reference {each.program}")

    def _print(self, pieces: Iterable[str]) -> None:
        self._status = max(self._status, deliver(pieces, self._options.output))


def _status(found: Audit) -> Status:
    if found.errors:
        return Status.JUDGE_ERROR
    if found.refused:
        return Status.USAGE
    survived = found.having(Fate.SURVIVED)
    return Status.NOT_ACCEPTED if survived or found.stale else Status.OK


def _as_text(audits: Iterable[Audit]) -> Iterator[str]:
    """Yield the report of audits for people."""
    for number, found in enumerate(audits):
        text = "\n".join(_lines(found)) + "\n"
        yield visible(("\n" if number else "") + text)


def _lines(found: Audit) -> Iterator[str]:
    program = found.submission
    yield f"{program.task}  {program.path}  {count(found.cases, 'case')}"
    if found.refused:
        yield from _refusal(found)
        return
    yield f"  {_figures(found)}"
    for trial in found.having(Fate.SURVIVED):
        yield ""
        yield from _survivor(program, trial.mutant)
    for stale in found.stale:
        yield ""
        yield f"  named as equivalent, but {stale.reason}:"
        yield from _item(stale.equivalent)
    for error in found.errors[:_MOST_REFUSED]:
        yield f"  judge error: {_judged(error)}"


def _figures(found: Audit) -> str:
    numbers = [f"{len(found.having(fate))} {fate}" for fate in Fate if found.having(fate)]
    untried = [f"{found.untried} not tried"] if found.untried else []
    told = ", ".join([*numbers, *untried])
    return f"{count(found.mutants, 'mutant')}: {told} ({seconds_text(found.seconds)})"


def _refusal(found: Audit) -> Iterator[str]:
    """Yield the lines on a program that is not right itself."""
    yield f"  the program itself does not pass {count(len(found.refused), 'case')}:"
    yield from (f"    {_judged(each)}" for each in found.refused[:_MOST_REFUSED])
    more = len(found.refused) - _MOST_REFUSED
    if more > 0:
        yield f"    and {more} more"


def _judged(judgement: Judgement) -> str:
    case = f"{judgement.suite}:{judgement.case} " if judgement.case else ""
    return f"{case}{judgement.verdict} {judgement.reason}".rstrip()


def _survivor(program: Submission, mutant: Mutant) -> Iterator[str]:
    yield f"  survivor {mutant.number}, line {mutant.line}: {mutant.operator}"
    for line in mutant.diff.splitlines():
        yield f"    {line}".rstrip()
    yield "  add a case that tells the two apart, or name the edit in a suite of the task:"
    item = Equivalent(program=program.path.name, was=mutant.was, now=mutant.now, why="")
    yield from _item(item)


def _item(entry: Equivalent) -> Iterator[str]:
    """Yield the YAML of a named equivalent."""
    yield "    equivalent:"
    yield f"      - program: {yaml_text(entry.program)}"
    yield f"        was: {yaml_text(entry.was)}"
    yield f"        now: {yaml_text(entry.now)}"
    yield f"        why: {yaml_text(entry.why or 'no input tells them apart, because …')}"


def yaml_text(text: str) -> str:
    """Return a line of text in YAML's double quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{visible(escaped)}"'


def _as_json(audits: Iterable[Audit]) -> Iterator[str]:
    """Yield the report of audits for programs; keys may be added, never renamed."""
    data = {"schema": 1, "audits": [_record(found) for found in audits]}
    yield json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _record(found: Audit) -> dict[str, Any]:
    return {
        "task": str(found.submission.task),
        "program": str(found.submission.path),
        "cases": found.cases,
        "refused": [_judgement_record(each) for each in found.refused],
        "mutants": found.mutants,
        **{fate.name.lower(): len(found.having(fate)) for fate in Fate},
        "untried": found.untried,
        "survivors": [_mutant_record(trial.mutant) for trial in found.having(Fate.SURVIVED)],
        "stale": [{**_names(each.equivalent), "reason": each.reason} for each in found.stale],
        "errors": [_judgement_record(each) for each in found.errors],
        "seconds": round(found.seconds, 3),
        "interrupted": found.interrupted,
    }


def _judgement_record(judgement: Judgement) -> dict[str, Any]:
    return {
        "suite": judgement.suite,
        "case": judgement.case,
        "verdict": str(judgement.verdict),
        "reason": judgement.reason,
    }


def _mutant_record(mutant: Mutant) -> dict[str, Any]:
    return {
        "number": mutant.number,
        "operator": str(mutant.operator),
        "line": mutant.line,
        "was": mutant.was,
        "now": mutant.now,
        "diff": mutant.diff,
    }


def _names(entry: Equivalent) -> dict[str, str]:
    return {"program": entry.program, "was": entry.was, "now": entry.now, "why": entry.why}
