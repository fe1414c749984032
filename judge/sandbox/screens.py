"""Screens for programs that open windows: what they need of this machine."""

from __future__ import annotations

import os

from judge.sandbox.supervisor.starting import PATH

SERVER = "Xvfb"
PACKAGE = "xvfb"

WINDOW = "window"
"""the name of the artefact that holds what was seen on a screen"""

STILL_S = 3.0
"""how long the last picture on a screen stays before a run ends that would go on showing it"""

SCREEN_BYTES = 96 * 2**20
"""memory that a screen may come to need during a run, besides what it has at its begin"""


def server_program() -> str | None:
    """Return where the X server is, or None; never on the caller's PATH."""
    paths = (os.path.join(folder, SERVER) for folder in PATH.split(":"))
    return next((path for path in paths if os.access(path, os.X_OK)), None)


def server_fault() -> str:
    """Return "" where there is an X server, else what to install, in a sentence."""
    if server_program() is None:
        return f"windows cannot be shown here: {SERVER} is missing; install the package {PACKAGE}"
    return ""
