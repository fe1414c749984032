"""Durations and sizes as people write them: ``2s``, ``300ms``, ``256MiB``."""

from __future__ import annotations

import re

_SECONDS = {"ms": 0.001, "s": 1.0, "min": 60.0}
_BYTES = {"B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "kB": 10**3, "MB": 10**6, "GB": 10**9}
_QUANTITY = re.compile(r"(\d+(?:\.\d+)?) ?([A-Za-z]+)")


def seconds(text: str) -> float:
    """Return the seconds that ``text`` names; ValueError says how to write a duration."""
    return _quantity(text, _SECONDS, "a duration such as 2s or 300ms")


def byte_count(text: str) -> int:
    """Return the bytes that ``text`` names; ValueError says how to write a size."""
    return int(_quantity(text, _BYTES, "a size such as 256MiB or 64KiB"))


def _quantity(text: str, units: dict[str, float] | dict[str, int], wanted: str) -> float:
    match = _QUANTITY.fullmatch(text.strip())
    if match is None or match[2] not in units:
        raise ValueError(f"{text!r} is not {wanted} (units: {', '.join(units)})")
    value = float(match[1]) * units[match[2]]
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
            return f"{value / size:.4g} {unit}"
    return f"{value} B"
