"""A board as text, JSON, CSV or Markdown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from judge.compare import columns, count, visible
from judge.models import Measure, Result
from judge.report.as_csv import guarded, record
from judge.report.as_markdown import escaped, row
from judge.scoring import Board, Placing, contestant_of, points_of
from judge.units import multiplier_text

_COLUMNS = ("rank", "contestant", "score", "bytes", "claim", "language", "points", "when")
_NUMBERS = frozenset({"rank", "score", "bytes", "points"})

BoardFormat = Callable[[Board], Iterator[str]]


def text_board(board: Board) -> Iterator[str]:
    """Yield a table for each task, then the one over all where there are several."""
    for number, (task, placings) in enumerate(board.tasks.items()):
        yield "\n" * bool(number) + f"{task}{_measured(placings)}\n"
        if placings:
            yield from _table(_COLUMNS, [_cells(placing, placings) for placing in placings])
        else:
            yield "nobody's submission is accepted yet\n"
    if len(board.tasks) > 1:
        yield f"\nall {count(len(board.tasks), 'task')}: the sum of best / yours × 1000\n"
        yield from _table(*_overall(board))


def json_board(board: Board) -> Iterator[str]:
    """Yield one JSON object, pure ASCII."""
    yield json.dumps(
        {
            "schema": 1,
            "tasks": {
                str(task): [_facts(placing, placings) for placing in placings]
                for task, placings in board.tasks.items()
            },
            "overall": [
                {
                    "rank": each.rank,
                    "contestant": _plain(each.contestant),
                    "points": each.points,
                    "by_task": {str(task): points for task, points in each.by_task.items()},
                }
                for each in board.standings
            ],
        },
        indent=1,
    )
    yield "\n"


def csv_board(board: Board) -> Iterator[str]:
    """Yield a record for each placing; those over all tasks have an empty task."""
    yield record(("task", *_COLUMNS))
    for task, placings in board.tasks.items():
        for placing in placings:
            yield record((str(task), *map(guarded, _cells(placing, placings))))
    for each in board.standings:
        cells = (str(each.rank), each.contestant, "", "", "", "", str(each.points), "")
        yield record(("", *map(guarded, cells)))


def markdown_board(board: Board) -> Iterator[str]:
    """Yield a section with a table for each task, then the one over all."""
    yield "# Board\n"
    for task, placings in board.tasks.items():
        yield f"\n## {escaped(str(task))}\n\n"
        yield from _markdown(_COLUMNS, [_cells(placing, placings) for placing in placings])
    if len(board.tasks) > 1:
        yield "\n## All tasks\n\n"
        yield from _markdown(*_overall(board))


BOARD_FORMATS: Mapping[str, BoardFormat] = {
    "text": text_board,
    "json": json_board,
    "csv": csv_board,
    "markdown": markdown_board,
}
"""The formats of a board, by the name that ``--format`` takes."""


def _measured(placings: Sequence[Placing]) -> str:
    lengths = any(placing.result.measure is Measure.LENGTH for placing in placings)
    return " (the sum of the answers' lengths)" if lengths else ""


def _cells(placing: Placing, placings: Sequence[Placing]) -> tuple[str, ...]:
    result = placing.result
    submission = result.submission
    claim = f"{submission.claim} ×{multiplier_text(result.multiplier)}" if submission.claim else ""
    return (
        str(placing.rank),
        contestant_of(result),
        str(result.score),
        str(submission.byte_count),
        claim,
        submission.language,
        str(points_of(placing, placings)),
        _when(result),
    )


def _when(result: Result) -> str:
    submitted = result.submission.submitted
    return "" if submitted is None else submitted.strftime("%Y-%m-%d %H:%M")


def _facts(placing: Placing, placings: Sequence[Placing]) -> dict[str, str | int | None]:
    result = placing.result
    submission = result.submission
    return {
        "rank": placing.rank,
        "contestant": _plain(contestant_of(result)),
        "name": _plain(submission.name),
        "path": _plain(str(submission.path)),
        "language": submission.language,
        "form": submission.form.value,
        "claim": submission.claim,
        "multiplier": multiplier_text(result.multiplier),
        "measure": result.measure.value,
        "bytes": submission.byte_count,
        "score": result.score,
        "points": points_of(placing, placings),
        "submitted": submission.submitted.isoformat() if submission.submitted else None,
    }


def _overall(board: Board) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    header = ("rank", "contestant", "points", *map(str, board.tasks))
    rows = [
        (
            str(each.rank),
            each.contestant,
            str(each.points),
            *(str(each.by_task.get(task, "")) for task in board.tasks),
        )
        for each in board.standings
    ]
    return header, rows


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table, numbers at the right of their columns."""
    cells = [[visible(cell, keep_newlines=False) for cell in line] for line in (header, *rows)]
    widths = [max(map(columns, column)) for column in zip(*cells, strict=True)]
    right = [name in _NUMBERS or "/" in name for name in header]
    for line in cells:
        padded = (
            " " * (width - columns(cell)) * is_right
            + cell
            + " " * (width - columns(cell)) * (not is_right)
            for cell, width, is_right in zip(line, widths, right, strict=True)
        )
        yield "  ".join(padded).rstrip() + "\n"


def _markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield row(map(escaped, header))
    yield row("--:" if name in _NUMBERS or "/" in name else ":--" for name in header)
    for line in rows:
        yield row(map(escaped, line))


def _plain(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()
