# A window with a menu bar that is left open, and waits before it begins.
import sys
import time
import tkinter

FIRST = [0, 1, 1, 0, 1]
LENGTH = [6, 6, 5, 6, 6]
CELLS = [complex(FIRST[r] + i, r) for r in range(5) for i in range(LENGTH[r])]
MIDDLE = 3 + 2j
HOLE = 5 + 5j
WAYS = {">": 1, "v": 1j, "<": -1, "^": -1j}
TURNS = {"+": 90, "|": 180, "-": -90}

SIDE = 24  # of a cell, in pixels
COLOURS = {"o": "blue", "x": "red", "@": "black"}


class Wrong(Exception):
    pass


def turned(degrees):
    """Return the number that turns what it multiplies; exact for quarter turns."""
    return 1j ** (degrees / 90) if degrees % 90 else [1, 1j, -1, -1j][int(degrees // 90) % 4]


def falling(box, down):
    """Return the cells of all who fall now; of those below one another the lowest first."""
    found = []
    for cell in sorted(CELLS, key=lambda cell: (cell / down).real, reverse=True):
        below = cell + down
        if box[cell] in "ox" and (below == HOLE or box.get(below) == "." or below in found):
            found.append(cell)
    return found


def drop(box, cells, down):
    for cell in cells:
        creature, box[cell] = box[cell], "."
        if cell + down != HOLE:
            box[cell + down] = creature
        elif creature == "x":
            raise Wrong


def step(box, way, down):
    """Move the stot; return where it was."""
    stot = next(cell for cell in CELLS if box[cell] == "@")
    if box.get(stot - down, "@") in "ox" or box.get(stot + way) != ".":
        raise Wrong
    box[stot], box[stot + way] = ".", "@"
    return stot


def draw(canvas, things, degrees):
    turn = turned(degrees)

    def dots(*places):
        around = [((place - MIDDLE) * turn + 4.8 + 4.8j) * SIDE for place in places]
        return [part for place in around for part in (place.real, place.imag)]

    def square(middle, reach, **look):
        corners = [middle + reach * corner for corner in (-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j)]
        canvas.create_polygon(dots(*corners), **look)

    canvas.delete("all")
    for cell in CELLS:
        square(cell, 0.5, fill="white", outline="gray60")
    for place, letter in things:
        square(place, 0.4, fill=COLOURS[letter])
    for cell in CELLS:
        for way in WAYS.values():
            if cell + way not in CELLS and cell + way != HOLE:
                ends = [cell + way * (1 + side) / 2 for side in (1j, -1j)]
                canvas.create_line(dots(*ends), width=4, capstyle="projecting")


def inhabitants(box, moving=(), by=0):
    return [(cell + by * (cell in moving), letter) for cell, letter in box.items() if letter != "."]


def film(box, moves):
    """Yield who is where, and how far the box is turned, 20 times a second."""
    degrees = 0
    yield inhabitants(box), 0
    for move in moves:
        if move in WAYS:
            before = dict(box)
            stot = step(box, WAYS[move], 1j / turned(degrees))
            for number in range(1, 20):
                yield inhabitants(before, [stot], WAYS[move] * number / 20), degrees
            yield inhabitants(box), degrees
            continue
        for number in range(1, 21):
            yield inhabitants(box), degrees + TURNS[move] * number / 20
        degrees += TURNS[move]
        down = 1j / turned(degrees)
        while cells := falling(box, down):
            for number in range(1, 5):
                yield inhabitants(box, cells, down * number / 5), degrees
            drop(box, cells, down)
            yield inhabitants(box), degrees


state, moves = sys.stdin.read().split("\n")[:2]
try:
    shots = list(film(dict(zip(CELLS, state)), moves))
except Wrong:
    print("!")
else:
    window = tkinter.Tk()
    canvas = tkinter.Canvas(window, width=9.6 * SIDE, height=9.6 * SIDE, background="white")
    menu = tkinter.Menu(window)
    for label in ("File", "Box", "Help"):
        menu.add_command(label=label)
    window.config(menu=menu)
    canvas.pack(padx=7, pady=30)
    draw(canvas, *shots[0])
    window.wait_visibility()
    window.update()
    due = time.monotonic() + 0.5
    for shot in shots:
        draw(canvas, *shot)
        window.update()
        due += 0.05
        time.sleep(max(0, due - time.monotonic()))
    window.mainloop()
