"""Systems of exactly-one constraints that are perfect matchings of a bipartite graph in disguise.

Where every variable stands in exactly two constraints, a constraint is a node and a variable an
edge: a node must be covered once. A variable with different signs in its two constraints covers
one or the other; it becomes two edges with a node between them that must be covered too. If the
graph is bipartite then a perfect matching can be found, or ruled out, in little more than linear
time, however large the system.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge_plugins.loop.found import Constraint, Found


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """A bipartite graph: the edges of each node of side one as pairs (node of side two, literal).

    ``literal`` is true exactly where the edge belongs to the matching.
    """

    edges: tuple[tuple[tuple[int, int], ...], ...]
    opposite_nodes: int


def bipartite(constraints: Sequence[Constraint]) -> Graph | None:
    """Return the graph whose perfect matchings are the answers, or None where there is none.

    The constraints have two literals or more, of different variables.
    """
    uses: dict[int, list[tuple[int, int]]] = {}
    for number, constraint in enumerate(constraints):
        for literal in constraint:
            uses.setdefault(literal >> 1, []).append((number, literal))
    if any(len(pair) != 2 for pair in uses.values()):
        return None
    side = _sides(constraints, uses)
    if side is None:
        return None
    names: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for number, which in enumerate(side):
        names[which][number] = len(names[which])
    edges: list[list[tuple[int, int]]] = [[] for _ in names[0]]
    opposite_nodes = len(names[1])
    for (one, literal), (other, its_literal) in uses.values():
        if literal == its_literal:
            first, second = (one, other) if side[one] == 0 else (other, one)
            edges[names[0][first]].append((names[1][second], literal))
        elif side[one] == 0:
            edges[names[0][one]].append((opposite_nodes, literal))
            edges[names[0][other]].append((opposite_nodes, its_literal))
            opposite_nodes += 1
        else:
            edges.append([(names[1][one], literal), (names[1][other], its_literal)])
    return Graph(edges=tuple(map(tuple, edges)), opposite_nodes=opposite_nodes)


def _sides(
    constraints: Sequence[Constraint], uses: dict[int, list[tuple[int, int]]]
) -> list[int] | None:
    side = [-1] * len(constraints)
    for start in range(len(constraints)):
        if side[start] < 0:
            side[start] = 0
            walk = [start]
            for number in walk:
                for literal in constraints[number]:
                    one, other = uses[literal >> 1]
                    partner, its_literal = other if one[0] == number else one
                    wanted = side[number] ^ (literal == its_literal)
                    if side[partner] < 0:
                        side[partner] = wanted
                        walk.append(partner)
                    elif side[partner] != wanted:
                        return None
    return side


def matched(graph: Graph) -> Found:
    """Return one perfect matching as values of the variables; where there is one there are two.

    For every node has two edges or more: whoever goes on and on along a chosen and another edge
    in turn comes round in a circle, and can exchange the edges on it.
    """
    steps = sum(map(len, graph.edges))
    chosen = _Matching(graph).perfect() if len(graph.edges) == graph.opposite_nodes else None
    if chosen is None:
        return Found(least=0, complete=True, values=None, steps=steps)
    values = {
        literal >> 1: (number == chosen[node]) != bool(literal & 1)
        for node, edges in enumerate(graph.edges)
        for number, (_, literal) in enumerate(edges)
    }
    return Found(least=2, complete=False, values=values, steps=steps)


class _Matching:
    """A matching that grows along shortest alternating paths (Hopcroft and Karp).

    It holds the number of each node's chosen edge on side one, the partner of each node on side
    two (-1: uncovered), and, for one phase, how many alternations away from an uncovered node each
    node of side one is and how many of its edges were tried.
    """

    def __init__(self, graph: Graph) -> None:
        self._edges = graph.edges
        self._chosen = [-1] * len(graph.edges)
        self._partner = [-1] * graph.opposite_nodes
        self._level: list[int] = []
        self._tried: list[int] = []

    def perfect(self) -> list[int] | None:
        """Return the chosen edges once every node is covered, or None where that cannot be."""
        while uncovered := [node for node, edge in enumerate(self._chosen) if edge < 0]:
            self._tried = [0] * len(self._edges)
            self._measure(uncovered)
            if not sum([self._cover(node) for node in uncovered]):
                return None
        return self._chosen

    def _measure(self, uncovered: list[int]) -> None:
        self._level = [-1] * len(self._edges)
        for node in uncovered:
            self._level[node] = 0
        walk = list(uncovered)
        for node in walk:  # the list grows while it is walked
            for there, _ in self._edges[node]:
                following = self._partner[there]
                if following >= 0 and self._level[following] < 0:
                    self._level[following] = self._level[node] + 1
                    walk.append(following)

    def _cover(self, uncovered: int) -> bool:
        """Cover a node by exchanging the edges along a path; False where no path is left."""
        path = [uncovered]
        while path:
            node = path[-1]
            if self._tried[node] == len(self._edges[node]):
                path.pop()
                continue
            there = self._edges[node][self._tried[node]][0]
            self._tried[node] += 1
            following = self._partner[there]
            if following < 0:
                for each in path:
                    self._chosen[each] = self._tried[each] - 1
                    self._partner[self._edges[each][self._chosen[each]][0]] = each
                return True
            if self._level[following] == self._level[node] + 1:
                path.append(following)
        return False
