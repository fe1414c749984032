# Wrong: of a wide grid only as many columns are compared as there are rows.
import json
import sys

CHARACTERS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
SIDES = ["boven", "rechts", "onder", "links"]


class Refused(Exception):
    pass


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_tile(value):
    return is_integer(value) and 0 <= value <= 15


def new_tile(number=0):
    if not is_tile(number):
        raise Refused("ongeldige tegel")
    return [[number]]


def new_grid(columns, *tiles):
    if not is_integer(columns) or columns < 1 or not tiles or len(tiles) % columns:
        raise Refused("ongeldig rooster")
    if not all(map(is_tile, tiles)):
        raise Refused("ongeldig rooster")
    return [list(tiles[start : start + columns]) for start in range(0, len(tiles), columns)]


def turned(tile, clockwise=True):
    return (tile << 1 & 15 | tile >> 3) if clockwise else (tile >> 1 | (tile & 1) << 3)


def turn_tile(grid, clockwise=True):
    grid[0][0] = turned(grid[0][0], clockwise)


def turn_in_grid(grid, row, column, clockwise=True):
    if not is_integer(row) or not 0 <= row < len(grid):
        raise Refused("ongeldige positie")
    if not is_integer(column) or not 0 <= column < len(grid[0]):
        raise Refused("ongeldige positie")
    grid[row][column] = turned(grid[row][column], clockwise)


def is_closed(grid):
    for row, line in enumerate(grid):
        for column, tile in enumerate(line[: len(grid)]):
            above = grid[row - 1][column] if row > 0 else 0
            right = line[column + 1] if column + 1 < len(line) else 0
            below = grid[row + 1][column] if row + 1 < len(grid) else 0
            left = line[column - 1] if column > 0 else 0
            if (tile & 1) != (above >> 2 & 1) or (tile >> 1 & 1) != (right >> 3):
                return False
            if (tile >> 2 & 1) != (below & 1) or (tile >> 3) != (left >> 1 & 1):
                return False
    return True


def show(grid):
    return "\n".join("".join(CHARACTERS[tile] for tile in line) for line in grid)


sys.stdout.reconfigure(encoding="utf-8")
grid = None
is_grid = False
for line in sys.stdin:
    name, *words = line.split()
    arguments = [json.loads(word) for word in words]
    try:
        if name == "Tegel":
            grid = new_tile(*arguments)
            is_grid = False
        elif name == "OneindigeLus":
            grid = new_grid(*arguments)
            is_grid = True
        elif name == "draai":
            (turn_in_grid if is_grid else turn_tile)(grid, *arguments)
        elif name == "toString":
            print(show(grid))
        elif name == "opgelost":
            print(is_closed(grid))
        else:
            print(bool(grid[0][0] >> SIDES.index(name) & 1))
    except Refused as refusal:
        print("AssertionError:", refusal)
