# Complex numbers: a cell is column + row * 1j, a direction is a power of 1j, a turn multiplies.
import sys

FIRST = [0, 1, 1, 0, 1]
LENGTH = [6, 6, 5, 6, 6]
CELLS = [complex(FIRST[r] + i, r) for r in range(5) for i in range(LENGTH[r])]
HOLE = 5 + 5j
WAYS = {">": 1, "v": 1j, "<": -1, "^": -1j}


class Wrong(Exception):
    pass


def let_fall(box, gravity):
    """Pull the creatures one by one, the lowest first, as far down as they go."""
    depth = lambda cell: (cell * gravity.conjugate()).real
    for cell in sorted(box, key=depth, reverse=True):
        creature = box[cell]
        if creature not in "ox":
            continue
        box[cell] = "."
        while box.get(cell + gravity) == ".":
            cell += gravity
        if gravity == 1j and cell + gravity == HOLE:
            if creature == "x":
                raise Wrong
        else:
            box[cell] = creature


def move(box, way, gravity):
    stot = next(cell for cell in box if box[cell] == "@")
    if box.get(stot - gravity, "#") in "ox" or box.get(stot + way) != ".":
        raise Wrong
    box[stot] = "."
    box[stot + way] = "@"


def picture(box, gravity):
    """Turn the page so that gravity points to the foot of it."""
    page = {cell * 1j / gravity: letter for cell, letter in [*box.items(), (HOLE, "*")]}
    left = min(place.real for place in page)
    top = min(place.imag for place in page)
    rows = [[" "] * 7 for _ in range(7)]
    for place, letter in page.items():
        rows[round(place.imag - top)][round(place.real - left)] = letter
    return "\n".join("".join(row).rstrip() for row in rows).rstrip()


def main():
    state, moves = sys.stdin.read().split("\n")[:2]
    box = dict(zip(CELLS, state))
    gravity = 1j
    for step in moves:
        if step in WAYS:
            move(box, WAYS[step], gravity)
        else:
            # The box turns clockwise, so in its own frame gravity turns the other way.
            gravity *= {"+": -1j, "|": -1, "-": 1j}[step]
            let_fall(box, gravity)
    return picture(box, gravity)


try:
    print(main())
except Wrong:
    print("!")
