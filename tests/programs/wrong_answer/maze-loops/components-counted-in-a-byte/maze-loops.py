# Components are counted modulo 256.
import sys

rows = [[int(digit, 16) for digit in line] for line in sys.stdin.read().split()]
height, width = len(rows), len(rows[0])
cells = height * width
parent = list(range(cells))


def find(cell):
    while parent[cell] != cell:
        cell = parent[cell]
    return cell


open_walls = 0
components = cells
for row in range(height):
    for column in range(width):
        here = row * width + column
        if column + 1 < width and not rows[row][column] & 2:
            open_walls += 1
            one, other = find(here), find(here + 1)
            if one != other:
                parent[one] = other
                components -= 1
        if row + 1 < height and not rows[row][column] & 4:
            open_walls += 1
            one, other = find(here), find(here + width)
            if one != other:
                parent[one] = other
                components -= 1
print(open_walls - cells + components % 256)
