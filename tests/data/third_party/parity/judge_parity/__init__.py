"""A third party's puzzle: which bit makes the number of ones even."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from judge.compare import text_outcome
from judge.errors import CaseError
from judge.hookspecs import hookimpl
from judge.models import Outcome, Value
from judge.puzzle import Complaint, Field, Kind, Output, PackagePath, Puzzle, Role, Task


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Some bits, and the answer if it is written in the case."""

    bits: str
    written: str | None


class ParityBit(Task[Problem]):
    """Print the bit that makes the number of ones even."""

    name = "bit"
    title = "print the bit that makes the number of ones even"
    fields = (
        Field(name="bits", kind=Kind.LINE, about="zeros and ones"),
        Field(name="expect", kind=Kind.LINE, about="0 or 1", role=Role.ANSWER, required=False),
    )
    options = (Field(name="length", kind=Kind.INTEGER, about="how many bits", role=Role.OPTION),)

    def read(self, values: Mapping[str, Value]) -> Problem:
        """Return the problem; CaseError for anything but bits."""
        bits, expect = str(values["bits"]), values.get("expect")
        if set(bits) - {"0", "1"}:
            raise CaseError("only 0 and 1 are bits", key="bits")
        return Problem(bits=bits, written=None if expect is None else str(expect))

    def stdin(self, problem: Problem) -> bytes:
        """Return the bits as a line."""
        return f"{problem.bits}\n".encode()

    def check(self, problem: Problem, output: Output, claim: str | None) -> Outcome:
        """Return whether the right bit was printed."""
        return text_outcome(_parity(problem), output.stdout)

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return random bits."""
        length = options["length"]
        return {"bits": "".join(random.choice("01") for _ in range(int(str(length))))}

    def lint(self, problem: Problem) -> Iterable[Complaint]:
        """Yield a complaint where the written answer is not the right one."""
        if problem.written not in {None, _parity(problem)}:
            yield Complaint(message=f"the bit is {_parity(problem)}", key="expect")


def _parity(problem: Problem) -> str:
    return str(problem.bits.count("1") % 2)


@hookimpl
def judge_puzzles() -> Iterable[Puzzle]:
    """Return the puzzle."""
    yield Puzzle(
        name="parity",
        title="the parity bit",
        tasks=(ParityBit(),),
        cases=PackagePath(package="judge_parity", path="cases"),
        references=PackagePath(package="judge_parity", path="reference"),
    )
