"""``judge tasks``, ``judge languages`` and ``judge plugins``: what is here and what is missing."""

from __future__ import annotations

from collections.abc import Iterator

import click

from judge.cli.console import Status, complain, print_result, table
from judge.languages import language_table
from judge.manager import Register
from judge.models import Language
from judge.puzzle import Task
from judge.sandbox.languages import LanguageTable


@click.command()
@click.pass_obj
def tasks(register: Register) -> int:
    """List the tasks, the forms and claims that they take, and the keys of their cases."""
    rows = [
        (
            f"{puzzle.name}/{task.name}",
            task.title,
            ", ".join(_forms(task)),
            ", ".join(f"{claim.name} ×{float(claim.multiplier):g}" for claim in task.claims) or "-",
            ", ".join(f"{field.name}{'' if field.required else '?'}" for field in task.fields),
        )
        for puzzle in register.puzzles.values()
        for task in puzzle.tasks
    ]
    print_result(table(("task", "what", "forms", "claims", "keys of a case"), rows))
    return _with_faults(register)


def _forms(task: Task[object]) -> Iterator[str]:
    yield "program"
    for driver in task.drivers:
        yield f"class ({driver.language})"


@click.command()
@click.pass_obj
def languages(register: Register) -> int:
    """List the languages, their suffixes, and which of them work on this machine."""
    known = language_table(register)
    rows = [_language_row(known, language, known.missing(language)) for language in known]
    print_result(table(("language", "suffixes", "here", "version"), rows))
    return _with_faults(register)


def _language_row(known: LanguageTable, language: Language, missing: str) -> tuple[str, ...]:
    suffixes = " ".join(language.suffixes)
    if missing:
        return language.name, suffixes, "no", missing
    return language.name, suffixes, "yes", known.version(language)


@click.command()
@click.pass_obj
def plugins(register: Register) -> int:
    """List the plugins, where they come from and what they bring."""
    rows = [
        (
            source.name,
            f"{source.distribution} {source.version}",
            ", ".join(
                f"{puzzle.name}/{task.name}"
                for name, puzzle in register.puzzles.items()
                if register.owners[name] == source
                for task in puzzle.tasks
            )
            or "-",
        )
        for source in register.sources.values()
    ]
    print_result(table(("plugin", "from", "tasks"), rows))
    return _with_faults(register)


def _with_faults(register: Register) -> int:
    for fault in register.faults:
        complain(f"plugin fault: {fault}")
    return Status.USAGE if register.faults else Status.OK
