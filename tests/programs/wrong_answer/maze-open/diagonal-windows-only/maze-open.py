# Only windows whose corner has equal row and column are looked at.
import sys

rows = [[int(digit, 16) for digit in line] for line in sys.stdin.read().split()]
height, width = len(rows), len(rows[0])


def is_open(row, column):
    upright = any(rows[row + i][column + j] & 2 for i in range(3) for j in range(2))
    level = any(rows[row + i][column + j] & 4 for i in range(2) for j in range(3))
    return not upright and not level


print(any(is_open(row, column) for row in range(height - 2) for column in range(width - 2) if row == column))
