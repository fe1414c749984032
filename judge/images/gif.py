"""Reading GIF files: blocks and composition here, the compressed pixels by Pillow.

Composed as browsers do it: the screen begins transparent, and what a frame disposes of "to the
background" becomes transparent again, whatever the background colour is; the page is white.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache

from PIL import Image

from judge.images.cursor import Cursor
from judge.images.film import WHITE, Film, FilmLimits, Shot, length_within, size_within
from judge.images.formats import Format
from judge.images.refusals import Unreadable

_TRAILER, _EXTENSION, _IMAGE = 0x3B, 0x21, 0x2C
_CONTROL, _PLAIN_TEXT = 0xF9, 0x01
_COLOURS = 256
_UNUSUAL = (255, 0)
"""colour numbers that a frame is filled with before it is decoded, to see what stays unwritten"""


class _Disposal(IntEnum):
    """What becomes of a frame's area before the next frame; 4 is written by old encoders for 3."""

    KEEP = 1
    CLEAR = 2
    RESTORE = 3
    ALSO_RESTORE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class _Control:
    """What a graphic control extension says of the frame after it."""

    disposal: int = 0
    delay: int = 0
    transparent: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Record:
    """A frame as it lies in the file; its compressed data are ``start`` to ``stop``."""

    box: tuple[int, int, int, int]
    palette: bytes
    bits: int
    interlaced: bool
    start: int
    stop: int
    control: _Control

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        left, top, right, bottom = self.box
        return right - left, bottom - top


def read(data: bytes, limits: FilmLimits) -> tuple[Film, int]:
    """Return the film in a GIF file and the offset behind it; raises Unreadable."""
    cursor = Cursor(data, 6)
    width, height = cursor.little(2), cursor.little(2)
    flags = cursor.byte()
    cursor.skip(2)
    colours = _palette(cursor, flags)
    size_within(limits, width or 1, height or 1)
    records: list[_Record] = []
    pixels = 0
    for record in _records(cursor, colours):
        if not records:
            # Browsers make the screen as large as a first frame that does not fit.
            width, height = max(width, record.box[2]), max(height, record.box[3])
            size_within(limits, width, height)
        size_within(limits, *record.size, what=f"frame {len(records) + 1} has ")
        records.append(record)
        pixels += max(width * height, record.size[0] * record.size[1])
        length_within(limits, len(records), pixels)
    if not records:
        raise Unreadable("has no frame")
    size = width, height
    film = Film(
        format=Format.GIF,
        width=width,
        height=height,
        encoded_frames=len(records),
        shots=lambda: _shots(data, size, records),
    )
    return film, cursor.position


def _palette(cursor: Cursor, flags: int) -> bytes:
    """Return a colour table, made up to 256 colours with black; empty where there is none."""
    if not flags & 0x80:
        return b""
    return cursor.take(3 << ((flags & 7) + 1)).ljust(3 * _COLOURS, b"\0")


def _records(cursor: Cursor, colours: bytes) -> Iterator[_Record]:
    """Yield the frames up to the trailer."""
    control = _Control()
    while True:
        block = cursor.byte()
        if block == _TRAILER:
            return
        if block == _EXTENSION:
            label = cursor.byte()
            start = cursor.position
            _pass_over(cursor)
            if label == _CONTROL and cursor.data[start] >= 4:
                control = _control(Cursor(cursor.data, start + 1))
            elif label == _PLAIN_TEXT:
                control = _Control()
        elif block == _IMAGE:
            yield _record(cursor, colours, control)
            control = _Control()
        else:
            raise Unreadable(f"is damaged: byte {cursor.position} begins no block")


def _control(cursor: Cursor) -> _Control:
    flags, delay, transparent = cursor.byte(), cursor.little(2), cursor.byte()
    return _Control(
        disposal=flags >> 2 & 7, delay=delay, transparent=transparent if flags & 1 else None
    )


def _record(cursor: Cursor, colours: bytes, control: _Control) -> _Record:
    left, top, width, height = (cursor.little(2) for _ in range(4))
    flags = cursor.byte()
    palette = _palette(cursor, flags) or colours
    if not palette:
        raise Unreadable("has a frame without a colour table")
    bits = cursor.byte()
    start = cursor.position
    _pass_over(cursor)
    return _Record(
        box=(left, top, left + width, top + height),
        palette=palette,
        bits=bits,
        interlaced=bool(flags & 0x40),
        start=start,
        stop=cursor.position,
        control=control,
    )


def _pass_over(cursor: Cursor) -> None:
    """Go behind a chain of sub-blocks."""
    while length := cursor.byte():
        cursor.skip(length)


def _shots(data: bytes, size: tuple[int, int], records: list[_Record]) -> Iterator[Shot]:
    screen = Image.new("RGB", size, WHITE)
    for record in records:
        disposal = record.control.disposal
        restores = disposal in {_Disposal.RESTORE, _Disposal.ALSO_RESTORE}
        # A frame may stick out of the screen; what is outside is never seen.
        left, top, right, bottom = record.box
        seen = min(left, size[0]), min(top, size[1]), min(right, size[0]), min(bottom, size[1])
        before = screen.crop(seen) if restores else None
        plane = _plane(data, record)
        mask = None
        if record.control.transparent is not None:
            mask = plane.point(_mask(record.control.transparent), "L")
        plane.putpalette(record.palette)
        screen.paste(plane.convert("RGB"), record.box, mask)
        yield Shot(image=screen.copy(), duration=Fraction(record.control.delay, 100))
        if before:
            screen.paste(before, seen)
        elif disposal == _Disposal.CLEAR:
            screen.paste(WHITE, seen)


@lru_cache(maxsize=_COLOURS)
def _mask(transparent: int) -> list[int]:
    """Return how opaque each colour number is."""
    return [0 if number == transparent else 255 for number in range(_COLOURS)]


def _plane(data: bytes, record: _Record) -> Image.Image:
    """Return a frame's colour numbers; raises Unreadable where some are missing.

    The decoder takes an early end code for a full frame. What it has not written keeps what was
    there before, and the pixel that comes last in the file tells: it cannot keep both colours.
    """
    if not 1 <= record.bits <= 8:
        raise Unreadable(f"is damaged: its codes begin with {record.bits} bits (from 2 to 8)")
    compressed = data[record.start : record.stop]
    for unusual in _UNUSUAL:
        plane = Image.new("P", record.size, unusual)
        plane.frombytes(compressed, "gif", record.bits, record.interlaced, -1)
        if plane.getpixel(_last(record)) != unusual:
            return plane
    raise Unreadable("is cut off: its pixels end too early")


def _last(record: _Record) -> tuple[int, int]:
    """Return where the pixel lies that comes last in the file."""
    width, height = record.size
    row = height - 1
    if record.interlaced and height > 1:
        row -= 1 - row % 2
    return width - 1, row
