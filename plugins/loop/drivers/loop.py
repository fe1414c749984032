"""How the calls of loop/session reach ``Tegel`` and ``OneindigeLus``, for the session driver.

The four sides of a tile may be methods, properties or plain attributes.
"""

from collections.abc import Callable
from typing import Any


def side(name: str) -> Callable[[Any], Any]:
    """Return the query of one side of a tile."""

    def connected(tile: Any) -> Any:
        value = getattr(tile, name)
        return value() if callable(value) else value

    return connected


CONSTRUCTORS = {
    "Tegel": lambda arguments: arguments,
    "OneindigeLus": lambda arguments: [arguments[1:], arguments[0]],
}
MUTATORS = ("draai",)
TEXTS = {"toString": str}
BOOLEANS = {
    "boven": side("boven"),
    "rechts": side("rechts"),
    "onder": side("onder"),
    "links": side("links"),
    "opgelost": lambda grid: grid.opgelost(),
}
OPERATORS: dict[str, Any] = {}
