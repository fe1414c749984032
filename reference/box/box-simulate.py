# The box lies on squared paper that is really turned: gravity is always down the page.
import sys

PAPER = [
    [1, 2, 3, 4, 5, 6, 0],
    [0, 7, 8, 9, 10, 11, 12],
    [0, 13, 14, 15, 16, 17, 0],
    [18, 19, 20, 21, 22, 23, 0],
    [0, 24, 25, 26, 27, 28, 29],
]


def clockwise(paper):
    return [list(row) for row in zip(*paper[::-1])]


PAPERS = [PAPER]
for _ in range(3):
    PAPERS.append(clockwise(PAPERS[-1]))
COLUMNS = [[column[::-1] for column in zip(*paper)] for paper in PAPERS]
SPOT = [
    {n: (r, c) for r, row in enumerate(paper) for c, n in enumerate(row) if n} for paper in PAPERS
]
# Where the box's own top, right, bottom and left lie on the page, in that order clockwise.
PAGE = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def at(turns, row, column):
    paper = PAPERS[turns]
    inside = 0 <= row < len(paper) and 0 <= column < len(paper[0])
    return paper[row][column] if inside else 0


def fall(box, turns):
    for column in COLUMNS[turns]:
        landing = []
        for number in column:  # from the floor upwards
            if number == 0 or box[number] == "@":
                landing = []
                continue
            landing.append(number)
            if turns == 0 and number == 28:
                landing = [0]  # whatever comes here falls through the hole
            creature = box[number]
            if creature == ".":
                continue
            box[number] = "."
            if landing[0] == 0:
                if creature == "x":
                    return False
                continue
            box[landing.pop(0)] = creature
    return True


def play(state, moves):
    box = ["0", *state]
    turns = 0
    for move in moves:
        if move in "+|-":
            turns = (turns + " +|-".index(move)) % 4
            if not fall(box, turns):
                return "!"
            continue
        stot = box.index("@")
        row, column = SPOT[turns][stot]
        if box[at(turns, row - 1, column)] in "ox":
            return "!"
        down, right = PAGE[("^>v<".index(move) + turns) % 4]
        target = at(turns, row + down, column + right)
        if target == 0 or box[target] != ".":
            return "!"
        box[stot], box[target] = ".", "@"
    return "".join(box[1:])


lines = sys.stdin.read().split("\n")
print(play(lines[0], lines[1]))
