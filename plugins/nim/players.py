"""Who sits at a game of nim: a program that is asked, or the judge's own player."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from random import Random
from typing import Protocol

from judge.interact import Ask, Dialogue, Step, Tell
from judge_plugins.nim.rules import Game, Move


class Player(Protocol):
    """One of the two who move in turn."""

    def told(self, line: str) -> Iterator[Step]:
        """Yield what brings a line to the player."""

    def reply(self, game: Game) -> Dialogue[str]:
        """Return the line in which the player says its move; ``game`` is not over."""


class Program:
    """A program in a seat of the conversation: it gets lines and is asked for them."""

    def __init__(self, seat: int) -> None:
        self._seat = seat

    def told(self, line: str) -> Iterator[Step]:
        """Yield the line on its way to the program."""
        yield Tell(line=line, seat=self._seat)

    def reply(self, game: Game) -> Dialogue[str]:
        """Return the program's next line, whatever it holds."""
        line = yield Ask(seat=self._seat)
        return line or ""


class Opponent(StrEnum):
    """How the judge's own player moves."""

    PERFECT = "perfect"
    RANDOM = "random"
    GREEDY = "greedy"


class HousePlayer:
    """The judge's own player. Equal seeds make equal choices in equal games."""

    def __init__(self, opponent: Opponent, seed: int) -> None:
        self._opponent = opponent
        self._random = Random(seed)

    def told(self, line: str) -> Iterator[Step]:
        """Yield nothing: it sees the heaps."""
        yield from ()

    def reply(self, game: Game) -> Dialogue[str]:
        """Return its move, without a word to anyone."""
        yield from ()
        match self._opponent:
            case Opponent.PERFECT:
                return str(_perfect_move(game, self._random))
            case Opponent.RANDOM:
                return str(_random_move(game, self._random))
            case Opponent.GREEDY:
                return str(_greedy_move(game))


def _perfect_move(game: Game, random: Random) -> Move:
    """Return one of the moves that win, or else one that leaves much to do.

    In a lost game it takes at most half of a heap: small heaps last, so that the other has many
    occasions for a mistake, and yet a heap of a billion is gone after some dozens of moves.
    """
    winning = game.winning_moves
    if winning:
        return random.choice(winning)
    heap = _some_heap(game, random)
    return Move(heap=heap, matches=random.randint(1, max(1, game.heaps[heap - 1] // 2)))


def _random_move(game: Game, random: Random) -> Move:
    """Return any number of matches from any heap that has some."""
    heap = _some_heap(game, random)
    return Move(heap=heap, matches=random.randint(1, game.heaps[heap - 1]))


def _greedy_move(game: Game) -> Move:
    """Return the whole of the largest heap, the first of several such."""
    largest = max(game.heaps)
    return Move(heap=game.heaps.index(largest) + 1, matches=largest)


def _some_heap(game: Game, random: Random) -> int:
    return random.choice([heap for heap, size in enumerate(game.heaps, 1) if size])
