"""What the judge and a supervisor say to each other: frames, each a list of byte strings."""

from __future__ import annotations

import struct

MOST_FIELDS = 100_000
MOST_BYTES = 2**31


class WireError(Exception):
    """What came over the wire is no frame."""


def packed(*fields: bytes) -> bytes:
    """Return a frame: the number of fields, the length of each, and the fields themselves."""
    return struct.pack(f"<{len(fields) + 1}I", len(fields), *map(len, fields)) + b"".join(fields)


class Frames:
    """Puts frames together from the pieces in which they arrive."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, piece: bytes | memoryview) -> None:
        """Take the next piece of the stream."""
        self._data += piece

    def next(self) -> tuple[bytes, ...] | None:
        """Return the next complete frame, or None; WireError where there can be none."""
        data = self._data
        if len(data) < 4:
            return None
        (count,) = struct.unpack_from("<I", data)
        if count > MOST_FIELDS:
            raise WireError(f"a frame of {count} fields")
        start = 4 + 4 * count
        if len(data) < start:
            return None
        lengths = struct.unpack_from(f"<{count}I", data, 4)
        end = start + sum(lengths)
        if end > MOST_BYTES:
            raise WireError(f"a frame of {end} bytes")
        if len(data) < end:
            return None
        fields = []
        with memoryview(data) as view:
            for length in lengths:
                fields.append(bytes(view[start : start + length]))
                start += length
        del data[:end]
        return tuple(fields)
