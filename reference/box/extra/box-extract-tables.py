"""Get every shubble out of the box and no smole with the fewest manipulations.

The box is one whole number that holds every cell twice, two bits each: row after row, and once more
column after column. What falls together so lies together whichever way it falls, and a table tells
by the bits of a row or a column what it adds to the number once all in it has fallen.

The search is A* over boxes right after a turn: between two turns the stot walks, which lets nothing
fall. Standard library alone.
"""

import sys

PICTURE = ("###### ", " ######", " ##### ", "###### ", " ######")
PLACES = [(y, x) for y, row in enumerate(PICTURE) for x, mark in enumerate(row) if mark == "#"]
HOLE = (5, 5)
EMPTY, SHUBBLE, SMOLE, STOT = range(4)
MARKS = ".ox@"
TURNS = "+|-"
GRAVITIES = ((1, 0), (0, 1), (-1, 0), (0, -1))  # by quarter turns: which way is down in the box
STEPS = {(1, 0): "v", (0, 1): ">", (-1, 0): "^", (0, -1): "<"}

BY_ROWS = sorted(PLACES)
BY_COLUMNS = sorted(PLACES, key=lambda place: place[::-1])
ROW_BIT = {place: 2 * number for number, place in enumerate(BY_ROWS)}
COLUMN_BIT = {place: 2 * number + 2 * len(PLACES) for number, place in enumerate(BY_COLUMNS)}
UNIT = [(1 << ROW_BIT[place]) + (1 << COLUMN_BIT[place]) for place in PLACES]
LOST = 1 << 4 * len(PLACES)  # added by a smole that leaves
# Above that, in a box at rest, are two bits for the quarter turns and five for the stot's place.
TURNS_AT = 4 * len(PLACES)
STOT_AT = TURNS_AT + 2
SHUBBLES = sum(SHUBBLE << ROW_BIT[place] for place in PLACES)
ABOVE_HOLE = [place for place in BY_COLUMNS if place[1] == HOLE[1]]
DEPTH = len(ABOVE_HOLE)
ABOVE_HOLE_AT = COLUMN_BIT[ABOVE_HOLE[0]]
ABOVE_HOLE_MASK = 4**DEPTH - 1


def answer(stdin):
    """Return the manipulations or b"!", and a line feed, to the line of cells."""
    cells = stdin.decode().strip()
    box = sum(MARKS.index(mark) * unit for mark, unit in zip(cells, UNIT))
    return shortest(box + (cells.index("@") << STOT_AT)).encode() + b"\n"


def shortest(start):
    """Return the fewest manipulations that leave no shubble in a box, or "!"."""
    lengths = {start: 0}
    before = {}
    # By the manipulations so far and those that are still needed at least: the boxes to go on from.
    waiting = [[] for _ in range(estimate(start) + 1)]
    waiting[-1].append((start, 0))
    least = len(waiting) - 1
    while least < len(waiting):
        if not waiting[least]:
            least += 1
            continue
        box, length = waiting[least].pop()
        if length > lengths[box]:
            continue
        if shubbles(box) == 0:
            return spelt(box, before)
        for after, moves in turned(box):
            moves += length
            if lengths.get(after, 1000000) > moves:
                lengths[after] = moves
                before[after] = box
                total = moves + estimate(after)
                while total >= len(waiting):
                    waiting.append([])
                waiting[total].append((after, moves))
                least = min(least, total)
    return "!"


def shubbles(box):
    """Return the number of shubbles; the stot, the other odd one, is no shubble."""
    return (box & SHUBBLES).bit_count() - 1


def estimate(box):
    """Return how many manipulations are needed at least.

    A turn that brings the hole down lets out five shubbles at most, and a turn away has to come
    before the next such turn. With the hole elsewhere it can come down at once, but then nobody
    leaves who is not below the smoles in its column already.
    """
    many = shubbles(box)
    cycles = 2 * -(-many // DEPTH)
    if box >> TURNS_AT & 3 == 0:
        return cycles
    ready = READY[box >> ABOVE_HOLE_AT & ABOVE_HOLE_MASK]
    return min(cycles, 1 + 2 * -(-(many - ready) // DEPTH)) if many else 0


def ready(bits):
    """Return the shubbles of the column above the hole that lie below its lowest smole."""
    found = 0
    for number in range(DEPTH):
        who = bits >> 2 * number & 3
        found = 0 if who == SMOLE else found + (who == SHUBBLE)
    return found


READY = [ready(bits) for bits in range(ABOVE_HOLE_MASK + 1)]


def walk(box):
    """Return every place the stot can walk to, by number, with the number of steps to there."""
    stot = box >> STOT_AT
    places = [(stot, 0)]
    if box & BURDEN[box >> TURNS_AT & 3][stot]:
        return places
    seen = 1 << stot
    for place, steps in places:
        for there, bits, mark in NEIGHBOURS[place]:
            if not (box & bits or seen & mark):
                seen |= mark
                places.append((there, steps + 1))
    return places


def turned(box):
    """Yield the boxes that a walk and a turn lead to, with the manipulations that it takes."""
    stot = box >> STOT_AT
    turns = box >> TURNS_AT & 3
    bare = (box & LOST - 1) - STOT * UNIT[stot]
    places = walk(box)
    for quarters in (1, 2, 3):
        after = turns + quarters & 3
        # Everything falls without the stot; then its row or column falls with it instead.
        lines = [(table, bare >> shift & mask) for shift, mask, table in FALLS[after]]
        fallen = [table[bits] for table, bits in lines]
        whole = sum(fallen)
        for place, steps in places:
            line, own = LINES[after][place]
            table, bits = lines[line]
            found = whole - fallen[line] + table[bits + own]
            if found < LOST:
                yield found | place << STOT_AT | after << TURNS_AT, steps + 1


def spelt(box, before):
    """Return the manipulations that lead to a box."""
    moves = []
    while box in before:
        after, box = box, before[box]
        turns = (after >> TURNS_AT) - (box >> TURNS_AT) & 3
        moves.append(TURNS[turns - 1])
        steps = dict(walk(box))
        place = after >> STOT_AT
        while steps[place]:
            for back, _, _ in NEIGHBOURS[place]:
                if steps.get(back) == steps[place] - 1:
                    moves.append(STEPS[difference(PLACES[back], PLACES[place])])
                    place = back
                    break
    return "".join(reversed(moves))


def difference(first, second):
    return second[0] - first[0], second[1] - first[1]


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
    return sum(who * UNIT[NUMBER[place]] for place, who in line.items()) + lost


def falls_towards(gravity):
    """Return shift, mask and table for each row or column, and by place its line and own bits."""
    upright = gravity[0] != 0
    bits, order = (COLUMN_BIT, BY_COLUMNS) if upright else (ROW_BIT, BY_ROWS)
    lines = {}
    for place in order:
        lines.setdefault(place[upright], []).append(place)
    falls = [(bits[line[0]], 4 ** len(line) - 1, Table(line, gravity)) for line in lines.values()]
    own = {
        place: (number, STOT << 2 * line.index(place))
        for number, line in enumerate(lines.values())
        for place in line
    }
    return falls, [own[place] for place in PLACES]


NUMBER = {place: number for number, place in enumerate(PLACES)}
FALLS, LINES = zip(*map(falls_towards, GRAVITIES))


def beside(place, step):
    """Return the number of the place a step further, or None."""
    return NUMBER.get((place[0] + step[0], place[1] + step[1]))


# By place: the neighbours, each with the bits that are clear where it is empty, and a bit of its own.
NEIGHBOURS = [
    [
        (there, 3 << ROW_BIT[PLACES[there]], 1 << there)
        for there in (beside(place, step) for step in STEPS)
        if there is not None
    ]
    for place in PLACES
]
# By quarter turns and place: the bits that are clear where nobody rests on a stot there.
BURDEN = [
    [
        0 if over is None else 3 << ROW_BIT[PLACES[over]]
        for over in (beside(place, (-down, -right)) for place in PLACES)
    ]
    for down, right in GRAVITIES
]


if __name__ == "__main__":
    sys.stdout.buffer.write(answer(sys.stdin.buffer.read()))
