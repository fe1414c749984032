"""``judge tasks``, ``judge languages`` and ``judge plugins``: what is here and what is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import click

from judge.cli.console import Status, complain, print_result, table
from judge.compare import visible
from judge.languages import Hello, language_table, said_hello
from judge.manager import Register
from judge.models import Language, Run
from judge.puzzle import Task
from judge.sandbox import Sandbox
from judge.sandbox.languages import LanguageTable, missing, version
from judge.sandbox.tiers import AUTO, TIERS, choose
from judge.units import bytes_text, seconds_text


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """What one language is like on this machine; ``hello`` is None where it was not run."""

    language: Language
    missing: str
    version: str = ""
    hello: Hello | None = None

    @property
    def state(self) -> str:
        """Whether it is here, in a word."""
        if self.missing:
            return "no"
        return "BROKEN" if self.hello and self.hello.fault else "yes"


@click.command()
@click.option(
    "--languages",
    "files",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A table of further languages, in place of those of the same name (may be repeated).",
)
@click.option("--check", is_flag=True, help="Build and run a hello in each that is here.")
@click.option("--markdown", is_flag=True, help="Print a Markdown table, with the packages.")
@click.option(
    "--sandbox",
    type=click.Choice([AUTO, *TIERS]),
    default=AUTO,
    show_default="the strongest here",
    help="How programs are kept in bounds; 'judge sandbox' shows what works here.",
)
@click.pass_obj
def languages(
    register: Register, files: tuple[Path, ...], check: bool, markdown: bool, sandbox: str
) -> int:
    """List the languages, their suffixes, and which of them work on this machine.

    With --check the exit status is 1 where a language that is here does not say hello.
    """
    chosen = choose(sandbox)
    if check:
        warning = "" if sandbox == chosen.name else chosen.warning  # who asks for it knows
        complain(f"sandbox: {chosen.name}" + (f" ({warning})" if warning else ""))
    looks = _looks(language_table(register, files), chosen, is_check=check)
    columns = _columns(looks, is_check=check, is_long=markdown)
    rows = list(zip(*columns.values(), strict=True))
    print_result((markdown_table if markdown else table)(tuple(columns), rows))
    status = _with_faults(register)
    for look in looks:
        if look.hello is not None and look.hello.fault:
            name = look.language.name
            complain(f"{name} does not work here: {look.hello.fault}\n{look.hello.detail}".strip())
            status = max(status, Status.NOT_ACCEPTED)
    return status


def _looks(known: LanguageTable, sandbox: Sandbox, *, is_check: bool) -> list[_Look]:
    """Look at each language; runs that are measured come after all others, one at a time."""
    absent = {language.name: missing(language) for language in known}
    here = [language for language in known if not absent[language.name]]
    with ThreadPoolExecutor() as pool:
        found = pool.map(lambda language: version(language, sandbox), here)
        versions = {language.name: text for language, text in zip(here, found, strict=True)}
    greeted = {each.name: said_hello(each, sandbox) for each in here if each.hello and is_check}
    return [
        _Look(
            language=language,
            missing=absent[language.name],
            version=versions.get(language.name, ""),
            hello=greeted.get(language.name),
        )
        for language in known
    ]


def _columns(looks: list[_Look], *, is_check: bool, is_long: bool) -> dict[str, list[str]]:
    """Return the columns of the table of languages by their headings."""
    columns = {"language": [look.language.name for look in looks]}
    columns["suffixes"] = [" ".join(look.language.suffixes) for look in looks]
    if any(look.language.code_page for look in looks):
        columns["code page"] = [look.language.code_page or "-" for look in looks]
    if is_long:
        columns["package"] = [look.language.package for look in looks]
    columns["here"] = [look.state for look in looks]
    if is_check:
        columns["time"] = [_of_run(look, lambda run: seconds_text(run.wall_s)) for look in looks]
        columns["memory"] = [
            _of_run(look, lambda run: bytes_text(run.memory_bytes)) for look in looks
        ]
    columns["version"] = [look.missing or look.version for look in looks]
    return columns


def _of_run(look: _Look, told: Callable[[Run], str]) -> str:
    return told(look.hello.run) if look.hello and look.hello.run else "-"


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


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    """Yield the lines of a Markdown table."""
    for row in (header, ["---"] * len(header), *rows):
        cells = (visible(cell, keep_newlines=False).replace("|", "\\|") for cell in row)
        yield f"| {' | '.join(cells)} |\n"


def _with_faults(register: Register) -> int:
    for fault in register.faults:
        complain(f"plugin fault: {fault}")
    return Status.USAGE if register.faults else Status.OK
