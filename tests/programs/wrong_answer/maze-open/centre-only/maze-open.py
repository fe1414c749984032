# Only the four walls of the centre are looked at.
import sys

rows = [[int(digit, 16) for digit in line] for line in sys.stdin.read().split()]
height, width = len(rows), len(rows[0])


def is_open(row, column):
    return rows[row + 1][column + 1] == 0


print(any(is_open(row, column) for row in range(height - 2) for column in range(width - 2)))
