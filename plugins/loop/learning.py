"""Searching a wide system of exactly-one constraints by learning from conflicts.

Each constraint becomes the clauses "one of these is true" and "of these two, one is false". The
search guesses a value, draws all conclusions, and from every contradiction learns a new clause:
what, of all that was guessed, cannot be true together. (Conflict-driven clause learning, with
first unique implication points, activities that fade, kept phases and restarts.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

from judge_plugins.loop.found import Constraint, Found

_FADE = 1.05
_RESCALE = 1e100
_FIRST_RESTART = 50
_RESTART_GROWTH = 1.1
_OPEN, _FALSE, _TRUE = -1, 0, 1


def learned(
    constraints: Sequence[Constraint],
    *,
    limit: int,
    budget: int,
    preferred: Mapping[int, bool],
) -> Found:
    """Search until ``limit`` answers, or all, are found; give up after ``budget`` conclusions.

    The search tries the preferred values first, and false for all other variables.
    """
    search = _Search(constraints, preferred)
    answer: Mapping[int, bool] | None = None
    count = 0
    while count < limit:
        outcome = search.run(budget)
        if outcome is not True:
            return Found(
                least=count, complete=outcome is False, values=answer, steps=search.concluded
            )
        count += 1
        answer = answer or search.values()
        search.exclude()
    return Found(least=count, complete=False, values=answer, steps=search.concluded)


class _Search:
    """The state of a search: clauses, guesses, and the conclusions drawn from them.

    Literals are renumbered to lie close together; the lists that are indexed by variable or by
    literal use the new numbers.
    """

    def __init__(self, constraints: Sequence[Constraint], preferred: Mapping[int, bool]) -> None:
        self.concluded = 0
        self._names = sorted({literal >> 1 for each in constraints for literal in each})
        size = len(self._names)
        self._excluded: list[list[int]] = [[] for _ in range(2 * size)]
        self._watching: list[list[list[int]]] = [[] for _ in range(2 * size)]
        self._value = [_OPEN] * (2 * size)
        self._level = [0] * size
        self._reason: list[Sequence[int]] = [()] * size
        self._trail: list[int] = []
        self._guesses: list[int] = []
        self._next = 0
        self._phase = [int(not preferred.get(name, False)) for name in self._names]
        self._activity = [0.0] * size
        self._gain = 1.0
        self._queue = [(0.0, variable) for variable in range(size)]
        self._contradictory = False
        self._add_constraints(constraints)

    def _add_constraints(self, constraints: Sequence[Constraint]) -> None:
        numbers = {name: number for number, name in enumerate(self._names)}
        for constraint in constraints:
            clause = [2 * numbers[literal >> 1] | literal & 1 for literal in constraint]
            for literal in clause:
                self._excluded[literal] += [other ^ 1 for other in clause if other != literal]
            self._watch(clause)

    def values(self) -> dict[int, bool]:
        """Return the variables' values."""
        return {name: self._value[2 * number] == _TRUE for number, name in enumerate(self._names)}

    def run(self, budget: int) -> bool | None:
        """Search on: True at an answer, False where there is none (left), None to give up."""
        restart, since = float(_FIRST_RESTART), 0
        while not self._contradictory and self.concluded <= budget:
            conflict = self._propagated()
            if conflict:
                since += 1
                self._learn(conflict)
            elif since >= restart and self._guesses:
                restart, since = restart * _RESTART_GROWTH, 0
                self._back_to(0)
            elif not self._guess():
                return True
        return False if self._contradictory else None

    def exclude(self) -> None:
        """Take the answer that was just found out of the search."""
        guessed = [self._trail[start] ^ 1 for start in self._guesses]
        self._back_to(0)
        self._assert(guessed)

    def _watch(self, clause: list[int]) -> None:
        self._watching[clause[0]].append(clause)
        self._watching[clause[1]].append(clause)

    def _assert(self, clause: list[int]) -> None:
        """Add a clause whose first literal is open, and the others open or false, by level."""
        if not clause:
            self._contradictory = True
        elif len(clause) == 1:
            self._set(clause[0], ())
        else:
            self._watch(clause)

    def _set(self, literal: int, reason: Sequence[int]) -> None:
        self._value[literal], self._value[literal ^ 1] = _TRUE, _FALSE
        self._level[literal >> 1] = len(self._guesses)
        self._reason[literal >> 1] = reason
        self._trail.append(literal)

    def _guess(self) -> bool:
        """Guess one more value; False where every variable has one."""
        while self._queue:
            variable = heappop(self._queue)[1]
            if self._value[2 * variable] == _OPEN:
                self._guesses.append(len(self._trail))
                self._set(2 * variable | self._phase[variable], ())
                return True
        return False

    def _back_to(self, level: int) -> None:
        """Forget the guesses above a level and what followed from them."""
        if level >= len(self._guesses):
            return
        start = self._guesses[level]
        for literal in self._trail[start:]:
            self._value[literal] = self._value[literal ^ 1] = _OPEN
            self._phase[literal >> 1] = literal & 1
            heappush(self._queue, (-self._activity[literal >> 1], literal >> 1))
        del self._trail[start:]
        del self._guesses[level:]
        self._next = start

    def _propagated(self) -> Sequence[int]:
        """Draw all conclusions; return a clause that they make false, or nothing."""
        value = self._value
        while self._next < len(self._trail):
            literal = self._trail[self._next]
            self._next += 1
            self.concluded += 1
            for other in self._excluded[literal]:
                if value[other] == _FALSE:
                    return other, literal ^ 1
                if value[other] == _OPEN:
                    self._set(other, (other, literal ^ 1))
            conflict = self._rewatched(literal ^ 1)
            if conflict:
                return conflict
        return ()

    def _rewatched(self, false: int) -> Sequence[int]:
        """Find other literals to watch in clauses that watch one which has become false."""
        value = self._value
        clauses, kept = self._watching[false], []
        for number, clause in enumerate(clauses):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            if value[clause[0]] != _TRUE:
                for index in range(2, len(clause)):
                    if value[clause[index]] != _FALSE:
                        clause[1], clause[index] = clause[index], false
                        self._watching[clause[1]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if value[clause[0]] == _FALSE:
                        self._watching[false] = kept + clauses[number + 1 :]
                        return clause
                    self._set(clause[0], clause)
                continue
            kept.append(clause)
        self._watching[false] = kept
        return ()

    def _learn(self, conflict: Sequence[int]) -> None:
        """Learn the clause that a conflict teaches, and go back to where it would have helped."""
        if not self._guesses:
            self._contradictory = True
            return
        clause = self._lesson(conflict)
        self._gain *= _FADE
        if self._gain > _RESCALE:
            self._activity = [activity / _RESCALE for activity in self._activity]
            self._gain /= _RESCALE
            self._queue = sorted((-each, number) for number, each in enumerate(self._activity))
        levels = [self._level[literal >> 1] for literal in clause]
        if len(clause) == 1:
            self._back_to(0)
            self._set(clause[0], ())
            return
        second = max(range(1, len(clause)), key=levels.__getitem__)
        clause[1], clause[second] = clause[second], clause[1]
        self._back_to(levels[second])
        self._watch(clause)
        self._set(clause[0], clause)

    def _lesson(self, conflict: Sequence[int]) -> list[int]:
        """Return the clause of the first unique implication point, its own literal first."""
        seen: set[int] = set()
        lesson = [0]
        pending, index, literal = 0, len(self._trail), -1
        while True:
            for other in conflict:
                variable = other >> 1
                if other != literal and variable not in seen and self._level[variable]:
                    seen.add(variable)
                    self._activity[variable] += self._gain
                    if self._level[variable] == len(self._guesses):
                        pending += 1
                    else:
                        lesson.append(other)
            index -= 1
            while self._trail[index] >> 1 not in seen:
                index -= 1
            literal = self._trail[index]
            pending -= 1
            if not pending:
                lesson[0] = literal ^ 1
                return lesson
            conflict = self._reason[literal >> 1]
