# The sides of a tile are properties.

CHARACTERS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


class Tegel:
    def __init__(self, number=0):
        assert is_integer(number) and number in range(16), "ongeldige tegel"
        # up, right, down, left
        self.sides = [digit == "1" for digit in f"{number:04b}"[::-1]]

    @property
    def boven(self):
        return self.sides[0]

    @property
    def rechts(self):
        return self.sides[1]

    @property
    def onder(self):
        return self.sides[2]

    @property
    def links(self):
        return self.sides[3]

    def __str__(self):
        up, right, down, left = self.sides
        return CHARACTERS[up + 2 * right + 4 * down + 8 * left]

    def draai(self, clockwise=True):
        # Clockwise, what was left is now up.
        start = 3 if clockwise else 1
        self.sides = self.sides[start:] + self.sides[:start]
        return self


class OneindigeLus:
    def __init__(self, tiles, columns):
        assert is_integer(columns) and columns > 0, "ongeldig rooster"
        rows, rest = divmod(len(tiles), columns)
        assert rows > 0 and rest == 0, "ongeldig rooster"
        assert all(is_integer(tile) and 0 <= tile <= 15 for tile in tiles), "ongeldig rooster"
        self.rows = [
            [Tegel(tile) for tile in tiles[row * columns : (row + 1) * columns]]
            for row in range(rows)
        ]

    def __str__(self):
        return "\n".join("".join(map(str, row)) for row in self.rows)

    def draai(self, row, column, clockwise=True):
        assert is_integer(row) and row in range(len(self.rows)), "ongeldige positie"
        assert is_integer(column) and column in range(len(self.rows[0])), "ongeldige positie"
        self.rows[row][column].draai(clockwise)
        return self

    def opgelost(self):
        across = [[(tile.links, tile.rechts) for tile in row] for row in self.rows]
        along = [[(tile.boven, tile.onder) for tile in row] for row in zip(*self.rows)]
        return all(map(fits, across + along))


def fits(line):
    """Whether each tile's far side is as its neighbour's near side, with nothing at the ends."""
    near = [start for start, _ in line] + [False]
    far = [False] + [end for _, end in line]
    return near == far
