"""From a file's bytes to its frames: the one entry to the readers of all formats."""

from __future__ import annotations

import re

from judge.images import bmp, gif, jpeg, png, pnm, recording, webp
from judge.images.film import Film, FilmLimits, attempt
from judge.images.formats import JUDGED_NAMES, Format, described, recognised
from judge.images.refusals import Refusal

_READERS = {
    Format.PNG: png.read,
    Format.GIF: gif.read,
    Format.BMP: bmp.read,
    Format.PNM: pnm.read,
    Format.JPEG: jpeg.read,
    Format.WEBP: webp.read,
    Format.RECORDING: recording.read,
}
_FILLING = re.compile(rb"[\0\s]*")
_LIMITS = FilmLimits()


def decoded(data: bytes, limits: FilmLimits = _LIMITS) -> Film | Refusal:
    """Return the film that a file's bytes hold, or a sentence about why it cannot be judged.

    The format is told by the content. All headers are read here and everything too large is
    refused; pixels are decoded only when the film's frames are asked for, where damage in them
    comes out as a refusal too. What follows the image is ignored, unless it is another image.
    Never raises.
    """
    kind = recognised(data)
    if kind is None:
        return Refusal(reason=f"it is not an image but {described(data)}")
    if kind not in _READERS:
        return Refusal(reason=f"{kind.value} cannot be judged; {JUDGED_NAMES} can")
    read = _READERS[kind]
    result = attempt(f"the {kind.value}", lambda: read(data, limits))
    if isinstance(result, Refusal):
        return result
    film, end = result
    filling = _FILLING.match(data, end)
    following = recognised(data, filling.end()) if filling else None
    if following:
        second = f"{following.value} image follows the first at byte {end + 1}"
        return Refusal(reason=f"another {second}; an animation is one GIF, APNG or WebP file")
    return film
