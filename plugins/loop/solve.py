"""The task loop/solve: turn the tiles of a grid so that it is closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import ClassVar

from judge import compare
from judge.errors import CaseError, PluginError
from judge.models import Outcome, Value
from judge.puzzle import Complaint, Field, Kind, Output, Role, Task
from judge_plugins.loop.board import DIGITS, Board
from judge_plugins.loop.generation import Wanted, random_board
from judge_plugins.loop.reply import NO_ANSWER, Reply, answer_fault, read_reply
from judge_plugins.loop.solver import Answers, solved

_LARGEST_SHOWN = 2500
"""Tiles up to which an answer is worked out to be shown beside a wrong one."""

_LARGEST_SIDE = 500
_USUAL_SIDE = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A case: the grid as written and as a board, and what its author says of the answers."""

    grid: str
    board: Board
    solvable: bool | None
    unique: bool | None


def _optional(name: str, role: Role, about: str) -> Field:
    return Field(name=name, kind=Kind.BOOLEAN, about=about, role=role, required=False)


def _number_option(name: str, about: str) -> Field:
    return Field(name=name, kind=Kind.INTEGER, about=about, role=Role.OPTION, required=False)


class SolveTask(Task[Problem]):
    """loop/solve. Any grid that is closed and made of turns of the input's tiles is right."""

    name = "solve"
    title = "Loop: turn the tiles so that every connector meets another"
    fields: ClassVar[tuple[Field, ...]] = (
        Field(name="grid", kind=Kind.BLOCK, about="the rows, one hexadecimal digit a tile"),
        _optional("solvable", Role.ANSWER, "whether there is an answer; if not, the reply is !"),
        _optional("unique", Role.ANSWER, "whether there is exactly one answer; for the lint alone"),
    )
    options: ClassVar[tuple[Field, ...]] = (
        _number_option("rows", f"1 to {_LARGEST_SIDE}; left out: 1 to {_USUAL_SIDE}"),
        _number_option("columns", f"1 to {_LARGEST_SIDE}; left out: 1 to {_USUAL_SIDE}"),
        _number_option("density", "how many of 100 neighbours are joined; left out: 20 to 90"),
        _optional("solvable", Role.OPTION, "whether there is an answer; left out: true"),
        _optional("unique", Role.OPTION, "one answer (true) or several (false); left out: either"),
    )

    def read(self, values: Mapping[str, Value]) -> Problem:
        """Return the problem of a case; CaseError for a grid that is no rectangle of tiles."""
        grid = str(values["grid"])
        return Problem(
            grid=grid,
            board=_board(grid),
            solvable=_told(values, "solvable"),
            unique=_told(values, "unique"),
        )

    def stdin(self, problem: Problem) -> bytes:
        """Return the grid's rows as written, each with a newline."""
        return problem.grid.encode() + b"\n"

    def check(self, problem: Problem, output: Output, claim: str | None) -> Outcome:
        """Return whether the output is an answer, or rightly says that there is none.

        Raises PluginError where the output proves that the case itself is wrong, or where the
        case leaves open whether there is an answer and the solver cannot tell.
        """
        text = compare.decode(output.stdout)
        if isinstance(text, Outcome):
            return text
        reply = read_reply(text, problem.board)
        if reply.refuses:
            return _refusal_outcome(problem, text)
        fault = reply.fault
        if reply.board:
            fault = answer_fault(problem.board, reply.board)
        if fault:
            return _wrong_outcome(problem, reply, fault, text)
        if problem.solvable is False:
            raise PluginError(
                "the case is wrong, not the program: it says `solvable: false`, but what was "
                "printed is an answer; correct the key solvable"
            )
        return Outcome(accepted=True)

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return a random grid, its connectors drawn first and its tiles turned afterwards."""
        unique = _told(options, "unique")
        shortest = 2 if unique is False else 1  # a single row or column has one answer at most
        usual = {side: random.randint(shortest, _USUAL_SIDE) for side in ("rows", "columns")}
        options = usual | dict(options)
        wanted = Wanted(
            rows=_number(options, "rows", 1, _LARGEST_SIDE),
            columns=_number(options, "columns", 1, _LARGEST_SIDE),
            density=_number(options, "density", 0, 100) if "density" in options else None,
            solvable=_told(options, "solvable") is not False,
            unique=unique,
        )
        if wanted.unique is not None and not wanted.solvable:
            message = "a grid without an answer has neither one nor several; leave unique out"
            raise CaseError(message, key="unique")
        drawn: dict[str, Value] = {
            "grid": str(random_board(random, wanted)),
            "solvable": wanted.solvable,
        }
        if wanted.unique is not None:
            drawn["unique"] = wanted.unique
        return drawn

    def lint(self, problem: Problem) -> Iterable[Complaint]:
        """Yield what the solver has against what the case says of the grid's answers."""
        found = _solved(problem.board)
        if found.solvable is False and problem.unique is not None:
            message = "the grid has no answer, neither one nor several; leave unique out"
            yield Complaint(message=message, key="unique")
        elif problem.unique is not None:
            yield from _unique_complaints(problem.unique, found)
        if problem.solvable is None:
            if found.solvable is None:
                message = "cannot decide whether the grid has an answer; say so: add solvable"
                yield Complaint(message=message, key="grid")
        elif found.solvable is None:
            message = "cannot decide whether the grid has an answer, so this is not confirmed"
            yield Complaint(message=message, key="solvable")
        elif found.solvable is not problem.solvable:
            has = "an answer" if found.solvable else "no answer"
            yield Complaint(message=f"the grid has {has}", key="solvable")


def _unique_complaints(unique: bool, found: Answers) -> Iterator[Complaint]:
    if found.unique is None:
        message = "cannot decide whether the grid has one answer, so this is not confirmed"
        yield Complaint(message=message, key="unique")
    elif found.unique is not unique:
        has = "exactly one answer" if found.unique else "several answers"
        yield Complaint(message=f"the grid has {has}", key="unique")


def _board(grid: str) -> Board:
    lines = grid.split("\n")
    for offset, line in enumerate(lines):
        strangers = [character for character in line if character not in DIGITS]
        if strangers:
            shown = compare.visible(strangers[0], keep_newlines=False)
            message = f'"{shown}" is no tile; write one hexadecimal digit a tile'
            raise CaseError(message, key="grid", offset=offset)
        if not line:
            raise CaseError("this row of the grid is empty", key="grid", offset=offset)
        if len(line) != len(lines[0]):
            message = f"this row has {compare.count(len(line), 'tile')}, the first {len(lines[0])}"
            raise CaseError(message, key="grid", offset=offset)
    return Board.of(lines)


def _told(values: Mapping[str, Value], key: str) -> bool | None:
    value = values.get(key)
    return None if value is None else bool(value)


def _number(options: Mapping[str, Value], key: str, least: int, most: int) -> int:
    value = options[key]
    if not isinstance(value, int) or not least <= value <= most:
        raise CaseError(f"{key} is {least} to {most}, not {value}", key=key)
    return value


@lru_cache(maxsize=64)
def _solved(board: Board) -> Answers:
    return solved(board)


def _refusal_outcome(problem: Problem, text: str) -> Outcome:
    """Return whether a program was right to say that there is no answer."""
    if problem.solvable is False:
        return Outcome(accepted=True)
    found = _solved(problem.board)
    if found.board:
        reason = f'printed "{NO_ANSWER}", but the grid has an answer'
        return Outcome(accepted=False, reason=reason, expected=str(found.board), actual=text)
    told = problem.solvable or problem.unique
    if found.solvable is False and not told:
        return Outcome(accepted=True)
    if found.solvable is False:
        key = "solvable" if problem.solvable else "unique"
        raise PluginError(
            f"the case is wrong, not the program: it says `{key}: true`, but the grid has no "
            f"answer; correct the key {key}"
        )
    if told:
        reason = f'printed "{NO_ANSWER}", but the case says that the grid has an answer'
        return Outcome(accepted=False, reason=reason, actual=text)
    raise PluginError(
        f'cannot decide whether "{NO_ANSWER}" is right for this grid; '
        "write the key solvable into the case"
    )


def _wrong_outcome(problem: Problem, reply: Reply, fault: str, text: str) -> Outcome:
    """Return the outcome of a reply that is no answer, with the nearest answer beside it."""
    if problem.solvable is False:
        expected = NO_ANSWER
    elif len(problem.board.tiles) <= _LARGEST_SHOWN:
        found = solved(problem.board, near=reply.board) if reply.board else _solved(problem.board)
        expected = NO_ANSWER if found.solvable is False else str(found.board or "")
    else:
        expected = ""
    if expected == NO_ANSWER:
        fault += f'; the grid has no answer, so "{NO_ANSWER}" is expected'
    return Outcome(accepted=False, reason=fault, expected=expected, actual=text)
