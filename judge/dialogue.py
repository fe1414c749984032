"""The engine of conversations: lets a referee and running programs talk, within their limits."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Generic, TypeVar

from judge.compare import decode, excerpt
from judge.interact import Ask, Dialogue, Note, Step, Tell
from judge.models import Ending, Limits, Outcome, Run
from judge.sandbox import Conversation
from judge.units import seconds_text

ResultT = TypeVar("ResultT")

UNFLUSHED_S = 0.3
"""how long a silent program whose input was closed may take to write out what it held back"""

PARTING_S = 0.2
"""how long a program that broke the rules may take to end by itself, with a status of its own"""

MIDDLE = "in the middle of the conversation"

_MOST_SHOWN = 6000
"""how many characters of a conversation are shown in one line"""

_OWN_ENDINGS = {Ending.EXITED, Ending.SIGNALLED}


class Stumble(Enum):
    """How a player broke a conversation off, or ended it badly."""

    SILENT = "said nothing"
    UNFINISHED = "printed no line end"
    UNFLUSHED = "held its line back"
    CLOSED = "closed its output"
    UNREADABLE = "printed no text"
    STOPPED = "was ended by a limit"
    CHATTY = "printed more after the end"
    STAYED = "did not exit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A line of a conversation; ``sender`` is ``judge``, a player's name, or "" for a note."""

    sender: str
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A running program that takes part; its ``limits`` are those on the whole and on a reply.

    The wall limit counts the time that others wait for this program, and nothing else.
    """

    name: str
    conversation: Conversation
    limits: Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk(Generic[ResultT]):
    """A conversation that is over.

    ``result`` is the referee's, None where a player broke off. ``stumble`` and ``sentence`` say
    what the player in ``seat`` did wrong as a partner. ``runs`` are the facts by seat; a reply that
    came too late makes the run's ending WALL_LIMIT.
    """

    result: ResultT | None
    messages: tuple[Message, ...]
    runs: tuple[Run, ...]
    stumble: Stumble | None = None
    sentence: str = ""
    seat: int = 0

    @property
    def text(self) -> str:
        """The conversation, one line a message."""
        width = max((len(message.sender) for message in self.messages), default=0) + 1
        lines = (
            f"{f'{message.sender}:':{width}} {message.line}" if message.sender else message.line
            for message in self.messages
        )
        return "\n".join(lines)

    @property
    def line(self) -> str:
        """The conversation in one line; of a very long one the beginning and the end."""
        told = "; ".join(
            f"{message.sender}: {message.line}" if message.sender else message.line
            for message in self.messages
        )
        if len(told) <= _MOST_SHOWN:
            return told
        half = _MOST_SHOWN // 2
        return f"{told[:half]} … {told[-half:]}"


def conversed(dialogue: Dialogue[Outcome], player: Player) -> Talk[Outcome]:
    """Let a referee talk to one program until it has an opinion, and see the program out.

    Where the referee accepts, the program's input is closed and it has to exit without printing
    more. Where it rejects, the program is ended, but for one that ends by itself at once.
    """
    table = _Table(dialogue, [player])
    outcome = table.outcome()
    if outcome is None:
        table.see_off(0)
    elif outcome.accepted:
        table.part(0)
    else:
        table.dismiss(0)
    return table.talk(outcome)


def played(dialogue: Dialogue[ResultT], players: Sequence[Player]) -> Talk[ResultT]:
    """Let a referee talk to several programs until it has a result, and end them all.

    How a program ends after the game is nobody's business.
    """
    table = _Table(dialogue, players)
    result = table.outcome()
    for seat in range(len(players)):
        if result is None and seat == table.seat:
            table.see_off(seat)
        else:
            table.end(seat)
    return table.talk(result)


class _Table(Generic[ResultT]):
    """A conversation while it lasts."""

    def __init__(self, dialogue: Dialogue[ResultT], players: Sequence[Player]) -> None:
        self._dialogue = dialogue
        self._players = players
        self._messages: list[Message] = []
        self._waited_s = [0.0] * len(players)
        self._read = [0] * len(players)
        self._runs: dict[int, Run] = {}
        self.seat = 0
        self._stumble: Stumble | None = None
        self._sentence = ""

    def outcome(self) -> ResultT | None:
        """Let the referee talk; return its result, or None where a player broke off."""
        reply: str | None = None
        try:
            while self._stumble is None:
                reply = self._stepped(self._dialogue.send(reply))
        except StopIteration as end:
            result: ResultT = end.value
            return result
        finally:
            self._dialogue.close()
        return None

    def talk(self, result: ResultT | None) -> Talk[ResultT]:
        """Return the conversation, once every player was seen out."""
        return Talk(
            result=result,
            messages=tuple(self._messages),
            runs=tuple(run for _, run in sorted(self._runs.items())),
            stumble=self._stumble,
            sentence=self._sentence,
            seat=self.seat,
        )

    def part(self, seat: int) -> None:
        """Close a program's input and wait for it to exit; more output is one word too many."""
        conversation = self._players[seat].conversation
        patience = self._patience(seat)
        conversation.close_input()
        run = self._runs[seat] = conversation.finish(patience)
        rest = run.stdout[self._read[seat] :].strip()
        if run.ending is Ending.WALL_LIMIT:
            self._break_off(
                seat,
                Stumble.STAYED,
                f"did not exit within {seconds_text(patience)} after the end, when its input was "
                "closed",
            )
        elif rest:
            shown = _shown(rest.splitlines()[0])
            self._break_off(seat, Stumble.CHATTY, f"printed {shown} after the end")

    def dismiss(self, seat: int) -> None:
        """End a program whose part is over, but let one that is ending anyway do so."""
        conversation = self._players[seat].conversation
        until = time.monotonic() + PARTING_S
        while (left := until - time.monotonic()) > 0:
            line = conversation.receive_line(left)
            if line is None:
                break
            if line == b"":  # it closed its output, as a program that ends does
                run = self._runs[seat] = conversation.finish(PARTING_S)
                if run.ending is Ending.WALL_LIMIT:
                    self._runs[seat] = _without_end(run)
                return
        self.end(seat)

    def end(self, seat: int) -> None:
        """End a program whose ending says nothing any more."""
        run = self._players[seat].conversation.finish(0.0)
        self._runs[seat] = _without_end(run)

    def see_off(self, seat: int) -> None:
        """Find out how a program that broke off ends, and why it did."""
        conversation = self._players[seat].conversation
        if self._stumble is Stumble.SILENT:
            self._see_silent_one_off(seat)
        elif self._stumble is Stumble.UNREADABLE:
            self.dismiss(seat)
        else:
            run = self._runs[seat] = conversation.finish(PARTING_S)
            if self._stumble is Stumble.CLOSED:
                self._sentence = f"ended {MIDDLE}"
                if run.ending is Ending.WALL_LIMIT:
                    self._runs[seat] = _without_end(run)
                    self._sentence = f"closed its output {MIDDLE} and went on running"

    def _see_silent_one_off(self, seat: int) -> None:
        """Close a silent program's input: what it held back may come to light by that."""
        conversation = self._players[seat].conversation
        conversation.close_input()
        line = conversation.receive_line(UNFLUSHED_S) or b""
        run = conversation.finish(0.0)
        if run.ending in _OWN_ENDINGS:
            run = replace(run, ending=Ending.WALL_LIMIT, exit_status=None, signal=None)
        self._runs[seat] = run
        if line.strip() and line.endswith(b"\n"):
            self._stumble = Stumble.UNFLUSHED
            self._sentence += (
                f"; the line {_shown(line)} came only once its input was closed: flush the output "
                "after every line"
            )
        elif line.strip():
            self._stumble = Stumble.UNFINISHED
            self._sentence += (
                f"; it printed {_shown(line)} without a line end: end every line with a newline, "
                "and flush it"
            )

    def _stepped(self, step: Step) -> str | None:
        """Do what the referee wants; return the reply it asks for."""
        if isinstance(step, Ask):
            return self._reply(step.seat)
        if isinstance(step, Tell):
            self._messages.append(Message(sender="judge", line=step.line))
            # Whether it still reads shows in what it says next.
            self._players[step.seat].conversation.send(f"{step.line}\n".encode())
        elif isinstance(step, Note):
            self._messages.append(Message(sender="", line=f"({step.text})"))
        return None

    def _reply(self, seat: int) -> str | None:
        """Return the next line of a player; None where it broke off."""
        player = self._players[seat]
        patience = self._patience(seat)
        began = time.monotonic()
        line = player.conversation.receive_line(patience)
        waited = time.monotonic() - began
        self._waited_s[seat] += waited
        if line is None:
            if waited < patience:
                self._break_off(seat, Stumble.STOPPED, "")
            else:
                self._break_off(seat, Stumble.SILENT, self._silence(player.limits, patience))
            return None
        if not line:
            self._break_off(seat, Stumble.CLOSED, "")
            return None
        return self._readable(seat, line)

    def _readable(self, seat: int, line: bytes) -> str | None:
        """Return a line as text; None where it is none."""
        self._read[seat] += len(line)
        text = decode(line)
        if isinstance(text, Outcome):
            self._say(seat, _shown(line))
            self._break_off(seat, Stumble.UNREADABLE, text.reason)
            return None
        text = text.removesuffix("\n").removesuffix("\r")
        self._say(seat, excerpt(text))
        return text

    def _say(self, seat: int, line: str) -> None:
        self._messages.append(Message(sender=self._players[seat].name, line=line))

    def _patience(self, seat: int) -> float:
        """Return how long to wait for a player now, in seconds."""
        limits = self._players[seat].limits
        left = max(0.0, limits.wall_s - self._waited_s[seat])
        return left if limits.reply_s is None else min(limits.reply_s, left)

    def _silence(self, limits: Limits, patience: float) -> str:
        if limits.reply_s is not None and patience >= limits.reply_s:
            return f"no reply within {seconds_text(patience)}, the limit for one reply"
        return (
            f"no reply within {seconds_text(patience)}, what was left of the limit of "
            f"{seconds_text(limits.wall_s)} for the whole"
        )

    def _break_off(self, seat: int, stumble: Stumble, sentence: str) -> None:
        self.seat = seat
        self._stumble = stumble
        self._sentence = sentence


def _shown(line: bytes) -> str:
    return f'"{excerpt(line.decode("utf-8", "backslashreplace").rstrip())}"'


def _without_end(run: Run) -> Run:
    """Return a run that we ended, as if it had ended well: it did nothing wrong by it."""
    if run.ending in {Ending.WALL_LIMIT, *_OWN_ENDINGS}:
        return replace(run, ending=Ending.EXITED, exit_status=0, signal=None)
    return run
