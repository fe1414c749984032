"""BMP, PNM, JPEG and WebP files: what is shown, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import count

import pytest
from PIL import Image
from reading import frames, outcome, reason, saved, seen, still
from written_images import WHITE, Colour, bmp

RED, GREEN, BLUE, BLACK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0)
DOTS = (RED, GREEN, BLUE, BLACK)


@pytest.mark.parametrize("core", [False, True])
@pytest.mark.parametrize(("bits", "upper", "lower"), [(4, b"\x01", b"\x23"), (8, b"\0\1", b"\2\3")])
def test_bitmaps_with_palettes(bits: int, upper: bytes, lower: bytes, core: bool) -> None:
    colours = DOTS + (BLACK,) * ((1 << bits) - 4)
    assert still(bmp(2, 2, bits, [lower, upper], colours=colours, core=core)) == DOTS
    if not core:
        assert still(bmp(2, -2, bits, [upper, lower], colours=DOTS)) == DOTS


@pytest.mark.parametrize(("bits", "row"), [(1, b"\x40"), (4, b"\x01"), (8, b"\0\1")])
@pytest.mark.parametrize("colours", [(BLACK, WHITE), (WHITE, BLACK), (RED, BLUE)])
def test_a_palette_of_two_is_read_at_every_depth(
    bits: int, row: bytes, colours: tuple[Colour, Colour]
) -> None:
    assert still(bmp(2, 1, bits, [row], colours=colours)) == colours


def test_bitmaps_without_palettes() -> None:
    assert still(bmp(2, 1, 24, [b"\0\0\xff\xff\0\0"])) == (RED, BLUE)
    assert still(bmp(2, 1, 32, [b"\0\0\xff\0\xff\0\0\0"])) == (RED, BLUE)
    assert still(bmp(2, 1, 16, [b"\x00\x7c\x1f\x00"])) == (RED, BLUE)
    assert still(bmp(2, 1, 24, [b"\0\0\xff\xff\0\0"], core=True)) == (RED, BLUE)


def test_a_packed_bitmap_is_read() -> None:
    packed = b"\2\1\0\0\1\2\1\0\0\1"
    assert still(bmp(2, 2, 8, [packed], colours=DOTS, packing=1)) == (BLUE, RED, GREEN, GREEN)


def test_what_pillow_writes_as_bitmap_is_read_back() -> None:
    picture = Image.new("RGB", (7, 3), RED)
    picture.putpixel((6, 0), BLUE)
    for mode in ("RGB", "RGBA", "P"):
        data = saved(picture.convert(mode), "BMP")
        assert still(data) == (RED,) * 6 + (BLUE,) + (RED,) * 14


@pytest.mark.parametrize(
    "data",
    [
        b"P3 4 1 255 255 0 0 0 255 0 0 0 255 0 0 0",
        b"P3\n# hello\n4 #x\r1\n# 9 9\n255\n255 0 0 0 255 # five\n0 0 0 255 0 0 0\n# end",
        b"P3 4 1 1 1 0 0 0 1 0 0 0 1 0 0 0 junk",
        b"P3 4 1 65535 65535 0 0 0 65535 0 0 0 65535 0 0 0",
        b"P6\n4 1\n255\n\xff\0\0\0\xff\0\0\0\xff\0\0\0",
        b"P6 4 1 255#last\n\xff\0\0\0\xff\0\0\0\xff\0\0\0",
        b"P6\n#c\n4 1\n3\n\3\0\0\0\3\0\0\0\3\0\0\0",
        b"P6 4 1 300 \1\x2c\0\0\0\0\0\0\1\x2c\0\0\0\0\0\0\1\x2c\0\0\0\0\0\0",
        b"P7\n#c\nWIDTH 4\nHEIGHT 1\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n"
        b"\xff\0\0\0\xff\0\0\0\xff\0\0\0",
        b"P7\nWIDTH 4\nHEIGHT 1\nDEPTH 4\nMAXVAL 1\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
        b"\1\0\0\1\0\1\0\1\0\0\1\1\0\0\0\1",
    ],
    ids=count(),
)
def test_colours_of_portable_files(data: bytes) -> None:
    assert still(data) == DOTS


@pytest.mark.parametrize(
    "data",
    [
        b"P1 2 2 0 1 1 0",
        b"P1\n2 2\n0110",
        b"P1#c\n2 2\n01#c\n1 #\n0 1 1 1",
        b"P2 2 2 9 9 0 0 9",
        b"P4 2 2 \x40\x80",
        b"P5 2 2 255 \xff\0\0\xff",
        b"P5 2 2 65535 \xff\xff\0\0\0\0\xff\xff",
        b"P7\nWIDTH 2\nHEIGHT 2\nDEPTH 1\nMAXVAL 1\nTUPLTYPE BLACKANDWHITE\nENDHDR\n\1\0\0\1",
        b"P7\nWIDTH 2\nHEIGHT 2\nDEPTH 2\nMAXVAL 255\nENDHDR\n\0\0\0\xff\0\xff\0\0",
    ],
    ids=count(),
)
def test_greys_of_portable_files(data: bytes) -> None:
    assert still(data) == (WHITE, BLACK, BLACK, WHITE)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"P1 2 2 0 1 1", "the PNM is cut off: it ends in the middle"),
        (b"P1 2 2 0 1 1 2", "the PNM is damaged: a pixel is neither 0 nor 1"),
        (b"P2 2 2 9 9 0 0", "the PNM is cut off: it ends in the middle"),
        (b"P2 1 1 9 10", "the PNM is damaged: a value is above 9"),
        (b"P2 1 1 9 -1", "the PNM is damaged: a value is no number"),
        (b"P2 1 1 9 " + b"9" * 9999, "the PNM is damaged: a value is no number"),
        (b"P5 2 2 255 abc", "the PNM is cut off: it ends in the middle"),
        (b"P5 1 1 0 a", "the PNM is damaged: its largest value is 0 (1 to 65,535)"),
        (b"P5 1 1 9 a", "the PNM is damaged: a value is above 9"),
        (b"P5 1 1 300 \xff\xff", "the PNM is damaged: a value is above 300"),
        (b"P5 1 x 9 a", "the PNM is damaged: its sizes are not numbers"),
        (b"P5 " + b"9" * 5000, "the PNM is damaged: its sizes are not numbers"),
        (
            b"P6 65535 65535 255 ",
            "the PNM is too large: 65535 × 65535 pixels (at most 250,000 pixels)",
        ),
        (
            b"P7\nWIDTH 1\nENDHDR\n",
            "the PNM is damaged: its header does not give width, height, depth and maximum",
        ),
        (b"P7\nWIDTH x\nENDHDR\n", "the PNM is damaged: its sizes are not numbers"),
        (
            bmp(65_535, 65_535, 24, [b""]),
            "the BMP is too large: 65535 × 65535 pixels (at most 250,000 pixels)",
        ),
        (bmp(2, 0, 24, [b""]), "the BMP has no pixels: 2 × 0"),
        (bmp(2, 1, 24, [b"abc"]), "the BMP is cut off: it ends in the middle"),
        (
            bmp(2, 1, 2, [b"abc"], colours=DOTS),
            "the BMP has pixels of 2 bits (1, 4, 8, 16, 24 and 32 can be read)",
        ),
        (b"\xff\xd8\xff\xd9", "the JPEG is damaged: it has no picture"),
        (b"\xff\xd8\xff\xe0\0\1", "the JPEG is damaged: byte 6 begins no segment"),
        (b"RIFF\x64\0\0\0WEBPVP8L", "the WebP is cut off: it ends in the middle"),
        (b"RIFF\x04\0\0\0WEBP", "the WebP is damaged: it has no picture"),
        (
            b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\xff\xff\xff\xff\xff\xff",
            "the WebP is too large: 16777216 × 16777216 pixels (at most 250,000 pixels)",
        ),
    ],
    ids=count(),
)
def test_a_refusal_says_what_is_wrong(data: bytes, said: str) -> None:
    assert reason(data) == said


def near(shown: Colour, wanted: Colour) -> bool:
    return max(abs(a - b) for a, b in zip(shown, wanted, strict=True)) < 16


@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"restart_marker_blocks": 1}])
@pytest.mark.parametrize("mode", ["RGB", "CMYK", "L"])
def test_jpeg_files_are_read(mode: str, options: dict[str, object]) -> None:
    picture = Image.new("RGB", (40, 20), BLACK)
    picture.paste(WHITE, (0, 0, 20, 20))
    shown = still(saved(picture.convert(mode), "JPEG", **options))
    assert near(shown[0], WHITE)
    assert near(shown[-1], BLACK)


def test_a_jpeg_is_turned_as_its_orientation_says() -> None:
    picture = Image.new("RGB", (32, 16), WHITE)
    picture.paste(BLUE, (0, 0, 16, 16))
    orientation = Image.Exif()
    orientation[0x0112] = 6  # the camera was held so that the left side is on top
    data = saved(picture, "JPEG", exif=orientation, quality=95)
    (frame,) = frames(data)
    assert frame.image.size == (16, 32)
    assert near(still(data)[0], BLUE)
    assert near(still(data)[-1], WHITE)
    assert isinstance(outcome(data), list)


def test_a_jpeg_without_its_end_mark_is_refused() -> None:
    data = saved(Image.new("RGB", (40, 20), RED), "JPEG")
    assert reason(data[:-2]) == "the JPEG is cut off: it ends in the middle"


def test_a_jpeg_of_very_many_scans_is_refused() -> None:
    picture = Image.effect_noise((480, 480), 50)
    data = saved(picture, "JPEG", progressive=True)
    scan = data.rindex(b"\xff\xda")
    many = data[:scan] + data[scan:-2] * 20 + data[-2:]
    said = "the JPEG is too long for its size: more than 2,000,000 pixels over all frames"
    assert reason(many) == said


def webp(*pictures: Image.Image, **options: object) -> bytes:
    return saved(
        pictures[0], "WEBP", save_all=True, append_images=pictures[1:], lossless=True, **options
    )


def test_webp_animations_are_read_with_their_times() -> None:
    pictures = [Image.new("RGBA", (9, 5), (*colour, 255)) for colour in (RED, RED, GREEN, BLUE)]
    pictures[2].paste((0, 0, 0, 0), (2, 1, 5, 3))
    data = webp(*pictures, duration=[1000, 50, 7, 33], minimize_size=True, allow_mixed=False)
    shown = seen(data)
    assert [duration for _, duration in shown] == [
        Fraction(1050, 1000),
        Fraction(7, 1000),
        Fraction(33, 1000),
    ]
    hole = {y * 9 + x for y in (1, 2) for x in (2, 3, 4)}
    green = tuple(WHITE if place in hole else GREEN for place in range(45))
    assert [picture for picture, _ in shown] == [(RED,) * 45, green, (BLUE,) * 45]
    assert [frame.distorted for frame in frames(data)] == [False, True, False]


def test_still_webp_files_are_read_over_white() -> None:
    clear = Image.new("RGBA", (4, 2), (9, 9, 9, 0))
    assert still(webp(clear)) == (WHITE,) * 8
    lossy = saved(Image.new("RGB", (32, 32), BLUE), "WEBP")
    assert near(still(lossy)[0], BLUE)


def test_a_webp_of_too_many_frames_is_refused() -> None:
    pictures = [Image.new("RGB", (2, 2), (number, 0, 0)) for number in range(51)]
    assert reason(webp(*pictures)) == "the WebP is too long: more than 50 frames"
