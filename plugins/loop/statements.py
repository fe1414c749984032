"""What a case says of its grid's answers, and what the solver has against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from judge import compare
from judge.errors import CaseError, PluginError
from judge.models import Value
from judge.puzzle import Complaint, Field, Kind, Role
from judge_plugins.loop.board import Board
from judge_plugins.loop.solver import Answers, counted, solved

MOST_COUNTED = 1000
"""The largest number of answers that a case can state."""


def optional_boolean(name: str, role: Role, about: str) -> Field:
    """Return a key that is true or false, or left out."""
    return Field(name=name, kind=Kind.BOOLEAN, about=about, role=role, required=False)


SOLVABLE = optional_boolean(
    "solvable", Role.ANSWER, "whether there is an answer; if not, the reply is !"
)
ANSWERS = Field(
    name="answers",
    kind=Kind.INTEGER,
    about=f"how many answers there are, up to {MOST_COUNTED}; for the lint alone",
    role=Role.ANSWER,
    required=False,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """The keys of a case that are about its grid's answers; None where a key is left out."""

    solvable: bool | None = None
    unique: bool | None = None
    answers: int | None = None

    @classmethod
    def of(cls, values: Mapping[str, Value]) -> Statement:
        """Return what a case's values say; CaseError for a number that nobody would confirm."""
        answers = values.get("answers")
        if answers is not None and not (isinstance(answers, int) and 0 <= answers <= MOST_COUNTED):
            message = f"a number from 0 to {MOST_COUNTED}, not {answers}; no more are counted"
            raise CaseError(message, key="answers")
        return cls(
            solvable=told(values, "solvable"), unique=told(values, "unique"), answers=answers
        )

    @property
    def has_answer(self) -> bool | None:
        """Whether there is an answer; None where no key tells."""
        if self.solvable is not None:
            return self.solvable
        if self.unique is not None:
            return True
        return None if self.answers is None else self.answers > 0

    @property
    def has_one_answer(self) -> bool | None:
        """Whether there is one answer (True) or several (False); None where no key tells."""
        if self.unique is None and self.answers:
            return self.answers == 1
        return self.unique

    def blame(self, key: str, fact: str) -> PluginError:
        """Return the error that a key says what is not so; ``fact`` ends ``..., but``."""
        value = str(getattr(self, key)).lower()
        return PluginError(
            f"the case is wrong, not the program: it says `{key}: {value}`, but {fact}; "
            f"correct the key {key}"
        )

    @property
    def answer_key(self) -> str:
        """The key that tells whether there is an answer; there must be one."""
        if self.solvable is not None:
            return "solvable"
        return "answers" if self.unique is None else "unique"

    @property
    def number_key(self) -> str:
        """The key that tells whether there is one answer; there must be one."""
        return "answers" if self.unique is None else "unique"


def told(values: Mapping[str, Value], key: str) -> bool | None:
    """Return the truth value of an optional key."""
    value = values.get(key)
    return None if value is None else bool(value)


@lru_cache(maxsize=64)
def known_answers(board: Board) -> Answers:
    """Return what the solver can tell of a board: no answer, one or several, and one of them."""
    return solved(board)


def objections(statement: Statement, board: Board, *, verdict: bool) -> Iterator[Complaint]:
    """Yield what the solver has against what a case says of its grid.

    ``verdict`` tells that replies say whether the answer is the only one. What a reply is judged
    by has to be stated where the solver gives up, and the case is believed there; what is stated
    for the lint alone has to be confirmed.
    """
    found = known_answers(board)
    yield from _missing(statement, found, verdict=verdict)
    if statement.unique is not None:
        yield from _about_unique(statement.unique, found, believed=verdict)
    if None not in (statement.solvable, found.solvable) and (
        found.solvable is not statement.solvable
    ):
        has = "an answer" if found.solvable else "no answer"
        yield Complaint(message=f"the grid has {has}", key="solvable")
    if statement.answers is not None:
        yield from _about_number(statement.answers, counted(board, MOST_COUNTED + 1))


def _missing(statement: Statement, found: Answers, *, verdict: bool) -> Iterator[Complaint]:
    if verdict and found.unique is None and statement.has_answer is not False:
        if statement.has_one_answer is None:
            message = "cannot decide whether the grid has exactly one answer; say so: add unique"
            yield Complaint(message=message, key="grid")
    elif found.solvable is None and statement.has_answer is None:
        message = "cannot decide whether the grid has an answer; say so: add solvable"
        yield Complaint(message=message, key="grid")


def _about_unique(unique: bool, found: Answers, *, believed: bool) -> Iterator[Complaint]:
    if found.solvable is False:
        message = "the grid has no answer, neither one nor several; leave unique out"
        yield Complaint(message=message, key="unique")
    elif found.unique is None:
        if not believed:
            message = "cannot decide whether the grid has one answer, so this is not confirmed"
            yield Complaint(message=message, key="unique")
    elif found.unique is not unique:
        has = "exactly one answer" if found.unique else "several answers"
        yield Complaint(message=f"the grid has {has}", key="unique")


def _about_number(answers: int, found: Answers) -> Iterator[Complaint]:
    if found.least > MOST_COUNTED:
        message = f"the grid has more than {MOST_COUNTED} answers"
    elif found.complete:
        message = f"the grid has {compare.count(found.least, 'answer')}"
    elif found.least > answers:
        message = f"the grid has at least {compare.count(found.least, 'answer')}"
    else:
        message = "cannot count the grid's answers, so this is not confirmed"
    if not (found.complete and found.least == answers):
        yield Complaint(message=message, key="answers")
