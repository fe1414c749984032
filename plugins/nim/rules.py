"""The rules of nim: heaps of matches, what taking, adding and showing them does, who can win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import zip_longest
from operator import xor

from judge.transcript import RefusedError, Scalar


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """So many matches taken from one heap; heaps are numbered from 1."""

    heap: int
    matches: int

    def __str__(self) -> str:
        """Return the move as players write it: ``2 3``."""
        return f"{self.heap} {self.matches}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The matches of each heap; heap ``i`` of the rules is ``heaps[i - 1]``."""

    heaps: tuple[int, ...]

    @classmethod
    def of(cls, arguments: Sequence[Scalar]) -> Game:
        """Return a new game; RefusedError unless two or more natural numbers are given.

        A number with a fraction, even a zero one, is no natural number here.
        """
        heaps = tuple(value for value in arguments if type(value) is int and value >= 0)
        if len(heaps) < 2 or len(heaps) < len(arguments):
            raise RefusedError("ongeldige stapels")
        return cls(heaps=heaps)

    def taken(self, heap: int, matches: int) -> Game:
        """Return the game after a move; RefusedError where the rules do not allow it."""
        if not 1 <= heap <= len(self.heaps) or not 1 <= matches <= self.heaps[heap - 1]:
            raise RefusedError("ongeldige zet")
        before, after = self.heaps[: heap - 1], self.heaps[heap:]
        return Game(heaps=(*before, self.heaps[heap - 1] - matches, *after))

    def __add__(self, other: Game) -> Game:
        """Return the game of the sums heap by heap; a missing heap counts 0."""
        pairs = zip_longest(self.heaps, other.heaps, fillvalue=0)
        return Game(heaps=tuple(ours + theirs for ours, theirs in pairs))

    @property
    def is_over(self) -> bool:
        """Whether no match is left."""
        return not any(self.heaps)

    @property
    def nim_sum(self) -> int:
        """The exclusive or of the heaps' sizes.

        Where it is not 0, who is to move can make it 0 and win; where it is 0, every move makes it
        something else, and the other player wins (C. L. Bouton, 1901).
        """
        return reduce(xor, self.heaps, 0)

    @property
    def winning_moves(self) -> tuple[Move, ...]:
        """The moves that make the nim-sum 0, by heap; at most one a heap."""
        total = self.nim_sum
        return tuple(
            Move(heap=heap, matches=size - (size ^ total))
            for heap, size in enumerate(self.heaps, 1)
            if size ^ total < size
        )

    @property
    def expression(self) -> str:
        """The expression that rebuilds the game: ``Nim(3, 4)``."""
        return f"Nim({', '.join(map(str, self.heaps))})"

    @property
    def picture(self) -> str:
        """One line a heap: its number, a colon, a blank and a ``|`` for each match."""
        return "\n".join(f"{number}: {'|' * size}" for number, size in enumerate(self.heaps, 1))

    @property
    def words(self) -> str:
        """The sizes with blanks between: ``3 4``."""
        return " ".join(map(str, self.heaps))
