"""Reading a file's bytes from front to back, with a sentence where they end too early."""

from __future__ import annotations

from judge.images.refusals import Unreadable


class Cursor:
    """A place in bytes; every reading moves it on, and none goes beyond the end.

    Attributes:
        position: the offset of the next byte.
        end: the offset behind the last byte that may be read.
    """

    __slots__ = ("data", "end", "position")

    def __init__(self, data: bytes, position: int = 0, end: int | None = None) -> None:
        """Stand at ``position``; ``end`` is the end of the bytes where nothing else is said."""
        self.data = data
        self.position = position
        self.end = len(data) if end is None else end

    def skip(self, length: int) -> int:
        """Go on by ``length`` bytes, and return where they began; raises Unreadable."""
        start = self.position
        if length > self.end - start:
            raise Unreadable("is cut off: it ends in the middle")
        self.position += length
        return start

    def take(self, length: int) -> bytes:
        """Return the next ``length`` bytes; raises Unreadable where there are fewer."""
        start = self.skip(length)
        return self.data[start : self.position]

    def byte(self) -> int:
        """Return the next byte; raises Unreadable at the end."""
        return self.data[self.skip(1)]

    def little(self, length: int) -> int:
        """Return the next bytes as a number, the least significant first."""
        return int.from_bytes(self.take(length), "little")

    def big(self, length: int) -> int:
        """Return the next bytes as a number, the most significant first."""
        return int.from_bytes(self.take(length), "big")
