# Wrong: where several ways are left it takes the first and never another.
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


def narrowed(left, agenda):
    """Strike out ways that fit none of a neighbour's."""
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


def guessed(left):
    """Decide on one way for each cell, the first that its neighbours leave."""
    for cell in left:
        left[cell] = {min(left[cell])}
        if not narrowed(left, [cell]):
            return False
    return True


def main():
    rows = sys.stdin.read().split()
    left = {
        (row, column): ways(int(digit, 16))
        for row, line in enumerate(rows)
        for column, digit in enumerate(line)
    }
    solvable = narrowed(left, list(left)) and guessed(left)
    if not solvable:
        print("!")
        return
    for row, line in enumerate(rows):
        print("".join(f"{min(left[row, column]):x}" for column in range(len(line))))


main()
