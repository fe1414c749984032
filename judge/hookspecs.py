"""The hooks a plugin can implement; each is called at the time and in the way its text says.

A plugin is a module or object named by an entry point of the group ``judge``::

    [project.entry-points.judge]
    sudoku = "judge_sudoku"

and implements hooks with ``judge.hookspecs.hookimpl``. All hooks collect: every plugin's answer
counts, and two answers of one name are an error that names both plugins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
import pluggy

from judge.models import Judgement, Language, Report
from judge.puzzle import Puzzle

hookspec = pluggy.HookspecMarker("judge")
hookimpl = pluggy.HookimplMarker("judge")

Reporter = Callable[[Report], Iterable[str]]
"""Turns a report into pieces of text, written one after another."""


@hookspec
def judge_puzzles() -> Iterable[Puzzle]:  # type: ignore[empty-body]
    """Return the puzzles that this plugin brings.

    Called once, when the judge starts. Two puzzles of one name are a PluginError that names both
    distributions, and neither is used; a puzzle that is faulty in itself is one, too.
    """


@hookspec
def judge_languages() -> Iterable[Language]:  # type: ignore[empty-body]
    """Return languages to add to the table.

    Called once, when the judge starts. A language with a name or a suffix that is taken is a
    PluginError and is not used; the judge's own languages cannot be replaced.
    """


@hookspec
def judge_reporters() -> Iterable[tuple[str, Reporter]]:  # type: ignore[empty-body]
    """Return report formats: pairs of the name for ``--format`` and a reporter.

    Called once, when the judge starts. Two formats of one name are a PluginError that names both
    distributions, and neither is used. The reporter is called for a report in its format, and its
    pieces are printed or written to the file of ``-o``.
    """


@hookspec
def judge_commands(group: click.Group) -> None:
    """Add commands of your own to ``judge``.

    Called once, when the command line starts. ``group`` is the ``judge`` command itself; a command
    whose name is taken is a PluginError and replaces nothing. What is returned is ignored.
    """


@hookspec
def judge_judged(judgement: Judgement) -> None:
    """Watch a judgement that was just reached.

    Called by ``judge grade`` and ``judge reference`` in the coordinating thread, in the order of
    reaching, not in case order. What an observer returns is ignored; what it raises is reported
    once and changes no verdict.
    """


@hookspec
def judge_finished(report: Report) -> None:
    """Watch the finished report.

    Called by ``judge grade`` and ``judge reference`` once all that will be known is known, also
    after Ctrl-C, and before the report is printed. What an observer returns is ignored; what it
    raises is reported and changes no verdict.
    """
