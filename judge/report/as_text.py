"""A report as plain text for the contestant: what failed, how it looked, and the score.

Whatever a program, a file name or a compiler wrote is shown in visible form behind a bar, so that
it can neither steer the terminal nor pass for the judge's own words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.compare import columns, count, lines, spelt, visible, window
from judge.models import Judgement, Measure, Report, Result, Verdict
from judge.report.labels import labels
from judge.report.sides import UNCUT, Tone, answers, beside
from judge.scoring import score
from judge.units import bytes_text, multiplier_text, seconds_text

NARROWEST = 40
"""columns below which nothing is laid out narrower"""

_INDENT = " " * 5
_ROWS = 10
"""lines that are shown of an input, an output or an error text"""
_FAILURES = 3
"""failures of a submission that are shown in full"""
_LISTED = 30
"""further failures that get a line each"""
_SENTENCE = 1000
"""characters that are shown of a reason or a name"""

_BOLD, _FAINT, _RED, _GREEN, _YELLOW = "1", "2", "31", "32", "33"
_TONES = {Tone.PLAIN: "", Tone.FAINT: _FAINT, Tone.MARK: _RED}
_COLOURS = {Verdict.AC: _GREEN, Verdict.JE: _YELLOW, Verdict.NG: _YELLOW}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """What the text is laid out for."""

    width: int
    colour: bool
    rows: int | None
    failures: int | None

    def styled(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.colour and text and style else text

    def verdict(self, verdict: Verdict) -> str:
        return self.styled(f"{verdict.value:<3}", _COLOURS.get(verdict, _RED))


def text_report(
    report: Report, *, width: int = 80, colour: bool = False, full: bool = False
) -> Iterator[str]:
    """Yield the report line by line.

    ``width`` is the terminal's, in columns. By default the first failures of each submission are
    shown with the beginning of what belongs to them; ``full`` shows every failure, whole.
    """
    page = _Page(
        width=max(NARROWEST, width),
        colour=colour,
        rows=None if full else _ROWS,
        failures=None if full else _FAILURES,
    )
    headings = [
        _heading(result, label)
        for result, label in zip(report.results, labels(report.results), strict=True)
    ]
    for result, heading in zip(report.results, headings, strict=True):
        for line in _submission(result, heading, page):
            yield line.rstrip() + "\n"
        yield "\n"
    for line in _closing(report, headings, page):
        yield line.rstrip() + "\n"


def failure_text(judgement: Judgement, program: str, *, width: int = 80) -> str:
    """Return one failure as the text report shows it, under the name of its program."""
    page = _Page(width=width, colour=False, rows=_ROWS, failures=None)
    lines_shown = [visible(program, keep_newlines=False), *_failure(judgement, page)]
    return "\n".join(line.rstrip() for line in lines_shown)


def _submission(result: Result, heading: str, page: _Page) -> Iterator[str]:
    for line in _wrapped(heading, page.width):
        yield page.styled(line, _BOLD)
    failures = [each for each in result.judgements if each.verdict is not Verdict.AC]
    full = len(failures) if page.failures is None else page.failures
    for failure in failures[:full]:
        yield from _failure(failure, page)
    if failures:
        yield ""
    yield from _listed(failures[full:], page)
    first, *others = _wrapped(_sum(result), page.width - len(_INDENT))
    yield page.verdict(result.verdict) + "  " + first
    yield from (_INDENT + line for line in others)
    yield from (_INDENT + page.styled(line, _FAINT) for line in _hint(result, page))


def _heading(result: Result, label: str) -> str:
    submission = result.submission
    words = [label, str(submission.task), submission.language]
    if submission.form.value != "program":
        words.append(submission.form.value)
    if submission.claim is not None:
        words.append(f"claim {submission.claim} (× {multiplier_text(result.multiplier)})")
    return " · ".join(words)


def _failure(failure: Judgement, page: _Page) -> Iterator[str]:
    room = page.width - len(_INDENT)
    place = _wrapped(_place(failure), room) if _place(failure) else []
    reason = _wrapped(failure.reason, room)
    first, *others = [*(page.styled(line, _BOLD) for line in place), *reason]
    yield ""
    yield page.verdict(failure.verdict) + "  " + first
    yield from (_INDENT + line for line in others)
    yield from _block("input", failure.input, page)
    yield from _answers(failure, page)
    yield from _pictures(failure, page)
    yield from _block("stderr", failure.stderr, page, last=True)
    yield from _block("details", failure.detail, page, last=failure.verdict is Verdict.JE)


def _place(judgement: Judgement) -> str:
    place = "" if judgement.case is None else f"{judgement.suite}:{judgement.case}"
    return " · ".join(filter(None, (place, judgement.case_title)))


def _block(name: str, text: str, page: _Page, *, last: bool = False) -> Iterator[str]:
    """Yield a text behind a bar, its first lines or its last ones."""
    rows = lines(text)
    if not rows:
        return
    kept = len(rows) if page.rows is None else page.rows
    hidden = max(0, len(rows) - kept)
    yield _INDENT + page.styled(name, _FAINT)
    if hidden and last:
        yield f"{_INDENT}┆ {count(hidden, 'line')} before"
    room = UNCUT if page.rows is None else page.width - len(_INDENT) - 2
    for row in rows[-kept:] if last else rows[:kept]:
        yield f"{_INDENT}│ {window(row, room)[0]}"
    if hidden and not last:
        yield f"{_INDENT}┆ {count(hidden, 'more line')}"


def _answers(failure: Judgement, page: _Page) -> Iterator[str]:
    """Yield what was expected and what was printed, the first place where they differ marked."""
    wanted, printed = lines(failure.expected), lines(failure.actual)
    if not wanted:
        yield from _block("printed", failure.actual, page)
        return
    for spans in answers(wanted, printed, room=page.width - len(_INDENT), rows=page.rows):
        yield _INDENT + "".join(page.styled(text, _TONES[tone]) for text, tone in spans)


def _pictures(failure: Judgement, page: _Page) -> Iterator[str]:
    """Yield both sides as pictures beside each other, or one below the other."""
    wanted, printed = lines(failure.expected_picture), lines(failure.actual_picture)
    if wanted and printed and wanted != lines(failure.expected):
        for spans in beside(wanted, printed, room=page.width - len(_INDENT)):
            yield _INDENT + "".join(page.styled(text, _TONES[tone]) for text, tone in spans)


def _listed(failures: Sequence[Judgement], page: _Page) -> Iterator[str]:
    """Yield a line for each failure that is not shown in full."""
    for failure in failures[:_LISTED]:
        text = window(_place(failure) or failure.reason, page.width - len(_INDENT))[0]
        yield f"{page.verdict(failure.verdict)}  {text}"
    unlisted = Counter(failure.verdict.value for failure in failures[_LISTED:])
    if unlisted:
        tally = ", ".join(f"{number} {verdict}" for verdict, number in unlisted.items())
        yield f"{_INDENT}and {count(unlisted.total(), 'more failure')}: {tally}"
    if failures:
        yield ""


def _sum(result: Result) -> str:
    """Return what came of a submission in one line."""
    accepted = f"{result.accepted} of {count(result.total, 'case')} accepted"
    whole = any(judgement.case is None for judgement in result.judgements)
    missing = result.total - len(result.judgements)
    parts = [accepted if whole or missing <= 0 else f"{accepted}, {missing} not run"]
    expect = result.submission.expect
    if expect is not None:
        parts.append("as expected" if result.as_hoped else f"{expect.value} was expected")
    parts.append(_points(result))
    runs = [judgement.run for judgement in result.judgements if judgement.run is not None]
    if runs:
        parts.append(f"CPU up to {seconds_text(max(run.cpu_s for run in runs))}")
        parts.append(f"memory up to {bytes_text(max(run.memory_bytes for run in runs))}")
    return " · ".join(parts)


def _points(result: Result) -> str:
    size = count(result.submission.byte_count, "byte")
    factor = f" × {multiplier_text(result.multiplier)}" if result.multiplier != 1 else ""
    if result.score is None:
        return f"{size}{factor}"
    if result.measure is Measure.LENGTH:
        length = sum(judgement.length or 0 for judgement in result.judgements)
        return f"{size} · answers of length {length}{factor} = score {result.score}"
    return f"{size}{factor} = score {result.score}"


def _hint(result: Result, page: _Page) -> list[str]:
    """Return what an accepted submission could save at once, or nothing."""
    source = result.submission.source
    spare = len(source) - len(source.rstrip(b"\r\n"))
    if not spare or result.verdict is not Verdict.AC or result.measure is not Measure.BYTES:
        return []
    less = score(result.submission.byte_count - spare, result.multiplier)
    saved = count(spare, "byte")
    hint = f"hint: leave out the newline at the end of the file: {saved} less, score {less}"
    return _wrapped(hint, page.width - len(_INDENT))


def _closing(report: Report, headings: Sequence[str], page: _Page) -> Iterator[str]:
    """Yield the table of all submissions, the counts and the notes."""
    if len(report.results) > 1:
        yield from _table(report.results, headings, page)
        yield ""
    if len(report.results) != 1:
        tally = Counter(result.verdict.value for result in report.results)
        counts = ", ".join(f"{number} {verdict}" for verdict, number in tally.items())
        number = count(len(report.results), "submission")
        yield from _wrapped(f"{number}: {counts}" if counts else number, page.width)
    remarks = ["interrupted: this is what was done until then"] * report.interrupted
    remarks += [f"note: {note}" for note in report.notes]
    remarks += [f"sandbox: {report.sandbox}"] * bool(report.sandbox)
    for remark in remarks:
        yield from _wrapped(remark, page.width)


def _table(results: Sequence[Result], headings: Sequence[str], page: _Page) -> Iterator[str]:
    rows = [("", "cases", "bytes", "score")]
    rows += [
        (
            result.verdict.value,
            f"{result.accepted}/{result.total}",
            str(result.submission.byte_count),
            "-" if result.score is None else str(result.score),
        )
        for result in results
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    room = page.width - sum(widths) - 2 * len(widths)
    for row, name in zip(rows, ["submission", *headings], strict=True):
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join([row[0].ljust(widths[0]), *cells, window(name, max(room, 8))[0]])


def _wrapped(text: str, width: int) -> list[str]:
    """Return a text on one line in visible form, broken at blanks where it is too wide."""
    pieces = spelt(text[:_SENTENCE]) + ["…"] * (len(text) > _SENTENCE)
    broken: list[str] = []
    row: list[str] = []
    for piece in pieces:
        row.append(piece)
        while columns("".join(row)) > width:  # an escape can be wider than what a cut frees
            blanks = [index for index, each in enumerate(row[:-1]) if each == " "]
            cut = blanks[-1] + 1 if blanks else len(row) - 1
            broken.append("".join(row[:cut]).rstrip(" "))
            row = row[cut:]
    return [*broken, "".join(row)] if row or not broken else broken
