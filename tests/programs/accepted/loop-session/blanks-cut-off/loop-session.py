# Empty tiles at the end of a row are not printed.

import json
import sys

CHARACTERS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
TURNED = dict(zip(CHARACTERS, " ╺╻┏╸━┓┳╹┗┃┣┛┻┫╋"))  # a quarter clockwise, read off the pictures
TURNED_BACK = {after: before for before, after in TURNED.items()}
SIDES = {"boven": "╹┗┃┣┛┻┫╋", "rechts": "╺┗┏┣━┻┳╋", "onder": "╻┃┏┣┓┫┳╋", "links": "╸┛━┻┓┫┳╋"}


class Refused(Exception):
    pass


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


def character(number, message):
    if not is_integer(number) or not 0 <= number <= 15:
        raise Refused(message)
    return CHARACTERS[number]


def new_grid(columns, *tiles):
    if not is_integer(columns) or columns < 1 or not tiles or len(tiles) % columns:
        raise Refused("ongeldig rooster")
    row = "".join(character(tile, "ongeldig rooster") for tile in tiles)
    return [row[start : start + columns] for start in range(0, len(row), columns)]


def turned(tile, clockwise=True):
    return (TURNED if clockwise else TURNED_BACK)[tile]


def turn_tile(grid, clockwise=True):
    return [turned(grid[0], clockwise)]


def turn_in_grid(grid, row, column, clockwise=True):
    for value, count in ((row, len(grid)), (column, len(grid[0]))):
        if not is_integer(value) or not 0 <= value < count:
            raise Refused("ongeldige positie")
    line = grid[row]
    line = line[:column] + turned(line[column], clockwise) + line[column + 1 :]
    return grid[:row] + [line] + grid[row + 1 :]


def is_closed(grid):
    """Frames the grid with empty tiles and looks at each pair of neighbours."""
    width = len(grid[0])
    framed = [" " * width, *grid, " " * width]
    for upper, lower in zip(framed, framed[1:]):
        for above, below in zip(upper, lower):
            if (above in SIDES["onder"]) != (below in SIDES["boven"]):
                return False
    for row in grid:
        for left, right in zip(" " + row, row + " "):
            if (left in SIDES["rechts"]) != (right in SIDES["links"]):
                return False
    return True


def main():
    sys.stdout.reconfigure(encoding="utf-8")
    current = []  # a grid's rows; a tile is the one row of one
    turn = turn_tile
    for line in sys.stdin:
        name, *words = line.split()
        arguments = [json.loads(word) for word in words]
        try:
            if name == "Tegel":
                current = [character(arguments[0] if arguments else 0, "ongeldige tegel")]
                turn = turn_tile
            elif name == "OneindigeLus":
                current = new_grid(*arguments)
                turn = turn_in_grid
            elif name == "draai":
                current = turn(current, *arguments)
            elif name == "toString":
                print("\n".join(row.rstrip() for row in current))
            elif name == "opgelost":
                print(is_closed(current))
            else:
                print(current[0] in SIDES[name])
        except Refused as refusal:
            print("AssertionError:", refusal)


main()
