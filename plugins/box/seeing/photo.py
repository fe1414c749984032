"""Masks of a picture: what is dark in it, and how dark, and what is clearly blue or red."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageChops

from judge_plugins.box.seeing.shades import BLACKISH, PALE_CREATURE, Rgb, is_blue, is_red

DARK = 140
"""the lightest value of a colour's lightest part at which it still counts as dark"""

COLOURLESS = 70
"""the spread of a colour's parts up to which it counts as a grey"""

_UNLIKE = 40
"""how far apart two colours are, in some part, that are clearly not the same"""


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


def lightness_map(image: Image.Image) -> Image.Image:
    """Return a picture of mode L: the lightest part of each colour of an RGB picture."""
    return _high_and_spread(image)[0]


def creature_mask(image: Image.Image) -> Image.Image:
    """Return a picture of mode L that is 255 where an RGB picture is blue or red, and 0 elsewhere.

    Source: what ``shade_of`` takes for these two.
    """
    hue, saturation, value = image.convert("HSV").split()
    coloured = ImageChops.darker(
        saturation.point(_from(round(255 * PALE_CREATURE))), value.point(_from(BLACKISH))
    )
    return ImageChops.darker(coloured, hue.point(_creature_hue))


def unlike_mask(image: Image.Image, colour: Rgb) -> Image.Image:
    """Return a picture of mode L that is 255 where an RGB picture is clearly not of a colour."""
    plain = Image.new("RGB", image.size, colour)
    return lightness_map(ImageChops.difference(image, plain)).point(_from(_UNLIKE))


def _high_and_spread(image: Image.Image) -> tuple[Image.Image, Image.Image]:
    """Return the lightest of each colour's parts, and how far the darkest is from it."""
    red, green, blue = image.split()
    high = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    low = ImageChops.darker(ImageChops.darker(red, green), blue)
    return high, ImageChops.subtract(high, low)


def _darkness(high: int) -> int:
    return 255 - high if high <= DARK else 0


def _creature_hue(hue: int) -> int:
    degrees = hue * 360 / 255
    return 255 if is_blue(degrees) or is_red(degrees) else 0


def _up_to(most: int) -> Callable[[int], int]:
    return lambda value: 255 if value <= most else 0


def _from(least: int) -> Callable[[int], int]:
    return lambda value: 255 if value >= least else 0
