"""Reading the portable formats: PBM, PGM and PPM, plain and raw, and PAM."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from sys import byteorder

from PIL import Image

from judge.images.film import Film, FilmLimits, Shot, over_white, size_within
from judge.images.formats import Format
from judge.images.refusals import Unreadable

_GAP = rb"(?:\s|#[^\r\n]*[\r\n])+"
_NUMBER = re.compile(_GAP + rb"(\d{1,9})(?=[\s#])")
_WORD = re.compile(rb"#[^\r\n]*|[^\s#]+")
"""a number or a comment of a plain file"""
_HASH = ord("#")
_COMMENT = re.compile(rb"#[^\r\n]*")
_PAM_LINE = re.compile(rb"[ \t]*(?:#[^\n]*|([A-Z]+)(?:[ \t]+([^\n]*?))?[ \t\r]*)\n")
_MODES = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}
"""Pillow's name for so many values a pixel"""
_MOST = 65_535


@dataclass(frozen=True, slots=True, kw_only=True)
class _Header:
    """Sizes, values a pixel and the largest value; ``start`` is where the pixels begin.

    ``bitmap`` pixels are 1 for black, ``plain`` ones are written as numbers.
    """

    width: int
    height: int
    depth: int
    maximum: int
    start: int
    bitmap: bool = False
    plain: bool = False

    @property
    def values(self) -> int:
        """How many numbers there are."""
        return self.width * self.height * self.depth


def read(data: bytes, limits: FilmLimits) -> tuple[Film, int]:
    """Return the film of one frame in a PNM file and the offset behind it; raises Unreadable."""
    header = _pam_header(data) if data.startswith(b"P7") else _header(data)
    size_within(limits, header.width, header.height)
    if not 1 <= header.maximum <= _MOST:
        raise Unreadable(f"is damaged: its largest value is {header.maximum} (1 to {_MOST:,})")
    if header.plain:
        end = len(data)
    elif header.bitmap:
        end = header.start + (header.width + 7) // 8 * header.height
    else:
        end = header.start + header.values * (1 + (header.maximum > 255))
    if end > len(data):
        raise Unreadable("is cut off: it ends in the middle")
    film = Film(
        format=Format.PNM,
        width=header.width,
        height=header.height,
        encoded_frames=1,
        shots=lambda: _shots(data[:end], header),
    )
    return film, end


def _header(data: bytes) -> _Header:
    kind = data[1] - ord("0")
    plain, kind = (True, kind) if kind <= 3 else (False, kind - 3)
    numbers = []
    position = 2
    for _ in range(2 if kind == 1 else 3):
        found = _NUMBER.match(data, position)
        if found is None:
            raise Unreadable("is damaged: its sizes are not numbers")
        numbers.append(int(found[1]))
        position = found.end()
    # A comment may stand between the last number and the one blank before the pixels.
    while not plain and (comment := _COMMENT.match(data, position)):
        position = comment.end()
    return _Header(
        width=numbers[0],
        height=numbers[1],
        depth=3 if kind == 3 else 1,
        maximum=1 if kind == 1 else numbers[2],
        start=position + 1,
        bitmap=kind == 1,
        plain=plain,
    )


def _pam_header(data: bytes) -> _Header:
    given: dict[bytes, int] = {}
    position = 3
    while line := _PAM_LINE.match(data, position):
        position = line.end()
        if line[1] == b"ENDHDR":
            break
        if line[1] and line[1] != b"TUPLTYPE":
            if not re.fullmatch(rb"\d{1,9}", line[2] or b""):
                raise Unreadable("is damaged: its sizes are not numbers")
            given[line[1]] = int(line[2])
    names = (b"WIDTH", b"HEIGHT", b"DEPTH", b"MAXVAL")
    if line is None or not set(names) <= set(given) or given[b"DEPTH"] not in _MODES:
        raise Unreadable("is damaged: its header does not give width, height, depth and maximum")
    width, height, depth, maximum = (given[name] for name in names)
    return _Header(width=width, height=height, depth=depth, maximum=maximum, start=position)


def _shots(data: bytes, header: _Header) -> Iterator[Shot]:
    size = header.width, header.height
    if header.bitmap and not header.plain:
        bitmap = Image.frombytes("1", size, data[header.start :], "raw", "1;I")
        yield Shot(image=bitmap.convert("RGB"), duration=Fraction(0))
        return
    values = _plain(data, header) if header.plain else _raw(data, header)
    image = Image.frombytes(_MODES[header.depth], size, values)
    yield Shot(image=over_white(image.convert("RGBA")), duration=Fraction(0))


def _scaled(header: _Header) -> bytes:
    """Return what each value from 0 to the largest becomes between 0 and 255."""
    most = header.maximum
    if header.bitmap:
        return b"\xff\x00"
    return bytes((510 * value + most) // (2 * most) for value in range(most + 1))


def _raw(data: bytes, header: _Header) -> bytes:
    if header.maximum == 255:
        return data[header.start :]
    shades = _scaled(header)
    if header.maximum < 255:
        return _checked(data[header.start :], header).translate(shades.ljust(256, b"\0"))
    wide = array("H", data[header.start :])
    if byteorder == "little":
        wide.byteswap()
    return _looked_up(wide, shades)


def _checked(values: bytes, header: _Header) -> bytes:
    if values.translate(None, bytes(range(header.maximum + 1))):
        raise Unreadable(f"is damaged: a value is above {header.maximum}")
    return values


def _plain(data: bytes, header: _Header) -> bytes:
    # Word after word, for lists of all of them would take thirty times the file's memory.
    words = (found[0] for found in _WORD.finditer(data, header.start - 1) if found[0][0] != _HASH)
    if header.bitmap:
        values = _digits(words, header.values)
    else:
        numbers = map(_number, islice(words, header.values))
        values = _looked_up(numbers, _scaled(header))
    if len(values) < header.values:
        raise Unreadable("is cut off: it ends in the middle")
    return values


def _digits(words: Iterator[bytes], number: int) -> bytes:
    """Return so many pixels written as 0 and 1, which need no blanks between them."""
    digits = bytearray()
    for word in words:
        digits += word
        if len(digits) >= number:
            break
    if digits[:number].translate(None, b"01"):
        raise Unreadable("is damaged: a pixel is neither 0 nor 1")
    return bytes(digits[:number].translate(bytes.maketrans(b"01", b"\xff\x00")))


def _number(word: bytes) -> int:
    if not word.isdigit() or len(word) > 5:
        raise Unreadable("is damaged: a value is no number")
    return int(word)


def _looked_up(values: Iterator[int] | array[int], shades: bytes) -> bytes:
    try:
        return bytes(map(shades.__getitem__, values))
    except IndexError:
        raise Unreadable(f"is damaged: a value is above {len(shades) - 1}") from None
