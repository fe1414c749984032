"""The table of languages: its rows as data, looked up by name, by suffix and by shebang."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import dropwhile
from pathlib import Path
from typing import Any, Self

import yaml

from judge.errors import JudgeError, PluginError, UsageError
from judge.models import Language, Limits
from judge.sandbox import PYTHON, Sandbox
from judge.sandbox.processes import BASE_PYTHON
from judge.sandbox.supervisor.starting import PATH
from judge.sandbox.tiers import strongest_sandbox
from judge.units import byte_count

TABLE = Path(__file__).with_name("languages.yaml")

_VERSION_LIMITS = Limits(time_s=10, wall_s=20, memory_bytes=2**30, output_bytes=2**16)
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""takes every scalar as text; the fields' own types are given below"""

_MOST_BYTES = 2**20
"""how large a table of languages may be"""

_PATH = re.compile(r"/[^\s{}]+")
"""a word of a command that names a file of this machine"""

_KNOWN_TO_COMPILERS = frozenset({"source", "build", "python", "flags"})
_KNOWN_TO_RUNS = _KNOWN_TO_COMPILERS | {"main", "memory"}
"""the placeholders that a command may hold"""


class LanguageTable:
    """The languages that are known, in the order of the table."""

    def __init__(self, languages: Iterable[Language]) -> None:
        """Take the rows in; PluginError where two claim one name, suffix or shebang."""
        self._by_name: dict[str, Language] = {}
        self._by_suffix: dict[str, Language] = {}
        self._by_shebang: dict[str, Language] = {}
        for language in languages:
            self._add(language)

    @classmethod
    def with_extra(cls, extra: Iterable[Language]) -> Self:
        """Return the judge's own table with the rows of plugins added."""
        return cls((*bundled_languages(), *extra))

    def with_rows(self, rows: Iterable[Language]) -> LanguageTable:
        """Return this table with an organiser's rows: one of a known name replaces that language.

        Raises PluginError where two languages would claim one suffix or shebang, or two of the
        rows one name.
        """
        new = {row.name: row for row in LanguageTable(rows)}
        return LanguageTable([*(new.pop(old.name, old) for old in self), *new.values()])

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
            other = self._by_shebang.setdefault(interpreter, language)
            if other is not language:
                raise PluginError(
                    f"the shebang {interpreter} is claimed by two languages, {other.name} and "
                    f"{language.name}; take it from one of them"
                )

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
        return version(language, strongest_sandbox())


def version(language: Language, sandbox: Sandbox) -> str:
    """Return the first line that a language's version command prints in a box, "" where none."""
    with sandbox.open({}) as box:
        command = [word.replace("{python}", box.path(PYTHON)) for word in language.version]
        run = box.run(command, b"", _VERSION_LIMITS)
    text = (run.stdout or run.stderr).decode("utf-8", "backslashreplace")
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


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
    for tool in _tools(language):
        if not _is_here(tool):
            return f"{tool} is not here; install the package {language.package}"
    return ""


def compilers(language: Language) -> list[str]:
    """Return the paths of the programs and libraries of this machine that a build depends on.

    The version's program is among them: where a shell runs the compiler, it tells which.
    """
    commands = (language.compile, language.version)
    found = (_whereabouts(tool) for command in commands for tool in _tools_of(command))
    return list(dict.fromkeys(filter(None, found)))


def _tools(language: Language) -> Iterator[str]:
    """Yield the programs that a language's commands start and the files that they name."""
    for command in (language.compile, language.run, language.version):
        yield from _tools_of(command)


def _tools_of(command: tuple[str, ...]) -> Iterator[str]:
    words = list(command)
    if words[:1] == ["env"]:  # what it starts comes after the variables that it sets
        words = list(dropwhile(lambda word: "=" in word, words[1:]))
    yield from words[:1]
    yield from filter(_PATH.fullmatch, words[1:])


def _is_here(tool: str) -> bool:
    if tool == "{python}":
        return os.access(BASE_PYTHON, os.X_OK)
    if "{" in tool:
        return True  # a file of the box
    return _whereabouts(tool) is not None


def _whereabouts(tool: str) -> str | None:
    if tool.startswith("/"):
        return tool if os.path.exists(tool) else None
    return program_path(tool)


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
        rows = yaml.load(_content(path), Loader=_LOADER)  # noqa: S506  # it builds no objects
    except (OSError, yaml.YAMLError, RecursionError) as error:
        raise JudgeError(f"{path}: the table of languages cannot be read: {error}") from error
    if not isinstance(rows, list):
        raise JudgeError(f"{path}: the table of languages must be a list of rows")
    return tuple(_language(path, number, row) for number, row in enumerate(rows, 1))


def _content(path: Path) -> bytes:
    # A device or a pipe may have no end.
    if path.exists() and not path.is_file():
        raise JudgeError(f"{path} is no regular file; name a table of languages")
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise JudgeError(f"{path}: a table of languages has no more than {_MOST_BYTES} bytes")
    return data


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


def _command(value: Any, placeholders: frozenset[str] = _KNOWN_TO_RUNS) -> tuple[str, ...]:
    words = _texts(value)
    if not words:
        raise ValueError("a command must have a word")
    for word in words:
        for name in re.findall(r"\{(\w+)\}", word):
            if name not in placeholders:
                raise ValueError(f"there is no placeholder {{{name}}} here")
        if "{flags}" in word and word != "{flags}":
            raise ValueError(f"{{flags}} must be a word of its own, not part of {word!r}")
    return words


def _compile_command(value: Any) -> tuple[str, ...]:
    return _command(value, _KNOWN_TO_COMPILERS)


def _plain_command(value: Any) -> tuple[str, ...]:
    return _command(value, frozenset({"source", "python"}))


def _paths(value: Any) -> tuple[str, ...]:
    paths = _texts(value)
    for path in paths:
        if not path.startswith("/") or ".." in path.split("/"):
            raise ValueError(f"{path!r} is no path from the root such as /etc/mono")
    return paths


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
    "check": ("check", _plain_command),
    "beside": ("beside", _files),
    "compile": ("compile", _compile_command),
    "main_pattern": ("main_pattern", _pattern),
    "run": ("run", _command),
    "version": ("version", _plain_command),
    "package": ("package", _word),
    "memory_floor": ("memory_floor_bytes", byte_count),
    "time_factor": ("time_factor", Fraction),
    "memory_errors": ("memory_errors", _texts),
    "hello": ("hello", _text),
    "needs": ("needs", _paths),
    "code_page": ("code_page", _word),
}
"""for each key of a row the field of Language that it fills, and what reads it"""

_NEEDED = ("name", "title", "suffixes", "source", "run", "version", "package")
