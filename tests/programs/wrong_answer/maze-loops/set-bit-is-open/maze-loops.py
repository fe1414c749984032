# A set bit is read as an open wall.
import sys

rows = [[15 - int(digit, 16) for digit in line] for line in sys.stdin.read().split()]
height, width = len(rows), len(rows[0])
cells = [(row, column) for row in range(height) for column in range(width)]


def neighbours(row, column):
    ways = ((1, row - 1, column), (2, row, column + 1), (4, row + 1, column), (8, row, column - 1))
    for wall, down, right in ways:
        if not rows[row][column] & wall and 0 <= down < height and 0 <= right < width:
            yield down, right


open_walls = sum(len(list(neighbours(*cell))) for cell in cells) // 2
components = 0
seen = set()
for cell in cells:
    if cell in seen:
        continue
    components += 1
    seen.add(cell)
    waiting = [cell]
    while waiting:
        for there in neighbours(*waiting.pop()):
            if there not in seen:
                seen.add(there)
                waiting.append(there)
print(open_walls - len(cells) + components)
