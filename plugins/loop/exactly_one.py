"""Systems of constraints "exactly one of these literals is true", and their simplification.

Variable 0 is the constant truth, so that fixing a literal and equating two of them are one
operation.
"""

from __future__ import annotations

from collections.abc import Iterable

from judge_plugins.loop.found import Constraint, users

TRUE, FALSE = 0, 1


class ExactlyOne:
    """A system under construction: constraints of the kind "exactly one of", and equations.

    Attributes:
        contradictory: whether a contradiction has come to light.
    """

    def __init__(self, variables: int) -> None:
        """Start without constraints on the variables 1 to ``variables``."""
        self.contradictory = False
        self._equal = list(range(0, 2 * variables + 2, 2))
        self._constraints: list[Constraint] = []
        self._used_in: list[list[int]] = [[] for _ in range(variables + 1)]
        self._waiting: list[int] = []

    def root(self, literal: int) -> int:
        """Return the literal that stands for all those known to equal this one."""
        equal = self._equal
        while (above := equal[literal >> 1]) != literal & ~1:
            higher = equal[above >> 1] ^ (above & 1)
            equal[literal >> 1] = higher
            literal = higher ^ (literal & 1)
        return literal

    def equate(self, first: int, second: int) -> None:
        """Demand that two literals have one value."""
        first, second = self.root(first), self.root(second)
        if first >> 1 == second >> 1:
            self.contradictory |= first != second
            return
        used_in = self._used_in
        if first < 2 or (second >= 2 and len(used_in[first >> 1]) > len(used_in[second >> 1])):
            first, second = second, first
        self._equal[first >> 1] = second ^ (first & 1)
        moved, used_in[first >> 1] = used_in[first >> 1], []
        self._waiting += moved
        if second >= 2:
            used_in[second >> 1] += moved

    def demand(self, literals: Iterable[int]) -> None:
        """Demand that exactly one of the literals is true."""
        constraint = tuple(literals)
        number = len(self._constraints)
        self._constraints.append(constraint)
        for literal in constraint:
            self._used_in[self.root(literal) >> 1].append(number)
        self._waiting.append(number)

    def settle(self) -> None:
        """Draw every conclusion from single constraints until there is no more, or none can hold.

        Afterwards each constraint that is left has at least three literals of different
        variables, all of them roots.
        """
        while self._waiting and not self.contradictory:
            number = self._waiting.pop()
            if self._constraints[number]:
                self._constraints[number] = self._simplified(self._constraints[number])

    def remaining(self) -> list[Constraint]:
        """Return the constraints that are left."""
        return [constraint for constraint in self._constraints if constraint]

    def _simplified(self, constraint: Constraint) -> Constraint:
        kept: set[int] = set()
        false: set[int] = set()
        satisfied = 0
        for literal in map(self.root, constraint):
            if literal == TRUE:
                satisfied += 1
            elif literal ^ 1 in kept:  # one of the two is true, whichever it is
                satisfied += 1
                kept.discard(literal ^ 1)
            elif literal in kept:
                false.add(literal)
            elif literal != FALSE:
                kept.add(literal)
        if satisfied:
            false |= kept
        kept -= false
        for literal in false:
            self.equate(literal, FALSE)
        return self._shortened(sorted(kept), satisfied)

    def _shortened(self, literals: list[int], satisfied: int) -> Constraint:
        if satisfied > 1 or not (satisfied or literals):
            self.contradictory = True
        elif len(literals) == 1:
            self.equate(literals[0], TRUE)
        elif len(literals) == 2:
            self.equate(literals[0], literals[1] ^ 1)
        else:
            return tuple(literals)
        return ()


def components(constraints: list[Constraint]) -> list[list[Constraint]]:
    """Return the constraints in groups that share no variable, in their order of appearance."""
    meeting = users(constraints)
    groups = []
    placed = [False] * len(constraints)
    for start in range(len(constraints)):
        if not placed[start]:
            placed[start] = True
            members = [start]
            for number in members:  # the list grows while it is walked: breadth first
                for literal in constraints[number]:
                    for user in meeting[literal >> 1]:
                        if not placed[user]:
                            placed[user] = True
                            members.append(user)
            groups.append([constraints[number] for number in sorted(members)])
    return groups
