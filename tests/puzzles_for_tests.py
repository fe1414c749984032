"""A puzzle, boxes and programs made of plain Python, for tests that need no process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

import pluggy

from judge.examiner import Bench, Workload
from judge.manager import PluginSource, Register
from judge.models import (
    ArtefactLimits,
    BoxFile,
    Case,
    Ending,
    Limits,
    Outcome,
    Place,
    Run,
    Submission,
    TaskId,
    Value,
)
from judge.puzzle import Field, Kind, Output, PackagePath, Puzzle, Task
from judge.sandbox import NO_ARTEFACTS, Conversation
from judge.sandbox.languages import LanguageTable

Program = Callable[["ScriptedBox", bytes], Run]
"""A program as a function of its box and its standard input."""


class EchoTask(Task[str]):
    """Print what you read. A word that begins with ``raise`` makes the checker itself fail."""

    name = "word"
    title = "print the word that you read"
    fields = (Field(name="word", kind=Kind.LINE, about="what to print"),)

    def read(self, values: Mapping[str, Value]) -> str:
        return str(values["word"])

    def stdin(self, problem: str) -> bytes:
        return problem.encode()

    def check(self, problem: str, output: Output, claim: str | None) -> Outcome:
        if problem.startswith("raise"):
            raise ZeroDivisionError("a checker's fault")
        if problem.startswith("forget"):
            return None  # type: ignore[return-value]  # the fault that is tested
        printed = output.stdout.decode()
        return Outcome(
            accepted=printed == problem,
            reason=f"printed {printed}",
            expected=problem,
            actual=printed,
        )

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        return {"word": str(random.randrange(1000))}


ECHO = Puzzle(
    name="echo",
    title="echoes",
    tasks=(EchoTask(),),
    cases=PackagePath(package="judge", path="cases/box"),
    references=PackagePath(package="judge", path="reference/box"),
)
WORD = TaskId(puzzle="echo", task="word")


def echo_register() -> Register:
    """Return a register that holds the echo puzzle alone."""
    source = PluginSource(name="echo", value="echo", distribution="echoes", version="1.0")
    return Register(
        manager=pluggy.PluginManager("judge"),
        sources={"echo": source},
        puzzles={"echo": ECHO},
        owners={"echo": source},
    )


def echo_case(word: str) -> Case:
    """Return the case whose id and answer are ``word``."""
    return Case(
        task=WORD,
        suite="words.yaml",
        id=word,
        place=Place(path=Path("words.yaml"), line=1, column=1),
        limits=Limits(),
        values={"word": word},
        problem=word,
    )


def echo_load(*words: str, path: str = "team/echo-word.py") -> Workload:
    """Return a submission that is asked the given words."""
    submission = Submission(
        name=path.removesuffix(".py"),
        contestant=path.partition("/")[0],
        path=Path(path),
        task=WORD,
        language="python",
        files={Path(path).name: b"12345"},
    )
    return Workload(submission=submission, task=ECHO.tasks[0], cases=tuple(map(echo_case, words)))


def printed(text: bytes, **facts: object) -> Run:
    """Return the run of a program that printed ``text`` and ended well."""
    run: dict[str, object] = {"ending": Ending.EXITED, "exit_status": 0, "stdout": text, **facts}
    return Run(**run)  # type: ignore[arg-type]  # facts are named by the tests


class ScriptedBox:
    """A box whose program is a function; it counts its runs."""

    def __init__(self, program: Program) -> None:
        self.cancelled = threading.Event()
        self.closed = False
        self.runs = 0
        self._program = program

    def run(
        self,
        command: Sequence[str],
        stdin: bytes,
        limits: Limits,
        artefacts: ArtefactLimits = NO_ARTEFACTS,
        *,
        on_screen: bool = False,
    ) -> Run:
        self.runs += 1
        if self.cancelled.is_set():
            return Run(ending=Ending.CANCELLED)
        return self._program(self, stdin)

    def start_warm(self) -> None:
        """Do nothing: a function needs no interpreter."""

    def start(self, command: Sequence[str], limits: Limits) -> Conversation:
        raise AssertionError("no test talks to a scripted box")

    @property
    def screen_fault(self) -> str:
        return "a scripted box has no screen"

    def path(self, name: str) -> str:
        return f"/sub/{name}"

    def cancel(self) -> None:
        self.cancelled.set()

    def close(self) -> None:
        self.closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class ScriptedSandbox:
    """A sandbox that remembers its boxes; every one of them runs the same program."""

    name = "scripted"
    warning = ""

    def __init__(self, program: Program) -> None:
        self.boxes: list[ScriptedBox] = []
        self._program = program

    def open(self, files: Mapping[str, BoxFile], shown: Sequence[str] = ()) -> ScriptedBox:
        box = ScriptedBox(self._program)
        self.boxes.append(box)
        return box


def scripted_bench(program: Program) -> tuple[Bench, ScriptedSandbox]:
    """Return a bench that runs ``program`` for every submission, and its sandbox."""
    sandbox = ScriptedSandbox(program)
    bench = Bench(register=echo_register(), languages=LanguageTable.with_extra(()), sandbox=sandbox)
    return bench, sandbox
