"""The parts of a case file's tree: text, lists and mappings, each with its place."""

from __future__ import annotations

from collections.abc import Mapping as Map
from dataclasses import dataclass
from enum import Enum


class Style(Enum):
    """How a piece of text is written."""

    PLAIN = "without quotes"
    SINGLE_QUOTED = "in single quotes"
    DOUBLE_QUOTED = "in double quotes"
    LITERAL = "as a block after |"
    FOLDED = "as a block after >"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scalar:
    """A piece of text; ``end_line`` and ``end_column`` are just behind its last character."""

    text: str
    style: Style
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def is_block(self) -> bool:
        """Whether the text is written as a block of lines."""
        return self.style in (Style.LITERAL, Style.FOLDED)

    @property
    def is_empty_block(self) -> bool:
        """Whether a block was opened that has no line, or none but empty ones."""
        return self.is_block and not self.text.strip("\n")

    @property
    def runs_on(self) -> bool:
        """Whether text that is no block goes on in a further line, which YAML joins to it."""
        return self.end_line > self.line and not self.is_block


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence:
    """A list."""

    line: int
    column: int
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A key of a mapping and its value."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapping:
    """Keys and their values, by the keys' texts."""

    line: int
    column: int
    entries: Map[str, Entry]


Node = Scalar | Sequence | Mapping
