"""The task box/extract: get every shubble out of the box and no smole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import ClassVar

from judge.compare import count, decode, excerpt, lines
from judge.draw import Film, Scene
from judge.errors import CaseError, PluginError
from judge.models import Measure, Outcome, Value
from judge.puzzle import Chooser, Complaint, Field, Kind, Output, Role, Task
from judge_plugins.box.generation import drawn_box, random_box
from judge_plugins.box.picture import picture
from judge_plugins.box.rules import (
    EMPTY,
    MANIPULATIONS,
    MOST_SHUBBLES,
    SHUBBLE,
    Failure,
    State,
    fault_of_box,
    simulated,
)
from judge_plugins.box.scene import box_scene, end_scene, film_of, printed_scene
from judge_plugins.box.search import GaveUpError, shortest_answer, some_answer

NO_ANSWER = "!"
"""The reply where the shubbles cannot be got out."""

MOST_MANIPULATIONS = 1000
_USUAL_SHUBBLES = 12
_MOST_NAMED = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One case: a box at rest, and what its author says of its answers."""

    start: State
    solvable: bool | None = None
    shortest: int | None = None


class Extract(Task[Problem]):
    """Manipulations after which no shubble is left and both smoles are. Any of them are right."""

    name = "extract"
    title = "get every shubble out of the box and no smole"
    fields: ClassVar[tuple[Field, ...]] = (
        Field(name="box", kind=Kind.LINE, about="the 29 cells at the start: . o x @"),
        Field(
            name="solvable",
            kind=Kind.BOOLEAN,
            about="whether it can be done; if not, the reply is ! (left out: by a search)",
            role=Role.ANSWER,
            required=False,
        ),
        Field(
            name="shortest",
            kind=Kind.INTEGER,
            about="the least number of manipulations; for the lint alone",
            role=Role.ANSWER,
            required=False,
        ),
    )
    options: ClassVar[tuple[Field, ...]] = (
        Field(
            name="shubbles",
            kind=Kind.INTEGER,
            about=f"0 to {MOST_SHUBBLES}; left out: 0 to {_USUAL_SHUBBLES}",
            role=Role.OPTION,
            required=False,
        ),
    )
    measure = Measure.LENGTH

    def read(self, values: Mapping[str, Value]) -> Problem:
        """Return the problem; CaseError for a box that breaks the promises of the input."""
        box = str(values["box"])
        if fault := fault_of_box(box):
            raise CaseError(fault, key="box")
        solvable = bool(values["solvable"]) if "solvable" in values else None
        shortest = values.get("shortest")
        if shortest is None:
            return Problem(start=State(cells=box), solvable=solvable)
        if not isinstance(shortest, int) or not 0 <= shortest <= MOST_MANIPULATIONS:
            message = f"write a number of manipulations, 0 to {MOST_MANIPULATIONS}"
            raise CaseError(message, key="shortest")
        if solvable is False:
            message = "a box that cannot be done has no shortest answer; leave shortest out"
            raise CaseError(message, key="shortest")
        return Problem(start=State(cells=box), solvable=True, shortest=shortest)

    def stdin(self, problem: Problem) -> bytes:
        """Return the box on a line."""
        return f"{problem.start.cells}\n".encode()

    def check(self, problem: Problem, output: Output, claim: str | None) -> Outcome:
        """Return whether the manipulations get all shubbles out, or ``!`` is right.

        The length of an accepted answer is the number of its manipulations, 0 for ``!``. Raises
        PluginError where the output proves that the case itself is wrong, or where the case
        leaves open whether it can be done and the search cannot tell.
        """
        text = decode(output.stdout)
        if isinstance(text, Outcome):
            return text
        printed = lines(text) or [""]
        if len(printed) == 1 and printed[0] == NO_ANSWER:
            return _refusal_outcome(problem, text)
        wrong = _wrong_outcome(problem, printed, text)
        if wrong is not None:
            return wrong
        if problem.solvable is False:
            raise PluginError(
                "the case is wrong, not the program: it says `solvable: false`, but what was "
                "printed gets all shubbles out; correct the key solvable"
            )
        return Outcome(accepted=True, length=len(printed[0]))

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return a random box at rest. Whether it can be done is searched where it matters."""
        shubbles = options.get("shubbles", random.randint(0, _USUAL_SHUBBLES))
        if not isinstance(shubbles, int) or not 0 <= shubbles <= MOST_SHUBBLES:
            raise CaseError(f"write a number from 0 to {MOST_SHUBBLES}", key="shubbles")
        return {"box": random_box(random, shubbles)}

    def lint(self, problem: Problem) -> Iterable[Complaint]:
        """Yield what the search has against what the case says of its answers."""
        key = "solvable" if problem.shortest is None else "shortest"
        try:
            if problem.shortest is None:
                found = _some_answer(problem.start.cells)
            else:
                found = shortest_answer(problem.start.cells)
        except GaveUpError:
            if problem.solvable is None:
                message = "cannot decide whether it can be done; say so: add solvable"
                yield Complaint(message=message, key="box")
            else:
                message = "the search has given up, so this is not confirmed; leave it out"
                yield Complaint(message=message, key=key)
            return
        if found is None and problem.solvable:
            yield Complaint(message="the shubbles cannot all be got out", key=key)
        elif found is not None and problem.solvable is False:
            yield Complaint(message=f'it can be done, for instance by "{found}"', key=key)
        elif found is not None and problem.shortest not in {None, len(found)}:
            told = f'the shortest answer has {count(len(found), "manipulation")} ("{found}")'
            yield Complaint(message=told, key=key)

    def draw(self, choose: Chooser) -> Mapping[str, Value]:
        """Return a box with few shubbles, or with any number of them."""
        most = choose.choice((3, 6, MOST_SHUBBLES))
        return {"box": drawn_box(choose, choose.integer(0, most))}

    def picture(self, problem: Problem) -> str:
        """Return the box at the start."""
        return "\n".join(picture(problem.start))

    def scene(self, problem: Problem) -> Scene:
        """Return the box at the start, drawn."""
        shubbles = count(problem.start.cells.count(SHUBBLE), "shubble")
        return box_scene(problem.start.cells, problem.start.down, f"to get out: {shubbles}")

    def answer_scene(self, problem: Problem) -> Scene | None:
        """Return the box after an answer, not always the shortest; None where there is none."""
        answer = _answer_to_show(problem)
        return None if answer is None else end_scene(problem.start, answer)

    def output_scene(self, problem: Problem, text: str) -> Scene | None:
        """Return the box after the manipulations that were printed, as far as they can be made."""
        printed = lines(text)
        if not printed or set(printed[0]) <= MANIPULATIONS:
            moves = printed[0][:MOST_MANIPULATIONS] if printed else ""
            return end_scene(problem.start, moves)
        return printed_scene(printed, problem.start.down)

    def film(self, problem: Problem, *, smooth: bool) -> Film | None:
        """Return how the shubbles get out, not always by the shortest way."""
        answer = _answer_to_show(problem)
        return None if answer is None else film_of(problem.start, answer, smooth=smooth)


def _answer_to_show(problem: Problem) -> str | None:
    try:
        return _some_answer(problem.start.cells)
    except GaveUpError:
        return None


@lru_cache(maxsize=256)
def _some_answer(cells: str) -> str | None:
    return some_answer(cells)


def _refusal_outcome(problem: Problem, text: str) -> Outcome:
    """Return whether a program was right to say that it cannot be done."""
    if problem.solvable is False:
        return Outcome(accepted=True, length=0)
    reason, expected = f"printed {NO_ANSWER}, but all shubbles can be got out", ""
    if problem.shortest is not None:
        reason += f", in {count(problem.shortest, 'manipulation')}"
    if problem.solvable is None:
        try:
            found = _some_answer(problem.start.cells)
        except GaveUpError as error:
            raise PluginError(
                f'cannot decide whether "{NO_ANSWER}" is right for this box; '
                "write the key solvable into the case"
            ) from error
        if found is None:
            return Outcome(accepted=True, length=0)
        expected = found
    return Outcome(accepted=False, reason=reason, expected=expected, actual=text)


def _wrong_outcome(problem: Problem, printed: list[str], text: str) -> Outcome | None:
    """Return what is wrong with printed lines that are not ``!``, None for a right answer."""
    expected = NO_ANSWER if problem.solvable is False else ""
    hint = f'; it cannot be done, so "{NO_ANSWER}" is expected' if expected else ""
    if fault := _fault_of_text(printed):
        return Outcome(accepted=False, reason=fault + hint, expected=expected, actual=text)
    ending = simulated(problem.start, printed[0])
    if isinstance(ending, Failure):
        return Outcome(
            accepted=False,
            reason=f"{ending.sentence}{hint}",
            expected=expected,
            actual=_until(problem.start, printed[0], ending),
        )
    left = [cell for cell, who in enumerate(ending.cells, 1) if who == SHUBBLE]
    if not left:
        return None
    bare = State(cells=ending.cells.replace(SHUBBLE, EMPTY), down=ending.down)
    return Outcome(
        accepted=False,
        reason=_left_over(printed[0], left) + hint,
        expected=expected or "\n".join(picture(bare)),
        actual="\n".join(picture(ending)),
    )


def _fault_of_text(printed: list[str]) -> str:
    """Return why lines are not the manipulations of an answer, before any is tried, or ``""``."""
    for number, symbol in enumerate(printed[0], 1):
        if symbol not in MANIPULATIONS:
            return (
                f'character {number} is no manipulation: "{excerpt(printed[0], around=number - 1)}"'
                "; print + | - < > ^ v with nothing between them"
            )
    if len(printed) > 1:
        return f'more output after the first line: "{excerpt(_next_line(printed))}"'
    if len(printed[0]) > MOST_MANIPULATIONS:
        return f"printed {len(printed[0])} manipulations, at most {MOST_MANIPULATIONS} are allowed"
    return ""


def _next_line(printed: list[str]) -> str:
    """Return the first line after the first that is not empty."""
    return next(line for line in printed[1:] if line)


def _until(start: State, moves: str, failure: Failure) -> str:
    """Return the manipulations up to the one that went wrong, and the box before it."""
    tried = moves[: failure.number]
    before = simulated(start, tried[:-1])
    drawn = picture(before) if isinstance(before, State) else []
    return "\n".join([tried, "", *drawn])


def _left_over(moves: str, left: list[int]) -> str:
    """Return a sentence on the shubbles that are left, in cells counted from 1."""
    named = [str(cell) for cell in left]
    if len(named) > _MOST_NAMED:
        named[_MOST_NAMED - 1 :] = ["others"]
    *most, last = named
    cells = f"cells {', '.join(most)} and {last}" if most else f"cell {last}"
    verb = "are" if most else "is"
    after = f'after "{excerpt(moves)}" ' if moves else "nothing was printed: "
    return f"{after}{count(len(left), 'shubble')} {verb} left, in {cells}"
