"""The task loop/unique: close a grid, and say whether there is another way to do it."""

from __future__ import annotations

from typing import ClassVar

from judge import compare
from judge.errors import PluginError
from judge.models import Outcome
from judge.puzzle import Field, Role
from judge_plugins.loop.board import Board
from judge_plugins.loop.grid_task import GRID, LARGEST_SHOWN, GridTask, Problem
from judge_plugins.loop.reply import Reply
from judge_plugins.loop.solver import Answers, solved
from judge_plugins.loop.statements import ANSWERS, SOLVABLE, known_answers, optional_boolean

VERDICTS = {"# unique": True, "# not unique": False}
"""The lines that say whether the grid above them is the only answer."""

_LINES = {unique: line for line, unique in VERDICTS.items()}
_EITHER = " or ".join(f'"{line}"' for line in VERDICTS)


class UniqueTask(GridTask):
    """loop/unique. As loop/solve, with a line behind the grid on whether it is the only answer.

    Answers are grids: turns that leave a tile as it is make no other answer. The line has to come
    after the last row, may be there twice but not with both verdicts, and is written exactly as in
    ``VERDICTS``; other remarks are ignored. ``!`` needs no verdict, and one beside it is a remark.
    """

    name = "unique"
    title = "Loop: turn the tiles, and say whether that is the only answer"
    asks_verdict = True
    fields: ClassVar[tuple[Field, ...]] = (
        GRID,
        SOLVABLE,
        optional_boolean(
            "unique", Role.ANSWER, "whether there is exactly one answer; left out: computed"
        ),
        ANSWERS,
    )

    def right_grid_outcome(self, problem: Problem, answer: Board, reply: Reply) -> Outcome:
        """Return whether the verdict is there and right; PluginError where nobody can tell."""
        fault = verdict_fault(reply)
        if fault:
            return Outcome(
                accepted=False,
                reason=fault,
                expected=self.shown(answer, known_answers(problem.board)),
            )
        verdict = next(VERDICTS[line] for line in reply.remarks_after if line in VERDICTS)
        stated = problem.statement.has_one_answer
        if verdict is stated or verdict is _has_one_answer(problem, answer):
            return Outcome(accepted=True)
        reason = f'printed "{_LINES[verdict]}", but the grid has '
        if not verdict:
            expected = f"{answer}\n{_LINES[True]}"
            return Outcome(accepted=False, reason=reason + "no other answer", expected=expected)
        other = _other_answer(problem.board, answer)
        expected = f"{other}\n{_LINES[False]}" if other else ""
        reason += "several answers" + ("; another one is the expected output" if other else "")
        return Outcome(accepted=False, reason=reason, expected=expected)

    def shown(self, answer: Board, found: Answers) -> str:
        """Return the answer's rows and the verdict, if that is known."""
        return str(answer) if found.unique is None else f"{answer}\n{_LINES[found.unique]}"


def verdict_fault(reply: Reply) -> str:
    """Return a sentence on what is wrong with a reply's verdicts, right or not; "" for nothing."""
    early = next((line for line in reply.remarks_before if line in VERDICTS), None)
    if early:
        return f'"{early}" stands before the end of the grid, it has to come after the last row'
    verdicts = [line for line in reply.remarks_after if line in VERDICTS]
    if len(set(verdicts)) > 1:
        return f'printed both "{verdicts[0]}" and "{next(filter(verdicts[0].__ne__, verdicts))}"'
    if verdicts:
        return ""
    fault = f"the grid is right, but no line after it says {_EITHER}"
    near = next((line for line in reply.remarks_after if "unique" in line.lower()), None)
    return f'{fault} in just these words: "{compare.excerpt(near)}"' if near else fault


def _has_one_answer(problem: Problem, answer: Board) -> bool:
    """Return whether an answer is the only one; PluginError where the case is to blame."""
    stated = problem.statement.has_one_answer
    found = known_answers(problem.board)
    is_only = found.unique
    if is_only is None and found.board and found.board != answer:
        is_only = False
    if is_only is None and stated is None:
        raise PluginError(
            "cannot decide whether this grid has exactly one answer; "
            "write the key unique into the case"
        )
    if None not in (is_only, stated) and is_only is not stated:
        fact = f"the grid has {'one answer' if is_only else 'several answers'}"
        raise problem.statement.blame(problem.statement.number_key, fact)
    return bool(stated if is_only is None else is_only)


def _other_answer(board: Board, answer: Board) -> Board | None:
    """Return an answer that differs from a given one, as far as one is easily found."""
    if len(board.tiles) > LARGEST_SHOWN:
        return None
    opposite = board.with_tiles([15 & ~tile for tile in answer.tiles])
    other = solved(board, near=opposite).board
    return other if other != answer else None
