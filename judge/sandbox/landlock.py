"""Tier landlock: boxes whose programs the kernel keeps from files, sockets and other processes.

The folders lie on the disk, and the machine's processes can be seen by name; see ``confinement``
in ``supervisor`` for what is closed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.models import BoxFile
from judge.sandbox.boxes import SupervisedBox
from judge.sandbox.exposure import secrets_but_for, shown_trees
from judge.sandbox.processes import Launch, interpreted_launch, new_folder
from judge.sandbox.supervisor.main import HIDDEN, LANDLOCK_WAY

_NO_SCREENS = (
    "windows cannot be shown in the tier landlock, where a program that may reach its X server "
    "could reach every socket of this machine; install bubblewrap for the tier bwrap"
)


class LandlockSandbox:
    """Opens boxes of processes that have given up nearly everything."""

    name = "landlock"
    warning = ""

    def open(self, files: Mapping[str, BoxFile], shown: Sequence[str] = ()) -> SupervisedBox:
        """Return a new box that holds ``files``; SandboxError where the machine refuses."""
        told = (*shown_trees(), *shown, HIDDEN, *secrets_but_for(shown))

        def launch(files: tuple[bytes, ...], root: str | None, _opens_windows: bool) -> Launch:
            return interpreted_launch(new_folder(root), LANDLOCK_WAY, files, told)

        return SupervisedBox(files, launch, screen_fault=_NO_SCREENS)
