"""The infinite loop puzzle by the session protocol: reads calls, prints what they answer.

A grid is a dict from row and column to the character that lies there, row by row; a tile is a grid
of one.
"""

import json
import sys

CHARACTERS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
TURNED = dict(zip(CHARACTERS, " ╺╻┏╸━┓┳╹┗┃┣┛┻┫╋"))  # a quarter clockwise, read off the pictures
TURNED_BACK = {after: before for before, after in TURNED.items()}
SIDES = {
    "boven": set("╹┗┃┣┛┻┫╋"),
    "rechts": set("╺┗┏┣━┻┳╋"),
    "onder": set("╻┃┏┣┓┫┳╋"),
    "links": set("╸┛━┻┓┫┳╋"),
}
BEYOND = {
    "boven": (-1, 0, "onder"),
    "rechts": (0, 1, "links"),
    "onder": (1, 0, "boven"),
    "links": (0, -1, "rechts"),
}


class Refused(Exception):
    pass


def character(number, refusal):
    if number not in range(16):
        raise Refused(refusal)
    return CHARACTERS[number]


def new_grid(columns, *tiles):
    if columns not in range(1, len(tiles) + 1) or len(tiles) % columns:
        raise Refused("ongeldig rooster")
    return {
        divmod(place, columns): character(tile, "ongeldig rooster")
        for place, tile in enumerate(tiles)
    }


def turn(grid, place, turned):
    if place not in grid:
        raise Refused("ongeldige positie")
    grid[place] = turned[grid[place]]


def picture(grid):
    rows = {}
    for (row, _), tile in grid.items():
        rows[row] = rows.get(row, "") + tile
    return "\n".join(rows.values())


def is_closed(grid):
    for (row, column), tile in grid.items():
        for side, (down, right, opposite) in BEYOND.items():
            there = grid.get((row + down, column + right))
            if tile in SIDES[side] and there not in SIDES[opposite]:
                return False
    return True


for line in sys.stdin:
    name, *words = line.split()
    arguments = [json.loads(word) for word in words]
    try:
        if name == "Tegel":
            grid = {(0, 0): character(*arguments or [0], "ongeldige tegel")}
        elif name == "OneindigeLus":
            grid = new_grid(*arguments)
        elif name == "draai":
            place = tuple(arguments[:2]) if len(arguments) > 1 else (0, 0)  # a tile lies alone
            turn(grid, place, TURNED_BACK if "false" in words else TURNED)
        elif name == "toString":
            print(picture(grid))
        elif name == "opgelost":
            print(is_closed(grid))
        else:
            print(grid[0, 0] in SIDES[name])
    except Refused as refusal:
        print("AssertionError:", refusal)
