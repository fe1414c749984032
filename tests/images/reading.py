"""What the tests of pictures ask again and again: the frames of a file, and why there are none."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO

from PIL import Image
from written_images import Pixels

from judge.images import Refusal
from judge.images.decoding import decoded
from judge.images.film import Film, FilmLimits, Frame

SMALL = FilmLimits(frame_pixels=250_000, frames=50, all_pixels=2_000_000)


def film(data: bytes, limits: FilmLimits = SMALL) -> Film:
    """Return the film in a file that can be read."""
    result = decoded(data, limits)
    assert isinstance(result, Film), result
    return result


def frames(data: bytes) -> list[Frame]:
    """Return the frames of a file that is sound."""
    result = []
    for frame in film(data).frames():
        assert isinstance(frame, Frame), frame
        result.append(frame)
    return result


def pixels(frame: Frame) -> Pixels:
    """Return a frame's colours row by row."""
    flat = frame.image.tobytes()
    return tuple((flat[at], flat[at + 1], flat[at + 2]) for at in range(0, len(flat), 3))


def seen(data: bytes) -> list[tuple[Pixels, Fraction]]:
    """Return what a file shows, and for how many seconds."""
    return [(pixels(frame), frame.duration) for frame in frames(data)]


def still(data: bytes) -> Pixels:
    """Return what a file of one frame shows."""
    (frame,) = frames(data)
    return pixels(frame)


def outcome(data: bytes, limits: FilmLimits = SMALL) -> str | list[Pixels]:
    """Return why a file is refused, sooner or later, or what its frames show."""
    result = decoded(data, limits)
    if isinstance(result, Refusal):
        return result.reason
    shown = []
    for frame in result.frames():
        if isinstance(frame, Refusal):
            return frame.reason
        assert frame.image.mode == "RGB"
        assert frame.image.size == (result.width, result.height)
        shown.append(pixels(frame))
    assert shown
    return shown


def reason(data: bytes, limits: FilmLimits = SMALL) -> str:
    """Return why a file is refused."""
    said = outcome(data, limits)
    assert isinstance(said, str), "it is not refused"
    return said


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    """Return a picture as Pillow writes it."""
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()
