"""Cases written as suites: reading them again gives the same values, whatever these hold."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from choosing import RandomChooser
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.cases import asking, load_suite
from judge.cases.writing import suite_text
from judge.manager import load_register
from judge.models import Case, Limits, Outcome, Place, TaskId, Value
from judge.puzzle import Field, Kind, Output, PackagePath, Puzzle, Task

REGISTER = load_register()
TASKS = {
    f"{puzzle.name}/{task.name}": (TaskId(puzzle=puzzle.name, task=task.name), task)
    for puzzle in REGISTER.puzzles.values()
    for task in puzzle.tasks
}
DRAWS = 12


class AnyTask(Task[Mapping[str, Value]]):
    """A task with a key of each kind."""

    name = "any"
    title = "any values"
    fields = (
        Field(name="line", kind=Kind.LINE, about="a line", may_be_empty=True),
        Field(name="block", kind=Kind.BLOCK, about="lines", may_be_empty=True),
        Field(name="integer", kind=Kind.INTEGER, about="a number"),
        Field(name="integers", kind=Kind.INTEGERS, about="numbers", may_be_empty=True),
        Field(name="boolean", kind=Kind.BOOLEAN, about="yes or no"),
        Field(
            name="choice", kind=Kind.CHOICE, about="a word", choices=("on", "No", "a b", "3", "#")
        ),
    )

    def read(self, values: Mapping[str, Value]) -> Mapping[str, Value]:
        return values

    def stdin(self, problem: Mapping[str, Value]) -> bytes:
        return b""

    def check(self, problem: Mapping[str, Value], output: Output, claim: str | None) -> Outcome:
        return Outcome(accepted=True)

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        return {}


ANY = Puzzle(
    name="any",
    title="any",
    tasks=(AnyTask(),),
    cases=PackagePath(package="judge", path="cases/box"),
    references=PackagePath(package="judge", path="reference/box"),
)
PLAIN: Mapping[str, Value] = {
    "line": "x",
    "block": "x",
    "integer": 0,
    "integers": (1,),
    "boolean": True,
    "choice": "on",
}

# A lone surrogate is no text that any program could be given.
texts = st.text(
    st.one_of(
        st.sampled_from(
            " \t\r\n\"'\\#:-|>&*!%@`{}[],?~=\x00\x1b\x7f\x85\xa0\u2028\ufeff\u202eé字😀\u0301"
        ),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=30,
)
lines = texts.map(lambda text: text.replace("\n", " "))


def case_of(name: TaskId, values: Mapping[str, Value], title: str = "") -> Case:
    return Case(
        task=name,
        suite="written.yaml",
        id="one",
        title=title,
        place=Place(path=Path("written.yaml"), line=1, column=1),
        limits=Limits(),
        values=values,
    )


def read_again(
    folder: Path,
    puzzle: Puzzle,
    task: Task[Any],
    case: Case,
    remarks: tuple[str, ...] = (),
    **more: str,
) -> Case:
    """Write a case, read the file, and return the case that is in it."""
    path = folder / "written.yaml"
    path.write_bytes(suite_text(task, case, remarks, **more).encode())
    loaded = load_suite(path, path.name, {puzzle.name: puzzle}, lint=True)
    assert not loaded.errors, f"{loaded.errors[0]}\n{path.read_text()}"
    assert loaded.suite is not None
    [found] = loaded.suite.cases
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("written")


def read_any(folder: Path, **values: Value) -> Case:
    name = TaskId(puzzle="any", task="any")
    return read_again(folder, ANY, ANY.tasks[0], case_of(name, {**PLAIN, **values}))


@settings(max_examples=400)
@given(line=lines, block=texts)
def test_texts_come_back_as_they_were(folder: Path, line: str, block: str) -> None:
    assert read_any(folder, line=line, block=block).values == {
        **PLAIN,
        "line": line,
        "block": block,
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "\n\n",
        "a\n",
        "a\n\n",
        "\na",
        " a\nb",
        "  a\n b\nc",
        "a\n b",
        "a \nb  ",
        "a\n  \nb",
        "a\n\nb",
        "a\n ",
        "\ta",
        "a\tb",
        "# a\n# b",
        "---\n...",
        "a: b\n- c",
        '..x \\ "',
        "\r\n",
    ],
)
def test_blocks_of_every_shape_come_back(folder: Path, text: str) -> None:
    assert read_any(folder, block=text).values["block"] == text


@pytest.mark.parametrize("numbers", [(), (0,), (-3, 12), tuple(range(300))])
def test_lists_of_numbers_come_back(folder: Path, numbers: tuple[int, ...]) -> None:
    assert read_any(folder, integers=numbers).values["integers"] == numbers


@pytest.mark.parametrize("number", [0, -1, 10**40])
@pytest.mark.parametrize("boolean", [True, False])
def test_numbers_and_booleans_come_back(folder: Path, number: int, boolean: bool) -> None:
    values = read_any(folder, integer=number, boolean=boolean).values
    assert (values["integer"], values["boolean"]) == (number, boolean)


@pytest.mark.parametrize("word", AnyTask.fields[-1].choices)
def test_choices_come_back(folder: Path, word: str) -> None:
    assert read_any(folder, choice=word).values["choice"] == word


@given(remarks=st.lists(texts, max_size=4).map(tuple))
def test_remarks_cannot_be_taken_for_anything_else(folder: Path, remarks: tuple[str, ...]) -> None:
    case = case_of(TaskId(puzzle="any", task="any"), PLAIN)
    assert read_again(folder, ANY, ANY.tasks[0], case, remarks).values == PLAIN


def test_lines_are_written_as_a_block_that_can_be_read(folder: Path) -> None:
    case = case_of(TaskId(puzzle="any", task="any"), {"block": "..#\n.@.\n\n###"})
    text = suite_text(ANY.tasks[0], case, ["two rooms"], limits="{time: 2s}")
    assert text == (
        "# two rooms\npuzzle: any\ntask: any\nlimits: {time: 2s}\ncases:\n  - id: one\n"
        "    block: |\n      ..#\n      .@.\n\n      ###\n"
    )


def test_limits_and_titles_come_back(folder: Path) -> None:
    name = TaskId(puzzle="any", task="any")
    case = case_of(name, PLAIN, title='a "title": with # and \\')
    found = read_again(folder, ANY, ANY.tasks[0], case, limits="{time: 2s, wall: 6s}")
    assert found.title == case.title
    assert (found.limits.time_s, found.limits.wall_s) == (2.0, 6.0)


@pytest.mark.parametrize("task_name", TASKS)
def test_every_task_s_drawn_cases_come_back(folder: Path, task_name: str) -> None:
    name, task = TASKS[task_name]
    for seed in range(DRAWS):
        values, problem = asking.chosen(task, name, RandomChooser(seed))
        found = read_again(folder, REGISTER.puzzles[name.puzzle], task, case_of(name, values))
        assert found.values == values
        assert task.stdin(found.problem) == task.stdin(problem)
