"""Running programs that may open a window in place of leaving an image.

Nothing says beforehand which of the two a program does. It is run as any other first; one that
leaves no image then, and fails or is silent, is run again on a screen, and so are its later runs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.images import Format, recognised
from judge.models import Artefact, ArtefactLimits, Ending, Limits, Run
from judge.sandbox import Box
from judge.sandbox.processes import BASE_PYTHON

_ASKS_FOR_A_SCREEN = re.compile(
    rb"\bdisplay\b|\$DISPLAY|\bX11\b|\bX(?:\.Org)? server\b|\bxcb\b|\bwayland\b|\bTclError\b"
    rb"|\btoolkit is not available\b",
    re.IGNORECASE,
)
"""what programs say that find no screen"""

_LACKS_TKINTER = re.compile(rb"No module named '_?tkinter'")


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """A run of a program that may have opened a window.

    ``missing`` says in a sentence what this machine lacks for it, "" where it lacks nothing.
    """

    run: Run
    missing: str = ""


class Showings:
    """Runs one submission, and remembers whether it wants a screen."""

    def __init__(self) -> None:
        """Begin with a submission that has not run yet."""
        self._wants_screen = False

    def run(
        self,
        box: Box,
        command: Sequence[str],
        stdin: bytes,
        limits: Limits,
        artefacts: ArtefactLimits,
    ) -> Showing:
        """Run a command, on a screen where it wants one; raises SandboxError."""
        if self._wants_screen:
            return Showing(run=_shown(box.run(command, stdin, limits, artefacts, on_screen=True)))
        run = box.run(command, stdin, limits, artefacts)
        if not _may_want_a_screen(run):
            return Showing(run=run)
        if _LACKS_TKINTER.search(run.stderr):
            return Showing(run=run, missing=_without_tkinter())
        asks = _ASKS_FOR_A_SCREEN.search(run.stderr) is not None
        if box.screen_fault:
            return Showing(run=run, missing=box.screen_fault if asks else "")
        shown = _shown(box.run(command, stdin, limits, artefacts, on_screen=True))
        self._wants_screen = asks or bool(_images(shown))
        return Showing(run=shown)


def _without_tkinter() -> str:
    return (
        f"windows of Tk cannot be opened here: {BASE_PYTHON}, which runs programs in Python, has "
        "no tkinter; install the package python3-tk if it is the system's Python, else rebuild it "
        "where tk-dev is installed"
    )


def _may_want_a_screen(run: Run) -> bool:
    """Return whether a run came to nothing, as that of a program does that finds no screen."""
    if run.start_error or _images(run):
        return False
    if run.ending is Ending.EXITED:
        return bool(run.exit_status) or not run.stdout.strip()
    return run.ending is Ending.SIGNALLED


def _images(run: Run) -> list[Artefact]:
    """Return what a run left that is an image, with its standard output if that is one."""
    things = [*run.artefacts, Artefact(name="standard output", data=run.stdout)]
    return [thing for thing in things if recognised(thing.data)]


def _shown(run: Run) -> Run:
    """Return a run on a screen without the recording where it left an image, too."""
    files = tuple(each for each in run.artefacts if recognised(each.data) is not Format.RECORDING)
    without = replace(run, artefacts=files)
    return without if _images(without) else run
