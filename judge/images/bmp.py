"""Reading BMP files: plain pixels are taken apart here, packed ones and bit fields by Pillow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from io import BytesIO

from PIL import Image

from judge.images.cursor import Cursor
from judge.images.film import Film, FilmLimits, Shot, over_white, size_within
from judge.images.formats import Format
from judge.images.refusals import Unreadable

_OLD_HEADER = 12
_RAW_MODES = {1: "P;1", 4: "P;4", 8: "P", 16: "BGR;15", 24: "BGR", 32: "BGRX"}
"""what Pillow calls plain pixels of so many bits"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Header:
    """What the headers say; ``pixels`` is the offset of the pixels, ``palette`` as stored."""

    width: int
    height: int
    top_down: bool
    bits: int
    packing: int
    palette: bytes
    entry: int
    pixels: int

    @property
    def stride(self) -> int:
        """Bytes in a row."""
        return (self.width * self.bits + 31) // 32 * 4


def read(data: bytes, limits: FilmLimits) -> tuple[Film, int]:
    """Return the film of one frame in a BMP file and the offset behind it; raises Unreadable.

    A fourth byte of a plain pixel is no opacity, in keeping with other readers.
    """
    header = _header(Cursor(data, 10), limits)
    end = header.pixels + header.stride * header.height
    if header.packing:
        end = len(data)
    elif header.bits not in _RAW_MODES:
        raise Unreadable(f"has pixels of {header.bits} bits (1, 4, 8, 16, 24 and 32 can be read)")
    elif end > len(data):
        raise Unreadable("is cut off: it ends in the middle")
    film = Film(
        format=Format.BMP,
        width=header.width,
        height=header.height,
        encoded_frames=1,
        shots=lambda: _shots(data, header),
    )
    return film, end


def _header(cursor: Cursor, limits: FilmLimits) -> _Header:
    pixels = cursor.little(4)
    length = cursor.little(4)
    packing = colours = 0
    if length == _OLD_HEADER:
        width, height = cursor.little(2), cursor.little(2)
        cursor.skip(2)
        bits = cursor.little(2)
    else:
        width, height = cursor.little(4), cursor.little(4)
        cursor.skip(2)
        bits, packing = cursor.little(2), cursor.little(4)
        cursor.skip(12)
        colours = cursor.little(4)
        cursor.skip(4)
    top_down = height >= 2**31
    height = 2**32 - height if top_down else height
    size_within(limits, width, height)
    entry = 3 if length == _OLD_HEADER else 4
    cursor.position = 14 + length
    palette = b""
    if bits <= 8:
        palette = cursor.take(entry * min(colours or 1 << bits, 1 << bits))
    return _Header(
        width=width,
        height=height,
        top_down=top_down,
        bits=bits,
        packing=packing,
        palette=palette,
        entry=entry,
        pixels=pixels or cursor.position,
    )


def _shots(data: bytes, header: _Header) -> Iterator[Shot]:
    if header.packing:
        with Image.open(BytesIO(data), formats=["BMP"]) as packed:
            packed.load()
            yield Shot(image=over_white(packed.convert("RGBA")), duration=Fraction(0))
        return
    rows = data[header.pixels : header.pixels + header.stride * header.height]
    size = header.width, header.height
    order = 1 if header.top_down else -1
    mode = "P" if header.palette else "RGB"
    raw = _RAW_MODES[header.bits]
    image = Image.frombytes(mode, size, rows, "raw", raw, header.stride, order)
    if header.palette:
        triples = [header.palette[part :: header.entry] for part in (2, 1, 0)]
        colours = bytes(part for triple in zip(*triples, strict=True) for part in triple)
        image.putpalette(colours.ljust(768, b"\0"))
    yield Shot(image=image.convert("RGB"), duration=Fraction(0))
