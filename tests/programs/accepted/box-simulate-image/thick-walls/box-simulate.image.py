# Walls are 7 pixels thick where cells are 30 pixels wide.
import re
import struct
import sys
import zlib

FORM = ["       ", "###### ", " ######", " ##### ", "###### ", " ######", "     * "]
SIDE, WALL, GAP = 30, 3, 6
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


def settled(run):
    cells, hole = run.groups()
    creatures = cells.replace(".", "")
    if hole:
        if "x" in creatures:
            raise Wrong
        creatures = ""
    return creatures.rjust(len(cells), ".") + hole


def play(state, moves):
    cells = iter(state)
    page = [re.sub("#", lambda _: next(cells), row) for row in FORM]
    turns = 0
    for move in moves:
        if move in "+|-":
            quarters = " +|-".index(move)
            turns += quarters
            page = turned(page, quarters)
            page = columns(re.sub(r"([.ox]+)(\*?)", settled, column) for column in columns(page))
        else:
            way = ">v<^".index(move) + turns
            rows = "\n".join(turned(page, -way))
            if "@." not in rows or re.search("[ox]@", "\n".join(columns(page))):
                raise Wrong
            page = turned(rows.replace("@.", ".@").split("\n"), way)
    return page, turns


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


def chunk(kind, data):
    check = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + check


def png(canvas):
    header = struct.pack(">IIBBBBB", len(canvas[0]), len(canvas), 8, 2, 0, 0, 0)
    rows = b"".join(b"\0" + b"".join(bytes(COLOURS[dot]) for dot in row) for row in canvas)
    data = chunk(b"IDAT", zlib.compress(rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + data + chunk(b"IEND", b"")


state, moves = sys.stdin.read().split("\n")[:2]
try:
    page, turns = play(state, moves)
except Wrong:
    print("!")
else:
    with open("box.png", "wb") as file:
        file.write(png(picture(page)))
