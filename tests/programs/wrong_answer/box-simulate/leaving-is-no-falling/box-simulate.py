# Wrong: when a creature has left and nobody fell besides, those above it stay.
import sys

ROWS = ["######.", ".######", ".#####.", "######.", ".######"]
SPOTS = [(r, c) for r, row in enumerate(ROWS) for c, mark in enumerate(row) if mark == "#"]
HOLE = (5, 5)
GRAVITIES = [(1, 0), (0, 1), (-1, 0), (0, -1)]
TURNS = {"+": 1, "|": 2, "-": 3}
WAYS = {"v": (1, 0), ">": (0, 1), "^": (-1, 0), "<": (0, -1)}


def beside(spot, way):
    return spot[0] + way[0], spot[1] + way[1]


def fall(box, turn):
    moved = True
    while moved:
        moved = False
        for spot in SPOTS:
            if box[spot] not in "ox":
                continue
            below = beside(spot, GRAVITIES[turn])
            if below == HOLE and turn == 0:
                if box[spot] == "x":
                    return False
                box[spot] = "."
            elif box.get(below) == ".":
                box[spot], box[below] = ".", box[spot]
                moved = True
    return True


def play(state, moves):
    box = dict(zip(SPOTS, state))
    turn = 0
    for move in moves:
        if move in TURNS:
            turn = (turn + TURNS[move]) % 4
            if not fall(box, turn):
                return "!"
            continue
        stot = next(spot for spot in SPOTS if box[spot] == "@")
        above = beside(stot, GRAVITIES[(turn + 2) % 4])
        if box.get(above, ".") in "ox":
            return "!"
        target = beside(stot, WAYS[move])
        if box.get(target) != ".":
            return "!"
        box[stot], box[target] = ".", "@"
    return "".join(box.values())


lines = sys.stdin.read().split("\n")
print(play(lines[0], lines[1]))
