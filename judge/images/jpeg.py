"""Reading JPEG files: sizes and the end mark here, pixels by Pillow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO

from PIL import Image, ImageOps

from judge.images.cursor import Cursor
from judge.images.film import Film, FilmLimits, Shot, length_within, size_within
from judge.images.formats import Format
from judge.images.refusals import Unreadable

_END, _SCAN = 0xD9, 0xDA
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""marks that begin a picture's description"""
_BARE = {0x01, *range(0xD0, 0xD9)}
"""marks that nothing belongs to"""
_MARK = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")
"""a mark within compressed pixels that ends them: no escaped byte and no restart"""
_SIDES_SWAPPED = range(5, 9)
"""values of the EXIF orientation that turn the picture by a quarter"""
_ORIENTATION = 0x0112


def read(data: bytes, limits: FilmLimits) -> tuple[Film, int]:
    """Return the film of one frame in a JPEG file and the offset behind it; raises Unreadable.

    The picture is turned as its EXIF orientation says, which is how viewers show it. Each scan of
    a progressive file takes the time of a frame and counts as one.
    """
    cursor = Cursor(data, 2)
    size: tuple[int, int] | None = None
    scans = 0
    for mark, segment in _segments(cursor):
        if mark in _FRAMES:
            segment.skip(1)
            height, width = segment.big(2), segment.big(2)
            size = width, height
            size_within(limits, width, height)
        elif mark == _SCAN:
            scans += 1
            length_within(limits, 1, scans * size[0] * size[1] if size else 0)
    if size is None or not scans:
        raise Unreadable("is damaged: it has no picture")
    end = cursor.position
    width, height = _turned(data[:end], size)
    film = Film(
        format=Format.JPEG,
        width=width,
        height=height,
        encoded_frames=1,
        shots=lambda: _shots(data[:end]),
    )
    return film, end


def _segments(cursor: Cursor) -> Iterator[tuple[int, Cursor]]:
    """Yield the marks with what belongs to them, up to the end mark."""
    while True:
        if cursor.byte() != 0xFF:
            raise Unreadable(f"is damaged: byte {cursor.position} begins no segment")
        mark = cursor.byte()
        while mark == 0xFF:
            mark = cursor.byte()
        if mark == _END:
            return
        if mark in _BARE:
            continue
        length = cursor.big(2)
        if length < 2:
            raise Unreadable(f"is damaged: byte {cursor.position} begins no segment")
        start = cursor.skip(length - 2)
        yield mark, Cursor(cursor.data, start, cursor.position)
        if mark == _SCAN:
            following = _MARK.search(cursor.data, cursor.position)
            if following is None:
                raise Unreadable("is cut off: it ends in the middle")
            cursor.position = following.end() - 2


def _turned(data: bytes, size: tuple[int, int]) -> tuple[int, int]:
    with Image.open(BytesIO(data), formats=["JPEG"]) as image:
        turned = image.getexif().get(_ORIENTATION) in _SIDES_SWAPPED
    return size[::-1] if turned else size


def _shots(data: bytes) -> Iterator[Shot]:
    with Image.open(BytesIO(data), formats=["JPEG"]) as image:
        image.load()
        yield Shot(image=ImageOps.exif_transpose(image).convert("RGB"), duration=Fraction(0))
