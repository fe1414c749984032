"""Which of the things that a run produced are pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge.compare import count, excerpt
from judge.images.formats import JUDGED, JUDGED_NAMES, SUFFIXES, Format, described, recognised
from judge.images.refusals import Refusal
from judge.puzzle import Output

_NAMED = 5
"""as many files are named in a sentence, the rest is counted"""
_NAME_CHARACTERS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """An image that a program left: a file, or its standard output (``name`` is None then)."""

    name: str | None
    format: Format
    data: bytes

    def __str__(self) -> str:
        """Return where it is, for a sentence: ``out.gif``, ``standard output``."""
        return "standard output" if self.name is None else _shown(self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The pictures among a run's files and its standard output, files first, by name.

    ``lookalikes`` are the names of files that promise an image and hold none, each with what the
    file holds in fact.
    """

    pictures: tuple[Picture, ...] = ()
    lookalikes: tuple[tuple[str, str], ...] = ()
    stdout: str = "empty"
    """what standard output is, in words"""

    def only(self) -> Picture | Refusal:
        """Return the one picture that there is, or why it is not exactly one that can be judged.

        Text on standard output beside a file that is an image does not matter.
        """
        if not self.pictures:
            return Refusal(reason=self._missing())
        if len(self.pictures) > 1:
            named = _listed([f"{each} ({each.format.value})" for each in self.pictures])
            images = count(len(self.pictures), "image")
            return Refusal(reason=f"the program left {images}, {named}; leave exactly one")
        (picture,) = self.pictures
        if picture.format not in JUDGED:
            kind = picture.format.value
            reason = f"{picture} is {kind}, which cannot be judged; {JUDGED_NAMES} can"
            return Refusal(reason=reason)
        return picture

    def _missing(self) -> str:
        if self.lookalikes:
            wrong = _listed([f"{_shown(name)} ({held})" for name, held in self.lookalikes])
            return f"the program left no image: only named like one: {wrong}"
        return (
            "the program left no image: no file in its working directory is one, and standard "
            f"output is {self.stdout}"
        )


def pictures(output: Output) -> Found:
    """Return what a run left that is an image by its content, whatever it is called.

    Standard output counts when it begins like an image. Never raises.
    """
    images = []
    lookalikes = []
    for artefact in sorted(output.artefacts, key=lambda each: each.name):
        kind = recognised(artefact.data)
        if kind:
            images.append(Picture(name=artefact.name, format=kind, data=artefact.data))
        elif _suffix(artefact.name) in SUFFIXES:
            lookalikes.append((artefact.name, described(artefact.data)))
    kind = recognised(output.stdout)
    if kind and kind is not Format.RECORDING:  # only the sandbox makes these, of windows
        images.append(Picture(name=None, format=kind, data=output.stdout))
    return Found(
        pictures=tuple(images), lookalikes=tuple(lookalikes), stdout=described(output.stdout)
    )


def _suffix(name: str) -> str:
    """Return what follows the last dot of a file's name, in small letters; "" without one."""
    return name.rpartition("/")[2].rpartition(".")[2].lower() if "." in name else ""


def _shown(name: str) -> str:
    return excerpt(name, _NAME_CHARACTERS)


def _listed(things: Sequence[str]) -> str:
    """Return things with commas and a final "and", the many shortened."""
    named = list(things[:_NAMED])
    if len(things) > _NAMED:
        named.append(f"{len(things) - _NAMED} more")
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"
