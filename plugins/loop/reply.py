"""What a program replied to a board: a grid, the sign that there is no answer, or neither."""

from __future__ import annotations

from dataclasses import dataclass

from judge import compare
from judge_plugins.loop.board import DIGITS, SESSION_SIDES, Board, first_loose, first_replaced

NO_ANSWER = "!"
_REMARK = "#"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A reply: a ``board`` of the right shape, ``refuses`` for ``!``, or what is at ``fault``.

    Beside a board stand the remarks, without blanks at their ends, before and after its last row.
    """

    board: Board | None = None
    refuses: bool = False
    fault: str = ""
    remarks_before: tuple[str, ...] = ()
    remarks_after: tuple[str, ...] = ()


def read_reply(text: str, given: Board) -> Reply:
    """Return what a program replied; remarks (lines that begin with ``#``) are set apart."""
    printed = compare.lines(text)
    lines = [line for line in printed if not _is_remark(line)]
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        return Reply(fault="printed no grid")
    if lines[0] == NO_ANSWER:
        if len(lines) == 1:
            return Reply(refuses=True)
        extra = compare.excerpt(next(filter(None, lines[1:])))
        return Reply(fault=f'more output after "{NO_ANSWER}": "{extra}"')
    for number, line in enumerate(lines[: given.rows], 1):
        fault = _line_fault(number, line, given)
        if fault:
            return Reply(fault=fault)
    if len(lines) < given.rows:
        rows = compare.count(len(lines), "row")
        return Reply(fault=f"the grid ends after {rows}, expected {_size(given)}")
    if len(lines) > given.rows:
        extra = compare.excerpt(next(filter(None, lines[given.rows :])))
        return Reply(fault=f'more output after the {compare.count(given.rows, "row")}: "{extra}"')
    last_row = len(printed) - 1 - printed[::-1].index(lines[-1])
    return Reply(
        board=Board.of(lines),
        remarks_before=tuple(filter(_is_remark, printed[:last_row])),
        remarks_after=tuple(filter(_is_remark, printed[last_row:])),
    )


def _is_remark(line: str) -> bool:
    return line.startswith(_REMARK)


def _size(board: Board) -> str:
    rows, columns = compare.count(board.rows, "row"), compare.count(board.columns, "tile")
    return f"{rows} of {columns}"


def _line_fault(number: int, line: str, given: Board) -> str:
    """Return what is wrong with one line as a row of the grid, or nothing."""
    if not line:
        return f"row {number} is empty, expected {compare.count(given.columns, 'tile')}"
    digits = line.replace(" ", "").replace("\t", "")
    if digits != line and DIGITS.keys() >= set(digits):
        return f'row {number} has blanks among its tiles: "{compare.excerpt(line)}"'
    for index, character in enumerate(line):
        if character not in DIGITS:
            shown = compare.visible(character, keep_newlines=False)
            near = compare.excerpt(line, around=index)
            return (
                f'row {number}, column {index + 1}: "{shown}" is no tile, a tile is one '
                f'hexadecimal digit: "{near}"'
            )
    if len(line) != given.columns:
        tiles = compare.count(len(line), "tile")
        return f"row {number} has {tiles}, the input's rows have {given.columns}"
    return ""


def answer_fault(given: Board, answer: Board) -> str:
    """Return a sentence on the first thing wrong with a grid as an answer; "" where it is right.

    Both boards have the same shape.
    """
    replaced = first_replaced(given, answer)
    if replaced:
        return f"{replaced} (rows and columns count from 1)"
    loose = first_loose(answer)
    if not loose:
        return ""
    fault = f"{loose} (rows and columns count from 1)"
    if first_loose(answer, SESSION_SIDES) is None:
        fault += (
            "; the grid is closed in the bit order of loop/session, "
            "but here up is 1, right 8, down 4 and left 2"
        )
    return fault
