"""Sessions that are made of choices, for the search for the smallest one that fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judge.puzzle import Chooser
from judge_plugins.loop.choices import chosen_closed, chosen_shape

TILE_QUERIES = ("toString", "boven", "rechts", "onder", "links")
WRONG_CONSTRUCTORS = (
    "Tegel 16",
    "Tegel -1",
    "Tegel 2.5",
    'Tegel "3"',
    "OneindigeLus 3 1 2",
    "OneindigeLus 2",
)
"""Calls that the rules refuse, after which the current object is the one before."""


def chosen_session(choose: Chooser) -> str:
    """Return a transcript without replies: one to three objects, turned and looked at."""
    objects = choose.items(
        lambda: choose.choice((_tile, _grid))(choose),
        least=1,
        most=3,
    )
    return "\n".join(f"> {call}" for calls in objects for call in calls)


def _tile(choose: Chooser) -> list[str]:
    number = choose.integer(-1, 15)
    maker = f"Tegel {number}" if number >= 0 else "Tegel"
    return [maker, *_calls(choose, TILE_QUERIES, lambda: "draai")]


def _grid(choose: Chooser) -> list[str]:
    """Return the calls of a grid that is closed at first, unless one of its tiles is replaced."""
    rows, columns = chosen_shape(choose)
    tiles = [_in_session_order(tile) for tile in chosen_closed(choose, rows, columns).tiles]
    if choose.integer(0, 1):
        tiles[choose.integer(0, len(tiles) - 1)] = choose.integer(0, 15)

    def turn() -> str:
        return f"draai {_position(choose, rows)} {_position(choose, columns)}"

    maker = f"OneindigeLus {columns} {' '.join(map(str, tiles))}"
    return [maker, *_calls(choose, ("opgelost", "toString"), turn)]


def _calls(choose: Chooser, queries: Sequence[str], turn: Callable[[], str]) -> list[str]:
    """Return some calls on one object, the last of them a query."""

    def call() -> str:
        match choose.choice(("turn", "query", "wrong constructor")):
            case "turn":
                return turn() + choose.choice(("", " false", " true"))
            case "query":
                return choose.choice(queries)
            case _:
                return choose.choice(WRONG_CONSTRUCTORS)

    return [*choose.items(call, least=0, most=8), choose.choice(queries)]


def _position(choose: Chooser, count: int) -> int | float:
    """Return a row or column, most often one that is there."""
    if choose.integer(0, 5) < 5:
        return choose.integer(0, count - 1)
    return choose.choice((-1, count, -count, 0.5))


def _in_session_order(tile: int) -> int:
    """Return a tile of loop/solve in the bit order of loop/session: right and left change."""
    return tile & 5 | (tile & 2) << 2 | (tile & 8) >> 2
