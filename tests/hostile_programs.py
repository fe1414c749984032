"""The hostile programs of ``tests/programs/hostile``, and the cases that they are asked.

The first lines of each say what it tries, what it must get in which tier (``AC then WA``: in the
attack and in the case after it; ``AC or WA``: whatever this machine has it be), and its limits.
An input is lines of a key and a value: it tells a program what to do and where everything is that
it must not reach, so that no attack fails for want of knowledge. Each prints the case's answer if
it was held, and ``BREACH`` with a few words if not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pluggy

from judge.examiner import Bench, Workload
from judge.manager import PluginSource, Register
from judge.models import ArtefactLimits, Case, Limits, Outcome, Place, Submission, TaskId, Value
from judge.puzzle import Claim, Field, Kind, Output, PackagePath, Puzzle, Role, Task
from judge.sandbox import Sandbox
from judge.sandbox.languages import LanguageTable
from judge.units import byte_count

PROGRAMS = Path(__file__).parent / "programs" / "hostile"
SIEGE = TaskId(puzzle="siege", task="attack")
SECRET = "SECRET"
"""what no program may ever see; all that it is to stay away from holds it"""

WITHOUT_CGROUPS = "without cgroups"
"""what a program must get in any tier where memory is bounded for each process alone"""

_LANGUAGES = {".py": "python", ".c": "c", ".sh": "bash"}
_MUST_GET = re.compile(r"([A-Z]{2,3}(?: (?:or|then) [A-Z]{2,3})*) \(([a-z, ]+)\)")
_LIMIT = re.compile(r"(time|wall|memory) ([\d.]+\w*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hostile:
    """A program, and what it must get: for each tier the verdicts allowed in its two cases."""

    path: Path
    source: bytes
    verdicts: Mapping[str, tuple[frozenset[str], frozenset[str]]]
    limits: Limits
    claim: str | None

    def must_get(self, tier: str, *, has_cgroups: bool) -> tuple[frozenset[str], frozenset[str]]:
        """Return the verdicts that are right in a tier, with cgroups that bound memory or not."""
        if not has_cgroups and WITHOUT_CGROUPS in self.verdicts:
            return self.verdicts[WITHOUT_CGROUPS]
        return self.verdicts[tier]

    @property
    def name(self) -> str:
        """The file's name, with its suffix."""
        return self.path.name


@cache
def hostile_programs() -> tuple[Hostile, ...]:
    """Return all of them, by their names."""
    paths = sorted(path for path in PROGRAMS.iterdir() if path.suffix in _LANGUAGES)
    return tuple(_read(path) for path in paths)


def hostile_program(name: str) -> Hostile:
    """Return the program of that file name."""
    return next(program for program in hostile_programs() if program.name == name)


def _read(path: Path) -> Hostile:
    lines = [line.strip("#/* \n") for line in path.read_text().splitlines()[:4]]
    told = {key: rest for key, _, rest in (line.partition(": ") for line in lines)}
    verdicts = {
        tier: (allowed[0], allowed[-1] if len(allowed) > 1 else frozenset({"AC"}))
        for words, tiers in _MUST_GET.findall(told["Must get"])
        for tier in tiers.split(", ")
        for allowed in [[frozenset(word.split(" or ")) for word in words.split(" then ")]]
    }
    limits = dict(_LIMIT.findall(told.get("Limits", "")))
    return Hostile(
        path=path,
        source=path.read_bytes(),
        verdicts=verdicts,
        limits=Limits(
            time_s=float(limits.get("time", 5)),
            wall_s=float(limits.get("wall", 14)),
            memory_bytes=byte_count(limits.get("memory", "128MiB")),
            output_bytes=2**16,
        ),
        claim=told.get("Claims"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Siege:
    """What one case asks and wants to hear."""

    stdin: str
    answer: str


class Attack(Task[Siege]):
    """Print the answer, and leave no picture that holds a secret."""

    name = "attack"
    title = "print the answer"
    fields = (
        Field(name="stdin", kind=Kind.BLOCK, about="what the program is told"),
        Field(name="answer", kind=Kind.LINE, about="what it prints", role=Role.ANSWER),
    )
    claims = (
        Claim(
            name="draw",
            multiplier=Fraction(1),
            about="leave pictures",
            artefacts=ArtefactLimits(files=8, total_bytes=2**20),
        ),
    )

    def read(self, values: Mapping[str, Value]) -> Siege:
        return Siege(stdin=str(values["stdin"]), answer=str(values["answer"]))

    def stdin(self, problem: Siege) -> bytes:
        return problem.stdin.encode()

    def check(self, problem: Siege, output: Output, claim: str | None) -> Outcome:
        caught = [each.name for each in output.artefacts if SECRET.encode() in each.data]
        printed = output.stdout.decode("utf-8", "backslashreplace").strip()
        return Outcome(
            accepted=printed == problem.answer and not caught,
            reason=f"printed {printed[:200]!a}, collected {caught}",
            expected=problem.answer,
            actual=ascii(printed),
        )

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        raise NotImplementedError


_PUZZLE = Puzzle(
    name="siege",
    title="sieges",
    tasks=(Attack(),),
    cases=PackagePath(package="judge", path="cases/box"),
    references=PackagePath(package="judge", path="reference/box"),
)


def siege_bench(sandbox: Sandbox) -> Bench:
    """Return a bench whose register holds the siege alone."""
    source = PluginSource(name="siege", value="siege", distribution="sieges", version="1.0")
    register = Register(
        manager=pluggy.PluginManager("judge"),
        sources={"siege": source},
        puzzles={"siege": _PUZZLE},
        owners={"siege": source},
    )
    return Bench(register=register, languages=LanguageTable.with_extra(()), sandbox=sandbox)


def siege_load(program: Hostile, ask: Mapping[str, str], times: int = 1) -> Workload:
    """Return a program with two cases, or so many times two.

    They are called ``attack``, which may be anything, and ``again``, when nothing may be amiss.
    """
    submission = Submission(
        name=program.name,
        contestant="",
        path=program.path,
        task=SIEGE,
        language=_LANGUAGES[program.path.suffix],
        claim=program.claim,
        files={program.name: program.source},
    )
    after = replace(program.limits, time_s=10.0, wall_s=30.0, memory_bytes=128 * 2**20)
    cases = [
        _case(do, number, ask, limits)
        for number in range(times)
        for do, limits in (("attack", program.limits), ("again", after))
    ]
    return Workload(submission=submission, task=_PUZZLE.tasks[0], cases=tuple(cases))


def _case(do: str, number: int, ask: Mapping[str, str], limits: Limits) -> Case:
    asked = {"do": do, **ask}
    stdin = "".join(f"{key} {value}\n" for key, value in asked.items())
    values: dict[str, Value] = {"stdin": stdin, "answer": ask["answer"]}
    return Case(
        task=SIEGE,
        suite="siege.yaml",
        id=f"{do}-{number}" if number else do,
        place=Place(path=Path("siege.yaml"), line=1, column=1),
        limits=limits,
        values=values,
        problem=Attack().read(values),
    )


def _plain(name: str, source: str, verdicts: tuple[str, str]) -> Hostile:
    """Return a program that is up to nothing."""
    allowed = (frozenset({verdicts[0]}), frozenset({verdicts[1]}))
    return Hostile(
        path=PROGRAMS / name,
        source=source.encode(),
        verdicts=dict.fromkeys(("bwrap", "landlock", "none"), allowed),
        limits=Limits(time_s=10, wall_s=30, memory_bytes=128 * 2**20, output_bytes=2**16),
        claim=None,
    )


_READ = "import sys\nask = dict(line.split(' ', 1) for line in sys.stdin.read().splitlines())\n"

MIX = (
    (_plain("right.py", f"{_READ}print(ask['answer'])", ("AC", "AC")), 6),
    (_plain("right.sh", 'grep -Po "(?<=^answer ).*"', ("AC", "AC")), 6),
    (_plain("wrong.py", f"{_READ}print(ask['do'])", ("WA", "WA")), 3),
    (_plain("crashes.py", f"{_READ}print(ask['answer'])\n1 / 0", ("RTE", "RTE")), 3),
    *(
        (hostile_program(name), 1)
        for name in (
            "artefact-links.py",
            "born-beside.c",
            "change-attributes.py",
            "close-stdout.py",
            "core-dump.c",
            "escape-sequences.py",
            "flood-stdout.c",
            "fork-on.c",
            "fork-storm.py",
            "forge-frames.py",
            "hold-the-pipe.py",
            "inherited-descriptors.c",
            "kill-supervisor.py",
            "leave-daemons.py",
            "leave-nohup.sh",
            "long-line.py",
            "memory-hog.py",
            "own-household.c",
            "read-memory.py",
            "replace-itself.py",
            "sleep.sh",
            "stop-itself.c",
            "thread-storm.c",
            "write-outside.py",
        )
    ),
)
"""what a soak grades over and over, and how often in each turn"""
