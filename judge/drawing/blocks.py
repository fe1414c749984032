"""Scenes made of half blocks, for terminals, where a plugin has no picture of characters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise

from judge.draw import PAPER, Anchor, Colour, Lines, Point, Run, Scene, Text, Typed
from judge.drawing.outlines import outlines

_LEAST_COLUMNS = 2
"""Where a unit gets fewer columns nothing can be made out."""

_DARK = 3 * 150
"""Without colours what is darker than this is seen; red, green and blue are added."""

_BLOCKS = " ▀▄█"
_Raster = dict[tuple[int, int], Colour]
_Letters = dict[tuple[int, int], tuple[str, Colour]]


def in_blocks(scene: Scene, columns: int, *, coloured: bool) -> Typed:
    """Return a scene as half blocks with its texts between them; () where there is no room.

    A unit takes as many columns as it can, up to eight. Thin lines may get lost.
    """
    scale = min(8, int(columns / scene.width))
    if scale < _LEAST_COLUMNS:
        return ()
    points: _Raster = {}
    letters: _Letters = {}
    for shape in scene.shapes:
        if isinstance(shape, Text):
            letters |= _letters(shape, scale)
        else:
            colour = shape.colour if isinstance(shape, Lines) else shape.fill
            for area in outlines(shape):
                points.update(dict.fromkeys(_inside(area, scale), colour))
    look = _coloured_run if coloured else _plain_run
    return tuple(
        tuple(
            look(points, letters.get((row, column)), row, column)
            for column in range(math.ceil(scene.width * scale))
        )
        for row in range(math.ceil(scene.height * scale / 2))
    )


def _inside(area: tuple[Point, ...], scale: int) -> Iterator[tuple[int, int]]:
    """Yield row and column of the points of a raster whose middles lie within a polygon."""
    highest, lowest = min(y for _, y in area), max(y for _, y in area)
    for row in range(math.floor(highest * scale), math.ceil(lowest * scale)):
        level = (row + 0.5) / scale
        crossings = sorted(
            x + (to_x - x) * (level - y) / (to_y - y)
            for (x, y), (to_x, to_y) in pairwise((*area, area[0]))
            if (y <= level) is not (to_y <= level)
        )
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            first, last = math.ceil(left * scale - 0.5), math.ceil(right * scale - 0.5)
            yield from ((row, column) for column in range(first, last))


def _letters(text: Text, scale: int) -> _Letters:
    """Return the characters of a text by line and column."""
    before = {Anchor.LEFT: 0, Anchor.MIDDLE: len(text.text) // 2, Anchor.RIGHT: len(text.text)}
    row, column = int(text.y * scale / 2), int(text.x * scale) - before[text.anchor]
    return {
        (row, column + number): (letter, text.colour) for number, letter in enumerate(text.text)
    }


def _coloured_run(
    points: Mapping[tuple[int, int], Colour],
    letter: tuple[str, Colour] | None,
    row: int,
    column: int,
) -> Run:
    upper, lower = (points.get((2 * row + half, column), PAPER) for half in (0, 1))
    if letter:
        return Run(text=letter[0], ink=letter[1], on=upper)
    return Run(text="▀", ink=upper, on=lower)


def _plain_run(
    points: Mapping[tuple[int, int], Colour],
    letter: tuple[str, Colour] | None,
    row: int,
    column: int,
) -> Run:
    if letter:
        return Run(text=letter[0])
    halves = (sum(points.get((2 * row + half, column), PAPER).rgb) for half in (0, 1))
    upper, lower = (part < _DARK for part in halves)
    return Run(text=_BLOCKS[upper + 2 * lower])
