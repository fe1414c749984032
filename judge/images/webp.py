"""Reading WebP files: sizes and durations here, pixels and composition by Pillow's libwebp."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO

from PIL import Image

from judge.images.cursor import Cursor
from judge.images.film import Film, FilmLimits, Shot, length_within, over_white, size_within
from judge.images.formats import Format
from judge.images.refusals import Unreadable

_LOSSLESS_SIGN = 0x2F
_FRAME_HEADER = 16
"""bytes of an ANMF chunk before the chunks in it"""


def read(data: bytes, limits: FilmLimits) -> tuple[Film, int]:
    """Return the film in a WebP file and the offset behind it; raises Unreadable."""
    cursor = Cursor(data, 4)
    end = cursor.little(4) + cursor.position
    if end > len(data):
        raise Unreadable("is cut off: it ends in the middle")
    cursor.skip(4)
    cursor.end = end
    size, durations = _survey(cursor, limits)
    frames = len(durations) or 1
    length_within(limits, frames, frames * size[0] * size[1])
    film = Film(
        format=Format.WEBP,
        width=size[0],
        height=size[1],
        encoded_frames=frames,
        shots=lambda: _shots(data[:end], size, durations or [0]),
    )
    return film, end + end % 2


def _survey(cursor: Cursor, limits: FilmLimits) -> tuple[tuple[int, int], list[int]]:
    """Return the picture's size, and the duration of each frame of an animation in ms."""
    size: tuple[int, int] | None = None
    durations: list[int] = []
    for name, chunk in _chunks(cursor):
        if name == b"VP8X" and size is None:
            chunk.skip(4)
            size = chunk.little(3) + 1, chunk.little(3) + 1
            size_within(limits, *size)
        elif name == b"ANMF":
            chunk.skip(12)
            durations.append(chunk.little(3))
            length_within(limits, len(durations), 0)
            chunk.skip(_FRAME_HEADER - 15)
            for inner, body in _chunks(chunk):
                _size(inner, body, limits)
        else:
            size = size or _size(name, chunk, limits)
    if size is None:
        raise Unreadable("is damaged: it has no picture")
    return size, durations


def _chunks(cursor: Cursor) -> Iterator[tuple[bytes, Cursor]]:
    while cursor.end - cursor.position >= 8:
        name = cursor.take(4)
        length = cursor.little(4)
        start = cursor.skip(length)
        yield name, Cursor(cursor.data, start, start + length)
        cursor.position += length % 2


def _size(name: bytes, chunk: Cursor, limits: FilmLimits) -> tuple[int, int] | None:
    """Return the size that compressed pixels state, having checked it; None for other chunks."""
    if name == b"VP8 ":
        chunk.skip(6)
        size = chunk.little(2) & 0x3FFF, chunk.little(2) & 0x3FFF
    elif name == b"VP8L":
        if chunk.byte() != _LOSSLESS_SIGN:
            raise Unreadable("is damaged: its lossless pixels do not begin as such")
        sides = chunk.little(4)
        size = (sides & 0x3FFF) + 1, (sides >> 14 & 0x3FFF) + 1
    else:
        return None
    size_within(limits, *size)
    return size


def _shots(data: bytes, size: tuple[int, int], durations: list[int]) -> Iterator[Shot]:
    with Image.open(BytesIO(data), formats=["WEBP"]) as image:
        if image.size != size or getattr(image, "n_frames", 1) != len(durations):
            raise Unreadable("is damaged: its decoder finds other frames than its chunks tell of")
        for number, duration in enumerate(durations):
            image.seek(number)
            image.load()
            yield Shot(image=over_white(image.convert("RGBA")), duration=Fraction(duration, 1000))
