# Only halls of 4 rows and 4 columns count as open.
import sys

rows = [[int(digit, 16) for digit in line] for line in sys.stdin.read().split()]
height, width = len(rows), len(rows[0])


def is_open(row, column):
    upright = any(rows[row + i][column + j] & 2 for i in range(4) for j in range(3))
    level = any(rows[row + i][column + j] & 4 for i in range(3) for j in range(4))
    return not upright and not level


print(any(is_open(row, column) for row in range(height - 3) for column in range(width - 3)))
