"""Boxes, and short ways of running Python in them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from judge.models import ArtefactLimits, BoxFile, Limits, Run
from judge.sandbox import NO_ARTEFACTS, PYTHON, Box
from judge.sandbox.boxes import SupervisedBox
from judge.sandbox.plain import PlainSandbox
from judge.sandbox.tiers import TIERS, choose, tier_named

TIER_NAMES = tuple(name for name in TIERS if tier_named(name).sandbox is not None)
"""the tiers that work on this machine, the strongest first"""


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


def opened(
    files: Mapping[str, BoxFile] | None = None, tier: str = PlainSandbox.name
) -> SupervisedBox:
    """Return a new box of a tier."""
    box = choose(tier).open(files or {})
    assert isinstance(box, SupervisedBox)
    return box


def survivors(box: Box, pids: Iterable[int]) -> set[int]:
    """Return those of the processes, told by their ids in the box, that are still there."""
    assert isinstance(box, SupervisedBox)
    if box.run(["bash", "-c", "echo $PPID"], b"", Limits()).stdout != b"1\n":
        return {pid for pid in pids if is_alive(pid)}
    there = box.run(["bash", "-c", "cd /proc; echo [0-9]*"], b"", Limits()).stdout
    return set(map(int, there.split())) & set(pids)


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
