# Wrong: a shaft falls as one block until its lowest creature lands, gaps and all.
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
    for top in SPOTS:
        shaft = [top]
        while box.get(beside(shaft[-1], GRAVITIES[turn]), "@") != "@":
            shaft.append(beside(shaft[-1], GRAVITIES[turn]))
        if beside(top, GRAVITIES[(turn + 2) % 4]) in box and box[beside(top, GRAVITIES[(turn + 2) % 4])] != "@" or box[top] == "@":
            continue
        if turn == 0 and beside(shaft[-1], GRAVITIES[turn]) == HOLE:
            if "x" in [box[spot] for spot in shaft]:
                return False
            for spot in shaft:
                box[spot] = "."
        text = "".join(box[spot] for spot in shaft)
        text = text.rstrip(".").rjust(len(text), ".")
        box.update(zip(shaft, text))
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
