"""A report as one HTML page that needs nothing besides itself: no network, no other file.

The board and a line for each submission are there as HTML; the details are data in the page, of
which its script makes text when somebody opens them. Data never become markup: Jinja2 escapes
what it writes, the script sets nothing but text, and the page's own policy forbids every other
script, every style and every request. Whatever cannot be seen is spelt out (``judge.compare``).
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from judge.compare import count
from judge.models import Report, Result
from judge.report.html.rows import Packed, Rows
from judge.report.html.texts import sentence
from judge.report.labels import labels
from judge.report.subjects import Subjects
from judge.scoring import by_task, ranking
from judge.units import multiplier_text

_HERE = Path(__file__).resolve().parent
_NEVER_RAW = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
"""What JSON may not hold as it is where it stands in HTML: nothing in it can end its element."""


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
class Standing:
    """A line of a board; ``number`` is that of the submission."""

    rank: int
    number: int
    contestant: str
    language: str
    claim: str
    bytes: int
    score: int
    submitted: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The best accepted submissions of a task, in order."""

    task: str
    measure: str
    standings: tuple[Standing, ...]


def html_report(report: Report, subjects: Subjects | None = None) -> Iterator[str]:
    """Yield the page; with ``subjects`` cases that somebody failed are drawn.

    A case is drawn only where its task can, and no more are drawn than a page can bear.
    """
    style, script = ((_HERE / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    template = environment.get_template("page.html.jinja")
    entries = _entries(report)
    yield from template.generate(
        policy=_policy(style, script),
        # Markup: these three are our own, and JSON is escaped so that it can stand in HTML.
        style=Markup(style),  # noqa: S704
        script=Markup(script),  # noqa: S704
        data=Markup(_json(Rows(report, subjects or Subjects()).packed())),  # noqa: S704
        entries=entries,
        boards=_boards(report, entries),
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


def _json(data: Packed) -> str:
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.translate(_NEVER_RAW)


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
        bytes=f"{submission.byte_count:,}".replace(",", "\N{NARROW NO-BREAK SPACE}"),
        score="" if result.score is None else str(result.score),
    )


def _claim(result: Result) -> str:
    claim = result.submission.claim
    return "" if claim is None else f"{sentence(claim)} × {multiplier_text(result.multiplier)}"


def _boards(report: Report, entries: list[Entry]) -> list[Board]:
    numbers = {id(result): number for number, result in enumerate(report.results)}
    return [
        Board(
            task=sentence(str(task)),
            measure=results[0].measure.value,
            standings=tuple(
                _standing(placing.rank, placing.result, entries[numbers[id(placing.result)]])
                for placing in ranking(results)
            ),
        )
        for task, results in by_task(report.results).items()
    ]


def _standing(rank: int, result: Result, entry: Entry) -> Standing:
    submitted = result.submission.submitted
    return Standing(
        rank=rank,
        number=entry.number,
        contestant=entry.contestant or entry.label,
        language=entry.language,
        claim=_claim(result),
        bytes=result.submission.byte_count,
        score=result.score or 0,
        submitted="" if submitted is None else submitted.strftime("%Y-%m-%d %H:%M"),
    )


def _choices(entries: list[Entry]) -> dict[str, list[str]]:
    """Return what the page's filters offer, by the property that they ask for."""
    return {
        name: sorted({value for entry in entries if (value := getattr(entry, name))})
        for name in ("task", "contestant", "language")
    }


__all__ = ["html_report"]
