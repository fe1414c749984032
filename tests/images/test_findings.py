"""Which output is a picture, and the sentence where there is not exactly one."""

from __future__ import annotations

from itertools import count

import pytest
from PIL import Image
from reading import film, reason, saved

from judge.images import Format, Found, Picture, Refusal, pictures, recognised
from judge.models import Artefact
from judge.puzzle import Output

DOT = Image.new("RGB", (1, 1))
PNG, GIF = saved(DOT, "PNG"), saved(DOT, "GIF")
CAN = "PNG, APNG, GIF, WebP, JPEG, BMP and PNM (PBM, PGM, PPM, PAM) can"


def found(stdout: bytes = b"", **files: bytes) -> Found:
    artefacts = [Artefact(name=name.replace("_", "."), data=data) for name, data in files.items()]
    return pictures(Output(stdout=stdout, artefacts=tuple(artefacts)))


def refused(judged: Found) -> str:
    result = judged.only()
    assert isinstance(result, Refusal)
    return result.reason


def test_a_file_of_any_name_is_a_picture_by_its_content() -> None:
    for name in ("x", "out_txt", "a_gif"):
        picture = found(b"done\n", notes_txt=b"text", **{name: PNG}).only()
        assert picture == Picture(name=name.replace("_", "."), format=Format.PNG, data=PNG)


def test_standard_output_is_a_picture_when_it_begins_like_one() -> None:
    assert found(GIF + b"\n", log=b"text").only() == Picture(
        name=None, format=Format.GIF, data=GIF + b"\n"
    )


@pytest.mark.parametrize(
    ("judged", "said"),
    [
        (
            found(b"hello"),
            "the program left no image: no file in its working directory is one, and standard"
            " output is text",
        ),
        (
            found(),
            "the program left no image: no file in its working directory is one, and standard"
            " output is empty",
        ),
        (
            found(out_gif=b"<!DOCTYPE html><html>", a_PNG=b"", data=b"\0\1"),
            "the program left no image: only named like one: a.PNG (empty) and out.gif (HTML)",
        ),
        (
            found(b_png=b"\0\1\2", c_jpg=b"hello", d_bmp=b"%PDF-1.5"),
            "the program left no image: only named like one: b.png (data of an unknown kind), "
            "c.jpg (text) and d.bmp (a PDF document)",
        ),
        (
            found(GIF, out=PNG),
            "the program left 2 images, out (PNG) and standard output (GIF); leave exactly one",
        ),
        (
            found(**{f"frame{number}": PNG for number in range(9)}),
            "the program left 9 images, frame0 (PNG), frame1 (PNG), frame2 (PNG), frame3 (PNG), "
            "frame4 (PNG) and 4 more; leave exactly one",
        ),
        (found(b"<svg></svg>"), f"standard output is SVG, which cannot be judged; {CAN}"),
        (found(x=b"II*\0...."), f"x is TIFF, which cannot be judged; {CAN}"),
        (
            found(**{"a\x1b[2J": PNG, "b": GIF}),
            r"the program left 2 images, a\x1b[2J (PNG) and b (GIF); leave exactly one",
        ),
    ],
    ids=count(),
)
def test_the_sentence_names_what_is_there(judged: Found, said: str) -> None:
    assert refused(judged) == said


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", None),
        (b"BMW is a car and not a bitmap", None),
        (b"P1 is a name", None),
        (b"P3 rocks", None),
        (b"P10 2 3", None),
        (b"GIF8", None),
        (b"RIFF\0\0\0\0WAVE", None),
        (b"<html><svg></svg></html>", None),
        (b"<!-- svg -->" * 9000, None),
        (b"<!--" * 9000, None),
        (b"P1" + b"#\n" * 90_000, None),
        (b"P6 #a\n 2 2 255 ", Format.PNM),
        (b"P1\n\n2", Format.PNM),
        (b"P7\nWIDTH 1\n", Format.PNM),
        (b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- <a> -->\n<!DOCTYPE svg>\n<svg>", Format.SVG),
        (b"<s:svg xmlns:s='http://www.w3.org/2000/svg'/>", Format.SVG),
        (b"\0\0\0\x20ftypavif", Format.AVIF),
    ],
    ids=count(),
)
def test_formats_are_told_by_content(data: bytes, kind: Format | None) -> None:
    assert recognised(data) is kind


def test_what_is_no_image_or_cannot_be_judged_is_refused_when_read() -> None:
    assert reason(b"hello") == "it is not an image but text"
    assert reason(b"<svg>") == f"SVG cannot be judged; {CAN}"


def test_bytes_after_an_image_do_not_matter() -> None:
    for data in (PNG, GIF, saved(DOT, "BMP"), saved(DOT, "JPEG"), saved(DOT, "WEBP")):
        assert film(data + b"\n")
        assert film(data + b"\0" * 9 + b"done")


@pytest.mark.parametrize("kind", ["PNG", "GIF", "BMP", "PPM", "JPEG", "WEBP"])
def test_images_one_after_another_are_no_animation(kind: str) -> None:
    data = saved(DOT, kind)
    name = {"PPM": "PNM", "WEBP": "WebP"}.get(kind, kind)
    said = f"another {name} image follows the first at byte {len(data) + 1}; "
    assert reason(data + data) == said + "an animation is one GIF, APNG or WebP file"
