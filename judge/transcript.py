"""Sessions written as transcripts: how they are read, replayed by the rules and compared.

A session is a list of calls on a current object, one a line: a name, then its arguments, each a
JSON scalar. In a case it is a transcript: calls are marked ``> ``, and below each stands what it
prints. A program gets the calls on its standard input; a class is run by one of the drivers in
``judge/drivers``, which speak the same protocol.
"""

from __future__ import annotations

import json
import math
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from typing import ClassVar, Generic, NoReturn, TypeVar

from judge import compare
from judge.errors import CaseError
from judge.models import Form, Outcome, Value
from judge.puzzle import Complaint, Field, Kind, Output, PackagePath, Task

Scalar = int | float | str | bool | None
"""An argument as JSON types it: 1 is an int, 1.0 and 1e0 are floats, true is a bool."""

PYTHON_DRIVER = PackagePath(package="judge", path="drivers/session.py")
JAVASCRIPT_DRIVER = PackagePath(package="judge", path="drivers/session.js")

KEY = "session"
_MARK = "> "
_REFUSAL = "AssertionError: "
_REMARK = "SessionError: "
"""Begins the line in which a driver says what a class did against the protocol."""

StateT = TypeVar("StateT")
Reply = tuple[str, ...]
"""The lines that a call prints, without blanks at their ends."""


class RefusedError(Exception):
    """The rules refuse a call; the message is what a program prints after ``AssertionError: ``."""


class Manner(Enum):
    """What a call does."""

    CONSTRUCTOR = "makes a new current object"
    MUTATOR = "changes the current object"
    TEXT = "prints a text"
    BOOLEAN = "prints true or false, in any letter case"

    @property
    def asks(self) -> bool:
        """Whether a call of this manner is a query."""
        return self in (Manner.TEXT, Manner.BOOLEAN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of a session.

    ``text`` is the call as written, without its mark; ``offset`` is its 0-based line in the
    transcript; ``written`` are the lines below it, without blanks at their ends.
    """

    name: str
    arguments: tuple[Scalar, ...]
    text: str
    offset: int
    written: Reply = ()

    @property
    def shown(self) -> str:
        """The call for people, with its mark, in quotes and cut where it is long."""
        return f'"{compare.excerpt(_MARK + self.text)}"'

    def fault(self, message: str) -> CaseError:
        """Return the error that this call, and so its case, is faulty."""
        return CaseError(message, key=KEY, offset=self.offset)


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """A session that was read.

    ``replies`` are what each call must print: as the case says, or as the rules have it where the
    case leaves all replies out. ``right`` is what the rules say in any case.
    """

    calls: tuple[Call, ...]
    replies: tuple[Reply, ...]
    right: tuple[Reply, ...]

    @property
    def stdin(self) -> bytes:
        """What a program reads: the calls, one a line."""
        return "".join(call.text + "\n" for call in self.calls).encode()

    @property
    def expected(self) -> list[str]:
        """The lines that a program must print."""
        return [line for reply in self.replies for line in reply]


def parsed(text: str) -> tuple[Call, ...]:
    """Return the calls of a transcript; CaseError with the line's offset for a faulty one."""
    calls: list[tuple[int, str, list[str]]] = []
    for offset, line in enumerate(text.split("\n")):
        if line.startswith(">"):
            calls.append((offset, line, []))
        elif calls:
            calls[-1][2].append(line.rstrip(" \t"))
        elif line.strip():
            raise CaseError(
                f'a session begins with a call; mark it "> ": "> {compare.excerpt(line)}"',
                key=KEY,
                offset=offset,
            )
    if not calls:
        raise CaseError('a session needs at least one call, marked "> "', key=KEY)
    return tuple(_call(offset, line, tuple(written)) for offset, line, written in calls)


def _call(offset: int, line: str, written: Reply) -> Call:
    text = line.removeprefix(_MARK).rstrip(" ")
    words = text.split(" ")
    if not line.startswith(_MARK) or not all(words):
        raise CaseError(
            'a call is written as "> ", its name and its arguments, with single spaces between',
            key=KEY,
            offset=offset,
        )
    arguments = tuple(_scalar(word, offset) for word in words[1:])
    return Call(name=words[0], arguments=arguments, text=text, offset=offset, written=written)


def _scalar(word: str, offset: int) -> Scalar:
    try:
        value = json.loads(word, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        value = []  # refused below, as a list that was written would be
    known = value is None or isinstance(value, str | int | float)
    if not known or word != word.strip() or (isinstance(value, float) and not math.isfinite(value)):
        raise CaseError(
            f'the argument "{compare.excerpt(word)}" is not a JSON scalar without spaces; '
            'write 3, 1.0, true, null or "drie"',
            key=KEY,
            offset=offset,
        )
    return value  # type: ignore[no-any-return]  # json.loads is untyped; its type was looked at


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def printed_lines(text: str, wanted: int) -> list[str]:
    """Return the lines of an output, blanks at their ends aside.

    A blank line counts, since a row of a picture may be blank; empty lines at the end count only
    up to the ``wanted`` number of lines.
    """
    lines = [line.rstrip(" \t") for line in text.replace("\r\n", "\n").split("\n")]
    if text.endswith("\n") or not text:
        lines.pop()
    while len(lines) > wanted and not lines[-1]:
        lines.pop()
    return lines


class TranscriptTask(Task[Transcript], Generic[StateT]):
    """A task whose cases are sessions.

    A plugin names its calls in ``manners`` and completes the class with its rules: ``construct``,
    ``mutate`` and ``answer``, pure functions on a state of its own, which raise RefusedError for
    what the rules refuse, and ``call.fault(...)`` for a call that no case may hold. They are the
    witness for the lint, for generated cases and for replies that a case leaves out.
    """

    manners: ClassVar[Mapping[str, Manner]]
    fields: ClassVar[tuple[Field, ...]] = (
        Field(
            name=KEY,
            kind=Kind.BLOCK,
            about='a transcript: calls marked "> ", below each what it prints; '
            "without any reply the rules compute them all",
        ),
    )

    @abstractmethod
    def construct(self, call: Call) -> StateT:
        """Return the object that a constructor makes."""

    @abstractmethod
    def mutate(self, state: StateT, call: Call) -> StateT:
        """Return the object as a mutator leaves it; ``state`` itself stays as it was."""

    @abstractmethod
    def answer(self, state: StateT, call: Call) -> str | bool:
        """Return what a query prints: a text of one or more lines, or a boolean."""

    def replay(self, calls: Iterable[Call]) -> tuple[Reply, ...]:
        """Return what each call prints by the rules; CaseError for a call that does not fit."""
        current: StateT | None = None
        replies: list[Reply] = []
        for call in calls:
            reply: Reply = ()
            try:
                match self._manner(call):
                    case Manner.CONSTRUCTOR:
                        current = self.construct(call)
                    case Manner.MUTATOR:
                        current = self.mutate(self._existing(current, call), call)
                    case _:
                        reply = _reply(self.answer(self._existing(current, call), call))
            except RefusedError as refusal:
                reply = _reply(f"{_REFUSAL}{refusal}")
            replies.append(reply)
        return tuple(replies)

    def _manner(self, call: Call) -> Manner:
        manner = self.manners.get(call.name)
        if manner is None:
            near = get_close_matches(call.name, self.manners, n=1)
            remedy = f"did you mean {near[0]}?" if near else f"there are {', '.join(self.manners)}"
            raise call.fault(f'there is no call "{compare.excerpt(call.name)}" here; {remedy}')
        return manner

    def _existing(self, current: StateT | None, call: Call) -> StateT:
        if current is None:
            makers = [name for name, how in self.manners.items() if how is Manner.CONSTRUCTOR]
            raise call.fault(f"there is no object yet; begin with {' or '.join(makers)}")
        return current

    def read(self, values: Mapping[str, Value]) -> Transcript:
        """Return the session with its replies, written or computed.

        Replies count as left out when not one line stands in the whole transcript; a transcript
        that has some must have them all. How many lines a call prints is the rules' matter, so
        that blank lines at a reply's end can be written or not.
        """
        calls = parsed(str(values[KEY]))
        right = self.replay(calls)
        if not any(line for call in calls for line in call.written):
            return Transcript(calls=calls, replies=right, right=right)
        replies = tuple(map(self._fitted, calls, right))
        return Transcript(calls=calls, replies=replies, right=right)

    def _fitted(self, call: Call, right: Reply) -> Reply:
        lines = list(call.written)
        while lines and not lines[-1]:
            lines.pop()
        if not lines and any(right) and self._manner(call).asks:
            raise call.fault(
                f"the reply of {call.shown} is missing; write it on the next line, "
                "or leave out all replies so that the rules compute them"
            )
        while len(lines) < len(right) and not right[len(lines)]:
            lines.append("")
        if self._manner(call) is Manner.BOOLEAN:
            lines = [line.lower() if line.lower() in ("true", "false") else line for line in lines]
        return tuple(lines)

    def lint(self, problem: Transcript) -> Iterable[Complaint]:
        """Yield each reply that is not what the rules say, and a session that asks nothing."""
        for call, reply, right in zip(problem.calls, problem.replies, problem.right, strict=True):
            if not self._equal(call, right, reply):
                yield Complaint(
                    message=f"line {call.offset + 1}: by the rules {call.shown} prints "
                    f"{_quoted(right)}, not {_quoted(reply)}",
                    key=KEY,
                )
        if not problem.expected:
            yield Complaint(message="no call of the session prints anything", key=KEY)

    def stdin(self, problem: Transcript) -> bytes:
        """Return the calls, one a line."""
        return problem.stdin

    def applies(self, problem: Transcript, language: str, form: Form) -> bool:
        """Return False for JavaScript classes where a number has a zero fraction.

        JavaScript cannot tell 1.0 from 1; a program sees the text and can.
        """
        if language != "javascript" or form is not Form.CLASS:
            return True
        arguments = (argument for call in problem.calls for argument in call.arguments)
        return not any(isinstance(value, float) and value.is_integer() for value in arguments)

    def check(self, problem: Transcript, output: Output, claim: str | None) -> Outcome:
        """Compare the printed lines with the replies, call by call."""
        text = compare.decode(output.stdout)
        if isinstance(text, Outcome):
            return text
        expected = problem.expected
        reason = self._difference(problem, printed_lines(text, len(expected)))
        if not reason:
            return Outcome(accepted=True)
        return Outcome(accepted=False, reason=reason, expected="\n".join(expected), actual=text)

    def _difference(self, problem: Transcript, printed: Sequence[str]) -> str:
        """Return a sentence on the first call whose reply is wrong, or ""."""
        position, after = 0, ""
        for number, (call, reply) in enumerate(zip(problem.calls, problem.replies, strict=True), 1):
            got = tuple(printed[position : position + len(reply)])
            if not self._equal(call, reply, got):
                return (
                    _remark(got) or f"call {number}{after}: {_reply_difference(call, reply, got)}"
                )
            position += len(reply)
            if not self._manner(call).asks:
                after = f", after {call.shown}"
        extra = tuple(printed[position:])
        if not extra:
            return ""
        return _remark(extra) or (
            f"after the last call: more output than expected "
            f'({compare.count(position, "line")}): "{compare.excerpt(next(filter(None, extra)))}"'
        )

    def _equal(self, call: Call, wanted: Reply, got: Reply) -> bool:
        if self._manner(call) is Manner.BOOLEAN and wanted in (("true",), ("false",)):
            return wanted == tuple(line.lower() for line in got)
        return wanted == got


def _reply(answer: str | bool) -> Reply:
    if isinstance(answer, bool):
        return ("true" if answer else "false",)
    return tuple(line.rstrip(" \t") for line in answer.split("\n"))


def _quoted(reply: Reply) -> str:
    return f'"{compare.excerpt(chr(10).join(reply), 200)}"' if reply else "nothing"


def _remark(printed: Reply) -> str:
    """Return what a driver has to say of the first line that is wrong, or ""."""
    found = next((line for line in printed if line.startswith(_REMARK)), "")
    return compare.excerpt(found.removeprefix(_REMARK), 300)


def _reply_difference(call: Call, reply: Reply, got: Reply) -> str:
    """Return a sentence on the first line in which a reply differs from the right one."""
    pairs = enumerate(zip(reply, got, strict=False))
    row = next((row for row, (wanted, line) in pairs if wanted != line), len(got))
    where = f"in line {row + 1} of {len(reply)} " if len(reply) > 1 else ""
    column = _first_column(reply[row], got[row]) if row < len(got) else 0
    should = f'{call.shown} should print {where}"{compare.excerpt(reply[row], around=column)}"'
    if row == len(got):
        return f"{should}, but the output ends here"
    return f'{should}, printed "{compare.excerpt(got[row], around=column)}"'


def _first_column(wanted: str, got: str) -> int:
    pairs = enumerate(zip(wanted, got, strict=False))
    return next((column for column, (a, b) in pairs if a != b), min(len(wanted), len(got)))
