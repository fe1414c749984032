"""Turn the tiles of a grid until every connector meets another, and say whether that is the only way.

Prints the grid and "# unique" or "# not unique", or "!" where there is no way. The cells are swept
row by row: for every set of edges that the cells so far can leave waiting for a connector on their
other side, it counts the ways that lead there and keeps one. To keep these sets few, edges first
learn from the cells beside them, and cells from their edges, whether a connector can be there.
"""

import sys
from collections import Counter

rows = sys.stdin.read().split()
cells = [(row, column) for row in range(len(rows)) for column in range(len(rows[0]))]


def around(cell):
    """The cell's edges, up, left, down, right, as the bits of its tile have them."""
    y, x = 2 * cell[0], 2 * cell[1]
    return (y - 1, x), (y, x - 1), (y + 1, x), (y, x + 1)


def joined(cell, way):
    return frozenset(edge for bit, edge in enumerate(around(cell)) if way >> bit & 1)


left = {}
for row, column in cells:
    tile = int(rows[row][column], 16)
    left[row, column] = {(tile * 17 >> turn) % 16 for turn in range(4)}

# An edge between two cells may have a connector or none, an edge of the grid has none.
beside = Counter(edge for cell in cells for edge in around(cell))
possible = {edge: set(range(count)) for edge, count in beside.items()}

narrowing = True
while narrowing:
    narrowing = False
    for cell in cells:
        for bit, edge in enumerate(around(cell)):
            left[cell] = {way for way in left[cell] if way >> bit & 1 in possible[edge]}
        for bit, edge in enumerate(around(cell)):
            seen = {way >> bit & 1 for way in left[cell]}
            narrowing |= not possible[edge] <= seen
            possible[edge] = possible[edge] & seen

found = {frozenset(): (1, None)}
for cell in cells:
    met = set(around(cell)[:2])
    following = {}
    for waiting, (count, past) in found.items():
        for way in left[cell]:
            if joined(cell, way) & met == waiting & met:
                key = waiting ^ joined(cell, way)
                others = following[key][0] if key in following else 0
                following[key] = count + others, (way, past)
    found = following

if found:
    count, past = found[frozenset()]
    digits = ""
    while past:
        way, past = past
        digits = "%x" % way + digits
    for row in range(len(rows)):
        print(digits[row * len(rows[0]) : (row + 1) * len(rows[0])])
    print("# unique" if count == 1 else "# not unique")
else:
    print("!")
