# Wrong: calls an answer unique if all tiles but ends lie alike in every answer.
import sys
from itertools import islice

SIDES = UP, RIGHT, DOWN, LEFT = 1, 8, 4, 2
ACROSS = {UP: DOWN, DOWN: UP, LEFT: RIGHT, RIGHT: LEFT}


def ways(tile):
    found = [tile]
    for _ in range(3):
        tile = tile * 2 % 16 + tile // 8
        if tile not in found:
            found.append(tile)
    return found


def around(cell):
    row, column = cell
    yield UP, (row - 1, column)
    yield RIGHT, (row, column + 1)
    yield DOWN, (row + 1, column)
    yield LEFT, (row, column - 1)


def fits(way, side, there, left):
    """Whether a way of a cell meets some way of its neighbour."""
    if there not in left:
        return not way & side
    return any(bool(way & side) == bool(other & ACROSS[side]) for other in left[there])


def narrowed(left):
    """Strike out ways that no way of a neighbour meets."""
    agenda = set(left)
    while agenda:
        cell = agenda.pop()
        fitting = [
            way for way in left[cell] if all(fits(way, side, there, left) for side, there in around(cell))
        ]
        if len(fitting) < len(left[cell]):
            left[cell] = fitting
            agenda |= {there for _, there in around(cell) if there in left}
    return all(left.values())


def answers(left):
    """Every way to settle the cells, one after the other."""
    stack = [left]
    while stack:
        left = stack.pop()
        if not narrowed(left):
            continue
        undecided = [cell for cell in left if len(left[cell]) > 1]
        if not undecided:
            yield {cell: way for cell, (way,) in left.items()}
            continue
        cell = min(undecided, key=lambda cell: (len(left[cell]), cell))
        stack += [left | {cell: [way]} for way in reversed(left[cell])]


def main():
    rows = sys.stdin.read().split()
    left = {
        (row, column): ways(int(digit, 16))
        for row, line in enumerate(rows)
        for column, digit in enumerate(line)
    }
    found = list(islice(answers(left), 50))
    count = len({
        tuple(sorted((cell, way) for cell, way in answer.items() if way not in SIDES))
        for answer in found
    })
    if not count:
        print("!")
        return
    for row, line in enumerate(rows):
        print("".join(f"{found[0][row, column]:x}" for column in range(len(line))))
    print("# unique" if count == 1 else "# not unique")


main()
