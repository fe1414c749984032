"""The errors say what is wrong, where, and survive the way from one process to another."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from judge.errors import (
    CaseError,
    JudgeError,
    PluginError,
    SandboxError,
    SubmissionError,
    UsageError,
)


def placed() -> CaseError:
    return CaseError(
        "expect is empty; quote it",
        key="expect",
        offset=2,
        path=Path("cases/box/worked.yaml"),
        line=7,
        column=13,
        excerpt="    expect: !",
    )


@pytest.mark.parametrize("kind", [UsageError, PluginError, SubmissionError, SandboxError])
def test_every_error_is_a_judge_error_and_says_its_message(kind: type[JudgeError]) -> None:
    error = kind("there is no task box/simulat; did you mean box/simulate?")
    assert isinstance(error, JudgeError)
    assert str(error) == "there is no task box/simulat; did you mean box/simulate?"


def test_errors_of_different_kinds_are_not_caught_for_each_other() -> None:
    kinds = [UsageError, CaseError, PluginError, SubmissionError, SandboxError]
    for kind in kinds:
        assert [other for other in kinds if issubclass(kind, other)] == [kind]


def test_a_case_error_shows_the_place_and_the_line_with_a_mark() -> None:
    assert str(placed()) == (
        "cases/box/worked.yaml:7:13: expect is empty; quote it\n"
        "        expect: !\n"
        "                ^"
    )


def test_the_mark_stands_below_the_column() -> None:
    _, line, mark = str(placed()).split("\n")
    assert line[mark.index("^")] == "!"


def test_a_case_error_without_a_line_names_the_file_alone() -> None:
    error = CaseError("the file is empty", path=Path("empty.yaml"))
    assert str(error) == "empty.yaml: the file is empty"


def test_a_case_error_without_a_file_names_the_key() -> None:
    assert str(CaseError("has 28 cells, not 29", key="box")) == "box: has 28 cells, not 29"
    assert str(CaseError("needs a box")) == "needs a box"


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_case_error_keeps_everything_between_processes(protocol: int) -> None:
    error = placed()
    # The very bytes that a worker process would send; nothing from outside is read here.
    copy = pickle.loads(pickle.dumps(error, protocol))
    assert type(copy) is CaseError
    assert str(copy) == str(error)
    names = ("message", "key", "offset", "path", "line", "column", "excerpt", "args")
    assert [getattr(copy, name) for name in names] == [getattr(error, name) for name in names]


@pytest.mark.parametrize("kind", [UsageError, PluginError, SubmissionError, SandboxError])
def test_the_other_errors_travel_too(kind: type[JudgeError]) -> None:
    copy = pickle.loads(pickle.dumps(kind("why")))
    assert type(copy) is kind
    assert str(copy) == "why"
