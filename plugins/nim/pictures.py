"""Heaps of matches as pictures for people: what is left, what was taken, cut where it is long."""

from __future__ import annotations

from collections.abc import Iterable

from judge_plugins.nim.rules import Game

MOST_MATCHES = 60
"""As many matches of a heap are drawn; a larger one says how many it holds."""


def drawn(game: Game) -> str:
    """Return a line for each heap: ``1: |||``."""
    return drawn_since(game, game)


def drawn_since(before: Game, after: Game) -> str:
    """Return a line for each heap, with a dot for each match taken between two states."""
    return "\n".join(
        _line(number, *sizes)
        for number, sizes in enumerate(zip(before.heaps, after.heaps, strict=True), 1)
    )


def drawn_games(games: Iterable[tuple[Game, Game]]) -> str:
    """Return games one below the other, each as it began and as it was left."""
    return "\n\n".join(
        f"{before.expression}\n{drawn_since(before, after)}" for before, after in games
    )


def _line(number: int, before: int, after: int) -> str:
    if before <= MOST_MATCHES:
        return f"{number}: {'|' * after}{'.' * (before - after)}".rstrip()
    left = f"{after} of {before}" if after < before else f"{before}"
    return f"{number}: {'|' * min(after, MOST_MATCHES)}… ({left})"
