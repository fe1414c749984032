"""Boxes, and short ways of running Python in them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from judge.models import ArtefactLimits, BoxFile, Limits, Run
from judge.sandbox import NO_ARTEFACTS, PYTHON, Box
from judge.sandbox.boxes import SupervisedBox
from judge.sandbox.plain import PlainSandbox


@dataclass(frozen=True, slots=True)
class Scripts:
    """Runs Python programs, given as texts, in one box."""

    box: Box

    def command(self, code: str, *arguments: str) -> list[str]:
        """Return the command that runs a program."""
        return [self.box.path(PYTHON), "-B", "-c", code, *arguments]

    def run(
        self,
        code: str,
        stdin: bytes = b"",
        limits: Limits | None = None,
        artefacts: ArtefactLimits = NO_ARTEFACTS,
    ) -> Run:
        """Run a program and return what happened."""
        return self.box.run(self.command(code), stdin, limits or Limits(), artefacts)

    def said(self, code: str, stdin: bytes = b"") -> str:
        """Return what a program prints that ends well and has nothing to complain about."""
        run = self.run(code, stdin)
        assert (run.exit_status, run.stderr) == (0, b""), run
        return run.stdout.decode()


def opened(files: Mapping[str, BoxFile] | None = None) -> SupervisedBox:
    """Return a new box."""
    return PlainSandbox().open(files or {})


def is_alive(pid: int) -> bool:
    """Return whether a process of that id is running, or has ended without being reaped."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def is_running(pid: int) -> bool:
    """Return whether a process of that id is running; what only waits to be reaped is not."""
    try:
        facts = Path(f"/proc/{pid}/stat").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return facts.rpartition(b")")[2].split()[0] not in {b"Z", b"X"}
