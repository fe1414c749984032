# Draws every state of the box, each for a second, into box.gif.
# The page is a square of letters that is really turned: gravity is always down the page, and *
# is the place just outside the hole.
import re
import struct
import sys

FORM = ["       ", "###### ", " ######", " ##### ", "###### ", " ######", "     * "]

SIDE = 14  # of a cell, in pixels
WALL = 1  # so far a wall reaches to either side of the outline
GAP = 2  # between a cell's border and the square of who is in it
COLOURS = [
    (255, 255, 255),  # the ground
    (0, 0, 0),  # walls
    (170, 170, 170),  # lines of the grid
    (250, 250, 250),  # empty
    (30, 70, 220),  # shubble
    (220, 30, 30),  # smole
    (0, 0, 0),  # stot
]
GROUND, WALLS, GRID = range(3)


class Wrong(Exception):
    pass


def turned(page, quarters):
    for _ in range(quarters % 4):
        page = columns(page[::-1])
    return page


def columns(page):
    return ["".join(column) for column in zip(*page)]


def lowered(run):
    """Return creatures above an empty cell, or above the hole, after a step of their fall."""
    creatures, below = run.groups()
    if below == ".":
        return below + creatures
    if creatures[-1] == "x":
        raise Wrong
    return "." + creatures[:-1] + below


def play(state, moves):
    """Yield the page in each state, the first and the hidden ones too."""
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
                fallen = columns(
                    re.sub("([ox]+)([.*])", lowered, column) for column in columns(page)
                )
        else:
            way = ">v<^".index(move) + turns
            rows = "\n".join(turned(page, -way))  # the stot's way leads to the right now
            if "@." not in rows or re.search("[ox]@", "\n".join(columns(page))):
                raise Wrong
            page = turned(rows.replace("@.", ".@").split("\n"), way)
            yield page


def picture(page):
    """Return the colours' numbers, row by row; round the page there is a margin of one cell."""
    page = [" " * 9, *(f" {row} " for row in page), " " * 9]
    size = 9 * SIDE
    canvas = bytearray([GROUND]) * (size * size)

    def fill(left, top, right, bottom, colour):
        for start in range(top * size, bottom * size, size):
            canvas[start + left : start + right] = bytes([colour]) * (right - left)

    walls = []
    for row, letters in enumerate(page):
        for column, letter in enumerate(letters):
            if letter in " *":
                continue
            left, top = column * SIDE, row * SIDE
            right, bottom = left + SIDE, top + SIDE
            fill(left, top, right, bottom, GRID)
            fill(left + 1, top + 1, right, bottom, 3)
            colour = 3 + ".ox@".index(letter)
            fill(left + GAP, top + GAP, right - GAP + 1, bottom - GAP + 1, colour)
            if page[row - 1][column] == " ":
                walls.append((left, top, right, top))
            if page[row + 1][column] == " ":
                walls.append((left, bottom, right, bottom))
            if letters[column - 1] == " ":
                walls.append((left, top, left, bottom))
            if letters[column + 1] == " ":
                walls.append((right, top, right, bottom))
    for left, top, right, bottom in walls:
        fill(left - WALL, top - WALL, right + WALL, bottom + WALL, WALLS)
    return canvas


def gif(pictures):
    """Return a GIF file whose pictures are not packed: of 128 colours a code is just a byte.

    Code 128 makes the reader forget what it has learned, before codes grow longer; 129 ends.
    """
    size = 9 * SIDE
    palette = b"".join(map(bytes, COLOURS)).ljust(3 * 128, b"\0")
    file = [b"GIF89a", struct.pack("<HHBBB", size, size, 0xF6, 0, 0), palette]
    for canvas in pictures:
        file.append(struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 4, 100, 0, 0))  # 100 hundredths
        file.append(struct.pack("<BHHHHBB", 0x2C, 0, 0, size, size, 0, 7))
        for start in range(0, len(canvas), 120):
            codes = b"\x80" + canvas[start : start + 120]
            file += [bytes([len(codes)]), codes]
        file.append(b"\x01\x81\0")
    return b"".join([*file, b";"])


state, moves = sys.stdin.read().split("\n")[:2]
try:
    pages = list(play(state, moves))
except Wrong:
    print("!")
else:
    with open("box.gif", "wb") as file:
        file.write(gif(map(picture, pages)))
