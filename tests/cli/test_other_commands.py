"""``judge check``, ``judge tasks``, ``judge languages``, ``judge plugins``, ``judge --help``."""

from __future__ import annotations

from pathlib import Path

import pytest
from calling import Judge


def test_help_names_every_command(judge: Judge) -> None:
    called = judge("--help")
    assert called.status == 0
    for command in ("grade", "reference", "check", "tasks", "languages", "plugins",
        "show", "fuzz", "audit", "tournament",
    ):  # fmt: skip
        assert f"  {command} " in called.out


@pytest.mark.parametrize(
    "command",
    [
        "grade",
        "reference",
        "check",
        "show",
        "fuzz",
        "audit",
        "tournament",
        "tasks",
        "languages",
        "plugins",
    ],
)
def test_every_command_explains_itself(judge: Judge, command: str) -> None:
    called = judge(command, "--help")
    assert called.status == 0
    assert f"Usage: judge {command}" in called.out


def test_the_version_is_told(judge: Judge) -> None:
    assert judge("--version").out.startswith("judge")


def test_tasks_are_listed_with_their_forms_and_claims(judge: Judge) -> None:
    called = judge("tasks")
    assert called.status == 0
    for task in (
        "box/simulate", "box/extract", "loop/session", "loop/solve", "loop/unique",
        "maze/loops", "maze/open", "maze/generate", "nim/session", "nim/play",
    ):  # fmt: skip
        assert task in called.out
    assert "ascii ×0.65" in called.out
    assert "class (javascript)" in called.out


def test_languages_are_listed_with_what_works_here(judge: Judge) -> None:
    called = judge("languages")
    assert called.status == 0
    rows = {line.split()[0]: line for line in called.out.splitlines()[1:]}
    assert {"python", "javascript", "c", "cpp", "java", "perl", "bash"} <= set(rows)
    assert "yes" in rows["python"]


def test_plugins_are_listed_with_their_distribution(judge: Judge) -> None:
    called = judge("plugins")
    assert called.status == 0
    assert "golf-judge" in called.out


def test_check_counts_what_it_found_right(judge: Judge, cases: Path) -> None:
    called = judge("check", cases)
    assert called.status == 0
    assert called.out == "1 file, 2 cases: no fault\n"


def test_check_tells_a_wrong_answer_with_its_place(judge: Judge, cases: Path) -> None:
    cases.write_text(cases.read_text().replace('"False"', '"True"'))
    called = judge("check", cases)
    assert called.status == 2
    assert "small.yaml:" in called.out
    assert "expect" in called.out


def test_the_cases_that_come_with_the_judge_are_without_fault(judge: Judge) -> None:
    called = judge("check")
    assert called.status == 0, called.out
