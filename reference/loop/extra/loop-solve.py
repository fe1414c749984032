"""Turn the tiles of a large grid so that every connector meets another; "!" where that cannot be.

Four steps, each for what the one before it has left open:

1. All cells at once tell their neighbours what they know of their sides. The cells of the grid are
   the bits of very large integers, so that a handful of operations serves every cell.
2. The sides still open fall into regions. In each of them a side is guessed, in all regions at
   once, and what follows is drawn as in step 1. Where that ends in a contradiction, the region goes
   back to what it was.
3. Of the open sides of an end exactly one is joined, of those of a tile of three exactly one is
   closed. A corner makes two sides opposites, a straight tile makes four sides one variable. A
   variable that is true in one such choice and false in another makes a single choice of the two;
   where it would tie a choice to itself, that choice is made. Few choices are left.
4. Without straight tiles the choices are black or white, and each variable joins two of different
   colours: to make all choices is to pair them. A straight tile ties such pairs into a knot. It is
   cut first, which may show that there is no answer, and then mended: by a search, which learns
   from conflicts, among the choices near it, or by leading the pairing around it, even if that
   tears others. Where that does not help, all choices are searched.
"""

import gc
import sys
from collections import deque
from contextlib import contextmanager
from heapq import heappop, heappush

EMPTY, END, CORNER, STRAIGHT, THREE, ALL = range(6)
KINDS = {EMPTY: "0", END: "1248", CORNER: "369c", STRAIGHT: "5a", THREE: "7bde", ALL: "f"}
UP, LEFT, DOWN, RIGHT = 1, 2, 4, 8
TURNS = [{(tile << n | tile >> 4 - n) & 15 for n in range(4)} for tile in range(16)]
ROUNDS = 400  # looks at all cells at once before they are looked at one by one
GUESSES = 60  # rounds of guessing before the search has to do it
SHARE = 4  # where more than one in so many sides is open, guessing is left out
PATIENCE = 5_000_000  # literals drawn before the search gives up
NEAR = 100  # choices around a knot to be mended
EFFORT = 100  # knots that resist before all choices are searched
CONFLICTS = 100  # in a search near a knot before it counts as one that resists
INFINITE = float("inf")
FLOODS = 400  # steps from cell to cell before a region is not followed to its end


class Unsolvable(Exception):
    """The grid has no answer."""


class Undecided(Exception):
    """The search has run out of patience."""


class Grid:
    """A grid as bits: cell 0 is the lowest bit; ``kinds`` are the cells of each kind.

    A row of empty tiles is put on top and a column to the left, so that every side of the grid's
    own cells is the lower or the right side of some cell.

    ``known`` holds four integers: the cells whose lower side is closed, or joined, and those whose
    right side is closed, or joined.
    """

    def __init__(self, text):
        rows = text.split()
        self.columns = 1 + len(rows[0])
        self.cells = (1 + len(rows)) * self.columns
        self.every = (1 << self.cells) - 1
        self.tiles = "".join(("0" * self.columns, *("0" + row for row in rows))).lower()
        self.kinds = [bits(self.tiles, digits) for digits in KINDS.values()]
        width = self.columns
        self.top = (1 << width) - 1
        left = self.every // self.top  # one bit in each row
        nothing, everything = self.kinds[EMPTY], self.kinds[ALL]
        self.known = (
            self.top << self.cells - width | nothing | nothing >> width,
            everything | everything >> width,
            left << width - 1 | nothing | nothing >> 1,
            everything | everything >> 1,
        )
        if any(conflicts(self.known)) or not self._is_balanced(len(rows) + 1):
            raise Unsolvable

    def _is_balanced(self, rows):
        """Return whether the black cells of a chessboard have as many connectors as the white."""
        width = self.columns
        lines = (("01" * width)[row % 2 : row % 2 + width] for row in range(rows))
        black = int("".join(lines), 2)
        return not sum(
            connectors * (2 * (cells & black).bit_count() - cells.bit_count())
            for connectors, cells in zip((0, 1, 2, 2, 3, 4), self.kinds)
        )

    def text(self, known):
        """Return the rows where every side is known."""
        _, down, _, right = known
        sides = (down << self.columns, right << 1, down, right)
        planes = (int(f"{side & self.every:b}", 16) for side in sides)
        digits = f"{sum(plane << bit for bit, plane in enumerate(planes)):0{self.cells}x}"[::-1]
        starts = range(self.columns, self.cells, self.columns)
        return "".join(digits[start + 1 : start + self.columns] + "\n" for start in starts)


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
    u0, u1, l0, l1 = d0 << width | grid.top, d1 << width, r0 << 1 | 1, r1 << 1
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
        by_cell(grid, steep << width | above, flat << 1 | above & 1, steep, flat)
        for steep, flat, above in ((known[0], known[2], grid.top), (known[1], known[3], 0))
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


def choices_left(grid, low, right):
    """Return the choices that open sides leave, and names of sides that go by those of others.

    A side is twice the number of the cell above it, or of the cell to the left of it plus one. Its
    name is the literal that says it is joined: of a variable that has the number of the side, or,
    below or to the right of a corner or a straight tile, of the first side in a line of such.
    """
    width, names, choices, black = grid.columns, {}, {}, set()
    threes, corners, straights = KINDS[THREE], KINDS[CORNER], KINDS[STRAIGHT]
    open_sides = by_cell(grid, low << width, right << 1, low, right)
    for cell in places(low | low << width | right | right << 1):
        tile, free = grid.tiles[cell], open_sides[cell]
        around = [2 * (cell - width), 2 * cell - 1, 2 * cell, 2 * cell + 1]
        up, left, down, flat = [names.get(side, 2 * side) for side in around]
        if tile in corners:
            if free & UP:
                names[2 * cell] = up ^ 1
            if free & LEFT:
                names[2 * cell + 1] = left ^ 1
            continue
        if tile in straights:
            names[2 * cell], names[2 * cell + 1] = up, left
            choices[cell] = [up, left]
        else:
            by_side = ((UP, up), (LEFT, left), (DOWN, down), (RIGHT, flat))
            closed = tile in threes
            choices[cell] = [name ^ closed for side, name in by_side if free & side]
        if (cell // width + cell % width + (tile in threes)) & 1:
            black.add(cell)
    return Choices(choices, black), names


class Choices:
    """Choices to be made: of the literals of each, exactly one is true.

    A literal is twice the number of a variable, or one more for its opposite. ``members`` holds the
    literals of each choice, ``where`` the choices of each literal. They shrink while literals are
    taken out that follow from others; ``steps`` has, in order, such a literal and others: it is
    true where none of those is. ``free`` counts the variables that may be either in any case.

    Each choice is black or white. The places of a variable come in pairs: of one literal in choices
    of two colours, or of both literals in choices of one colour. Most have a single pair; others,
    which stem from straight tiles, are called knots.
    """

    def __init__(self, given, black):
        self.members, self.where, self.black = {}, {}, black
        self.true, self.steps, self.free = set(), [], 0
        self.sure, self.short, self.loose = [], [], []  # literals, choices, literals to look at
        self._grow_together(given)
        for choice in list(self.members):
            self._enter(choice)
        self.loose += [literal for literal in self.where if not literal & 1]

    def _grow_together(self, given):
        """Make one choice of all that are tied by variables true in one and false in another."""
        single = {}
        for choice, literals in given.items():
            for literal in literals:
                single[literal] = None if literal in single else choice
        seen = set()
        for start, literals in given.items():
            if start in seen:
                continue
            seen.add(start)
            tree, members = [literals], set()
            for literals in tree:  # the list grows while it is walked
                for literal in literals:
                    beyond = single.get(literal ^ 1)
                    if beyond is not None and beyond not in seen and single[literal] is not None:
                        seen.add(beyond)
                        others = [each for each in given[beyond] if each != literal ^ 1]
                        tree.append(others)
                        self.steps.append((literal ^ 1, others))
                    elif literal in members:
                        self.sure.append(literal ^ 1)
                    else:
                        members.add(literal)
            self.members[start] = members

    def _enter(self, choice):
        """Note where the literals of a choice are."""
        where, members, ring = self.where, self.members[choice], None
        for literal in members:
            if literal not in where:
                where[literal], where[literal ^ 1] = set(), set()
            where[literal].add(choice)
            if literal ^ 1 in members:
                ring = literal
        if ring is None:
            self._shrunk(choice)
        else:
            self._make(choice, ring)

    def simplify(self, *, alike):
        """Leave only choices of three and more; ``alike``: of two ways alike keep only one."""
        seen = {}
        while True:
            if self.sure:
                self._fix(self.sure.pop())
            elif self.short:
                self._equate(self.short.pop())
            elif self.loose:
                self._look_at(self.loose.pop(), seen if alike else None)
            else:
                return

    def _fix(self, literal):
        if literal in self.true:
            return
        if literal ^ 1 in self.true:
            raise Unsolvable
        self.true.add(literal)
        for choice in self.where.pop(literal):
            self.members[choice].discard(literal)
            self._drop(choice)
        for choice in self.where.pop(literal ^ 1):
            self.members[choice].discard(literal ^ 1)
            self._shrunk(choice)

    def _shrunk(self, choice):
        members = self.members[choice]
        if not members:
            raise Unsolvable
        if len(members) == 1:
            self.sure += members
        elif len(members) == 2:
            self.short.append(choice)

    def _drop(self, choice):
        """Take away a choice that has been made; its literals are false."""
        for literal in self.members.pop(choice):
            self.where[literal].discard(choice)
            self.sure.append(literal ^ 1)
            self.loose.append(literal)

    def _make(self, choice, literal):
        """Take away a choice between a literal, its opposite, and others, which then are false."""
        for each in (literal, literal ^ 1):
            self.members[choice].discard(each)
            self.where[each].discard(choice)
        self.loose.append(literal)
        self._drop(choice)

    def _equate(self, choice):
        """Replace one literal of a choice of two by the opposite of the other."""
        where = self.where
        if len(self.members.get(choice, ())) != 2:
            return
        one, other = self.members.pop(choice)
        where[one].discard(choice)
        where[other].discard(choice)
        if len(where[one]) + len(where[one ^ 1]) > len(where[other]) + len(where[other ^ 1]):
            one, other = other, one
        self.steps.append((one, (other,)))
        for old, new in ((one, other ^ 1), (one ^ 1, other)):
            for place in where.pop(old):
                self.members[place].discard(old)
                self._put(place, new)
        self.loose.append(other)

    def _put(self, choice, literal):
        """Put a literal into a choice; return whether that leaves a choice."""
        members = self.members[choice]
        if literal in members:
            self.sure.append(literal ^ 1)
            return True
        members.add(literal)
        self.where[literal].add(choice)
        if literal ^ 1 in members:
            self._make(choice, literal)
            return False
        return True

    def _look_at(self, literal, seen):
        where = self.where
        if literal not in where:
            return
        here, there = where[literal], where[literal ^ 1]
        if len(here) == len(there) == 1:
            self._merge(literal, *here, *there)
        elif not here and not there:
            self.free += 1
            self.steps.append((literal, ()))
            del where[literal], where[literal ^ 1]
        elif seen is not None and len(here) + len(there) == 2:
            self._compare(literal if here else literal ^ 1, seen)

    def _compare(self, literal, seen):
        """Give up a literal where another has the same two choices."""
        here = self.where[literal]
        one, other = here
        key = (one, other) if one < other else (other, one)
        twin = seen.setdefault(key, literal)
        if twin != literal and self.where.get(twin) == here and not self.where[twin ^ 1]:
            self.sure.append(literal ^ 1)
        else:
            seen[key] = literal

    def _merge(self, literal, one, other):
        """Make one choice of two of which one has a literal, the other its opposite."""
        members, where = self.members, self.where
        if len(members[one]) > len(members[other]):
            literal, one, other = literal ^ 1, other, one
        del where[literal], where[literal ^ 1]
        members[other].discard(literal ^ 1)
        moved = [each for each in members.pop(one) if each != literal]
        self.steps.append((literal, moved))
        self.loose += moved
        for each in moved:
            where[each].discard(one)
        for place, each in enumerate(moved):
            if not self._put(other, each):
                self.sure += [rest ^ 1 for rest in moved[place + 1 :]]
                return
        self._shrunk(other)

    def knots(self):
        """Return the variables that have more than two places."""
        where = self.where
        return [
            each for each in where if not each & 1 and len(where[each]) + len(where[each ^ 1]) > 2
        ]

    def regions(self):
        """Yield lists of choices that hold together."""
        seen = set()
        for start in self.members:
            if start not in seen:
                seen.add(start)
                region = [start]
                for choice in region:  # the list grows while it is walked
                    for literal in self.members[choice]:
                        for other in self.where[literal] | self.where[literal ^ 1]:
                            if other not in seen:
                                seen.add(other)
                                region.append(other)
                yield region

    def copy(self):
        """Return the same choices, with nothing taken out yet."""
        return Choices({choice: list(each) for choice, each in self.members.items()}, self.black)

    def untied(self):
        """Return the literals of each choice, with knots cut into pieces; the pieces by knots."""
        members = {choice: set(each) for choice, each in self.members.items()}
        fresh, pieces = 2 + max(self.where) & ~1, {}
        for knot in self.knots():
            sides = [], []
            for literal in (knot, knot ^ 1):
                for choice in self.where[literal]:
                    sides[(choice in self.black) ^ literal & 1].append((choice, literal))
                    members[choice].discard(literal)
            pieces[knot] = range(fresh, fresh + 2 * len(sides[0]), 2)
            for piece, pair in zip(pieces[knot], zip(*sides)):
                for choice, literal in pair:
                    members[choice].add(piece | literal & 1)
            fresh += 2 * len(sides[0])
        return members, pieces

    def values(self, true):
        """Return the literals that are true, given those that are in the choices left."""
        true = self.true | true
        for literal, others in reversed(self.steps):
            true.add(literal ^ (not true.isdisjoint(others)))
        return true


def paired(choices):
    """Return the literals that are true once all choices without knots are made, black with white.

    Raises Unsolvable where some black choices have fewer white ones to go with, or the reverse.
    """
    where, black = choices.where, choices.black
    near = {
        choice: [(literal, other) for literal in each for other in where[literal] - {choice}]
        for choice, each in choices.members.items()
        if choice in black
    }
    if 2 * len(near) != len(choices.members):
        raise Unsolvable
    taken, partner = {}, {}
    left = list(near)
    while left:
        seen = set()
        still = [choice for choice in left if not lead(choice, near, taken, partner, seen)]
        if len(still) == len(left):
            raise Unsolvable
        left = still
    true = {literal for literal, _ in taken.values()}
    return {each if each in true else each ^ 1 for each in where if where[each]}


def lead(start, near, taken, partner, seen):
    """Pair a black choice with a white one, whose own partner may have to look for another.

    ``taken`` holds the literal and the partner of each white choice, ``partner`` that of each black
    one; ``seen`` are the white ones asked before. Returns whether there was a way.
    """
    came, waiting = {}, [start]
    while waiting:
        asking = waiting.pop()
        for literal, white in near[asking]:
            if white in seen:
                continue
            seen.add(white)
            came[white] = literal, asking
            if white in taken:
                waiting.append(taken[white][1])
                continue
            while white is not None:
                taken[white] = came[white]
                asking = came[white][1]
                white, partner[asking] = partner.get(asking), white
            return True
    return False


def settled(choices):
    """Return the literals that are true in one way to make all choices.

    Raises Unsolvable, or Undecided.
    """
    choices.simplify(alike=True)
    if choices.knots():
        return choices.values(Mending(choices).done())
    return choices.values(paired(choices))


class Mending:
    """A way to make all choices while knots are cut into pieces, and the knots to be mended.

    ``given`` holds the literals of each choice, ``places`` the two choices of each variable,
    ``reach`` those of all pieces of its knot, and ``true`` the literals that are true now. A knot
    is torn while its pieces differ.
    """

    def __init__(self, choices):
        self.black = choices.black
        self.given, self.pieces = choices.untied()
        untied = Choices(self.given, self.black)
        untied.simplify(alike=True)
        self.true = untied.values(paired(untied))
        self.places = {}
        for choice, literals in self.given.items():
            for literal in literals:
                self.places.setdefault(literal & ~1, []).append(choice)
        self.knot = {piece: knot for knot, pieces in self.pieces.items() for piece in pieces}
        self.reach = {each: set(places) for each, places in self.places.items()}
        for pieces in self.pieces.values():
            reach = set().union(*(self.places[piece] for piece in pieces))
            self.reach |= dict.fromkeys(pieces, reach)
        self.cuts = dict.fromkeys(self.pieces, 0)  # how often each knot was torn
        self.whole = None

    def done(self):
        """Return the literals that are true once no knot is torn."""
        torn = [knot for knot in self.pieces if self._is_torn(knot)]
        effort = EFFORT + len(self.pieces) // 4
        conflicts = 10 * effort
        while torn:
            torn = self._mended(torn, effort)
            if torn and self._made_anew(set(self.given), conflicts):
                break
            conflicts *= 2
        names = {each: each for each in self.places if each not in self.knot}
        names |= {pieces[0]: knot for knot, pieces in self.pieces.items()}
        return {name ^ (each not in self.true) for each, name in names.items()}

    def _is_torn(self, knot):
        pieces = self.pieces.get(knot, ())
        return 0 < sum(piece in self.true for piece in pieces) < len(pieces)

    def _mended(self, torn, effort):
        """Mend knots, each among the choices near it, or by tearing others; return what is left.

        The effort is how often others may be torn.
        """
        waiting, stuck = deque(torn), []
        while waiting and effort:
            knot = waiting.popleft()
            if self._is_torn(knot) and not self._made_anew(self._near(knot), CONFLICTS):
                effort -= 1
                route = self._best_route(knot)
                if route:
                    waiting += [*self._shift(route), knot]
                else:
                    stuck.append(knot)
        return [*stuck, *waiting]

    def _near(self, knot):
        """Return the choices of a knot, and others near them."""
        inside = set(self.reach[self.pieces[knot][0]])
        near = list(inside)
        for choice in near:  # the list grows while it is walked
            if len(near) > NEAR:
                break
            for literal in self.given[choice]:
                fresh = [each for each in self.places[literal & ~1] if each not in inside]
                inside.update(fresh)
                near += fresh
        return inside

    def _made_anew(self, inside, conflicts):
        """Make some choices anew, so that no knot among them is torn; return whether they are.

        The search may run into so many conflicts. Raises Unsolvable where nothing outside matters.
        """
        names, fixed, likely = self._named(inside)
        choices = [
            [names[each & ~1] | each & 1 for each in self.given[choice]] for choice in inside
        ]
        search = Search(choices, fixed)
        if len(inside) == len(self.given):
            search = self.whole = self.whole or search  # what it has learned is good for ever
        outcome = search.run(likely, conflicts)
        if outcome:
            answer = search.answer()
            for variable, name in names.items():
                self._turn(variable, name in answer)
        elif outcome is False and not fixed:
            raise Unsolvable
        return outcome

    def _named(self, inside):
        """Return names of variables for a search in some choices: what is fixed, what is likely.

        The pieces of a knot go by its name where all of it is inside. What is outside in part is
        fixed; but pieces of a torn knot that are inside are not.
        """
        names, fixed, likely = {}, [], set()
        for choice in inside:
            for variable in {literal & ~1 for literal in self.given[choice]} - names.keys():
                knot, pieces = self.knot.get(variable, variable), (variable,)
                if inside.issuperset(self.reach[variable]):
                    names[variable], pieces = knot, self.pieces.get(knot, pieces)
                else:
                    names[variable] = variable
                    if not self._is_torn(knot) or not inside.issuperset(self.places[variable]):
                        fixed.append(variable ^ (variable not in self.true))
                if 2 * sum(piece in self.true for piece in pieces) > len(pieces):
                    likely.add(names[variable])
        return names, fixed, likely

    def _turn(self, variable, value):
        self.true.add(variable ^ (not value))
        self.true.discard(variable ^ value)

    def _best_route(self, knot):
        """Return a circle of variables to change, which turns a piece of a knot as the others are.

        It tears as few other knots as can be, those torn before least of all; None if there is no
        circle.
        """
        pieces, routes = self.pieces[knot], []
        for value in (True, False):
            wrong = [piece for piece in pieces if (piece in self.true) != value]
            if 2 * len(wrong) <= len(pieces):
                routes.append(self._route(wrong[0], knot))
        return min(filter(None, routes), default=(0, None))[1]

    def _route(self, piece, knot):
        """Return what the best circle through a piece costs, and its variables; None if none is.

        A choice reached lacks a true literal, or has one too many; which, its colour says.
        """
        start = self.places[piece][0]
        literal = piece if piece in self.given[start] else piece ^ 1
        colour = (start in self.black) == (literal in self.true)
        came, costs, done = {}, {start: 0}, set()
        heap = [(0, 0, start)]
        while heap:
            cost, _, choice = heappop(heap)
            if choice in done:
                continue
            done.add(choice)
            lacks = (choice in self.black) == colour
            for literal in self.given[choice]:
                variable = literal & ~1
                if (literal in self.true) == lacks:
                    continue
                if variable == piece and choice != start:
                    return cost, self._way_back(choice, start, came, piece)
                price = cost + self._price(variable, knot)
                there = sum(self.places[variable]) - choice
                if price < costs.get(there, INFINITE):
                    costs[there], came[there] = price, (choice, variable)
                    heappush(heap, (price, len(came), there))
        return None

    def _price(self, variable, knot):
        """Return what it costs to change a variable, for the good of a knot."""
        other = self.knot.get(variable)
        if other is None or self._is_torn(other) and other != knot:
            return 0
        return INFINITE if other == knot else 1 + self.cuts[other]

    def _way_back(self, choice, start, came, piece):
        route = [piece]
        while choice != start:
            choice, variable = came[choice]
            route.append(variable)
        return route

    def _shift(self, route):
        """Change the variables of a route; return the knots that this has torn."""
        knots = {self.knot[each] for each in route if each in self.knot}
        sound = [knot for knot in knots if not self._is_torn(knot)]
        for variable in route:
            self._turn(variable, variable not in self.true)
        torn = [knot for knot in sound if self._is_torn(knot)]
        for knot in torn:
            self.cuts[knot] += 1
        return torn


class Search:
    """A search for a way to make the choices of a region, which learns from conflicts.

    Its literals are those of the choices, numbered anew. A clause holds literals one of which must
    be true. The literals ``fixed`` are true in any case.
    """

    def __init__(self, choices, fixed=()):
        self.names = sorted({each & ~1 for choice in choices for each in choice})
        self.numbers = {name: number for number, name in enumerate(self.names)}
        number = len(self.names)
        self.true = [None] * (2 * number)
        self.watching = [[] for _ in range(2 * number)]
        self.rivals = [[] for _ in range(2 * number)]  # the choices, as lists of literals
        self.level = [0] * number
        self.reason = [()] * number
        self.wanted = []  # literals to be tried first, by variable
        self.activity = [0.0] * number
        self.gain = 1.0
        self.heap = [(0.0, variable) for variable in range(number)]
        self.trail = []
        self.drawn = 0  # so many literals of the trail have been followed up
        self.starts = []  # where on the trail each guess is
        self.steps = 0
        for choice in choices:
            clause = [self.number(each) for each in choice]
            for literal in clause:
                self.rivals[literal].append(tuple(clause))
            self.watching[clause[0]].append(clause)
            self.watching[clause[1]].append(clause)
        for literal in fixed:
            self._set(self.number(literal), ())

    def number(self, literal):
        """Return the literal by which one given goes here."""
        return 2 * self.numbers[literal & ~1] + (literal & 1)

    def answer(self):
        """Return the literals that are true, by their names."""
        return {name ^ (not self.true[2 * each]) for each, name in enumerate(self.names)}

    def run(self, likely, limit=None):
        """Make all choices; return whether that can be done, None after so many conflicts.

        ``likely`` are the variables, by name, that are tried as true first. Raises Undecided.
        """
        self.wanted = [2 * each + (name not in likely) for each, name in enumerate(self.names)]
        conflicts, most, total = 0, 100, 0
        while True:
            clause = self._propagated()
            if clause:
                if not self.starts:
                    return False
                total += 1
                if total == limit:
                    self._back_to(0)
                    return None
                conflicts += 1
                self._learn(clause)
            elif conflicts > most:
                conflicts, most = 0, most * 1.2
                self._back_to(0)
            elif not self._guess():
                return True

    def exclude(self, knots):
        """Take all ways with knots as they are now out of the search; return False if no other."""
        numbers = [self.numbers[knot] for knot in knots if knot in self.numbers]
        level = max((self.level[number] for number in numbers), default=0)
        if not level:
            return False
        self._back_to(level)
        self._learn([2 * number + self.true[2 * number] for number in numbers])
        return True

    def _guess(self):
        while self.heap:
            variable = heappop(self.heap)[1]
            if self.true[2 * variable] is None:
                self.starts.append(len(self.trail))
                self._set(self.wanted[variable], ())
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
        for literal in self.trail[start:]:
            self.true[literal] = self.true[literal ^ 1] = None
            self.wanted[literal >> 1] = literal
            heappush(self.heap, (-self.activity[literal >> 1], literal >> 1))
        del self.trail[start:]
        del self.starts[level:]
        self.drawn = min(self.drawn, start)

    def _propagated(self):
        """Draw all conclusions; return a clause that is false then, or None."""
        true, trail = self.true, self.trail
        while self.drawn < len(trail):
            literal = trail[self.drawn]
            self.drawn += 1
            self.steps += 1
            for choice in self.rivals[literal]:
                for other in choice:
                    if true[other] is not False and other != literal:
                        if true[other]:
                            return [literal ^ 1, other ^ 1]
                        self._set(other ^ 1, (other ^ 1, literal ^ 1))
            clause = self._implied(literal ^ 1)
            if clause:
                return clause
        if self.steps > PATIENCE:
            raise Undecided("the search has given up")
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
        seen, lesson = set(), []
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
                return [literal ^ 1, *(each for each in lesson if self._is_news(each, seen))]
            conflict = self.reason[literal >> 1]

    def _is_news(self, literal, seen):
        """Return whether a false literal does not follow from others of the variables seen."""
        variables = [other >> 1 for other in self.reason[literal >> 1] if other ^ 1 != literal]
        return not variables or any(self.level[each] and each not in seen for each in variables)


class Ways:
    """The ways to make the choices of a region while its knots stay as they are.

    ``true`` are the literals that are true in one of these ways, ``near`` each choice's neighbours
    with the literals shared. Every other way comes from changing literals around a circle.
    """

    def __init__(self, choices, region, true):
        self.black, self.true, self.held = choices.black, true, set()
        where, members = choices.where, choices.members
        self.near = {
            choice: [
                (other, literal)
                for literal in members[choice]
                if len(where[literal]) == 2 and not where[literal ^ 1]
                for other in where[literal] - {choice}
            ]
            for choice in region
        }

    def arrows(self, choices):
        """Return for each choice which others it could take a literal from, or leave one to."""
        true, held = self.true, self.held
        return {
            choice: [
                (other, literal)
                for other, literal in self.near[choice]
                if other in choices
                and literal not in held
                and (literal in true) != (choice in self.black)
            ]
            for choice in choices
        }

    def count(self, choices, bound):
        """Count the ways to make some choices while the literals held stay, up to a bound."""
        number = 1
        for circle in circling(self.arrows(set(choices))):
            if number < bound:
                number *= self._count_within(circle, -(-bound // number))
        return min(number, bound)

    def _count_within(self, choices, bound):
        """Count up to a bound where circles join all choices to one another."""
        circles = apart(self.arrows(choices), bound.bit_length())
        if 2 ** len(circles) >= bound:
            return bound
        literal = circles[0][0]
        self.held.add(literal)
        number = self.count(choices, bound)
        if number < bound:
            self.true.symmetric_difference_update(circles[0])
            number += self.count(choices, bound - number)
            self.true.symmetric_difference_update(circles[0])
        self.held.discard(literal)
        return number


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


@contextmanager
def undisturbed():
    """Let nobody look for garbage: there is none, and the many small sets take long to look at."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def opened(grid):
    """Return what all tiles together tell, and the lower and right sides that remain open."""
    known = spread(grid, grid.known, grid.every, grid.every)
    if any(conflicts(known)):
        raise Unsolvable
    return known, grid.every & ~(known[0] | known[1]), grid.every & ~(known[2] | known[3])


def drawn(grid, known, names, true):
    """Return the rows of an answer, given the literals that are true."""
    joined = bytearray(2 * grid.cells)
    for shift, pair in enumerate((known[:2], known[2:])):
        for cell in places(grid.every & ~(pair[0] | pair[1])):
            side = 2 * cell + shift
            joined[side] = names.get(side, 2 * side) in true
    digits = joined.translate(b"01" + b"1" * 254).decode()[::-1]
    down, flat = int(digits[1::2], 2), int(digits[::2], 2)
    return grid.text((known[0], known[1] | down, known[2], known[3] | flat))


def solved(text, settle=settled):
    """Return the rows of an answer; ``settle`` finds the literals that are true.

    Raises Unsolvable, or Undecided.
    """
    grid = Grid(text)
    known, low, right = opened(grid)
    if SHARE * (low.bit_count() + right.bit_count()) < 2 * grid.cells:
        known, low, right = guessed(grid, known)
    if not low | right:
        return grid.text(known)
    with undisturbed():
        choices, names = choices_left(grid, low, right)
        return drawn(grid, known, names, settle(choices))


def solved_and_counted(text, bound):
    """Return the rows of an answer, and how many answers there are, counted up to a bound.

    Raises Unsolvable, or Undecided.
    """
    grid = Grid(text)
    with undisturbed():
        known, low, right = opened(grid)
        choices, names = choices_left(grid, low, right)
        choices.simplify(alike=False)
        true = settled(choices.copy())
        number = min(2**choices.free, bound) if choices.free < bound else bound
        for region in choices.regions():
            if number < bound:
                number *= counted_within(choices, region, true, -(-bound // number))
        return drawn(grid, known, names, choices.values(true)), min(number, bound)


def counted_within(choices, region, true, bound):
    """Count the ways to make the choices of a region, up to a bound, given one of them."""
    knots, number = choices.knots(), 0
    search = Search([choices.members[each] for each in region])
    while number < bound and search.run(true):
        number += Ways(choices, region, search.answer()).count(region, bound - number)
        if not search.exclude(knots):
            break
    return number


def counted(text, bound):
    """Return the number of answers, counted up to a bound. Raises Undecided."""
    try:
        return solved_and_counted(text, bound)[1]
    except Unsolvable:
        return 0


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
