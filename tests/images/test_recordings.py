"""Recordings of the screen: what counts of them, their times, and what is refused."""

from __future__ import annotations

import struct
import zlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import film, outcome
from written_images import WHITE

from judge.images import pictures, recognised
from judge.images.film import FilmLimits, Frame
from judge.images.formats import RECORDING, Format, described
from judge.models import Artefact
from judge.puzzle import Output
from judge.sandbox.supervisor.screen import MAGIC

WIDTH, HEIGHT = 40, 24
GREY, RED, BLUE = (200, 200, 200), (255, 0, 0), (0, 0, 255)
Colour = tuple[int, int, int]


def record(
    moment: int, colour: Colour, *, plain: bool = False, row: int = 0, rows: int = 1
) -> bytes:
    """Return a record in which whole rows have one colour; ``moment`` in milliseconds."""
    red, green, blue = colour
    data = zlib.compress(bytes((blue, green, red, 77)) * (WIDTH * rows))
    return struct.pack("<QBHHI", 1000 * moment, plain, row, rows, len(data)) + data


def end(moment: int, edges: tuple[int, int, int, int] = (0, 0, WIDTH, HEIGHT)) -> bytes:
    """Return the last record."""
    return struct.pack("<QBHHI", 1000 * moment, 0, 0, 0, 8) + struct.pack("<HHHH", *edges)


def recording(*records: bytes) -> bytes:
    """Return a recording."""
    return RECORDING + struct.pack("<HH", WIDTH, HEIGHT) + b"".join(records)


def seen(data: bytes) -> list[tuple[Colour, Colour, Fraction]]:
    """Return of each frame the colours of the first two rows, and its duration in seconds."""
    found = []
    for frame in film(data).frames():
        assert isinstance(frame, Frame), frame
        assert frame.shown == frame.duration
        colours = [frame.image.getpixel((0, row)) for row in (0, 1)]
        found.append((colours[0], colours[1], frame.duration))
    return found  # type: ignore[return-value]  # RGB pictures have three values a pixel


def test_the_sandbox_and_the_reader_mean_the_same_kind_of_file() -> None:
    assert RECORDING == MAGIC
    assert recognised(recording()) is Format.RECORDING
    assert described(recording()) == "a screen recording"


def test_a_record_changes_its_rows_alone() -> None:
    data = recording(record(10, RED), record(1010, BLUE, row=1), end(3010))
    assert seen(data) == [(RED, WHITE, Fraction(1)), (RED, BLUE, Fraction(2))]


def test_short_frames_are_not_made_longer() -> None:
    data = recording(record(0, RED), record(8, BLUE), end(9))
    assert [duration for *_, duration in seen(data)] == [Fraction(8, 1000), Fraction(1, 1000)]


def test_plain_windows_before_the_first_and_after_the_last_drawing_are_left_out() -> None:
    data = recording(
        record(0, GREY, plain=True),
        record(100, RED, row=1),
        record(200, WHITE, plain=True, rows=2),
        record(300, BLUE),
        record(400, WHITE, plain=True),
        end(3400),
    )
    tenth = Fraction(1, 10)
    assert seen(data) == [(GREY, RED, tenth), (WHITE, WHITE, tenth), (BLUE, WHITE, tenth)]


def test_of_the_white_around_a_margin_is_left() -> None:
    data = recording(record(0, RED), end(10, (20, 10, 24, 12)))
    recorded = film(data)
    assert (recorded.width, recorded.height) == (8 + 4 + 8, 8 + 2 + 8)
    assert recorded.recorded


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (recording(record(0, GREY, plain=True), end(10)), "nothing was drawn in the window"),
        (recording(end(10)), "nothing was drawn in the window"),
        (recording(), "cut off"),
        (recording(record(0, RED)), "cut off"),
        (recording(record(0, RED), end(10))[:-1], "cut off"),
        (recording(record(5, RED), record(4, BLUE), end(9)), "does not fit"),
        (recording(record(5, RED, row=HEIGHT), end(9)), "does not fit"),
        (recording(record(0, RED), end(9, (5, 5, 5, 9))), "edges do not fit"),
        (recording(record(0, RED), end(9, (0, 0, WIDTH + 1, 9))), "edges do not fit"),
        (
            recording(struct.pack("<QBHHI", 0, 0, 0, 2, 9) + zlib.compress(b"x"), end(9)),
            "too few pixels, or too many",
        ),
        (
            recording(
                struct.pack("<QBHHI", 0, 0, 0, 1, len(zlib.compress(bytes(2**20))))
                + zlib.compress(bytes(2**20)),
                end(9),
            ),
            "too few pixels, or too many",
        ),
    ],
)
def test_a_damaged_recording_is_refused_with_a_sentence(data: bytes, reason: str) -> None:
    assert reason in str(outcome(data))


def test_a_recording_is_bounded_like_any_film() -> None:
    data = recording(*(record(moment, RED) for moment in range(60)), end(99))
    assert "too long" in str(outcome(data))
    assert "too large" in str(outcome(data, FilmLimits(frame_pixels=100)))


@given(st.binary(max_size=200))
def test_no_bytes_make_the_reader_raise(noise: bytes) -> None:
    outcome(RECORDING + noise)


def test_a_recording_counts_as_an_artefact_and_not_on_standard_output() -> None:
    data = recording(record(0, RED), end(10))
    found = pictures(Output(stdout=b"", artefacts=(Artefact(name="window", data=data),)))
    assert [each.format for each in found.pictures] == [Format.RECORDING]
    assert pictures(Output(stdout=data)).pictures == ()
