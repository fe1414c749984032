"""The script ``judge`` and ``python -m judge``: the command line, and Ctrl-C while it is loaded."""

from __future__ import annotations

import os
import signal
from types import FrameType


def _end(_number: int, _frame: FrameType | None) -> None:
    """End the process: nothing has begun yet that would have to be cleaned up."""
    os.write(2, b"judge: interrupted\n")
    os._exit(130)


_USUAL = signal.getsignal(signal.SIGINT)
if _USUAL is signal.default_int_handler:  # else whoever called us wants it ignored
    signal.signal(signal.SIGINT, _end)

# Loading the command line takes most of a short call; Ctrl-C must leave no traceback of it.
from judge.cli import main  # noqa: E402

signal.signal(signal.SIGINT, _USUAL)

if __name__ == "__main__":
    main()
