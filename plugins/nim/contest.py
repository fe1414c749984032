"""A game of nim between two players, whoever they are: turns, legal moves, and what lost it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.compare import excerpt
from judge.interact import Dialogue, Note
from judge_plugins.nim.players import Player
from judge_plugins.nim.rules import Game, Move

_NUMBER = "(-?[1-9][0-9]*|0)"
_REPLY = re.compile(rf"[ \t]*{_NUMBER}[ \t]+{_NUMBER}[ \t\r]*")
"""Whole numbers as Python and C print them, blanks around them; no plus sign, no leading zero."""

_NUMBER_LIKE = re.compile(r"[+-]?[0-9]+([.,][0-9]*)?([eE][+-]?[0-9]+)?")

_DIGITS = 20
"""As many characters of a number are read: no heap is that large, nor are there as many heaps."""

_SHOWN = 100
"""columns that the sizes of all heaps may take in a message"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A legal move and the heaps before it."""

    before: Game
    move: Move

    @property
    def after(self) -> Game:
        """The heaps after it."""
        return self.before.taken(self.move.heap, self.move.matches)

    @property
    def gives_the_win_away(self) -> bool:
        """Whether the mover could force a win before, and the other can after it."""
        return self.before.nim_sum != 0 and self.after.nim_sum != 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A game that is over.

    ``winner`` is 0 for the player who began, 1 for the other. ``foul`` says how the loser broke
    the rules, and is "" where the winner took the last match.
    """

    turns: tuple[Turn, ...]
    winner: int
    foul: str = ""

    @property
    def blunder(self) -> Turn | None:
        """The loser's first move that gave the win away; None where it never could force one."""
        own = self.turns[1 - self.winner :: 2]
        return next((turn for turn in own if turn.gives_the_win_away), None)


def contest(game: Game, players: tuple[Player, Player]) -> Dialogue[Record]:
    """Return a game from beginning to end; the first player begins.

    Each is told the heaps and whether it is player 1 or 2, and then every move of the other, the
    last one too.
    """
    for number, player in enumerate(players, 1):
        yield from player.told(f"Nim {game.words}")
        yield from player.told(f"{number}")
    turns: list[Turn] = []
    while not game.is_over:
        mover = len(turns) % 2
        line = yield from players[mover].reply(game)
        move = legal_move(line, game)
        if isinstance(move, str):
            return Record(turns=tuple(turns), winner=1 - mover, foul=move)
        turns.append(Turn(before=game, move=move))
        game = turns[-1].after
        yield from players[1 - mover].told(str(move))
        yield Note(text=f"leaves {shown(game)}")
    return Record(turns=tuple(turns), winner=(len(turns) - 1) % 2)


def legal_move(line: str, game: Game) -> Move | str:
    """Return the move that a line says, or what is wrong with it in a sentence."""
    numbers = _REPLY.fullmatch(line)
    if numbers is None:
        return _no_move(line, game)
    heap, matches = (int(number[:_DIGITS]) for number in numbers.groups())
    fault = _fault(heap, matches, game)
    if fault:
        return f'illegal move "{_quoted(line)}" from {shown(game)}: {fault}'
    return Move(heap=heap, matches=matches)


def shown(game: Game) -> str:
    """Return the sizes of the heaps for people, cut where there are many."""
    return excerpt(game.words, _SHOWN)


def _fault(heap: int, matches: int, game: Game) -> str:
    """Return which rule a move breaks, or ""."""
    last = len(game.heaps)
    if not 1 <= heap <= last:
        return f"there is no such heap, they are numbered from 1 to {last}"
    if matches < 1:
        return "at least one match has to be taken"
    size = game.heaps[heap - 1]
    if size == 0:
        return f"heap {heap} is empty"
    return f"heap {heap} holds no more than {size}" if matches > size else ""


def _no_move(line: str, game: Game) -> str:
    if not line.strip():
        return "an empty line is no move; print the heap and how many matches"
    example = next(heap for heap, size in enumerate(game.heaps, 1) if size)
    words = re.split(r"[ \t]+", line.strip(" \t\r"))
    if len(words) == 2 and all(map(_NUMBER_LIKE.fullmatch, words)):
        remedy = "write whole numbers without a point, a plus sign or a zero in front"
    else:
        remedy = "print the heap and how many matches, two whole numbers and nothing else"
    return f'"{_quoted(line)}" is no move; {remedy}, such as "{example} 1"'


def _quoted(line: str) -> str:
    return excerpt(line.strip(" \t\r"))
