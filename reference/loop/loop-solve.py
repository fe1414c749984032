"""Turn the tiles of a grid until every connector meets another; print "!" where that cannot be.

Every cell keeps the set of ways its tile may still lie. Neighbours strike out each other's
impossible ways; the cells that are still open then are swept row by row, keeping all profiles
(which connectors wait to be met) that the swept part can leave behind.
"""

import sys

UP, RIGHT, DOWN, LEFT = 1, 8, 4, 2
ACROSS = {UP: DOWN, DOWN: UP, LEFT: RIGHT, RIGHT: LEFT}


def ways(tile):
    found = {tile}
    for _ in range(3):
        tile = tile * 2 % 16 + tile // 8
        found.add(tile)
    return found


def meet(domains, rows, columns):
    """Strike out ways that no way of a neighbour fits; False if a cell has none left."""
    agenda = list(domains)
    while agenda:
        cell = agenda.pop()
        for side, there in around(cell):
            possible = {bool(way & side) for way in domains[cell]}
            if there not in domains:
                if True in possible:
                    domains[cell] = {way for way in domains[cell] if not way & side}
                    agenda.append(cell)
                continue
            back = ACROSS[side]
            fitting = {way for way in domains[there] if bool(way & back) in possible}
            if len(fitting) < len(domains[there]):
                domains[there] = fitting
                agenda.append(there)
        if not domains[cell]:
            return False
    return True


def around(cell):
    row, column = cell
    yield UP, (row - 1, column)
    yield RIGHT, (row, column + 1)
    yield DOWN, (row + 1, column)
    yield LEFT, (row, column - 1)


def open_sides(cell, domains):
    """The sides on which some ways of the cell have a connector and others have none."""
    sides = 0
    for side in ACROSS:
        if len({bool(way & side) for way in domains[cell]}) == 2:
            sides |= side
    return sides


def regions(domains):
    """Groups of cells that are linked by open sides."""
    unseen = {cell for cell, left in domains.items() if len(left) > 1}
    while unseen:
        group = {min(unseen)}
        front = list(group)
        while front:
            cell = front.pop()
            sides = open_sides(cell, domains)
            for side, there in around(cell):
                if sides & side and there not in group:
                    group.add(there)
                    front.append(there)
        unseen -= group
        yield group


def sweep(group, domains):
    """Choose one way for every cell of a group; False if no choice closes it."""
    upright = len({column for _, column in group}) <= len({row for row, _ in group})
    order = sorted(group) if upright else sorted(group, key=lambda cell: (cell[1], cell[0]))
    profiles = {frozenset(): None}
    for cell in order:
        sides = open_sides(cell, domains)
        borders = [
            (side, (cell, there) if side in (RIGHT, DOWN) else (there, cell))
            for side, there in around(cell)
            if sides & side
        ]
        before = [(side, border) for side, border in borders if border[1] == cell]
        incoming = [border for _, border in before]
        following = {}
        for profile, history in profiles.items():
            asked = sum(side for side, border in before if border in profile)
            rest = profile.difference(incoming)
            for way in domains[cell]:
                if way & sum(side for side, _ in before) == asked:
                    new = rest.union(
                        border for side, border in borders if border[0] == cell and way & side
                    )
                    following.setdefault(new, (cell, way, history))
        profiles = following
    if frozenset() not in profiles:
        return False
    history = profiles[frozenset()]
    while history:
        cell, way, history = history
        domains[cell] = {way}
    return True


def main():
    rows = sys.stdin.read().split()
    domains = {
        (row, column): ways(int(digit, 16))
        for row, line in enumerate(rows)
        for column, digit in enumerate(line)
    }
    solved = meet(domains, len(rows), len(rows[0])) and all(
        [sweep(group, domains) for group in regions(domains)]
    )
    if not solved:
        print("!")
        return
    for row, line in enumerate(rows):
        print("".join("%x" % min(domains[row, column]) for column in range(len(line))))


main()
