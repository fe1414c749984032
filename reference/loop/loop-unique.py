"""Turn the tiles of a grid until every connector meets another, and say whether that is the only way.

Prints the grid and "# unique" or "# not unique", or "!" where there is no way. The cells are swept
row by row: for every set of edges that the cells so far can leave waiting for a connector on their
other side, it counts the ways that lead there and keeps one.
"""

import sys
from collections import Counter

rows = sys.stdin.read().split()
tiles = {(y, x): int(digit, 16) for y, row in enumerate(rows) for x, digit in enumerate(row)}


def around(cell):
    """The cell's edges, up, left, down, right, as the bits of its tile have them."""
    y, x = 2 * cell[0], 2 * cell[1]
    return (y - 1, x), (y, x - 1), (y + 1, x), (y, x + 1)


beside = Counter(edge for cell in tiles for edge in around(cell))
found = {frozenset(): (1, None)}
for cell, tile in tiles.items():
    met = set(around(cell)[:2])
    following = {}
    for way in {(tile * 17 >> turn) % 16 for turn in range(4)}:
        joined = {edge for bit, edge in enumerate(around(cell)) if way >> bit & 1}
        if all(beside[edge] == 2 for edge in joined):
            for waiting, (count, past) in found.items():
                if joined & met == waiting & met:
                    key = waiting ^ joined
                    others = following[key][0] if key in following else 0
                    following[key] = count + others, (way, past)
    found = following

if found:
    count, past = found[frozenset()]
    digits = []
    while past:
        way, past = past
        digits.append("%x" % way)
    for row in rows:
        print("".join(digits.pop() for _ in row))
    print("# unique" if count == 1 else "# not unique")
else:
    print("!")
