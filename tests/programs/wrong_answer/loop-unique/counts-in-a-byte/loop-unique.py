# Wrong: counts in a byte, and says ! where it overflows to nothing.
import sys

rows = sys.stdin.read().split()
width = len(rows[0])
closed = (0,) * (width + 1)

# The connectors that wait to be met, one in each column and one to the right of the last tile: in
# how many ways they come about, and the tiles in one of these ways.
states = {closed: (1, "")}
for y, row in enumerate(rows, 1):
    for x, digit in enumerate(row):
        tile = int(digit, 16)
        following = {}
        for way in {(tile * 17 >> turn) % 16 for turn in range(4)}:
            up, left, down, right = (way >> bit & 1 for bit in range(4))
            if y == len(rows) and down or x == width - 1 and right:
                continue
            for state, (count, tiles) in states.items():
                if (state[x], state[-1]) == (up, left):
                    new = state[:x] + (down,) + state[x + 1 : -1] + (right,)
                    others = following.get(new, (0, ""))[0]
                    following[new] = count + others, tiles + "%x" % way
        states = following

count, tiles = states.get(closed, (0, ""))
if count % 256:
    for y in range(len(rows)):
        print(tiles[y * width : (y + 1) * width])
    print("# unique" if count == 1 else "# not unique")
else:
    print("!")
