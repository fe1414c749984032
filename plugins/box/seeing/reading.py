"""From a run's output to the picture that it left, and the answer where there is no picture."""

from __future__ import annotations

from collections.abc import Iterator

from judge.compare import decode, lines, lines_outcome
from judge.images import Refusal, pictures
from judge.images.decoding import decoded
from judge.images.film import Film, Frame
from judge.models import Outcome
from judge.puzzle import Output
from judge_plugins.box.picture import picture
from judge_plugins.box.rules import Side, State
from judge_plugins.box.simulate import FAILED


def film_left(output: Output) -> Film | Outcome:
    """Return the one picture that a program left, or the outcome where there is not exactly one."""
    only = pictures(output).only()
    if isinstance(only, Refusal):
        return refused(only.reason)
    film = decoded(only.data)
    return refused(f"{only}: {film.reason}") if isinstance(film, Refusal) else film


def refused(reason: str) -> Outcome:
    """Return the outcome of a picture that cannot be judged, or is none."""
    return Outcome(accepted=False, reason=reason)


def frames_of(film: Film) -> Iterator[Frame]:
    """Yield the frames of a film; Refused where one cannot be decoded."""
    for frame in film.frames():
        if isinstance(frame, Refusal):
            raise RefusedError(frame.reason)
        yield frame


class RefusedError(Exception):
    """A film turned out to be damaged; the message is a sentence."""


def failure_outcome(output: Output) -> Outcome:
    """Return whether a program printed ``!``, and nothing else, as it has to where a move fails.

    Source: then only standard output counts; a file may have been written before.
    """
    text = decode(output.stdout)
    if isinstance(text, Outcome):
        return text
    return lines_outcome([FAILED], lines(text.strip()), actual=text)


def sides(cells: str, down: Side, seen: str | None, seen_down: Side) -> tuple[str, str]:
    """Return the expected box and the one that is seen, as pictures made of characters."""
    expected = "\n".join(picture(State(cells=cells, down=down)))
    actual = "" if seen is None else "\n".join(picture(State(cells=seen, down=seen_down)))
    return expected, actual
