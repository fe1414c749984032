"""``judge sandbox``, and the options that say how programs are kept in bounds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from boxes_for_tests import TIER_NAMES
from calling import Judge
from click.testing import CliRunner

from judge.cli import sandbox as command
from judge.sandbox import cgroups
from judge.sandbox.plain import PlainSandbox
from judge.sandbox.selftest import Promise, Yard, promises, yard

RIGHT = "i=input;print(True)\n"
HARMLESS = (
    "read the judge's files",
    "write outside of its box",
    "look into the judge's process",
    "signal the judge",
    "connect by TCP",
    "send by UDP",
    "connect to a unix socket",
)
"""promises of walls whose attacks do no harm where there are none"""


def test_everything_that_is_promised_here_holds(judge: Judge) -> None:
    called = judge("sandbox")
    assert called.status == 0, called.out + called.err
    assert "DOES NOT HOLD" not in called.out
    rows = called.out.partition("a program cannot ...")[2].splitlines()[1:]
    assert len(rows) == len(promises())
    for tier in TIER_NAMES:
        assert f"{tier}: works" in called.out
    assert f"{TIER_NAMES[0]}: works (chosen)" in called.out
    assert "memory: the memory limit is for " in called.out
    assert "kernel: Linux" in called.out


@pytest.mark.parametrize("name", HARMLESS)
def test_the_trial_of_a_promise_fails_where_nothing_keeps_it(name: str) -> None:
    promise = next(promise for promise in promises() if promise.name == name)
    assert "none" not in promise.tiers
    with yard(PlainSandbox()) as place:
        assert not promise.holds(place)


def test_a_promise_that_is_broken_is_told_and_is_the_judge_s_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(_: Yard) -> bool:
        return False

    broken = (Promise(name="fly", tiers=frozenset({"none"}), holds=never),)
    monkeypatch.setattr(command, "promises", lambda: broken)
    result = CliRunner().invoke(command.sandbox, standalone_mode=False)
    assert result.return_value == 3
    assert "DOES NOT HOLD" in result.stdout
    assert "something that is promised does not hold" in result.stderr


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "maze-open.py"
    path.write_text(RIGHT)
    return path


@pytest.mark.parametrize("tier", TIER_NAMES)
def test_the_sandbox_that_is_asked_for_is_told_and_reported(
    judge: Judge, program: Path, cases: Path, tier: str
) -> None:
    called = judge("grade", program, "--cases", cases, "--sandbox", tier, "--format", "json")
    assert called.status == 1
    assert f"judge: sandbox: {tier}\n" in called.err
    report = json.loads(called.out)
    assert report["sandbox"] == tier
    of_each = cgroups.describe().startswith("the memory limit is for each process by itself: ")
    assert (cgroups.describe() in report["notes"]) == of_each


def test_without_a_word_the_strongest_is_taken(judge: Judge, program: Path, cases: Path) -> None:
    called = judge("grade", program, "--cases", cases, "--format", "json")
    assert json.loads(called.out)["sandbox"] == TIER_NAMES[0]


def test_a_sandbox_that_is_required_is_not_done_without(
    judge: Judge, program: Path, cases: Path
) -> None:
    called = judge("grade", program, "--cases", cases, "--sandbox", "none", "--require-sandbox")
    assert called.status == 3
    assert called.out == ""
    assert called.err.endswith("programs would run unprotected with --sandbox none\n")


@pytest.mark.skipif(TIER_NAMES == ("none",), reason="this machine has no walls")
def test_a_sandbox_that_is_required_and_there_changes_nothing(
    judge: Judge, program: Path, cases: Path
) -> None:
    assert judge("grade", program, "--cases", cases, "--require-sandbox").status == 1


def test_no_other_sandbox_can_be_asked_for(judge: Judge, program: Path) -> None:
    called = judge("grade", program, "--sandbox", "sand")
    assert called.status == 2
    assert "'sand' is not one of" in called.err
