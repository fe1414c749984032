"""``judge board``: the leaderboard of results that were kept or written before."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from judge.cli.console import deliver, require_writable
from judge.cli.options import OUTPUT, tasks_named
from judge.errors import UsageError
from judge.manager import Register
from judge.models import Result
from judge.report.boards import BOARD_FORMATS
from judge.report.from_json import results_in
from judge.scoring import board as board_of
from judge.store import Store

_SQLITE = b"SQLite format 3\0"


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, readable=False))
@click.option("--task", "tasks", multiple=True, help="Only this task, or puzzle; may be repeated.")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(BOARD_FORMATS)),
    default="text",
    show_default=True,
    help="Form of the board.",
)
@OUTPUT
@click.pass_obj
def board(
    register: Register,
    paths: tuple[Path, ...],
    tasks: tuple[str, ...],
    form: str,
    output: Path | None,
) -> int:
    """Rank the results at PATHS: stores of ``--store``, or reports of ``--format json``.

    Of each contestant the best accepted submission of a task counts, by score, then bytes, then
    time; equal ones share a rank. Points are best / yours × 1000, their sum ranks over all tasks.
    """
    if output is not None:
        require_writable(output)
    results = [result for path in paths for result in _results(path)]
    if tasks:
        wanted = tasks_named(tasks, register)
        results = [result for result in results if result.submission.task in wanted]
    if not results:
        raise UsageError(f"there is no result in {', '.join(map(str, paths))}")
    return deliver(BOARD_FORMATS[form](board_of(results)), output)


def _results(path: Path) -> Iterable[Result]:
    """Return the results of a store or of a report in JSON; raises UsageError, StoreError."""
    try:
        with path.open("rb") as file:
            begins = file.read(len(_SQLITE))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    if begins != _SQLITE:
        return results_in(path)
    with Store(path) as store:
        return [graded.result() for graded in store.results()]
