# Draws the box as it is in the end, in the style of the challenge's figure, into box.png.
# The page is a square of letters that is really turned: gravity is always down the page, and *
# is the place just outside the hole.
import re
import struct
import sys
import zlib

FORM = ["       ", "###### ", " ######", " ##### ", "###### ", " ######", "     * "]

SIDE = 20  # of a cell, in pixels
WALL = 2  # so far a wall reaches to either side of the outline
GAP = 3  # between a cell's border and the square of who is in it
COLOURS = {
    " ": (255, 255, 255),  # the ground
    "#": (0, 0, 0),  # walls
    "+": (160, 160, 160),  # lines of the grid
    ".": (255, 255, 255),
    "o": (40, 80, 230),
    "x": (225, 30, 30),
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
    """Return a run of cells above one another once its creatures have fallen, or left."""
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
            rows = "\n".join(turned(page, -way))  # the stot's way leads to the right now
            if "@." not in rows or re.search("[ox]@", "\n".join(columns(page))):
                raise Wrong
            page = turned(rows.replace("@.", ".@").split("\n"), way)
    return page


def picture(page):
    """Return rows of colours; round the page there is a margin of one cell."""
    page = [" " * 9, *(f" {row} " for row in page), " " * 9]
    canvas = [[COLOURS[" "]] * (9 * SIDE) for _ in range(9 * SIDE)]

    def fill(left, top, right, bottom, colour):
        for row in canvas[top:bottom]:
            row[left:right] = [colour] * (right - left)

    walls = []
    for row, letters in enumerate(page):
        for column, letter in enumerate(letters):
            if letter in " *":
                continue
            left, top = column * SIDE, row * SIDE
            right, bottom = left + SIDE, top + SIDE
            fill(left, top, right, bottom, COLOURS["+"])
            fill(left + 1, top + 1, right, bottom, COLOURS["."])
            fill(left + GAP, top + GAP, right - GAP + 1, bottom - GAP + 1, COLOURS[letter])
            if page[row - 1][column] == " ":
                walls.append((left, top, right, top))
            if page[row + 1][column] == " ":
                walls.append((left, bottom, right, bottom))
            if letters[column - 1] == " ":
                walls.append((left, top, left, bottom))
            if letters[column + 1] == " ":
                walls.append((right, top, right, bottom))
    for left, top, right, bottom in walls:
        fill(left - WALL, top - WALL, right + WALL, bottom + WALL, COLOURS["#"])
    return canvas


def chunk(kind, data):
    check = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + check


def png(canvas):
    header = struct.pack(">IIBBBBB", len(canvas[0]), len(canvas), 8, 2, 0, 0, 0)
    rows = b"".join(b"\0" + bytes(part for colour in row for part in colour) for row in canvas)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", header),
            chunk(b"IDAT", zlib.compress(rows)),
            chunk(b"IEND", b""),
        ]
    )


state, moves = sys.stdin.read().split("\n")[:2]
try:
    page = play(state, moves)
except Wrong:
    print("!")
else:
    with open("box.png", "wb") as file:
        file.write(png(picture(page)))
