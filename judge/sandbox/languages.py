"""The table of languages: its rows as data, looked up by name, by suffix and by shebang."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Self

import yaml

from judge.errors import JudgeError, PluginError, UsageError
from judge.models import Language, Limits
from judge.sandbox import PYTHON, Box
from judge.sandbox.processes import BASE_PYTHON
from judge.sandbox.supervisor.starting import PATH
from judge.sandbox.tiers import strongest_sandbox
from judge.units import byte_count

TABLE = Path(__file__).with_name("languages.yaml")

_VERSION_LIMITS = Limits(time_s=10, wall_s=20, memory_bytes=2**30, output_bytes=2**16)
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""takes every scalar as text; the fields' own types are given below"""


class LanguageTable:
    """The languages that are known, in the order of the table."""

    def __init__(self, languages: Iterable[Language]) -> None:
        """Take the rows in; PluginError where two claim one name or one suffix."""
        self._by_name: dict[str, Language] = {}
        self._by_suffix: dict[str, Language] = {}
        self._by_shebang: dict[str, Language] = {}
        for language in languages:
            self._add(language)

    @classmethod
    def with_extra(cls, extra: Iterable[Language]) -> Self:
        """Return the judge's own table with the rows of plugins added."""
        return cls((*bundled_languages(), *extra))

    def _add(self, language: Language) -> None:
        if language.name in self._by_name:
            other = self._by_name[language.name]
            raise PluginError(
                f"two languages are named {language.name!r}: {other.title} and {language.title}; "
                "give one of them another name"
            )
        self._by_name[language.name] = language
        for suffix in language.suffixes:
            other = self._by_suffix.setdefault(suffix, language)
            if other is not language:
                raise PluginError(
                    f"the suffix {suffix} is claimed by two languages, {other.name} and "
                    f"{language.name}; take it from one of them"
                )
        for interpreter in language.shebangs:
            self._by_shebang.setdefault(interpreter, language)

    def __iter__(self) -> Iterator[Language]:
        """Iterate over the languages in the order of the table."""
        return iter(self._by_name.values())

    def named(self, name: str) -> Language:
        """Return the language of that name; UsageError names the nearest one or all."""
        language = self._by_name.get(name)
        if language is not None:
            return language
        near = difflib.get_close_matches(name, self._by_name, n=1, cutoff=0.5)
        remedy = f"did you mean {near[0]}?" if near else f"there are {', '.join(self._by_name)}"
        raise UsageError(f"there is no language {name!r}; {remedy}")

    def by_suffix(self, suffix: str) -> Language | None:
        """Return the language that a file suffix (``.py``) means, or None."""
        return self._by_suffix.get(suffix)

    def by_shebang(self, content: bytes) -> Language | None:
        """Return the language of the interpreter that the first line ``#!`` names, or None."""
        interpreter = _interpreter(content)
        known = self._by_shebang
        return known.get(interpreter) or known.get(interpreter.rstrip("0123456789.-"))

    def missing(self, language: Language) -> str:
        """Return "" where a language works on this machine, else what to install."""
        return missing(language)

    def version(self, language: Language) -> str:
        """Return the first line that the language's version command prints, "" where none."""
        with strongest_sandbox().open({}) as box:
            command = [_with_python(word, box) for word in language.version]
            run = box.run(command, b"", _VERSION_LIMITS)
        text = (run.stdout or run.stderr).decode("utf-8", "backslashreplace")
        return next((line.strip() for line in text.splitlines() if line.strip()), "")


def _with_python(word: str, box: Box) -> str:
    return word.replace("{python}", box.path(PYTHON))


def _interpreter(content: bytes) -> str:
    """Return the name of the program that a shebang line starts, past ``env`` and its options."""
    if not content.startswith(b"#!"):
        return ""
    words = content[2:].split(b"\n", 1)[0].decode("utf-8", "replace").split()
    if words and os.path.basename(words[0]) == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    return os.path.basename(words[0]) if words else ""


def missing(language: Language) -> str:
    """Return "" where the programs that a language needs are here, else what to install."""
    for command in (language.compile, language.run):
        if command and not _is_here(command[0]):
            return f"{command[0]} is not here; install the package {language.package}"
    return ""


def _is_here(program: str) -> bool:
    if program == "{python}":
        return os.access(BASE_PYTHON, os.X_OK)
    if "{" in program:
        return True  # a file of the box
    return program_path(program) is not None


def program_path(program: str) -> str | None:
    """Return where programs in a box find a command, or None; never on the caller's PATH."""
    folders = [""] if "/" in program else PATH.split(":")
    for folder in folders:
        path = os.path.join(folder, program)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


@cache
def bundled_languages() -> tuple[Language, ...]:
    """Return the rows of the judge's own table."""
    return read_languages(TABLE)


def read_languages(path: Path) -> tuple[Language, ...]:
    """Return the languages of a YAML file; JudgeError says which row and key is wrong."""
    try:
        rows = yaml.load(path.read_bytes(), Loader=_LOADER)  # noqa: S506  # it builds no objects
    except (OSError, yaml.YAMLError) as error:
        raise JudgeError(f"{path}: the table of languages cannot be read: {error}") from error
    if not isinstance(rows, list):
        raise JudgeError(f"{path}: the table of languages must be a list of rows")
    return tuple(_language(path, number, row) for number, row in enumerate(rows, 1))


def _language(path: Path, number: int, row: Any) -> Language:
    name = row.get("name", f"number {number}") if isinstance(row, dict) else f"number {number}"
    try:
        return language_of(row)
    except (ValueError, TypeError) as error:
        raise JudgeError(f"{path}: language {name}: {error}") from error


def language_of(row: Any) -> Language:
    """Return the language that one row describes; ValueError or TypeError says what is wrong."""
    if not isinstance(row, Mapping):
        raise TypeError("a row must be keys with values")
    for key in row:
        if key not in _READERS:
            near = difflib.get_close_matches(str(key), _READERS, n=1)
            remedy = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(_READERS)}"
            raise ValueError(f"there is no key {key!r}{remedy}")
    absent = [key for key in _NEEDED if key not in row]
    if absent:
        raise ValueError(f"{', '.join(absent)} must be given")
    facts = {}
    for key, value in row.items():
        field, reader = _READERS[key]
        try:
            facts[field] = reader(value)
        except (ValueError, TypeError, ZeroDivisionError, re.error) as error:
            raise ValueError(f"{key}: {error}") from error
    return Language(**facts)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} must be a text")
    return value


def _word(value: Any) -> str:
    if not _text(value).strip():
        raise ValueError("must not be empty")
    return _text(value)


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} must be a list of texts")
    return tuple(map(_text, value))


def _command(value: Any) -> tuple[str, ...]:
    words = _texts(value)
    for name in re.findall(r"\{(\w*)\}", " ".join(words)):
        if name not in {"source", "build", "main", "memory", "python"}:
            raise ValueError(f"there is no placeholder {{{name}}}")
    return words


def _suffixes(value: Any) -> tuple[str, ...]:
    suffixes = _texts(value)
    for suffix in suffixes:
        if not re.fullmatch(r"\.\w+", suffix):
            raise ValueError(f"{suffix!r} is no suffix such as .py")
    return suffixes


def _file_name(value: Any) -> str:
    if not re.fullmatch(r"\w[\w.]*", _text(value)):
        raise ValueError(f"{value!r} is no plain file name")
    return _text(value)


def _pattern(value: Any) -> str:
    re.compile(_text(value))
    return _text(value)


def _files(value: Any) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise TypeError(f"{value!r} must be file names with texts")
    return {_file_name(name): _text(text) for name, text in value.items()}


_READERS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "name": ("name", _word),
    "title": ("title", _word),
    "suffixes": ("suffixes", _suffixes),
    "shebangs": ("shebangs", _texts),
    "source": ("source", _file_name),
    "keep_suffixes": ("keep_suffixes", _suffixes),
    "source_pattern": ("source_pattern", _pattern),
    "other_source": ("other_source", _file_name),
    "other_pattern": ("other_pattern", _pattern),
    "check": ("check", _command),
    "beside": ("beside", _files),
    "compile": ("compile", _command),
    "main_pattern": ("main_pattern", _pattern),
    "run": ("run", _command),
    "version": ("version", _command),
    "package": ("package", _word),
    "memory_floor": ("memory_floor_bytes", byte_count),
    "time_factor": ("time_factor", Fraction),
    "memory_errors": ("memory_errors", _texts),
    "hello": ("hello", _text),
}
"""for each key of a row the field of Language that it fills, and what reads it"""

_NEEDED = ("name", "title", "suffixes", "source", "run", "version", "package")
