"""Count the independent loops of a maze: open inner walls, less cells, plus connected components.

The components are found by walking from cell to cell with a list of what is still to visit.
"""

import sys

STEPS = {1: (-1, 0), 2: (0, 1), 4: (1, 0), 8: (0, -1)}


def neighbours(maze, row, column):
    for wall, (down, right) in STEPS.items():
        there = row + down, column + right
        if not maze[row, column] & wall and there in maze:
            yield there


def main():
    maze = {
        (row, column): int(f"0x{digit}", 0)
        for row, line in enumerate(sys.stdin.read().split())
        for column, digit in enumerate(line)
    }
    ends_of_open_walls = [there for cell in maze for there in neighbours(maze, *cell)]
    components = 0
    unseen = set(maze)
    while unseen:
        components += 1
        waiting = [unseen.pop()]
        while waiting:
            for there in neighbours(maze, *waiting.pop()):
                if there in unseen:
                    unseen.remove(there)
                    waiting.append(there)
    print(len(ends_of_open_walls) // 2 - len(maze) + components)


main()
