# The box is a page of text that is really turned: gravity is always to the right, "*" is the hole,
# and falling is replacing. Boxes with the fewest shubbles are tried first.
import heapq

PAGE = """\
abcdef#
#ghijkl
#mnopq#
rstuvw#
#xyzABC
#####*#"""
CELLS = "abcdefghijklmnopqrstuvwxyzABC"
TURNS = {"+": 1, "|": 2, "-": 3}
WAYS = {"^": 0, ">": 1, "v": 2, "<": 3}


def clockwise(page):
    return "\n".join(map("".join, zip(*reversed(page.split("\n")))))


def fallen(page):
    for _ in CELLS:
        page = page.replace("o.", ".o").replace("x.", ".x").replace("o*", ".*")
    return page


def moved(page, way):
    """Turn the page so that the stot goes to the right, and back."""
    if "o@" in page or "x@" in page:
        return ""
    for _ in range(4):
        page = clockwise(page)
        way = (way + 1) % 4
        if way == 1:
            page = page.replace("@.", ".@")
    return page


def after(page, turns, step):
    if step in WAYS:
        return moved(page, (WAYS[step] + turns) % 4), turns
    for _ in range(TURNS[step]):
        page = clockwise(page)
    return fallen(page), turns + TURNS[step]


def entry(page, turns, moves):
    return page.count("o"), len(moves), moves, page, turns


def solved(page):
    # Three quarter turns lay the standard orientation on its side, gravity to the right.
    page = clockwise(clockwise(clockwise(page)))
    waiting = [entry(page, 3, "")]
    seen = {page}
    while waiting:
        shubbles, _, moves, page, turns = heapq.heappop(waiting)
        if shubbles == 0:
            return moves
        for step in TURNS | WAYS:
            box, turned = after(page, turns, step)
            if box and "x*" not in box and box not in seen:
                seen.add(box)
                heapq.heappush(waiting, entry(box, turned, moves + step))
    return "!"


print(solved(PAGE.translate(str.maketrans(CELLS, input()))))
