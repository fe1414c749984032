# Shows shubbles red and smoles blue in its window.
import sys
import time
import tkinter

FIRST = [0, 1, 1, 0, 1]
LENGTH = [6, 6, 5, 6, 6]
CELLS = [complex(FIRST[r] + i, r) for r in range(5) for i in range(LENGTH[r])]
MIDDLE = 3 + 2j
HOLE = 5 + 5j
WAYS = {">": 1, "v": 1j, "<": -1, "^": -1j}
TURNS = {"+": 1j, "|": -1, "-": -1j}

SIDE = 30  # of a cell, in pixels
COLOURS = {".": "white", "o": "red", "x": "blue", "@": "black"}


class Wrong(Exception):
    pass


def let_fall(box, down):
    """Pull the creatures one by one, the lowest first, as far down as they go."""
    for cell in sorted(CELLS, key=lambda cell: (cell / down).real, reverse=True):
        if box[cell] in "ox":
            creature = box.pop(cell)
            box[cell] = "."
            while box.get(cell + down) == ".":
                cell += down
            if cell + down != HOLE:
                box[cell] = creature
            elif creature == "x":
                raise Wrong


def play(box, moves):
    """Return how the box is turned in the end: a power of 1j."""
    turn = 1
    for move in moves:
        down = 1j / turn
        if move in TURNS:
            turn *= TURNS[move]
            let_fall(box, 1j / turn)
        else:
            stot = next(cell for cell in CELLS if box[cell] == "@")
            there = stot + WAYS[move]
            if box.get(stot - down, "@") in "ox" or box.get(there) != ".":
                raise Wrong
            box[stot], box[there] = ".", "@"
    return turn


def draw(canvas, box, turn):
    def dots(*places):
        turned = [((place - MIDDLE) * turn + 4.5 + 4.5j) * SIDE for place in places]
        return [part for place in turned for part in (place.real, place.imag)]

    for cell in CELLS:
        for reach, colour in [(0.5, "gray"), (0.47, "white"), (0.4, COLOURS[box[cell]])]:
            corner = complex(reach, reach)
            canvas.create_rectangle(dots(cell - corner, cell + corner), fill=colour, width=0)
    for cell in CELLS:
        for way in WAYS.values():
            if cell + way not in box and cell + way != HOLE:
                ends = [cell + way * (1 + side) / 2 for side in (1j, -1j)]
                canvas.create_line(dots(*ends), width=4, capstyle="projecting")


state, moves = sys.stdin.read().split("\n")[:2]
box = dict(zip(CELLS, state))
try:
    turn = play(box, moves)
except Wrong:
    print("!")
else:
    window = tkinter.Tk()
    canvas = tkinter.Canvas(window, width=9 * SIDE, height=9 * SIDE, background="white")
    canvas.pack()
    draw(canvas, box, turn)
    window.wait_visibility()
    window.update()
    time.sleep(0.5)
