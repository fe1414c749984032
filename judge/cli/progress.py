"""The progress of long work: on standard error, and only where that is a terminal."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from judge.compare import visible
from judge.models import Judgement, Verdict

_FEWEST_LINES = 4
"""what a terminal keeps for the bar, a heading and the line for the rest"""

_REFRESHES_A_SECOND = 4


@contextmanager
def progress(total: int, what: str = "cases") -> Iterator[Callable[[int], None]]:
    """Yield a function that moves the bar on by a number of cases, or of what else is counted."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with _bar(what) as bar:
        task = bar.add_task(what, total=total)
        yield lambda settled: bar.advance(task, settled)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A submission that is graded: what it is called, and how many cases it has."""

    path: Path
    name: str
    cases: int


@dataclass(slots=True, kw_only=True)
class _Tally:
    """What is known of a submission so far."""

    entry: Entry
    verdicts: Counter[Verdict] = field(default_factory=Counter)

    @property
    def judged(self) -> int:
        return self.verdicts.total()

    @property
    def is_over(self) -> bool:
        return self.judged >= self.entry.cases

    def told(self) -> str:
        failed = {verdict: n for verdict, n in self.verdicts.items() if verdict is not Verdict.AC}
        if not failed:
            return "all right so far" if not self.is_over else str(Verdict.AC)
        return ", ".join(f"{n} {verdict}" for verdict, n in failed.items())


class ClassTable:
    """The table of a class that is being graded: who is being judged, how many are done."""

    def __init__(self, entries: Sequence[Entry], console: Console, bar: Progress) -> None:
        self._console = console
        self._bar = bar
        self._task = bar.add_task("cases", total=sum(entry.cases for entry in entries))
        self._tallies = {entry.path: _Tally(entry=entry) for entry in entries}
        self._latest: dict[Path, None] = {}

    def judged(self, judgement: Judgement) -> None:
        """Take in a judgement that was just reached."""
        tally = self._tallies.get(judgement.submission)
        if tally is None:
            return
        tally.verdicts[judgement.verdict] += tally.entry.cases if judgement.case is None else 1
        self._latest.pop(judgement.submission, None)
        self._latest[judgement.submission] = None

    def settled(self, cases: int) -> None:
        """Move the bar on."""
        self._bar.advance(self._task, cases)

    def __rich__(self) -> RenderableType:
        """Return the table of those that were judged last, the newest first, and the bar."""
        over = [tally for tally in self._tallies.values() if tally.is_over]
        failed = sum(any(v is not Verdict.AC for v in tally.verdicts) for tally in over)
        title = f"{len(over)} of {len(self._tallies)} submissions done, {failed} of them failed"
        table = Table(box=None, padding=(0, 2, 0, 0))
        table.add_column("submission", no_wrap=True, overflow="ellipsis")
        table.add_column("cases", justify="right", no_wrap=True)
        table.add_column("so far", no_wrap=True, overflow="ellipsis")
        room = max(1, min(12, self._console.height - _FEWEST_LINES))
        for path in list(reversed(self._latest))[:room]:
            tally = self._tallies[path]
            name = escape(visible(tally.entry.name, keep_newlines=False))
            table.add_row(name, f"{tally.judged}/{tally.entry.cases}", tally.told())
        return Group(Text(title, no_wrap=True, overflow="ellipsis"), table, self._bar)


@contextmanager
def class_table(entries: Sequence[Entry]) -> Iterator[ClassTable | None]:
    """Yield the live table of several submissions; None where nobody would see it."""
    if not sys.stderr.isatty() or len(entries) < 2:
        yield None
        return
    console = Console(stderr=True)
    table = ClassTable(entries, console, _bar("cases"))
    with Live(table, console=console, transient=True, refresh_per_second=_REFRESHES_A_SECOND):
        yield table


def _bar(what: str) -> Progress:
    return Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
