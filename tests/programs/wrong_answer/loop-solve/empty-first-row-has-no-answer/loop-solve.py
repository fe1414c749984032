# Wrong: a large grid whose first row is empty is taken for one without an answer.
import sys

rows = sys.stdin.read().split()
height, width = len(rows), len(rows[0])


def turns(tile):
    found = []
    for _ in range(4):
        if tile not in found:
            found.append(tile)
        tile = tile * 2 % 16 + tile // 8
    return found


ways = [turns(int(digit, 16)) for row in rows for digit in row]


def fits(place, tile, chosen):
    row, column = divmod(place, width)
    above = chosen[place - width] & 4 if row else 0
    left = chosen[place - 1] & 8 if column else 0
    if bool(tile & 1) != bool(above) or bool(tile & 2) != bool(left):
        return False
    if row == height - 1 and tile & 4 or column == width - 1 and tile & 8:
        return False
    return True


def solve():
    chosen = [0] * len(ways)
    tried = [0] * (len(ways) + 1)
    place = 0
    while 0 <= place < len(ways):
        while tried[place] < len(ways[place]):
            tile = ways[place][tried[place]]
            tried[place] += 1
            if fits(place, tile, chosen):
                chosen[place] = tile
                place += 1
                tried[place] = 0
                break
        else:
            place -= 1
    return chosen if place >= 0 and (height < 5 or any(chosen[:width])) else None


answer = solve()
if answer is None:
    print("!")
else:
    for row in range(height):
        print("".join("%x" % tile for tile in answer[row * width : row * width + width]))
