# A window at the end of a row goes on at the start of the next.
import sys

rows = [[int(digit, 16) for digit in line] for line in sys.stdin.read().split()]
height, width = len(rows), len(rows[0])


def is_open(row, column):
    cells = sum(rows, [])
    at = row * width + column
    upright = any(cells[at + i * width + j] & 2 for i in range(3) for j in range(2))
    level = any(cells[at + i * width + j] & 4 for i in range(2) for j in range(3))
    return not upright and not level


print(
    any(
        is_open(row, column)
        for row in range(height - 2)
        for column in range(width)
        if row * width + column + 2 * width + 2 < height * width
    )
)
