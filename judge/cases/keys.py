"""Keys and names that are not known, with the nearest one that is."""

from __future__ import annotations

import difflib
from collections.abc import Collection

from judge.cases.nodes import Mapping
from judge.cases.source import Source
from judge.cases.syntax import quoted
from judge.errors import CaseError

_LONGEST_COMPARED = 60


def refuse_unknown(
    mapping: Mapping, known: Collection[str], known_as: str, source: Source
) -> list[CaseError]:
    """Return an error for each key of a mapping that is not among the known ones.

    ``known_as`` says what the known ones are: ``keys of a case``.
    """
    return [
        source.error(
            unknown("key", key, known, known_as=known_as),
            entry.key.line,
            entry.key.column,
        )
        for key, entry in mapping.entries.items()
        if key not in known
    ]


def unknown(what: str, name: str, known: Collection[str], *, known_as: str) -> str:
    """Return the sentence on an unknown name, with the nearest known one and all of them."""
    near = _nearest(name, known)
    guess = f'did you mean "{near}"? ' if near else ""
    return f"unknown {what} {quoted(name)}; {guess}{known_as}: {', '.join(known) or 'none'}"


def _nearest(name: str, known: Collection[str]) -> str | None:
    lower = {candidate.lower(): candidate for candidate in known}
    found = difflib.get_close_matches(name[:_LONGEST_COMPARED].lower(), lower, 1)
    return lower[found[0]] if found else None
