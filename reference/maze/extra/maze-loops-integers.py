"""Count the independent loops of a maze, for mazes of millions of cells.

The openings of a row are whole numbers, a bit a cell, so that one pass of a few operations a row
looks at all cells at once. Passes take from the maze, or add to it, what changes the number of
loops by as much as is counted:

- A dead end is closed: no loop goes through it.
- A cell without an opening is joined to the one above: no loop comes of it.
- A wall that ends freely is opened from its end: a loop more for each opening.
- A point that no wall touches is a loop, which goes with the opening above it.

What is left after some rounds, a few openings in a hundred cells, is joined one by one: an opening
within a piece is a loop. Standard library alone.
"""

import sys
from itertools import accumulate, compress

DIGITS = b"0123456789ABCDEFabcdef"
GAIN = 1000  # a pass has to do something to one cell in so many, or it was the last of its kind
REST = 50  # rounds end when openings are left in less than one cell in so many


def answer(stdin):
    """Return the number of loops, and a line feed, to the rows of digits."""
    rows = stdin.split()
    if not rows:
        return b"0\n"
    maze = Maze(rows)
    loops = 0
    before = maze.openings()
    while True:
        maze.settle(maze.close_dead_ends)
        left = maze.openings()
        if left * REST < maze.cells or left > 0.8 * before:
            return b"%d\n" % (loops + maze.loops())
        before = left
        maze.join_shut_cells()
        openings = maze.openings()
        maze.settle(maze.open_free_walls)
        loops -= maze.openings() - openings
        loops += maze.cut_round_points()


def is_open(side):
    """Return a table from digits to 1 where the side is open, else 0."""
    return bytes.maketrans(DIGITS, bytes(b"10"[int(chr(d), 16) & side > 0] for d in DIGITS))


class Maze:
    """Openings between cells; bit 0 of a number is the last column.

    ``east[row]`` has the openings to the next column, ``south[row]`` those to the next row; none
    leads out of the maze. The last of ``south``, 0, is also the one before the first.
    """

    def __init__(self, rows):
        east, south = 2, 4
        if len(rows) > len(rows[0]):  # long rows are better than many: loops do not mind turning
            width, text = len(rows[0]), b"".join(rows)
            rows = [text[column::width] for column in range(width)]
            east, south = south, east
        self.width, self.height = len(rows[0]), len(rows)
        self.cells = self.width * self.height
        self.all = (1 << self.width) - 1
        self.inner = self.all - 1
        self.east = [int(row.translate(is_open(east)), 2) & self.inner for row in rows]
        self.south = [int(row.translate(is_open(south)), 2) for row in rows]
        self.south[-1] = 0

    def openings(self):
        return sum(map(int.bit_count, self.east)) + sum(map(int.bit_count, self.south))

    def settle(self, one_pass):
        """Repeat a pass down and up while it is worth it."""
        while one_pass(range(self.height)) + one_pass(range(self.height)[::-1]) > self.cells // GAIN:
            pass

    def close_dead_ends(self, order):
        """Close the opening of each cell that has but one; return the number of such cells."""
        east, south = self.east, self.south
        found = 0
        for row in order:
            right, up, down = east[row], south[row - 1], south[row]
            left = right >> 1
            ends = (right ^ left ^ up ^ down) & ~(right & left | up & down)
            if ends:
                found += ends.bit_count()
                east[row] = right & ~(ends | ends << 1)
                south[row - 1] = up & ~ends
                south[row] = down & ~ends
        return found

    def join_shut_cells(self):
        """Open each cell without an opening to the one above it."""
        for row in range(1, self.height):
            right = self.east[row]
            shut = ~(right | right >> 1 | self.south[row - 1] | self.south[row])
            self.south[row - 1] |= shut & self.all

    def open_free_walls(self, order):
        """Open the wall at each point that but one touches; return the number of such points.

        Points lie where four cells meet; the one at the lower right of a cell has that cell's bit.
        """
        east, south = self.east, self.south
        found = 0
        for row in order:
            if row + 1 == self.height:
                continue
            up, down, left = ~east[row], ~east[row + 1], ~south[row]
            right = left << 1
            ends = (up ^ down ^ left ^ right) & ~(up & down | left & right) & self.inner
            if ends:
                found += ends.bit_count()
                east[row] |= ends
                east[row + 1] |= ends
                south[row] |= ends | ends >> 1
        return found

    def cut_round_points(self):
        """Close the opening above each point that no wall touches; return the number of points."""
        east, south = self.east, self.south
        found = 0
        for row in range(self.height - 1):
            points = east[row] & east[row + 1] & south[row] & south[row] << 1
            found += points.bit_count()
            east[row] &= ~points
        return found

    def loops(self):
        """Return the number of loops by joining cell to cell.

        Cells in a row with openings between them are one piece to begin with. Pieces are numbered
        row by row; cells without an opening are in none.
        """
        parents = []
        loops = 0
        above = []
        for row in range(self.height):
            right = self.east[row]
            used = right | self.south[row - 1] | self.south[row]
            begins = bits(used & ~(right >> 1), self.width)
            here = list(accumulate(begins, initial=len(parents) - 1))
            parents.extend(range(len(parents), here[-1] + 1))
            del here[0]
            for first, second in compress(zip(above, here), bits(self.south[row - 1], self.width)):
                while parents[first] != first:
                    parents[first] = first = parents[parents[first]]
                while parents[second] != second:
                    parents[second] = second = parents[parents[second]]
                if first == second:
                    loops += 1
                elif first < second:
                    parents[second] = first
                else:
                    parents[first] = second
            above = here
        return loops


def bits(number, width):
    """Return the bits of a number, the highest first, as 0 and 1."""
    return f"{number:0{width}b}".encode().translate(ZERO_AND_ONE)


ZERO_AND_ONE = bytes.maketrans(b"01", b"\0\1")


if __name__ == "__main__":
    sys.stdout.buffer.write(answer(sys.stdin.buffer.read()))
