# Wrong: takes a grid that neighbours alone do not decide for one without an answer.
import sys

SIDES = UP, RIGHT, DOWN, LEFT = 1, 8, 4, 2
ACROSS = {UP: DOWN, DOWN: UP, LEFT: RIGHT, RIGHT: LEFT}


def ways(tile):
    found = {tile}
    for _ in range(3):
        tile = tile * 2 % 16 + tile // 8
        found.add(tile)
    return found


def around(cell):
    row, column = cell
    yield UP, (row - 1, column)
    yield RIGHT, (row, column + 1)
    yield DOWN, (row + 1, column)
    yield LEFT, (row, column - 1)


def narrowed(left):
    """Strike out ways that fit none of a neighbour's."""
    agenda = list(left)
    while agenda:
        cell = agenda.pop()
        for side, there in around(cell):
            if there not in left:
                fitting = {way for way in left[cell] if not way & side}
                if fitting < left[cell]:
                    left[cell] = fitting
                    agenda.append(cell)
            else:
                offered = {bool(way & side) for way in left[cell]}
                fitting = {way for way in left[there] if bool(way & ACROSS[side]) in offered}
                if fitting < left[there]:
                    left[there] = fitting
                    agenda.append(there)
    return all(left.values())


def main():
    rows = sys.stdin.read().split()
    left = {
        (row, column): ways(int(digit, 16))
        for row, line in enumerate(rows)
        for column, digit in enumerate(line)
    }
    solvable = narrowed(left) and all(len(found) == 1 for found in left.values())
    if not solvable:
        print("!")
        return
    for row, line in enumerate(rows):
        print("".join(f"{min(left[row, column]):x}" for column in range(len(line))))


main()
