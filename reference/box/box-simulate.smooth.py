# Draws the box in smooth motion, 20 frames a second, into box.png, which is an animated PNG.
# The page is a square of letters that is really turned: gravity is always down the page, and *
# is the place just outside the hole. Who is on the move is written as a capital, the stot as &.
import functools
import math
import operator
import re
import struct
import sys
import zlib

FORM = ["       ", "###### ", " ######", " ##### ", "###### ", " ######", "     * "]
WAYS = [(1, 0), (0, 1), (-1, 0), (0, -1)]  # right, down, left, up

SECOND = 20  # frames
FALL = 4  # frames in which a creature falls one cell

SIDE = 12  # of a cell, in pixels
SIZE = 9 * SIDE  # of the picture: the box fits in, however it is turned
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
GROUND, WALLS, GRID, EMPTY = range(4)


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
    if creatures[-1] == "X":
        raise Wrong
    return "." + creatures[:-1] + below


def film(state, moves):
    """Yield the pictures of all motions; each ends with the box at rest."""
    cells = iter(state)
    page = [re.sub("#", lambda _: next(cells), row) for row in FORM]
    yield picture(page)
    turns = 0
    for move in moves:
        if move in "+|-":
            quarters = {"+": 1, "|": 2, "-": -1}[move]
            still = picture(page)
            for step in range(1, abs(quarters) * SECOND + 1):
                yield spun(still, math.copysign(step * 90 / SECOND, quarters))
            turns += quarters
            page = turned(page, quarters)
            while True:
                upright = "\n".join(columns(page))
                falling = re.sub("[ox]+(?=[.*])", lambda run: run[0].upper(), upright)
                if falling == upright:
                    break
                for step in range(1, FALL):
                    yield picture(columns(falling.split("\n")), (0, 1), step / FALL)
                page = columns(re.sub("([OX]+)([.*])", lowered, falling).lower().split("\n"))
                yield picture(page)
        else:
            way = ">v<^".index(move) + turns
            rows = "\n".join(turned(page, -way))  # the stot's way leads to the right now
            if "@." not in rows or re.search("[ox]@", "\n".join(columns(page))):
                raise Wrong
            leaving = turned(rows.replace("@", "&").split("\n"), way)
            for step in range(1, SECOND):
                yield picture(leaving, WAYS[way % 4], step / SECOND)
            page = turned(rows.replace("@.", ".@").split("\n"), way)
            yield picture(page)


def picture(page, way=(0, 0), share=0):
    """Return the colours' numbers, row by row; round the page there is a margin of one cell.

    Who is on the move is drawn that share of a cell further on its way.
    """
    page = [" " * 9, *(f" {row} " for row in page), " " * 9]
    shift = [round(part * share * SIDE) for part in way]
    canvas = bytearray([GROUND]) * (SIZE * SIZE)
    squares, walls = [], []

    def fill(left, top, right, bottom, colour):
        for start in range(top * SIZE, bottom * SIZE, SIZE):
            canvas[start + left : start + right] = bytes([colour]) * (right - left)

    for row, letters in enumerate(page):
        for column, letter in enumerate(letters):
            if letter in " *":
                continue
            left, top = column * SIDE, row * SIDE
            right, bottom = left + SIDE, top + SIDE
            fill(left, top, right, bottom, GRID)
            fill(left + 1, top + 1, right, bottom, EMPTY)
            if letter != ".":
                x, y = shift if letter in "OX&" else (0, 0)
                colour = EMPTY + ".ox@.OX&".index(letter) % 4
                squares.append((left + GAP + x, top + GAP + y, colour))
            if page[row - 1][column] == " ":
                walls.append((left, top, right, top))
            if page[row + 1][column] == " ":
                walls.append((left, bottom, right, bottom))
            if letters[column - 1] == " ":
                walls.append((left, top, left, bottom))
            if letters[column + 1] == " ":
                walls.append((right, top, right, bottom))
    for left, top, colour in squares:
        fill(left, top, left + SIDE - 2 * GAP + 1, top + SIDE - 2 * GAP + 1, colour)
    for left, top, right, bottom in walls:
        fill(left - WALL, top - WALL, right + WALL, bottom + WALL, WALLS)
    return canvas


def spun(canvas, degrees):
    """Return a picture turned clockwise round its middle."""
    return bytes(sources(degrees)(canvas))


@functools.cache
def sources(degrees):
    """Return what takes from a picture, for each place of the turned one, what is seen there."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    places = []
    steps = [step + 0.5 - SIZE / 2 for step in range(SIZE)]
    for y in steps:
        for x in steps:
            column = math.floor(x * cosine + y * sine + SIZE / 2)
            row = math.floor(y * cosine - x * sine + SIZE / 2)
            inside = 0 <= column < SIZE and 0 <= row < SIZE
            places.append(row * SIZE + column if inside else 0)  # at 0 there is ground
    return operator.itemgetter(*places)


def packed(canvas):
    rows = (canvas[start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE))
    return zlib.compress(b"\0" + b"\0".join(rows))


def chunk(kind, data):
    check = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + check


def apng(frames):
    """Return an animated PNG of packed pictures; it is played once."""
    file = [
        b"\x89PNG\r\n\x1a\n",
        chunk(b"IHDR", struct.pack(">IIBBBBB", SIZE, SIZE, 8, 3, 0, 0, 0)),
        chunk(b"acTL", struct.pack(">II", len(frames), 1)),
        chunk(b"PLTE", b"".join(map(bytes, COLOURS))),
    ]
    numbers = iter(range(2 * len(frames)))
    for frame in frames:
        control = struct.pack(">IIIIIHHBB", next(numbers), SIZE, SIZE, 0, 0, 1, SECOND, 0, 0)
        file.append(chunk(b"fcTL", control))
        if frame is frames[0]:
            file.append(chunk(b"IDAT", frame))
        else:
            file.append(chunk(b"fdAT", struct.pack(">I", next(numbers)) + frame))
    return b"".join([*file, chunk(b"IEND", b"")])


state, moves = sys.stdin.read().split("\n")[:2]
try:
    frames = [packed(canvas) for canvas in film(state, moves)]
except Wrong:
    print("!")
else:
    with open("box.png", "wb") as file:
        file.write(apng(frames))
