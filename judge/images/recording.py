"""Reading recordings: what was seen on the screen of a program that opened a window.

The sandbox writes them (``judge/sandbox/supervisor/recorder.py``). A recording begins with
``MAGIC``, width and height; records follow: when something was seen, in microseconds, whether it
is plain (white, or a window in which nothing is drawn yet), the first row that has changed since
the record before, how many rows, and those rows, compressed, a pixel as blue, green, red and a byte
to ignore. Before the first record all is white. A last record of no rows says when it all ended;
its data are the edges (left, top, right, bottom) of all that ever was not white.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from PIL import Image

from judge.images.cursor import Cursor
from judge.images.film import Film, FilmLimits, Shot, length_within, size_within
from judge.images.formats import RECORDING, Format
from judge.images.refusals import Unreadable

_SIZES = struct.Struct("<HH")
_RECORD = struct.Struct("<QBHHI")
_EDGES = struct.Struct("<HHHH")
_MARGIN = 8
"""pixels of white that are kept around"""

_PIXEL_BYTES = 4
_MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Record:
    """A change of the screen: ``rows`` rows from ``row`` on, in the bytes ``start`` to ``stop``."""

    moment: int
    plain: bool
    row: int
    rows: int
    start: int
    stop: int


def read(data: bytes, limits: FilmLimits) -> tuple[Film, int]:
    """Return the film in a recording and the offset behind it; raises Unreadable.

    The film begins with the first picture that is more than a plain window, and ends where that
    was last to be seen: a window that opens, and the screen after it is closed, are no part of it.
    Of the white around the windows a margin is left.
    """
    cursor = Cursor(data, len(RECORDING))
    width, height = _SIZES.unpack(cursor.take(_SIZES.size))
    size_within(limits, width, height)
    records = list(_records(cursor, height))
    drawn = [number for number, record in enumerate(records[:-1]) if not record.plain]
    if not drawn:
        raise Unreadable("shows nothing: nothing was drawn in the window")
    first, after = drawn[0], drawn[-1] + 1
    box = _box(Cursor(data, records[-1].start, records[-1].stop), width, height)
    size = box[2] - box[0], box[3] - box[1]
    length_within(limits, after - first, (after - first) * size[0] * size[1])
    film = Film(
        format=Format.RECORDING,
        width=size[0],
        height=size[1],
        encoded_frames=after - first,
        shots=lambda: _shots(data, (width, height), box, records[: after + 1], first),
    )
    return film, cursor.position


def _records(cursor: Cursor, height: int) -> Iterator[_Record]:
    """Yield the records up to the last; raises Unreadable."""
    moment = 0
    while True:
        when, plain, row, rows, length = _RECORD.unpack(cursor.take(_RECORD.size))
        start = cursor.skip(length)
        if when < moment or row + rows > height:
            raise Unreadable("is damaged: a record does not fit")
        moment = when
        stop = cursor.position
        yield _Record(moment=when, plain=bool(plain), row=row, rows=rows, start=start, stop=stop)
        if not rows:
            return


def _box(edges: Cursor, width: int, height: int) -> tuple[int, int, int, int]:
    """Return what is to be seen of the screen: left, top, right, bottom; raises Unreadable."""
    left, top, right, bottom = _EDGES.unpack(edges.take(_EDGES.size))
    if not (left < right <= width and top < bottom <= height):
        raise Unreadable("is damaged: its edges do not fit")
    return (
        max(0, left - _MARGIN),
        max(0, top - _MARGIN),
        min(width, right + _MARGIN),
        min(height, bottom + _MARGIN),
    )


def _shots(
    data: bytes,
    size: tuple[int, int],
    box: tuple[int, int, int, int],
    records: list[_Record],
    first: int,
) -> Iterator[Shot]:
    """Yield what is seen from each record on until the next, but for those before ``first``."""
    row_bytes = size[0] * _PIXEL_BYTES
    screen = bytearray(b"\xff" * (row_bytes * size[1]))
    for number, record in enumerate(records[:-1]):
        start, length = record.row * row_bytes, record.rows * row_bytes
        screen[start : start + length] = _inflated(data, record, length)
        if number >= first:
            yield Shot(
                image=_cut(screen, row_bytes, box),
                duration=Fraction(records[number + 1].moment - record.moment, _MICROSECONDS),
            )


def _cut(screen: bytearray, row_bytes: int, box: tuple[int, int, int, int]) -> Image.Image:
    left, top, right, bottom = box
    pixels = bytes(memoryview(screen)[top * row_bytes + left * _PIXEL_BYTES : bottom * row_bytes])
    size = right - left, bottom - top
    return Image.frombytes("RGB", size, pixels, "raw", "BGRX", row_bytes, 1)


def _inflated(data: bytes, record: _Record, size: int) -> bytes:
    """Return a record's pixels; raises Unreadable where they are not as many as they should be."""
    unpacker = zlib.decompressobj()
    pixels = unpacker.decompress(data[record.start : record.stop], size + 1)
    if len(pixels) != size:
        raise Unreadable("is damaged: a record has too few pixels, or too many")
    return pixels
