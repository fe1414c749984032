"""Make a maze by a config: walls are opened in random order, as long as they join two pieces.

Where the maze is not to be perfect, the others are opened too, but for those that a 3x3 hall would
need; one that joins two pieces cannot be the last wall of a hall. A cell is a pair x, y; a wall is
the pair of the cells to its left and right, or above and below.
"""

import random
import sys

STEPS = (("N", 1, 0, -1), ("E", 2, 1, 0), ("S", 4, 0, 1), ("W", 8, -1, 0))
PATTERN = ("#...###", "#.....#", "###.###", "..#.#..", "..#.###")

config = dict(line.split("=") for line in sys.stdin.read().split("\n") if line[:1] not in ("", "#"))
width, height = int(config["WIDTH"]), int(config["HEIGHT"])
start, goal = (tuple(map(int, config[key].split(","))) for key in ("ENTRY", "EXIT"))
closed = {
    ((width - 7) // 2 + x, (height - 5) // 2 + y)
    for y, line in enumerate(PATTERN)
    for x, mark in enumerate(line)
    if mark == "#" and width >= 9 and height >= 7
}
pieces = {(x, y): (x, y) for x in range(width) for y in range(height) if (x, y) not in closed}
walls = [(cell, (cell[0] + x, cell[1] + y)) for cell in pieces for x, y in ((1, 0), (0, 1))]
walls = [wall for wall in walls if wall[1] in pieces]
opened = set()


def piece(cell):
    while pieces[cell] != cell:
        pieces[cell] = pieces[pieces[cell]]
        cell = pieces[cell]
    return cell


def is_open(cell, there):
    return (cell, there) in opened or (there, cell) in opened


def is_hall(x, y):
    return all(
        ((x + i, y + j), (x + i + 1, y + j)) in opened
        and ((x + j, y + i), (x + j, y + i + 1)) in opened
        for i in range(2)
        for j in range(3)
    )


random.seed(config["SEED"])
random.shuffle(walls)
for wall in walls:
    first, second = map(piece, wall)
    x, y = wall[0]
    opened.add(wall)
    if first != second:
        pieces[first] = second
    elif config["PERFECT"] == "True" or any(
        is_hall(x - i, y - j) for i in range(3) for j in range(3)
    ):
        opened.remove(wall)

ways = {}
waiting = [goal]
for x, y in waiting:
    for letter, _, right, down in STEPS:
        before = x - right, y - down
        if before not in ways and is_open(before, (x, y)):
            ways[before] = letter, (x, y)
            waiting.append(before)

for y in range(height):
    digits = (
        sum(bit for _, bit, right, down in STEPS if not is_open((x, y), (x + right, y + down)))
        for x in range(width)
    )
    print("".join(f"{digit:X}" for digit in digits))
print()
print(config["ENTRY"])
print(config["EXIT"])
path = ""
while start != goal:
    letter, start = ways[start]
    path += letter
print(path)
