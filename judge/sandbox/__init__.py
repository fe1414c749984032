"""Where programs run: the seam between the judge and what keeps strangers' programs in bounds.

``Sandbox.open(files) -> Box``; ``Box.run(command, stdin, limits) -> Run`` for a plain run;
``Box.start(command, limits) -> Conversation`` for a dialogue. One box serves one submission's
many runs, one after another; nothing that a run leaves behind is there in the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Protocol, Self

from judge.models import ArtefactLimits, BoxFile, Limits, Run

NO_ARTEFACTS = ArtefactLimits()

PYTHON = ".python/bin/python"
"""The name under which every box holds the base interpreter, beside the files laid into it.

It is the interpreter that the judge's environment was made from, but one that knows of no
site-packages: whatever is installed there, the judge itself perhaps, is not there for a submission
to import, and start-up hooks (``.pth`` files), which can cost more than the interpreter itself,
do not run.
"""


class Conversation(Protocol):
    """A running program that is talked to, message by message."""

    def send(self, data: bytes) -> bool:
        """Write all of ``data`` to the program; False where it no longer reads."""

    def receive_line(self, seconds: float) -> bytes | None:
        """Return the next line with its newline, what came before the end of output, or None.

        None means that ``seconds`` passed, or a limit of the whole was hit, before a line was
        complete; ``b""`` means that the program closed its output.
        """

    def close_input(self) -> None:
        """Close the program's standard input."""

    def finish(self, seconds: float) -> Run:
        """Wait up to ``seconds`` for the program to exit, end it, and return the facts.

        ``Run.stdout`` holds everything that it printed, up to the output limit.
        """


class Box(Protocol):
    """A place where the commands of one submission run, one at a time."""

    def run(
        self,
        command: Sequence[str],
        stdin: bytes,
        limits: Limits,
        artefacts: ArtefactLimits = NO_ARTEFACTS,
        *,
        on_screen: bool = False,
    ) -> Run:
        """Run a command in a fresh, empty working directory and return what happened.

        With ``on_screen`` the command finds a screen of its own (``DISPLAY``). The run ends when
        the screen has been still for a while after something was shown, too, or at its wall limit:
        a window that is left open is an end with exit status 0. What was seen comes as the last
        artefact, whatever the limits of artefacts, unless nothing was drawn.

        Never raises for what the program does. Raises SandboxError where the machine fails, or has
        no screens: see ``screen_fault``.
        """

    @property
    def screen_fault(self) -> str:
        """Why commands cannot be run on a screen here, in a sentence with the remedy, or ""."""

    def start_warm(self) -> None:
        """Allow that from now on programs for ``PYTHON`` are forks of an interpreter on standby.

        That is one which has been started by the very same command, and stopped before it looked
        at the program. ``Run.warm`` says of each run whether it was one.
        """

    def start(self, command: Sequence[str], limits: Limits) -> Conversation:
        """Start a command in a fresh, empty working directory to talk to it."""

    def path(self, name: str) -> str:
        """Return the path at which the programs of this box find the laid-in file ``name``."""

    def cancel(self) -> None:
        """End the current run, if any, at once; safe from another thread. The box stays closed."""

    def close(self) -> None:
        """End everything in the box and remove it."""

    def __enter__(self) -> Self:
        """Return the box."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the box."""


class Sandbox(Protocol):
    """A way of opening boxes on this machine."""

    name: str
    """the tier, as reports name it"""

    warning: str
    """what the organiser must know of this tier's gaps, or "" """

    def open(self, files: Mapping[str, BoxFile], shown: Sequence[str] = ()) -> Box:
        """Return a new box that holds ``files``, which programs can read but are not to change.

        A name may have folders (``build/program``). ``shown`` are files and folders of this
        machine, by their absolute paths, that programs can read too, although they belong to the
        judge: only code of ours is to run there. Raises SandboxError.
        """
