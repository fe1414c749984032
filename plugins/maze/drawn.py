"""Cases made of choices, for a fuzzer: the simplest choice is always the first."""

from __future__ import annotations

from judge.puzzle import Chooser
from judge_plugins.maze.config import config_text, coordinates
from judge_plugins.maze.pattern import Cell, pattern_cells, pattern_is_owed

_SIDES = (3, 6, 12)
"""Limits of the sides of a maze, likely ones first."""
_CONFIG_SIDES = (4, 10, 25)
_MOST_TURNED = 8
"""Walls that are not as all others are: with more of them open 3×3 blocks become rare."""
_REMARKS = ("", "# a remark", "#WIDTH=2", "# PERFECT=True", "#")
_ORDERS = (
    ("WIDTH", "HEIGHT", "ENTRY", "EXIT", "PERFECT", "SEED"),
    ("SEED", "PERFECT", "EXIT", "ENTRY", "HEIGHT", "WIDTH"),
    ("EXIT", "WIDTH", "SEED", "ENTRY", "PERFECT", "HEIGHT"),
)


def drawn_maze(choose: Chooser) -> str:
    """Return a coherent maze: all walls alike but for some, or each by itself.

    A maze that is open but for a few walls is likely to have an open 3×3 block, one that has a few
    openings is likely not to.
    """
    most = choose.choice(_SIDES)
    height, width = 1 + choose.integer(0, most - 1), 1 + choose.integer(0, most - 1)
    walls = _inner_walls(height, width)
    manner = choose.choice(("open", "closed", "mixed"))
    if manner == "mixed":
        random = choose.random()
        closed = {wall for wall in walls if random.random() < 0.5}
    else:
        closed = set() if manner == "open" else set(walls)
        if walls:
            closed ^= set(
                choose.items(
                    lambda: walls[choose.integer(0, len(walls) - 1)], least=0, most=_MOST_TURNED
                )
            )
    border = choose.choice((15, 0, 1, 2, 4, 8))
    rows = _digits(height, width, closed, border)
    return rows if choose.choice(("upper", "lower")) == "upper" else rows.lower()


def _inner_walls(height: int, width: int) -> list[tuple[int, int, int]]:
    """Return the inner walls as row, column and side of the cell to the north or west."""
    return [
        (row, column, side)
        for row in range(height)
        for column in range(width)
        for side in (2, 4)
        if (column + 1 < width if side == 2 else row + 1 < height)
    ]


def _digits(height: int, width: int, closed: set[tuple[int, int, int]], border: int) -> str:
    """Return the rows; ``border`` is the sum of the sides on which the border is closed."""

    def has(row: int, column: int, side: int, *, on_border: bool) -> bool:
        return bool(border & side) if on_border else (row, column, side) in closed

    def digit(row: int, column: int) -> str:
        north = border & 1 if row == 0 else (row - 1, column, 4) in closed
        west = border & 8 if column == 0 else (row, column - 1, 2) in closed
        east = has(row, column, 2, on_border=column + 1 == width)
        south = has(row, column, 4, on_border=row + 1 == height)
        return f"{bool(north) + 2 * east + 4 * south + 8 * bool(west):X}"

    return "\n".join(
        "".join(digit(row, column) for column in range(width)) for row in range(height)
    )


def drawn_config(choose: Chooser) -> str:
    """Return a config: entry and exit anywhere, the keys in any order, sometimes remarks."""
    most = choose.choice(_CONFIG_SIDES)
    width, height = 1 + choose.integer(1, most - 1), 1 + choose.integer(1, most - 1)
    entry, exit_ = _two_cells(choose, width, height)
    values = {
        "WIDTH": str(width),
        "HEIGHT": str(height),
        "ENTRY": coordinates(entry),
        "EXIT": coordinates(exit_),
        "PERFECT": choose.choice(("True", "False")),
        "SEED": str(choose.integer(0, 10**6)),
    }
    order = choose.choice(_ORDERS)
    lines = config_text({key: values[key] for key in order}).split("\n")
    for remark in choose.items(lambda: choose.choice(_REMARKS), least=0, most=3):
        lines.insert(choose.integer(0, len(lines) - 1), remark)
    return "\n".join(lines)


def _two_cells(choose: Chooser, width: int, height: int) -> tuple[Cell, Cell]:
    closed: frozenset[Cell] = frozenset()
    if pattern_is_owed(width=width, height=height):
        closed = pattern_cells(width=width, height=height)
    cells = [
        (row, column)
        for row in range(height)
        for column in range(width)
        if (row, column) not in closed
    ]
    entry = cells.pop(choose.integer(0, len(cells) - 1))
    return entry, cells[-1 - choose.integer(0, len(cells) - 1)]
