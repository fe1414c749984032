"""``judge grade`` and ``judge reference``: from paths on the command line to a report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import click

from judge.cli import imported
from judge.cli.console import Status, complain, deliver, require_writable
from judge.cli.options import (
    CASES,
    COLD,
    JOBS,
    KIND_OPTIONS,
    OUTPUT,
    SANDBOX_OPTIONS,
    chosen_sandbox,
    tasks_named,
    with_options,
)
from judge.cli.progress import Entry, class_table, progress
from judge.cli.watching import snapshot, wait_for_change
from judge.compare import count, visible
from judge.errors import JudgeError, PluginError, StoreError, UsageError
from judge.examiner import Bench, Workload, workload
from judge.hookspecs import Reporter
from judge.languages import language_table
from judge.manager import Observers, Register
from judge.models import Form, Judgement, Report, Result, Submission, Suite, TaskId, Verdict
from judge.planning import SuiteShelf
from judge.report import FORMATS, HTML, text_reporter
from judge.report.memory import notes_on_memory
from judge.report.starts import notes_on_starts
from judge.report.subjects import Subjects
from judge.resources import located
from judge.reuse import Archive
from judge.sandbox.cgroups import available_places, describe
from judge.sandbox.warm import warm_fault
from judge.scoring import NextRank, next_rank
from judge.selection import selector
from judge.session import Watcher
from judge.session import grade as grade_workloads
from judge.store import Store
from judge.submissions import Found, Overrides, find_submissions, needs_extras, task_id

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What ``grade`` and ``reference`` are asked, as typed."""

    cases: tuple[Path, ...]
    claim: str | None
    form: str | None
    language: str | None
    languages: tuple[Path, ...]
    jobs: int
    expression: str | None
    seed: int | None
    fail_fast: bool
    format: str
    output: Path | None
    full: bool
    sandbox: str
    require_sandbox: bool
    cold: bool
    store: Path | None
    fresh: bool


def _options(command: CommandT) -> CommandT:
    """Add the options that ``grade`` and ``reference`` share."""
    options = (
        CASES,
        *KIND_OPTIONS,
        JOBS,
        click.option(
            "-k",
            "expression",
            metavar="EXPR",
            help="Only cases whose id or tags match, such as 'turn and not slow'.",
        ),
        click.option("--seed", type=int, help="Draw other generated cases."),
        click.option("--fail-fast", is_flag=True, help="Stop a submission at its first failure."),
        click.option(
            "--format", default="text", show_default=True, help="Form of the report (see below)."
        ),
        OUTPUT,
        click.option("--full", is_flag=True, help="Show every failure whole in the text report."),
        click.option(
            "--store",
            type=click.Path(path_type=Path, readable=False),
            help="Keep results in this file; what was graded before is not run again.",
        ),
        click.option("--fresh", is_flag=True, help="Run everything again, whatever the store has."),
        *SANDBOX_OPTIONS,
        COLD,
    )
    return with_options(command, options)


_EPILOG = (
    f"Formats: {', '.join([*FORMATS, HTML])}, and those of plugins. Exit status: 0 all accepted "
    "(or as expected), 1 some not, 2 a wrong argument or a faulty case, submission or plugin, 3 "
    "the judge failed, 130 interrupted."
)


@click.command(epilog=_EPILOG)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, readable=False))
@click.option("--task", help="The task of every submission, such as box/simulate.")
@click.option("--watch", is_flag=True, help="Grade again whenever a file changes, until Ctrl-C.")
@_options
@click.pass_obj
def grade(
    register: Register,
    /,
    paths: tuple[Path, ...],
    task: str | None,
    watch: bool,
    **options: Any,
) -> int:
    """Judge the programs at PATHS, files or folders, and score those that are right.

    The file's name tells the task (box-simulate.py), the claim (box-simulate.ascii.py) and the
    form (nim-session.class.js); so do a sidecar FILE.yaml and the options. The first folder below
    a path names the contestant; so does a path itself among several beside each other (class/*).
    """
    wanted = None if task is None else task_id(task, register.puzzles)
    nothing = (
        f"there is no submission in {', '.join(map(str, paths))}; name files after their task, "
        "such as box-simulate.py, or say --task box/simulate"
    )

    def graded() -> int:
        call = _Call(register, Options(**options))
        return call.run(paths, call.overrides(wanted), lambda _: True, nothing, is_class=True)

    return _watched(graded, [*paths, *options["cases"]]) if watch else graded()


def _watched(graded: Callable[[], int], paths: Sequence[Path]) -> int:
    """Grade whenever files change, until Ctrl-C; return the last exit status."""
    status: int = Status.OK
    try:
        while True:
            before = snapshot(paths)
            try:
                status = graded()
            except JudgeError as error:  # half a file, say, that will be whole in a moment
                complain(f"error: {error}")
                status = Status.USAGE
            if status == Status.INTERRUPTED:
                return status
            complain("waiting for a change; Ctrl-C ends")
            wait_for_change(paths, before)
    except KeyboardInterrupt:
        return status


@click.command(epilog=_EPILOG)
@click.argument("tasks", nargs=-1, metavar="[TASK]...")
@_options
@click.pass_obj
def reference(register: Register, /, tasks: tuple[str, ...], **options: Any) -> int:
    """Run the reference programs of TASKs (default: of all) over the cases.

    A TASK is a task such as box/simulate, or a puzzle such as box for all of its tasks.
    """
    wanted = tasks_named(tasks, register)
    asked = Options(**options)
    call = _Call(register, asked)
    folders = call.reference_folders(sorted({task.puzzle for task in wanted}))

    def is_chosen(submission: Submission) -> bool:
        return (
            submission.task in wanted
            and not any(needs_extras(submission.path, folder) for folder in folders)
            and asked.claim in {None, submission.claim}
            and asked.form in {None, submission.form}
            and asked.language in {None, submission.language}
        )

    kinds = ", ".join(filter(None, (asked.language, asked.form, asked.claim)))
    nothing = f"there is no reference program of {', '.join(tasks) or 'any task'}"
    nothing += f" ({kinds})" if kinds else ""
    return call.run(folders, Overrides(), is_chosen, nothing, is_class=False)


class _Call:
    """One call of ``grade`` or ``reference``; it collects the exit status as it goes."""

    def __init__(self, register: Register, options: Options) -> None:
        self._register = register
        self._options = options
        self._status = Status.OK
        self._loads: Sequence[Workload] = ()
        self._languages = language_table(register, options.languages)
        if options.language is not None:
            self._languages.named(options.language)  # a wrong name is told once, not per file
        self._selects = None if options.expression is None else selector(options.expression)

    def run(
        self,
        paths: Sequence[Path],
        overrides: Overrides,
        chosen: Callable[[Submission], bool],
        nothing: str,
        *,
        is_class: bool,
    ) -> int:
        """Find, judge and report; return the exit status.

        ``nothing`` says that no program is found; of a class, folders beside each other are
        contestants.
        """
        reporter = self._reporter()
        if self._options.output is not None:
            require_writable(self._options.output)
        for plugin_fault in self._register.faults:
            self._fault(f"plugin fault: {plugin_fault}")
        found = find_submissions(
            paths,
            self._register.puzzles,
            self._languages,
            overrides,
            siblings_are_contestants=is_class,
        )
        found.submissions[:] = filter(chosen, found.submissions)
        self._tell_what_was_found(found)
        loads = self._loads = self._workloads(found.submissions)
        if not loads:
            if found.submissions or found.faults:
                nothing = "nothing is left to grade; see the messages above"
            raise UsageError(nothing)
        report = self._graded(loads)
        self._print(report, reporter)
        return max(self._status, _report_status(report))

    def reference_folders(self, puzzles: Iterable[str]) -> list[Path]:
        """Return where the puzzles' reference programs lie; one that brings none is a fault."""
        folders: list[Path] = []
        for puzzle in puzzles:
            try:
                folders.append(located(self._register.puzzles[puzzle].references))
            except PluginError as error:
                self._fault(f"plugin fault: {error}")
        return folders

    def _reporter(self) -> Reporter:
        for taken in sorted(self._register.reporters.keys() & {*FORMATS, HTML}):
            self._fault(f"plugin fault: the format {taken!r} is built in; a plugin's is not used")
        formats = {**self._register.reporters, **FORMATS}
        name = self._options.format
        if name == "text" and self._options.output is None:
            return text_reporter(full=self._options.full, terminal=True)
        if name == "text":
            return text_reporter(full=self._options.full, terminal=False)
        if name == HTML:
            return self._page_reporter()
        if name not in formats:
            there = ", ".join(sorted({*formats, HTML}))
            raise UsageError(f"there is no format {name!r}; formats: {there}")
        return formats[name]

    def _page_reporter(self) -> Reporter:
        """Return the HTML format, which draws the cases that were asked; UsageError without it."""
        module = imported("judge.report.html")

        def page(report: Report) -> Iterable[str]:
            loads = self._loads
            subjects = Subjects(
                tasks={load.submission.task: load.task for load in loads},
                cases={
                    (load.submission.task, case.suite, case.id): case
                    for load in loads
                    for case in load.cases
                },
            )
            pages: Iterable[str] = module.html_report(report, subjects)
            return pages

        return page

    def overrides(self, task: TaskId | None) -> Overrides:
        """Return what the call says of every submission."""
        options = self._options
        return Overrides(
            task=task,
            language=options.language,
            claim=options.claim,
            form=Form(options.form) if options.form else None,
        )

    def _fault(self, message: str) -> None:
        complain(message)
        self._status = max(self._status, Status.USAGE)

    def _tell_what_was_found(self, found: Found) -> None:
        for skipped in found.skipped:
            complain(visible(f"skipped {skipped.path}: {skipped.reason}", keep_newlines=False))
        for fault in found.faults:
            self._fault(visible(f"error: {fault}", keep_newlines=False))

    def _workloads(self, submissions: Iterable[Submission]) -> list[Workload]:
        shelf = SuiteShelf(self._register, paths=self._options.cases, seed=self._options.seed)
        selected: dict[TaskId, list[Suite]] = {}
        loads: list[Workload] = []
        unasked: dict[str, list[Path]] = {}
        for submission in submissions:
            suites = shelf.suites(submission.task)
            if submission.task not in selected:
                selected[submission.task] = self._selected(suites)
            try:
                loads.append(workload(self._register, submission, selected[submission.task]))
            except UsageError as error:
                told = f"{error}{self._emptied(suites, selected[submission.task])}"
                unasked.setdefault(told, []).append(submission.path)
        for fault in shelf.faults:
            self._fault(f"error: {fault}")
        for told, paths in unasked.items():
            others = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
            self._fault(visible(f"error: {paths[0]}{others}: {told}", keep_newlines=False))
        return loads

    def _selected(self, suites: Iterable[Suite]) -> list[Suite]:
        selects = self._selects
        if selects is None:
            return list(suites)
        return [
            replace(suite, cases=tuple(c for c in suite.cases if selects((c.id, *c.tags))))
            for suite in suites
        ]

    def _emptied(self, suites: Iterable[Suite], selected: Iterable[Suite]) -> str:
        """Return what of the call left a task without any case, or "" where nothing did."""
        held = sum(len(suite.cases) for suite in suites)
        if held and not any(suite.cases for suite in selected):
            return f": -k {self._options.expression!r} selects none of its {count(held, 'case')}"
        return ": --cases has none of it" if self._options.cases and not held else ""

    def _graded(self, loads: Sequence[Workload]) -> Report:
        options = self._options
        sandbox = chosen_sandbox(options.sandbox, require=options.require_sandbox)
        bench = Bench(
            register=self._register,
            languages=self._languages,
            sandbox=sandbox,
            warm=not options.cold,
        )
        archive = self._archive(bench)
        observers = Observers(self._register, lambda message: self._fault(f"error: {message}"))
        with _shown(loads) as (judged, settled):

            def tell(judgement: Judgement) -> None:
                judged(judgement)
                observers.tell("judge_judged", judgement=judgement)

            watcher = Watcher(judged=tell, settled=settled)
            report = grade_workloads(
                bench,
                loads,
                jobs=self._options.jobs,
                fail_fast=self._options.fail_fast,
                watcher=watcher,
                archive=archive,
            )
        if archive is not None:
            told = self._kept(archive, report, loads)
            report = replace(report, notes=(*report.notes, *told))
        observers.tell("judge_finished", report=report)
        if report.interrupted:
            complain(f"interrupted: the report holds what was done ({_done(report, loads)})")
        is_of_all = any("memory" in place.controllers for place in available_places())
        memory = notes_on_memory(report, scope=describe(), is_of_all=is_of_all)
        starts = notes_on_starts(report, asked_cold=options.cold, fault=warm_fault())
        return replace(report, notes=(*report.notes, *memory, *starts))

    def _archive(self, bench: Bench) -> Archive | None:
        """Return the archive that was asked for; None where there is none, or it cannot be used."""
        path = self._options.store
        if path is None:
            return None
        try:
            store = Store(path)
        except StoreError as error:
            self._store_fault(str(error))
            return None
        if store.is_read_only:
            self._store_fault(f"the store {path} may not be written: nothing new is kept in it")
        conditions = f"{describe()}; {'warm' if bench.warm else 'cold'}"
        fresh = self._options.fresh
        return Archive(store, bench, conditions, fresh=fresh, complain=self._store_fault)

    def _store_fault(self, told: str) -> None:
        complain(f"error: {told}")
        self._status = max(self._status, Status.JUDGE_ERROR)

    def _kept(self, archive: Archive, report: Report, loads: Sequence[Workload]) -> Iterator[str]:
        """Keep the results that are complete; yield what the store has to say of them."""
        whole = self._options.expression is None  # some of the cases say nothing of a rank
        finished = [result for result in report.results if whole and _is_complete(result)]
        archive.finish(finished)
        if len(report.results) == 1 and finished and finished[0].score is not None:
            yield _rank_note(next_rank(finished[0], archive.results()))
        archive.close()
        total = sum(len(load.cases) for load in loads)
        yield f"{archive.reused} of {count(total, 'judgement')} reused from {self._options.store}"

    def _print(self, report: Report, reporter: Reporter) -> None:
        self._status = max(self._status, deliver(reporter(report), self._options.output))


@contextmanager
def _shown(
    loads: Sequence[Workload],
) -> Iterator[tuple[Callable[[Judgement], None], Callable[[int], None]]]:
    """Show how a grade gets on: a bar, and for a class a table; yield what they are told by."""
    entries = [
        Entry(path=load.submission.path, name=load.submission.name, cases=len(load.cases))
        for load in loads
    ]
    with class_table(entries) as table:
        if table is not None:
            yield table.judged, table.settled
            return
        with progress(sum(entry.cases for entry in entries)) as advance:
            yield lambda _: None, advance


def _rank_note(standing: NextRank) -> str:
    """Return where a program stands among those in the store, and what it lacks, in a sentence."""
    told = f"rank {standing.rank} of {standing.of} in the store"
    if standing.better is None:
        return told
    if standing.missing_bytes is None:
        return f"{told}; rank {standing.better} is next"
    return f"{told}; {count(standing.missing_bytes, 'byte')} less make rank {standing.better}"


def _is_complete(result: Result) -> bool:
    """Return whether nothing that is still to be judged can change a result."""
    judged = result.judgements
    return len(judged) == result.total or any(each.verdict is not Verdict.AC for each in judged)


def _done(report: Report, loads: Sequence[Workload]) -> str:
    judged = sum(len(result.judgements) for result in report.results)
    return f"{judged} of {sum(len(load.cases) for load in loads)} cases"


def _report_status(report: Report) -> Status:
    if report.interrupted:
        return Status.INTERRUPTED
    judgements = (j for result in report.results for j in result.judgements)
    if any(judgement.verdict is Verdict.JE for judgement in judgements):
        return Status.JUDGE_ERROR
    if all(result.as_hoped for result in report.results):
        return Status.OK
    return Status.NOT_ACCEPTED
