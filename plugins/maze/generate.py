"""The task of making a maze that keeps every rule, by a config."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random

from judge.compare import count, decode
from judge.draw import Scene
from judge.errors import CaseError
from judge.models import Outcome, Value
from judge.puzzle import Chooser, Field, Kind, Output, Role, Task
from judge_plugins.maze.config import LONGEST_SIDE, Config, config_text, coordinates, parse_config
from judge_plugins.maze.drawn import drawn_config
from judge_plugins.maze.grid import Grid, grid_of
from judge_plugins.maze.pattern import Cell, pattern_cells, pattern_is_owed
from judge_plugins.maze.picture import surroundings, whole_picture
from judge_plugins.maze.ruling import Breach, Ruling, judged
from judge_plugins.maze.scene import maze_scene
from judge_plugins.maze.sheet import Sheet, Spot, read_sheet

_AS_PRINTED = "as printed:\n"
"""What stands before a program's own text where the broken rules are told first."""

_LONGEST_DRAWN = 25
"""The longest side where a ``generate:`` entry names none."""


class MazeGenerate(Task[Config]):
    """Make a maze: the rows, an empty line, the entry, the exit and a shortest path.

    Any maze that keeps the rules is right. The same config has to make the same maze each time it
    is asked for; one run cannot show that, so it is not checked.
    """

    name = "generate"
    title = "make a maze without halls, by a config"
    fields = (
        Field(
            name="config",
            kind=Kind.BLOCK,
            about=(
                "lines KEY=VALUE and remarks (# …): WIDTH, HEIGHT, ENTRY=x,y, EXIT=x,y, "
                "PERFECT=True or False, SEED"
            ),
        ),
    )
    options = (
        Field(
            name="width",
            kind=Kind.INTEGER,
            about=f"number of columns; at random 2 to {_LONGEST_DRAWN} where it is left out",
            role=Role.OPTION,
            required=False,
        ),
        Field(
            name="height",
            kind=Kind.INTEGER,
            about=f"number of rows; at random 2 to {_LONGEST_DRAWN} where it is left out",
            role=Role.OPTION,
            required=False,
        ),
        Field(
            name="perfect",
            kind=Kind.BOOLEAN,
            about="whether the maze is to be perfect; at random where it is left out",
            role=Role.OPTION,
            required=False,
        ),
    )

    def read(self, values: Mapping[str, Value]) -> Config:
        """Return the config; CaseError with the line's offset for a fault in it."""
        return parse_config(str(values["config"]))

    def stdin(self, problem: Config) -> bytes:
        """Return the config as the case has it, ended by a newline."""
        return f"{problem.text}\n".encode()

    def check(self, problem: Config, output: Output, claim: str | None) -> Outcome:
        """Accept every maze that breaks no rule; tell of all rules that are broken.

        Blanks at line ends, empty lines at the end and ``\\r\\n`` do not matter, nor does the
        letter case of the digits; a line that no newline ends is wrong. Where the rows are no
        rectangle of digits, the rules about walls are not looked at.
        """
        text = decode(output.stdout)
        if isinstance(text, Outcome):
            return text
        if not text.strip():
            what = "only blanks" if text else "nothing"
            return Outcome(accepted=False, reason=f"printed {what}, expected a maze", actual=text)
        sheet = read_sheet(text)
        ruling = judged(sheet, problem)
        if not ruling.breaches:
            return Outcome(accepted=True)
        return Outcome(
            accepted=False,
            reason=_reason(ruling.breaches),
            actual="\n".join([*_told(ruling, sheet), f"{_AS_PRINTED}{text}"]),
        )

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return a random config."""
        width, height = (
            _side(key, options.get(key, random.randint(2, _LONGEST_DRAWN)))
            for key in ("width", "height")
        )
        closed = pattern_cells(width=width, height=height)
        if not pattern_is_owed(width=width, height=height):
            closed = frozenset()
        entry, exit_ = random.sample(sorted(_cells(width, height) - closed), 2)
        config = {
            "WIDTH": width,
            "HEIGHT": height,
            "ENTRY": coordinates(entry),
            "EXIT": coordinates(exit_),
            "PERFECT": options.get("perfect", random.choice((True, False))),
            "SEED": random.randrange(10**6),
        }
        return {"config": config_text(config)}

    def draw(self, choose: Chooser) -> Mapping[str, Value]:
        """Return a config made of choices: small first, the keys in any order, odd remarks."""
        return {"config": drawn_config(choose)}

    def picture(self, problem: Config) -> str:
        """Return the outline with entry, exit and the `42`; the maze is not made yet."""
        return whole_picture(*_outline(problem))

    def scene(self, problem: Config) -> Scene:
        """Return the outline with entry, exit and the `42`: what every right maze has."""
        return maze_scene(*_outline(problem), "perfect" if problem.perfect else "not perfect")

    def output_scene(self, problem: Config, text: str) -> Scene | None:
        """Return the maze that a program printed; None where its rows are no rectangle."""
        sheet = read_sheet(text.rpartition(_AS_PRINTED)[2])
        if not sheet.is_rectangle:
            return None
        grid = grid_of(sheet.rows)
        marks = {
            cell: mark
            for cell, mark in _ends(sheet)
            if cell is not None and cell[0] < grid.height and cell[1] < grid.width
        }
        return maze_scene(grid, marks)


def _outline(config: Config) -> tuple[Grid, dict[Cell, str]]:
    """Return the grid with the closed walls that a config asks for, and marks for its cells."""
    width, height = config.width, config.height
    closed: frozenset[Cell] = frozenset()
    if pattern_is_owed(width=width, height=height):
        closed = pattern_cells(width=width, height=height)
    digits = [["0"] * width for _ in range(height)]
    for row, column in closed:
        digits[row][column] = "F"
    for row in range(height):
        for column in range(width):
            sides = (row == 0) + 4 * (row == height - 1)
            sides |= 2 * (column == width - 1) + 8 * (column == 0)
            for down, right, side in ((-1, 0, 1), (0, 1, 2), (1, 0, 4), (0, -1, 8)):
                sides |= side * ((row + down, column + right) in closed)
            digits[row][column] = f"{sides | int(digits[row][column], 16):X}"
    marks = {**dict.fromkeys(closed, "#"), config.entry: "E", config.exit: "X"}

    return grid_of(["".join(row) for row in digits]), marks


def _side(key: str, value: Value) -> int:
    if not isinstance(value, int) or not 2 <= value <= LONGEST_SIDE:
        raise CaseError(f"write a whole number from 2 to {LONGEST_SIDE}, not {value}", key=key)
    return value


def _cells(width: int, height: int) -> frozenset[Cell]:
    return frozenset((row, column) for row in range(height) for column in range(width))


def _reason(breaches: Iterable[Breach]) -> str:
    """Return the first place of the first rule, and which other rules are broken."""
    first, *others = breaches
    reason = f"{first.rule}: {_place(first.spots[0])}"
    if first.more:
        reason += f", and {first.more}"
    if others:
        names = ", ".join(breach.rule for breach in others)
        verb = "is" if len(others) == 1 else "are"
        reason += f"; {count(len(others), 'more rule')} {verb} broken: {names}"
    return reason


def _place(spot: Spot) -> str:
    """Return a spot's sentence, with its line where it names no cell."""
    return spot.message if spot.cells else f"line {spot.line}: {spot.message}"


def _told(ruling: Ruling, sheet: Sheet) -> Iterator[str]:
    """Yield each broken rule with its first place and, where walls are the matter, a picture."""
    for breach in ruling.breaches:
        more = f", and {breach.more}" if breach.more else ""
        yield f"{breach.rule}: {_place(breach.spots[0])}{more}"
        cells = breach.spots[0].cells
        if ruling.grid is not None and cells:
            marks = dict.fromkeys(ruling.pattern, "#")
            marks.update({cell: mark for cell, mark in _ends(sheet) if cell is not None})
            marks.update({cell: "*" for cell in cells if marks.get(cell, "#") == "#"})
            yield surroundings(ruling.grid, cells[0], marks)
        yield ""


def _ends(sheet: Sheet) -> tuple[tuple[Cell | None, str], ...]:
    return (sheet.entry, "E"), (sheet.exit, "X")
