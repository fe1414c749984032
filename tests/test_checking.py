"""Checkers that run apart, in every tier: the same opinion, and bounded whatever happens."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator, Mapping
from random import Random

import pytest

from judge.checking import CheckFailedError, IsolatedChecker
from judge.errors import PluginError, SandboxError
from judge.models import Artefact, Outcome, Value
from judge.puzzle import Field, Kind, Output, Task
from judge.sandbox.tiers import choose


class Behaving(Task[str]):
    """Its problem says how its check behaves."""

    name = "behaving"
    title = "behave"
    fields = (Field(name="how", kind=Kind.LINE, about="how"),)

    def read(self, values: Mapping[str, Value]) -> str:
        return str(values["how"])

    def stdin(self, problem: str) -> bytes:
        return b""

    def check(self, problem: str, output: Output, claim: str | None) -> Outcome:
        return getattr(self, problem)(output, claim)  # type: ignore[no-any-return]  # by its name

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        return {"how": "telling"}

    def telling(self, output: Output, claim: str | None) -> Outcome:
        names = [f"{each.name}: {len(each.data)}" for each in output.artefacts]
        return Outcome(
            accepted=output.stdout == b"yes",
            reason=f"{claim}: {names}",
            expected="é\n\0",
            actual="x" * 50_000,
            length=7,
        )

    def raising(self, output: Output, claim: str | None) -> Outcome:
        raise ZeroDivisionError("a checker's fault")

    def forgetting(self, output: Output, claim: str | None) -> None:
        return None

    def printing(self, output: Output, claim: str | None) -> Outcome:
        print("a word", flush=True)
        return Outcome(accepted=True)

    def exiting(self, output: Output, claim: str | None) -> Outcome:
        raise SystemExit(0)

    def burning(self, output: Output, claim: str | None) -> Outcome:
        while True:
            pass

    def hoarding(self, output: Output, claim: str | None) -> Outcome:
        kept = [b"x" * 2**24 for _ in range(64)]
        return Outcome(accepted=bool(kept))

    def crashing(self, output: Output, claim: str | None) -> Outcome:
        ctypes.string_at(0)
        return Outcome(accepted=True)

    def leaving(self, output: Output, claim: str | None) -> Outcome:
        os._exit(0)

    def writing(self, output: Output, claim: str | None) -> Outcome:
        try:
            with open(__file__, "ab"):
                return Outcome(accepted=False, reason="the judge's own files can be written")
        except OSError:
            return Outcome(accepted=True)


TASK = Behaving()


@pytest.fixture
def checker(tier: str) -> Iterator[IsolatedChecker]:
    made = IsolatedChecker(choose(tier), cpu_s=1.0, memory_bytes=512 * 2**20)
    yield made
    made.close()


def outcome(checker: IsolatedChecker, how: str, output: Output | None = None) -> Outcome:
    return checker.outcome(TASK, how, output or Output(stdout=b""), "claim")


def test_the_opinion_is_that_of_the_task(checker: IsolatedChecker) -> None:
    left = Output(stdout=b"yes", artefacts=(Artefact(name="a\n.gif", data=bytes(3_000_000)),))
    told = outcome(checker, "telling", left)
    assert told.accepted
    assert told.reason == "claim: ['a\\n.gif: 3000000']"
    assert (told.expected, told.length) == ("é\n\0", 7)
    assert told.actual == "x" * 16 * 1024  # as much as is kept of it
    assert not outcome(checker, "telling").accepted


def test_a_check_that_raises_is_the_plugin_s_fault(checker: IsolatedChecker) -> None:
    with pytest.raises(CheckFailedError, match="ZeroDivisionError: a checker's fault") as raised:
        outcome(checker, "raising")
    assert "in raising" in raised.value.__notes__[0]
    with pytest.raises(CheckFailedError, match="returned None, not an Outcome"):
        outcome(checker, "forgetting")
    with pytest.raises(CheckFailedError, match="SystemExit"):
        outcome(checker, "exiting")
    assert outcome(checker, "printing").accepted


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("burning", "takes more than 1 s of CPU time to look at"),
        ("hoarding", "takes more than 512 MiB of memory to look at"),
        ("crashing", "made the checker crash (SIGSEGV)"),
    ],
)
def test_what_is_too_much_for_a_checker_is_wrong_and_the_next_is_checked(
    checker: IsolatedChecker, how: str, reason: str
) -> None:
    told = outcome(checker, how)
    assert not told.accepted
    assert reason in told.reason
    assert outcome(checker, "printing").accepted


def test_a_process_that_leaves_is_our_fault(checker: IsolatedChecker) -> None:
    with pytest.raises(SandboxError, match="ended by itself"):
        outcome(checker, "leaving")
    assert outcome(checker, "printing").accepted


def test_after_cancelling_nothing_is_checked(checker: IsolatedChecker) -> None:
    assert outcome(checker, "printing").accepted
    checker.cancel()
    with pytest.raises(SandboxError, match="cancelled"):
        outcome(checker, "printing")


def test_a_checker_in_a_box_cannot_change_the_judge() -> None:
    checker = IsolatedChecker(choose("auto"))
    if choose("auto").name == "none":
        pytest.skip("tier none walls nothing in")
    assert outcome(checker, "writing").accepted
    checker.close()


def test_a_task_that_cannot_be_handed_over_is_named() -> None:
    class Local(Behaving):
        """It is known in here alone."""

    checker = IsolatedChecker(choose("auto"))
    with pytest.raises(PluginError, match="Local cannot be handed to a process of its own"):
        checker.outcome(Local(), "telling", Output(stdout=b""), None)
