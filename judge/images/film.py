"""What a picture shows when: its frames as viewers show them, over white, one after another."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from PIL import Image, ImageChops

from judge.compare import count, excerpt
from judge.images.formats import Format
from judge.images.refusals import Refusal, Unreadable

Result = TypeVar("Result")

WHITE = (255, 255, 255)
RECORDED_TOLERANCE = Fraction(1, 4)
"""share by which what a recording says of times may be off"""
SHORTEST_SHOWN = Fraction(1, 100)
"""viewers take a delay of this many seconds or less for a mistake"""
SHOWN_INSTEAD = Fraction(1, 10)
"""how long viewers show such a frame, in seconds"""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmLimits:
    """How large a picture may be; what is larger is refused before anything is decoded.

    ``all_pixels`` bounds the time: the pixels of the whole picture, once for each frame.
    """

    frame_pixels: int = 2**24
    frames: int = 20_000
    all_pixels: int = 2**32


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """One frame as it is encoded, composed; ``image`` is RGB, ``duration`` in seconds."""

    image: Image.Image
    duration: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What is seen for a while: neighbouring frames with the same pixels are one.

    ``image`` is in mode RGB and the caller's to keep. ``duration`` is the time in seconds as
    encoded, ``shown`` as a viewer shows it (a delay of 10 ms or less becomes 100 ms). ``number``
    is that of the first encoded frame, from 1, and ``encoded`` how many are merged.
    """

    image: Image.Image
    duration: Fraction
    shown: Fraction
    number: int
    encoded: int = 1

    @property
    def distorted(self) -> bool:
        """Whether viewers do not show it for the time that is encoded."""
        return self.shown != self.duration


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """A picture that can be read: its size in pixels, and its frames one at a time.

    ``encoded_frames`` is the number before merging; a still image is a film of one frame of
    duration 0. Loops are ignored: a film is what one pass shows.

    A recording of the screen (``recorded``) is more loosely judged: the program waited by its own
    clock, and the screen was looked at some 60 times a second, so times have the tolerance
    ``RECORDED_TOLERANCE``. A picture that was half drawn can be among its frames for a short time,
    the last frame lasts some 3 s where the window was left open, and it shows the whole screen,
    white around the windows.
    """

    format: Format
    width: int
    height: int
    encoded_frames: int
    shots: Callable[[], Iterator[Shot]] = field(repr=False)

    @property
    def recorded(self) -> bool:
        """Whether it is what was seen on a screen, and its times are as they happened to be."""
        return self.format is Format.RECORDING

    def frames(self) -> Iterator[Frame | Refusal]:
        """Yield the merged frames from the first to the last, decoding as it goes.

        At most four pictures are in memory at once, however long the film is. Where the data turn
        out to be damaged, a Refusal comes last. Never raises; each call starts again.
        """
        current: Frame | None = None
        for number, shot in enumerate(self._guarded(), 1):
            if isinstance(shot, Refusal):
                if current:
                    yield current
                yield shot
                return
            shown = SHOWN_INSTEAD if shot.duration <= SHORTEST_SHOWN else shot.duration
            if self.encoded_frames == 1 or self.recorded:
                shown = shot.duration
            frame = Frame(image=shot.image, duration=shot.duration, shown=shown, number=number)
            if current and _same(current.image, frame.image):
                current = _joined(current, frame)
            else:
                if current:
                    yield current
                current = frame
        if current:
            yield current

    def _guarded(self) -> Iterator[Shot | Refusal]:
        """Yield the shots; whatever a decoder raises becomes a refusal."""
        shots = self.shots()
        for number in range(1, self.encoded_frames + 1):
            where = f"frame {number} of the " if self.encoded_frames > 1 else "the "
            shot = attempt(f"{where}{self.format.value}", lambda: next(shots))
            yield shot
            if isinstance(shot, Refusal):
                return


def attempt(subject: str, step: Callable[[], Result]) -> Result | Refusal:
    """Return what a step of decoding returns, or the refusal in whose sentence ``subject`` is.

    Decoders raise nearly anything on hostile data, and warn of what is ours to judge.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return step()
    except Unreadable as error:
        return Refusal(reason=f"{subject} {error}")
    except MemoryError:
        return Refusal(reason=f"{subject} needs more memory than there is")
    except Exception as error:  # noqa: BLE001  # a decoder's exceptions are no closed set
        said = excerpt(str(error) or type(error).__name__, 100)
        return Refusal(reason=f'{subject} is damaged: its decoder says "{said}"')


def _same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is None


def _joined(frame: Frame, following: Frame) -> Frame:
    return Frame(
        image=frame.image,
        duration=frame.duration + following.duration,
        shown=frame.shown + following.shown,
        number=frame.number,
        encoded=frame.encoded + 1,
    )


def over_white(image: Image.Image) -> Image.Image:
    """Return an RGBA picture as RGB on a white page."""
    page = Image.new("RGB", image.size, WHITE)
    page.paste(image, mask=image.getchannel("A"))
    return page


def size_within(limits: FilmLimits, width: int, height: int, what: str = "") -> None:
    """Raise Unreadable for a picture without pixels or with too many of them.

    ``what`` is put before the size where it is not the whole picture's (``frame 3 of``).
    """
    if width < 1 or height < 1:
        raise Unreadable(f"has no pixels: {what}{width} × {height}")
    if width * height > limits.frame_pixels:
        most = limits.frame_pixels
        raise Unreadable(f"is too large: {what}{width} × {height} pixels (at most {most:,} pixels)")


def length_within(limits: FilmLimits, frames: int, pixels: int) -> None:
    """Raise Unreadable for a film of too many frames, or too many pixels over all of them."""
    if frames > limits.frames:
        raise Unreadable(f"is too long: more than {count(limits.frames, 'frame')}")
    if pixels > limits.all_pixels:
        most = limits.all_pixels
        raise Unreadable(f"is too long for its size: more than {most:,} pixels over all frames")
