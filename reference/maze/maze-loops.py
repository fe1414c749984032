"""Count the independent loops of a maze: open inner walls, less cells, plus connected components.

The components are found by walking from cell to cell with a list of what is still to visit.
"""

import sys

STEPS = ((1, -1, 0), (2, 0, 1), (4, 1, 0), (8, 0, -1))


def neighbours(maze, row, column):
    for wall, down, right in STEPS:
        if not maze[row][column] & wall:
            there = row + down, column + right
            if 0 <= there[0] < len(maze) and 0 <= there[1] < len(maze[0]):
                yield there


def main():
    maze = [[int(digit, 16) for digit in line] for line in sys.stdin.read().split()]
    cells = [(row, column) for row in range(len(maze)) for column in range(len(maze[0]))]
    components = 0
    ends_of_open_walls = 0
    seen = set()
    for start in cells:
        if start in seen:
            continue
        components += 1
        seen.add(start)
        waiting = [start]
        while waiting:
            for there in neighbours(maze, *waiting.pop()):
                ends_of_open_walls += 1
                if there not in seen:
                    seen.add(there)
                    waiting.append(there)
    print(ends_of_open_walls // 2 - len(cells) + components)


main()
