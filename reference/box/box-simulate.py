"""The box of shubbles, smoles and a stot: prints where a list of manipulations leaves them."""

PICTURE = ["######", " ######", " #####", "######", " ######"]
CELLS = [(y, x) for y, row in enumerate(PICTURE) for x, mark in enumerate(row) if mark == "#"]
HOLE = (5, 5)  # below cell 28, and beside no other cell
STEPS = {"v": (1, 0), ">": (0, 1), "^": (-1, 0), "<": (0, -1)}
TURNS = {"+": 1, "|": 2, "-": 3}
CREATURES = {"o", "x"}


def beside(place, side):
    y, x = place
    down, right = STEPS[side]
    return y + down, x + right


def fall(box, floor):
    falling = True
    while falling:
        falling = False
        for place in CELLS:
            below = beside(place, floor)
            if box[place] in CREATURES and (below == HOLE or box.get(below) == "."):
                falling = True
                if below in box:
                    box[below] = box[place]
                box[place] = "."


def play(state, moves):
    box = dict(zip(CELLS, state))
    stot = CELLS[state.index("@")]
    sides = "v>^<"  # the box's own sides, clockwise on the page from the one that is its floor now
    for move in moves:
        if move in TURNS:
            turn = TURNS[move]
            sides = sides[turn:] + sides[:turn]
            fall(box, sides[0])
            if list(box.values()).count("x") < 2:
                return "!"
        else:
            target = beside(stot, move)
            if box.get(beside(stot, sides[2])) in CREATURES or box.get(target) != ".":
                return "!"
            box[stot], box[target] = ".", "@"
            stot = target
    return "".join(box.values())


print(play(input(), input()))
