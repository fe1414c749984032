"""Say whether some 3x3 block of a maze's cells is wholly open.

For each cell the side of the largest open square that has the cell as its lower right corner is
worked out from its three neighbours above and to the left: a square can grow only where the four
cells that meet at a point have no wall between them.
"""

import sys

rows = [[int(f"0x{digit}", 0) for digit in line] for line in sys.stdin.read().split()]
sides = {}
for row, cells in enumerate(rows):
    for column, cell in enumerate(cells):
        side = 1
        # North and west of the cell itself, east and south of the one across the point.
        if row and column and not (cell & 9 or rows[row - 1][column - 1] & 6):
            side += min(
                sides[row - 1, column - 1], sides[row - 1, column], sides[row, column - 1]
            )
        sides[row, column] = side
print(max(sides.values()) >= 3)
