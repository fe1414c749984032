"""A chooser over a source of random numbers, to draw cases in tests as a fuzzer would."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

ChosenT = TypeVar("ChosenT")


class RandomChooser:
    """Makes every choice at random; equal seeds make equal choices."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def integer(self, least: int, most: int) -> int:
        return self._random.randint(least, most)

    def choice(self, options: Sequence[ChosenT]) -> ChosenT:
        return options[self._random.randrange(len(options))]

    def items(self, item: Callable[[], ChosenT], *, least: int, most: int) -> list[ChosenT]:
        return [item() for _ in range(self._random.randint(least, most))]

    def random(self) -> Random:
        return Random(self._random.getrandbits(64))
