"""The supervisor's end of the wire to the judge: it never blocks on a judge that is slow."""

from __future__ import annotations

import os
import select

from .wire import Frames, packed

_PIECE = 2**18
_MOST_HELD = 2**16


class Channel:
    """Frames in and out over a socket that does not block."""

    def __init__(self, descriptor: int, judge: int) -> None:
        self.descriptor = descriptor
        self.is_closed = False
        self._frames = Frames()
        self._arriving = memoryview(bytearray(_PIECE))
        self._outgoing = bytearray()
        self.has_outgoing = False
        """whether something waits until the judge takes it"""
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
            # Into one place for all: a new one of this size would be mapped anew each time.
            count = os.readv(self.descriptor, [self._arriving])
        except BlockingIOError:
            return
        except OSError:
            count = 0
        if count:
            self._frames.feed(self._arriving[:count])
        else:
            self.is_closed = True

    def next(self) -> tuple[bytes, ...] | None:
        """Return the next frame that is complete already, or None."""
        return self._frames.next()

    def hold(self, *fields: bytes) -> None:
        """Send a frame with the next that is sent, or when there is much: nobody waits for it."""
        self._outgoing += packed(*fields)
        if len(self._outgoing) > _MOST_HELD:
            self.flush()

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
            self.has_outgoing = True
            return
        except OSError:
            self._outgoing.clear()
            self.is_closed = True
        self.has_outgoing = False

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
