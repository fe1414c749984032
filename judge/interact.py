"""Tasks that are a conversation: the referee is a puzzle's rules, the players are programs.

A referee is a generator and touches no process: it yields what to tell whom and whom to ask, is
sent each reply, and returns what it thinks of the whole. So it can be tested with plain lists of
replies (:func:`rehearsed`), and the same rules serve a program against the judge's own player and
two programs against each other.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Generic, TypeVar

from judge.compare import decode, excerpt
from judge.models import Outcome, Value
from judge.puzzle import Output, ProblemT, Task

ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tell:
    """Send a line, given without its newline, to the player in a seat (from 0)."""

    line: str
    seat: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Wait for the next line of the player in a seat; it is sent without its newline."""

    seat: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Write down what happened between the messages, such as a move of the judge's own player."""

    text: str


Step = Tell | Ask | Note
Dialogue = Generator[Step, str | None, ResultT]
"""A referee at work: sent the reply's line after each ``Ask``, None after anything else.

It is closed where a player breaks off; it need not deal with silence, floods or crashes.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """How a game between players ended.

    ``winner`` is a seat, or None for a draw. ``is_foul`` says that the other broke the rules and
    lost by it. ``reason`` is a sentence that names no player but by "it", the loser.
    """

    winner: int | None
    reason: str = ""
    is_foul: bool = False


class InteractiveTask(Task[ProblemT]):
    """A task whose programs are talked to line by line instead of being given one input.

    The judge runs the program and the referee, keeps the case's limits on the whole and on each
    reply, and puts the whole conversation into the reason of a failure. What a program does wrong
    as a partner (silence, a line without an end, a flood, an end in the middle, more output behind
    the end) is dealt with by the judge; the referee sees complete lines alone.
    """

    @abstractmethod
    def referee(self, problem: ProblemT) -> Dialogue[Outcome]:
        """Return the conversation of a case with one program, in seat 0.

        The referee returns as soon as it is sure: a rejected outcome ends the program, an accepted
        one closes its input and waits for it to exit with status 0.
        """

    def stdin(self, problem: ProblemT) -> bytes:
        """Return what a program is told before its first reply."""
        return rehearsed(self.referee(problem), ()).told

    def check(self, problem: ProblemT, output: Output, claim: str | None) -> Outcome:
        """Return what the referee thinks of replies that were recorded as a whole."""
        text = decode(output.stdout)
        if isinstance(text, Outcome):
            return text
        lines = text.split("\n")
        last = lines.pop()
        rehearsal = rehearsed(self.referee(problem), lines)
        if rehearsal.result is None:
            return Outcome(accepted=False, reason="its output ends before the conversation does")
        extra = [*lines[rehearsal.used :], last]
        if rehearsal.result.accepted and any(line.strip() for line in extra):
            first = next(line for line in extra if line.strip())
            reason = f'it printed more after the end of the conversation: "{excerpt(first)}"'
            return Outcome(accepted=False, reason=reason)
        return rehearsal.result


class DuelTask(InteractiveTask[ProblemT]):
    """An interactive task whose programs can also play against each other, two at a time.

    ``judge tournament`` lets every program meet every other one in every position, in both seats.
    """

    seats: ClassVar[tuple[str, str]] = ("first", "second")
    """what the two seats are called; seat 0 begins"""

    @abstractmethod
    def position(self, random: Random) -> Mapping[str, Value]:
        """Return the values of a case for a duel to begin with: ``read`` makes a problem of them.

        Equal ``random`` states give equal positions. What the case says of the judge's own player
        does not matter.
        """

    @abstractmethod
    def duel(self, problem: ProblemT) -> Dialogue[Ruling]:
        """Return the game of two programs, which sit in the seats 0 and 1."""

    def title_of(self, problem: ProblemT) -> str:
        """Return a position in a few words for people (``3 4 5``)."""
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsal(Generic[ResultT]):
    """What came of a referee that was given recorded replies, whoever's turn it was.

    ``result`` is None where the replies ran out first; ``used`` counts those that were taken;
    ``told`` are the lines that were sent, to all seats, and ``steps`` everything it did.
    """

    result: ResultT | None
    used: int
    told: bytes
    steps: tuple[Step, ...]


def rehearsed(dialogue: Dialogue[ResultT], replies: Sequence[str]) -> Rehearsal[ResultT]:
    """Let a referee talk to recorded replies, given in the order in which it asks for them."""
    steps: list[Step] = []
    used = 0
    result: ResultT | None = None
    reply: str | None = None
    try:
        while True:
            step = dialogue.send(reply)
            steps.append(step)
            reply = None
            if isinstance(step, Ask):
                if used == len(replies):
                    break
                reply = replies[used]
                used += 1
    except StopIteration as end:
        result = end.value
    finally:
        dialogue.close()
    told = "".join(f"{step.line}\n" for step in steps if isinstance(step, Tell))
    return Rehearsal(result=result, used=used, told=told.encode(), steps=tuple(steps))
