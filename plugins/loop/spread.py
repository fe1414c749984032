"""What tiles tell their neighbours: sides that must have, or cannot have, a connector."""

from __future__ import annotations

from dataclasses import dataclass

from judge_plugins.loop.board import DOWN, LEFT, RIGHT, SIDES, TURNS, UP, Board, opposite


def _conclusions(tile: int, joined: int, closed: int) -> tuple[int, int] | None:
    """Return the sides of a tile that are joined and closed whichever way it can still lie."""
    left = [turn for turn in TURNS[tile] if turn & joined == joined and not turn & closed]
    if not left:
        return None
    always = never = 15
    for turn in left:
        always &= turn
        never &= ~turn
    return always, never


_CONCLUSIONS = [
    _conclusions(index >> 8, index >> 4 & 15, index & 15) for index in range(16 * 16 * 16)
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """What is known of every cell's sides: those with a connector, and those without."""

    joined: list[int]
    closed: list[int]

    def unknown(self, cell: int) -> int:
        """Return the sides of a cell that are not known."""
        return 15 & ~(self.joined[cell] | self.closed[cell])


def neighbours(board: Board) -> dict[int, int]:
    """Return for each side how far away, counted in cells, the neighbour on that side is."""
    return {UP: -board.columns, RIGHT: 1, DOWN: board.columns, LEFT: -1}


def spread(board: Board) -> Sides | None:
    """Return what follows from the border and from tile to tile; None at a contradiction."""
    tiles, away = board.tiles, neighbours(board)
    joined, closed = [0] * len(tiles), _borders(board)
    waiting = list(range(len(tiles) - 1, -1, -1))
    queued = [True] * len(tiles)
    while waiting:
        cell = waiting.pop()
        queued[cell] = False
        conclusion = _CONCLUSIONS[tiles[cell] << 8 | joined[cell] << 4 | closed[cell]]
        if conclusion is None:
            return None
        fresh = (joined[cell] | closed[cell]) ^ (conclusion[0] | conclusion[1])
        joined[cell], closed[cell] = conclusion
        if fresh:
            for side in SIDES:
                if fresh & side:
                    there = cell + away[side]
                    if conclusion[0] & side:
                        joined[there] |= opposite(side)
                    else:
                        closed[there] |= opposite(side)
                    if not queued[there]:
                        queued[there] = True
                        waiting.append(there)
    return Sides(joined=joined, closed=closed)


def _borders(board: Board) -> list[int]:
    closed = [0] * len(board.tiles)
    for column in range(board.columns):
        closed[column] |= UP
        closed[-1 - column] |= DOWN
    for row in range(board.rows):
        closed[row * board.columns] |= LEFT
        closed[(row + 1) * board.columns - 1] |= RIGHT
    return closed


def balanced(board: Board, sides: Sides) -> bool:
    """Return whether black and white cells lack the same number of connectors in every region.

    A region is made of cells that have unknown sides in common. Colour the cells like a
    chessboard: every connector that is still to come joins a black and a white cell.
    """
    away = neighbours(board)
    seen = [False] * len(board.tiles)
    for start in range(len(board.tiles)):
        if seen[start] or not sides.unknown(start):
            continue
        seen[start] = True
        region, balance = [start], 0
        for cell in region:  # the list grows while it is walked
            lacking = board.tiles[cell].bit_count() - sides.joined[cell].bit_count()
            balance += -lacking if sum(divmod(cell, board.columns)) % 2 else lacking
            unknown = sides.unknown(cell)
            for side in SIDES:
                if unknown & side and not seen[cell + away[side]]:
                    seen[cell + away[side]] = True
                    region.append(cell + away[side])
        if balance:
            return False
    return True
