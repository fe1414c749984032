"""Say whether some 3x3 block of a maze's cells is wholly open.

For each cell the side of the largest open square that has the cell as its lower right corner is
worked out from its three neighbours above and to the left: a square can grow only where the four
cells that meet at a point have no wall between them.
"""

import sys

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8


def largest_open_square(rows):
    largest = 0
    above = above_sides = None
    for row in rows:
        sides = []
        for column, cell in enumerate(row):
            side = 1
            if above is not None and column > 0:
                meets_openly = not (
                    cell & (NORTH | WEST) or above[column - 1] & (EAST | SOUTH)
                )
                if meets_openly:
                    side += min(sides[-1], above_sides[column], above_sides[column - 1])
            sides.append(side)
            largest = max(largest, side)
        above, above_sides = row, sides
    return largest


def main():
    rows = [[int(digit, 16) for digit in line] for line in sys.stdin.read().split()]
    print(largest_open_square(rows) >= 3)


main()
