"""What loop/solve and loop/unique have in common: cases with a grid that is to be closed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from judge import compare
from judge.draw import Scene
from judge.errors import CaseError, PluginError
from judge.models import Outcome, Value
from judge.puzzle import Chooser, Complaint, Field, Kind, Output, Role, Task
from judge_plugins.loop.board import DIGITS, Board
from judge_plugins.loop.choices import chosen_grid
from judge_plugins.loop.generation import Wanted, random_board
from judge_plugins.loop.reply import NO_ANSWER, Reply, answer_fault, read_reply
from judge_plugins.loop.scene import Tiles, tiles_scene
from judge_plugins.loop.solver import Answers, solved
from judge_plugins.loop.statements import (
    Statement,
    known_answers,
    objections,
    optional_boolean,
    told,
)

LARGEST_SHOWN = 2500
"""Tiles up to which an answer is worked out to be shown beside a wrong one."""

GRID = Field(name="grid", kind=Kind.BLOCK, about="the rows, one hexadecimal digit a tile")

_LARGEST_SIDE = 500
_USUAL_SIDE = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A case: the grid as written and as a board, and what its author says of the answers."""

    grid: str
    board: Board
    statement: Statement


def _number_option(name: str, about: str) -> Field:
    return Field(name=name, kind=Kind.INTEGER, about=about, role=Role.OPTION, required=False)


class GridTask(Task[Problem]):
    """A task whose replies are a closed grid of turned tiles, or ``!`` where there is none.

    Class attributes:
        asks_verdict: whether a reply also has to say whether its grid is the only answer.
    """

    asks_verdict: ClassVar[bool]
    options: ClassVar[tuple[Field, ...]] = (
        _number_option("rows", f"1 to {_LARGEST_SIDE}; left out: 1 to {_USUAL_SIDE}"),
        _number_option("columns", f"1 to {_LARGEST_SIDE}; left out: 1 to {_USUAL_SIDE}"),
        _number_option("density", "how many of 100 neighbours are joined; left out: 20 to 90"),
        optional_boolean("solvable", Role.OPTION, "whether there is an answer; left out: true"),
        optional_boolean(
            "unique", Role.OPTION, "one answer (true) or several (false); left out: either"
        ),
    )

    @abstractmethod
    def right_grid_outcome(self, problem: Problem, answer: Board, reply: Reply) -> Outcome:
        """Return the outcome of a reply whose grid is an answer; ``actual`` is filled in later."""

    @abstractmethod
    def shown(self, answer: Board, found: Answers) -> str:
        """Return a right reply as it is shown beside a wrong one."""

    def read(self, values: Mapping[str, Value]) -> Problem:
        """Return the problem of a case; CaseError for a grid that is no rectangle of tiles."""
        grid = str(values["grid"])
        return Problem(grid=grid, board=_board(grid), statement=Statement.of(values))

    def stdin(self, problem: Problem) -> bytes:
        """Return the grid's rows as written, each with a newline."""
        return problem.grid.encode() + b"\n"

    def check(self, problem: Problem, output: Output, claim: str | None) -> Outcome:
        """Return whether the output is right, by the case's own word where that settles it.

        Raises PluginError where the output proves that the case itself is wrong, or where the
        case leaves open what the solver cannot tell.
        """
        text = compare.decode(output.stdout)
        if isinstance(text, Outcome):
            return text
        reply = read_reply(text, problem.board)
        if reply.refuses:
            outcome = self._refusal_outcome(problem)
        elif not reply.board:
            outcome = self._wrong_outcome(problem, None, reply.fault)
        elif fault := answer_fault(problem.board, reply.board):
            outcome = self._wrong_outcome(problem, reply.board, fault)
        elif problem.statement.has_answer is False:
            key = problem.statement.answer_key
            raise problem.statement.blame(key, "what was printed is an answer")
        else:
            outcome = self.right_grid_outcome(problem, reply.board, reply)
        return outcome if outcome.accepted else replace(outcome, actual=text)

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return a random grid, its connectors drawn first and its tiles turned afterwards."""
        unique = told(options, "unique")
        shortest = 2 if unique is False else 1  # a single row or column has one answer at most
        usual = {side: random.randint(shortest, _USUAL_SIDE) for side in ("rows", "columns")}
        options = usual | dict(options)
        wanted = Wanted(
            rows=_number(options, "rows", 1, _LARGEST_SIDE),
            columns=_number(options, "columns", 1, _LARGEST_SIDE),
            density=_number(options, "density", 0, 100) if "density" in options else None,
            solvable=told(options, "solvable") is not False,
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

    def draw(self, choose: Chooser) -> Mapping[str, Value]:
        """Return a grid made of choices; whether it has an answer is left to the solver."""
        return {"grid": chosen_grid(choose)}

    def picture(self, problem: Problem) -> str:
        """Return the grid as given, drawn with box characters; a dot stands for an empty tile."""
        return problem.board.picture

    def scene(self, problem: Problem) -> Scene:
        """Return the grid as given."""
        return _scene(problem.board)

    def answer_scene(self, problem: Problem) -> Scene | None:
        """Return a right grid, or the given one where none is; None where that is not known."""
        if problem.statement.has_answer is False:
            return _scene(problem.board, f"{NO_ANSWER} (there is no answer)")
        found = known_answers(problem.board)
        if found.board:
            return _scene(found.board, "the only answer" if found.unique else "an answer")
        return (
            _scene(problem.board, f"{NO_ANSWER} (there is no answer)") if found.complete else None
        )

    def output_scene(self, problem: Problem, text: str) -> Scene | None:
        """Return the grid that a program printed; None where it printed none of the right size."""
        board = read_reply(text, problem.board).board
        return None if board is None else _scene(board)

    def lint(self, problem: Problem) -> Iterable[Complaint]:
        """Yield what the solver has against what the case says of the grid's answers."""
        return objections(problem.statement, problem.board, verdict=self.asks_verdict)

    def _refusal_outcome(self, problem: Problem) -> Outcome:
        """Return whether a program was right to say that there is no answer."""
        stated = problem.statement.has_answer
        if stated is False:
            return Outcome(accepted=True)
        found = known_answers(problem.board)
        if found.board:
            reason = f'printed "{NO_ANSWER}", but the grid has an answer'
            expected = self.shown(found.board, found)
            return Outcome(accepted=False, reason=reason, expected=expected)
        if found.solvable is False and not stated:
            return Outcome(accepted=True)
        if found.solvable is False:
            key = problem.statement.answer_key
            raise problem.statement.blame(key, "the grid has no answer")
        if stated:
            reason = f'printed "{NO_ANSWER}", but the case says that the grid has an answer'
            return Outcome(accepted=False, reason=reason)
        raise PluginError(
            f'cannot decide whether "{NO_ANSWER}" is right for this grid; '
            "write the key solvable into the case"
        )

    def _wrong_outcome(self, problem: Problem, near: Board | None, fault: str) -> Outcome:
        """Return the outcome of a reply that is no answer, with the nearest answer beside it."""
        expected = ""
        if problem.statement.has_answer is False:
            expected = NO_ANSWER
        elif len(problem.board.tiles) <= LARGEST_SHOWN:
            found = solved(problem.board, near=near) if near else known_answers(problem.board)
            if found.solvable is False:
                expected = NO_ANSWER
            elif found.board:
                expected = self.shown(found.board, found)
        if expected == NO_ANSWER:
            fault += f'; the grid has no answer, so "{NO_ANSWER}" is expected'
        return Outcome(accepted=False, reason=fault, expected=expected)


def _scene(board: Board, title: str = "") -> Scene:
    return tiles_scene(Tiles(numbers=board.tiles, columns=board.columns), title)


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


def _number(options: Mapping[str, Value], key: str, least: int, most: int) -> int:
    value = options[key]
    if not isinstance(value, int) or not least <= value <= most:
        raise CaseError(f"{key} is {least} to {most}, not {value}", key=key)
    return value
