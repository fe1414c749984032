"""From the facts of a run to a verdict, where the facts alone decide.

A run that ended by itself with exit status 0 within its limits says nothing of right or wrong:
that is for the task's checker.
"""

from __future__ import annotations

import re
import signal
from dataclasses import dataclass

from judge.models import Ending, Language, Limits, Run, Verdict
from judge.units import bytes_text, seconds_text

CROWDED_SHARE = 0.05
"""share of the wall time from which other programs' CPU time puts a time limit in doubt"""

WAITER_SHARE = 0.25
"""share of the CPU limit below which a program at the wall limit was waiting, not slowed down"""


GREEDY_SHARE = 0.75
"""share of the memory limit below which a program that ran out must have asked for much at once"""


_ASIDE = re.compile(
    r"""
    \s | [\W_]*$ | "[^"]*"$                      # what belongs to a line above
    | \#\d+\s | \d+:[ ]\( | [\w./*]+\(\S*\)$    # a frame of a stack
    | goroutine[ ]\d | backtrace | stack[ ]trace | CallStack[ ] | error:[ ]called[ ]from$
    | error[ ]termination | execution[ ]halted | unhandled[ ]condition[ ]in[ ] | Warning:[ ]Halting
    | note:[ ]run[ ]with[ ] | Node\.js[ ]v\d | \(Use[ ]`node[ ]--trace
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""the beginning of a line that runtimes write behind the error: where it was, and that they end"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A verdict that the facts of a run decide, with its reason."""

    verdict: Verdict
    reason: str


def limits_for(language: Language, limits: Limits) -> Limits:
    """Return a case's limits as they hold for a language: its time factor, its memory floor."""
    reply_s = None if limits.reply_s is None else float(limits.reply_s * language.time_factor)
    return Limits(
        time_s=float(limits.time_s * language.time_factor),
        wall_s=float(limits.wall_s * language.time_factor),
        memory_bytes=limits.memory_bytes + language.memory_floor_bytes,
        output_bytes=limits.output_bytes,
        reply_s=reply_s,
    )


def run_fault(run: Run, limits: Limits, language: Language) -> Fault | None:
    """Return what the facts of a run decide under ``limits`` (as they held for it), or None."""
    if _is_over_cpu_limit(run, limits):
        return Fault(verdict=Verdict.TLE, reason=_cpu_reason(run, limits))
    if run.ending is Ending.WALL_LIMIT:
        return Fault(verdict=Verdict.TLE, reason=_wall_reason(run, limits))
    if run.ending is Ending.OUTPUT_LIMIT:
        cap = bytes_text(limits.output_bytes)
        reason = run.start_error or f"printed more than the limit of {cap}"
        return Fault(verdict=Verdict.OLE, reason=reason)
    if run.ending is Ending.MEMORY_LIMIT:
        return Fault(verdict=Verdict.MLE, reason=_memory_reason(run, limits))
    if run.ending is Ending.NOT_STARTED:
        return Fault(verdict=Verdict.RTE, reason=f"could not be started: {run.start_error}")
    if run.ending is Ending.SIGNALLED or run.exit_status:
        return _crash(run, limits, language)
    return None


def is_doubtful(run: Run, limits: Limits) -> bool:
    """Return whether a time limit was hit while others kept the machine busy.

    Two programs at once slow each other down, so such a run has to be repeated alone. A program
    that used little CPU until its wall limit was waiting: neighbours do not change that.
    """
    if run.ending is Ending.WALL_LIMIT and run.cpu_s < WAITER_SHARE * limits.time_s:
        return False
    if run.ending is not Ending.WALL_LIMIT and not _is_over_cpu_limit(run, limits):
        return False
    return is_crowded(run)


def is_crowded(run: Run) -> bool:
    """Return whether other programs kept the machine busy during a run, as far as is known."""
    return run.neighbours_cpu_s is None or run.neighbours_cpu_s > CROWDED_SHARE * run.wall_s


def _is_over_cpu_limit(run: Run, limits: Limits) -> bool:
    """Return whether the CPU limit was hit, or was passed just before the program ended."""
    ended = run.ending in {Ending.EXITED, Ending.SIGNALLED}
    return run.ending is Ending.CPU_LIMIT or (ended and run.cpu_s > limits.time_s)


def _cpu_reason(run: Run, limits: Limits) -> str:
    return (
        f"used {seconds_text(run.cpu_s)} of CPU time, "
        f"more than the limit of {seconds_text(limits.time_s)}"
    )


def _wall_reason(run: Run, limits: Limits) -> str:
    reason = (
        f"still running after {seconds_text(limits.wall_s)} (wall clock); "
        f"it used {seconds_text(run.cpu_s)} of CPU time"
    )
    if run.cpu_s < WAITER_SHARE * limits.time_s:
        reason += ", so it sleeps or waits for something"
    return reason


def _memory_reason(run: Run, limits: Limits) -> str:
    whose = "all its processes together" if run.memory_of_all else "its largest process"
    reason = (
        f"ran out of memory: used {bytes_text(run.memory_bytes)} ({whose}) "
        f"under a limit of {bytes_text(limits.memory_bytes)}"
    )
    if run.memory_bytes < GREEDY_SHARE * limits.memory_bytes:
        reason += " when it asked for more than was left at once"
    return reason


def _crash(run: Run, limits: Limits, language: Language) -> Fault:
    stderr = run.stderr.decode("utf-8", "backslashreplace")
    if any(pattern in stderr for pattern in language.memory_errors):
        return Fault(verdict=Verdict.MLE, reason=_memory_reason(run, limits))
    if run.start_error:
        return Fault(verdict=Verdict.RTE, reason=run.start_error)
    if run.signal is not None:
        # Who aborts says why before; what another signal's victim wrote may be about anything.
        words = _last_words(stderr) if run.signal == signal.SIGABRT else ""
        return Fault(verdict=Verdict.RTE, reason=f"killed by {signal_text(run.signal)}{words}")
    return Fault(verdict=Verdict.RTE, reason=f"exit status {run.exit_status}{_last_words(stderr)}")


def signal_text(number: int) -> str:
    """Return a signal for people: ``SIGSEGV (segmentation fault)``."""
    try:
        name = signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
    description = signal.strsignal(number)
    return f"{name} ({description.lower()})" if description else name


def _last_words(stderr: str) -> str:
    """Return the last line that tells something: not where in the code it was, nor a version."""
    written = [line for line in stderr.splitlines() if line.strip()]
    last = written[-1] if written else ""
    telling = next((line for line in reversed(written) if not _ASIDE.match(line)), last)
    return f": {telling.strip()[:200]}" if telling else ""
