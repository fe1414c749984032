# Wrong: where a move fails the states before are shown and nothing is printed.
import re
import struct
import sys

FORM = ["       ", "###### ", " ######", " ##### ", "###### ", " ######", "     * "]
SIDE, WALL, GAP = 10, 1, 2
COLOURS = {
    " ": (255, 255, 255),
    "#": (0, 0, 0),
    "+": (170, 170, 170),
    ".": (250, 250, 250),
    "o": (30, 70, 220),
    "x": (220, 30, 30),
    "@": (0, 0, 0),
}


class Wrong(Exception):
    pass


def turned(page, quarters):
    for _ in range(quarters % 4):
        page = columns(page[::-1])
    return page


def columns(page):
    return ["".join(column) for column in zip(*page)]


def lowered(run):
    creatures, below = run.groups()
    if below == ".":
        return below + creatures
    if creatures[-1] == "x":
        raise Wrong
    return "." + creatures[:-1] + below


def play(state, moves):
    cells = iter(state)
    page = [re.sub("#", lambda _: next(cells), row) for row in FORM]
    yield page
    turns = 0
    for move in moves:
        if move in "+|-":
            if move == "|":
                yield turned(page, 1)
            quarters = " +|-".index(move)
            turns += quarters
            fallen = turned(page, quarters)
            page = None
            while fallen != page:
                page = fallen
                yield page
                upright = columns(page)
                fallen = columns(re.sub("([ox]+)([.*])", lowered, column) for column in upright)
        else:
            way = ">v<^".index(move) + turns
            rows = "\n".join(turned(page, -way))
            if "@." not in rows or re.search("[ox]@", "\n".join(columns(page))):
                raise Wrong
            page = turned(rows.replace("@.", ".@").split("\n"), way)
            yield page


def picture(page):
    page = [" " * 9, *(f" {row} " for row in page), " " * 9]
    canvas = [[" "] * (9 * SIDE) for _ in range(9 * SIDE)]

    def fill(left, top, right, bottom, ink):
        for row in canvas[top:bottom]:
            row[left:right] = ink * (right - left)

    spots = [(r, c) for r in range(9) for c in range(9) if page[r][c] not in " *"]
    for row, column in spots:
        x, y = column * SIDE, row * SIDE
        fill(x, y, x + SIDE + 1, y + SIDE + 1, "+")
        fill(x + 1, y + 1, x + SIDE, y + SIDE, ".")
        fill(x + GAP, y + GAP, x + SIDE - GAP + 1, y + SIDE - GAP + 1, page[row][column])
    for row, column in spots:
        for down, right in [(-1, 0), (1, 0), (0, -1), (0, 1)]:
            if page[row + down][column + right] == " ":
                x = (column + (right > 0)) * SIDE - WALL
                y = (row + (down > 0)) * SIDE - WALL
                along, across = SIDE + 2 * WALL + 1, 2 * WALL + 1
                fill(x, y, x + (along if down else across), y + (along if right else across), "#")
    return canvas


def gif(frames):
    """Return a GIF whose pictures are not packed: of 128 colours a code is just a byte."""
    inks = "".join(COLOURS)
    width, height = len(frames[0][0][0]), len(frames[0][0])
    palette = b"".join(bytes(COLOURS[ink]) for ink in inks).ljust(3 * 128, b"\0")
    file = [b"GIF89a", struct.pack("<HHBBB", width, height, 0xF6, 0, 0), palette]
    for canvas, hundredths in frames:
        dots = bytes(inks.index(dot) for row in canvas for dot in row)
        file.append(struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 4, hundredths, 0, 0))
        file.append(struct.pack("<BHHHHBB", 0x2C, 0, 0, width, height, 0, 7))
        for start in range(0, len(dots), 120):
            codes = b"\x80" + dots[start : start + 120]
            file += [bytes([len(codes)]), codes]
        file.append(b"\x01\x81\0")
    return b"".join([*file, b";"])


state, moves = sys.stdin.read().split("\n")[:2]
pages = []
try:
    pages.extend(play(state, moves))
except Wrong:
    pass
frames = [(picture(page), 100) for page in pages]
with open("box.gif", "wb") as file:
    file.write(gif(frames))
