"""From a run's output to the picture that it left, and the answer where there is no picture."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from judge.compare import decode, lines, lines_outcome
from judge.images import Refusal, pictures
from judge.images.decoding import decoded
from judge.images.film import Film, Frame
from judge.models import Outcome
from judge.puzzle import Output
from judge_plugins.box.picture import picture
from judge_plugins.box.rules import Side, State
from judge_plugins.box.simulate import FAILED

HALF_DRAWN = Fraction(1, 10)
"""for how long, in seconds, a window may show what is no state, one picture after another: they
are seen half drawn, or half cleared"""


def film_left(output: Output) -> Film | Outcome:
    """Return the one picture that a program left, or the outcome where there is not exactly one."""
    found = pictures(output)
    only = found.only()
    if isinstance(only, Refusal):
        no_window = "" if found.pictures else "; and it opened no window with anything in it"
        return refused(only.reason + no_window)
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


def last_of(film: Film) -> Iterator[Frame]:
    """Yield the frame that a film ends with; RefusedError where one cannot be decoded.

    Of a recording these are all that were to be seen lately: what is seen last may be half cleared.
    """
    if not film.recorded:
        *_, last = frames_of(film)
        yield last
        return
    end = sum((frame.shown for frame in frames_of(film)), Fraction(0))
    time = Fraction(0)
    for frame in frames_of(film):
        time += frame.shown
        if end - time < HALF_DRAWN:
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
