# What lies outside is one more cell, to which every open wall in the border leads.
import sys

rows = [[int(digit, 16) for digit in line] for line in sys.stdin.read().split()]
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
ways_out = sum(not cell & 1 for cell in rows[0]) + sum(not cell & 4 for cell in rows[-1])
ways_out += sum(not row[0] & 8 for row in rows) + sum(not row[-1] & 2 for row in rows)
print(open_walls - len(cells) + components + max(0, ways_out - 1))
