"""Turn the tiles of a large grid so that every connector meets another; "!" where that cannot be.

Four steps, each for what the one before it has left open:

1. All cells at once tell their neighbours what they know of their sides. The cells of the grid are
   the bits of very large integers, so that a handful of operations serves every cell.
2. The sides still open fall into regions. In each of them a side is guessed, in all regions at
   once, and what follows is drawn as in step 1. Where that ends in a contradiction, the region goes
   back to what it was.
3. A region without straight tiles is a flow from the black to the white cells of a chessboard: an
   end lacks one connector, a corner one up or down and one to the left or right. What is lacking is
   joined along alternating paths. Where no path leads on, there is no answer: the cells that can be
   reached lack more than they can get. A straight tile first counts as one that lacks any two.
4. Each straight tile is laid one way or the other, and the flow led around it. Where it cannot be,
   the straight tiles on the border of the cells reached are the reason; the latest of them has to
   turn (dynamic backtracking).
"""

import sys
from heapq import heappop, heappush

EMPTY, END, CORNER, STRAIGHT, THREE, ALL = range(6)
KINDS = {EMPTY: "0", END: "1248", CORNER: "369c", STRAIGHT: "5a", THREE: "7bde", ALL: "f"}
UP, LEFT, DOWN, RIGHT = 1, 2, 4, 8
TURNS = [{(tile << n | tile >> 4 - n) & 15 for n in range(4)} for tile in range(16)]
ROUNDS = 400  # looks at all cells at once before they are looked at one by one
GUESSES = 60  # rounds of guessing before the search has to do it
PATIENCE = 10_000_000  # nodes visited on alternating paths before the search gives up
FLOODS = 400  # steps from cell to cell before a region is not followed to its end


class Unsolvable(Exception):
    """The grid has no answer."""


class Undecided(Exception):
    """The search has run out of patience."""


class Grid:
    """A grid as bits: cell 0 is the lowest bit; ``kinds`` are the cells of each kind.

    ``known`` holds four integers: the cells whose lower side is closed, or joined, and those whose
    right side is closed, or joined.
    """

    def __init__(self, text):
        rows = text.split()
        self.rows, self.columns = len(rows), len(rows[0])
        self.cells = self.rows * self.columns
        self.every = (1 << self.cells) - 1
        self.tiles = "".join(rows).lower()
        self.kinds = [bits(self.tiles, digits) for digits in KINDS.values()]
        width = self.columns
        self.top = (1 << width) - 1
        self.left = self.every // self.top  # one bit in each row
        nothing, everything = self.kinds[EMPTY], self.kinds[ALL]
        self.known = (
            self.top << self.cells - width | nothing | nothing >> width,
            everything | everything >> width,
            self.left << width - 1 | nothing | (nothing & ~self.left) >> 1,
            everything | (everything & ~self.left) >> 1,
        )
        if everything & (self.top | self.left) or any(conflicts(self.known)):
            raise Unsolvable

    def text(self, known):
        """Return the rows where every side is known."""
        _, down, _, right = known
        sides = (down << self.columns, right << 1, down, right)
        planes = (int(f"{side & self.every:b}", 16) for side in sides)
        digits = f"{sum(plane << bit for bit, plane in enumerate(planes)):0{self.cells}x}"[::-1]
        starts = range(0, self.cells, self.columns)
        return "".join(digits[start : start + self.columns] + "\n" for start in starts)


def bits(characters, ones):
    """Return the places, as bits, at which there is one of some characters."""
    table = {ord(each): "1" if each in ones else "0" for each in "0123456789abcdef"}
    return int(characters[::-1].translate(table), 2)


def places(number):
    """Yield the places of the bits of a number."""
    text = f"{number:b}"[::-1]
    place = text.find("1")
    while place >= 0:
        yield place
        place = text.find("1", place + 1)


def conflicts(known):
    """Return where a lower side, or a right one, is both closed and joined."""
    return known[0] & known[1], known[2] & known[3]


def spread(grid, known, low, right):
    """Return what is known once no tile can tell more; only the sides given may change.

    Regions that run into a contradiction are left in disorder; ``conflicts`` tells where.
    """
    for _ in range(ROUNDS):
        before, known = known, spread_once(grid, known, low, right)
        if known == before:
            return known
    return spread_singly(grid, known, low, right)


def spread_once(grid, known, low, right):
    """Return what is known once each tile has looked at its four sides."""
    _, end, corner, straight, three, _ = grid.kinds
    width = grid.columns
    d0, d1, r0, r1 = known
    u0, u1, l0, l1 = d0 << width | grid.top, d1 << width, r0 << 1 | grid.left, r1 << 1
    ud0, ud1, lr0, lr1 = u0 | d0, u1 | d1, l0 | r0, l1 | r1
    flat, steep = straight & (lr1 | ud0), straight & (ud1 | lr0)
    all_ud0, all_ud1, all_lr0, all_lr1 = u0 & d0, u1 & d1, l0 & r0, l1 & r1
    not_steep = end & lr1 | three & all_lr1 | flat
    not_flat = end & ud1 | three & all_ud1 | steep
    must_steep = three & lr0 | end & all_lr0 | steep
    must_flat = three & ud0 | end & all_ud0 | flat
    end_or_corner, three_or_corner = end | corner, three | corner
    # An end is joined where its three other sides are closed; and so on, by kind.
    down0 = end_or_corner & u1 | not_steep & (end | flat | u1)
    up0 = end_or_corner & d1 | not_steep & (end | flat | d1)
    right0 = end_or_corner & l1 | not_flat & (end | steep | l1)
    left0 = end_or_corner & r1 | not_flat & (end | steep | r1)
    down1 = three_or_corner & u0 | must_steep & (three | steep | u0)
    up1 = three_or_corner & d0 | must_steep & (three | steep | d0)
    right1 = three_or_corner & l0 | must_flat & (three | flat | l0)
    left1 = three_or_corner & r0 | must_flat & (three | flat | r0)
    return (
        d0 | (down0 | up0 >> width) & low,
        d1 | (down1 | up1 >> width) & low,
        r0 | (right0 | left0 >> 1) & right,
        r1 | (right1 | left1 >> 1) & right,
    )


def conclusions():
    """Return, by tile, joined sides and closed sides, the sides that then must be either."""
    found = []
    for index in range(16**3):
        tile, joined, closed = index >> 8, index >> 4 & 15, index & 15
        ways = [way for way in TURNS[tile] if way & joined == joined and not way & closed]
        always = never = 15
        for way in ways:
            always &= way
            never &= ~way
        found.append((always, never) if ways else None)
    return found


def spread_singly(grid, known, low, right):
    """Do what ``spread`` does, cell by cell: for when a few cells have much to tell in turn."""
    table = conclusions()
    width = grid.columns
    tiles = bytes(int(digit, 16) for digit in grid.tiles)
    closed, joined = (
        by_cell(grid, steep << width | first, flat << 1 | second, steep, flat)
        for steep, flat, first, second in (
            (known[0], known[2], grid.top, grid.left),
            (known[1], known[3], 0, 0),
        )
    )
    across = ((UP, DOWN, -width), (LEFT, RIGHT, -1), (DOWN, UP, width), (RIGHT, LEFT, 1))
    may_change = by_cell(grid, low << width, right << 1, low, right)
    waiting = list(places(grid.every))
    while waiting:
        cell = waiting.pop()
        told = table[tiles[cell] << 8 | joined[cell] << 4 | closed[cell]]
        if told is None:
            told = (may_change[cell] | joined[cell], may_change[cell] | closed[cell])
        fresh = (told[0] & ~joined[cell] | told[1] & ~closed[cell]) & may_change[cell]
        joined[cell] |= told[0] & fresh
        closed[cell] |= told[1] & fresh
        for side, facing, step in across:
            there = cell + step
            if fresh & side and there < grid.cells:  # only a contradiction leads off the grid
                if told[0] & side:
                    joined[there] |= facing
                if told[1] & side:
                    closed[there] |= facing
                waiting.append(there)
    return tuple(
        bits(bytes(sides).hex()[1::2], [f"{value:x}" for value in range(16) if value & side])
        for side in (DOWN, RIGHT)
        for sides in (closed, joined)
    )


def by_cell(grid, up, left, down, right):
    """Return for each cell the sum of the sides at which it has a bit."""
    sides = [int(f"{side & grid.every:b}", 16) for side in (up, left, down, right)]
    digits = f"{sum(side << bit for bit, side in enumerate(sides)):0{grid.cells}x}"[::-1]
    return bytearray.fromhex("0" + "0".join(digits))


def guessed(grid, known):
    """Guess in all regions at once; return what is known then, and the sides that remain open."""
    low, right = grid.every & ~(known[0] | known[1]), grid.every & ~(known[2] | known[3])
    firm = known
    hard_low = hard_right = 0
    for joins in (grid.every, 0):
        tried, live_low, live_right = firm, low, right
        for _ in range(GUESSES):
            if not live_low | live_right:
                break
            touched = live_low << grid.columns | live_right << 1
            first = live_right & ~touched  # nothing above or to the left is open
            if not first:
                first = live_right & -live_right
            tried = (*tried[:2], tried[2] | first & ~joins, tried[3] | first & joins)
            tried = spread(grid, tried, live_low, live_right)
            if any(conflicts(tried)):
                lost = flooded(grid, conflicts(tried), low, right)
                hard_low, hard_right = hard_low | lost[0], hard_right | lost[1]
                tried = mixed(tried, firm, *lost)
            live_low &= ~(tried[0] | tried[1] | hard_low)
            live_right &= ~(tried[2] | tried[3] | hard_right)
        hard_low, hard_right = flooded(
            grid, (hard_low | live_low, hard_right | live_right), low, right
        )
        firm = mixed(tried, firm, hard_low, hard_right)
        low, right, hard_low, hard_right = hard_low, hard_right, 0, 0
        if not low | right:
            break
    return firm, low, right


def mixed(new, old, low, right):
    """Return what is new, but what is old at the sides given."""
    masks = (low, low, right, right)
    return tuple(a & ~mask | b & mask for a, b, mask in zip(new, old, masks))


def flooded(grid, seeds, low, right):
    """Return the open sides of the regions that some sides lie in; all, if that takes too long."""
    width = grid.columns
    in_low, in_right = seeds[0] & low, seeds[1] & right
    for _ in range(FLOODS):
        cells = in_low | in_low << width | in_right | in_right << 1
        fresh = low & (cells | cells >> width), right & (cells | cells >> 1)
        if fresh == (in_low, in_right):
            return fresh
        in_low, in_right = fresh
    return low, right


class Flow:
    """Connectors between the open sides of some regions, with every straight tile free at first.

    A node is something that lacks connectors: twice a cell's number, or one more for the sides to
    the left and right of a corner. An edge is an open side: twice the number of the cell above it,
    or of the cell to the left of it plus one. ``near`` holds each node's edges with the nodes at
    their other ends; ``holders`` the straight tiles that are laid and need an edge as it is.
    """

    def __init__(self, grid, known, low, right):
        self.width = width = grid.columns
        self.near = [()] * (2 * grid.cells)
        self.lack = [0] * (2 * grid.cells)
        self.joined = bytearray(2 * grid.cells)
        self.holders = {}
        self.steps = 0
        touched = low | low << width | right | right << 1
        self._count_what_lacks(grid, known, touched)
        self._join_nodes(grid, low, right)
        self.straights = list(places(grid.kinds[STRAIGHT] & touched))

    def _count_what_lacks(self, grid, known, touched):
        beside = by_cell(grid, known[1] << self.width, known[3] << 1, known[1], known[3])
        for kind, connectors in ((END, 1), (STRAIGHT, 2), (THREE, 3)):
            for cell in places(grid.kinds[kind] & touched):
                self.near[2 * cell] = []
                self.lack[2 * cell] = connectors - beside[cell].bit_count()
        for cell in places(grid.kinds[CORNER] & touched):
            self.near[2 * cell], self.near[2 * cell + 1] = [], []

    def _join_nodes(self, grid, low, right):
        near, lack = self.near, self.lack
        corner = bytes(digit in KINDS[CORNER] for digit in grid.tiles)
        for edge in (2 * cell for cell in places(low)):
            below = edge + 2 * self.width
            near[edge].append((edge, below))
            near[below].append((edge, edge))
        for cell in places(right):
            one, other = 2 * cell + corner[cell], 2 * cell + 2 + corner[cell + 1]
            near[one].append((2 * cell + 1, other))
            near[other].append((2 * cell + 1, one))
        for node, edges in enumerate(near):
            if edges and corner[node >> 1]:
                lack[node] = 1

    def colour(self, node):
        """Return the colour of a node's cell on a chessboard."""
        return sum(divmod(node >> 1, self.width)) & 1

    def fill(self):
        """Lead as many connectors as are lacking, whichever way; raise Unsolvable if none does."""
        near, lack, joined = self.near, self.lack, self.joined
        for node, edges in enumerate(near):
            for edge, other in edges:
                if lack[node] and lack[other] and not joined[edge]:
                    joined[edge] = 1
                    lack[node] -= 1
                    lack[other] -= 1
        lacking = [node for node, number in enumerate(lack) if number]
        black = [node for node in lacking if self.colour(node)]
        if 2 * sum(lack[node] for node in black) != sum(lack[node] for node in lacking):
            raise Unsolvable
        for node in black:
            while lack[node]:
                if not any(self.paths(node, {})):
                    raise Unsolvable

    def paths(self, source, came):
        """Look for a node that lacks a connector as the source does, and join the two.

        A generator, so that two can take turns: yields False for every step, and True at the end if
        they were joined. The way goes along a side not joined and back along a joined one, and so
        on; ``came`` becomes the way back from every node that was reached.
        """
        near, lack, joined, holders = self.near, self.lack, self.joined, self.holders
        came[source] = ()
        queue = [source]
        for node in queue:
            self.steps += 1
            for edge, other in near[node]:
                if joined[edge] or other in came or edge in holders:
                    continue
                came[other] = node, edge
                if lack[other] > 0:
                    self._join_along(source, other, came)
                    yield True
                    return
                for edge_back, third in near[other]:
                    if joined[edge_back] and third not in came and edge_back not in holders:
                        came[third] = other, edge_back
                        queue.append(third)
            yield False
        if self.steps > PATIENCE:
            raise Undecided

    def _join_along(self, source, end, came):
        self.lack[source] -= 1
        self.lack[end] -= 1
        step = came[end]
        while step:
            self.joined[step[1]] ^= 1
            step = came[step[0]]

    def settle(self, upset):
        """Make good what some nodes have too much or too little.

        Returns None, or the straight tiles laid that make it impossible.
        """
        near, lack, joined, holders = self.near, self.lack, self.joined, self.holders
        for node in upset:  # the list grows while it is walked
            while lack[node] < 0:
                free = [each for each in near[node] if joined[each[0]] and each[0] not in holders]
                if not free:
                    return {holders[edge][0] for edge, _ in near[node] if joined[edge]}
                edge, other = free[0]
                joined[edge] = 0
                lack[node] += 1
                lack[other] += 1
                upset.append(other)
        while lacking := [node for node in upset if lack[node] > 0]:
            first = lacking[0]
            second = next(n for n in lacking if self.colour(n) != self.colour(first))
            reached = {}, {}
            walks = self.paths(first, reached[0]), self.paths(second, reached[1])
            turn = 0
            while (arrived := next(walks[turn], None)) is False:
                turn ^= 1
            if arrived is None:
                return self._guards(reached[turn], self.colour((first, second)[turn]))
        return None

    def _guards(self, reached, colour):
        """Return the straight tiles that hold the sides on the border of what was reached."""
        return {
            self.holders[edge][0]
            for node in reached
            for edge, other in self.near[node]
            if other not in reached
            and edge in self.holders
            and self.joined[edge] == (self.colour(node) != colour)
        }

    def lay(self, straight, steep):
        """Lay a straight tile one way; return None, or the straight tiles that prevent it."""
        node = 2 * straight
        upset = [other for _, other in self.near[node]]
        for edge, _ in self.near[node]:
            if edge in self.holders and self.joined[edge] != (steep ^ edge & 1):
                return {self.holders[edge][0]}
        for edge, other in self.near[node]:
            self.holders.setdefault(edge, []).append(straight)
            change = (steep ^ edge & 1) - self.joined[edge]
            self.joined[edge] += change
            self.lack[node] -= change
            self.lack[other] -= change
        blame = self.settle(upset)
        if blame is None:
            return None
        self.lift(straight)
        self.settle(upset)
        return blame - {straight}

    def lift(self, straight):
        """Let a straight tile go; the connectors stay as they are until they have to change."""
        for edge, _ in self.near[2 * straight]:
            self.holders[edge].remove(straight)
            if not self.holders[edge]:
                del self.holders[edge]

    def regions(self):
        """Yield the nodes of each region that holds together."""
        seen = set()
        for start, edges in enumerate(self.near):
            if edges and start not in seen:
                seen.add(start)
                region = [start]
                for node in region:  # the list grows while it is walked
                    for _, other in self.near[node]:
                        if other not in seen:
                            seen.add(other)
                            region.append(other)
                yield region

    def search(self, region):
        """Return a search for the ways to lay the straight tiles among some nodes."""
        among = {node >> 1 for node in region}
        return Search(self, [straight for straight in self.straights if straight in among])

    def arrows(self, nodes):
        """Return for each node to which others the flow could be shifted from it, by which edge.

        To shift it around a circle gives another answer; every other answer comes from circles.
        """
        return {
            node: [
                (other, edge)
                for edge, other in self.near[node]
                if other in nodes
                and edge not in self.holders
                and self.joined[edge] == self.colour(node)
            ]
            for node in nodes
        }

    def ways(self, nodes, bound):
        """Count the ways to join some nodes around the edges held, up to a bound."""
        number = 1
        for circle in circling(self.arrows(set(nodes))):
            if number < bound:
                number *= self._ways_within(circle, -(-bound // number))
        return min(number, bound)

    def _ways_within(self, nodes, bound):
        """Count up to a bound where circles join all nodes to one another."""
        circles = apart(self.arrows(nodes), bound.bit_length())
        if 2 ** len(circles) >= bound:
            return bound
        edge = circles[0][0]
        self.holders[edge] = [None]
        number = self.ways(nodes, bound)
        if number < bound:
            self._shift(circles[0])
            number += self.ways(nodes, bound - number)
            self._shift(circles[0])
        del self.holders[edge]
        return number

    def _shift(self, circle):
        for edge in circle:
            self.joined[edge] ^= 1

    def inclined(self, straight):
        """Return whether a straight tile has connectors up and down as things stand."""
        up = 2 * (straight - self.width)
        return bool(self.joined[up] or self.joined[2 * straight])


def circling(arrows):
    """Return the sets of nodes that lie on circles with one another (Kosaraju's algorithm)."""
    finished, seen = [], set()
    for start in arrows:
        if start not in seen:
            seen.add(start)
            path = [(start, iter(arrows[start]))]
            while path:
                node, left = path[-1]
                for other, _ in left:
                    if other not in seen:
                        seen.add(other)
                        path.append((other, iter(arrows[other])))
                        break
                else:
                    finished.append(node)
                    path.pop()
    sources = {node: [] for node in arrows}
    for node, targets in arrows.items():
        for other, _ in targets:
            sources[other].append(node)
    groups, placed = [], set()
    for start in reversed(finished):
        if start not in placed:
            placed.add(start)
            group = [start]
            for node in group:  # the list grows while it is walked
                fresh = [other for other in sources[node] if other not in placed]
                placed.update(fresh)
                group += fresh
            if len(group) > 1:
                groups.append(set(group))
    return groups


def apart(arrows, most):
    """Return up to so many circles, each a list of edges, that share no node; the first is sure."""
    circles, used = [], set()
    for start in arrows:
        if start in used or len(circles) == most:
            continue
        came, queue = {}, [start]
        for node in queue:  # the list grows while it is walked
            for other, edge in arrows[node]:
                if other not in came and other not in used:
                    came[other] = node, edge
                    queue.append(other)
            if start in came:
                break
        if start in came:
            node, circle = start, []
            while not circle or node != start:
                used.add(node)
                node, edge = came[node]
                circle.append(edge)
            circles.append(circle)
    return circles


class Search:
    """A search for a way to lay some straight tiles so that the flow can be led around them.

    It learns from conflicts. A literal is twice the number of a straight tile, plus one for the way
    in which its connectors lead up and down; a clause holds literals one of which must be true. The
    flow itself states no clauses; it objects to literals, and its objections are clauses.
    """

    def __init__(self, flow, straights):
        self.flow, self.straights = flow, straights
        number = len(straights)
        self.numbers = {straight: variable for variable, straight in enumerate(straights)}
        self.true = [None] * (2 * number)
        self.watching = [[] for _ in range(2 * number)]
        self.level = [0] * number
        self.reason = [()] * number
        self.activity = [0.0] * number
        self.gain = 1.0
        self.heap = [(0.0, variable) for variable in range(number)]
        self.trail = []
        self.laid = 0  # so many literals of the trail
        self.starts = []  # where on the trail each guess is

    def run(self):
        """Lay all tiles; return whether that can be done."""
        conflicts, most = 0, 100
        while True:
            clause = self._propagated()
            if clause:
                if not self.starts:
                    return False
                conflicts += 1
                self._learn(clause)
            elif conflicts > most:
                conflicts, most = 0, most * 1.2
                self._back_to(0)
            elif not self._guess():
                return True

    def exclude(self):
        """Take the way in which the tiles lie now out of the search; return False if no other."""
        clause = [self.trail[start] ^ 1 for start in reversed(self.starts)]
        if not clause:
            return False
        self._back_to(len(clause) - 1)
        self._add(clause)
        return True

    def _guess(self):
        while self.heap:
            variable = heappop(self.heap)[1]
            if self.true[2 * variable] is None:
                self.starts.append(len(self.trail))
                self._set(2 * variable + self.flow.inclined(self.straights[variable]), ())
                return True
        return False

    def _set(self, literal, reason):
        self.true[literal], self.true[literal ^ 1] = True, False
        self.level[literal >> 1] = len(self.starts)
        self.reason[literal >> 1] = reason
        self.trail.append(literal)

    def _add(self, clause):
        """Add a clause whose first literal is open, and the others false, the latest first."""
        if len(clause) > 1:
            self.watching[clause[0]].append(clause)
            self.watching[clause[1]].append(clause)
        self._set(clause[0], clause)

    def _back_to(self, level):
        if level >= len(self.starts):
            return
        start = self.starts[level]
        for place in range(len(self.trail) - 1, start - 1, -1):
            literal = self.trail[place]
            self.true[literal] = self.true[literal ^ 1] = None
            heappush(self.heap, (-self.activity[literal >> 1], literal >> 1))
            if place < self.laid:
                self.flow.lift(self.straights[literal >> 1])
        del self.trail[start:]
        del self.starts[level:]
        self.laid = min(self.laid, start)

    def _propagated(self):
        """Lay the tiles on the trail, and those that must lie one way then; return a conflict."""
        while self.laid < len(self.trail):
            literal = self.trail[self.laid]
            clause = self._implied(literal ^ 1)
            if clause:
                return clause
            blame = self.flow.lay(self.straights[literal >> 1], literal & 1)
            if blame is not None:
                others = map(self.numbers.__getitem__, blame)
                return [literal ^ 1, *(2 * each + (not self.true[2 * each + 1]) for each in others)]
            self.laid += 1
        return None

    def _implied(self, false):
        """Draw conclusions from the clauses that watch a literal that has become false."""
        true, watching = self.true, self.watching
        clauses, watching[false] = watching[false], []
        for place, clause in enumerate(clauses):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            if true[clause[0]]:
                watching[false].append(clause)
                continue
            for index in range(2, len(clause)):
                if true[clause[index]] is not False:
                    clause[1], clause[index] = clause[index], false
                    watching[clause[1]].append(clause)
                    break
            else:
                watching[false].append(clause)
                if true[clause[0]] is False:
                    watching[false] += clauses[place + 1 :]
                    return clause
                self._set(clause[0], clause)
        return None

    def _learn(self, conflict):
        """Learn from a clause that is false, and go back to where the lesson would have helped."""
        lesson = self._lesson(conflict)
        self.gain *= 1.05
        if self.gain > 1e100:
            self.activity = [activity / self.gain for activity in self.activity]
            self.heap = sorted((-each, variable) for variable, each in enumerate(self.activity))
            self.gain = 1.0
        lesson[1:] = sorted(lesson[1:], key=lambda each: -self.level[each >> 1])
        self._back_to(self.level[lesson[1] >> 1] if len(lesson) > 1 else 0)
        self._add(lesson)

    def _lesson(self, conflict):
        """Return the clause of the first unique implication point, its own literal first."""
        seen, lesson = set(), [0]
        pending, place, literal = 0, len(self.trail), -1
        while True:
            for other in conflict:
                variable = other >> 1
                if other != literal and variable not in seen and self.level[variable]:
                    seen.add(variable)
                    self.activity[variable] += self.gain
                    if self.level[variable] == len(self.starts):
                        pending += 1
                    else:
                        lesson.append(other)
            place -= 1
            while self.trail[place] >> 1 not in seen:
                place -= 1
            literal = self.trail[place]
            pending -= 1
            if not pending:
                lesson[0] = literal ^ 1
                return lesson
            conflict = self.reason[literal >> 1]


def solved(text):
    """Return the rows of an answer. Raises Unsolvable, or Undecided."""
    grid = Grid(text)
    known, low, right = opened(grid)
    if low | right:
        known, low, right = guessed(grid, known)
    if low | right:
        flow = Flow(grid, known, low, right)
        flow.fill()
        if flow.straights:
            for region in flow.regions():
                if not flow.search(region).run():
                    raise Unsolvable
        joined = flow.joined.translate(b"01" + b"1" * 254).decode()[::-1]
        down, flat = int(joined[1::2], 2), int(joined[::2], 2)
        known = known[0], known[1] | down & low, known[2], known[3] | flat & right
    return grid.text(known)


def counted(text, bound):
    """Return the number of answers, counted up to a bound. Raises Undecided."""
    try:
        grid = Grid(text)
        flow = Flow(grid, *opened(grid))
        flow.fill()
    except Unsolvable:
        return 0
    number = 1
    for region in flow.regions():
        search, ways, wanted = flow.search(region), 0, -(-bound // number)
        while ways < wanted and search.run():
            ways += flow.ways(region, wanted - ways)
            if not search.exclude():
                break
        if not ways:
            return 0
        number = min(number * ways, bound)
    return number


def opened(grid):
    """Return what all tiles together tell, and the lower and right sides that remain open."""
    known = spread(grid, grid.known, grid.every, grid.every)
    if any(conflicts(known)):
        raise Unsolvable
    return known, grid.every & ~(known[0] | known[1]), grid.every & ~(known[2] | known[3])


def answer(stdin):
    """Return what the program prints for its input, both as bytes."""
    try:
        return solved(stdin.decode()).encode()
    except Unsolvable:
        return b"!\n"


def main(reply):
    """Print what a function replies to stdin; complain where the search has given up."""
    try:
        sys.stdout.buffer.write(reply(sys.stdin.buffer.read()))
    except Undecided:
        sys.exit("neither an answer was found nor that there is none; the search has given up")


if __name__ == "__main__":
    main(answer)
