"""Pictures of characters on a terminal, with colours where there are any."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum

from judge.compare import columns, visible
from judge.draw import Colour, Run, Typed

_END = "\x1b[0m"
_STEPS = (0, 95, 135, 175, 215, 255)
"""The parts of red, green and blue that the 216 mixed colours of a terminal are made of."""


class Depth(Enum):
    """How many colours a terminal has."""

    NONE = "none"
    INDEXED = "256"
    FULL = "millions"

    @classmethod
    def of(cls, environment: Mapping[str, str], *, is_terminal: bool) -> Depth:
        """Return what the environment says of a stream's colours.

        Source: https://no-color.org; COLORTERM is how terminals say that they have all colours.
        """
        if not is_terminal or environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
            return cls.NONE
        full = environment.get("COLORTERM", "").lower() in {"truecolor", "24bit"}
        return cls.FULL if full else cls.INDEXED


def width_of(typed: Typed) -> int:
    """Return how many columns a picture of characters takes."""
    return max((sum(columns(_shown(run)) for run in line) for line in typed), default=0)


def text_lines(typed: Typed, depth: Depth) -> Iterator[str]:
    """Yield the lines of a picture of characters, each with its newline."""
    for line in typed:
        if depth is Depth.NONE:
            yield "".join(map(_shown, line)).rstrip() + "\n"
        else:
            yield "".join(_coloured(run, depth) for run in line) + "\n"


def _shown(run: Run) -> str:
    return visible(run.text, keep_newlines=False)


def _coloured(run: Run, depth: Depth) -> str:
    kinds = ((38, run.ink), (48, run.on))  # the terminal's numbers for ink and for what is behind
    codes = [f"{kind};{_code(colour, depth)}" for kind, colour in kinds if colour]
    return f"\x1b[{';'.join(codes)}m{_shown(run)}{_END}" if codes else _shown(run)


def _code(colour: Colour, depth: Depth) -> str:
    """Return what a terminal calls a colour."""
    if depth is Depth.FULL:
        return ";".join(map(str, (2, *colour.rgb)))
    red, green, blue = (
        min(range(len(_STEPS)), key=lambda step: abs(_STEPS[step] - part)) for part in colour.rgb
    )
    return f"5;{16 + 36 * red + 6 * green + blue}"
