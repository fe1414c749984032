"""Checkers that run apart: a claim's check in a process of its own, in a box, within limits.

What reads a stranger's picture can be made to need all memory or all day, or worse, by it. There
a claim names a checker of its own (``Claim.checker``): a pure function like ``Task.check``, whose
use of the machine is bounded. Too much of that is the picture's fault, and a wrong answer.
"""

from __future__ import annotations

import importlib.util
import json
import os
import pickle
import signal
import site
import sys
from collections.abc import Iterator
from typing import Any

from judge.checking.program import START
from judge.errors import PluginError, SandboxError
from judge.models import Ending, Limits, Outcome, Run
from judge.puzzle import Output
from judge.sandbox import PYTHON, Box, Conversation, Sandbox
from judge.units import bytes_text

CPU_S = 60.0
"""how much CPU time one check may take"""

MEMORY_BYTES = 2**30
"""what a checker may use of memory"""

_PATIENCE = 15
"""how many times its CPU time a checker may take by the clock; longer, and it was kept waiting"""

_PARTING_S = 10.0
"""how long a checker that broke off may take to be gone"""

_LIFE = 200
"""how many checks one process makes before a new one takes its place: no leak can grow for ever"""


class CheckFailedError(PluginError):
    """A check that raised: the plugin's fault; the traceback is among its notes."""


class IsolatedChecker:
    """Asks checkers for their opinion in a box; the process in it is started when first needed.

    Not for two threads at once, but ``cancel`` may be called from any.
    """

    def __init__(
        self, sandbox: Sandbox, *, cpu_s: float = CPU_S, memory_bytes: int = MEMORY_BYTES
    ) -> None:
        """Check in boxes of a sandbox; ``cpu_s`` is for one check, ``memory_bytes`` for all."""
        self._sandbox = sandbox
        self._cpu_s = cpu_s
        self._limits = Limits(
            time_s=_LIFE * cpu_s,
            wall_s=86_400.0,
            memory_bytes=memory_bytes,
            output_bytes=32 * 2**20,
        )
        self._box: Box | None = None
        self._conversation: Conversation | None = None
        self._checks = 0

    def outcome(self, checker: str, problem: Any, output: Output, claim: str) -> Outcome:
        """Return what a checker, named ``package.module:function``, says of an output.

        Raises CheckFailedError where it raises or is not there, PluginError where the problem
        cannot be handed over, and SandboxError where the machine fails.
        """
        try:
            request = pickle.dumps((checker, problem, output, claim))
        # A plugin's objects may fail in any way to be pickled.
        except Exception as error:
            raise PluginError(
                f"the problem of a case cannot be handed to {checker} "
                f"({type(error).__name__}: {error}); define its class in a module"
            ) from error
        conversation = self._running(checker.partition(".")[0].partition(":")[0])
        self._checks += 1
        # Where it no longer reads, that shows in what it says next.
        conversation.send(f"{len(request)}\n".encode() + request)
        line = conversation.receive_line(_PATIENCE * self._cpu_s)
        if line is None or not line.endswith(b"\n"):
            return self._undone(line)
        if self._checks >= _LIFE:
            self._leave()
        return self._read(line)

    def cancel(self) -> None:
        """End what runs at once; safe from another thread. Nothing can be checked any more."""
        box = self._box
        if box is not None:
            box.cancel()

    def close(self) -> None:
        """End the process, if there is one, and close its box."""
        box, self._box, self._conversation = self._box, None, None
        if box is not None:
            box.close()

    def _running(self, package: str) -> Conversation:
        if self._box is None:
            self._box = self._sandbox.open({}, shown=[*_sites(), *_packages(package)])
        if self._conversation is None:
            self._checks = 0
            places = repr((_sites(), _roots(package), self._cpu_s))
            command = [self._box.path(PYTHON), "-B", "-X", "utf8", "-c", START, places]
            self._conversation = self._box.start(command, self._limits)
        return self._conversation

    def _leave(self, seconds: float = 0.0) -> Run | None:
        conversation, self._conversation = self._conversation, None
        return None if conversation is None else conversation.finish(seconds)

    def _read(self, line: bytes) -> Outcome:
        """Return the outcome that the process wrote; CheckFailedError for one that raised."""
        told = json.loads(line)
        if "memory" in told:
            return _too_much(f"{bytes_text(self._limits.memory_bytes)} of memory")
        if "error" in told:
            failure = CheckFailedError(told["error"])
            failure.add_note(told["traceback"])
            raise failure
        return Outcome(**told)

    def _undone(self, line: bytes | None) -> Outcome:
        """Return the outcome where a check did not come to its end."""
        # One that closed its output is ending: how, is to be seen.
        run = self._leave(0.0 if line is None else _PARTING_S)
        if run is None or run.ending is Ending.CANCELLED:
            raise SandboxError("the checker was cancelled")
        if run.signal == signal.SIGPROF or run.ending is Ending.CPU_LIMIT:
            return _too_much(f"{self._cpu_s:g} s of CPU time")
        if run.ending is Ending.MEMORY_LIMIT or run.signal in {signal.SIGABRT, signal.SIGKILL}:
            return _too_much(f"{bytes_text(self._limits.memory_bytes)} of memory")
        if line is None and run.ending is Ending.WALL_LIMIT:
            waited_s = _PATIENCE * self._cpu_s
            raise SandboxError(f"a checker was kept waiting for more than {waited_s:g} s")
        if run.signal is not None:
            return Outcome(
                accepted=False,
                reason=f"what it left made the checker crash ({signal.Signals(run.signal).name})",
            )
        told = run.stderr.decode("utf-8", "backslashreplace").strip()
        raise SandboxError(f"a checker ended by itself: {told[-500:] or run.ending}")


def _too_much(what: str) -> Outcome:
    return Outcome(
        accepted=False,
        reason=f"what it left takes more than {what} to look at; make it smaller or simpler",
    )


def _sites() -> list[str]:
    """Return the folders of installed packages."""
    folders = [
        *site.getsitepackages(),
        *([site.getusersitepackages()] * bool(site.ENABLE_USER_SITE)),
    ]
    return [folder for folder in folders if os.path.isdir(folder)]


def _packages(package: str) -> Iterator[str]:
    """Yield the folders of the judge's package and of the checker's.

    A module that is no package is found by what else lies in its folder: there all of it is shown.
    """
    for name in ("judge", package):
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            yield os.path.dirname(os.path.abspath(spec.origin))


def _roots(package: str) -> list[str]:
    """Return the folders on ``sys.path`` that hold those packages, but for those of sites."""
    places = {place for folder in _packages(package) for place in (folder, os.path.dirname(folder))}
    return [folder for folder in sys.path if folder in places and folder not in _sites()]
