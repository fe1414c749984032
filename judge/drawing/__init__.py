"""Drawing: scenes and films become SVG, PNG and GIF files, and pictures on a terminal."""

from __future__ import annotations

from dataclasses import dataclass

from judge.draw import Scene

LONGEST_SIDE = 4096
"""The most pixels of a picture's longer side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A finished file; ``note`` says what is not as one would expect, "" for nothing."""

    data: bytes
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """How many pixels a unit takes; ``note`` says why they are fewer than the scene asks for."""

    pixels: float
    note: str = ""


def scale_of(scene: Scene, longest_side: int = LONGEST_SIDE) -> Scale:
    """Return the scale of a scene: its own, or one at which no side is too long."""
    longest = max(scene.width, scene.height)
    if longest * scene.pixels <= longest_side:
        return Scale(pixels=scene.pixels)
    pixels = longest_side / longest
    if pixels >= 2:
        pixels = int(pixels)
    return Scale(
        pixels=pixels,
        note=f"drawn at {pixels:.3g} instead of {scene.pixels} pixels a unit: a picture has at "
        f"most {longest_side} a side",
    )
