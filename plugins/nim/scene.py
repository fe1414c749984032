"""Heaps of matches drawn; those that were taken are pale."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judge.draw import (
    FAINT,
    GRID,
    RED,
    WOOD,
    Anchor,
    Circle,
    Rectangle,
    Run,
    Scene,
    Shape,
    Text,
    Typed,
)
from judge_plugins.nim.pictures import MOST_MATCHES, drawn_games, drawn_since
from judge_plugins.nim.rules import Game

_MARGIN = 0.5
_LABEL = 1.2
"""The room for a heap's number."""

_PITCH = 0.4
_STICK_WIDTH, _STICK_HEIGHT = 0.14, 0.7
_HEAD = 0.11
_TEXT_SIZE = 0.5

_MATCHES = re.compile(r"(\|+|\.+)")

Span = tuple[Game, Game]
"""A game as it was and as it is later."""


def heaps_scene(before: Game, after: Game, title: str = "") -> Scene:
    """Return the heaps of a game, what was taken between two states of it in pale."""
    text = drawn_since(before, after)
    return _scene(_heaps(before, after, 0), [(before, after)], title, text, captions=0)


def games_scene(spans: Sequence[Span], title: str = "") -> Scene:
    """Return games one below the other, each below the expression that makes it."""
    shapes: list[Shape] = []
    top = 0
    for before, after in spans:
        shapes.append(_text(0, top + 0.5, before.expression))
        shapes += _heaps(before, after, top + 1)
        top += len(before.heaps) + 2
    return _scene(shapes, spans, title, drawn_games(spans), captions=2)


def _scene(
    shapes: Sequence[Shape] | Iterator[Shape],
    spans: Sequence[Span],
    title: str,
    text: str,
    *,
    captions: int,
) -> Scene:
    """Return the scene of shapes whose rows are those of the games and their captions."""
    rows = sum(len(before.heaps) + captions for before, _ in spans) - captions // 2
    widest = max(_width(size) for before, _ in spans for size in before.heaps)
    letters = max(len(before.expression) for before, _ in spans) if captions else 0
    return Scene(
        width=max(_LABEL + widest, letters * _TEXT_SIZE * 0.6, 6) + 2 * _MARGIN,
        height=rows + 2 * _MARGIN,
        shapes=tuple(shape.moved(_MARGIN, _MARGIN) for shape in shapes),
        title=title,
        typed=_typed(text),
    )


def _width(size: int) -> float:
    """Return how wide a heap's row is, with the words behind a large one."""
    return min(size, MOST_MATCHES) * _PITCH + (9 if size > MOST_MATCHES else 0)


def _heaps(before: Game, after: Game, top: float) -> Iterator[Shape]:
    for number, (size, left) in enumerate(zip(before.heaps, after.heaps, strict=True), 1):
        row = top + number - 1
        yield _text(0, row + 0.5, f"{number}:")
        shown = min(size, MOST_MATCHES)
        # Of a heap too large to be drawn the words say how many were taken.
        there = min(left, shown)
        for match in range(shown):
            yield from _match(_LABEL + match * _PITCH, row, taken=match >= there)
        if size > MOST_MATCHES:
            told = f"… {left} of {size}" if left < size else f"… {size}"
            yield _text(_LABEL + shown * _PITCH, row + 0.5, told)


def _match(x: float, y: float, *, taken: bool) -> Iterator[Shape]:
    edge = (1 - _STICK_HEIGHT) / 2
    yield Rectangle(
        x=x,
        y=y + edge,
        width=_STICK_WIDTH,
        height=_STICK_HEIGHT,
        fill=GRID if taken else WOOD,
    )
    yield Circle(x=x + _STICK_WIDTH / 2, y=y + edge, radius=_HEAD, fill=GRID if taken else RED)


def _text(x: float, y: float, text: str) -> Text:
    return Text(x=x, y=y, text=text, size=_TEXT_SIZE, anchor=Anchor.LEFT)


def _typed(text: str) -> Typed:
    """Return heaps in characters with matches in the colour of wood, taken ones in grey."""
    inks = {"|": WOOD, ".": FAINT}
    return tuple(
        tuple(Run(text=part, ink=inks.get(part[0])) for part in _MATCHES.split(line) if part)
        for line in text.split("\n")
    )
