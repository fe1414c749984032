"""The box drawn: its states, and films of manipulations in steps and in smooth motion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from judge.draw import (
    BLACK,
    BLUE,
    FLOOR,
    GRID,
    PAPER,
    RED,
    WALL,
    Colour,
    Film,
    Frame,
    Lines,
    Point,
    Run,
    Scene,
    Segment,
    Shape,
    Typed,
    rotated,
    square,
)
from judge_plugins.box.picture import TURNED_PLACES, pictured
from judge_plugins.box.rules import (
    CELLS,
    EMPTY,
    HOLE_CELL,
    HOLE_PLACE,
    NAMES,
    NEIGHBOURS,
    PLACES,
    SHUBBLE,
    SMOLE,
    STANDARD,
    STOT,
    Side,
    State,
    simulated,
)
from judge_plugins.box.timeline import SECONDS, Happening, Moment, Passage, passages, timeline

COLOURS = {SHUBBLE: BLUE, SMOLE: RED, STOT: BLACK}

FRAMES_A_SECOND = 20
"""How fast the smooth film runs."""

_MANIPULATION_FRAMES = 20
"""How many frames a quarter turn and a move of the stot take: a second at least is asked for."""

_FALL_FRAMES = 5
"""How many frames the fall by one cell takes."""

_MOST_FRAMES = 3000
"""Where a film is cut: these are two and a half minutes of smooth motion."""

_MOST_ROWS = 100
"""Lines up to which a text can be the picture of a box with empty lines around it."""

_LONGEST_TITLE = 40
"""Manipulations that a title has room for."""

_INHABITANT_SIDE = 0.76
_WALL_WIDTH, _GRID_WIDTH = 0.15, 0.05
_MARGIN = 0.5
_COLUMNS, _ROWS = 7, 5
_MIDDLE = (_COLUMNS / 2, _ROWS / 2)
_STEP_SIDE, _SMOOTH_SIDE = 8, 9
"""Sides of the films' pictures: the box fits in turned by quarters, or by any angle."""

_WORDS = {
    Happening.INITIAL: "start",
    Happening.MOVED: "moved",
    Happening.HALFWAY: "half-way",
    Happening.TURNED: "turned",
    Happening.FELL: "fell",
}

_STEPS = {Side.BOTTOM: (0, 1), Side.RIGHT: (1, 0), Side.TOP: (0, -1), Side.LEFT: (-1, 0)}

Inhabitant = tuple[str, Point]
"""A creature or the stot, and the middle of its square in the unturned box."""


def box_scene(cells: str, down: Side, title: str = "") -> Scene:
    """Return a box as it stands; ``down`` is its side below."""
    columns, rows = (_COLUMNS, _ROWS) if down % 2 == 0 else (_ROWS, _COLUMNS)
    width, height = columns + 2 * _MARGIN, rows + 2 * _MARGIN
    return Scene(
        width=width,
        height=height,
        shapes=_shapes((width / 2, height / 2), 90 * down, _at_rest(cells)),
        title=title,
        typed=typed_box(cells, down),
    )


def start_scene(start: State, moves: str) -> Scene:
    """Return a case of manipulations: the box at the start; the title has what is to be done."""
    told = moves if len(moves) <= _LONGEST_TITLE else f"{moves[: _LONGEST_TITLE - 1]}…"
    return box_scene(start.cells, start.down, f"to do: {told}" if moves else "nothing to do")


def end_scene(start: State, moves: str) -> Scene:
    """Return the box in the end, or as it is where a manipulation has gone wrong."""
    end = simulated(start, moves)
    if isinstance(end, State):
        return box_scene(end.cells, end.down, "in the end")
    last = timeline(start, moves)[-1]
    title = f"! at manipulation {end.number} ({end.symbol}): {end.mishap.value}"
    return box_scene(last.cells, last.down, title)


def printed_scene(printed: Sequence[str], down: Side) -> Scene | None:
    """Return the box that lines state or draw; ``down`` is the side below where they state it."""
    if len(printed) == 1 and len(printed[0]) == CELLS and set(printed[0]) <= NAMES.keys():
        return box_scene(printed[0], down)
    state = pictured(list(printed)) if len(printed) <= _MOST_ROWS else None
    return None if state is None else box_scene(state.cells, state.down)


def film_of(start: State, moves: str, *, smooth: bool) -> Film:
    """Return the film of manipulations; it ends where one goes wrong."""
    moments = timeline(start, moves)
    return smooth_film(moments) if smooth else step_film(moments)


def step_film(moments: Sequence[Moment]) -> Film:
    """Return the moments of a timeline as frames of a second each."""
    shown = moments[:_MOST_FRAMES]
    frames = tuple(Frame(scene=_moment_scene(moment), seconds=SECONDS) for moment in shown)
    return Film(frames=frames, note=_cut(shown, moments))


def _moment_scene(moment: Moment) -> Scene:
    done = f"{moment.number} {moment.symbol} " if moment.number else ""
    return replace(
        _film_scene(_STEP_SIDE, 90 * moment.down, _at_rest(moment.cells)),
        title=f"{done}{_WORDS[moment.happening]}",
        typed=typed_box(moment.cells, moment.down),
    )


def smooth_film(moments: Sequence[Moment]) -> Film:
    """Return a timeline in smooth motion, at 20 frames a second; its end is shown for a second.

    Turns and moves of the stot gain speed and lose it again, falls are even: nothing leaps.
    """
    frames: list[Frame] = []
    shown = [moments[0]]
    for passage in passages(moments):
        motion = list(_motion(passage))
        if len(frames) + len(motion) >= _MOST_FRAMES:
            break
        frames += motion
        shown.append(passage.after)
    last = _film_scene(_SMOOTH_SIDE, 90 * shown[-1].down, _at_rest(shown[-1].cells))
    frames.append(Frame(scene=last, seconds=SECONDS))
    return Film(frames=tuple(frames), note=_cut(shown, moments))


def _cut(shown: Sequence[Moment], moments: Sequence[Moment]) -> str:
    if len(shown) == len(moments):
        return ""
    return f"the film ends after manipulation {shown[-1].number} of {moments[-1].number}"


def _motion(passage: Passage) -> Iterator[Frame]:
    """Yield the frames from a moment, which is the first, to just before the next."""
    before = passage.before
    falls = passage.after.happening is Happening.FELL
    count = _FALL_FRAMES if falls else _MANIPULATION_FRAMES
    movers = {mover.start: mover.end for mover in passage.movers}
    for number in range(count):
        share = number / count
        if not falls:
            share = share * share * (3 - 2 * share)
        inhabitants = [
            (character, _between(cell, movers[cell], share))
            if cell in movers
            else (character, _middle(PLACES[cell]))
            for cell, character in enumerate(before.cells)
            if character != EMPTY
        ]
        degrees = 90 * (before.down + share * passage.quarter_turns)
        scene = _film_scene(_SMOOTH_SIDE, degrees, inhabitants)
        yield Frame(scene=scene, seconds=1 / FRAMES_A_SECOND)


def _film_scene(side: float, degrees: float, inhabitants: Iterable[Inhabitant]) -> Scene:
    shapes = _shapes((side / 2, side / 2), degrees, inhabitants)
    return Scene(width=side, height=side, shapes=shapes)


def _at_rest(cells: str) -> Iterator[Inhabitant]:
    for place, character in zip(PLACES, cells, strict=True):
        if character != EMPTY:
            yield character, _middle(place)


def _middle(place: tuple[int, int]) -> Point:
    row, column = place
    return column + 0.5, row + 0.5


def _between(start: int, end: int | None, share: float) -> Point:
    (x, y), (to_x, to_y) = (
        _middle(PLACES[start]),
        _middle(HOLE_PLACE if end is None else PLACES[end]),
    )
    return x + share * (to_x - x), y + share * (to_y - y)


def _shapes(middle: Point, degrees: float, inhabitants: Iterable[Inhabitant]) -> tuple[Shape, ...]:
    """Return the box around a point, turned clockwise by some degrees, and who is in it.

    The walls come before the inhabitants: one who leaves passes the hole unhidden.
    """
    return (
        *_empty_box(middle, degrees),
        *(
            square(
                _placed(point, middle, degrees),
                _INHABITANT_SIDE,
                COLOURS[character],
                degrees=degrees,
            )
            for character, point in inhabitants
        ),
    )


@lru_cache(maxsize=256)
def _empty_box(middle: Point, degrees: float) -> tuple[Shape, ...]:
    """Return cells, grid and walls; most frames of a film have those of the frame before."""

    def lines(segments: Iterable[tuple[Point, Point]], width: float, colour: Colour) -> Lines:
        ends: list[Segment] = [
            (*_placed(start, middle, degrees), *_placed(end, middle, degrees))
            for start, end in segments
        ]
        return Lines(segments=tuple(ends), width=width, colour=colour)

    cells = (_placed(_middle(place), middle, degrees) for place in PLACES)
    return (
        *(square(cell, 1, FLOOR, degrees=degrees) for cell in cells),
        lines(_INNER_EDGES, _GRID_WIDTH, GRID),
        lines(_OUTLINE, _WALL_WIDTH, WALL),
    )


def _placed(point: Point, middle: Point, degrees: float) -> Point:
    """Return where a point of the unturned box comes in a picture."""
    shifted = point[0] - _MIDDLE[0] + middle[0], point[1] - _MIDDLE[1] + middle[1]
    return rotated(shifted, middle, degrees)


def _edge(cell: int, side: Side) -> tuple[Point, Point]:
    """Return the ends of a cell's edge."""
    x, y = _middle(PLACES[cell])
    right, down = _STEPS[side]
    middle = x + right / 2, y + down / 2
    return (
        (middle[0] - abs(down) / 2, middle[1] - abs(right) / 2),
        (middle[0] + abs(down) / 2, middle[1] + abs(right) / 2),
    )


_OUTLINE = tuple(
    _edge(cell, side)
    for side in Side
    for cell, beside in enumerate(NEIGHBOURS[side])
    if beside is None and (cell, side) != (HOLE_CELL, STANDARD)
)
_INNER_EDGES = tuple(
    _edge(cell, side)
    for side in (Side.BOTTOM, Side.RIGHT)
    for cell, beside in enumerate(NEIGHBOURS[side])
    if beside is not None
)

_JOINTS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""The character in which walls meet, by the walls from it: up 1, right 2, down 4, left 8."""


def typed_box(cells: str, down: Side) -> Typed:
    """Return a box in characters: three columns and a line a cell, and the walls between."""
    characters = dict(zip(_turned_cells(down), cells, strict=True))
    walls = _turned_walls(down)
    rows = 1 + max(row for row, _ in characters)
    columns = 1 + max(column for _, column in characters)
    lines: list[tuple[Run, ...]] = []
    for row in range(rows + 1):
        lines.append(tuple(_wall_runs(walls, row, columns)))
        if row < rows:
            lines.append(tuple(_cell_runs(walls, characters, row, columns)))
    return tuple(lines)


@cache
def _turned_cells(down: Side) -> tuple[tuple[int, int], ...]:
    """Return row and column of each cell in the turned box, without room for the hole's mark."""
    places = TURNED_PLACES[down][:-1]
    top, left = (min(numbers) for numbers in zip(*places, strict=True))
    return tuple((row - top, column - left) for row, column in places)


_Wall = tuple[int, int, bool]
"""Row and column of the corner at which a wall begins, and whether it is level."""


@cache
def _turned_walls(down: Side) -> frozenset[_Wall]:
    """Return the walls of the turned box, between the corners of its cells."""
    # The side of the picture on which a side of the box lies.
    level = {Side((side - down) % 4): side for side in Side}
    walls: set[_Wall] = set()
    for cell, (row, column) in enumerate(_turned_cells(down)):
        for of_picture, side in level.items():
            if NEIGHBOURS[side][cell] is None and (cell, side) != (HOLE_CELL, STANDARD):
                right, below = _STEPS[of_picture]
                walls.add((row + max(below, 0), column + max(right, 0), right == 0))
    return frozenset(walls)


def _wall_runs(walls: frozenset[_Wall], row: int, columns: int) -> Iterator[Run]:
    """Yield a line of corners and of level walls."""
    for column in range(columns + 1):
        meeting = (
            ((row - 1, column, False) in walls)
            + 2 * ((row, column, True) in walls)
            + 4 * ((row, column, False) in walls)
            + 8 * ((row, column - 1, True) in walls)
        )
        yield Run(text=_JOINTS[meeting])
        if column < columns:
            yield Run(text="━━━" if (row, column, True) in walls else "   ")


def _cell_runs(
    walls: frozenset[_Wall], characters: dict[tuple[int, int], str], row: int, columns: int
) -> Iterator[Run]:
    """Yield a line of cells and of upright walls."""
    for column in range(columns + 1):
        yield Run(text="┃" if (row, column, False) in walls else " ")
        if column < columns:
            character = characters.get((row, column), " ")
            colour = COLOURS.get(character)
            shown = "·" if character == EMPTY else character
            yield Run(text=f" {shown} ", ink=PAPER if colour else None, on=colour)
