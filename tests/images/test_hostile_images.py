"""Damaged and hostile files: always frames or a sentence, never an exception."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from reading import SMALL, outcome, reason, saved
from written_images import Apng, ApngFrame, Gif, GifFrame

from judge.images import JUDGED, Refusal, pictures, recognised
from judge.images.decoding import decoded
from judge.images.film import Film, Frame, attempt
from judge.models import Artefact
from judge.puzzle import Output

BLUE, RED, WHITE = (0, 0, 255), (255, 0, 0), (255, 255, 255)


def drawings() -> list[Image.Image]:
    pictures = [Image.new("RGB", (24, 16), WHITE) for _ in range(3)]
    for step, picture in enumerate(pictures):
        picture.paste(BLUE, (step * 6, 2, step * 6 + 6, 9))
        picture.paste(RED, (3, step, 9, step + 7))
    return pictures


def animated(kind: str, **options: object) -> bytes:
    first, *others = drawings()
    return saved(first, kind, save_all=True, append_images=others, duration=100, **options)


HAND_MADE = Gif(
    width=6,
    height=2,
    colours=(BLUE, RED),
    frames=tuple(
        GifFrame(width=6, height=2, numbers=(0, 1) * 6, disposal=step, transparent=1, bits=2)
        for step in range(4)
    ),
)
HAND_MADE_PNG = Apng(
    width=3,
    height=2,
    default=((1, 2, 3, 4),) * 6,
    frames=(
        ApngFrame(width=3, height=2, shades=((9, 9, 9, 200),) * 6),
        ApngFrame(width=1, height=2, left=1, shades=((99, 9, 9, 200),) * 2, blending=1),
    ),
)
DRAWING = drawings()[1]
FILES = {
    "gif": animated("GIF"),
    "gif-by-hand": HAND_MADE.written(),
    "apng": animated("PNG"),
    "apng-by-hand": HAND_MADE_PNG.written(),
    "webp": animated("WEBP", lossless=True),
    "webp-lossy": saved(DRAWING, "WEBP"),
    "png": saved(DRAWING, "PNG"),
    "png-palette": saved(DRAWING.quantize(4), "PNG"),
    "bmp": saved(DRAWING, "BMP"),
    "bmp-palette": saved(DRAWING.quantize(4), "BMP"),
    "ppm": saved(DRAWING, "PPM"),
    "ppm-plain": b"P3\n4 3\n9\n" + b"1 2 3\n" * 12,
    "pbm": saved(DRAWING.convert("1"), "PPM"),
    "pam": b"P7\nWIDTH 4\nHEIGHT 3\nDEPTH 2\nMAXVAL 255\nENDHDR\n" + bytes(range(24)),
    "jpeg": saved(DRAWING, "JPEG"),
    "jpeg-progressive": saved(DRAWING, "JPEG", progressive=True),
}
NAMES = sorted(FILES)


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_is_cut_off_anywhere_is_refused(name: str) -> None:
    data = FILES[name]
    assert isinstance(outcome(data), list)
    # The last bytes of a plain file are a line end, which says nothing.
    whole = len(data.rstrip(b"\n")) if name == "ppm-plain" else len(data)
    lengths = {*range(min(whole, 60)), *range(60, whole, 7), *range(max(0, whole - 30), whole)}
    accepted = [length for length in sorted(lengths) if not isinstance(outcome(data[:length]), str)]
    assert not accepted


@pytest.mark.parametrize("name", NAMES)
@given(flips=st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 255)), max_size=6))
def test_changed_bytes_never_raise(name: str, flips: list[tuple[int, int]]) -> None:
    changed = bytearray(FILES[name])
    for place, change in flips:
        changed[place % len(changed)] ^= change
    outcome(bytes(changed))


@pytest.mark.parametrize("name", NAMES)
@given(junk=st.binary(max_size=40), kept=st.integers(0, 10**6))
def test_junk_in_the_middle_never_raises(name: str, junk: bytes, kept: int) -> None:
    data = FILES[name]
    place = kept % len(data)
    outcome(data[:place] + junk + data[place + len(junk) :])
    outcome(data[:place] + junk + data[place:])


@given(start=st.sampled_from([data[:30] for data in FILES.values()]), rest=st.binary(max_size=200))
def test_junk_behind_a_sound_beginning_never_raises(start: bytes, rest: bytes) -> None:
    outcome(start + rest)


@given(stdout=st.binary(max_size=50), name=st.text(max_size=9), data=st.binary(max_size=50))
def test_any_output_is_looked_through(stdout: bytes, name: str, data: bytes) -> None:
    found = pictures(Output(stdout=stdout, artefacts=(Artefact(name=name, data=data),)))
    only = found.only()
    assert isinstance(only, Refusal) or recognised(only.data) in JUDGED


def test_a_film_is_decoded_a_frame_at_a_time_and_again_on_demand() -> None:
    judged = decoded(FILES["gif"], SMALL)
    assert isinstance(judged, Film)
    first = judged.frames()
    assert isinstance(next(first), Frame)
    assert [frame.number for frame in judged.frames() if isinstance(frame, Frame)] == [1, 2, 3]
    assert len(list(first)) == 2


@pytest.mark.parametrize("name", ["png", "apng", "jpeg", "webp"])
def test_a_decoder_s_own_limits_neither_warn_nor_raise(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Pillow warns above its limit, which the tests make an error, and raises above its double.
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 300)
    assert isinstance(outcome(FILES[name]), list)
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 100)
    assert "its decoder says" in reason(FILES[name])


def test_a_lack_of_memory_is_a_refusal() -> None:
    def step() -> int:
        raise MemoryError

    assert attempt("the GIF", step) == Refusal(reason="the GIF needs more memory than there is")
