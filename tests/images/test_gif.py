"""GIF files: composition against a second witness, times, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import count, groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from reading import film, frames, pixels, reason, saved, seen, still
from written_images import (
    COMMENT,
    LOOP_FOREVER,
    PLAIN_TEXT,
    WHITE,
    Colour,
    Gif,
    GifFrame,
    Pixels,
    blocks,
    compressed,
)

from judge.images import Refusal

RED, GREEN, BLUE, BLACK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0)
FOUR = (RED, GREEN, BLUE, BLACK)


def merged(shown: list[tuple[Pixels, Fraction]]) -> list[tuple[Pixels, Fraction]]:
    """Return pictures with equal neighbours made one."""
    groups = groupby(shown, key=lambda each: each[0])
    return [(picture, sum((each[1] for each in group), Fraction(0))) for picture, group in groups]


def colour_tables(sizes: st.SearchStrategy[int]) -> st.SearchStrategy[tuple[Colour, ...]]:
    part = st.sampled_from([0, 128, 255])
    return sizes.flatmap(
        lambda size: st.lists(st.tuples(part, part, part), min_size=size, max_size=size)
    ).map(tuple)


@st.composite
def gif_frames(draw: st.DrawFn) -> GifFrame:
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 9))
    colours = draw(colour_tables(st.sampled_from([0, 0, 2, 4])))
    highest = len(colours) - 1 if colours else 3
    size = width * height
    return GifFrame(
        width=width,
        height=height,
        numbers=tuple(draw(st.lists(st.integers(0, highest), min_size=size, max_size=size))),
        left=draw(st.integers(0, 5)),
        top=draw(st.integers(0, 5)),
        colours=colours,
        delay=draw(st.integers(0, 300)),
        disposal=draw(st.integers(0, 5)),
        transparent=draw(st.none() | st.integers(0, 3)),
        interlaced=draw(st.booleans()),
        before=draw(st.sampled_from([b"", b"", COMMENT, LOOP_FOREVER])),
        controlled=draw(st.sampled_from([True, True, True, False])),
        bits=draw(st.integers(2, 8)),
    )


@given(
    first=gif_frames(),
    others=st.lists(gif_frames(), max_size=5),
    colours=colour_tables(st.just(4)),
    background=st.integers(0, 3),
)
def test_any_animation_is_composed_as_the_rules_of_gif_say(
    first: GifFrame, others: list[GifFrame], colours: tuple[Colour, ...], background: int
) -> None:
    gif = Gif(
        width=first.left + first.width,
        height=first.top + first.height,
        frames=(first, *others),
        colours=colours,
        background=background,
    )
    assert seen(gif.written()) == merged(gif.shown())


def one(numbers: str, **options: object) -> GifFrame:
    """Return a frame of four pixels in a row."""
    chosen = {"width": 4, "height": 1, **options}
    return GifFrame(numbers=tuple(map(int, numbers)), **chosen)  # type: ignore[arg-type]  # mixed


def row(*shown: GifFrame, background: int = 0) -> list[Pixels]:
    """Return what a screen of four pixels in a row shows, frame by frame."""
    data = Gif(width=4, height=1, frames=shown, colours=FOUR, background=background).written()
    return [pixels(frame) for frame in frames(data)]


def test_a_frame_that_says_nothing_of_disposal_does_not_inherit_it() -> None:
    partial = one("1", width=1, left=1)
    shown = row(one("0000", disposal=2), partial, one("2", width=1, left=3))
    assert shown == [
        (RED, RED, RED, RED),
        (WHITE, GREEN, WHITE, WHITE),
        (WHITE, GREEN, WHITE, BLUE),
    ]


def test_the_background_colour_is_never_seen() -> None:
    shown = row(one("11", width=2, left=1, disposal=2), one("3", width=1), background=2)
    assert shown == [(WHITE, GREEN, GREEN, WHITE), (BLACK, WHITE, WHITE, WHITE)]


def test_restoring_goes_back_to_what_was_there_before_the_frame() -> None:
    shown = row(
        one("0000"),
        one("11", width=2, disposal=3),
        one("2", width=1, left=1, disposal=3),
        one("3", width=1, left=3),
    )
    assert shown == [
        (RED, RED, RED, RED),
        (GREEN, GREEN, RED, RED),
        (RED, BLUE, RED, RED),
        (RED, RED, RED, BLACK),
    ]


def test_another_number_may_be_transparent_in_each_frame() -> None:
    shown = row(one("0011"), one("0022", transparent=0), one("3322", transparent=2))
    assert shown == [
        (RED, RED, GREEN, GREEN),
        (RED, RED, BLUE, BLUE),
        (BLACK, BLACK, BLUE, BLUE),
    ]


def test_a_frame_is_cut_at_the_border_of_the_screen() -> None:
    assert row(one("0000"), one("1233", left=2))[1] == (RED, RED, GREEN, BLUE)
    assert row(one("0000"), one("1111", left=9)) == [(RED, RED, RED, RED)]


def test_a_screen_is_made_as_large_as_a_first_frame_that_does_not_fit() -> None:
    frame = one("0123")
    for width, height in ((0, 0), (2, 1), (4, 1)):
        data = Gif(width=width, height=height, frames=(frame,), colours=FOUR).written()
        assert still(data) == FOUR


def test_equal_neighbours_are_one_frame_and_their_times_add_up() -> None:
    shown = (one("0000", delay=100), one("00", width=2, delay=100), one("1111", delay=70))
    first, second = frames(Gif(width=4, height=1, frames=shown, colours=FOUR).written())
    assert (first.duration, first.number, first.encoded) == (Fraction(2), 1, 2)
    assert (second.duration, second.number, second.encoded) == (Fraction(7, 10), 3, 1)


@pytest.mark.parametrize(
    ("delay", "shown", "distorted"),
    [(0, "1/10", True), (1, "1/10", True), (2, "1/50", False), (5, "1/20", False)],
)
def test_viewers_show_a_delay_of_ten_milliseconds_or_less_for_a_hundred(
    delay: int, shown: str, distorted: bool
) -> None:
    pair = (one("0000", delay=delay), one("1111", delay=delay))
    for frame in frames(Gif(width=4, height=1, frames=pair, colours=FOUR).written()):
        assert frame.duration == Fraction(delay, 100)
        assert frame.shown == Fraction(shown)
        assert frame.distorted is distorted


def test_a_short_delay_is_noticed_among_merged_frames() -> None:
    trio = (one("0000", delay=10), one("0000", delay=0), one("1111", delay=10))
    first, second = frames(Gif(width=4, height=1, frames=trio, colours=FOUR).written())
    assert (first.duration, first.shown) == (Fraction(1, 10), Fraction(2, 10))
    assert (first.distorted, second.distorted) == (True, False)


def test_the_delay_of_a_still_image_does_not_matter() -> None:
    (frame,) = frames(
        Gif(width=4, height=1, frames=(one("0000", delay=0),), colours=FOUR).written()
    )
    assert not frame.distorted


def test_a_control_before_a_plain_text_is_not_the_next_frame_s() -> None:
    control = b"!\xf9\4\x05\x09\0\0\0" + PLAIN_TEXT
    shown = (one("0011", before=control, controlled=False),)
    data = Gif(width=4, height=1, frames=shown, colours=FOUR).written()
    assert seen(data) == [((RED, RED, GREEN, GREEN), Fraction(0))]


def test_what_pillow_writes_is_read_back() -> None:
    pictures = [Image.new("RGB", (40, 30), (9 * step, 200, 30)) for step in range(6)]
    for step, picture in enumerate(pictures):
        picture.paste((0, 0, 255), (5 * step, 3, 5 * step + 8, 20))
    options: list[dict[str, object]] = [{}, {"disposal": 2}, {"optimize": True}]
    for option in options:
        data = saved(
            pictures[0], "GIF", save_all=True, append_images=pictures[1:], duration=50, **option
        )
        shown = frames(data)
        assert [frame.image.tobytes() for frame in shown] == [each.tobytes() for each in pictures]
        assert {frame.duration for frame in shown} == {Fraction(1, 20)}


def test_long_codes_and_many_sub_blocks_are_read() -> None:
    numbers = tuple((x * x + 7 * y) % 256 for y in range(90) for x in range(100))
    colours = tuple((number, 255 - number, number // 2) for number in range(256))
    frame = GifFrame(width=100, height=90, numbers=numbers)
    gif = Gif(width=100, height=90, frames=(frame,), colours=colours)
    assert still(gif.written()) == tuple(colours[number] for number in numbers)


def test_a_frame_without_its_end_code_is_whole() -> None:
    data = Gif(width=4, height=1, frames=(one("0123", bits=2),), colours=FOUR).written()
    ending, bare = (blocks(compressed(bytes(range(4)), 2, end=end)) for end in (True, False))
    assert still(data.replace(ending, bare)) == FOUR


@pytest.mark.parametrize("last", [0, 255, 7])
@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize("height", [1, 4, 5, 8])
def test_pixels_that_are_missing_within_sound_blocks_are_missed(
    last: int, interlaced: bool, height: int
) -> None:
    numbers = bytes((3, 200, last)) * height
    colours = tuple((number, number, number) for number in range(256))
    frame = GifFrame(width=3, height=height, numbers=tuple(numbers), interlaced=interlaced)
    gif = Gif(width=3, height=height, frames=(frame,), colours=colours)
    assert still(gif.written()) == gif.shown()[0][0]
    whole = gif.written()
    head = whole[: len(whole) - 1 - len(blocks(compressed(numbers, 8)))]
    cut = head + blocks(compressed(numbers[:-1], 8)) + b";"
    assert reason(cut) in {
        "the GIF is cut off: its pixels end too early",
        'the GIF is damaged: its decoder says "not enough image data"',
    }


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"GIF89a", "the GIF is cut off: it ends in the middle"),
        (b"GIF89a\1\0\1\0\0\0\0;", "the GIF has no frame"),
        (b"GIF89a\1\0\1\0\0\0\0x;", "the GIF is damaged: byte 14 begins no block"),
        (
            b"GIF89a\1\0\1\0\0\0\0,\0\0\0\0\1\0\1\0\0\2\2L\1\0;",
            "the GIF has a frame without a colour table",
        ),
        (
            b"GIF89a\xff\xff\xff\xff\0\0\0,\0\0\0\0\1\0\1\0\0\2\2L\1\0;",
            "the GIF is too large: 65535 × 65535 pixels (at most 250,000 pixels)",
        ),
        (
            b"GIF89a\1\0\1\0\0\0\0,\0\0\0\0\0\0\1\0\x80abcdef\2\2L\1\0;",
            "the GIF has no pixels: frame 1 has 0 × 1",
        ),
    ],
    ids=count(),
)
def test_a_refusal_says_what_is_wrong(data: bytes, said: str) -> None:
    assert reason(data) == said


def test_a_large_frame_on_a_small_screen_is_refused() -> None:
    data = Gif(width=4, height=1, frames=(one("0000"), one("1111")), colours=FOUR).written()
    at = data.rindex(b",") + 5
    bomb = data[:at] + b"\xff\xff\xff\xff" + data[at + 4 :]
    said = "the GIF is too large: frame 2 has 65535 × 65535 pixels (at most 250,000 pixels)"
    assert reason(bomb) == said


def test_too_many_frames_are_refused() -> None:
    shown = (one("0000"),) * 51
    data = Gif(width=4, height=1, frames=shown, colours=FOUR).written()
    assert reason(data) == "the GIF is too long: more than 50 frames"
    assert film(Gif(width=4, height=1, frames=shown[:50], colours=FOUR).written())


def test_too_many_pixels_over_all_frames_are_refused() -> None:
    shown = (one("0000"),) * 9
    data = Gif(width=500, height=500, frames=shown, colours=FOUR).written()
    said = "the GIF is too long for its size: more than 2,000,000 pixels over all frames"
    assert reason(data) == said


def test_damage_in_a_late_frame_comes_after_the_sound_ones() -> None:
    data = Gif(
        width=4, height=1, frames=(one("0000"), one("1111"), one("2222", bits=2)), colours=FOUR
    ).written()
    broken = data.replace(blocks(compressed(b"\2\2\2\2", 2)), blocks(compressed(b"\2", 2)))
    *sound, last = film(broken).frames()
    assert len(sound) == 2
    assert isinstance(last, Refusal)
    assert last.reason.startswith("frame 3 of the GIF is ")
