"""Which rules a maze that was handed in breaks, and where: all of them, not the first alone.

Where two cells disagree on a wall, the rules behind coherence are tried with every disputed wall
closed and with every disputed wall open, and are broken only where both find them so: one wrong
wall is one fault, not three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from judge.compare import count
from judge_plugins.maze.config import Config, coordinates
from judge_plugins.maze.grid import (
    STEPS,
    Grid,
    Survey,
    find_pattern,
    grid_of,
    other_bit_order,
    survey,
)
from judge_plugins.maze.pattern import (
    SHAPE,
    Cell,
    corner_cells,
    middle_cells,
    pattern_cells,
    pattern_corner,
    pattern_is_owed,
    shape_at,
)
from judge_plugins.maze.rules import (
    BLOCK_SIZE,
    Block,
    Maze,
    Regions,
    Side,
    Wall,
    open_blocks,
    open_pairs,
)
from judge_plugins.maze.sheet import MOST_SPOTS, Rule, Sheet, Spot

_NAMED_CELLS = 4
_FEWEST_LOOPS = 2
_TELLING = 3
"""Rows, columns or faults that it takes for another bit order to be more than a coincidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """A rule that is broken, and the places (MOST_SPOTS at most), first in the text first."""

    rule: Rule
    spots: tuple[Spot, ...]

    @property
    def more(self) -> str:
        """How many places there are besides the first, in words; "" for none."""
        others = len(self.spots) - 1
        if len(self.spots) >= MOST_SPOTS:
            return f"in {others} more places, or even more"
        return f"in {count(others, 'more place')}" if others else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What came of looking at a maze.

    ``grid`` is None where the rows are no rectangle of digits; the rules about walls are then not
    looked at. ``found`` is of the reading with disputed walls closed. ``pattern`` is the `42` as
    it stands, or empty.
    """

    breaches: tuple[Breach, ...]
    grid: Grid | None = None
    found: Survey | None = None
    pattern: frozenset[Cell] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class _View:
    """What the rules about walls look at: one reading of a grid, and what is asked of it."""

    sheet: Sheet
    grid: Grid
    maze: Maze
    found: Survey
    config: Config | None
    pattern: frozenset[Cell]

    def spot(self, rule: Rule, cells: Iterable[Cell], message: str) -> Spot:
        named = tuple(cells)
        line, column = self.sheet.place(named[0])
        return Spot(rule=rule, line=line, column=column, message=message, cells=named)

    @property
    def is_large(self) -> bool:
        """Whether the rules of mazes that are not perfect hold: from 3 × 3 on."""
        return min(self.grid.width, self.grid.height) >= BLOCK_SIZE

    @property
    def perfect(self) -> bool:
        """Whether a perfect maze is asked for; without a config, whether it is one."""
        return self.found.loops == 0 if self.config is None else self.config.perfect


def judged(sheet: Sheet, config: Config | None) -> Ruling:
    """Return which rules a maze breaks, in the order of Rule.

    Without a config nothing is compared with it: a maze without loops counts as PERFECT=True, any
    other as PERFECT=False. Never raises.
    """
    spots = [*sheet.slips, *_size_spots(sheet, config), *_place_spots(sheet, config)]
    if not sheet.is_rectangle:
        return Ruling(breaches=_by_rule(spots))
    grid = grid_of(sheet.rows)
    disputed = list(islice(_coherence_spots(sheet, grid), MOST_SPOTS))
    leaks = list(islice(_border_spots(sheet, grid), MOST_SPOTS))
    if disputed or leaks:
        order = other_bit_order(grid)
        if order and (len(disputed + leaks) >= _TELLING or min(grid.width, grid.height) > 2):
            grid = grid_of(order.rewritten(sheet.rows))
            line, column = sheet.place((0, 0))
            message = (
                f"the digits have another bit order: {order}; north is 1, east 2, south 4, west 8, "
                "and a set bit is closed"
            )
            disputed, leaks = [], []
            spots.append(Spot(rule=Rule.BIT_ORDER, line=line, column=column, message=message))
    spots += disputed + leaks
    pattern, pattern_spots = _pattern(sheet, grid)
    spots += pattern_spots
    views = [
        _view(sheet, grid, config, pattern, open_where_disputed=reading)
        for reading in ((False, True) if disputed else (False,))
    ]
    return Ruling(
        breaches=_by_rule([*spots, *_agreed(views)]),
        grid=grid,
        found=views[0].found,
        pattern=pattern,
    )


def _by_rule(spots: Iterable[Spot]) -> tuple[Breach, ...]:
    sorted_out: dict[Rule, list[Spot]] = {rule: [] for rule in Rule}
    for spot in spots:
        sorted_out[spot.rule].append(spot)
    return tuple(
        Breach(
            rule=rule,
            spots=tuple(sorted(found, key=lambda spot: (spot.line, spot.column))[:MOST_SPOTS]),
        )
        for rule, found in sorted_out.items()
        if found
    )


def _view(
    sheet: Sheet,
    grid: Grid,
    config: Config | None,
    pattern: frozenset[Cell],
    *,
    open_where_disputed: bool,
) -> _View:
    maze = grid.reading(open_where_disputed=open_where_disputed)
    return _View(
        sheet=sheet, grid=grid, maze=maze, found=survey(maze), config=config, pattern=pattern
    )


def _agreed(views: list[_View]) -> Iterator[Spot]:
    """Yield where every reading finds a rule broken: the places of the first reading."""
    first, *others = [
        {rule: list(islice(look(view), MOST_SPOTS)) for rule, look in _ABOUT_WALLS.items()}
        for view in views
    ]
    for rule, spots in first.items():
        if all(other[rule] for other in others):
            yield from spots


def _size_spots(sheet: Sheet, config: Config | None) -> Iterator[Spot]:
    if config is None or not sheet.rows:
        return
    height, width = len(sheet.rows), len(sheet.rows[0])
    if height != config.height:
        message = f"there {'is' if height == 1 else 'are'} {count(height, 'row')}, "
        message += f"HEIGHT={config.height} asks for {config.height}"
        line = sheet.row_lines[min(height, config.height) - 1]
        yield Spot(rule=Rule.SHAPE, line=line, column=1, message=message)
    if width != config.width:
        message = f"the first row has {count(width, 'digit')}, "
        message += f"WIDTH={config.width} asks for {config.width}"
        column = max(1, min(width, config.width))
        yield Spot(rule=Rule.SHAPE, line=sheet.row_lines[0], column=column, message=message)


def _place_spots(sheet: Sheet, config: Config | None) -> Iterator[Spot]:
    """Yield what is wrong with the entry and exit as far as the walls do not matter."""
    height, width = len(sheet.rows), len(sheet.rows[0]) if sheet.rows else 0
    for rule, key, cell, line in (
        (Rule.ENTRY, "ENTRY", sheet.entry, sheet.entry_line),
        (Rule.EXIT, "EXIT", sheet.exit, sheet.exit_line),
    ):
        if cell is None:
            continue
        if config is not None:
            asked = config.entry if rule is Rule.ENTRY else config.exit
            if cell != asked:
                message = f"the config asks for {key}={coordinates(asked)}, "
                message += f"printed is {coordinates(cell)}"
                yield Spot(rule=rule, line=line, column=1, message=message)
        elif cell[0] >= height or cell[1] >= width:
            message = f"{coordinates(cell)} is outside of the maze, which has the columns 0 to "
            message += f"{width - 1} and the rows 0 to {height - 1}"
            yield Spot(rule=rule, line=line, column=1, message=message)
        elif rule is Rule.EXIT and cell == sheet.entry:
            message = "the exit is the cell of the entry; they have to be two cells"
            yield Spot(rule=rule, line=line, column=1, message=message)


def _coherence_spots(sheet: Sheet, grid: Grid) -> Iterator[Spot]:
    for wall in grid.disagreements():
        cell = wall.row, wall.column
        line, column = sheet.place(cell)
        closed = grid.is_closed(cell, wall.side)
        digits = [grid.rows[row][column] for row, column in (cell, wall.beyond)]
        message = (
            f'the cells {coordinates(cell)} ("{digits[0]}") and {coordinates(wall.beyond)} '
            f'("{digits[1]}") disagree on the wall between them: the first has it '
            f"{'closed' if closed else 'open'}, the second {'open' if closed else 'closed'}"
        )
        yield Spot(
            rule=Rule.COHERENCE,
            line=line,
            column=column,
            message=message,
            cells=(cell, wall.beyond),
        )


def _border_spots(sheet: Sheet, grid: Grid) -> Iterator[Spot]:
    for cell, side in grid.border_openings():
        line, column = sheet.place(cell)
        message = f"the cell {coordinates(cell)} is open to the outside in the {side.name.lower()}"
        yield Spot(rule=Rule.BORDER, line=line, column=column, message=message, cells=(cell,))


def _pattern(sheet: Sheet, grid: Grid) -> tuple[frozenset[Cell], list[Spot]]:
    """Return the cells of the `42` as it stands, and what is wrong with it.

    Where it stands in another place, or mirrored or turned, that is one fault: its cells count as
    the pattern for all other rules. In mazes smaller than 9 × 7 it may be left out; one that is
    there has to be right.
    """
    width, height = grid.width, grid.height
    wanted = pattern_cells(width=width, height=height)
    shut = grid.shut_cells()
    standing = {cell for cell in wanted if shut[cell[0]] >> cell[1] & 1}
    if wanted and standing == wanted:
        return wanted, []
    corner = pattern_corner(width=width, height=height)
    elsewhere = find_pattern(shut, width)
    if elsewhere is not None:
        how, shape, at = elsewhere
        there = shape_at(shape, at)
        message = (
            f"the `42` stands {f'{how}, ' if how else ''}with its upper left corner at "
            f"{coordinates(at)}; it belongs upright into the middle, its corner at "
            f"{coordinates(corner)}"
        )
    elif pattern_is_owed(width=width, height=height):
        there, at = wanted, min(wanted - standing)
        message = _gaps(sorted(wanted - standing), corner)
    else:
        return frozenset(), []
    line, column = sheet.place(at)
    cells = (at, *sorted(there - {at}))
    spot = Spot(rule=Rule.PATTERN, line=line, column=column, message=message, cells=cells)
    return there, [spot]


def _gaps(open_ones: list[Cell], corner: Cell) -> str:
    """Return a sentence on the cells of the `42` that are not closed on all sides."""
    if len(open_ones) == len(SHAPE):
        return (
            f"there is no `42`: none of its {len(SHAPE)} cells is closed on all sides, its corner "
            f"belongs at {coordinates(corner)}"
        )
    verb = "is" if len(open_ones) == 1 else "are"
    return f"{_named(open_ones)} of the `42` {verb} not closed on all sides"


def _named(cells: list[Cell]) -> str:
    """Return the first few cells in words."""
    shown = ", ".join(map(coordinates, cells[:_NAMED_CELLS]))
    if len(cells) == 1:
        return f"the cell {shown}"
    rest = len(cells) - _NAMED_CELLS
    return f"the cells {shown}" + (f" and {rest} more" if rest > 0 else "")


def _covered(view: _View, rule: Rule) -> Iterator[Spot]:
    """Yield the spot of an entry or exit that lies in the `42`."""
    printed, line = view.sheet.exit, view.sheet.exit_line
    if rule is Rule.ENTRY:
        printed, line = view.sheet.entry, view.sheet.entry_line
    if printed in view.pattern:
        message = f"{coordinates(printed)} is a cell of the `42`, which is closed"
        yield Spot(rule=rule, line=line, column=1, message=message, cells=(printed,))


def _entry_spots(view: _View) -> Iterator[Spot]:
    yield from _covered(view, Rule.ENTRY)


def _exit_spots(view: _View) -> Iterator[Spot]:
    yield from _covered(view, Rule.EXIT)


def _reachability_spots(view: _View) -> Iterator[Spot]:
    """Yield each connected component but the largest, cells of the `42` aside."""
    found = view.found
    largest = max(range(len(found.sizes)), key=found.sizes.__getitem__)
    cut_off: dict[int, list[Cell]] = {}
    for number, piece in enumerate(found.piece):
        if piece != largest and found.cell(number) not in view.pattern:
            cut_off.setdefault(piece, []).append(found.cell(number))
    for cells in cut_off.values():
        named = _named(cells)
        if len(cells) == 1:
            message = f"{named} cannot be reached: it is closed on all sides"
        else:
            message = f"{named} cannot be reached: they are cut off from the others"
        yield view.spot(Rule.REACHABILITY, cells, message)


def _hall_spots(view: _View) -> Iterator[Spot]:
    for block in open_blocks(view.maze):
        first = block.row, block.column
        last = block.row + BLOCK_SIZE - 1, block.column + BLOCK_SIZE - 1
        message = f"the 3×3 cells {coordinates(first)} to {coordinates(last)} are wholly open"
        yield view.spot(Rule.HALL, _block_cells(block), message)


def _block_cells(block: Block) -> list[Cell]:
    """Return the cells of a block row by row."""
    span = range(BLOCK_SIZE)
    return [(block.row + down, block.column + right) for down in span for right in span]


def _loop_spots(view: _View) -> Iterator[Spot]:
    """Yield what is wrong with the number of loops.

    PERFECT=True: none, so that one way alone leads from cell to cell. PERFECT=False, from 3 × 3
    cells on: two at least.
    """
    loops = view.found.loops
    number = f"there {'is' if loops == 1 else 'are'} {count(loops, 'loop')}"
    too_few = not view.perfect and view.is_large and loops < _FEWEST_LOOPS
    if view.config is None and too_few:
        message = f"{number}: too many for PERFECT=True, too few for PERFECT=False (2 at least)"
    elif view.perfect and loops:
        message = f"{number}, PERFECT=True allows none"
    elif too_few:
        message = f"{number}, PERFECT=False asks for {_FEWEST_LOOPS} at least"
    else:
        return
    wall = _closing_wall(view.maze)
    if wall is None:
        yield view.spot(Rule.LOOPS, [(0, 0)], message)
    else:
        cells = [(wall.row, wall.column), wall.beyond]
        where = " and ".join(map(coordinates, cells))
        yield view.spot(Rule.LOOPS, cells, f"{message}; one is closed between {where}")


def _closing_wall(maze: Maze) -> Wall | None:
    """Return the first open wall, row by row, that closes a loop; None where there is no loop."""
    regions = Regions(maze.height * maze.width)
    for first, second in open_pairs(maze):
        if not regions.join(first, second):
            row, column = divmod(first, maze.width)
            is_upright = second == first + 1 and maze.width > 1
            return Wall(row=row, column=column, side=Side.EAST if is_upright else Side.SOUTH)
    return None


def _corridor_spots(view: _View) -> Iterator[Spot]:
    """Yield the corners, and the middle, that are no corridor in a maze that is not perfect.

    A corridor is a cell that can be walked through: not closed on all sides. Of the one, two or
    four middle cells those in the `42` do not count, and one of the others has to be a corridor.
    The centred `42` always leaves one out (``middle_cells``).
    """
    if view.perfect or not view.is_large:
        return
    width, height = view.grid.width, view.grid.height
    shut = view.grid.shut_cells()

    def is_shut(cell: Cell) -> bool:
        return bool(shut[cell[0]] >> cell[1] & 1)

    for cell in filter(is_shut, corner_cells(width=width, height=height)):
        message = f"the corner {coordinates(cell)} is closed on all sides, not a corridor"
        yield view.spot(Rule.CORRIDORS, [cell], message)
    middle = [cell for cell in middle_cells(width=width, height=height) if cell not in view.pattern]
    if middle and all(map(is_shut, middle)):
        named = _named(middle)
        message = f"{named} in the middle: none is a corridor, closed on all sides"
        yield view.spot(Rule.CORRIDORS, middle, message)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Walk:
    """What came of taking a path's steps: where it ended, and the steps through walls, from 0.

    ``left_at`` is the step that would have left the maze, or None.
    """

    end: Cell
    through_walls: tuple[tuple[int, Cell], ...]
    left_at: int | None

    def leads_to(self, goal: Cell) -> bool:
        return not self.through_walls and self.left_at is None and self.end == goal


def _walk(view: _View, start: Cell, path: str) -> _Walk:
    through: list[tuple[int, Cell]] = []
    cell = start
    for step, letter in enumerate(path):
        side, down, right = STEPS[letter]
        beyond = cell[0] + down, cell[1] + right
        if not view.grid.has(beyond):
            return _Walk(end=cell, through_walls=tuple(through), left_at=step)
        is_open = view.found.open_sides[view.found.number(cell)] & side.value
        if not is_open and len(through) < MOST_SPOTS:
            through.append((step, cell))
        cell = beyond
    return _Walk(end=cell, through_walls=tuple(through), left_at=None)


def _path_spots(view: _View) -> Iterator[Spot]:
    """Yield what is wrong with the path: its letters are right here.

    It leads from the printed entry to the printed exit; where these are wrong, a path that leads
    from where the config has the one to where it has the other is right too.
    """
    path, line = view.sheet.path, view.sheet.path_line
    ends = list(_ends(view))
    if path is None or not ends or set(path) - set(STEPS):
        return
    for start, goal in ends:
        if _walk(view, start, path).leads_to(goal):
            shortest = view.found.distance(start, goal)
            if shortest is not None and len(path) > shortest:
                message = f"the path has {count(len(path), 'step')}, a shortest one has {shortest}"
                cells = (start, goal)
                yield Spot(rule=Rule.PATH, line=line, column=1, message=message, cells=cells)
            return
    start, goal = ends[0]
    remark = _remark_on_path(view, start, goal, path)
    for spot in _wrong_steps(_walk(view, start, path), path, goal, line):
        yield replace(spot, message=spot.message + remark)


def _ends(view: _View) -> Iterator[tuple[Cell, Cell]]:
    """Yield the entry and exit as printed, then as the config has them."""
    entry, exit_ = view.sheet.entry, view.sheet.exit
    if entry and exit_ and view.grid.has(entry) and view.grid.has(exit_):
        yield entry, exit_
    config = view.config
    if config and view.grid.has(config.entry) and view.grid.has(config.exit):
        yield config.entry, config.exit


def _wrong_steps(walk: _Walk, path: str, goal: Cell, line: int) -> Iterator[Spot]:
    for step, cell in walk.through_walls:
        letter = path[step]
        beyond = cell[0] + STEPS[letter][1], cell[1] + STEPS[letter][2]
        message = (
            f"step {step + 1} ({letter}) of the path goes through the wall between "
            f"{coordinates(cell)} and {coordinates(beyond)}"
        )
        yield Spot(
            rule=Rule.PATH, line=line, column=step + 1, message=message, cells=(cell, beyond)
        )
    if walk.left_at is not None:
        step = walk.left_at
        message = (
            f"step {step + 1} ({path[step]}) of the path leaves the maze from "
            f"{coordinates(walk.end)}"
        )
    elif walk.end != goal:
        step = max(len(path) - 1, 0)
        message = f"the path ends at {coordinates(walk.end)}, not at the exit {coordinates(goal)}"
    else:
        return
    yield Spot(rule=Rule.PATH, line=line, column=step + 1, message=message, cells=(walk.end,))


def _remark_on_path(view: _View, start: Cell, goal: Cell, path: str) -> str:
    if _walk(view, goal, path).leads_to(start):
        return " (it leads from the exit to the entry)"
    if _walk(view, start, path[::-1]).leads_to(goal):
        return " (its steps are right from the last to the first)"
    return ""


_ABOUT_WALLS: dict[Rule, Callable[[_View], Iterator[Spot]]] = {
    Rule.ENTRY: _entry_spots,
    Rule.EXIT: _exit_spots,
    Rule.REACHABILITY: _reachability_spots,
    Rule.HALL: _hall_spots,
    Rule.LOOPS: _loop_spots,
    Rule.CORRIDORS: _corridor_spots,
    Rule.PATH: _path_spots,
}
