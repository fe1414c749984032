"""Reading PNG and APNG files: chunks and composition here, the compressed pixels by Pillow.

Each frame is handed to Pillow as a PNG file of its own that has the chunks for its pixels and no
others, so that no text or colour profile is ever unpacked.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from io import BytesIO

from PIL import Image

from judge.images.cursor import Cursor
from judge.images.film import Film, FilmLimits, Shot, length_within, over_white, size_within
from judge.images.formats import Format
from judge.images.refusals import Unreadable

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
"""the depths that each colour type may have"""
_GREY, _COLOUR, _PALETTE = 0, 2, 3
_ADDITIONAL_FRAME, _CONTROL_LENGTH = 4, 26


class _Disposal(IntEnum):
    """What becomes of a frame's area before the next frame."""

    KEEP = 0
    CLEAR = 1
    RESTORE = 2


_OVER = 1
"""the blending that puts a frame over what is there; the other one replaces it"""


@dataclass(slots=True, kw_only=True)
class _Record:
    """A frame as it lies in the file; ``spans`` are where its compressed data lie."""

    box: tuple[int, int, int, int]
    duration: Fraction = Fraction(0)
    disposal: int = _Disposal.KEEP
    blending: int = 0
    spans: list[tuple[int, int]] = field(default_factory=list)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        left, top, right, bottom = self.box
        return right - left, bottom - top


@dataclass(slots=True, kw_only=True)
class _Contents:
    """What the chunks say."""

    width: int
    height: int
    depth: int
    colour: int
    interlaced: int
    palette: bytes = b""
    transparent: bytes = b""
    announced: int | None = None
    sequence: int = 0
    still: _Record | None = None
    records: list[_Record] = field(default_factory=list)


def read(data: bytes, limits: FilmLimits) -> tuple[Film, int]:
    """Return the film in a PNG or APNG file and the offset behind it; raises Unreadable.

    A default image that is no part of an animation is left out, as viewers do that show it.
    """
    cursor = Cursor(data, len(_SIGNATURE))
    contents = _header(cursor, limits)
    name = b""
    while name != b"IEND":
        name, start, stop = _chunk(cursor)
        _take_in(contents, name, Cursor(data, start, stop), limits)
    records = _frames(contents)
    length_within(limits, len(records), len(records) * contents.width * contents.height)
    film = Film(
        format=Format.PNG,
        width=contents.width,
        height=contents.height,
        encoded_frames=len(records),
        shots=lambda: _shots(data, contents, records),
    )
    return film, cursor.position


def _chunk(cursor: Cursor) -> tuple[bytes, int, int]:
    """Return a chunk's name and where its data lie, having checked its checksum."""
    length = cursor.big(4)
    checked = cursor.position
    name = cursor.take(4)
    start = cursor.skip(length)
    stop = cursor.position
    if zlib.crc32(memoryview(cursor.data)[checked:stop]) != cursor.big(4):
        raise Unreadable(f"is damaged: wrong checksum of the chunk at byte {checked - 3}")
    return name, start, stop


def _header(cursor: Cursor, limits: FilmLimits) -> _Contents:
    name, start, stop = _chunk(cursor)
    if name != b"IHDR" or stop - start != 13:
        raise Unreadable("is damaged: it does not begin with an IHDR chunk of 13 bytes")
    chunk = Cursor(cursor.data, start, stop)
    width, height = chunk.big(4), chunk.big(4)
    depth, colour, packing, filtering, interlaced = chunk.take(5)
    if depth not in _DEPTHS.get(colour, ()) or packing or filtering or interlaced > 1:
        raise Unreadable("is damaged: its IHDR chunk describes no kind of PNG")
    size_within(limits, width, height)
    return _Contents(width=width, height=height, depth=depth, colour=colour, interlaced=interlaced)


def _take_in(contents: _Contents, name: bytes, chunk: Cursor, limits: FilmLimits) -> None:
    """Add to the contents what a chunk says."""
    span = chunk.position, chunk.end
    if name == b"PLTE":
        contents.palette = chunk.take(chunk.end - chunk.position)
    elif name == b"tRNS":
        contents.transparent = chunk.take(chunk.end - chunk.position)
    elif name == b"acTL" and contents.still is None:
        contents.announced = chunk.big(4)
        length_within(limits, contents.announced, 0)
    elif name == b"fcTL" and contents.announced is not None:
        _in_sequence(contents, chunk)
        contents.records.append(_frame_control(contents, chunk))
        length_within(limits, len(contents.records), 0)
    elif name == b"fdAT" and contents.announced is not None:
        _in_sequence(contents, chunk)
        if not contents.records or contents.still is None:
            raise Unreadable("is damaged: an fdAT chunk comes too early")
        contents.records[-1].spans.append((chunk.position, chunk.end))
    elif name == b"IDAT":
        if contents.still is None:
            contents.still = _Record(box=(0, 0, contents.width, contents.height))
            if contents.records:
                contents.records[0].spans = contents.still.spans
        contents.still.spans.append(span)


def _in_sequence(contents: _Contents, chunk: Cursor) -> None:
    """Check the number of an animation's chunk; viewers do not animate where one is missing."""
    if chunk.big(4) != contents.sequence:
        raise Unreadable("is damaged: its animation's chunks are not numbered 0, 1, 2, …")
    contents.sequence += 1


def _frame_control(contents: _Contents, chunk: Cursor) -> _Record:
    width, height, left, top = (chunk.big(4) for _ in range(4))
    share, whole = chunk.big(2), chunk.big(2)
    disposal, blending = chunk.byte(), chunk.byte()
    number = len(contents.records) + 1
    box = left, top, left + width, top + height
    outside = box[2] > contents.width or box[3] > contents.height
    if not width or not height or outside or disposal > _Disposal.RESTORE or blending > _OVER:
        raise Unreadable(f"is damaged: frame {number} does not fit")
    if not contents.records and disposal == _Disposal.RESTORE:
        disposal = _Disposal.CLEAR
    return _Record(
        box=box, duration=Fraction(share, whole or 100), disposal=disposal, blending=blending
    )


def _frames(contents: _Contents) -> list[_Record]:
    """Return the frames to show; raises Unreadable where the chunks do not fit together."""
    if contents.colour == _PALETTE and not contents.palette:
        raise Unreadable("is damaged: it has no PLTE chunk")
    if contents.still is None:
        raise Unreadable("is damaged: it has no IDAT chunk")
    if contents.announced is None:
        return [contents.still]
    records = contents.records
    if len(records) != contents.announced or not records:
        announced = f"announces {contents.announced} frames"
        raise Unreadable(f"is damaged: it {announced} and has {len(records)}")
    if any(not record.spans for record in records):
        raise Unreadable("is damaged: a frame has no data")
    if records[0].spans is contents.still.spans and records[0].box != contents.still.box:
        raise Unreadable("is damaged: its first frame is not as large as the whole")
    return records


def _shots(data: bytes, contents: _Contents, records: list[_Record]) -> Iterator[Shot]:
    screen = Image.new("RGBA", (contents.width, contents.height))
    for record in records:
        before = screen.crop(record.box) if record.disposal == _Disposal.RESTORE else None
        image = _pixels(data, contents, record)
        if record.blending == _OVER:
            screen.alpha_composite(image, record.box[:2])
        else:
            screen.paste(image, record.box)
        yield Shot(image=over_white(screen), duration=record.duration)
        if before:
            screen.paste(before, record.box)
        elif record.disposal == _Disposal.CLEAR:
            screen.paste((0, 0, 0, 0), record.box)


def _pixels(data: bytes, contents: _Contents, record: _Record) -> Image.Image:
    """Return a frame as RGBA."""
    header = b"%b%b%b" % (
        record.size[0].to_bytes(4, "big"),
        record.size[1].to_bytes(4, "big"),
        bytes((contents.depth, contents.colour, 0, 0, contents.interlaced)),
    )
    chunks = [(b"IHDR", header)]
    if contents.colour == _PALETTE:
        chunks.append((b"PLTE", contents.palette[: 3 << contents.depth]))
        if contents.transparent:
            chunks.append((b"tRNS", contents.transparent[: 1 << contents.depth]))
    chunks.append((b"IDAT", b"".join(data[start:stop] for start, stop in record.spans)))
    chunks.append((b"IEND", b""))
    file = _SIGNATURE + b"".join(_written(name, body) for name, body in chunks)
    with Image.open(BytesIO(file), formats=["PNG"]) as image:
        image.load()
        return _rgba(image, contents)


def _written(name: bytes, body: bytes) -> bytes:
    checked = name + body
    return len(body).to_bytes(4, "big") + checked + zlib.crc32(checked).to_bytes(4, "big")


def _rgba(image: Image.Image, contents: _Contents) -> Image.Image:
    """Return decoded pixels as RGBA, with the transparent grey or colour that the file names."""
    grey = contents.colour == _GREY and len(contents.transparent) >= 2
    named = int.from_bytes(contents.transparent[:2], "big") if grey else -1
    if image.mode.startswith("I"):
        return _grey_of_16_bits(image, named)
    if grey:
        luminance = image.convert("L")
        # Pillow has spread the values 0 to 2 ** depth - 1 over 0 to 255.
        clear = named * 255 // (2**contents.depth - 1)
        alpha = luminance.point([0 if value == clear else 255 for value in range(256)])
        return Image.merge("RGBA", (luminance, luminance, luminance, alpha))
    if contents.colour == _COLOUR and len(contents.transparent) >= 6:
        # Of 16 bits Pillow keeps the upper 8, in which the named colour is looked for then.
        at = 0 if contents.depth == 16 else 1
        image.info["transparency"] = tuple(contents.transparent[at:6:2])
    return image.convert("RGBA")


def _grey_of_16_bits(image: Image.Image, named: int) -> Image.Image:
    """Return a picture of 16 bits a pixel as RGBA; converting would cut off and not scale."""
    wide = image.tobytes("raw", "I;16B")
    luminance = Image.frombytes("L", image.size, wide[::2])
    alpha = Image.new("L", image.size, 255)
    if named >= 0:
        pairs = zip(wide[::2], wide[1::2], strict=True)
        clear = divmod(named, 256)
        alpha = Image.frombytes("L", image.size, bytes(255 * (pair != clear) for pair in pairs))
    return Image.merge("RGBA", (luminance, luminance, luminance, alpha))
