"""``judge show``: a case as a picture, on the terminal or in a file."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

import click

from judge.cases import case_files, load_suite
from judge.cli import imported
from judge.cli.console import Status, complain, print_result, require_writable, table
from judge.compare import count, excerpt, visible
from judge.draw import Film, Frame, Scene, Typed, in_rows, typed_plainly
from judge.drawing import Drawing
from judge.drawing.blocks import in_blocks
from judge.drawing.svg import svg
from judge.drawing.terminal import Depth, text_lines, width_of
from judge.errors import JudgeError, OutputError, PluginError, UsageError
from judge.manager import PluginSource, Register, plugin_fault
from judge.models import Case, Suite
from judge.puzzle import Task
from judge.resources import located

AnswerT = TypeVar("AnswerT")

_SUFFIXES = (".png", ".svg", ".gif")
_FRAMES_A_ROW = 6
_MOST_STEPS = 300
"""Frames beyond that are more than anyone looks at side by side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wish:
    """What is to be seen of a case."""

    answer: bool
    steps: bool
    smooth: bool


@click.command()
@click.argument("case", metavar="FILE[:ID]")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, readable=False),
    help="Write the picture to this file; its suffix .png, .svg or .gif says what it becomes.",
)
@click.option("--answer", is_flag=True, help="Show the right answer too, where it can be drawn.")
@click.option("--steps", is_flag=True, help="Show every step of what happens in the case.")
@click.option("--smooth", is_flag=True, help="In a .gif: in smooth motion, not step by step.")
@click.pass_obj
def show(
    register: Register, *, case: str, output: Path | None, answer: bool, steps: bool, smooth: bool
) -> int:
    """Show the case ID of a case file as a picture; without ID, list the file's cases.

    FILE is a path, or the name of a file that comes with a puzzle, such as box/turns.yaml. A
    .gif shows what happens in a case as a film, where something happens.
    """
    for fault in register.faults:
        complain(f"plugin fault: {fault}")
    wish = _Wish(answer=answer, steps=steps, smooth=smooth)
    _require_sense(wish, output)
    path, identifier = _file_and_id(case, register)
    suite = _suite(path, register)
    if not identifier:
        rows = ((each.id, each.title, ", ".join(each.tags)) for each in suite.cases)
        print_result(table(("id", "title", "tags"), rows))
        return Status.OK
    named = case.removesuffix(f":{identifier}")
    subject = _subject(suite, _case(suite, identifier, named), register)
    if output is None:
        print_result(list(_told(subject, wish)))
    else:
        _save(_file(subject, wish, output.suffix.lower()), output)
    return Status.OK


def _require_sense(wish: _Wish, output: Path | None) -> None:
    """Raise UsageError for options that do not go together, before anything is read."""
    suffix = "" if output is None else output.suffix.lower()
    if output is not None:
        if suffix not in _SUFFIXES:
            raise UsageError(f"-o {output}: name a file that ends in {', '.join(_SUFFIXES)}")
        require_writable(output)
    if wish.smooth and suffix != ".gif":
        raise UsageError("--smooth makes a film: add -o FILE.gif")
    if wish.steps and (wish.answer or suffix == ".gif"):
        other = "--answer" if wish.answer else "a .gif, which shows them one after another"
        raise UsageError(f"--steps shows all steps at once; leave it out, or {other}")


def _file_and_id(named: str, register: Register) -> tuple[Path, str]:
    """Return the case file that is meant and the id behind its name, "" for none.

    File names and ids may have colons: the longest part that names a file counts.
    """
    own = dict(_own_files(register))
    parts = named.split(":")
    for end in range(len(parts), 0, -1):
        name, identifier = ":".join(parts[:end]), ":".join(parts[end:])
        path = Path(name)
        if path.is_file():
            return path, identifier
        if name in own:
            return own[name], identifier
        if path.is_dir() and end == len(parts):
            inside = [found for found, _ in case_files(path)]
            hint = f": {', '.join(inside[:10])}{', …' if len(inside) > 10 else ''}"
            raise UsageError(f"{name} is a folder; name a file in it{hint if inside else ''}")
    name = parts[0]
    near = get_close_matches(name, own, n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise UsageError(f"there is no case file {excerpt(name)}, here or with a puzzle{hint}")


def _own_files(register: Register) -> Iterator[tuple[str, Path]]:
    """Yield the case files that come with the puzzles, as ``box/simulate.yaml``."""
    for puzzle in register.puzzles.values():
        try:
            folder = located(puzzle.cases)
        except PluginError as error:
            complain(f"plugin fault: {error}")
        else:
            yield from ((f"{puzzle.name}/{name}", path) for name, path in case_files(folder))


def _suite(path: Path, register: Register) -> Suite:
    """Return a case file's suite; JudgeError with the first fault of a faulty one."""
    loaded = load_suite(path, path.name, register.puzzles)
    if loaded.suite is None:
        first, *others = loaded.errors
        more = f"\n({count(len(others), 'more fault')}: judge check {path})" if others else ""
        raise JudgeError(f"{first}{more}")  # of several lines
    return loaded.suite


def _case(suite: Suite, identifier: str, named: str) -> Case:
    """Return the case of that id; UsageError names the nearest one.

    ``named`` is the suite's file as it was typed.
    """
    cases = {case.id: case for case in suite.cases}
    if identifier not in cases:
        near = get_close_matches(identifier, cases, n=1, cutoff=0.0)
        raise UsageError(
            f"{suite.name} has no case {excerpt(identifier)}; did you mean {near[0]}? "
            f"(judge show {named} lists all {len(cases)})"
        )
    return cases[identifier]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Subject:
    """A case and the task that can draw it; what a plugin raises is that plugin's fault."""

    task: Task[Any]
    case: Case
    source: PluginSource

    def scene(self) -> Scene | None:
        return self._asked("scene", lambda: self.task.scene(self.case.problem))

    def answer(self) -> Scene | None:
        return self._asked("answer_scene", lambda: self.task.answer_scene(self.case.problem))

    def film(self, *, smooth: bool) -> Film | None:
        """Return the film of the case, and tell what is missing in it."""
        film = self._asked("film", lambda: self.task.film(self.case.problem, smooth=smooth))
        if film is not None and film.note:
            complain(film.note)
        return film

    def picture(self) -> str:
        return self._asked("picture", lambda: self.task.picture(self.case.problem))

    def _asked(self, method: str, call: Callable[[], AnswerT]) -> AnswerT:
        try:
            return call()
        except Exception as error:
            what = f"fails in {method} of the case {self.case.id}"
            raise plugin_fault(self.source, what, error) from error


def _subject(suite: Suite, case: Case, register: Register) -> _Subject:
    """Return a case with who draws it; UsageError for one that no plugin knows anything of."""
    task = register.puzzles[suite.task.puzzle].task(suite.task.task)
    if case.problem is None or task is None:
        raise UsageError(
            f"{case.id} is written as plain text (stdin and stdout): there is nothing to draw"
        )
    return _Subject(task=task, case=case, source=register.owners[suite.task.puzzle])


def _scenes(subject: _Subject, wish: _Wish) -> list[Scene]:
    """Return what is to be seen; UsageError where that cannot be drawn."""
    if wish.steps:
        film = subject.film(smooth=False)
        if film is None:
            raise UsageError(f"nothing happens in a case of {subject.case.task}: no --steps")
        if len(film.frames) > _MOST_STEPS:
            complain(f"these are the first {_MOST_STEPS} of {len(film.frames)} steps")
        return [frame.scene for frame in film.frames[:_MOST_STEPS]]
    scene = subject.scene()
    scenes = [] if scene is None else [scene]
    if wish.answer:
        answer = subject.answer()
        if answer is None:
            raise UsageError("no answer of this case can be drawn; leave --answer out")
        scenes.append(answer)
    return scenes


def _told(subject: _Subject, wish: _Wish) -> Iterator[str]:
    """Yield the case as pictures of characters, each below its title."""
    room = shutil.get_terminal_size()
    depth = Depth.of(os.environ, is_terminal=sys.stdout.isatty())
    case = subject.case
    title = f": {case.title}" if case.title else ""
    yield visible(f"{case.suite}:{case.id}{title}", keep_newlines=False) + "\n"
    pictures = list(_pictures(subject, wish, room.columns, coloured=depth is not Depth.NONE))
    widest = max(width_of(typed) for _, typed in pictures)
    if sys.stdout.isatty() and widest > room.columns:
        complain(f"the picture is {widest} columns wide, and this terminal {room.columns}")
    for caption, typed in pictures:
        yield "\n"
        if caption:
            yield visible(caption, keep_newlines=False) + "\n"
        yield from text_lines(typed, depth)


def _pictures(
    subject: _Subject, wish: _Wish, columns: int, *, coloured: bool
) -> Iterator[tuple[str, Typed]]:
    """Yield titles and pictures of characters; UsageError where there are none.

    A case of which the plugin has no scene may have a picture in plain text all the same.
    """
    scenes = _scenes(subject, wish)
    plain = subject.picture()
    if not scenes:
        if not plain:
            raise UsageError(f"the plugin of {subject.case.task} does not draw this case")
        yield "", typed_plainly(plain)
    for number, scene in enumerate(scenes):
        typed = scene.typed
        if not typed and number == 0 and plain and not wish.steps:
            typed = typed_plainly(plain)
        typed = typed or in_blocks(scene, columns, coloured=coloured)
        if not typed:
            raise UsageError("this case is too large for a terminal; add -o FILE.svg")
        yield scene.title, typed


def _file(subject: _Subject, wish: _Wish, suffix: str) -> Drawing:
    """Return the file that a case becomes; UsageError where it cannot be drawn."""
    raster = imported("judge.drawing.raster") if suffix != ".svg" else None
    moves = suffix == ".gif" and not wish.answer
    film = subject.film(smooth=wish.smooth) if moves else None
    if raster and film:
        return _drawing(raster.gif(film))
    scenes = _scenes(subject, wish)
    if not scenes:
        raise UsageError(f"the plugin of {subject.case.task} does not draw this case")
    if wish.smooth:
        raise UsageError(f"nothing moves in a case of {subject.case.task}: leave --smooth out")
    scene = scenes[0] if len(scenes) == 1 else in_rows(scenes, _FRAMES_A_ROW)
    if raster is None:
        return Drawing(data=svg(scene).encode())
    if suffix == ".png":
        return _drawing(raster.png(scene))
    return _drawing(raster.gif(Film(frames=(Frame(scene=scene, seconds=1),))))


def _drawing(made: object) -> Drawing:
    """Return what a module gave that was imported late, of which no type is known."""
    if not isinstance(made, Drawing):
        raise TypeError("a picture is made as a Drawing")
    return made


def _save(drawing: Drawing, path: Path) -> None:
    """Write a picture to a file; OutputError where it cannot be."""
    if drawing.note:
        complain(drawing.note)
    try:
        path.write_bytes(drawing.data)
    except OSError as error:
        raise OutputError(f"-o {path} could not be written: {error.strerror}") from error
