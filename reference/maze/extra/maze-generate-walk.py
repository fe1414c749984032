"""Make a maze of up to millions of cells by a config.

A walk that goes back where it cannot go on carves a perfect maze, from the exit: so each cell
knows its way there. Otherwise dead ends are opened where no 3x3 hall comes of it, and the cells
are numbered by their distance. Cells are numbers in one long row, with a border around the maze.
Standard library alone.
"""

import sys
from itertools import chain, permutations
from random import Random

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
PATTERN = ("#...###", "#.....#", "###.###", "..#.#..", "..#.###")


def answer(stdin):
    """Return the printed maze to the lines of a config."""
    lines = (line.strip() for line in stdin.decode().split("\n"))
    config = dict(line.split("=", 1) for line in lines if line and line[0] != "#")
    maze = Maze(int(config["WIDTH"]), int(config["HEIGHT"]), Random(config["SEED"]))
    entry, exit = (maze.cell(*map(int, config[key].split(","))) for key in ("ENTRY", "EXIT"))
    maze.carve(exit)
    if config["PERFECT"] == "False":
        maze.open_dead_ends()
        maze.measure(exit)
    return b"\n".join(
        [*maze.rows(), b"", config["ENTRY"].encode(), config["EXIT"].encode(), maze.path(entry), b""]
    )


class Maze:
    """``walls`` has a cell's digit; ``ways`` the step, as a side, that leads from it to the exit.

    A row is a cell longer than the maze is wide, and there is a row above and one below: those
    cells, and those of the 42, are not ``free``.
    """

    def __init__(self, width, height, random):
        self.width, self.height, self.random = width, height, random
        self.stride = stride = width + 1
        self.steps = {NORTH: -stride, EAST: 1, SOUTH: stride, WEST: -1}
        size = stride * (height + 2) + 1
        self.walls = bytearray([15]) * size
        self.ways = bytearray(size)
        self.free = bytearray(size)
        for y in range(height):
            self.free[self.cell(0, y) : self.cell(width, y)] = b"\1" * width
        if width >= 9 and height >= 7:
            corner = self.cell((width - 7) // 2, (height - 5) // 2)
            for y, line in enumerate(PATTERN):
                for x, mark in enumerate(line):
                    if mark == "#":
                        self.free[corner + y * stride + x] = 0

    def cell(self, x, y):
        return (y + 1) * self.stride + x

    def carve(self, start):
        """Open walls so that one way leads from each free cell to any other."""
        back = {NORTH: SOUTH, EAST: WEST, SOUTH: NORTH, WEST: EAST}
        orders = [
            tuple((self.steps[side], 15 - side, 15 - back[side], back[side]) for side in order)
            for order in permutations(back)
        ]
        walls, ways, untouched = self.walls, self.ways, bytearray(self.free)
        throws = chain.from_iterable(iter(self.throw, b""))
        untouched[start] = 0
        trail = [start]
        here = start
        for order in map(orders.__getitem__, throws):
            for step, through, from_there, way in order:
                there = here + step
                if untouched[there]:
                    untouched[there] = 0
                    walls[here] &= through
                    walls[there] &= from_there
                    ways[there] = way
                    trail.append(there)
                    here = there
                    break
            else:
                trail.pop()
                if not trail:
                    return
                here = trail[-1]

    def throw(self):
        """Return some thousand random numbers below 24, for there are 24 orders of four sides."""
        return self.random.randbytes(4096).translate(BELOW_24, TOO_HIGH)

    def open_dead_ends(self):
        """Open one more side of each dead end, and of others until there are two loops."""
        walls = self.walls
        places = [cell for cell, is_free in enumerate(self.free) if is_free]
        dead_ends = [cell for cell in places if walls[cell] in (7, 11, 13, 14)]
        loops = sum(map(self.open_one, dead_ends))
        for cell in places:
            loops += loops < 2 and self.open_one(cell)

    def open_one(self, cell):
        """Open a closed side of a cell where no hall comes of it; return whether there was one."""
        sides = [
            side
            for side, step in self.steps.items()
            if self.walls[cell] & side and self.free[cell + step]
        ]
        self.random.shuffle(sides)
        for side in sides:
            there = cell + self.steps[side]
            first, kind = min(cell, there), EAST if side in (EAST, WEST) else SOUTH
            self.toggle(first, kind)
            if not self.is_in_hall(first, kind):
                return True
            self.toggle(first, kind)
        return False

    def toggle(self, cell, side):
        """Open or close the east or south wall of a cell."""
        self.walls[cell] ^= side
        self.walls[cell + self.steps[side]] ^= WEST if side == EAST else NORTH

    def is_in_hall(self, cell, side):
        """Return whether one of the six 3x3 blocks with a wall inside is wholly open.

        A block is open where no wall touches the four points within it. The wall has two ends:
        only blocks around one of them count. A point goes by the cell to its upper left.
        """
        end = cell - (self.stride if side == EAST else 1)
        if not (self.is_bare(cell) or self.is_bare(end)):
            return False
        across, along = (1, self.stride) if side == EAST else (self.stride, 1)
        # The points on the line of the wall, two of which are its ends, and those beside it.
        line = [self.is_bare(end + number * along) for number in (-1, 0, 1, 2)]
        for beside in (-across, across):
            other = [self.is_bare(end + beside + number * along) for number in (-1, 0, 1, 2)]
            for number in range(3):
                if all(line[number : number + 2] + other[number : number + 2]):
                    return True
        return False

    def is_bare(self, point):
        """Return whether no wall touches the point at the lower right of a cell.

        There is no such point on the border, for the border is closed.
        """
        beyond = point + self.stride + 1
        if point < 0 or beyond >= len(self.walls):
            return False
        return not (self.walls[point] & (EAST | SOUTH) or self.walls[beyond] & (NORTH | WEST))

    def measure(self, start):
        """Find out which way is the shortest to the exit, from the exit on."""
        back = {NORTH: SOUTH, EAST: WEST, SOUTH: NORTH, WEST: EAST}
        ways_out = [
            tuple((step, back[side]) for side, step in self.steps.items() if not digit & side)
            for digit in range(16)
        ]
        walls = self.walls
        self.ways = ways = bytearray(len(walls))
        ways[start] = 15
        edge = [start]
        while edge:
            further = []
            for here in edge:
                for step, way in ways_out[walls[here]]:
                    there = here + step
                    if not ways[there]:
                        ways[there] = way
                        further.append(there)
            edge = further
        ways[start] = 0

    def rows(self):
        """Return the digits row by row."""
        for y in range(self.height):
            yield self.walls[self.cell(0, y) : self.cell(self.width, y)].translate(DIGITS)

    def path(self, start):
        """Return the letters of the way from a cell to the exit."""
        letters = {NORTH: "N", EAST: "E", SOUTH: "S", WEST: "W"}
        path = []
        while self.ways[start]:
            path.append(letters[self.ways[start]])
            start += self.steps[self.ways[start]]
        return "".join(path).encode()


DIGITS = b"0123456789ABCDEF" + bytes(240)
BELOW_24 = bytes(number % 24 for number in range(256))
TOO_HIGH = bytes(range(240, 256))  # else the first of the numbers came more often than the last


if __name__ == "__main__":
    sys.stdout.buffer.write(answer(sys.stdin.buffer.read()))
