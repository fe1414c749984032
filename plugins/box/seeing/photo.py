"""Masks of a picture: what is dark in it, and how dark, and what is clearly blue or red."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageChops

DARK = 140
"""the lightest value of a colour's lightest part at which it still counts as dark"""

COLOURLESS = 70
"""the spread of a colour's parts up to which it counts as a grey"""


def dark_mask(image: Image.Image) -> Image.Image:
    """Return a picture of mode L that is 255 where an RGB picture is dark, and 0 elsewhere."""
    high, spread = _high_and_spread(image)
    return ImageChops.darker(high.point(_up_to(DARK)), spread.point(_up_to(COLOURLESS)))


def darkness_map(image: Image.Image) -> Image.Image:
    """Return a picture of mode L: how dark an RGB picture is, 255 for black.

    What is coloured, or hardly grey, is 0.
    """
    high, spread = _high_and_spread(image)
    return ImageChops.darker(high.point(_darkness), spread.point(_up_to(COLOURLESS)))


def creature_mask(image: Image.Image) -> Image.Image:
    """Return a picture of mode L that is 255 where an RGB picture is clearly blue or red."""
    red, green, blue = image.split()
    is_blue = ImageChops.darker(
        ImageChops.subtract(blue, red).point(_from(50)),
        ImageChops.subtract(blue, green).point(_from(20)),
    )
    is_red = ImageChops.darker(
        ImageChops.subtract(red, green).point(_from(70)),
        ImageChops.subtract(red, blue).point(_from(50)),
    )
    return ImageChops.lighter(is_blue, is_red)


def _high_and_spread(image: Image.Image) -> tuple[Image.Image, Image.Image]:
    """Return the lightest of each colour's parts, and how far the darkest is from it."""
    red, green, blue = image.split()
    high = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    low = ImageChops.darker(ImageChops.darker(red, green), blue)
    return high, ImageChops.subtract(high, low)


def _darkness(high: int) -> int:
    return 255 - high if high <= DARK else 0


def _up_to(most: int) -> Callable[[int], int]:
    return lambda value: 255 if value <= most else 0


def _from(least: int) -> Callable[[int], int]:
    return lambda value: 255 if value >= least else 0
