"""Checkers that run apart, in every tier: the same opinion, and bounded whatever happens."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator

import pytest

from judge.checking import CheckFailedError, IsolatedChecker
from judge.errors import PluginError, SandboxError
from judge.models import Artefact, Outcome
from judge.puzzle import Output
from judge.sandbox.tiers import choose


def telling(problem: str, output: Output, claim: str) -> Outcome:
    names = [f"{each.name}: {len(each.data)}" for each in output.artefacts]
    return Outcome(
        accepted=output.stdout == b"yes",
        reason=f"{claim}: {names}",
        expected="é\n\0",
        actual="x" * 50_000,
        length=7,
    )


def raising(problem: str, output: Output, claim: str) -> Outcome:
    raise ZeroDivisionError("a checker's fault")


def forgetting(problem: str, output: Output, claim: str) -> None:
    return None


def printing(problem: str, output: Output, claim: str) -> Outcome:
    print("a word", flush=True)
    return Outcome(accepted=True)


def exiting(problem: str, output: Output, claim: str) -> Outcome:
    raise SystemExit(0)


def burning(problem: str, output: Output, claim: str) -> Outcome:
    while True:
        pass


def hoarding(problem: str, output: Output, claim: str) -> Outcome:
    kept = [b"x" * 2**24 for _ in range(64)]
    return Outcome(accepted=bool(kept))


def crashing(problem: str, output: Output, claim: str) -> Outcome:
    ctypes.string_at(0)
    return Outcome(accepted=True)


def leaving(problem: str, output: Output, claim: str) -> Outcome:
    os._exit(0)


def writing(problem: str, output: Output, claim: str) -> Outcome:
    try:
        with open(__file__, "ab"):
            return Outcome(accepted=False, reason="the judge's own files can be written")
    except OSError:
        return Outcome(accepted=True)


@pytest.fixture
def checker(tier: str) -> Iterator[IsolatedChecker]:
    made = IsolatedChecker(choose(tier), cpu_s=1.0, memory_bytes=512 * 2**20)
    yield made
    made.close()


def outcome(checker: IsolatedChecker, how: str, output: Output | None = None) -> Outcome:
    return checker.outcome(f"{__name__}:{how}", "a problem", output or Output(stdout=b""), "claim")


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


def test_a_problem_that_cannot_be_handed_over_is_named() -> None:
    checker = IsolatedChecker(choose("auto"))
    with pytest.raises(PluginError, match="cannot be handed to some:checker"):
        checker.outcome("some:checker", lambda: None, Output(stdout=b""), "claim")


def test_a_checker_that_is_not_there_is_the_plugin_s_fault() -> None:
    checker = IsolatedChecker(choose("auto"))
    with pytest.raises(CheckFailedError, match="no attribute 'missing'"):
        outcome(checker, "missing")
    checker.close()
