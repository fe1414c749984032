# Right, but without any move it waits for one for ever.
import sys

ROWS = ((0, 6), (1, 6), (1, 5), (0, 6), (1, 6))
CELLS = [(y, x) for y, (first, count) in enumerate(ROWS) for x in range(first, first + count)]
STEPS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0)}


def simulate(state, moves):
    box = dict(zip(CELLS, state))
    down = (1, 0)
    for move in moves:
        dy, dx = down
        if move in STEPS:
            y, x = next(cell for cell in CELLS if box[cell] == "@")
            target = y + STEPS[move][0], x + STEPS[move][1]
            if box.get(target) != "." or box.get((y - dy, x - dx), ".") in "ox":
                return "!"
            box[y, x], box[target] = ".", "@"
            continue
        dy, dx = down = {"+": (-dx, dy), "-": (dx, -dy), "|": (-dy, -dx)}[move]
        # From the lowest cell up, each creature falls as far as it can.
        for y, x in sorted(CELLS, key=lambda cell: -cell[0] * dy - cell[1] * dx):
            creature = box[y, x]
            if creature not in "ox":
                continue
            box[y, x] = "."
            while box.get((y + dy, x + dx)) == ".":
                y, x = y + dy, x + dx
            if (y + dy, x + dx) != (5, 5):
                box[y, x] = creature
            elif creature == "x":
                return "!"
    return "".join(box.values())


state = sys.stdin.readline().strip()
moves = sys.stdin.readline().strip()
while not moves:
    moves = sys.stdin.readline().strip()
print(simulate(state, moves))
