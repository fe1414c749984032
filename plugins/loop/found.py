"""What a search in a system of exactly-one constraints finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Constraint = tuple[int, ...]
"""Literals of different variables, exactly one of which is true.

A literal is twice the number of its variable, plus one where it is negated.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a search found: at least so many answers, and one of them.

    Attributes:
        least: answers that certainly exist.
        complete: whether there are no others.
        values: each variable's value in one answer, or None where no answer was found.
        steps: what the search cost; a step takes some microseconds.
    """

    least: int
    complete: bool
    values: Mapping[int, bool] | None
    steps: int


def users(constraints: Sequence[Constraint]) -> dict[int, list[int]]:
    """Return for each variable the numbers of the constraints that it stands in."""
    found: dict[int, list[int]] = {}
    for number, constraint in enumerate(constraints):
        for literal in constraint:
            found.setdefault(literal >> 1, []).append(number)
    return found
