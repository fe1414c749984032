"""The task loop/session: model tiles and grids, as classes or as a program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import ClassVar

from judge.compare import excerpt
from judge.draw import Film, Scene, film_of
from judge.errors import CaseError
from judge.models import Value
from judge.puzzle import Chooser, Driver, Field, Kind, PackagePath, Role
from judge.transcript import (
    JAVASCRIPT_DRIVER,
    PYTHON_DRIVER,
    Call,
    Manner,
    RefusedError,
    Scalar,
    Transcript,
    TranscriptTask,
)
from judge_plugins.loop.scene import Tiles, tiles_scene
from judge_plugins.loop.session_choices import WRONG_CONSTRUCTORS, chosen_session
from judge_plugins.loop.session_rules import CHARACTERS, DOWN, LEFT, RIGHT, UP, Grid, Tile, turned

_SIDES = {"boven": UP, "rechts": RIGHT, "onder": DOWN, "links": LEFT}


class SessionTask(TranscriptTask[Tile | Grid]):
    """loop/session. The current object is a tile or a grid, whichever was made last."""

    name = "session"
    title = "Loop: model tiles and grids, as classes or as a program that speaks the protocol"
    manners: ClassVar[Mapping[str, Manner]] = {
        "Tegel": Manner.CONSTRUCTOR,
        "OneindigeLus": Manner.CONSTRUCTOR,
        "draai": Manner.MUTATOR,
        "toString": Manner.TEXT,
        **dict.fromkeys(_SIDES, Manner.BOOLEAN),
        "opgelost": Manner.BOOLEAN,
    }
    options = (
        Field(
            name="calls",
            kind=Kind.INTEGER,
            about="how many calls a session has at least",
            role=Role.OPTION,
            required=False,
        ),
        Field(
            name="size",
            kind=Kind.INTEGER,
            about="the most rows, and the most columns, of a grid",
            role=Role.OPTION,
            required=False,
        ),
    )
    drivers = (
        Driver(
            language="python",
            main=PYTHON_DRIVER,
            parts=(PackagePath(package="judge_plugins", path="loop/drivers/loop.py"),),
        ),
        Driver(
            language="javascript",
            main=JAVASCRIPT_DRIVER,
            parts=(PackagePath(package="judge_plugins", path="loop/drivers/loop.js"),),
        ),
    )

    def construct(self, call: Call) -> Tile | Grid:
        """Return a new tile or grid.

        What languages see differently is no matter for a case: 1.0, and booleans as numbers.
        """
        _expect_plain(call, call.arguments)
        if call.name == "OneindigeLus":
            if not call.arguments:
                raise call.fault("OneindigeLus takes the number of columns, then the tiles")
            return Grid.of(call.arguments[1:], call.arguments[0])
        if len(call.arguments) > 1:
            raise call.fault("Tegel takes one number, or none")
        return Tile.of(*call.arguments) if call.arguments else Tile.of(0)

    def mutate(self, state: Tile | Grid, call: Call) -> Tile | Grid:
        """Return the object after ``draai``."""
        position = 0 if isinstance(state, Tile) else 2
        numbers, direction = call.arguments[:position], call.arguments[position:]
        _expect_plain(call, numbers)
        clockwise = direction[0] if direction else True
        if len(numbers) < position or len(direction) > 1 or not isinstance(clockwise, bool):
            takes = "a row, a column and" if position else "nothing but"
            raise call.fault(f"draai takes {takes}, if need be, true or false here")
        if isinstance(state, Tile):
            return state.turned(clockwise=clockwise)
        return state.turned(*numbers, clockwise=clockwise)

    def answer(self, state: Tile | Grid, call: Call) -> str | bool:
        """Return what ``toString``, a side of a tile or ``opgelost`` prints."""
        if call.arguments:
            raise call.fault(f"{call.name} takes no arguments")
        if call.name == "toString":
            return state.picture
        if call.name == "opgelost" and isinstance(state, Grid):
            return state.is_closed
        if call.name in _SIDES and isinstance(state, Tile):
            return state.has(_SIDES[call.name])
        kind, maker = ("grid", "OneindigeLus") if call.name == "opgelost" else ("tile", "Tegel")
        raise call.fault(f"{call.name} asks a {kind}, but the current object is none; call {maker}")

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return a session on random tiles and grids; some grids are turned until closed."""
        calls = _option(options, "calls", 80)
        size = _option(options, "size", 5)
        session: list[str] = []
        while len(session) < calls:
            session += random.choice((_tile, _grid, _grid))(random, size)
        return {"session": "\n".join(f"> {call}" for call in session)}

    def draw(self, choose: Chooser) -> Mapping[str, Value]:
        """Return a session made of choices; the rules work out its replies."""
        return {"session": chosen_session(choose)}

    def picture(self, problem: Transcript) -> str:
        """Return the tile or grid as the last call leaves it, with dots for empty tiles."""
        states = list(self._states(problem))
        return states[-1][1].picture.replace(CHARACTERS[0], "·") if states else ""

    def scene(self, problem: Transcript) -> Scene | None:
        """Return the tile or grid as the last call leaves it."""
        states = list(self._states(problem))
        return _scene(states[-1][1], "after the last call") if states else None

    def film(self, problem: Transcript, *, smooth: bool) -> Film | None:
        """Return every tile and grid of a session as its calls make and turn it."""
        scenes = [_scene(state, call.text) for call, state in self._states(problem)]
        return film_of(scenes, seconds=1) if scenes else None

    def _states(self, problem: Transcript) -> Iterator[tuple[Call, Tile | Grid]]:
        """Yield the current object after each call that makes or turns one."""
        current: Tile | Grid | None = None
        for call in problem.calls:
            with suppress(RefusedError):  # a refused call leaves the object as it was
                match self.manners[call.name]:
                    case Manner.CONSTRUCTOR:
                        current = self.construct(call)
                        yield call, current
                    case Manner.MUTATOR if current:
                        current = self.mutate(current, call)
                        yield call, current


def _scene(state: Tile | Grid, title: str) -> Scene:
    numbers = (state.number,) if isinstance(state, Tile) else state.tiles
    columns = 1 if isinstance(state, Tile) else state.columns
    tiles = Tiles(numbers=numbers, columns=columns, sides=(UP, RIGHT, DOWN, LEFT))
    return tiles_scene(tiles, excerpt(title))


def _expect_plain(call: Call, values: tuple[Scalar, ...]) -> None:
    for value in values:
        if isinstance(value, bool) or (isinstance(value, float) and value.is_integer()):
            raise call.fault(
                f"whether {str(value).lower()} is an integer differs between languages; use none"
            )


def _option(options: Mapping[str, Value], name: str, default: int) -> int:
    value = options.get(name, default)
    if not isinstance(value, int) or value < 1:
        raise CaseError(f"{name} must be a whole number, 1 or more", key=name)
    return value


def _tile(random: Random, _size: int) -> Iterator[str]:
    """Yield the calls of one tile: turns, and all that can be asked."""
    yield f"Tegel {random.randrange(16)}"
    for _ in range(random.randint(1, 4)):
        if random.random() < 0.2:
            yield random.choice(WRONG_CONSTRUCTORS)
        yield "toString"
        yield from random.sample(sorted(_SIDES), 2)
        yield _turn(random, "draai")
    yield "toString"


def _grid(random: Random, size: int) -> Iterator[str]:
    """Yield the calls of one grid that was closed before some of its tiles were turned."""
    rows, columns = random.randint(1, size), random.randint(1, size)
    closed = _closed(random, rows, columns)
    turns = {place: random.randrange(4) for place in range(rows * columns)}
    tiles = [_turned(tile, -turns[place]) for place, tile in enumerate(closed)]
    yield f"OneindigeLus {columns} {' '.join(map(str, tiles))}"
    yield "toString"
    places = [place for place, count in turns.items() for _ in range(min(count, 4 - count))]
    random.shuffle(places)
    for place in places:
        if random.random() < 0.15:
            yield _turn(random, f"draai {_off(random, rows)} {random.randrange(columns)}")
            yield _turn(random, f"draai {random.randrange(rows)} {_off(random, columns)}")
        way = " false" if turns[place] == 3 else random.choice(("", " true"))
        yield f"draai {place // columns} {place % columns}{way}"
        yield random.choice(("toString", "opgelost"))
    yield from ("opgelost", "toString")


def _closed(random: Random, rows: int, columns: int) -> list[int]:
    """Return the tiles of a random closed grid."""
    tiles = [0] * (rows * columns)
    for place in range(rows * columns):
        if (place + 1) % columns and random.random() < 0.6:
            tiles[place] |= RIGHT
            tiles[place + 1] |= LEFT
        if place + columns < rows * columns and random.random() < 0.6:
            tiles[place] |= DOWN
            tiles[place + columns] |= UP
    return tiles


def _turned(tile: int, count: int) -> int:
    """Return a tile after a number of quarter turns clockwise; negative ones are the other way."""
    for _ in range(count % 4):
        tile = turned(tile, clockwise=True)
    return tile


def _turn(random: Random, call: str) -> str:
    return call + random.choice(("", " true", " false"))


def _off(random: Random, count: int) -> int:
    """Return a row or column that is off a grid with ``count`` of them."""
    return random.choice((-1, -count, count, count + 1))
