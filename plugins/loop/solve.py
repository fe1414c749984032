"""The task loop/solve: turn the tiles of a grid so that it is closed."""

from __future__ import annotations

from typing import ClassVar

from judge.models import Outcome
from judge.puzzle import Field, Role
from judge_plugins.loop.board import Board
from judge_plugins.loop.grid_task import GRID, GridTask, Problem
from judge_plugins.loop.reply import Reply
from judge_plugins.loop.solver import Answers
from judge_plugins.loop.statements import ANSWERS, SOLVABLE, optional_boolean


class SolveTask(GridTask):
    """loop/solve. Any grid that is closed and made of turns of the input's tiles is right."""

    name = "solve"
    title = "Loop: turn the tiles so that every connector meets another"
    asks_verdict = False
    fields: ClassVar[tuple[Field, ...]] = (
        GRID,
        SOLVABLE,
        optional_boolean(
            "unique", Role.ANSWER, "whether there is exactly one answer; for the lint alone"
        ),
        ANSWERS,
    )

    def right_grid_outcome(self, problem: Problem, answer: Board, reply: Reply) -> Outcome:
        """Accept the reply: a right grid is all that is asked."""
        return Outcome(accepted=True)

    def shown(self, answer: Board, found: Answers) -> str:
        """Return the answer's rows."""
        return str(answer)
