"""The claim ``image``: a picture of the box in its final state and orientation."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from judge.models import Outcome
from judge.puzzle import Output
from judge_plugins.box.rules import Side, State, side_below
from judge_plugins.box.seeing.faults import fault_of_view
from judge_plugins.box.seeing.finding import found
from judge_plugins.box.seeing.reading import (
    RefusedError,
    failure_outcome,
    film_left,
    last_of,
    refused,
    sides,
)
from judge_plugins.box.simulate import FAILED, Problem


def image_outcome(problem: Problem, output: Output, claim: str) -> Outcome:
    """Return whether the picture that a program left shows the box as it is in the end.

    Of a film the last frame counts, of a window what it shows in the end.
    """
    answer = problem.answer
    if answer == FAILED:
        return failure_outcome(output)
    film = film_left(output)
    if isinstance(film, Outcome):
        return film
    state = State(cells=answer, down=side_below(problem.moves))
    try:
        return _best(_outcome(frame.image, state) for frame in last_of(film))
    except RefusedError as error:
        return refused(str(error))


def _best(outcomes: Iterable[Outcome]) -> Outcome:
    """Return the first outcome that accepts, else the first of all."""
    first: Outcome | None = None
    for outcome in outcomes:
        if outcome.accepted:
            return outcome
        first = first or outcome
    return first or refused("the picture shows nothing")


def _outcome(image: Image.Image, state: State) -> Outcome:
    view = found(image, state.down)
    fault = fault_of_view(view, state.cells, state.down)
    if not fault:
        return Outcome(accepted=True)
    seen = None if view is None else view.cells
    seen_down = state.down if view is None else Side(view.pose.quarter_turns)
    expected, actual = sides(state.cells, state.down, seen, seen_down)
    return Outcome(accepted=False, reason=fault, expected=expected, actual=actual)
