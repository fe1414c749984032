"""The progress bar of long work: on standard error, and only where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress(total: int, what: str = "cases") -> Iterator[Callable[[int], None]]:
    """Yield a function that moves the bar on by a number of cases, or of what else is counted."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda settled: bar.advance(task, settled)
