"""Why a picture is not judged: the sentence for the contestant, and the exception within."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why an output counts as no picture; ``reason`` is a sentence with the remedy."""

    reason: str


class Unreadable(Exception):  # noqa: N818  # it reads as a claim about the file
    """A file that a reader cannot or will not read; the message is a sentence about the file."""
