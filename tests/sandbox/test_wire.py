"""The frames between the judge and a supervisor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.models import Ending
from judge.sandbox.supervisor import running
from judge.sandbox.supervisor.wire import Frames, WireError, packed

FIELDS = st.lists(st.lists(st.binary(max_size=50), max_size=5), max_size=5)


@given(frames=FIELDS, size=st.integers(min_value=1, max_value=64))
def test_frames_come_whole_however_they_are_cut(frames: list[list[bytes]], size: int) -> None:
    stream = b"".join(packed(*fields) for fields in frames)
    reader = Frames()
    seen = []
    for start in range(0, len(stream), size):
        reader.feed(stream[start : start + size])
        while (frame := reader.next()) is not None:
            seen.append(list(frame))
    assert seen == frames
    assert reader.next() is None


@pytest.mark.parametrize("noise", [b"\xff" * 8, b"\2\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"])
def test_noise_is_no_frame(noise: bytes) -> None:
    reader = Frames()
    reader.feed(noise)
    with pytest.raises(WireError):
        reader.next()


def test_an_ending_is_called_the_same_on_both_sides() -> None:
    source = running.__file__
    with open(source, encoding="utf-8") as file:
        text = file.read()
    told = {ending for ending in Ending if f'"{ending.value}"' in text}
    assert told == set(Ending) - {Ending.MEMORY_LIMIT}
