"""Plugins written into a temporary folder, with entry points of distributions that do not exist."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import metadata
from os import PathLike
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

from judge.models import Outcome, Value
from judge.puzzle import Field, Kind, Output, PackagePath, Puzzle, Task


class WordTask(Task[str]):
    """Print the word that you read."""

    name = "word"
    title = "print the word that you read"
    fields = (Field(name="word", kind=Kind.LINE, about="what to print"),)

    def read(self, values: Mapping[str, Value]) -> str:
        return str(values["word"])

    def stdin(self, problem: str) -> bytes:
        return problem.encode()

    def check(self, problem: str, output: Output, claim: str | None) -> Outcome:
        return Outcome(accepted=output.stdout.decode().strip() == problem, reason="another word")

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        return {"word": str(random.randrange(1000))}


def words(name: str, *tasks: Task[str]) -> Puzzle:
    """Return a puzzle of that name; its cases and references lie nowhere."""
    return Puzzle(
        name=name,
        title="words",
        tasks=tasks or (WordTask(),),
        cases=PackagePath(package="judge", path="cases/nowhere"),
        references=PackagePath(package="judge", path="reference/nowhere"),
    )


class ImaginedDistribution(metadata.Distribution):
    """A distribution that is made of its metadata alone."""

    def __init__(self, name: str, files: Mapping[str, str]) -> None:
        self._files = {
            "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n",
            **files,
        }

    def read_text(self, filename: str | PathLike[str]) -> str | None:
        return self._files.get(str(filename))

    def locate_file(self, path: str | PathLike[str]) -> Path:
        return Path(path)


def entry_point(name: str, value: str, distribution: str) -> metadata.EntryPoint:
    """Return the entry point ``name = value`` of a distribution."""
    files = {"entry_points.txt": f"[judge]\n{name} = {value}\n"}
    [point] = ImaginedDistribution(distribution, files).entry_points.select(group="judge")
    return point


PRELUDE = """\
from __future__ import annotations
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from judge.hookspecs import hookimpl
from judge.models import *
from judge.puzzle import *
from plugins_for_tests import WordTask, words
"""


@dataclass(slots=True, kw_only=True)
class Workshop:
    """Writes modules to a folder that is on ``sys.path``."""

    folder: Path
    modules: list[str] = field(default_factory=list)

    def module(self, code: str, *, prelude: str = PRELUDE) -> str:
        """Write a module, with what plugins usually import, and return its name."""
        name = f"{self.folder.name}_{len(self.modules)}".replace("-", "_")
        self.modules.append(name)
        (self.folder / f"{name}.py").write_text(prelude + dedent(code))
        return name

    def plugin(self, name: str, code: str, distribution: str = "") -> metadata.EntryPoint:
        """Write a plugin and return the entry point that names it."""
        return entry_point(name, self.module(code), distribution or f"judge-{name}")


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workshop]:
    """Return a workshop whose modules are forgotten after the test."""
    monkeypatch.syspath_prepend(tmp_path)
    made = Workshop(folder=tmp_path)
    yield made
    for name in made.modules:
        sys.modules.pop(name, None)


GOOD = """\
@hookimpl
def judge_puzzles() -> Iterable[Puzzle]:
    return [words("good")]
"""
