"""What is wrong with a picture of a box, in words."""

from __future__ import annotations

from collections.abc import Iterable

from judge_plugins.box.rules import Side
from judge_plugins.box.seeing.finding import LEAST_SCALE
from judge_plugins.box.seeing.pose import Edge
from judge_plugins.box.seeing.shades import SHADES, looks
from judge_plugins.box.seeing.view import View, differing

TURNS = {
    Side.BOTTOM: "in the standard orientation",
    Side.RIGHT: "turned by 90° clockwise",
    Side.TOP: "turned by 180°",
    Side.LEFT: "turned by 90° counter-clockwise",
}

_NAMED = 4


def fault_of_view(view: View | None, cells: str, down: Side) -> str:
    """Return what is wrong with the box that was found in a picture, or ``""``.

    Source: the style of the challenge's figure: the box in its orientation, walls along the
    outline and none at the hole, the grid visible, every cell in the colour of who is in it.
    """
    if view is None:
        return (
            "no box can be made out in the picture; draw dark walls along the whole outline, on a "
            f"light ground, with cells at least {LEAST_SCALE:.0f} pixels wide"
        )
    return fault_of_pose(view, down) or fault_of_frame(view) or fault_of_cells_seen(view, cells)


def fault_of_pose(view: View, down: Side) -> str:
    """Return what is wrong with the way a box lies, or ``""``."""
    seen = Side(view.pose.quarter_turns)
    if view.pose.mirrored:
        return "the box is drawn mirrored"
    if seen is not down:
        return f"the box is drawn {TURNS[seen]}, should be {TURNS[down]}"
    return ""


def fault_of_walls(view: View) -> str:
    """Return what is wrong with walls and hole, or ``""``."""
    if view.missing_walls:
        return f"there is no wall {_listed(view.missing_walls)}"
    return "the hole below cell 28 is closed by a wall" if view.is_hole_closed else ""


def fault_of_frame(view: View) -> str:
    """Return what is wrong with walls, hole and grid, or ``""``."""
    if fault := fault_of_walls(view):
        return fault
    if view.hidden_grid:
        return f"no line of the grid is to be seen {_listed(view.hidden_grid)}"
    return ""


def fault_of_cells_seen(view: View, cells: str) -> str:
    """Return which cell shows what it should not, or what is drawn outside, or ``""``."""
    wrong = list(differing(cells, view.cells))
    if wrong:
        cell = wrong[0]
        more = f" ({len(wrong)} cells differ)" if len(wrong) > 1 else ""
        wanted = looks(SHADES[cells[cell]])
        return f"cell {cell + 1} looks {looks(view.shades[cell])}, should be {wanted}{more}"
    stranger = view.stranger
    if stranger is not None:
        x, y = stranger
        return f"something blue, red or black is drawn outside the box, near pixel {x:.0f}, {y:.0f}"
    return ""


def _listed(edges: Iterable[Edge]) -> str:
    names = [edge.name for edge in edges]
    more = f" and at {len(names) - _NAMED} more places" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
