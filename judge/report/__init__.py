"""Reports: a finished report as text, JSON, JUnit XML, CSV, Markdown or HTML."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rich.console import Console

from judge.hookspecs import Reporter
from judge.report.as_csv import csv_report
from judge.report.as_json import json_report
from judge.report.as_junit import junit_report
from judge.report.as_markdown import markdown_report
from judge.report.as_text import failure_text, text_report

FORMATS: Mapping[str, Reporter] = {
    "text": text_report,
    "json": json_report,
    "junit": junit_report,
    "csv": csv_report,
    "markdown": markdown_report,
}
"""The formats that are built in, by the name that ``--format`` takes."""

HTML = "html"
"""The built-in format that needs an extra's packages: ``judge.report.html``, imported late."""


__all__ = ["FORMATS", "HTML", "failure_text", "text_reporter"]


def text_reporter(*, full: bool, terminal: bool) -> Reporter:
    """Return the text format for a person, with every failure whole if ``full``.

    With ``terminal`` it has the width and the colours of the terminal that standard output is,
    if it is one; ``NO_COLOR`` and ``TERM=dumb`` are respected.
    """
    console = Console()
    if not terminal or not console.is_terminal:
        return partial(text_report, full=full)
    colour = console.color_system is not None and not console.no_color
    return partial(text_report, width=console.width, colour=colour, full=full)
