"""Turn the tiles of a grid until every connector meets another; print "!" where that cannot be.

The grid is swept tile by tile, as one reads. Of all ways to turn the tiles passed so far, one is
kept for each choice of connectors that still wait to be met, by the tile to the right and by those
below.
"""

import sys

KINDS = ".eecesctecstcttx"  # of the tiles 0 to f: empty, end, corner, straight, three, all sides

rows = sys.stdin.read().split()
[width] = {len(row) for row in rows}
nothing = (False,) * (width + 1)
swept = {nothing: ""}
while rows:
    row, *rows = rows
    for digit in row:
        kind = KINDS[int(f"0x{digit}", 0)]
        following = {}
        for (left, up, *ups), turned in swept.items():
            for right in {False, True}:
                for down in {False, bool(rows)}:
                    tile = up + 2 * left + 4 * down + 8 * right
                    if KINDS[tile] == kind:
                        following[right, *ups, down] = turned + f"{tile:x}"
        swept = following
    swept = {waiting: turned + "\n" for waiting, turned in swept.items() if not waiting[0]}
print(swept.get(nothing, "!").strip())
