"""The options that several commands share, and the sandbox that they ask for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from judge.cli.console import complain
from judge.manager import Register
from judge.models import Form, TaskId
from judge.sandbox import Sandbox
from judge.sandbox.tiers import AUTO, TIERS, choose
from judge.submissions import task_id

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


def cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


CASES = click.option(
    "--cases",
    multiple=True,
    type=click.Path(path_type=Path, readable=False),
    help="Case files or folders in place of the puzzle's own; may be repeated.",
)
JOBS = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    default=cores(),
    show_default="the cores",
    help="Programs to run at once.",
)
OUTPUT = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, readable=False),
    help="Write the report to this file.",
)
LANGUAGES = click.option(
    "--languages",
    multiple=True,
    type=click.Path(path_type=Path, readable=False),
    help="A table of further languages, in place of those of the same name; may be repeated.",
)
KIND_OPTIONS = (
    click.option(
        "--claim",
        help="Judge every submission with this claim; of references, those that make it.",
    ),
    click.option(
        "--form",
        type=click.Choice([str(form) for form in Form]),
        help="Judge every submission in this form; of references, those in it.",
    ),
    click.option(
        "--language",
        help="Take every submission as written in this language; of references, those in it.",
    ),
    LANGUAGES,
)
SANDBOX_OPTIONS = (
    click.option(
        "--sandbox",
        type=click.Choice([AUTO, *TIERS]),
        default=AUTO,
        show_default="the strongest here",
        help="How programs are kept in bounds; 'judge sandbox' shows what works here.",
    ),
    click.option(
        "--require-sandbox",
        is_flag=True,
        help="Refuse to run programs that could read files and reach the network.",
    ),
)

COLD = click.option(
    "--cold",
    is_flag=True,
    help="Start Python anew for every run, not as a fork of one that has just started.",
)


def with_options(command: CommandT, options: Iterable[Callable[[Any], Any]]) -> CommandT:
    """Return a command with options added; they are listed in the order given."""
    for option in reversed(tuple(options)):
        command = option(command)
    return command


def chosen_sandbox(name: str, *, require: bool) -> Sandbox:
    """Return the sandbox that was asked for and say which it is; raises SandboxError."""
    sandbox = choose(name, require=require)
    warning = "" if name == sandbox.name else sandbox.warning  # who asks for it knows
    complain(f"sandbox: {sandbox.name}" + (f" ({warning})" if warning else ""))
    return sandbox


def tasks_named(names: Sequence[str], register: Register) -> set[TaskId]:
    """Return the tasks of that name, all of a puzzle's for its name, all there are for no name.

    Raises UsageError for a name that is neither.
    """
    if not names:
        names = tuple(register.puzzles)
    wanted: set[TaskId] = set()
    for name in names:
        puzzle = register.puzzles.get(name)
        if puzzle is None:
            wanted.add(task_id(name, register.puzzles))
        else:
            wanted |= {TaskId(puzzle=name, task=task.name) for task in puzzle.tasks}
    return wanted
