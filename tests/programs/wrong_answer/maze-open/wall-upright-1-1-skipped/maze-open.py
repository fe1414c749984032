# The upright wall between the first two cells of the first row is not looked at.
import sys

rows = [[int(digit, 16) for digit in line] for line in sys.stdin.read().split()]
height, width = len(rows), len(rows[0])


def is_open(row, column):
    upright = any(rows[row + i][column + j] & 2 for i in range(3) for j in range(2) if (i, j) != (0, 0))
    level = any(rows[row + i][column + j] & 4 for i in range(2) for j in range(3))
    return not upright and not level


print(any(is_open(row, column) for row in range(height - 2) for column in range(width - 2)))
