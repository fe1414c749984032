"""The supervisor's end of the wire to the judge: it never blocks on a judge that is slow."""

from __future__ import annotations

import os
import select

from .wire import Frames, packed

_PIECE = 2**18


class Channel:
    """Frames in and out over a socket that does not block."""

    def __init__(self, descriptor: int, judge: int) -> None:
        self.descriptor = descriptor
        self.is_closed = False
        self._frames = Frames()
        self._outgoing = bytearray()
        os.set_blocking(descriptor, False)
        os.set_inheritable(descriptor, False)
        self.judge = _process_descriptor(judge)
        """readable once the judge has ended, even if a process of its keeps the wire open"""

    def wait(self) -> tuple[bytes, ...] | None:
        """Return the next frame; None once the judge has closed the wire or ended."""
        poller = select.poll()
        poller.register(self.descriptor, select.POLLIN)
        if self.judge is not None:
            poller.register(self.judge, select.POLLIN)
        while not self.is_closed:
            frame = self._frames.next()
            if frame is not None:
                return frame
            for descriptor, _ in poller.poll():
                self.take(descriptor)
        return None

    def take(self, descriptor: int) -> None:
        """Take in what has arrived on the wire, or that the judge has ended."""
        if descriptor == self.judge:
            self.is_closed = True
            return
        try:
            piece = os.read(self.descriptor, _PIECE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if piece:
            self._frames.feed(piece)
        else:
            self.is_closed = True

    def next(self) -> tuple[bytes, ...] | None:
        """Return the next frame that is complete already, or None."""
        return self._frames.next()

    @property
    def has_outgoing(self) -> bool:
        """Whether something waits until the judge takes it."""
        return bool(self._outgoing)

    def send(self, *fields: bytes) -> None:
        """Send a frame, or keep it until the judge can take it."""
        self._outgoing += packed(*fields)
        self.flush()

    def flush(self) -> None:
        """Send as much of what waits as the judge takes now."""
        try:
            while self._outgoing:
                del self._outgoing[: os.write(self.descriptor, self._outgoing)]
        except BlockingIOError:
            return
        except OSError:
            self._outgoing.clear()
            self.is_closed = True

    def flush_all(self) -> None:
        """Send all that waits, however long the judge takes."""
        poller = select.poll()
        poller.register(self.descriptor, select.POLLOUT | select.POLLIN)
        if self.judge is not None:
            poller.register(self.judge, select.POLLIN)
        self.flush()
        while self._outgoing and not self.is_closed:
            for descriptor, event in poller.poll():
                if event & ~select.POLLOUT:
                    self.take(descriptor)
            self.flush()


def _process_descriptor(pid: int) -> int | None:
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None
