"""``judge check``: look for faults in case files, and in the text files that puzzles know."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from judge.cases import case_files, load_suite
from judge.cases.source import MOST_BYTES, Source
from judge.cli.console import Status, complain, print_result
from judge.compare import count, visible
from judge.errors import PluginError, UsageError
from judge.manager import Register, plugin_fault
from judge.puzzle import FileFormat, TextFault
from judge.resources import located
from judge.units import bytes_text

_SUITE_SUFFIXES = {".yaml", ".yml"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """What came of looking at some files; ``faults`` were told already."""

    files: int = 0
    cases: int = 0
    faults: int = 0

    def __add__(self, other: _Found) -> _Found:
        return _Found(
            files=self.files + other.files,
            cases=self.cases + other.cases,
            faults=self.faults + other.faults,
        )


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path, readable=False))
@click.pass_obj
def check(register: Register, paths: tuple[Path, ...]) -> int:
    """Look for faults in the case files at PATHS (default: those of all puzzles).

    Every fault is told with file, line and column. The answers that cases give are computed again
    by the puzzle's rules. A file that is named by itself and is no YAML is checked as what a puzzle
    takes it for, such as a maze. Exit status 2 where anything is wrong.
    """
    roots = paths or tuple(_own_cases(register))
    for fault in register.faults:
        complain(f"plugin fault: {fault}")
    plugin_faults = len(register.faults)
    texts = [root for root in roots if _is_text_file(root)]
    suites = [file for root in roots if root not in texts for file in case_files(root)]
    found = _Found()
    for path in texts:
        found += _text_file(path, register)
    for name, path in suites:
        found += _suite(name, path, register)
    for fault in register.faults[plugin_faults:]:
        complain(f"plugin fault: {fault}")
    if not found.files:
        print_result([f"no case file (*.yaml) in {', '.join(map(str, roots))}\n"])
        return Status.USAGE
    told = "no fault" if not found.faults else count(found.faults, "fault")
    files = count(found.files, "file") + (f", {count(found.cases, 'case')}" if suites else "")
    print_result([f"{files}: {told}\n"])
    return Status.USAGE if found.faults or register.faults else Status.OK


def _own_cases(register: Register) -> Iterator[Path]:
    """Yield the folders of all puzzles' own cases; a plugin without them is a fault of it alone."""
    for puzzle in register.puzzles.values():
        try:
            yield located(puzzle.cases)
        except PluginError as error:
            register.faults.append(error)


def _suite(name: str, path: Path, register: Register) -> _Found:
    """Check a case file."""
    loaded = load_suite(path, name, register.puzzles, lint=True)
    print_result(f"{visible(str(error))}\n" for error in loaded.errors)
    cases = len(loaded.suite.cases) if loaded.suite else 0
    return _Found(files=1, cases=cases, faults=len(loaded.errors))


def _is_text_file(path: Path) -> bool:
    try:
        return path.suffix.lower() not in _SUITE_SUFFIXES and path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _text_file(path: Path, register: Register) -> _Found:
    """Check a file that is no suite as what the first puzzle's format takes it for."""
    shown = _one_line(str(path))
    try:
        text = _read_text(path)
    except UsageError as error:
        print_result([f"{shown}: {error}\n"])
        return _Found(files=1, faults=1)
    taken = _format_of(text, register)
    if taken is None:
        print_result([f"{shown}: {_nothing_known(register)}\n"])
        return _Found(files=1, faults=1)
    puzzle, known = taken
    source = Source(path=path, text=text, lines=tuple(text.split("\n")))
    try:
        told = [f"{_shown(fault, source)}\n" for fault in known.faults(text)]
        faults = len(told)
        if not faults:
            told = [f"{shown}: {known.name}: {_one_line(known.summary(text))}\n"]
    except Exception as error:  # noqa: BLE001 - a stranger's format may raise anything
        register.faults.append(_format_fault(register, puzzle, error))
        told, faults = [f"{shown}: not checked, for the plugin that knows it failed\n"], 1
    print_result(told)
    return _Found(files=1, faults=faults)


def _one_line(text: str) -> str:
    return visible(text, keep_newlines=False)


def _shown(fault: TextFault, source: Source) -> str:
    """Return a fault as those of suites are shown: place, sentence, the line and a mark in it."""
    message = f"{fault.rule}: {fault.message}"
    return visible(str(source.error(message, fault.line, fault.column)))


def _format_of(text: str, register: Register) -> tuple[str, FileFormat] | None:
    """Return the first format that takes a text for its own, with its puzzle's name."""
    for puzzle in register.puzzles.values():
        try:
            for known in puzzle.formats:
                if known.recognises(text):
                    return puzzle.name, known
        except Exception as error:  # noqa: BLE001 - as above: the others go on
            register.faults.append(_format_fault(register, puzzle.name, error))
    return None


def _format_fault(register: Register, puzzle: str, error: Exception) -> PluginError:
    return plugin_fault(register.owners[puzzle], "fails at checking a text file", error)


def _nothing_known(register: Register) -> str:
    """Return the sentence on a text that no format takes for its own."""
    names = [
        str(getattr(known, "name", "text file"))
        for puzzle in register.puzzles.values()
        for known in puzzle.formats
    ]
    kinds = ["no case file (*.yaml, *.yml)", *(f"no {_one_line(name)}" for name in names)]
    return f"{' and '.join(kinds)}; judge check reads nothing else"


def _read_text(path: Path) -> str:
    r"""Return a file's text, with ``\n`` for every ``\r\n``.

    Raises UsageError, without the path, where there is no text of bearable size.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}") from error
    if len(data) > MOST_BYTES:
        raise UsageError(f"larger than {bytes_text(MOST_BYTES)}; no text file is read that is")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise UsageError("UTF-16 text; save it as UTF-8")
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = data[error.start]
        raise UsageError(
            f"not UTF-8 text: line {line} has the byte 0x{byte:02x}; save it as UTF-8"
        ) from error
