"""Quantities as people write and read them: ``2s``, ``300ms``, ``256MiB``, ``0.65``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

_SECONDS = {"ms": Fraction(1, 1000), "s": Fraction(1), "min": Fraction(60)}
_BYTES = {
    unit: Fraction(size)
    for unit, size in (
        ("B", 1),
        ("KiB", 2**10),
        ("MiB", 2**20),
        ("GiB", 2**30),
        ("kB", 10**3),
        ("MB", 10**6),
        ("GB", 10**9),
    )
}
_QUANTITY = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,12})?) ?([A-Za-z]+)")


def seconds(text: str) -> float:
    """Return the seconds that ``text`` names; ValueError says how to write a duration."""
    return float(_quantity(text, _SECONDS, "a duration such as 2s or 300ms"))


def byte_count(text: str) -> int:
    """Return the whole bytes that ``text`` names; ValueError says how to write a size."""
    wanted = "a size such as 256MiB or 64KiB"
    size = int(_quantity(text, _BYTES, wanted))
    if size == 0:
        raise ValueError(f"{text!r} is less than one byte; write {wanted}")
    return size


def _quantity(text: str, units: Mapping[str, Fraction], wanted: str) -> Fraction:
    match = _QUANTITY.fullmatch(text.strip())
    if match is None or match[2] not in units:
        raise ValueError(f"{text!r} is not {wanted} (units: {', '.join(units)})")
    value = Fraction(match[1]) * units[match[2]]
    if value <= 0:
        raise ValueError(f"{text!r} is not more than zero; write {wanted}")
    return value


def seconds_text(value: float) -> str:
    """Return a duration for people: ``0.31 s``, ``12 ms``."""
    return f"{value * 1000:.0f} ms" if value < 0.1 else f"{value:.2f} s"


def bytes_text(value: int) -> str:
    """Return a size for people in binary units: ``64 KiB``, ``1.5 MiB``."""
    for unit, size in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if value >= size:
            return f"{value / size:.1f}".removesuffix(".0") + f" {unit}"
    return f"{value} B"


def multiplier_text(value: Fraction) -> str:
    """Return a multiplier exactly: as decimal text (``0.65``, ``1``), else as ``1/3``."""
    places = 0
    while 10**places % value.denominator:
        places += 1
        if places > value.denominator.bit_length():  # as a decimal it would never end
            return str(value)
    digits = str(value.numerator * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits
