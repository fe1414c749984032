"""What a puzzle plugin hands to the judge: its tasks, its file formats, and where its files lie.

A plugin subclasses :class:`Task` once for each task and returns a :class:`Puzzle` from the hook
``judge_puzzles``. Everything a task does is a pure function of its arguments; the core runs the
programs, and asks the task only what to send and what to think of the reply.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from judge.draw import Film, Scene
from judge.errors import CaseError
from judge.models import Artefact, ArtefactLimits, Form, Measure, Outcome, Value

ProblemT = TypeVar("ProblemT")
ChosenT = TypeVar("ChosenT")


class Kind(Enum):
    """The type that a case's value is given. Every value is text in YAML until then."""

    LINE = "one line of text"
    BLOCK = "lines of text"
    INTEGER = "a whole number"
    INTEGERS = "whole numbers"
    BOOLEAN = "true or false"
    CHOICE = "one of a few words"


class Role(StrEnum):
    """What a value is for."""

    INPUT = "input"
    ANSWER = "answer"
    OPTION = "option"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One key of a case (roles INPUT and ANSWER) or of a ``generate:`` entry (role OPTION).

    A LINE or BLOCK arrives as ``str`` with its blanks as written and ``\\n`` between lines (no
    final one); an INTEGER as ``int``; INTEGERS as a tuple (from a YAML list or from text with
    blanks between); a BOOLEAN as ``bool`` (``true``/``false`` in any letter case, quoted or not);
    a CHOICE as the ``str`` among ``choices`` that it equals but for letter case.
    ``may_be_empty`` allows the quoted empty text ``""``.
    """

    name: str
    kind: Kind
    about: str
    role: Role = Role.INPUT
    required: bool = True
    choices: tuple[str, ...] = ()
    may_be_empty: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PackagePath:
    """A file or folder inside an importable package, ``path`` with ``/`` between its parts.

    ``PackagePath(package="judge", path="cases/box")`` names a folder that travels with the judge
    itself; a third party names its own package.
    """

    package: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A bonus that a submission may claim for one task: its score is multiplied.

    ``artefacts`` bounds what a run may leave behind for the checker. ``checker`` names a function
    (``package.module:name``) that takes the arguments of ``Task.check`` and is asked in its place,
    in a process of its own with limits: right for whatever decodes pictures. It is imported there
    alone, and may need packages that not every installation has: ``requires`` are pairs of a
    module and of what to install for it. With ``windows`` a program may open a window in place of
    leaving a file; what the window shows comes as an artefact.
    """

    name: str
    multiplier: Fraction
    about: str
    artefacts: ArtefactLimits = field(default_factory=ArtefactLimits)
    checker: str = ""
    requires: tuple[tuple[str, str], ...] = ()
    windows: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """What a claim may use besides a case's limits.

    CPU time and time by the clock in seconds, and bytes of output.
    """

    time_s: float = 0.0
    wall_s: float = 0.0
    output_bytes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Driver:
    """How a class submission in one language is run.

    ``main`` is started as the program, with the other ``parts`` beside it in the box and, as
    arguments, the parts' names in order and then the submission's file.
    """

    language: str
    main: PackagePath
    parts: tuple[PackagePath, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What a run produced that a checker may look at. Bytes until the checker decodes them."""

    stdout: bytes
    artefacts: tuple[Artefact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """What the lint has against a case: a sentence, and the key it is about (None: the whole)."""

    message: str
    key: str | None = None


class Chooser(Protocol):
    """Where ``judge fuzz`` lets a task draw a case from, one choice after another.

    When a failing case is found, the same choices are made again with smaller numbers, earlier
    options and fewer items, as long as the case goes on failing: put what is simplest first.
    """

    def integer(self, least: int, most: int) -> int:
        """Return a whole number from ``least`` to ``most``; it becomes as near to 0 as it can."""

    def choice(self, options: Sequence[ChosenT]) -> ChosenT:
        """Return one of the options; it becomes the first one that it can be."""

    def items(self, item: Callable[[], ChosenT], *, least: int, most: int) -> list[ChosenT]:
        """Return ``least`` to ``most`` items, each drawn by calling ``item``; it becomes short."""

    def random(self) -> Random:
        """Return a source of random numbers whose numbers are choices too; they shrink badly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFault:
    """What is wrong at a place of a text file; line and column are 1-based.

    ``rule`` names the rule that is broken in a word or two (``coherence``), ``message`` is a
    sentence with the remedy.
    """

    line: int
    column: int
    rule: str
    message: str


class FileFormat(ABC):
    """A kind of plain text file, other than a suite, that ``judge check`` can look for faults in.

    Class attributes:
        name: what such a file is called in messages (``maze file``).
    """

    name: ClassVar[str]

    @abstractmethod
    def recognises(self, text: str) -> bool:
        """Return whether a text is meant to be such a file, right or wrong; never raises."""

    @abstractmethod
    def faults(self, text: str) -> Iterable[TextFault]:
        """Yield what is wrong with a text, in the order of its lines; nothing where it is right.

        ``text`` has ``\\n`` between its lines, whatever the file has. Never raises.
        """

    @abstractmethod
    def summary(self, text: str) -> str:
        """Return in a line what a text without fault holds (``20 × 15 cells, 3 loops``)."""


class Task(ABC, Generic[ProblemT]):
    """One problem of a puzzle. ``ProblemT`` is the plugin's own frozen type for a case.

    Class attributes:
        name: the task's name below its puzzle (``simulate``).
        title: one line for people.
        fields: the keys of a case.
        options: the keys that a ``generate:`` entry may carry besides id, count and seed.
        claims: the bonuses, by name.
        drivers: how classes are run; empty where the task has no class form.
        measure: what the score counts.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    fields: ClassVar[tuple[Field, ...]]
    options: ClassVar[tuple[Field, ...]] = ()
    claims: ClassVar[tuple[Claim, ...]] = ()
    drivers: ClassVar[tuple[Driver, ...]] = ()
    measure: ClassVar[Measure] = Measure.BYTES

    @abstractmethod
    def read(self, values: Mapping[str, Value]) -> ProblemT:
        """Return the problem that a case's values state.

        Called once a case, at loading: it must be quick (no search). Raises CaseError with ``key``
        (and ``offset``, the line within a block) for a value that breaks the puzzle's rules.
        """

    @abstractmethod
    def stdin(self, problem: ProblemT) -> bytes:
        """Return what a program gets on its standard input."""

    @abstractmethod
    def check(self, problem: ProblemT, output: Output, claim: str | None) -> Outcome:
        """Return whether an output is right, with the first difference in words.

        Called for every run that ended by itself. Never recurses over the input and never raises
        for anything that a program can print.
        """

    @abstractmethod
    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return the values of one random case; equal ``random`` states give equal cases."""

    def lint(self, problem: ProblemT) -> Iterable[Complaint]:
        """Yield what the rules have against a case's written answer."""
        return ()

    def applies(self, problem: ProblemT, language: str, form: Form) -> bool:
        """Return whether a case is asked of submissions in this language and form."""
        return True

    def suits(self, problem: ProblemT, claim: str | None) -> bool:
        """Return whether a case is asked of submissions with that claim.

        A case whose film would take an hour says nothing that a shorter one does not.
        """
        return True

    def allowance(self, problem: ProblemT, claim: str | None) -> Allowance:
        """Return what a program with that claim may use on a case besides the case's limits."""
        return Allowance()

    def draw(self, choose: Chooser) -> Mapping[str, Value]:
        """Return the values of a case made of choices, for ``judge fuzz``.

        Every case has to be valid, small cases have to be likely, and unusual ones possible.
        Without an own ``draw`` cases come from ``generate``; they shrink badly then.
        """
        return self.generate(choose.random(), {})

    def picture(self, problem: ProblemT) -> str:
        """Return a case as a picture in plain text, without a final newline; "" for none."""
        return ""

    def scene(self, problem: ProblemT) -> Scene | None:
        """Return a case as a picture, for ``judge show``; None where there is none."""
        return None

    def answer_scene(self, problem: ProblemT) -> Scene | None:
        """Return what a right answer looks like; None where that cannot be drawn or found."""
        return None

    def output_scene(self, problem: ProblemT, text: str) -> Scene | None:
        """Return what a program printed as a picture; None where it cannot be made out.

        ``text`` is the ``actual`` of the outcome that ``check`` gave, or what was printed where
        the program was not asked to the end. It may be cut. Never raises for any text.
        """
        return None

    def film(self, problem: ProblemT, *, smooth: bool) -> Film | None:
        """Return what happens in a case, step by step or in smooth motion; None for nothing."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A plugin's subject: its tasks, and where its cases and reference programs lie.

    ``formats`` are the plain text files of the subject that ``judge check`` reads besides suites.
    """

    name: str
    title: str
    tasks: tuple[Task[Any], ...]
    cases: PackagePath
    references: PackagePath
    formats: tuple[FileFormat, ...] = ()

    def task(self, name: str) -> Task[Any] | None:
        """Return the task of that name, or None."""
        return next((task for task in self.tasks if task.name == name), None)


__all__ = [
    "Allowance",
    "CaseError",
    "Chooser",
    "Claim",
    "Complaint",
    "Driver",
    "Field",
    "FileFormat",
    "Kind",
    "Output",
    "PackagePath",
    "Puzzle",
    "Role",
    "Task",
    "TextFault",
]
