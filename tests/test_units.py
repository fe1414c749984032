"""Durations, sizes and multipliers are read and written exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.units import byte_count, bytes_text, multiplier_text, seconds, seconds_text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2s", 2.0),
        ("300ms", 0.3),
        ("0.1s", 0.1),
        ("1min", 60.0),
        ("1.5 min", 90.0),
        (" 2 s ", 2.0),
        ("007s", 7.0),
    ],
)
def test_durations_have_a_unit(text: str, value: float) -> None:
    assert seconds(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("256MiB", 256 * 2**20),
        ("64KiB", 65536),
        ("1.5KiB", 1536),
        ("1GiB", 2**30),
        ("1kB", 1000),
        ("0.1 kB", 100),
        ("2MB", 2_000_000),
        ("3GB", 3_000_000_000),
        ("100B", 100),
        ("999999999999B", 999_999_999_999),
        ("0.29kB", 290),
    ],
)
def test_sizes_have_a_unit_and_are_exact(text: str, value: int) -> None:
    assert byte_count(text) == value


@pytest.mark.parametrize(
    "text",
    [
        *("", "2", "s", "2 seconds", "2S", "-1s", "+1s", "1e3s", ".5s", "1.s", "1,5s", "2  s"),
        *("٣s", "inf s", "nan s", "1_000s", "2s 3s", "9" * 400 + "s", "1MiB", "0x10s"),
    ],
)
def test_what_is_no_duration_is_refused_with_the_way_to_write_one(text: str) -> None:
    with pytest.raises(ValueError, match="is not a duration such as 2s or 300ms"):
        seconds(text)


@pytest.mark.parametrize(
    "text", ["", "256", "256 mib", "256M", "-1B", "1e3B", "2s", "1" * 40 + "B"]
)
def test_what_is_no_size_is_refused_with_the_way_to_write_one(text: str) -> None:
    with pytest.raises(ValueError, match="is not a size such as 256MiB or 64KiB"):
        byte_count(text)


def test_nothing_at_all_is_no_limit() -> None:
    with pytest.raises(ValueError, match="not more than zero"):
        seconds("0s")
    with pytest.raises(ValueError, match="not more than zero"):
        byte_count("0.0MiB")
    with pytest.raises(ValueError, match="less than one byte"):
        byte_count("0.5B")


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0 ms"), (0.0123, "12 ms"), (0.0999, "100 ms"), (0.1, "0.10 s"), (75.0, "75.00 s")],
)
def test_durations_are_shown_in_a_fitting_unit(value: float, text: str) -> None:
    assert seconds_text(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0 B"),
        (1023, "1023 B"),
        (65536, "64 KiB"),
        (1536 * 1024, "1.5 MiB"),
        (256 * 2**20, "256 MiB"),
        (9_634_816, "9.2 MiB"),
        (2**30 - 1, "1024 MiB"),
        (3 * 2**30, "3 GiB"),
    ],
)
def test_sizes_are_shown_in_a_fitting_unit(value: int, text: str) -> None:
    assert bytes_text(value) == text


@pytest.mark.parametrize(
    "text", ["1", "0", "0.65", "0.22", "0.15", "0.12", "0.29", "2.5", "10", "0.001", "0.0009765625"]
)
def test_a_multiplier_is_written_as_it_was_read(text: str) -> None:
    assert multiplier_text(Fraction(text)) == text


def test_a_multiplier_without_a_finite_decimal_is_a_fraction() -> None:
    assert multiplier_text(Fraction(1, 3)) == "1/3"
    assert multiplier_text(Fraction(7, 60)) == "7/60"


@settings(deadline=None)
@given(st.fractions(min_value=0, max_value=100))
def test_a_multiplier_text_is_always_exact(value: Fraction) -> None:
    assert Fraction(multiplier_text(value)) == value


@settings(deadline=None)
@given(st.decimals(min_value=0, max_value=10, places=9))
def test_a_decimal_multiplier_is_written_as_a_decimal(value: object) -> None:
    assert "/" not in multiplier_text(Fraction(str(value)))
