"""Tier none: boxes of plain processes with private folders, limits and clean ends, but no walls.

This tier bounds what a program uses and leaves nothing behind of it. What it does not do is keep
a program from reading files and reaching the network.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.models import BoxFile
from judge.sandbox.boxes import SupervisedBox
from judge.sandbox.processes import Launch, interpreted_launch, new_folder
from judge.sandbox.supervisor.main import PLAIN_WAY


class PlainSandbox:
    """Opens boxes of plain processes."""

    name = "none"
    warning = "NOT sandboxed: programs can read files and reach the network"

    def open(self, files: Mapping[str, BoxFile], shown: Sequence[str] = ()) -> SupervisedBox:
        """Return a new box that holds ``files``; SandboxError where the machine refuses."""
        return SupervisedBox(files, _launch)


def _launch(files: tuple[bytes, ...], root: str | None, _opens_windows: bool) -> Launch:
    return interpreted_launch(new_folder(root), PLAIN_WAY, files)
