"""PNG and APNG files: composition against a second witness, depths, transparency, damage."""

from __future__ import annotations

import struct
import zlib
from fractions import Fraction
from itertools import count, groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import film, frames, outcome, reason, seen, still
from written_images import (
    WHITE,
    Apng,
    ApngFrame,
    Shade,
    chunk,
    png,
    still_png,
)

RED, GREEN, BLUE, BLACK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0)
CLEAR: Shade = (0, 0, 0, 0)


def opaque(colour: tuple[int, int, int]) -> Shade:
    return (*colour, 255)


def shades(opacity: st.SearchStrategy[int]) -> st.SearchStrategy[Shade]:
    part = st.sampled_from([0, 7, 128, 255])
    return st.tuples(part, part, part, opacity)


@st.composite
def apng_frames(draw: st.DrawFn, opacity: st.SearchStrategy[int]) -> ApngFrame:
    left, top = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    width, height = draw(st.integers(1, 5 - left)), draw(st.integers(1, 4 - top))
    size = width * height
    return ApngFrame(
        width=width,
        height=height,
        left=left,
        top=top,
        shades=tuple(draw(st.lists(shades(opacity), min_size=size, max_size=size))),
        delay=(draw(st.integers(0, 2000)), draw(st.sampled_from([0, 10, 1000, 7]))),
        disposal=draw(st.integers(0, 2)),
        blending=draw(st.integers(0, 1)),
    )


def animations(opacity: st.SearchStrategy[int]) -> st.SearchStrategy[Apng]:
    whole = st.lists(shades(opacity), min_size=20, max_size=20).map(tuple)
    first = st.builds(
        lambda colours, disposal: ApngFrame(width=5, height=4, shades=colours, disposal=disposal),
        whole,
        st.integers(0, 2),
    )
    return st.builds(
        lambda start, others, default: Apng(
            width=5, height=4, frames=(start, *others), default=default
        ),
        first,
        st.lists(apng_frames(opacity), max_size=5),
        st.just(()) | whole,
    )


@given(animation=animations(st.sampled_from([0, 255])))
def test_any_animation_is_composed_as_the_rules_of_apng_say(animation: Apng) -> None:
    groups = groupby(animation.shown(), key=lambda each: each[0])
    merged = [(picture, sum((each[1] for each in group), Fraction(0))) for picture, group in groups]
    assert seen(animation.written()) == merged


@given(animation=animations(st.integers(0, 255)))
def test_half_transparent_frames_are_mixed_to_within_rounding(animation: Apng) -> None:
    judged = film(animation.written())
    shown = [shot.image.tobytes() for shot in judged.shots()]
    for got, (wanted, _) in zip(shown, animation.shown(), strict=True):
        flat = [part for colour in wanted for part in colour]
        assert max(abs(a - b) for a, b in zip(got, flat, strict=True)) <= 2


def test_a_default_image_that_is_no_part_of_the_animation_is_not_shown() -> None:
    frame = ApngFrame(width=1, height=1, shades=(opaque(RED),))
    animation = Apng(width=1, height=1, frames=(frame,), default=(opaque(BLUE),))
    assert seen(animation.written()) == [((RED,), Fraction(1, 10))]


def test_a_short_delay_is_marked() -> None:
    pair = [
        ApngFrame(width=1, height=1, shades=(opaque(colour),), delay=(1, 100))
        for colour in (RED, BLUE)
    ]
    for frame in frames(Apng(width=1, height=1, frames=tuple(pair)).written()):
        assert (frame.duration, frame.shown) == (Fraction(1, 100), Fraction(1, 10))


def test_frame_controls_without_an_animation_are_ignored() -> None:
    control = chunk(b"fcTL", bytes(26))
    assert still(still_png(1, 1, 8, 2, [bytes(RED)], control)) == (RED,)


@pytest.mark.parametrize(
    ("depth", "row", "shown"),
    [
        (1, b"\x40", (0, 255)),
        (2, b"\x60", (85, 170)),
        (4, b"\x1f", (17, 255)),
        (8, b"\x07\xfe", (7, 254)),
        (16, b"\x01\xff\xfe\x00", (1, 254)),
    ],
)
def test_greys_of_every_depth(depth: int, row: bytes, shown: tuple[int, int]) -> None:
    expected = tuple((grey, grey, grey) for grey in shown)
    assert still(still_png(2, 1, depth, 0, [row])) == expected
    last = int.from_bytes(row[-2:], "big") & 0xFFFF if depth == 16 else row[-1]
    named = {1: 1, 2: 2, 4: 15, 8: last, 16: last}[depth]
    clear = chunk(b"tRNS", struct.pack(">H", named))
    assert still(still_png(2, 1, depth, 0, [row], clear)) == (expected[0], WHITE)


def test_a_transparent_grey_of_sixteen_bits_is_compared_in_full() -> None:
    clear = chunk(b"tRNS", b"\x12\x34")
    shown = still(still_png(2, 1, 16, 0, [b"\x12\x34\x12\x35"], clear))
    assert shown == (WHITE, (0x12, 0x12, 0x12))


@pytest.mark.parametrize(
    ("depth", "row", "clear"),
    [
        (8, b"\xff\0\0\0\0\xff", b"\0\0\0\0\0\xff"),
        (16, b"\xff\xff\0\0\0\0\0\0\0\0\xff\xff", b"\0\0\0\0\xff\xff"),
    ],
)
def test_a_transparent_colour(depth: int, row: bytes, clear: bytes) -> None:
    assert still(still_png(2, 1, depth, 2, [row])) == (RED, BLUE)
    assert still(still_png(2, 1, depth, 2, [row], chunk(b"tRNS", clear))) == (RED, WHITE)


@pytest.mark.parametrize(("depth", "row"), [(1, b"\x40"), (2, b"\x10"), (4, b"\x01"), (8, b"\0\1")])
def test_palettes_of_every_depth(depth: int, row: bytes) -> None:
    table = chunk(b"PLTE", bytes(RED + BLUE))
    assert still(still_png(2, 1, depth, 3, [row], table)) == (RED, BLUE)
    clear = still_png(2, 1, depth, 3, [row], table, chunk(b"tRNS", b"\xff\0"))
    assert still(clear) == (RED, WHITE)
    half = still_png(2, 1, depth, 3, [row], table, chunk(b"tRNS", b"\x80"))
    assert still(half) == ((255, 127, 127), BLUE)


@pytest.mark.parametrize(
    ("depth", "colour", "row"),
    [
        (8, 4, b"\0\xff\0\0"),
        (16, 4, b"\0\0\xff\xff\0\0\0\0"),
        (8, 6, b"\0\0\0\xff\0\0\0\0"),
        (16, 6, b"\0\0\0\0\0\0\xff\xff" + bytes(8)),
    ],
)
def test_opacity_of_every_depth(depth: int, colour: int, row: bytes) -> None:
    assert still(still_png(2, 1, depth, colour, [row])) == (BLACK, WHITE)


def test_no_text_chunk_is_unpacked() -> None:
    bomb = chunk(b"zTXt", b"bomb\0\0" + zlib.compress(bytes(10**6)))
    assert still(still_png(1, 1, 8, 2, [bytes(RED)], bomb, bomb)) == (RED,)


HEADER = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
PIXEL = chunk(b"IDAT", zlib.compress(b"\0" + bytes(RED)))
HUGE = chunk(b"IHDR", struct.pack(">IIBBBBB", 65_535, 65_535, 8, 2, 0, 0, 0))


def animated(number: int, *parts: bytes) -> bytes:
    """Return an animation that announces frames, of these chunks after the announcement."""
    return png(HEADER, chunk(b"acTL", struct.pack(">II", number, 0)), *parts)


def control(sequence: int, width: int = 1, disposal: int = 0) -> bytes:
    body = struct.pack(">5IHHBB", sequence, width, 1, 0, 0, 1, 10, disposal, 0)
    return chunk(b"fcTL", body)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (png(), "the PNG is damaged: it does not begin with an IHDR chunk of 13 bytes"),
        (png(HEADER), "the PNG is damaged: it has no IDAT chunk"),
        (
            png(HUGE, PIXEL),
            "the PNG is too large: 65535 × 65535 pixels (at most 250,000 pixels)",
        ),
        (
            still_png(1, 1, 3, 2, [b"abc"]),
            "the PNG is damaged: its IHDR chunk describes no kind of PNG",
        ),
        (still_png(0, 1, 8, 2, [b""]), "the PNG has no pixels: 0 × 1"),
        (still_png(1, 1, 8, 3, [b"\0"]), "the PNG is damaged: it has no PLTE chunk"),
        (
            png(HEADER, PIXEL).replace(b"IEND", b"IENd"),
            "the PNG is damaged: wrong checksum of the chunk at byte 58",
        ),
        (png(HEADER, PIXEL)[:-12], "the PNG is cut off: it ends in the middle"),
        (
            animated(2, control(0), PIXEL),
            "the PNG is damaged: it announces 2 frames and has 1",
        ),
        (animated(60, PIXEL), "the PNG is too long: more than 50 frames"),
        (
            animated(1, control(1), PIXEL),
            "the PNG is damaged: its animation's chunks are not numbered 0, 1, 2, …",
        ),
        (animated(1, control(0, width=2), PIXEL), "the PNG is damaged: frame 1 does not fit"),
        (animated(1, control(0, disposal=3), PIXEL), "the PNG is damaged: frame 1 does not fit"),
        (animated(1, PIXEL, control(0)), "the PNG is damaged: a frame has no data"),
        (
            animated(1, PIXEL, chunk(b"fdAT", bytes(4))),
            "the PNG is damaged: an fdAT chunk comes too early",
        ),
    ],
    ids=count(),
)
def test_a_refusal_says_what_is_wrong(data: bytes, said: str) -> None:
    assert reason(data) == said


@pytest.mark.parametrize("kept", range(1, 14))
def test_pixels_that_are_missing_within_sound_chunks_are_missed(kept: int) -> None:
    rows = zlib.compress(b"".join(b"\0" + bytes((row, 9, 200)) for row in range(99)), level=0)
    data = png(
        chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 99, 8, 2, 0, 0, 0)),
        chunk(b"IDAT", rows[: len(rows) * kept // 14]),
    )
    assert isinstance(outcome(data), str)
