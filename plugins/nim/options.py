"""The options of ``generate:`` entries for nim: how long, how many, how large."""

from __future__ import annotations

from collections.abc import Mapping

from judge.errors import CaseError
from judge.models import Value
from judge.puzzle import Field, Kind, Role


def size_option(name: str, about: str) -> Field:
    """Return an option that is a whole number and may be left out."""
    return Field(name=name, kind=Kind.INTEGER, about=about, role=Role.OPTION, required=False)


def size(options: Mapping[str, Value], name: str, default: int, *, least: int) -> int:
    """Return an option's value, or the default; CaseError where it is less than ``least``."""
    value = options.get(name, default)
    if not isinstance(value, int) or value < least:
        raise CaseError(f"{name} must be a whole number, {least} or more", key=name)
    return value
