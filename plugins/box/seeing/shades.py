"""Colours by their names: the four shades that the box's style knows, and any other."""

from __future__ import annotations

from enum import Enum

from judge_plugins.box.rules import EMPTY, NAMES, SHUBBLE, SMOLE, STOT

Rgb = tuple[int, int, int]


class Shade(Enum):
    """What a colour is taken for."""

    LIGHT = "light"
    BLUE = "blue"
    RED = "red"
    BLACK = "black"
    OTHER = "neither light, blue, red nor black"


SHADES = {EMPTY: Shade.LIGHT, SHUBBLE: Shade.BLUE, SMOLE: Shade.RED, STOT: Shade.BLACK}
"""The shade of each character of a state. Source: the style of the challenge's figure."""

CHARACTERS = {shade: character for character, shade in SHADES.items()}

_PALE = 0.3
"""saturation below which a colour is a grey, or light"""
PALE_CREATURE = 0.22
"""saturation below which a blue or a red is one: light blue and pink are colours"""
BLACKISH = 64
"""the lightest part of a colour below which it is black, whatever its hue"""
_DARK_GREY = 90
_LIGHT_GREY = 150
_BRIGHT = 190
"""luminance from which a colour that is neither blue nor red, yellow say, counts as light"""


def shade_of(colour: Rgb) -> Shade:
    """Return the shade that a colour is nearest to; any sane blue is blue, from sky to navy."""
    red, green, blue = colour
    high, low = max(colour), min(colour)
    if high < BLACKISH:
        return Shade.BLACK
    hue = _hue(red, green, blue) if high > low else 0.0
    blue_or_red = is_blue(hue) or is_red(hue)
    if high - low < (PALE_CREATURE if blue_or_red else _PALE) * high:
        if high >= _LIGHT_GREY:
            return Shade.LIGHT
        return Shade.BLACK if high < _DARK_GREY else Shade.OTHER
    if blue_or_red:
        return Shade.BLUE if is_blue(hue) else Shade.RED
    bright = 0.3 * red + 0.59 * green + 0.11 * blue >= _BRIGHT
    return Shade.LIGHT if bright else Shade.OTHER


def is_blue(hue: float) -> bool:
    """Return whether a hue, in degrees, is a blue's."""
    return 185 <= hue <= 265


def is_red(hue: float) -> bool:
    """Return whether a hue, in degrees, is a red's."""
    return hue >= 335 or hue <= 22


class ShadeTable(dict[bytes, Shade]):
    """The shades of colours, by their three bytes; those that were asked for are kept.

    Most of a film's pixels have one of few colours. What many are asked for is forgotten in time.
    """

    _MOST = 200_000

    def __missing__(self, colour: bytes) -> Shade:
        if len(self) >= self._MOST:
            self.clear()
        shade = self[colour] = shade_of((colour[0], colour[1], colour[2]))
        return shade


def looks(shade: Shade) -> str:
    """Return a shade and what it stands for: ``blue (shubble)``."""
    character = CHARACTERS.get(shade)
    return shade.value if character is None else f"{shade.value} ({NAMES[character]})"


def _hue(red: int, green: int, blue: int) -> float:
    """Return the hue of a colour that is no grey, in degrees: red 0, green 120, blue 240."""
    high, low = max(red, green, blue), min(red, green, blue)
    spread = high - low
    if high == red:
        return (60 * (green - blue) / spread) % 360
    if high == green:
        return 60 * (blue - red) / spread + 120
    return 60 * (red - green) / spread + 240
