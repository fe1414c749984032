"""A report as one HTML page that needs nothing besides itself: no network, no other file.

The board and a line for each submission are there as HTML; the details are data in the page, of
which its script makes text when somebody opens them. Data never become markup: Jinja2 escapes
what it writes, the script sets nothing but text, and the page's own policy forbids every other
script, every style and every request. Whatever cannot be seen is spelt out (``judge.compare``).
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from judge.compare import count
from judge.models import Report, Result, Verdict
from judge.report.html.rows import Rows
from judge.report.html.texts import as_json, sentence
from judge.report.labels import labels
from judge.report.subjects import Subjects
from judge.scoring import Board, Placing, board, contestant_of, points_of
from judge.units import multiplier_text

_HERE = Path(__file__).resolve().parent
_STANDINGS = 10
"""places of a board that are shown at once"""
_MEANINGS = {
    Verdict.AC: "accepted",
    Verdict.WA: "wrong answer",
    Verdict.TLE: "time limit exceeded",
    Verdict.MLE: "memory limit exceeded",
    Verdict.OLE: "output limit exceeded",
    Verdict.RTE: "run-time error",
    Verdict.CE: "compile error",
    Verdict.JE: "judge error",
    Verdict.NG: "not graded",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a page shows of a submission before it is opened; all texts are in visible form."""

    number: int
    label: str
    contestant: str
    task: str
    language: str
    kind: str
    verdict: str
    expected: str
    cases: str
    bytes: str
    score: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A line of a task's board; ``number`` is that of the submission."""

    rank: int
    number: int
    contestant: str
    kind: str
    score: int
    bytes: str
    points: int
    submitted: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskBoard:
    """The best accepted submissions of a task, in order; ``dated`` if it is known when any came."""

    task: str
    measure: str
    dated: bool
    placings: tuple[Place, ...]


def html_report(report: Report, subjects: Subjects | None = None) -> Iterator[str]:
    """Yield the page; with ``subjects`` cases that somebody failed are drawn.

    A case is drawn only where its task can, and no more are drawn than a page can bear.
    """
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = environment.get_template("page.css.jinja").render()
    script = (_HERE / "page.js").read_text(encoding="utf-8")
    entries = _entries(report)
    ranked = board(report.results)
    yield from environment.get_template("page.html.jinja").generate(
        policy=_policy(style, script),
        # Markup: these three are our own, and JSON is escaped so that it can stand in HTML.
        style=Markup(style),  # noqa: S704
        script=Markup(script),  # noqa: S704
        data=Markup(as_json(Rows(report, subjects or Subjects()).packed())),  # noqa: S704
        entries=entries,
        boards=_boards(report, ranked, entries),
        standings=ranked.standings if len(ranked.tasks) > 1 else (),
        shown=_STANDINGS,
        meanings=_MEANINGS,
        choices=_choices(entries),
        tally=Counter(entry.verdict for entry in entries),
        heading=_heading(report),
        notes=[sentence(note) for note in report.notes],
        sandbox=sentence(report.sandbox),
        interrupted=report.interrupted,
    )
    yield "\n"


def _policy(style: str, script: str) -> str:
    """Return the page's own Content-Security-Policy: what is in it, and nothing from elsewhere."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_digest(script)}",
            f"style-src {_digest(style)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _heading(report: Report) -> str:
    tasks = {result.submission.task for result in report.results}
    submissions = count(len(report.results), "submission")
    if len(tasks) == 1:
        return f"{submissions} of {sentence(str(next(iter(tasks))))}"
    return f"{submissions} of {count(len(tasks), 'task')}"


def _entries(report: Report) -> list[Entry]:
    return [
        _entry(number, label, result)
        for number, (label, result) in enumerate(
            zip(labels(report.results), report.results, strict=True)
        )
    ]


def _entry(number: int, label: str, result: Result) -> Entry:
    submission = result.submission
    expect = submission.expect
    kind = [submission.form.value] if submission.form.value != "program" else []
    if submission.claim is not None:
        kind.append(_claim(result))
    return Entry(
        number=number,
        label=sentence(label),
        contestant=sentence(submission.contestant),
        task=sentence(str(submission.task)),
        language=sentence(submission.language),
        kind=" · ".join(kind),
        verdict=result.verdict.value,
        expected="" if expect is None else "as expected" if result.as_hoped else f"not {expect}",
        cases=f"{result.accepted}/{result.total}",
        bytes=str(submission.byte_count),
        score="" if result.score is None else str(result.score),
    )


def _claim(result: Result) -> str:
    claim = result.submission.claim
    return "" if claim is None else f"{sentence(claim)} × {multiplier_text(result.multiplier)}"


def _boards(report: Report, ranked: Board, entries: list[Entry]) -> list[TaskBoard]:
    numbers = {id(result): number for number, result in enumerate(report.results)}
    measures = {result.submission.task: result.measure for result in report.results}
    return [
        TaskBoard(
            task=sentence(str(task)),
            measure=measures[task].value,
            dated=any(placing.result.submission.submitted for placing in placings),
            placings=tuple(
                _place(placing, entries[numbers[id(placing.result)]], points_of(placing, placings))
                for placing in placings
            ),
        )
        for task, placings in ranked.tasks.items()
    ]


def _place(placing: Placing, entry: Entry, points: int) -> Place:
    submitted = placing.result.submission.submitted
    return Place(
        rank=placing.rank,
        number=entry.number,
        contestant=sentence(contestant_of(placing.result)),
        kind=" · ".join(filter(None, (entry.language, entry.kind))),
        score=placing.result.score or 0,
        bytes=entry.bytes,
        points=points,
        submitted="" if submitted is None else submitted.strftime("%Y-%m-%d %H:%M"),
    )


def _choices(entries: list[Entry]) -> dict[str, list[str]]:
    """Return what the page's filters offer, by the property that they ask for."""
    return {
        name: sorted({value for entry in entries if (value := getattr(entry, name))})
        for name in ("task", "contestant", "language")
    }


__all__ = ["html_report"]
