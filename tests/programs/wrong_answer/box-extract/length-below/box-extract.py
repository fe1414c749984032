# The number of manipulations is printed on a line below them.
import heapq

PAGE = "##########abcdef####ghijkl###mnopq###rstuvw####xyzABC#######*####################"
CELLS = "abcdefghijklmnopqrstuvwxyzABC"
TURNS = {"+": 1, "|": 2, "-": 3}
WAYS = {"^": 0, ">": 1, "v": 2, "<": 3}
STEPS = [-9, 1, 9, -1]


def clockwise(page):
    return "".join(page[9 * (8 - place % 9) + place // 9] for place in range(81))


def fallen(page):
    before = ""
    while page != before:
        before = page
        page = page.replace("o.", ".o").replace("x.", ".x").replace("o*", ".*")
    return page


def moved(page, turns, step):
    stot = page.index("@")
    there = stot + STEPS[(WAYS[step] + turns) % 4]
    if page[stot - 1] in "ox" or page[there] != ".":
        return ""
    page = page.replace("@", ".")
    return page[:there] + "@" + page[there + 1 :]


def solved(page):
    # Three quarter turns lay the standard orientation on its side, gravity to the right.
    for _ in range(3):
        page = clockwise(page)
    waiting = [(page.count("o"), 0, "", page, 3)]
    seen = {page}
    while waiting:
        shubbles, length, moves, page, turns = heapq.heappop(waiting)
        if shubbles == 0:
            return moves
        for step in "+|-^>v<":
            if step in WAYS:
                after, turned = moved(page, turns, step), turns
            else:
                after, turned = page, turns + TURNS[step]
                for _ in range(TURNS[step]):
                    after = clockwise(after)
                after = fallen(after)
            if after and "x*" not in after and after not in seen:
                seen.add(after)
                waiting_box = (after.count("o"), length + 1, moves + step, after, turned)
                heapq.heappush(waiting, waiting_box)
    return "!"


answer = solved(PAGE.translate(str.maketrans(CELLS, input())))
print(answer)
print(len(answer))
