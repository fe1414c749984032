"""The task box/simulate: carry out manipulations and say what has become of the box."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from judge.compare import count, decode, excerpt, first_difference, lines, lines_outcome
from judge.draw import Film, Scene
from judge.errors import CaseError
from judge.models import ArtefactLimits, Outcome, Value
from judge.puzzle import Allowance, Chooser, Claim, Complaint, Field, Kind, Output, Role, Task
from judge_plugins.box.drawn import picture_outcome
from judge_plugins.box.generation import Wanted, drawn_box, drawn_moves, random_case
from judge_plugins.box.picture import picture
from judge_plugins.box.rules import (
    CELLS,
    MANIPULATIONS,
    MOST_SHUBBLES,
    NAMES,
    Failure,
    State,
    fault_of_box,
    fault_of_cells,
    side_below,
    simulated,
)
from judge_plugins.box.scene import end_scene, film_of, printed_scene, start_scene
from judge_plugins.box.timeline import timeline

FAILED = "!"
"""The answer where a manipulation is illegal or a smole leaves the box."""

ASCII = "ascii"

_MOST_MOVES = 100_000

_LEFT = ArtefactLimits(files=16, total_bytes=32 * 2**20)
"""what a program that draws may leave"""

_MOST_STATES = {"animation": 100, "smooth": 40}
"""how many states a film is asked to show, by claim"""

_DRAWING_S = {"image": (1.0, 0.0), "animation": (2.0, 0.05), "smooth": (5.0, 0.5)}
"""CPU seconds that drawing may take besides, by claim: in any case, and for each state"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One case: a box at rest, the manipulations, and the answer if it is written in the case."""

    start: State
    moves: str
    written: str | None = None

    @property
    def answer(self) -> str:
        """The 29 cells at the end, or ``!``: as written, else by the rules."""
        return by_the_rules(self) if self.written is None else self.written


class Simulate(Task[Problem]):
    """What the box holds after the manipulations."""

    name = "simulate"
    title = "carry out the manipulations of a box of shubbles and smoles"
    fields = (
        Field(name="box", kind=Kind.LINE, about="the 29 cells at the start: . o x @"),
        Field(
            name="moves",
            kind=Kind.LINE,
            about="the manipulations: + | - turn the box, < > ^ v move the stot",
            may_be_empty=True,
        ),
        Field(
            name="expect",
            kind=Kind.LINE,
            about="the 29 cells at the end, or ! (left out: by the rules)",
            role=Role.ANSWER,
            required=False,
        ),
    )
    options = (
        Field(
            name="moves",
            kind=Kind.INTEGER,
            about="most manipulations of a case (20); there are at least half as many",
            role=Role.OPTION,
            required=False,
        ),
        Field(
            name="shubbles",
            kind=Kind.INTEGER,
            about="shubbles in each box, 0 to 26 (left out: any number)",
            role=Role.OPTION,
            required=False,
        ),
        Field(
            name="legal",
            kind=Kind.BOOLEAN,
            about="true: no answer is !; false: each is (left out: one in four is)",
            role=Role.OPTION,
            required=False,
        ),
    )
    claims = (
        Claim(
            name=ASCII,
            multiplier=Fraction("0.65"),
            about="print a picture of the turned box, with * just outside the hole",
        ),
        *(
            Claim(
                name=name,
                multiplier=Fraction(multiplier),
                about=about,
                artefacts=_LEFT,
                checker=f"judge_plugins.box.seeing.{name}:{name}_outcome",
                requires=(("PIL", "golf-judge[pictures]"),),
                windows=True,
            )
            for name, multiplier, about in (
                ("image", "0.22", "leave a picture of the box as it is in the end"),
                ("animation", "0.15", "leave an animation of all states, a second each"),
                ("smooth", "0.12", "leave an animation in smooth motion, 20 frames a second"),
            )
        ),
    )

    def read(self, values: Mapping[str, Value]) -> Problem:
        """Return the problem; CaseError for a box that breaks the promises of the input."""
        box, moves = str(values["box"]), str(values["moves"])
        if fault := fault_of_box(box):
            raise CaseError(fault, key="box")
        for number, symbol in enumerate(moves, 1):
            if symbol not in MANIPULATIONS:
                raise CaseError(
                    f"manipulation {number} is {symbol!r}; write only + | - < > ^ v, "
                    "with nothing between them",
                    key="moves",
                )
        return Problem(start=State(cells=box), moves=moves, written=_written(values))

    def stdin(self, problem: Problem) -> bytes:
        """Return two lines: the box and the manipulations, of which there may be none."""
        return f"{problem.start.cells}\n{problem.moves}\n".encode()

    def check(self, problem: Problem, output: Output, claim: str | None) -> Outcome:
        """Return whether the string, or the picture for the claim ``ascii``, is the right one."""
        text = decode(output.stdout)
        if isinstance(text, Outcome):
            return text
        answer = problem.answer
        if claim == ASCII and answer != FAILED:
            return picture_outcome(State(cells=answer, down=side_below(problem.moves)), text)
        # With the claim white space around is ignored, be it a picture or not.
        printed = lines(text.strip() if claim == ASCII else text)
        if printed == [answer] or len(printed) != 1:
            return lines_outcome([answer], printed, actual=text)
        reason = _difference(problem, answer, printed[0])
        return Outcome(accepted=False, reason=reason, expected=answer, actual=text)

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return a random box at rest, random manipulations, and what becomes of them."""
        wanted = Wanted(
            most_moves=_option(options, "moves", 20, _MOST_MOVES),
            shubbles=_option(options, "shubbles", random.randint(0, MOST_SHUBBLES), MOST_SHUBBLES),
            legal=bool(options.get("legal", random.random() < 0.75)),
        )
        if wanted.most_moves == 0 and options.get("legal") is False:
            raise CaseError("with no manipulation nothing is illegal", key="legal")
        box, moves = random_case(random, wanted)
        problem = Problem(start=State(cells=box), moves=moves)
        return {"box": box, "moves": moves, "expect": problem.answer}

    def lint(self, problem: Problem) -> Iterable[Complaint]:
        """Yield a complaint where the written answer is not that of the rules."""
        right = by_the_rules(problem)
        if problem.written not in {None, right}:
            ending = simulated(problem.start, problem.moves)
            why = f" ({ending.sentence})" if isinstance(ending, Failure) else ""
            yield Complaint(message=f'by the rules the answer is "{right}"{why}', key="expect")

    def suits(self, problem: Problem, claim: str | None) -> bool:
        """Return whether a case's film is short enough to be asked for."""
        most = _MOST_STATES.get(claim or "")
        return most is None or len(timeline(problem.start, problem.moves)) <= most

    def allowance(self, problem: Problem, claim: str | None) -> Allowance:
        """Return what drawing may take; a window takes a second by the clock for each state."""
        if claim not in _DRAWING_S or problem.answer == FAILED:
            return Allowance()
        states = len(timeline(problem.start, problem.moves))
        once, each = _DRAWING_S[claim]
        shown = states if claim != "image" else 1
        return Allowance(
            time_s=once + each * shown,
            wall_s=once + (1 + each) * shown,
            output_bytes=_LEFT.total_bytes,
        )

    def draw(self, choose: Chooser) -> Mapping[str, Value]:
        """Return a box and manipulations made of choices."""
        box = drawn_box(choose, choose.integer(0, choose.choice((3, MOST_SHUBBLES))))
        return {"box": box, "moves": drawn_moves(choose, box)}

    def picture(self, problem: Problem) -> str:
        """Return the box at the start and, below it, the manipulations."""
        return "\n".join([*picture(problem.start), "", f"manipulations: {problem.moves}"])

    def scene(self, problem: Problem) -> Scene:
        """Return the box at the start."""
        return start_scene(problem.start, problem.moves)

    def answer_scene(self, problem: Problem) -> Scene:
        """Return the box in the end and as it is turned then, or where it has gone wrong."""
        return end_scene(problem.start, problem.moves)

    def output_scene(self, problem: Problem, text: str) -> Scene | None:
        """Return the box that a program printed or drew; None where it printed something else."""
        return printed_scene(lines(text), side_below(problem.moves))

    def film(self, problem: Problem, *, smooth: bool) -> Film:
        """Return what the claims ``animation`` and, with ``smooth``, ``smooth`` ask to be drawn."""
        return film_of(problem.start, problem.moves, smooth=smooth)


def by_the_rules(problem: Problem) -> str:
    """Return the 29 cells at the end, or ``!``, whatever the case says."""
    ending = simulated(problem.start, problem.moves)
    return FAILED if isinstance(ending, Failure) else ending.cells


def _written(values: Mapping[str, Value]) -> str | None:
    if "expect" not in values:
        return None
    expect = str(values["expect"])
    if expect != FAILED and (fault := fault_of_cells(expect)):
        raise CaseError(f"{fault}; an answer is a box, or ! alone", key="expect")
    return expect


def _option(options: Mapping[str, Value], name: str, default: int, most: int) -> int:
    number = options.get(name, default)
    if not (isinstance(number, int) and 0 <= number <= most):
        raise CaseError(f"{number} is out of range; write a number from 0 to {most}", key=name)
    return number


def _difference(problem: Problem, answer: str, line: str) -> str:
    """Return a sentence on how the one line that was printed differs from the answer."""
    if line == FAILED:
        return f'printed ! though all is legal and no smole leaves: expected "{answer}"'
    if answer == FAILED:
        ending = simulated(problem.start, problem.moves)
        why = f": {ending.sentence}" if isinstance(ending, Failure) else ""
        return f'printed "{excerpt(line)}", expected "!"{why}'
    if len(line) != CELLS:
        length = f"{count(len(line), 'character')} instead of {CELLS}"
        return f"{first_difference([answer], [line])}; {length}"
    if not set(line) <= set(NAMES):
        return first_difference([answer], [line])
    differing = [cell for cell in range(CELLS) if line[cell] != answer[cell]]
    first = differing[0]
    more = f" ({len(differing)} cells differ)" if len(differing) > 1 else ""
    return f"cell {first + 1} is {_named(line[first])}, should be {_named(answer[first])}{more}"


def _named(character: str) -> str:
    return f"{character} ({NAMES[character]})"
