# Wrong: asks the first region alone whether there is another answer.
import sys

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


def joints(cell, left):
    """The neighbours to which it is open whether the cell has a connector."""
    return {
        there
        for side, there in around(cell)
        if there in left and len({bool(way & side) for way in left[cell]}) == 2
    }


def regions(left):
    """Groups of undecided cells that depend on each other."""
    unseen = {cell for cell in left if len(left[cell]) > 1}
    while unseen:
        front = [min(unseen)]
        group = set(front)
        while front:
            for there in joints(front.pop(), left):
                if there not in group:
                    group.add(there)
                    front.append(there)
        unseen -= group
        yield group


def answers(group, left):
    """How many ways there are to settle a group of cells; it is left in one of them."""
    tall = len({column for _, column in group}) <= len({row for row, _ in group})
    met = set()
    profiles = {frozenset(): (1, None)}
    for cell in sorted(group, key=lambda cell: cell if tall else cell[::-1]):
        borders = [(side, frozenset((cell, there))) for side, there in around(cell) if there in group]
        old = {border for _, border in borders} & met
        following = {}
        for profile, (count, history) in profiles.items():
            for way in left[cell]:
                joined = {border for side, border in borders if way & side}
                if joined & old == profile & old:
                    key = profile ^ joined
                    others = following[key][0] if key in following else 0
                    following[key] = count + others, (cell, way, history)
        met |= {border for _, border in borders}
        profiles = following
    count, history = profiles.get(frozenset(), (0, None))
    while history:
        cell, way, history = history
        left[cell] = [way]
    return count


def main():
    rows = sys.stdin.read().split()
    left = {
        (row, column): ways(int(digit, 16))
        for row, line in enumerate(rows)
        for column, digit in enumerate(line)
    }
    count = 0
    if narrowed(left):
        count = 1
        for number, group in enumerate(list(regions(left))):
            found = answers(group, left)
            count *= found if number == 0 else min(found, 1)
    if not count:
        print("!")
        return
    for row, line in enumerate(rows):
        print("".join(f"{left[row, column][0]:x}" for column in range(len(line))))
    print("# unique" if count == 1 else "# not unique")


main()
