"""Cases of the tasks of loop that are made of choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

import pytest
from choosing import RandomChooser

from judge_plugins.loop.board import Board, first_loose
from judge_plugins.loop.choices import chosen_closed
from judge_plugins.loop.session import SessionTask
from judge_plugins.loop.solve import SolveTask
from judge_plugins.loop.solver import solved
from judge_plugins.loop.unique import UniqueTask

ChosenT = TypeVar("ChosenT")


class SimplestChooser:
    """Makes every choice as simple as it can be, as shrinking does in the end."""

    def integer(self, least: int, most: int) -> int:
        return min(max(0, least), most)

    def choice(self, options: Sequence[ChosenT]) -> ChosenT:
        return options[0]

    def items(self, item: Callable[[], ChosenT], *, least: int, most: int) -> list[ChosenT]:
        return [item() for _ in range(least)]

    def random(self) -> Random:
        return Random(0)


@pytest.mark.parametrize("task", [SolveTask(), UniqueTask()], ids=["solve", "unique"])
def test_chosen_grids_are_valid_small_as_a_rule_and_of_every_kind(
    task: SolveTask | UniqueTask,
) -> None:
    drawn = [task.draw(RandomChooser(seed)) for seed in range(300)]
    assert all(values.keys() == {"grid"} for values in drawn)
    boards = [task.read(values).board for values in drawn]
    kinds = [solved(board).unique for board in boards if solved(board).solvable]
    assert kinds.count(True) > 30
    assert kinds.count(False) > 10
    assert len(boards) - len(kinds) > 30
    assert sum(len(board.tiles) <= 9 for board in boards) > 100
    assert max(board.rows for board in boards) > 9
    assert any(str(values["grid"]) != str(values["grid"]).lower() for values in drawn)


def test_the_simplest_grid_is_a_single_empty_tile() -> None:
    assert UniqueTask().draw(SimplestChooser()) == {"grid": "0"}


def test_chosen_closed_boards_are_closed_and_not_all_empty() -> None:
    boards: list[Board] = [chosen_closed(RandomChooser(seed), 3, 4) for seed in range(20)]
    assert not any(map(first_loose, boards))
    assert any(any(board.tiles) for board in boards)


def test_chosen_sessions_are_valid_and_come_to_every_call_and_reply() -> None:
    task = SessionTask()
    sessions = [task.read(task.draw(RandomChooser(seed))) for seed in range(200)]
    called = {call.name for session in sessions for call in session.calls}
    assert called == set(task.manners)
    printed = {line for session in sessions for line in session.expected}
    assert {"true", "false"} < printed
    for refused in ("tegel", "rooster", "positie"):
        assert any(refused in line for line in printed)
    assert all(not list(task.lint(session)) for session in sessions)


def test_some_chosen_sessions_close_a_grid_that_is_not_empty() -> None:
    task = SessionTask()
    sessions = [task.read(task.draw(RandomChooser(seed))) for seed in range(200)]
    pictures = [task.picture(session) for session in sessions if session.replies[-1] == ("true",)]
    assert any({"┏", "┛"} <= set(picture) for picture in pictures)


def test_the_simplest_session_looks_at_an_empty_tile() -> None:
    assert SessionTask().draw(SimplestChooser()) == {"session": "> Tegel 0\n> toString"}
