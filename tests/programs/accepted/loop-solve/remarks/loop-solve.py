# Right: prints remarks, which begin with #, before, between and after the rows.
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


def joints(cell, left):
    """The sides on which it is open whether the cell has a connector: side, neighbour, border."""
    return [
        (side, there, (cell, side) if side in (RIGHT, DOWN) else (there, ACROSS[side]))
        for side, there in around(cell)
        if there in left and len({bool(way & side) for way in left[cell]}) == 2
    ]


def regions(left):
    """Groups of undecided cells that depend on each other."""
    unseen = {cell for cell in left if len(left[cell]) > 1}
    while unseen:
        front = [min(unseen)]
        group = set(front)
        while front:
            cell = front.pop()
            for _, there, _ in joints(cell, left):
                if there not in group:
                    group.add(there)
                    front.append(there)
        unseen -= group
        yield group


def swept(group, left):
    """Decide on one way for each cell of a group; False where none will do."""
    tall = len({column for _, column in group}) <= len({row for row, _ in group})
    profiles = {frozenset(): None}
    met = set()
    for cell in sorted(group, key=lambda cell: cell if tall else cell[::-1]):
        borders = [(side, border, border in met) for side, _, border in joints(cell, left)]
        met |= {border for _, border, _ in borders}
        following = {}
        for profile, history in profiles.items():
            for way in left[cell]:
                if all(bool(way & side) == (border in profile) for side, border, old in borders if old):
                    ended = {border for _, border, old in borders if old}
                    begun = {border for side, border, old in borders if not old and way & side}
                    following[profile - ended | begun] = cell, way, history
        profiles = following
    if frozenset() not in profiles:
        return False
    history = profiles[frozenset()]
    while history:
        cell, way, history = history
        left[cell] = {way}
    return True


def main():
    rows = sys.stdin.read().split()
    left = {
        (row, column): ways(int(digit, 16))
        for row, line in enumerate(rows)
        for column, digit in enumerate(line)
    }
    solvable = narrowed(left) and all([swept(group, left) for group in regions(left)])
    if not solvable:
        print("# there is no answer")
        print("!")
        print("# none")
        return
    print("# an answer:")
    for row, line in enumerate(rows):
        print("".join(f"{min(left[row, column]):x}" for column in range(len(line))))
        print(f"# row {row + 1} of {len(rows)}")
    print("#")


main()
