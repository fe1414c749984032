"""What the facts of a run decide, and in which words."""

from __future__ import annotations

import signal
from fractions import Fraction

import pytest

from judge.models import Ending, Language, Limits, Run, Verdict
from judge.verdicts import Fault, is_doubtful, limits_for, run_fault, signal_text

LIMITS = Limits(time_s=2.0, wall_s=7.0, memory_bytes=64 * 2**20, output_bytes=64 * 2**10)


def language(**facts: object) -> Language:
    row: dict[str, object] = {
        "name": "python",
        "title": "Python",
        "suffixes": (".py",),
        "source": "program.py",
        "run": ("{python}", "{source}"),
        "version": ("{python}", "--version"),
        "package": "python3",
        "memory_errors": ("MemoryError", "out of memory"),
        **facts,
    }
    return Language(**row)  # type: ignore[arg-type]  # the tests name its fields


def ended(ending: Ending, **facts: object) -> Run:
    return Run(ending=ending, **facts)  # type: ignore[arg-type]  # the tests name its fields


def exited(status: int, **facts: object) -> Run:
    return ended(Ending.EXITED, exit_status=status, **facts)


def killed(number: int, **facts: object) -> Run:
    return ended(Ending.SIGNALLED, signal=number, **facts)


MIB = 2**20

SENTENCES = {
    "CPU limit": (
        ended(Ending.CPU_LIMIT, cpu_s=2.004, wall_s=2.1),
        Verdict.TLE,
        "used 2.00 s of CPU time, more than the limit of 2.00 s",
    ),
    "CPU limit passed just before the end": (
        exited(0, cpu_s=2.5, wall_s=2.6),
        Verdict.TLE,
        "used 2.50 s of CPU time, more than the limit of 2.00 s",
    ),
    "CPU limit passed just before a crash": (
        killed(signal.SIGSEGV, cpu_s=2.5, wall_s=2.6),
        Verdict.TLE,
        "used 2.50 s of CPU time, more than the limit of 2.00 s",
    ),
    "wall limit, asleep": (
        ended(Ending.WALL_LIMIT, cpu_s=0.013, wall_s=7.0),
        Verdict.TLE,
        "still running after 7.00 s (wall clock); it used 13 ms of CPU time, so it sleeps or waits "
        "for something",
    ),
    "wall limit, at work": (
        ended(Ending.WALL_LIMIT, cpu_s=1.9, wall_s=7.0),
        Verdict.TLE,
        "still running after 7.00 s (wall clock); it used 1.90 s of CPU time",
    ),
    "output limit": (
        ended(Ending.OUTPUT_LIMIT, stdout=b"x" * 65536),
        Verdict.OLE,
        "printed more than the limit of 64 KiB",
    ),
    "memory limit": (
        ended(Ending.MEMORY_LIMIT, memory_bytes=65 * MIB),
        Verdict.MLE,
        "ran out of memory: used 65 MiB (its largest process) under a limit of 64 MiB",
    ),
    "memory that is refused at once": (
        exited(1, stderr=b"MemoryError", memory_bytes=9 * MIB),
        Verdict.MLE,
        "ran out of memory: used 9 MiB (its largest process) under a limit of 64 MiB when it "
        "asked for more than was left at once",
    ),
    "memory limit of a whole box": (
        ended(Ending.MEMORY_LIMIT, memory_bytes=70 * MIB, memory_of_all=True),
        Verdict.MLE,
        "ran out of memory: used 70 MiB (all its processes together) under a limit of 64 MiB",
    ),
    "its own word for want of memory": (
        exited(1, stderr=b"Traceback\n  x\nMemoryError\n", memory_bytes=60 * MIB),
        Verdict.MLE,
        "ran out of memory: used 60 MiB (its largest process) under a limit of 64 MiB",
    ),
    "killed for want of memory": (
        killed(signal.SIGABRT, stderr=b"FATAL: out of memory", memory_bytes=60 * MIB),
        Verdict.MLE,
        "ran out of memory: used 60 MiB (its largest process) under a limit of 64 MiB",
    ),
    "not started": (
        ended(Ending.NOT_STARTED, start_error="there is no such file"),
        Verdict.RTE,
        "could not be started: there is no such file",
    ),
    "segmentation fault": (
        killed(signal.SIGSEGV),
        Verdict.RTE,
        "killed by SIGSEGV (segmentation fault)",
    ),
    "a signal without a name": (killed(250), Verdict.RTE, "killed by signal 250"),
    "exit status": (exited(3), Verdict.RTE, "exit status 3"),
    "exit status 139": (exited(139), Verdict.RTE, "exit status 139"),
    "exit status with a last word": (
        exited(1, stderr=b"Traceback\n  line\nZeroDivisionError: division by zero\n\n"),
        Verdict.RTE,
        "exit status 1: ZeroDivisionError: division by zero",
    ),
    "last words above a stack": (
        exited(
            1,
            stderr=b"a.js:1\nf()\n^\n\nError: ENOENT\n    at f (a.js:1:1) {\n  errno: -2\n}\n\n"
            b"Node.js v20.20.2\n",
        ),
        Verdict.RTE,
        "exit status 1: Error: ENOENT",
    ),
    "last words above advice": (
        exited(
            1,
            stderr=b"a.js:1\nthrow 5\n^\n5\n(Use `node --trace-uncaught ...` to show where the "
            b"exception was thrown)\n\nNode.js v20.20.2\n",
        ),
        Verdict.RTE,
        "exit status 1: 5",
    ),
    "last words above a cause's stack": (
        exited(1, stderr=b"Exception: x\n\tat A.main(A.java:1)\nCaused by: y\n\t... 1 more\n"),
        Verdict.RTE,
        "exit status 1: Caused by: y",
    ),
    "last words above a note": (
        exited(
            101, stderr=b"thread 'main' panicked at 'x', a.rs:1:1\nnote: run with `RUST_BACKTR\n"
        ),
        Verdict.RTE,
        "exit status 101: thread 'main' panicked at 'x', a.rs:1:1",
    ),
    "last words above frames with numbers": (
        exited(
            2, stderr=b"ERROR STOP x\n\nError termination. Backtrace:\n#0  0x7f in ???\n\tat a\n"
        ),
        Verdict.RTE,
        "exit status 2: ERROR STOP x",
    ),
    "last words above frames with names": (
        exited(2, stderr=b"panic: x\n\ngoroutine 1 [running]:\nmain.main()\n\ta.go:2 +0x27\n"),
        Verdict.RTE,
        "exit status 2: panic: x",
    ),
    "last words that are all indented": (
        exited(1, stderr=b"  one\n  two\n"),
        Verdict.RTE,
        "exit status 1: two",
    ),
    "why it aborts": (
        killed(signal.SIGABRT, stderr=b"a.c:1: main: Assertion `0' failed.\n"),
        Verdict.RTE,
        "killed by SIGABRT (aborted): a.c:1: main: Assertion `0' failed.",
    ),
    "last words that are no text": (
        exited(1, stderr=b"\xff\x00!"),
        Verdict.RTE,
        "exit status 1: \\xff\x00!",
    ),
    "last words that never end": (
        exited(1, stderr=b"x" * 5000),
        Verdict.RTE,
        "exit status 1: " + "x" * 200,
    ),
    "an interpreter that could not start the program": (
        exited(127, start_error="the first line ends in a carriage return"),
        Verdict.RTE,
        "the first line ends in a carriage return",
    ),
}


@pytest.mark.parametrize("name", SENTENCES)
def test_the_facts_decide_with_a_sentence(name: str) -> None:
    run, verdict, reason = SENTENCES[name]
    assert run_fault(run, LIMITS, language()) == Fault(verdict=verdict, reason=reason)


def test_every_ending_has_its_sentence_but_the_cancelled_one() -> None:
    assert {run.ending for run, _, _ in SENTENCES.values()} == set(Ending) - {Ending.CANCELLED}
    assert run_fault(ended(Ending.CANCELLED), LIMITS, language()) is None


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"cpu_s": 2.0, "wall_s": 100.0},
        {"stderr": b"MemoryError\nout of memory\n"},
        {"memory_bytes": 65 * MIB},
        {"stdout": b"x" * 100_000},
    ],
)
def test_a_run_that_ended_well_is_for_the_checker_to_judge(facts: dict[str, object]) -> None:
    assert run_fault(exited(0, **facts), LIMITS, language()) is None


def test_words_about_memory_count_only_in_their_own_language() -> None:
    run = exited(1, stderr=b"MemoryError")
    fault = run_fault(run, LIMITS, language(memory_errors=("OutOfMemoryError",)))
    assert fault == Fault(verdict=Verdict.RTE, reason="exit status 1: MemoryError")


def test_an_exit_status_of_0_and_a_signal_is_a_signal() -> None:
    run = ended(Ending.SIGNALLED, exit_status=0, signal=9)
    fault = run_fault(run, LIMITS, language())
    assert fault == Fault(verdict=Verdict.RTE, reason="killed by SIGKILL (killed)")


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (signal.SIGFPE, "SIGFPE (floating point exception)"),
        (signal.SIGKILL, "SIGKILL (killed)"),
        (signal.SIGRTMIN + 1, f"signal {signal.SIGRTMIN + 1}"),
        (0, "signal 0"),
    ],
)
def test_a_signal_is_named(number: int, text: str) -> None:
    assert signal_text(number) == text


BUSY, QUIET = 3.0, 0.01
"""CPU seconds that the neighbours took"""


@pytest.mark.parametrize(
    ("run", "doubtful"),
    [
        (ended(Ending.CPU_LIMIT, cpu_s=2.0, wall_s=3.0, neighbours_cpu_s=BUSY), True),
        (ended(Ending.CPU_LIMIT, cpu_s=2.0, wall_s=3.0, neighbours_cpu_s=QUIET), False),
        (ended(Ending.CPU_LIMIT, cpu_s=2.0, wall_s=3.0, neighbours_cpu_s=None), True),
        (ended(Ending.WALL_LIMIT, cpu_s=1.9, wall_s=7.0, neighbours_cpu_s=BUSY), True),
        (ended(Ending.WALL_LIMIT, cpu_s=1.9, wall_s=7.0, neighbours_cpu_s=QUIET), False),
        (ended(Ending.WALL_LIMIT, cpu_s=1.9, wall_s=7.0, neighbours_cpu_s=None), True),
        (ended(Ending.WALL_LIMIT, cpu_s=0.1, wall_s=7.0, neighbours_cpu_s=BUSY), False),
        (ended(Ending.WALL_LIMIT, cpu_s=0.1, wall_s=7.0, neighbours_cpu_s=None), False),
        (exited(0, cpu_s=2.5, wall_s=3.0, neighbours_cpu_s=BUSY), True),
        (exited(0, cpu_s=2.5, wall_s=3.0, neighbours_cpu_s=QUIET), False),
        (exited(0, cpu_s=1.9, wall_s=3.0, neighbours_cpu_s=BUSY), False),
        (exited(1, cpu_s=0.1, wall_s=0.2, neighbours_cpu_s=BUSY), False),
        (killed(9, cpu_s=2.5, wall_s=3.0, neighbours_cpu_s=BUSY), True),
        (ended(Ending.OUTPUT_LIMIT, cpu_s=2.5, wall_s=3.0, neighbours_cpu_s=BUSY), False),
        (ended(Ending.MEMORY_LIMIT, cpu_s=2.5, wall_s=3.0, neighbours_cpu_s=BUSY), False),
        (ended(Ending.NOT_STARTED, neighbours_cpu_s=BUSY), False),
        (ended(Ending.CANCELLED, cpu_s=2.5, neighbours_cpu_s=BUSY), False),
    ],
)
def test_a_time_limit_is_in_doubt_beside_busy_neighbours(run: Run, doubtful: bool) -> None:
    assert is_doubtful(run, LIMITS) is doubtful


def test_whatever_is_in_doubt_would_be_a_time_limit() -> None:
    for ending in Ending:
        run = ended(ending, cpu_s=2.5, wall_s=3.0, neighbours_cpu_s=BUSY, exit_status=0)
        fault = run_fault(run, LIMITS, language())
        assert is_doubtful(run, LIMITS) is (fault is not None and fault.verdict is Verdict.TLE)


def test_limits_hold_as_the_language_needs() -> None:
    java = language(time_factor=Fraction("1.5"), memory_floor_bytes=128 * MIB)
    assert limits_for(java, LIMITS) == Limits(
        time_s=3.0, wall_s=10.5, memory_bytes=192 * MIB, output_bytes=64 * 2**10
    )
    assert limits_for(language(), LIMITS) == LIMITS
