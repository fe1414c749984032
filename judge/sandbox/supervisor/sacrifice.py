"""Whom the kernel kills when a box's memory runs out: a program, never its supervisor.

Of all processes that share a limit the kernel kills the largest, and a supervisor is larger than
each of a swarm of small programs. So programs are born with a mark that makes them come first.
"""

from __future__ import annotations

import os

_MARK = "/proc/self/oom_score_adj"
_FIRST = b"1000"


class Sacrifice:
    """While it is entered, what this process starts is the kernel's first choice.

    To be made early: a process whose memory is closed to others cannot open its own mark any
    more. Where the kernel has none, or lets us not write it, entering does nothing and ``holds``
    is false: then the supervisor can be what is killed.
    """

    def __init__(self) -> None:
        self._mark = -1
        self._usual = b"0"
        try:
            self._mark = os.open(_MARK, os.O_RDWR | os.O_CLOEXEC)
            self._usual = os.read(self._mark, 16)
        except OSError:
            self._close()
        self.holds = self._mark >= 0

    def __enter__(self) -> None:
        """Take the mark on, for children to inherit."""
        self._write(_FIRST)

    def __exit__(self, *error: object) -> None:
        """Lay the mark down again."""
        self._write(self._usual)

    def _write(self, value: bytes) -> None:
        if self._mark >= 0:
            try:
                os.pwrite(self._mark, value, 0)
            except OSError:
                self.holds = False

    def _close(self) -> None:
        if self._mark >= 0:
            os.close(self._mark)
            self._mark = -1
