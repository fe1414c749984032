"""Pictures of a page: scenes as numbers of SVG elements, each element kept once."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar
from xml.etree import ElementTree

from judge.compare import count
from judge.draw import Film, Scene, Shape
from judge.drawing import scale_of
from judge.drawing.svg import svg
from judge.models import Case
from judge.puzzle import Task
from judge.report.html.texts import sentence

_LARGEST_INPUT = 16_000
"""characters of an input up to which a case is drawn"""
_LARGEST_ELEMENT = 300_000
"""characters of the largest element of a picture"""
_MOST_FRAMES = 200
_SECONDS = 20.0
"""CPU time that drawing may take in all"""

TOO_LARGE = "This case is too large to be drawn here; judge show draws it."
NO_ROOM = "No picture here: this page has no room, or no time was left, for more of them."

_DrawnT = TypeVar("_DrawnT")


@dataclass(slots=True, kw_only=True)
class CasePictures:
    """The pictures of a case, by number; ``note`` says in sentences what is missing and why."""

    scene: int | None = None
    answer: int | None = None
    film: list[int] = field(default_factory=list)
    note: str = ""

    def remark(self, text: str) -> None:
        """Add a sentence to the note, unless it is there."""
        if text not in self.note:
            self.note = " ".join(filter(None, (self.note, text)))


class _NoRoomError(Exception):
    """The page has no room for another picture."""


class Gallery:
    """Draws cases and answers, as many as a page can bear.

    Attributes:
        elements: name, attributes and text of each SVG element.
        scenes: of each picture its width and height in units, its width in pixels, its title,
            and runs of its elements: the first one's number and how many follow each other.
    """

    def __init__(self, most: int) -> None:
        """Keep pictures of about ``most`` characters in all."""
        self.elements: list[list[Any]] = []
        self.scenes: list[list[Any]] = []
        self._room = most
        self._left_s = _SECONDS
        self._known: dict[Shape, int] = {}
        self._numbers: dict[tuple[Any, ...], int] = {}

    def case(self, task: Task[Any], case: Case) -> CasePictures:
        """Return the pictures of a case, those that its task can draw."""
        pictures = CasePictures()
        if case.problem is None:
            return pictures
        if _is_large(case):
            pictures.remark(TOO_LARGE)
            return pictures
        problem = case.problem
        pictures.scene = self._scene(lambda: task.scene(problem), pictures)
        pictures.answer = self._scene(lambda: task.answer_scene(problem), pictures)
        film = self._asked(lambda: task.film(problem, smooth=False), pictures)
        if film is not None and len(film.frames) > 1:
            self._film(film, pictures)
        return pictures

    def output(self, task: Task[Any], case: Case, text: str, pictures: CasePictures) -> int | None:
        """Return the picture of what a program printed; None where it cannot be made out."""
        if case.problem is None or len(text) > _LARGEST_INPUT or _is_large(case):
            return None
        return self._scene(lambda: task.output_scene(case.problem, text), pictures)

    def _film(self, film: Film, pictures: CasePictures) -> None:
        frames = film.frames[:_MOST_FRAMES]
        if len(frames) < len(film.frames):
            pictures.remark(f"These are the first {count(len(frames), 'step')} of the film.")
        elif film.note:
            pictures.remark(f"{film.note[:1].upper()}{sentence(film.note[1:])}.")
        for frame in frames:
            number = self._kept(frame.scene, pictures)
            if number is None:
                return
            pictures.film.append(number)

    def _scene(self, draw: Callable[[], Scene | None], pictures: CasePictures) -> int | None:
        scene = self._asked(draw, pictures)
        return None if scene is None else self._kept(scene, pictures)

    def _asked(self, draw: Callable[[], _DrawnT | None], pictures: CasePictures) -> _DrawnT | None:
        """Return what a plugin draws; a fault of it costs its picture and nothing else."""
        if self._left_s <= 0 or self._room <= 0:
            pictures.remark(NO_ROOM)
            return None
        begun = time.process_time()
        try:
            return draw()
        # A plugin is a stranger's code; a report with one picture less is still a report.
        except Exception as error:  # noqa: BLE001
            pictures.remark(f"The plugin failed to draw this case: {type(error).__name__}.")
            return None
        finally:
            self._left_s -= time.process_time() - begun

    def _kept(self, scene: Scene, pictures: CasePictures) -> int | None:
        """Return the number of a picture, None where it cannot be kept."""
        begun = time.process_time()
        try:
            numbers = [self._element(shape) for shape in scene.shapes]
        except _NoRoomError:
            pictures.remark(NO_ROOM)
            return None
        # Not all text can stand in SVG: what a program printed may hold any character.
        except (ElementTree.ParseError, UnicodeError):
            pictures.remark("A picture holds characters that cannot be drawn.")
            return None
        finally:
            self._left_s -= time.process_time() - begun
        pixels = round(scene.width * scale_of(scene).pixels)
        size = round(scene.width, 3), round(scene.height, 3)
        key = (*size, pixels, sentence(scene.title), *_runs(numbers))
        if key not in self._numbers:
            self._numbers[key] = len(self.scenes)
            self.scenes.append([*key[:4], list(key[4:])])
            self._room -= 4 * len(key)
        return self._numbers[key]

    def _element(self, shape: Shape) -> int:
        """Return the number of a shape's element; raises _NoRoomError where there is no room."""
        if shape not in self._known:
            drawn = svg(Scene(width=1, height=1, shapes=(shape,)))
            if len(drawn) > min(_LARGEST_ELEMENT, self._room):
                raise _NoRoomError
            element = list(ElementTree.fromstring(drawn))[-1]  # noqa: S314 - our own drawing
            attributes = dict(element.attrib)
            attributes.pop("font-family", None)
            self._known[shape] = len(self.elements)
            self._room -= len(drawn)
            self.elements.append([element.tag.rpartition("}")[2], attributes, element.text or ""])
        return self._known[shape]


def _is_large(case: Case) -> bool:
    return sum(len(str(value)) for value in case.values.values()) > _LARGEST_INPUT


def _runs(numbers: list[int]) -> list[int]:
    """Return numbers as runs: where each begins, and how many follow one another."""
    runs: list[int] = []
    for number in numbers:
        if runs and runs[-2] + runs[-1] == number:
            runs[-1] += 1
        else:
            runs += [number, 1]
    return runs
