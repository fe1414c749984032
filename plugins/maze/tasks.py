"""The tasks of the maze puzzle: is a 3×3 block open, and how many independent loops are there?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from judge.compare import count, decode, excerpt, first_difference, lines
from judge.draw import Scene
from judge.models import Outcome, Value
from judge.puzzle import Chooser, Complaint, Field, Kind, Output, Role, Task
from judge_plugins.maze.drawn import drawn_maze
from judge_plugins.maze.generators import (
    CLOSED,
    COLUMNS,
    COMPONENTS,
    PLANT,
    ROWS,
    maze_with_blocks,
    maze_with_components,
)
from judge_plugins.maze.grid import grid_of
from judge_plugins.maze.pattern import Cell
from judge_plugins.maze.picture import whole_picture
from judge_plugins.maze.rules import (
    BLOCK_SIZE,
    Block,
    Maze,
    count_loops,
    first_open_block,
    nearly_open_block,
    parse,
)
from judge_plugins.maze.scene import maze_scene

_MAZE = Field(
    name="maze",
    kind=Kind.BLOCK,
    about="the rows, one hexadecimal digit a cell: north 1, east 2, south 4, west 8, set = closed",
)
_OTHERWISE_WRITTEN = re.compile(r"([+-]?[0-9]+)(?:\.0*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenProblem:
    """A case of ``maze/open``: the maze, its first open block, and the answer as written."""

    maze: Maze
    block: Block | None
    written: bool | None

    @property
    def by_rules(self) -> bool:
        """Whether a block is open."""
        return self.block is not None

    @property
    def answer(self) -> bool:
        """The answer that counts: the written one, else that of the rules."""
        return self.by_rules if self.written is None else self.written


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopsProblem:
    """A case of ``maze/loops``: the maze, and the answer that counts."""

    maze: Maze
    answer: int


class MazeOpen(Task[OpenProblem]):
    """Is some 3×3 block of cells wholly open?"""

    name = "open"
    title = "is some 3×3 block of cells wholly open?"
    fields = (
        _MAZE,
        Field(
            name="expect",
            kind=Kind.CHOICE,
            about="True where a block is open, else False; by the rules where it is left out",
            role=Role.ANSWER,
            required=False,
            choices=("True", "False"),
        ),
    )
    options = (ROWS, COLUMNS, CLOSED, PLANT)

    def read(self, values: Mapping[str, Value]) -> OpenProblem:
        """Return the maze and the answer; CaseError for a maze that breaks the notation."""
        maze = parse(str(values["maze"]))
        expect = values.get("expect")
        return OpenProblem(
            maze=maze,
            block=first_open_block(maze),
            written=None if expect is None else expect == "True",
        )

    def stdin(self, problem: OpenProblem) -> bytes:
        """Return the rows as the case has them, letter case too, each ended by a newline."""
        return _rows(problem.maze)

    def check(self, problem: OpenProblem, output: Output, claim: str | None) -> Outcome:
        """Accept the right one of ``True`` and ``False``, in any letter case, on a line alone."""
        text = decode(output.stdout)
        if isinstance(text, Outcome):
            return text
        expected = str(problem.answer)
        printed = lines(text)
        lowered = [line.lower() for line in printed]
        if lowered == [expected.lower()]:
            return Outcome(accepted=True)
        return Outcome(
            accepted=False,
            reason=_open_reason(problem, printed),
            expected=expected,
            actual=text,
        )

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return a random maze; the rules have its answer."""
        return {"maze": maze_with_blocks(random, options)}

    def draw(self, choose: Chooser) -> Mapping[str, Value]:
        """Return a maze made of choices: small and open first, then with single walls."""
        return {"maze": drawn_maze(choose)}

    def picture(self, problem: OpenProblem) -> str:
        """Return the maze in lines, its first open block marked; "" for a large one."""
        return whole_picture(grid_of(problem.maze.rows), _block_marks(problem))

    def scene(self, problem: OpenProblem) -> Scene:
        """Return the maze."""
        return maze_scene(grid_of(problem.maze.rows), {})

    def answer_scene(self, problem: OpenProblem) -> Scene:
        """Return the maze with its first open block in colour."""
        title = f"{problem.by_rules}: {_why(problem)}"
        return maze_scene(grid_of(problem.maze.rows), _block_marks(problem), title)

    def lint(self, problem: OpenProblem) -> Iterable[Complaint]:
        """Compare the written answer with the rules."""
        if problem.written not in (None, problem.by_rules):
            yield Complaint(
                message=(
                    f"{problem.written} is written, by the rules it is {problem.by_rules}: "
                    f"{_why(problem)}"
                ),
                key="expect",
            )


class MazeLoops(Task[LoopsProblem]):
    """How many independent loops are there?"""

    name = "loops"
    title = "how many independent loops are there?"
    fields = (
        _MAZE,
        Field(
            name="expect",
            kind=Kind.INTEGER,
            about="the number of independent loops; by the rules where it is left out",
            role=Role.ANSWER,
            required=False,
        ),
    )
    options = (ROWS, COLUMNS, CLOSED, COMPONENTS)

    def read(self, values: Mapping[str, Value]) -> LoopsProblem:
        """Return the maze and the answer; CaseError for a maze that breaks the notation."""
        maze = parse(str(values["maze"]))
        expect = values.get("expect")
        return LoopsProblem(
            maze=maze,
            answer=expect if isinstance(expect, int) else count_loops(maze).loops,
        )

    def stdin(self, problem: LoopsProblem) -> bytes:
        """Return the rows as the case has them, letter case too, each ended by a newline."""
        return _rows(problem.maze)

    def check(self, problem: LoopsProblem, output: Output, claim: str | None) -> Outcome:
        """Accept the number in its plain decimal digits, on a line alone.

        ``+4``, ``04``, ``4.0`` and ``-0`` are other texts and so wrong; the reason says it.
        """
        text = decode(output.stdout)
        if isinstance(text, Outcome):
            return text
        expected = str(problem.answer)
        printed = lines(text)
        if printed == [expected]:
            return Outcome(accepted=True)
        return Outcome(
            accepted=False,
            reason=_loops_reason(problem, printed),
            expected=expected,
            actual=text,
        )

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return a random maze; the rules have its answer."""
        return {"maze": maze_with_components(random, options)}

    def draw(self, choose: Chooser) -> Mapping[str, Value]:
        """Return a maze made of choices: small and open first, then with single walls."""
        return {"maze": drawn_maze(choose)}

    def picture(self, problem: LoopsProblem) -> str:
        """Return the maze in lines; "" for a large one."""
        return whole_picture(grid_of(problem.maze.rows), {})

    def scene(self, problem: LoopsProblem) -> Scene:
        """Return the maze."""
        return maze_scene(grid_of(problem.maze.rows), {})

    def answer_scene(self, problem: LoopsProblem) -> Scene:
        """Return the maze; the title has the number of loops and what it is made of."""
        counted = count_loops(problem.maze)
        return maze_scene(grid_of(problem.maze.rows), {}, f"{counted.loops}: {counted}")

    def lint(self, problem: LoopsProblem) -> Iterable[Complaint]:
        """Compare the written answer with the rules."""
        counted = count_loops(problem.maze)
        if problem.answer != counted.loops:
            yield Complaint(
                message=f"{problem.answer} is written, by the rules it is {counted.loops}: "
                f"{counted}",
                key="expect",
            )


def _block_marks(problem: OpenProblem) -> dict[Cell, str]:
    """Return a mark for each cell of the first open block."""
    span = range(BLOCK_SIZE if problem.block else 0)
    start = problem.block or Block(row=0, column=0)
    return {(start.row + down, start.column + right): "*" for down in span for right in span}


def _rows(maze: Maze) -> bytes:
    return "".join(f"{row}\n" for row in maze.rows).encode("ascii")


def _open_reason(problem: OpenProblem, printed: list[str]) -> str:
    expected = str(problem.answer)
    if len(printed) != 1:
        return _not_one_line(expected, printed, right=expected.lower())
    if printed[0].lower() not in ("true", "false"):
        return f'expected {expected}, printed "{excerpt(printed[0])}", neither True nor False'
    reason = f'expected {expected}, printed "{printed[0]}"'
    if problem.answer == problem.by_rules:
        reason += f": {_why(problem)}"
    return reason


def _why(problem: OpenProblem) -> str:
    """Return what the rules find: the open block, or that there is none and how near one is."""
    if problem.block is not None:
        return f"{problem.block} is open (rows and columns counted from 1)"
    nearly = nearly_open_block(problem.maze)
    if nearly is None:
        return "no 3×3 block is open"
    block, wall = nearly
    return f"no 3×3 block is open; {block} is but for {wall} (rows and columns counted from 1)"


def _loops_reason(problem: LoopsProblem, printed: list[str]) -> str:
    expected = str(problem.answer)
    if len(printed) != 1:
        return _not_one_line(expected, printed, right=expected)
    reason = f'expected {expected}, printed "{excerpt(printed[0])}"'
    if _states(printed[0], problem.answer):
        return f"{reason}: write the number in plain digits (no sign, leading zero or fraction)"
    counted = count_loops(problem.maze)
    if counted.loops == problem.answer:
        reason += f": {counted}"
    return reason


def _states(line: str, number: int) -> bool:
    """Return whether a line is another way of writing a number: ``+4``, ``04``, ``4.0``, ``-0``."""
    found = _OTHERWISE_WRITTEN.fullmatch(line)
    return found is not None and len(found[1]) < 20 and int(found[1]) == number


def _not_one_line(expected: str, printed: list[str], right: str) -> str:
    """Return a sentence on a reply of no line, or of several lines."""
    if printed and printed[0].lower() != right:
        return f'printed {count(len(printed), "line")}, expected one: "{expected}"'
    return first_difference([expected], [expected, *printed[1:]] if printed else [])
