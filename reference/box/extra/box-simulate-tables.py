"""Tell where manipulations leave the shubbles, the smoles and the stot, for millions of them.

The box is one whole number that holds every cell twice, two bits each: row after row, and once more
column after column. What falls together so lies together whichever way it falls, and a table tells
by the bits of a row or a column what it adds to the number once all in it has fallen. Standard
library alone.
"""

import sys

PICTURE = ("###### ", " ######", " ##### ", "###### ", " ######")
PLACES = [(y, x) for y, row in enumerate(PICTURE) for x, mark in enumerate(row) if mark == "#"]
HOLE = (5, 5)
EMPTY, SHUBBLE, SMOLE, STOT = range(4)
MARKS = ".ox@"
TURNS = {"+": 1, "|": 2, "-": 3}
GRAVITIES = ((1, 0), (0, 1), (-1, 0), (0, -1))  # by quarter turns: which way is down in the box
STEPS = {"v": (1, 0), ">": (0, 1), "^": (-1, 0), "<": (0, -1)}

BY_ROWS = sorted(PLACES)
BY_COLUMNS = sorted(PLACES, key=lambda place: place[::-1])
ROW_BIT = {place: 2 * number for number, place in enumerate(BY_ROWS)}
COLUMN_BIT = {place: 2 * number + 2 * len(PLACES) for number, place in enumerate(BY_COLUMNS)}
UNIT = {place: (1 << ROW_BIT[place]) + (1 << COLUMN_BIT[place]) for place in PLACES}
LOST = 1 << 4 * len(PLACES)  # added by a smole that leaves


def answer(stdin):
    """Return the final cells or b"!", and a line feed, to the lines of cells and manipulations."""
    cells, _, moves = stdin.decode().partition("\n")
    box = sum(MARKS.index(mark) * UNIT[place] for mark, place in zip(cells, PLACES))
    turns, stot = 0, PLACES[cells.index("@")]
    spot = spots()[turns, stot]
    for move in moves.strip():
        blocked, change, falls, spot = spot[move]
        if box & blocked:
            return b"!\n"
        if falls:
            box = sum([table[box >> shift & mask] for shift, mask, table in falls])
            if box >= LOST:
                return b"!\n"
        else:
            box += change
    return "".join(MARKS[box >> ROW_BIT[place] & 3] for place in PLACES).encode() + b"\n"


def spots():
    """Return, by quarter turns and the stot's place, what each manipulation does there.

    That is a dictionary of manipulations: the bits that must be clear, what is added to the box,
    how everything falls (by shift, mask and table), and the dictionary of the spot that follows.
    """
    found = {(turns, place): {} for turns in range(4) for place in PLACES}
    falls = [falls_towards(gravity) for gravity in GRAVITIES]
    for (turns, place), moves in found.items():
        for move, quarters in TURNS.items():
            after = (turns + quarters) % 4
            moves[move] = 0, 0, falls[after], found[after, place]
        down, right = GRAVITIES[turns]
        burden = place[0] - down, place[1] - right
        for move, (down, right) in STEPS.items():
            there = place[0] + down, place[1] + right
            if there in UNIT:
                blocked = sum(3 << ROW_BIT[each] for each in {there, burden} if each in UNIT)
                change = STOT * (UNIT[there] - UNIT[place])
                moves[move] = blocked, change, (), found[turns, there]
            else:
                moves[move] = -1, 0, (), moves
    return found


def falls_towards(gravity):
    """Return shift, mask and table for each row or column."""
    upright = gravity[0] != 0
    bits, order = (COLUMN_BIT, BY_COLUMNS) if upright else (ROW_BIT, BY_ROWS)
    lines = {}
    for place in order:
        lines.setdefault(place[upright], []).append(place)
    return [(bits[line[0]], 4 ** len(line) - 1, Table(line, gravity)) for line in lines.values()]


class Table(dict):
    """By the bits of a row or column: what it adds to the box after it has fallen.

    It is filled as it is used, for most of the bits never come up.
    """

    def __init__(self, line, gravity):
        self.line, self.gravity = line, gravity

    def __missing__(self, bits):
        line = {place: bits >> 2 * number & 3 for number, place in enumerate(self.line)}
        self[bits] = found = fallen(line, *self.gravity)
        return found


def fallen(line, down, right):
    """Return what the places of a line add to the box after they have fallen.

    Where no place of the line comes next there is a wall, or the hole.
    """
    lost = 0
    # From the floor up everyone falls as far as it goes.
    for y, x in sorted(line, key=lambda place: -place[0] * down - place[1] * right):
        who = line[y, x]
        if who in (SHUBBLE, SMOLE):
            line[y, x] = EMPTY
            while line.get((y + down, x + right)) == EMPTY:
                y, x = y + down, x + right
            if (y + down, x + right) != HOLE:
                line[y, x] = who
            elif who == SMOLE:
                lost = LOST
    return sum(who * UNIT[place] for place, who in line.items()) + lost


if __name__ == "__main__":
    sys.stdout.buffer.write(answer(sys.stdin.buffer.read()))
