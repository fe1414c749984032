# Cells are 8 pixels wide.
import functools
import math
import operator
import re
import struct
import sys
import zlib

FORM = ["       ", "###### ", " ######", " ##### ", "###### ", " ######", "     * "]
SIDE, WALL, GAP = 8, 1, 2
SECOND, FALL = 20, 4
WAYS = [(1, 0), (0, 1), (-1, 0), (0, -1)]
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
    if creatures[-1] == "X":
        raise Wrong
    return "." + creatures[:-1] + below


def film(state, moves):
    cells = iter(state)
    page = [re.sub("#", lambda _: next(cells), row) for row in FORM]
    yield picture(page)
    turns = 0
    for move in moves:
        if move in "+|-":
            quarters = {"+": 1, "|": 2, "-": -1}[move]
            way = 1 if quarters > 0 else -1
            still = picture(page)
            steps = abs(quarters) * SECOND
            for step in range(1, steps + 1):
                yield spun(still, way * step * 90 / SECOND)
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
            rows = "\n".join(turned(page, -way))
            if "@." not in rows or re.search("[ox]@", "\n".join(columns(page))):
                raise Wrong
            leaving = turned(rows.replace("@", "&").split("\n"), way)
            page = turned(rows.replace("@.", ".@").split("\n"), way)
            for step in range(1, SECOND):
                yield picture(leaving, WAYS[way % 4], step / SECOND)
            yield picture(page)


def spun(canvas, degrees):
    dots = sources(degrees, len(canvas))("".join(canvas))
    return [
        "".join(dots[start : start + len(canvas)]) for start in range(0, len(dots), len(canvas))
    ]


@functools.cache
def sources(degrees, size):
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    places = []
    steps = [step + 0.5 - size / 2 for step in range(size)]
    for y in steps:
        for x in steps:
            column = math.floor(x * cosine + y * sine + size / 2)
            row = math.floor(y * cosine - x * sine + size / 2)
            inside = 0 <= column < size and 0 <= row < size
            places.append(row * size + column if inside else 0)
    return operator.itemgetter(*places)


def picture(page, way=(0, 0), share=0.0):
    page = [" " * 9, *(f" {row} " for row in page), " " * 9]
    canvas = [[" "] * (9 * SIDE) for _ in range(9 * SIDE)]
    shift = [round(part * share * SIDE) for part in way]

    def fill(left, top, right, bottom, ink):
        for row in canvas[top:bottom]:
            row[left:right] = ink * (right - left)

    spots = [(r, c) for r in range(9) for c in range(9) if page[r][c] not in " *"]
    for row, column in spots:
        x, y = column * SIDE, row * SIDE
        fill(x, y, x + SIDE + 1, y + SIDE + 1, "+")
        fill(x + 1, y + 1, x + SIDE, y + SIDE, ".")
    for row, column in spots:
        letter = page[row][column]
        right, down = shift if letter in "OX&" else (0, 0)
        x, y = column * SIDE + GAP + right, row * SIDE + GAP + down
        if letter != ".":
            side = SIDE + 1 - 2 * GAP
            fill(x, y, x + side, y + side, letter.lower().replace("&", "@"))
    for row, column in spots:
        for down, right in [(-1, 0), (1, 0), (0, -1), (0, 1)]:
            if page[row + down][column + right] == " ":
                x = (column + (right > 0)) * SIDE - WALL
                y = (row + (down > 0)) * SIDE - WALL
                along, across = SIDE + 2 * WALL + 1, 2 * WALL + 1
                fill(x, y, x + (along if down else across), y + (along if right else across), "#")
    return ["".join(row) for row in canvas]


def chunk(kind, data):
    check = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + check


def apng(frames):
    inks = "".join(COLOURS)
    width, height = len(frames[0][0][0]), len(frames[0][0])
    palette = b"".join(bytes(COLOURS[ink]) for ink in inks)
    table = str.maketrans({ink: chr(number) for number, ink in enumerate(inks)})
    file = [
        b"\x89PNG\r\n\x1a\n",
        chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        chunk(b"acTL", struct.pack(">II", len(frames), 1)),
        chunk(b"PLTE", palette),
    ]
    numbers = iter(range(2 * len(frames)))
    for index, (canvas, hundredths) in enumerate(frames):
        rows = "".join("\0" + "".join(row).translate(table) for row in canvas)
        data = zlib.compress(rows.encode("latin-1"))
        control = (next(numbers), width, height, 0, 0, hundredths, 100, 0, 0)
        file.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", *control)))
        if index:
            file.append(chunk(b"fdAT", struct.pack(">I", next(numbers)) + data))
        else:
            file.append(chunk(b"IDAT", data))
    return b"".join([*file, chunk(b"IEND", b"")])


state, moves = sys.stdin.read().split("\n")[:2]
try:
    frames = [(canvas, 5) for canvas in film(state, moves)]
except Wrong:
    print("!")
else:
    with open("box.png", "wb") as file:
        file.write(apng(frames))
