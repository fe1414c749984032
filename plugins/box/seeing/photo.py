"""A picture's pixels at hand, and what is dark, blue or red in it."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageChops

from judge_plugins.box.seeing.shades import Rgb

_WHITE: Rgb = (255, 255, 255)

DARK = 140
"""the lightest value of a colour's lightest part at which it still counts as dark"""

COLOURLESS = 70
"""the spread of a colour's parts up to which it counts as a grey"""


class Photo:
    """An RGB picture; beyond its borders everything is white."""

    def __init__(self, image: Image.Image) -> None:
        """Take a picture in mode RGB."""
        self.image = image
        self.width, self.height = image.size
        self._data = image.tobytes()

    def at(self, x: float, y: float) -> Rgb:
        """Return the colour of the pixel in which a point lies."""
        column, row = int(x // 1), int(y // 1)
        if not (0 <= column < self.width and 0 <= row < self.height):
            return _WHITE
        start = 3 * (row * self.width + column)
        red, green, blue = self._data[start : start + 3]
        return red, green, blue

    def darkness(self, x: float, y: float) -> float:
        """Return how dark a point is, from 0 to 1; what is coloured, or hardly grey, is not."""
        colour = self.at(x, y)
        high = max(colour)
        if high > DARK or high - min(colour) > COLOURLESS:
            return 0.0
        return (255 - high) / 255


def dark_mask(image: Image.Image) -> Image.Image:
    """Return a picture of mode L that is 255 where an RGB picture is dark, and 0 elsewhere."""
    red, green, blue = image.split()
    high = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    low = ImageChops.darker(ImageChops.darker(red, green), blue)
    spread = ImageChops.subtract(high, low)
    return ImageChops.darker(
        high.point(_up_to(DARK)),
        spread.point(_up_to(COLOURLESS)),
    )


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


def _up_to(most: int) -> Callable[[int], int]:
    return lambda value: 255 if value <= most else 0


def _from(least: int) -> Callable[[int], int]:
    return lambda value: 255 if value >= least else 0
