"""The expressions of ``-k``: which cases to run, by id and tag, as pytest selects tests.

``turn and not slow`` selects the cases whose id or a tag contains ``turn`` and none ``slow``;
letter case does not matter; ``and``, ``or``, ``not`` and parentheses combine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from judge.errors import UsageError

Selector = Callable[[Iterable[str]], bool]
"""Tells whether a case with these names (its id and tags) is selected."""

_TOKEN = re.compile(r"\s*(\(|\)|[^\s()]+)")
_DEEPEST = 100


def selector(expression: str) -> Selector:
    """Return the selector that an expression means; UsageError says where it goes wrong."""
    parser = _Parser(expression)
    chosen = parser.alternatives(0)
    if parser.token is not None:
        raise parser.fault(f"{parser.token!r} is one too many")
    return chosen


class _Parser:
    """Recursive descent over the tokens of one expression; nesting is bounded."""

    def __init__(self, expression: str) -> None:
        self._expression = expression
        self._tokens = _TOKEN.findall(expression)
        self._next = 0

    @property
    def token(self) -> str | None:
        return self._tokens[self._next] if self._next < len(self._tokens) else None

    def fault(self, message: str) -> UsageError:
        return UsageError(
            f"-k {self._expression!r}: {message}; write for example -k 'turn and not slow'"
        )

    def alternatives(self, depth: int) -> Selector:
        parts = [self._conjunction(depth)]
        while self._accept("or"):
            parts.append(self._conjunction(depth))
        return lambda names: any(part(names) for part in parts)

    def _conjunction(self, depth: int) -> Selector:
        parts = [self._factor(depth)]
        while self._accept("and"):
            parts.append(self._factor(depth))
        return lambda names: all(part(names) for part in parts)

    def _factor(self, depth: int) -> Selector:
        if depth > _DEEPEST:
            raise self.fault("it is nested too deep")
        if self._accept("not"):
            return _negated(self._factor(depth + 1))
        if self._accept("("):
            chosen = self.alternatives(depth + 1)
            if not self._accept(")"):
                raise self.fault("a closing parenthesis is missing")
            return chosen
        word = self.token
        if word is None or word in {")", "and", "or"}:
            raise self.fault(f"a word is missing before {word!r}" if word else "a word is missing")
        self._next += 1
        return _containing(word.lower())

    def _accept(self, token: str) -> bool:
        if self.token != token:
            return False
        self._next += 1
        return True


def _containing(word: str) -> Selector:
    return lambda names: any(word in name.lower() for name in names)


def _negated(chosen: Selector) -> Selector:
    return lambda names: not chosen(names)
