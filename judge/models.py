"""The nouns of the judge: case, submission, run, judgement, report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Any


class Verdict(StrEnum):
    """What came of a submission, or of one case of it."""

    AC = "AC"
    """accepted"""
    WA = "WA"
    """wrong answer"""
    TLE = "TLE"
    """time limit exceeded (CPU or wall)"""
    MLE = "MLE"
    """memory limit exceeded"""
    OLE = "OLE"
    """output limit exceeded"""
    RTE = "RTE"
    """run-time error: an exit status other than 0, or a signal"""
    CE = "CE"
    """compile error"""
    JE = "JE"
    """judge error: a plugin or the judge itself is at fault"""
    NG = "NG"
    """not graded: no interpreter for the language on this machine"""


class Form(StrEnum):
    """What a submission hands in."""

    PROGRAM = "program"
    CLASS = "class"


class Measure(StrEnum):
    """What a score counts."""

    BYTES = "bytes"
    LENGTH = "length"


class Ending(StrEnum):
    """How one execution ended."""

    EXITED = "exited"
    SIGNALLED = "signalled"
    CPU_LIMIT = "cpu limit"
    WALL_LIMIT = "wall limit"
    MEMORY_LIMIT = "memory limit"
    OUTPUT_LIMIT = "output limit"
    NOT_STARTED = "not started"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one run may use; times in seconds, sizes in bytes.

    ``reply_s`` is how long each reply of a conversation may take; None: as long as the whole.
    """

    time_s: float = 5.0
    wall_s: float = 16.0
    memory_bytes: int = 256 * 2**20
    output_bytes: int = 2**20
    reply_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxFile:
    """A file that is laid into a box before anything runs there."""

    data: bytes
    executable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Artefact:
    """A regular file that a run left in its working directory; ``name`` is relative, with ``/``."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtefactLimits:
    """How much a run may leave behind to be collected; nothing by default."""

    files: int = 0
    total_bytes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The facts of one execution; an opinion of them is a Judgement.

    ``stdout`` and ``stderr`` hold at most the output limit and the stderr cap. CPU time and peak
    memory are those of the program and all its descendants. ``neighbours_cpu_s`` is the CPU time
    that everything else on the machine used meanwhile (None where it cannot be known, as for a run
    of less than 10 ms): beside a busy neighbour a time limit that was hit proves little.
    """

    ending: Ending
    exit_status: int | None = None
    signal: int | None = None
    stdout: bytes = b""
    stderr: bytes = b""
    stderr_cut: bool = False
    cpu_s: float = 0.0
    wall_s: float = 0.0
    memory_bytes: int = 0
    neighbours_cpu_s: float | None = None
    artefacts: tuple[Artefact, ...] = ()
    start_error: str = ""
    memory_of_all: bool = False
    """whether ``memory_bytes`` is of all processes together, and not of the largest"""

    warm: bool = False
    """whether it began as a fork of an interpreter that had started already"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """How programs of one language are named, built and run; one row of the language table.

    Commands are argument tuples with the placeholders ``{source}`` (the laid-in file),
    ``{build}`` (the folder that compiling fills), ``{python}`` (the base interpreter),
    ``{main}`` (see ``main_pattern``) and ``{flags}`` (where a submission's flags go).
    ``memory_floor_bytes`` is added to the memory limit: what the runtime takes before the program
    does anything; ``time_factor`` multiplies the time limit. ``{memory}`` is the memory limit in
    MiB, without the floor. ``judge/sandbox/languages.yaml`` says what each field means.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    source: str
    run: tuple[str, ...]
    version: tuple[str, ...]
    package: str
    compile: tuple[str, ...] = ()
    shebangs: tuple[str, ...] = ()
    memory_floor_bytes: int = 0
    time_factor: Fraction = Fraction(1)
    memory_errors: tuple[str, ...] = ()
    source_pattern: str = ""
    main_pattern: str = ""
    hello: str = ""
    keep_suffixes: tuple[str, ...] = ()
    other_source: str = ""
    other_pattern: str = ""
    check: tuple[str, ...] = ()
    beside: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    code_page: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskId:
    """The name of a task: ``box/simulate``."""

    puzzle: str
    task: str

    def __str__(self) -> str:
        """Return ``puzzle/task``."""
        return f"{self.puzzle}/{self.task}"


Value = str | int | bool | tuple[int, ...]
"""A case's value once its schema has given it a type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something stands in a file; line and column are 1-based."""

    path: Path
    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One test case.

    ``problem`` is what the task's ``read`` made of ``values`` (its type is the plugin's secret),
    or None for a case with a raw ``stdin`` and ``stdout``, which is compared as text.
    """

    task: TaskId
    suite: str
    id: str
    place: Place
    limits: Limits
    title: str = ""
    tags: tuple[str, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)
    problem: Any = None
    raw_stdin: str | None = None
    raw_stdout: str | None = None
    generated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Equivalent:
    """An edit of a reference program that no case can catch, for it changes no answer.

    ``program`` is the program's file name, ``was`` and ``now`` are the edited statement's first
    line before and after the edit, as Python's ``ast.unparse`` writes them, without indent.
    ``why`` says why no input tells the two apart.
    """

    program: str
    was: str
    now: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """A YAML file's cases, in case order; ``name`` is the path below the folder that was named.

    ``equivalents`` are the edits that its author vouches for as harmless.
    """

    name: str
    path: Path
    task: TaskId
    cases: tuple[Case, ...]
    equivalents: tuple[Equivalent, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """A contestant's entry.

    ``files`` maps the name of each file that belongs to it to its bytes as they were on disk,
    the program itself under its own name ``path.name`` first. All of them count.
    """

    name: str
    contestant: str
    path: Path
    task: TaskId
    language: str
    form: Form = Form.PROGRAM
    claim: str | None = None
    files: Mapping[str, bytes] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    submitted: datetime | None = None
    expect: Verdict | None = None

    @property
    def source(self) -> bytes:
        """The program's own bytes."""
        return self.files[self.path.name]

    @property
    def byte_count(self) -> int:
        """The bytes that count: of every file as given, and of each flag with its blank."""
        return sum(map(len, self.files.values())) + sum(
            len(flag.encode()) + 1 for flag in self.flags
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a checker says of one output.

    ``reason`` is a sentence that names the first difference. ``expected`` and ``actual`` are what
    to show on both sides (whole texts; reports cut and escape them). ``length`` is the answer's
    length for tasks that are measured by it.
    """

    accepted: bool
    reason: str = ""
    expected: str = ""
    actual: str = ""
    length: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The verdict on one case, its reason and the facts it rests on.

    ``suite`` and ``case`` are None for CE and NG, which are about the whole submission.
    ``input``, ``expected``, ``actual`` and ``stderr`` are kept for failures only.
    ``detail`` is a longer text for people (a traceback of a plugin, a compiler's output).
    ``expected_picture`` and ``actual_picture`` show both sides as pictures made of characters, for
    the first failures of puzzles that can be drawn; else they are "".
    """

    submission: Path
    task: TaskId
    suite: str | None
    case: str | None
    verdict: Verdict
    reason: str = ""
    run: Run | None = None
    case_title: str = ""
    input: str = ""
    expected: str = ""
    actual: str = ""
    stderr: str = ""
    detail: str = ""
    length: int | None = None
    expected_picture: str = ""
    actual_picture: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of one submission.

    ``judgements`` are in case order; ``total`` counts the cases that the submission has, run or
    not. ``score`` is None unless the verdict is AC.
    """

    submission: Submission
    verdict: Verdict
    total: int
    accepted: int
    judgements: tuple[Judgement, ...]
    multiplier: Fraction = Fraction(1)
    measure: Measure = Measure.BYTES
    score: int | None = None

    @property
    def as_hoped(self) -> bool:
        """Whether the verdict is AC or the one that the submission's sidecar expects."""
        return self.verdict is (self.submission.expect or Verdict.AC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything that one call found out; ``sandbox`` names the protection of its runs."""

    results: tuple[Result, ...]
    sandbox: str
    notes: tuple[str, ...] = ()
    interrupted: bool = False
