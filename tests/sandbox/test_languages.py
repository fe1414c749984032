"""The table of languages: its rows, how they are looked up, and what is wrong with bad ones."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from runtimes import needs_language

from judge.errors import JudgeError, PluginError, UsageError
from judge.models import Language
from judge.sandbox.languages import (
    LanguageTable,
    language_of,
    missing,
    program_path,
    read_languages,
)

TABLE = LanguageTable.with_extra(())
ROW: dict[str, Any] = {
    "name": "brain",
    "title": "Brain",
    "suffixes": [".b"],
    "source": "submission.b",
    "run": ["no-such-interpreter", "{source}"],
    "version": ["no-such-interpreter", "--version"],
    "package": "brainery",
}


def language(**changes: Any) -> Language:
    return language_of({**ROW, **changes})


def test_the_bundled_languages_are_there() -> None:
    assert [each.name for each in TABLE] == [
        "python",
        "javascript",
        "c",
        "cpp",
        "java",
        "perl",
        "bash",
    ]
    suffixes = (each for language in TABLE for each in language.suffixes)
    assert list(suffixes) == [
        *(".py", ".js", ".mjs", ".cjs", ".c", ".cpp", ".cc", ".cxx", ".java", ".pl"),
        *(".sh", ".bash"),
    ]
    assert TABLE.by_suffix(".cc") is TABLE.named("cpp")
    assert TABLE.by_suffix(".txt") is None
    assert TABLE.named("java").time_factor == Fraction(2)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (b"#!/usr/bin/python3\nprint()", "python"),
        (b"#!/usr/bin/python3.12\n", "python"),
        (b"#! /usr/local/bin/python -u\n", "python"),
        (b"#!/usr/bin/env node\n", "javascript"),
        (b"#!/usr/bin/env -S python3 -u\n", "python"),
        (b"#!/usr/bin/env -i A=1 perl\n", "perl"),
        (b"#!/bin/sh", "bash"),
        (b"#!/bin/bash\r\n", "bash"),
        (b"#!/usr/bin/ruby\n", None),
        (b"#!\n", None),
        (b"#!/usr/bin/env\n", None),
        (b"print()\n", None),
        (b"#!\xff\xfe\n", None),
        (b"", None),
    ],
)
def test_a_shebang_line_names_the_language(line: bytes, name: str | None) -> None:
    found = TABLE.by_shebang(line)
    assert (found.name if found else None) == name


def test_an_unknown_name_is_told_the_nearest() -> None:
    with pytest.raises(UsageError, match="did you mean python"):
        TABLE.named("pyton")
    with pytest.raises(UsageError, match="there are python, javascript"):
        TABLE.named("xxxxxxxx")


def test_a_plugin_s_language_joins_the_table() -> None:
    table = LanguageTable.with_extra([language()])
    assert table.by_suffix(".b") is table.named("brain")


def test_a_name_that_is_taken_names_both() -> None:
    with pytest.raises(PluginError, match=r"'python': Python and Snake"):
        LanguageTable.with_extra([language(name="python", title="Snake")])


def test_a_suffix_that_is_taken_names_both() -> None:
    with pytest.raises(PluginError, match=r"\.py is claimed by two languages, python and brain"):
        LanguageTable.with_extra([language(suffixes=[".b", ".py"])])


def test_what_is_not_here_is_named_with_its_package() -> None:
    assert missing(language()) == "no-such-interpreter is not here; install the package brainery"
    compiled = language(compile=["no-such-compiler", "{source}"], run=["{build}/program"])
    assert TABLE.missing(compiled).startswith("no-such-compiler is not here")


def test_programs_are_not_looked_for_on_the_caller_s_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "no-such-interpreter"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program_path("no-such-interpreter") is None
    assert program_path(str(program)) == str(program)
    assert missing(language(run=[str(program), "{source}"])) == ""


def test_an_interpreter_of_one_s_own_runs_and_tells_its_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_SANDBOX_READABLE", str(tmp_path))
    program = tmp_path / "brain"
    program.write_text("#!/bin/sh\necho >&2; echo 'Brain 7.1' >&2\n")
    program.chmod(0o755)
    assert TABLE.version(language(version=[str(program)])) == "Brain 7.1"


@pytest.mark.parametrize("name", [each.name for each in TABLE])
def test_every_bundled_language_tells_its_version(name: str) -> None:
    needs_language(name)
    version = TABLE.version(TABLE.named(name))
    assert any(character.isdigit() for character in version)
    assert "\n" not in version


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"colour": "red"}, "there is no key 'colour'"),
        ({"memory_flor": "1MiB"}, "did you mean memory_floor?"),
        ({"suffixes": ".b"}, "suffixes: '.b' must be a list of texts"),
        ({"suffixes": ["b"]}, "'b' is no suffix such as .py"),
        ({"run": ["x", "{file}"]}, "run: there is no placeholder {file}"),
        ({"memory_floor": "much"}, "memory_floor: 'much' is not a size"),
        ({"time_factor": "1/0"}, "time_factor:"),
        ({"time_factor": "fast"}, "time_factor:"),
        ({"source": "../x"}, "'../x' is no plain file name"),
        ({"source_pattern": "("}, "source_pattern:"),
        ({"title": " "}, "title: must not be empty"),
        ({"beside": ["x"]}, "beside: ['x'] must be file names with texts"),
    ],
)
def test_a_faulty_row_is_told_its_key(changes: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError)) as caught:
        language(**changes)
    assert message in str(caught.value)


def test_what_is_needed_must_be_there() -> None:
    with pytest.raises(ValueError, match="run, package must be given"):
        language_of({key: ROW[key] for key in ROW if key not in {"run", "package"}})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- name: brain\n  colour: red\n", "language brain: there is no key 'colour'"),
        ("- just text\n", "language number 1: a row must be keys with values"),
        ("name: brain\n", "must be a list of rows"),
        ("- [", "cannot be read"),
    ],
)
def test_a_faulty_table_is_told_its_file_and_row(tmp_path: Path, text: str, message: str) -> None:
    table = tmp_path / "languages.yaml"
    table.write_text(text)
    with pytest.raises(JudgeError) as caught:
        read_languages(table)
    assert str(table) in str(caught.value)
    assert message in str(caught.value)


def test_a_table_that_is_not_there_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match="cannot be read"):
        read_languages(tmp_path / "nothing.yaml")


def test_every_scalar_of_a_row_is_text_until_it_is_typed(tmp_path: Path) -> None:
    table = tmp_path / "languages.yaml"
    table.write_text(
        "- {name: no, title: 012, suffixes: [.on], source: x.on, run: [a], version: [1e5],"
        " package: ~, time_factor: 1.50}\n"
    )
    (row,) = read_languages(table)
    assert (row.name, row.title, row.package, row.version) == ("no", "012", "~", ("1e5",))
    assert row.time_factor == Fraction(3, 2)


def test_the_base_interpreter_is_always_here() -> None:
    assert TABLE.missing(TABLE.named("python")) == ""
    assert os.path.isabs(program_path("bash") or "")
