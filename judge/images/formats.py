"""Which image format bytes are in, told by their content and never by a name."""

from __future__ import annotations

import re
from enum import Enum


class Format(Enum):
    """A format that is recognised; the value is what people call it."""

    PNG = "PNG"
    GIF = "GIF"
    BMP = "BMP"
    PNM = "PNM"
    JPEG = "JPEG"
    WEBP = "WebP"
    SVG = "SVG"
    TIFF = "TIFF"
    AVIF = "AVIF"
    ICO = "ICO"
    QOI = "QOI"
    MNG = "MNG"
    RECORDING = "screen recording"


JUDGED = frozenset(
    {Format.PNG, Format.GIF, Format.BMP, Format.PNM, Format.JPEG, Format.WEBP} | {Format.RECORDING},
)
"""the formats that can be decoded; the others are only called by their names"""

RECORDING = b"\x89screen recording 1\r\n\x1a\n"
"""how a recording of the screen begins, which comes of a program that opened a window"""

JUDGED_NAMES = "PNG, APNG, GIF, WebP, JPEG, BMP and PNM (PBM, PGM, PPM, PAM)"
"""the judged formats as a sentence names them"""

SUFFIXES = frozenset(
    {"apng", "avif", "bmp", "dib", "gif", "ico", "jfif", "jpe", "jpeg", "jpg", "mng", "pam"}
    | {"pbm", "pgm", "png", "pnm", "ppm", "qoi", "svg", "tif", "tiff", "webp", "xbm", "xpm"}
)
"""what follows the last dot of a name that promises an image"""

_HEAD = 65_536
"""bytes that are looked at; a comment before the sizes of a PNM file may be long"""

_BMP_HEADERS = frozenset({12, 40, 52, 56, 64, 108, 124})
_PNM = re.compile(
    rb"P[1-6](?:\s|#[^\r\n]*[\r\n])+\d|P7\n(?:#|\s|WIDTH|HEIGHT|DEPTH|MAXVAL|TUPLTYPE)"
)
_BLANKS = re.compile(rb"(?:\xef\xbb\xbf)?\s*")
_SVG = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?svg[\s>/]")
_TEXTUAL = bytes({7, 8, 9, 10, 12, 13, 27} | set(range(0x20, 0x100)))

_MAGICS = (
    (b"\x89PNG\r\n\x1a\n", Format.PNG),
    (b"GIF87a", Format.GIF),
    (b"GIF89a", Format.GIF),
    (b"\xff\xd8\xff", Format.JPEG),
    (b"II*\0", Format.TIFF),
    (b"MM\0*", Format.TIFF),
    (b"\0\0\x01\0", Format.ICO),
    (b"qoif", Format.QOI),
    (RECORDING, Format.RECORDING),
    (b"\x8aMNG\r\n\x1a\n", Format.MNG),
    (b"\x8bJNG\r\n\x1a\n", Format.MNG),
)


def recognised(data: bytes, start: int = 0) -> Format | None:
    """Return the format of the image that begins at ``start``, or None for anything else.

    Only the beginning is looked at: the image may yet be damaged. Quick for every input.
    """
    head = data[start : start + _HEAD]
    for magic, kind in _MAGICS:
        if head.startswith(magic):
            return kind
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return Format.WEBP
    if head[4:8] == b"ftyp" and head[8:12] in {b"avif", b"avis", b"heic", b"mif1"}:
        return Format.AVIF
    if head.startswith(b"BM") and int.from_bytes(head[14:18], "little") in _BMP_HEADERS:
        return Format.BMP
    if _PNM.match(head):
        return Format.PNM
    return Format.SVG if _is_svg(head) else None


def _is_svg(head: bytes) -> bool:
    """Return whether the first element of an XML text is ``svg``."""
    position = _blanks_end(head, 0)
    while head.startswith((b"<?", b"<!"), position):
        closing = b"-->" if head.startswith(b"<!--", position) else b">"
        end = head.find(closing, position)
        if end < 0:
            return False
        position = _blanks_end(head, end + len(closing))
    return _SVG.match(head, position) is not None


def _blanks_end(head: bytes, start: int) -> int:
    found = _BLANKS.match(head, start)
    return found.end() if found else start


def described(data: bytes) -> str:
    """Return in a few words what bytes are: ``empty``, ``HTML``, ``a GIF image``, ``text``."""
    if not data:
        return "empty"
    kind = recognised(data)
    if kind:
        image = "" if kind is Format.RECORDING else " image"
        return f"{'an' if kind.value[0] in 'AIS' else 'a'} {kind.value}{image}"
    head = data[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head[:15].lower().startswith((b"<!doctype html", b"<html")):
        return "HTML"
    if head.startswith(b"%PDF-"):
        return "a PDF document"
    if not data[:_HEAD].translate(None, _TEXTUAL):
        return "text"
    return "data of an unknown kind"
