"""Searching a system of exactly-one constraints, one constraint after another.

The constraints are taken in an order that keeps the frontier small: the variables of which one
constraint has been met and another has not. What remains to be found depends on the values on the
frontier alone, so whatever the search finds out below one state of the frontier is remembered and
holds wherever that state comes up again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from judge_plugins.loop.found import Constraint, Found, users

Cost = tuple[int, int]
"""What it costs to make a variable false, and to make it true."""

_NO_COST: Cost = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One constraint as the search meets it; every variable on the frontier has a bit of a state.

    Attributes:
        plain, negated: the bits of the constraint's variables that have a value already.
        fresh: the literals that get their values here.
        ways: for each way of giving them values the bits to set: for ``ways[n]`` the literal
            ``fresh[n]`` alone is true, for the last one none is.
        keep: the bits that are still on the frontier after this constraint.
    """

    plain: int
    negated: int
    fresh: tuple[int, ...]
    ways: tuple[int, ...]
    keep: int

    def costs(self, costs: Mapping[int, Cost]) -> tuple[int, ...]:
        """Return what each of the ways costs."""
        prices = [costs.get(literal >> 1, _NO_COST) for literal in self.fresh]
        when_false = [price[literal & 1] for price, literal in zip(prices, self.fresh, strict=True)]
        when_true = [price[~literal & 1] for price, literal in zip(prices, self.fresh, strict=True)]
        total = sum(when_false)
        return (*(total - no + yes for no, yes in zip(when_false, when_true, strict=True)), total)


def planned(constraints: Sequence[Constraint]) -> list[Step]:
    """Return the constraints as steps, in an order with a small frontier."""
    orders = (_greedy_order(constraints), range(len(constraints)))
    return min((_steps(constraints, order) for order in orders), key=width)


def width(steps: Sequence[Step]) -> int:
    """Return the size of the largest frontier that a plan leads over."""
    return max((step.keep.bit_count() for step in steps), default=0)


def _steps(constraints: Sequence[Constraint], order: Sequence[int]) -> list[Step]:
    unmet = {variable: len(numbers) for variable, numbers in users(constraints).items()}
    bits: dict[int, int] = {}
    idle: list[int] = []
    return [_step(constraints[number], unmet, bits, idle) for number in order]


def _step(
    constraint: Constraint, unmet: dict[int, int], bits: dict[int, int], idle: list[int]
) -> Step:
    """Return the step for one constraint.

    ``bits`` holds the variables on the frontier, ``idle`` the bits that became free again and
    ``unmet`` how many constraints each variable still has before it; all three are brought up to
    date.
    """
    known = [(literal, bits[literal >> 1]) for literal in constraint if literal >> 1 in bits]
    fresh = [literal for literal in constraint if literal >> 1 not in bits]
    for literal in constraint:
        unmet[literal >> 1] -= 1
    for literal in fresh:
        if unmet[literal >> 1]:
            bits[literal >> 1] = idle.pop() if idle else 1 << len(bits)
    own = [(literal, bits.get(literal >> 1, 0)) for literal in fresh]
    none_true = sum(bit for literal, bit in own if literal & 1)
    for literal in constraint:
        if literal >> 1 in bits and not unmet[literal >> 1]:
            idle.append(bits.pop(literal >> 1))
    return Step(
        plain=sum(bit for literal, bit in known if not literal & 1),
        negated=sum(bit for literal, bit in known if literal & 1),
        fresh=tuple(fresh),
        ways=(*(none_true ^ bit for _, bit in own), none_true),
        keep=sum(bits.values()),
    )


def _greedy_order(constraints: Sequence[Constraint]) -> list[int]:
    """Return the constraints' numbers so that each one adds as little as may be to the frontier."""
    meeting = users(constraints)
    left = {variable: len(numbers) for variable, numbers in meeting.items()}
    growth = [len(constraint) for constraint in constraints]
    queue = [(0, 0, _outermost(constraints, meeting))]
    order: list[int] = []
    taken = [False] * len(constraints)
    seen: set[int] = set()
    while queue:
        number = heappop(queue)[2]
        if taken[number]:
            continue
        taken[number] = True
        order.append(number)
        for literal in constraints[number]:
            variable = literal >> 1
            left[variable] -= 1
            # A new variable adds to the frontier, and the last constraint that has it removes it
            # again: both make the other constraints that have it cost less than they did.
            gain = (variable not in seen) + (left[variable] == 1)
            seen.add(variable)
            for user in meeting[variable] if gain else ():
                if not taken[user]:
                    growth[user] -= gain
                    heappush(queue, (growth[user], len(order), user))
    return order


def _outermost(constraints: Sequence[Constraint], meeting: Mapping[int, list[int]]) -> int:
    """Return the constraint that lies farthest from the first one."""
    walk, reached = [0], {0}
    for number in walk:  # the list grows while it is walked
        for literal in constraints[number]:
            fresh = [user for user in meeting[literal >> 1] if user not in reached]
            reached.update(fresh)
            walk += fresh
    return walk[-1]


@dataclass(slots=True)
class _Frame:
    """A state of the frontier whose ways on are being tried."""

    state: int
    way: int
    end: int
    count: int = 0
    cost: int = 0
    best: int = -1

    def add(self, count: int, cost: int) -> None:
        """Take in what was found by the way that was tried last."""
        if count:
            if self.best < 0 or cost < self.cost:
                self.cost, self.best = cost, self.way
            self.count += count


def searched(
    steps: Sequence[Step],
    *,
    limit: int | None = None,
    budget: int,
    costs: Mapping[int, Cost] | None = None,
) -> Found:
    """Search for answers, deep first, until ``limit`` of them or all are found.

    The search gives up after ``budget`` states; ``costs`` make it look for the cheapest answer.
    """
    prices = [step.costs(costs) if costs else (0,) * len(step.ways) for step in steps]
    known: list[dict[int, tuple[int, int, int]]] = [{} for _ in steps]
    stack = [_frame(steps[0], 0)]
    met, found = 1, 0
    first: list[int] = []
    while stack and met <= budget:
        depth = len(stack) - 1
        frame, step = stack[-1], steps[depth]
        frame.way += 1
        if frame.way >= frame.end:
            stack.pop()
            known[depth][frame.state] = (frame.count, frame.cost, frame.best)
            if stack:
                stack[-1].add(frame.count, frame.cost + prices[depth - 1][stack[-1].way])
            continue
        state = (frame.state | step.ways[frame.way]) & step.keep
        below = (1, 0, -1) if depth + 1 == len(steps) else known[depth + 1].get(state)
        if below is None:
            met += 1
            stack.append(_frame(steps[depth + 1], state))
            continue
        frame.add(below[0], below[1] + prices[depth][frame.way])
        if below[0]:
            found += below[0]
            first = first or [each.way for each in stack]
            if limit is not None and found >= limit:
                break
    ways = first if stack else _best_ways(steps, known)
    return Found(least=found, complete=not stack, values=_values(steps, ways), steps=met)


def _frame(step: Step, state: int) -> _Frame:
    true = state & step.plain | ~state & step.negated
    if not true:
        return _Frame(state=state, way=-1, end=len(step.fresh))
    if true & (true - 1):
        return _Frame(state=state, way=0, end=0)
    return _Frame(state=state, way=len(step.fresh) - 1, end=len(step.fresh) + 1)


def _best_ways(
    steps: Sequence[Step], known: Sequence[Mapping[int, tuple[int, int, int]]]
) -> list[int]:
    ways: list[int] = []
    state = 0
    for step, answers in zip(steps, known, strict=True):
        way = answers[state][2]
        if way < 0:
            return []
        ways.append(way)
        state = (state | step.ways[way]) & step.keep
    return ways


def _values(steps: Sequence[Step], ways: Sequence[int]) -> dict[int, bool] | None:
    if not ways:
        return None
    return {
        literal >> 1: (number == way) != bool(literal & 1)
        for step, way in zip(steps, ways, strict=True)
        for number, literal in enumerate(step.fresh)
    }
