# A window is taken for open where its nine cells are connected.
import sys

rows = [[int(digit, 16) for digit in line] for line in sys.stdin.read().split()]
height, width = len(rows), len(rows[0])


def is_open(row, column):
    reached = {(0, 0)}
    waiting = [(0, 0)]
    while waiting:
        i, j = waiting.pop()
        for wall, there in ((1, (i - 1, j)), (2, (i, j + 1)), (4, (i + 1, j)), (8, (i, j - 1))):
            inside = 0 <= there[0] < 3 and 0 <= there[1] < 3
            if inside and there not in reached and not rows[row + i][column + j] & wall:
                reached.add(there)
                waiting.append(there)
    return len(reached) == 9


print(any(is_open(row, column) for row in range(height - 2) for column in range(width - 2)))
