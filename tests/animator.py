"""Films of the box in steps and in smooth motion, as programs would make them, and as files."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

from artist import Inhabitant, Point, Style, at_rest, drawn, middle_of
from PIL import Image

from judge_plugins.box.rules import CREATURES, EMPTY, HOLE_PLACE, STOT, State
from judge_plugins.box.timeline import Happening, Moment, falling, timeline

Ease = Callable[[float], float]
"""From the share of a motion's time that has gone by to the share of its way."""

FRAME = 0.05
_OUTSIDE: Point = (HOLE_PLACE[1] + 0.5, HOLE_PLACE[0] + 0.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """One picture of a film: who is where, how far the box is turned, for how many seconds.

    ``style`` is that of the film where it is None. ``part`` says what it belongs to: a rest, a
    turn, a move or a fall, with the number of the manipulation.
    """

    inhabitants: tuple[Inhabitant, ...]
    degrees: float
    seconds: float = FRAME
    style: Style | None = None
    part: tuple[str, int] = ("rest", 0)


def even(share: float) -> float:
    return share


def gentle(share: float) -> float:
    return share * share * (3 - 2 * share)


def waving(share: float) -> float:
    return (1 - math.cos(math.pi * share)) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How things move: frames of a turn, of a move and of the fall by a cell, and their easing.

    ``gravity`` makes creatures fall faster and faster, by so many cells a frame more each frame;
    ``together`` lets all of a fall arrive at once. ``half_turn`` is 1 for clockwise. ``pause`` are
    frames in which all stand still, after each motion.
    """

    turn: int = 20
    move: int = 20
    fall: int = 4
    ease: Ease = even
    gravity: float = 0.0
    together: bool = False
    half_turn: int = 1
    pause: int = 0
    beyond: float = 1.0
    """how far outside, from the hole's cell, those who leave are drawn before they are gone"""


def steps(cells: str, moves: str, half_turn: int = 1) -> list[Shot]:
    """Return the film that the claim ``animation`` asks for."""
    shots = []
    degrees = 0.0
    for moment in timeline(State(cells=cells), moves):
        degrees += _turned(moment, half_turn)
        shots.append(_rest(moment, degrees, 1.0))
    return shots


def smooth(cells: str, moves: str, manner: Manner | None = None) -> list[Shot]:
    """Return a film in smooth motion, a picture for each frame."""
    manner = manner or Manner()
    moments = timeline(State(cells=cells), moves)
    shots = [_rest(moments[0], 0.0)]
    degrees = 0.0
    before = moments[0]
    for number in range(1, moments[-1].number + 1):
        part = [moment for moment in moments if moment.number == number]
        if part[0].happening is Happening.MOVED:
            shots += _move(before, part[0], degrees, manner)
        else:
            turned = [moment for moment in part if moment.happening is not Happening.FELL]
            way = sum(_turned(moment, manner.half_turn) for moment in turned)
            shots += _turn(before, turned[-1], degrees, way, manner)
            degrees += way
            shots += _fall(turned[-1], degrees, manner)
        before = part[-1]
    return shots


def part_of(shots: Iterable[Shot], kind: str, number: int = 1) -> list[int]:
    """Return the places in a film of the shots of one motion."""
    return [index for index, shot in enumerate(shots) if shot.part == (kind, number)]


def without(shots: Sequence[Shot], places: Iterable[int]) -> list[Shot]:
    left_out = set(places)
    return [shot for index, shot in enumerate(shots) if index not in left_out]


def lasting(shots: Iterable[Shot], seconds: float) -> list[Shot]:
    return [replace(shot, seconds=seconds) for shot in shots]


def film(shots: Sequence[Shot], style: Style | None = None, kind: str = "PNG") -> bytes:
    """Return an APNG, GIF or WebP file of a film."""
    images = [_drawn(shot, style) for shot in shots]
    return encoded(images, [round(1000 * shot.seconds) for shot in shots], kind)


def encoded(images: Sequence[Image.Image], milliseconds: Sequence[int], kind: str = "PNG") -> bytes:
    """Return a file of an animation; GIF's colours are fitted to each picture."""
    file = BytesIO()
    options: dict[str, object] = {}
    if kind == "PNG":
        options = {"compress_level": 1}
    elif kind == "WEBP":
        options = {"lossless": True}
    if len(images) > 1:
        options |= {
            "save_all": True,
            "append_images": images[1:],
            "duration": list(milliseconds),
            "loop": 0,
        }
    images[0].save(file, kind, **options)
    return file.getvalue()


def _drawn(shot: Shot, style: Style | None) -> Image.Image:
    style = shot.style or style or Style()
    if style.canvas is None:
        side = round(9 * style.cell + 2 * style.margin)
        style = replace(style, canvas=(side, side))
    return drawn(shot.inhabitants, shot.degrees, style)


def _turned(moment: Moment, half_turn: int) -> float:
    """Return by how many degrees the box has turned, clockwise, since the moment before."""
    if moment.happening not in {Happening.HALFWAY, Happening.TURNED}:
        return 0.0
    return 90.0 * {"+": 1, "-": -1, "|": half_turn}[moment.symbol]


def _rest(moment: Moment, degrees: float, seconds: float = FRAME) -> Shot:
    return Shot(
        inhabitants=tuple(at_rest(moment.cells)),
        degrees=degrees,
        seconds=seconds,
        part=("rest", moment.number),
    )


def _pause(moment: Moment, degrees: float, manner: Manner) -> list[Shot]:
    return [_rest(moment, degrees)] * manner.pause


def _turn(
    before: Moment, after: Moment, degrees: float, way: float, manner: Manner
) -> Iterator[Shot]:
    frames = round(manner.turn * abs(way) / 90)
    for number in range(1, frames + 1):
        yield Shot(
            inhabitants=tuple(at_rest(before.cells)),
            degrees=degrees + way * manner.ease(number / frames),
            part=("turn", after.number),
        )
    yield from _pause(after, degrees + way, manner)


def _move(before: Moment, after: Moment, degrees: float, manner: Manner) -> Iterator[Shot]:
    here = middle_of(before.cells.index(STOT))
    there = middle_of(after.cells.index(STOT))
    others = [each for each in at_rest(before.cells) if each[0] != STOT]
    for number in range(1, manner.move + 1):
        share = manner.ease(number / manner.move)
        yield Shot(
            inhabitants=(*others, (STOT, _between(here, there, share))),
            degrees=degrees,
            part=("move", after.number),
        )
    yield from _pause(after, degrees, manner)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Way:
    character: str
    start: Point
    end: Point
    cells: float
    leaves: bool = False


def _fall(before: Moment, degrees: float, manner: Manner) -> Iterator[Shot]:
    ways = list(_ways(before, manner))
    longest = max((way.cells for way in ways), default=0.0)
    number = 0
    fallen = 0.0
    while fallen < longest:
        number += 1
        fallen = manner.gravity * number * number / 2 if manner.gravity else number / manner.fall
        yield Shot(
            inhabitants=tuple(_fallen(ways, min(fallen, longest), longest, manner)),
            degrees=degrees,
            part=("fall", before.number),
        )
    if longest:
        stayed = [(way.character, way.end) for way in ways if not way.leaves]
        rest = Shot(inhabitants=tuple(stayed), degrees=degrees, part=("rest", before.number))
        yield from [rest] * (manner.pause + any(way.leaves for way in ways))


def _fallen(
    ways: Iterable[_Way], fallen: float, longest: float, manner: Manner
) -> Iterator[Inhabitant]:
    for way in ways:
        share = fallen / longest if manner.together else min(1.0, fallen / (way.cells or 1.0))
        if not (way.leaves and share >= 1.0 and fallen > way.cells):
            yield way.character, _between(way.start, way.end, share)


def _ways(before: Moment, manner: Manner) -> Iterator[_Way]:
    """Yield where everyone in the box goes in a fall; those who stay too."""
    cells = before.cells
    ends: dict[int, int | None] = {
        cell: cell for cell, character in enumerate(cells) if character != EMPTY
    }
    lengths = dict.fromkeys(ends, 0)
    while movers := {mover.start: mover.end for mover in falling(cells, before.down)}:
        for start, end in ends.items():
            if end in movers:
                ends[start] = movers[end]
                lengths[start] += 1
        characters = [EMPTY] * len(cells)
        for start, end in ends.items():
            if end is not None:
                characters[end] = before.cells[start]
        cells = "".join(characters)
    for start, end in ends.items():
        length = float(lengths[start]) + (manner.beyond - 1 if end is None else 0)
        outside = (_OUTSIDE[0], _OUTSIDE[1] + manner.beyond - 1)
        yield _Way(
            character=before.cells[start],
            start=middle_of(start),
            end=outside if end is None else middle_of(end),
            cells=length,
            leaves=end is None,
        )


def _between(here: Point, there: Point, share: float) -> Point:
    return here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])


def creatures(shot: Shot) -> list[Inhabitant]:
    return [each for each in shot.inhabitants if each[0] in CREATURES]
