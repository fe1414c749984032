"""The languages that submissions may be in, whoever brings them, and whether they work here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import yaml

from judge.cases import why_not_yaml
from judge.errors import JudgeError, PluginError, UsageError
from judge.manager import Register
from judge.models import Language, Limits, Run, Submission, TaskId
from judge.sandbox import Sandbox
from judge.sandbox.builds import Refusal, prepare
from judge.sandbox.languages import LanguageTable, read_languages
from judge.verdicts import limits_for, run_fault

GREETING = b"hello"
"""what a row's hello has to print"""

_HELLOS = 3

_UNREADABLE = (OSError, RecursionError, yaml.YAMLError)

HELLO_INPUT = b"\n"
"""its input: languages such as sed do nothing without a line"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """How a language's hello went: ``fault`` says why the language does not work, or is ""."""

    fault: str
    detail: str = ""
    run: Run | None = None


def language_table(register: Register, files: Iterable[Path] = ()) -> LanguageTable:
    """Return the table of all languages: the judge's own, those of plugins, those of ``files``.

    A plugin's language that bears a name, a suffix or a shebang of the judge's own, or a shebang
    that another plugin brought before, is left out, and is a fault of its plugin among the
    register's: it costs nobody else anything. A row of an organiser's file replaces the language of
    its name, whoever brought that; the later file wins. Raises JudgeError for a file that cannot be
    read or claims what another language has.
    """
    known = LanguageTable.with_extra(())
    for language in list(register.languages):
        try:
            known = LanguageTable([*known, language])
        except PluginError as error:
            register.languages.remove(language)
            source = register.language_owners[language.name]
            register.faults.append(PluginError(f"the {source}: {error}"))
    for path in files:
        try:
            known = known.with_rows(read_languages(path))
        except PluginError as error:
            raise UsageError(f"{path}: {error}") from error
        except JudgeError as error:
            unreadable = isinstance(error.__cause__, _UNREADABLE)
            fault = why_not_yaml(path) if unreadable else None
            raise UsageError(str(fault or error).partition("\n")[0]) from error
    return known


def said_hello(language: Language, sandbox: Sandbox) -> Hello:
    """Build and run a language's hello in a box as any submission would be; tell how that went.

    The run is the quickest of a few: the first one of a runtime has much to read from the disk.
    """
    path = Path(f"hello{language.suffixes[0] if language.suffixes else ''}")
    entry = Submission(
        name=path.stem,
        contestant="",
        path=path,
        task=TaskId(puzzle="hello", task="hello"),
        language=language.name,
        files={path.name: language.hello.encode()},
    )
    prepared = prepare(entry, language, None, sandbox)
    if isinstance(prepared, Refusal):
        return Hello(fault=prepared.reason, detail=prepared.detail)
    limits = limits_for(language, Limits())
    with sandbox.open(prepared.files) as box:
        command = prepared.command(box)
        runs = [box.run(command, HELLO_INPUT, limits) for _ in range(_HELLOS)]
    run = min(runs, key=lambda each: (not run_fault(each, limits, language), each.wall_s))
    fault = run_fault(run, limits, language)
    detail = run.stderr.decode("utf-8", "backslashreplace")
    if fault is not None:
        return Hello(fault=f"its hello failed: {fault.reason}", detail=detail, run=run)
    if run.stdout.strip() != GREETING:
        return Hello(fault=f"its hello printed {run.stdout[:80]!r}", detail=detail, run=run)
    return Hello(fault="", run=run)
