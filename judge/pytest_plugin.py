"""The pytest plugin: every YAML case an item, judged with the reference programs or a submission.

``pytest cases/`` runs all reference programs of a case's task on it, and asks the rules what they
think of its answer; ``pytest cases/ --submission my.py`` runs that program instead. Only YAML
below the folders of the ini option ``judge_cases``, or named by hand, is collected.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Generator, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from judge.cases import load_suite
from judge.compare import visible
from judge.errors import CaseError, JudgeError, SandboxError, UsageError
from judge.examiner import Bench, Examiner, Workload, applies, preparation
from judge.languages import language_table
from judge.manager import Register, load_register
from judge.models import Case, Form, Judgement, Submission, TaskId, Verdict
from judge.puzzle import Task
from judge.report import failure_text
from judge.report.starts import PYTHON, starts_told
from judge.resources import located
from judge.sandbox import Sandbox
from judge.sandbox.builds import Prepared
from judge.sandbox.cgroups import describe
from judge.sandbox.languages import LanguageTable
from judge.sandbox.tiers import AUTO, TIERS, choose
from judge.sandbox.warm import warm_fault
from judge.submissions import Overrides, find_submissions, needs_extras, task_id

_SUFFIXES = frozenset({".yaml", ".yml"})

_STARTS = ("judge_warm_starts", "judge_cold_starts")
"""what is added to a report: how many runs of Python programs were started in either way"""

OPEN_BOXES = 8
"""how many programs' boxes stay open at once between items"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options and the ini option of this plugin."""
    group = parser.getgroup("judge", "case files and submissions")
    group.addoption("--submission", metavar="PATH", help="judge this program on the cases")
    group.addoption("--task", dest="judge_task", help="its task, such as box/simulate")
    group.addoption("--claim", dest="judge_claim", help="the bonus that it claims")
    group.addoption(
        "--form", dest="judge_form", choices=[str(form) for form in Form], help="program or class"
    )
    group.addoption("--language", dest="judge_language", help="its language")
    group.addoption(
        "--sandbox",
        choices=[AUTO, *TIERS],
        default=AUTO,
        help="how programs are kept in bounds (default: the strongest here)",
    )
    group.addoption(
        "--require-sandbox",
        action="store_true",
        help="refuse to run programs that could read files and reach the network",
    )
    group.addoption(
        "--cold",
        dest="judge_cold",
        action="store_true",
        help="start Python anew for every run, not as a fork of one that has just started",
    )
    parser.addini(
        "judge_cases",
        "folders below which YAML files are collected as case files",
        type="args",
        default=["cases"],
    )


_DESK: pytest.StashKey[_Desk] = pytest.StashKey()


def pytest_configure(config: pytest.Config) -> None:
    """Read the submission that is to be judged, if any, before anything is collected."""
    config.stash[_DESK] = desk = _Desk(config)
    if config.getoption("sandbox") != AUTO or config.getoption("require_sandbox"):
        desk.require_sandbox()
    if config.getoption("submission") is not None:
        desk.read_submission()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Close what is still open."""
    desk = config.stash.get(_DESK, None)
    if desk is not None:
        desk.close()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a case file."""
    if file_path.suffix in _SUFFIXES and _is_wanted(file_path, parent.config):
        return CaseFile.from_parent(parent, path=file_path)
    return None


def _is_wanted(path: Path, config: pytest.Config) -> bool:
    folders = [config.rootpath / folder for folder in config.getini("judge_cases")]
    named = (Path(config.invocation_params.dir, arg.split("::")[0]) for arg in config.args)
    return any(path.is_relative_to(folder) for folder in folders) or path in (
        Path(os.path.normpath(arg)) for arg in named
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to a case's report how often Python was started warm and cold, for the summary."""
    report = yield
    if isinstance(item, CaseItem) and call.when == "call":
        # Attributes go with the report from a worker to the summary, and into no other file.
        for name, runs in zip(_STARTS, (item.warm_starts, item.cold_starts), strict=True):
            setattr(report, name, runs)
    return report


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say in which sandbox the cases' programs ran, and how Python was, where there were cases."""
    reports = [
        report
        for kind in ("passed", "failed")
        for report in terminalreporter.getreports(kind)
        if isinstance(report, pytest.TestReport) and Path(report.location[0]).suffix in _SUFFIXES
    ]
    if not reports:
        return
    try:
        sandbox = config.stash[_DESK].sandbox
    except SandboxError:
        return  # each of them says so already
    warning = "" if config.getoption("sandbox") == sandbox.name else sandbox.warning
    terminalreporter.write_line(f"sandbox: {sandbox.name}" + (f" ({warning})" if warning else ""))
    terminalreporter.write_line(describe())
    warm, cold = (sum(getattr(report, name, 0) for report in reports) for name in _STARTS)
    if warm + cold:
        asked_cold = config.getoption("judge_cold")
        told = starts_told(warm, warm + cold, asked_cold=asked_cold, fault=warm_fault())
        terminalreporter.write_line(told)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the cases that the submission is asked; find its task by them where it tells none."""
    desk = config.stash[_DESK]
    if config.getoption("submission") is None:
        return
    tasks = {item.case.task for item in items if isinstance(item, CaseItem)}
    task = desk.settle_task(tasks)
    others = [item for item in items if isinstance(item, CaseItem) and item.case.task != task]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in set(others)]


class CaseFile(pytest.File):
    """A YAML file of cases."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield an item for each case, or one failing item where the file is faulty."""
        desk = self.config.stash[_DESK]
        loaded = load_suite(self.path, self.path.name, desk.register.puzzles)
        if loaded.suite is None or loaded.errors:
            yield FaultyItem.from_parent(self, name="faulty", errors=loaded.errors)
            return
        for case in loaded.suite.cases:
            yield CaseItem.from_parent(self, name=case.id, case=case)


class FaultyItem(pytest.Item):
    """A case file that cannot be used, as one failing item."""

    def __init__(self, *, errors: tuple[CaseError, ...], **arguments: Any) -> None:
        super().__init__(**arguments)
        self.errors = errors

    def runtest(self) -> None:
        """Fail with everything that is wrong in the file."""
        raise CaseFailed("\n".join(map(str, self.errors)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the faults alone: a traceback of ours would tell nothing of them."""
        return _failure(self, excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the file's place."""
        return self.path, None, f"{self.path.name}: faulty case file"


class CaseFailed(Exception):  # noqa: N818 - it tells that a case failed, not an error of ours
    """What a failing item shows."""


class CaseItem(pytest.Item):
    """One case, judged with every program that it is meant for."""

    def __init__(self, *, case: Case, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.case = case
        self.warm_starts = 0
        self.cold_starts = 0
        self.extra_keyword_matches.update(case.tags)

    def runtest(self) -> None:
        """Judge the case; fail with each program's reason, skip where a runtime is missing."""
        desk = self.config.stash[_DESK]
        failures = list(desk.lint(self.case))
        missing: list[str] = []
        for submission in desk.submissions(self.case):
            judgement = desk.judged(submission, self.case)
            if submission.language == PYTHON and judgement.run is not None:
                self.warm_starts += judgement.run.warm
                self.cold_starts += not judgement.run.warm
            if judgement.verdict is Verdict.NG:
                missing.append(judgement.reason)
            elif judgement.verdict is not Verdict.AC:
                # pytest's summary shows the first line: it has to say what went wrong.
                name = visible(submission.path.name, keep_newlines=False)
                reason = visible(judgement.reason, keep_newlines=False)
                failures.append(f"{judgement.verdict} of {name}: {reason}")
                failures.append(failure_text(judgement, str(submission.path)))
        if missing and (desk.requires_all or self.config.getoption("submission")):
            failures.extend(missing)
        if failures:
            raise CaseFailed("\n".join(failures))
        if missing:
            pytest.skip("; ".join(missing))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the judgements' texts alone."""
        return _failure(self, excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the case's place in its file."""
        title = f": {self.case.title}" if self.case.title else ""
        return self.path, self.case.place.line - 1, f"{self.case.id}{title}"


def _failure(item: pytest.Item, excinfo: pytest.ExceptionInfo[BaseException], style: Any) -> Any:
    if isinstance(excinfo.value, CaseFailed | JudgeError):
        return str(excinfo.value)
    return pytest.Item.repr_failure(item, excinfo, style)


class _Desk:
    """What one pytest process needs to judge: plugins, programs, and boxes that stay open.

    Everything is made when it is first needed: other people's test runs, which collect no case
    file, must not pay for it.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self._submission: Submission | None = None
        self._references: dict[str, list[Submission]] = {}
        self._prepared: dict[Path, Prepared | Judgement] = {}
        self._examiners: OrderedDict[Path, Examiner] = OrderedDict()

    @cached_property
    def register(self) -> Register:
        """The plugins; the faults among them are told as warnings."""
        register = load_register()
        for fault in register.faults:
            self.config.issue_config_time_warning(pytest.PytestWarning(str(fault)), stacklevel=2)
        return register

    @cached_property
    def languages(self) -> LanguageTable:
        """The language table."""
        return language_table(self.register)

    @cached_property
    def _bench(self) -> Bench:
        return Bench(
            register=self.register,
            languages=self.languages,
            sandbox=self.sandbox,
            warm=not self.config.getoption("judge_cold"),
        )

    @property
    def sandbox(self) -> Sandbox:
        """The sandbox that was asked for; raises SandboxError."""
        option = self.config.getoption
        return choose(option("sandbox"), require=option("require_sandbox"))

    def require_sandbox(self) -> None:
        """Raise pytest.UsageError where the sandbox that was asked for does not work here."""
        try:
            _ = self.sandbox
        except SandboxError as error:
            raise pytest.UsageError(str(error)) from error

    @property
    def requires_all(self) -> bool:
        """Whether a runtime that is missing here is a failure and no reason to skip."""
        return os.environ.get("JUDGE_REQUIRE_ALL", "") not in {"", "0"}

    def read_submission(self, task: TaskId | None = None) -> None:
        """Read the program named by ``--submission``; raises pytest.UsageError."""
        option = self.config.getoption
        path = Path(self.config.invocation_params.dir, option("submission"))
        try:
            named = option("judge_task")
            overrides = Overrides(
                task=task_id(named, self.register.puzzles) if named else task,
                language=option("judge_language"),
                claim=option("judge_claim"),
                form=Form(option("judge_form")) if option("judge_form") else None,
            )
            if os.path.isdir(path):
                raise UsageError(f"--submission {path} is a folder; name one program")
            found = find_submissions([path], self.register.puzzles, self.languages, overrides)
        except JudgeError as error:
            raise pytest.UsageError(str(error)) from error
        if found.faults:
            raise pytest.UsageError(str(found.faults[0]))
        if found.submissions:
            self._submission = found.submissions[0]
        elif task is not None or named:
            raise pytest.UsageError(f"{path}: {found.skipped[0].reason}")

    def settle_task(self, tasks: set[TaskId]) -> TaskId | None:
        """Return the submission's task: its own, or the one that all cases share."""
        if self._submission is None:
            if len(tasks) > 1:
                names = ", ".join(sorted(map(str, tasks)))
                raise pytest.UsageError(
                    f"--submission: its name tells no task and the cases have several ({names}); "
                    "say --task"
                )
            for task in tasks:
                self.read_submission(task)
        return self._submission.task if self._submission else None

    def submissions(self, case: Case) -> list[Submission]:
        """Return the programs that a case is to be run with; raises CaseFailed for none."""
        task = self._task(case)
        candidates = [self._submission] if self._submission else self._task_references(case.task)
        if not candidates:
            raise CaseFailed(f"there is no reference program for {case.task}")
        chosen = [submission for submission in candidates if applies(task, case, submission)]
        if not chosen:
            pytest.skip("the case does not apply to the program's language and form")
        return chosen

    def lint(self, case: Case) -> Iterator[str]:
        """Yield what the rules have against a case; nothing where a submission is judged."""
        if self._submission is None and case.raw_stdin is None:
            for complaint in self._task(case).lint(case.problem):
                place = f"{case.place.path}:{case.place.line}:{case.place.column}"
                key = f"{complaint.key}: " if complaint.key else ""
                yield f"{place}: {case.id}: {key}{complaint.message}"

    def judged(self, submission: Submission, case: Case) -> Judgement:
        """Return the judgement on a case, or the one on a program that cannot be run."""
        load = Workload(submission=submission, task=self._task(case), cases=(case,))
        bench = self._bench
        if submission.path not in self._prepared:
            self._prepared[submission.path] = preparation(bench, load)
        prepared = self._prepared[submission.path]
        if isinstance(prepared, Judgement):
            return prepared
        examiner = self._examiners.pop(submission.path, None)
        if examiner is None:
            examiner = Examiner(bench, load, prepared)
        self._examiners[submission.path] = examiner
        if len(self._examiners) > OPEN_BOXES:
            _, oldest = self._examiners.popitem(last=False)
            oldest.close()
        judgement = examiner.judge(case)
        if judgement is None:
            raise JudgeError("a run was cancelled though nobody asked for it")
        return judgement

    def _task(self, case: Case) -> Task[Any]:
        task = self.register.puzzles[case.task.puzzle].task(case.task.task)
        if task is None:
            raise JudgeError(f"there is no task {case.task}")
        return task

    def _task_references(self, task: TaskId) -> list[Submission]:
        if task.puzzle not in self._references:
            folder = located(self.register.puzzles[task.puzzle].references)
            found = find_submissions([folder], self.register.puzzles, self.languages)
            if found.faults:
                raise found.faults[0]
            self._references[task.puzzle] = [
                program for program in found.submissions if not needs_extras(program.path, folder)
            ]
        return [program for program in self._references[task.puzzle] if program.task == task]

    def close(self) -> None:
        """Close all boxes."""
        while self._examiners:
            _, examiner = self._examiners.popitem()
            examiner.close()
