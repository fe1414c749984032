"""Which suites a task has, and that each file is read once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from plugins_for_tests import GOOD, Workshop, words, workshop

from judge import planning
from judge.cases import load_suite
from judge.errors import UsageError
from judge.manager import Register, load_register
from judge.models import TaskId
from judge.planning import SuiteShelf
from judge.puzzle import PackagePath

__all__ = ["workshop"]

GOOD_WORD = TaskId(puzzle="good", task="word")
OTHER_WORD = TaskId(puzzle="other", task="word")

Write = Callable[[str, str], Path]


@pytest.fixture
def register(workshop: Workshop) -> Register:
    """Return the puzzles ``good``, whose cases lie in its package, and ``other``, without any."""
    (workshop.folder / "brought" / "cases").mkdir(parents=True)
    (workshop.folder / "brought" / "__init__.py").touch()
    workshop.modules.append("brought")
    register = load_register([workshop.plugin("good", GOOD)])
    cases = PackagePath(package="brought", path="cases")
    register.puzzles["good"] = replace(register.puzzles["good"], cases=cases)
    register.puzzles["other"] = words("other")
    return register


def suite(puzzle: str, *ids: str, more: str = "") -> str:
    cases = "".join(f"  - {{id: {name}, word: {name}}}\n" for name in ids)
    return f"puzzle: {puzzle}\ntask: word\ncases:\n{cases}{more}"


@pytest.fixture
def write(workshop: Workshop) -> Write:
    def write(path: str, text: str) -> Path:
        file = workshop.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    return write


def ids(shelf: SuiteShelf, task: TaskId = GOOD_WORD) -> list[tuple[str, list[str]]]:
    return [(each.name, [case.id for case in each.cases]) for each in shelf.suites(task)]


def test_a_puzzle_brings_its_own_suites(register: Register, write: Write) -> None:
    write("brought/cases/b.yaml", suite("good", "three"))
    write("brought/cases/a.yaml", suite("good", "two", "one"))
    write("brought/cases/deep/c.yml", suite("good", "four"))
    shelf = SuiteShelf(register)
    assert ids(shelf) == [
        ("a.yaml", ["two", "one"]),
        ("b.yaml", ["three"]),
        ("deep/c.yml", ["four"]),
    ]
    assert shelf.faults == []


def test_named_suites_stand_in_place_of_the_puzzle_s_own(register: Register, write: Write) -> None:
    write("brought/cases/a.yaml", suite("good", "own"))
    named = write("named.yaml", suite("good", "named"))
    assert ids(SuiteShelf(register, [named])) == [("named.yaml", ["named"])]
    shelf = SuiteShelf(register, [write("empty/other.yaml", suite("other", "x")).parent])
    assert ids(shelf) == []
    assert shelf.faults == []


def test_suites_of_other_tasks_are_passed_over(register: Register, write: Write) -> None:
    write("named/a.yaml", suite("good", "one"))
    folder = write("named/b.yaml", suite("other", "two")).parent
    shelf = SuiteShelf(register, [folder])
    assert ids(shelf, GOOD_WORD) == [("a.yaml", ["one"])]
    assert ids(shelf, OTHER_WORD) == [("b.yaml", ["two"])]


def test_a_file_that_is_named_twice_is_read_once(register: Register, write: Write) -> None:
    file = write("named/a.yaml", suite("good", "one"))
    (file.parent / "b.yaml").symlink_to(file)
    shelf = SuiteShelf(register, [file, file.parent, file.parent / ".." / "named"])
    assert ids(shelf) == [("a.yaml", ["one"])]


def test_suites_below_two_folders_can_be_told_apart(register: Register, write: Write) -> None:
    first = write("one/a.yaml", suite("good", "one"))
    second = write("two/a.yaml", suite("good", "one"))
    shelf = SuiteShelf(register, [first.parent, second.parent])
    assert ids(shelf) == [("a.yaml", ["one"]), (str(second), ["one"])]
    assert [case.suite for each in shelf.suites(GOOD_WORD) for case in each.cases] == [
        "a.yaml",
        str(second),
    ]


def test_a_faulty_file_is_left_out_and_told(register: Register, write: Write) -> None:
    write("named/a.yaml", suite("good", "one", "one"))
    folder = write("named/b.yaml", suite("good", "two")).parent
    shelf = SuiteShelf(register, [folder])
    assert ids(shelf) == [("b.yaml", ["two"])]
    [fault] = map(str, shelf.faults)
    assert "named/a.yaml:5" in fault


def test_a_puzzle_of_its_own_faulty_suite_keeps_the_others(
    register: Register, write: Write
) -> None:
    write("brought/cases/a.yaml", "puzzle: nobody\ntask: word\ncases: []\n")
    write("brought/cases/b.yaml", suite("good", "two"))
    shelf = SuiteShelf(register)
    assert ids(shelf) == [("b.yaml", ["two"])]
    assert "nobody" in str(shelf.faults[0])


def test_a_plugin_whose_cases_are_missing_costs_only_its_own_tasks(
    register: Register, write: Write
) -> None:
    write("brought/cases/a.yaml", suite("good", "one"))
    shelf = SuiteShelf(register)
    assert ids(shelf, OTHER_WORD) == []
    assert ids(shelf, GOOD_WORD) == [("a.yaml", ["one"])]
    [fault] = map(str, shelf.faults)
    assert "the package judge does not bring cases/nowhere" in fault


def test_a_fault_is_told_once_however_often_a_task_is_asked_for(
    register: Register, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("brought/cases/a.yaml", suite("good", "one"))
    write("brought/cases/b.yaml", "faulty")
    read: list[Path] = []

    def counted(path: Path, *arguments: object, **options: object) -> object:
        read.append(path)
        return load_suite(path, *arguments, **options)  # type: ignore[arg-type]  # passed on as is

    monkeypatch.setattr(planning, "load_suite", counted)
    shelf = SuiteShelf(register)
    for _ in range(3):
        assert ids(shelf) == [("a.yaml", ["one"])]
        assert ids(shelf, OTHER_WORD) == []
    assert len(read) == 2
    assert len(shelf.faults) == 2


def test_a_named_path_that_is_not_there_is_a_usage_error(
    register: Register, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="there is no file or folder"):
        SuiteShelf(register, [tmp_path / "nowhere"])


def test_another_seed_draws_other_cases_of_the_same_names(register: Register, write: Write) -> None:
    text = suite("good", "written", more="generate:\n  - {id: drawn, count: 5, seed: 1}\n")
    path = write("a.yaml", text)

    def drawn(seed: int | None) -> list[tuple[str, object]]:
        [found] = SuiteShelf(register, [path], seed=seed).suites(GOOD_WORD)
        return [(case.id, case.values["word"]) for case in found.cases]

    plain, again, seeded = drawn(None), drawn(None), drawn(99)
    assert plain == again
    assert plain != seeded
    assert [name for name, _ in plain] == [name for name, _ in seeded]
    assert plain[0] == seeded[0] == ("written", "written")
