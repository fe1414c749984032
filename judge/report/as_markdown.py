"""A report as Markdown: for each task a table in the order of the ranking, and what failed.

Everything from outside is escaped: no name, title or output becomes markup, a link or a mention.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from judge.compare import count, visible
from judge.models import Report, Result, TaskId, Verdict
from judge.report.labels import labels
from judge.scoring import by_task, deciding, ranking
from judge.units import multiplier_text

_HEADER = (
    "rank",
    "submission",
    "language",
    "verdict",
    "cases",
    "claim",
    "bytes",
    "multiplier",
    "score",
)
_NUMBERS = frozenset({"rank", "cases", "bytes", "multiplier", "score"})
_MARKUP = re.compile(r"[\\`*_\[\]|~$#]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"}


def markdown_report(report: Report) -> Iterator[str]:
    """Yield a section for each task, then the notes."""
    yield "# Results\n"
    if report.interrupted:
        yield "\nInterrupted: this is what was done until then.\n"
    for task, results in by_task(report.results).items():
        yield from _section(task, results)
    remarks = [*report.notes, f"Sandbox: {report.sandbox}"]
    yield "\n" + "".join(f"- {escaped(remark)}\n" for remark in remarks)


def _section(task: TaskId, results: list[Result]) -> Iterator[str]:
    yield f"\n## {escaped(str(task))}\n\n"
    yield row(_HEADER)
    yield row("--:" if name in _NUMBERS else ":--" for name in _HEADER)
    names = dict(zip(map(id, results), labels(results), strict=True))
    ranks = {id(placing.result): placing for placing in ranking(results)}
    rest = [result for result in results if id(result) not in ranks]
    rest.sort(key=lambda result: result.verdict is not Verdict.AC)
    for placing in ranks.values():
        yield row(_cells(placing.result, names[id(placing.result)], str(placing.rank)))
    for result in rest:
        yield row(_cells(result, names[id(result)], ""))
    failed = [result for result in results if result.verdict is not Verdict.AC]
    if failed:
        yield "\n### Not accepted\n\n"
    for result in failed:
        yield f"- {_failure(result, names[id(result)])}\n"


def _cells(result: Result, name: str, rank: str) -> tuple[str, ...]:
    submission = result.submission
    return (
        rank,
        escaped(name),
        escaped(submission.language),
        result.verdict.value,
        f"{result.accepted}/{result.total}",
        escaped(submission.claim or ""),
        str(submission.byte_count),
        multiplier_text(result.multiplier),
        "" if result.score is None else str(result.score),
    )


def _failure(result: Result, label: str) -> str:
    name = f"**{escaped(label)}** ({escaped(result.submission.language)})"
    decisive = deciding(result.judgements)
    if decisive is None:
        missing = result.total - len(result.judgements)
        return f"{name}: {result.verdict.value}: {count(missing, 'case')} not run"
    place = "" if decisive.case is None else f" at {escaped(f'{decisive.suite}:{decisive.case}')}"
    title = f" ({escaped(decisive.case_title)})" if decisive.case_title else ""
    tally = Counter(each.verdict for each in result.judgements if each.verdict is not Verdict.AC)
    more = tally.total() - 1
    others = f"; {count(more, 'more case')} failed" if more else ""
    return f"{name}: {result.verdict.value}{place}{title}: {escaped(decisive.reason)}{others}"


def row(cells: Iterable[str]) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(cells)} |\n"


def escaped(text: str) -> str:
    """Return a text that is no markup, no link and no mention."""
    shown = _MARKUP.sub(r"\\\g<0>", visible(text[:2000], keep_newlines=False))
    for sign, entity in _ENTITIES.items():
        shown = shown.replace(sign, entity)
    return shown.replace("://", "&#58;//").replace("www.", "www&#46;")
