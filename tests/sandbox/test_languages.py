"""The table of languages: its rows, how they are looked up, and what is wrong with bad ones."""

from __future__ import annotations

import os
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from runtimes import CORE, needs_language

from judge.errors import JudgeError, PluginError, UsageError
from judge.models import Language
from judge.sandbox.languages import TABLE as TABLE_FILE
from judge.sandbox.languages import (
    LanguageTable,
    compilers,
    language_of,
    missing,
    program_path,
    read_languages,
)

TABLE = LanguageTable.with_extra(())
ROW: dict[str, Any] = {
    "name": "brain",
    "title": "Brain",
    "suffixes": [".brain"],
    "source": "submission.b",
    "run": ["no-such-interpreter", "{source}"],
    "version": ["no-such-interpreter", "--version"],
    "package": "brainery",
}


def language(**changes: Any) -> Language:
    return language_of({**ROW, **changes})


def test_the_bundled_languages_are_there() -> None:
    names = [each.name for each in TABLE]
    assert names[0] == "python"
    assert set(names) >= CORE
    assert TABLE.by_suffix(".cc") is TABLE.named("cpp")
    assert TABLE.by_suffix(".txt") is None
    assert TABLE.named("java").time_factor == Fraction(2)


def test_no_two_bundled_languages_share_a_name_a_suffix_or_a_shebang() -> None:
    for facts in (
        [each.name for each in TABLE],
        [each.title for each in TABLE],
        [suffix for each in TABLE for suffix in each.suffixes],
        [shebang for each in TABLE for shebang in each.shebangs],
    ):
        assert sorted(facts) == sorted(set(facts))


@pytest.mark.parametrize("row", list(TABLE), ids=lambda row: row.name)
def test_a_bundled_row_has_all_that_checking_and_installing_it_takes(row: Language) -> None:
    assert row.hello
    assert row.suffixes
    assert re.fullmatch(r"[a-z0-9][a-z0-9.+-]+", row.package)
    assert row.memory_floor_bytes >= 4 * 2**20
    if row.compile:
        assert not {"{memory}", "{main}"} & set(row.compile)
        assert any("{build}" in word for word in row.run)


@pytest.mark.parametrize(
    ("suffix", "name"),
    [
        (".pl", "perl"),
        (".pro", "prolog"),
        (".m", "octave"),
        (".R", "r"),
        (".r", "r"),
        (".f", "fortran"),
        (".cl", "lisp"),
    ],
)
def test_a_suffix_that_two_communities_use_is_settled(suffix: str, name: str) -> None:
    assert TABLE.by_suffix(suffix) is TABLE.named(name)


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
        (b"#!/usr/bin/ruby3.1\n", "ruby"),
        (b"#!/usr/bin/awk -f\n", "awk"),
        (b"#!/usr/bin/cobc\n", None),
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
    with pytest.raises(UsageError, match="there are python, pypy"):
        TABLE.named("xxxxxxxx")


def test_a_plugin_s_language_joins_the_table() -> None:
    table = LanguageTable.with_extra([language()])
    assert table.by_suffix(".brain") is table.named("brain")


def test_a_name_that_is_taken_names_both() -> None:
    with pytest.raises(PluginError, match=r"'python': Python and Snake"):
        LanguageTable.with_extra([language(name="python", title="Snake")])


def test_a_suffix_that_is_taken_names_both() -> None:
    with pytest.raises(PluginError, match=r"\.py is claimed by two languages, python and brain"):
        LanguageTable.with_extra([language(suffixes=[".brain", ".py"])])


def test_a_shebang_that_is_taken_names_both() -> None:
    with pytest.raises(PluginError, match=r"python3 is claimed by two languages, python and brain"):
        LanguageTable.with_extra([language(shebangs=["python3"])])


class TestAnOrganisersRows:
    """Rows of a file: new languages, and others in place of known ones."""

    def test_a_new_name_joins_the_table_at_its_end(self) -> None:
        table = TABLE.with_rows([language()])
        assert list(table) == [*TABLE, language()]
        assert table.by_suffix(".brain") == language()

    def test_a_known_name_is_replaced_at_its_place(self) -> None:
        row = language(name="python", suffixes=[".py", ".py3"], shebangs=["python3"])
        table = TABLE.with_rows([row])
        assert next(iter(table)) is row
        assert table.by_suffix(".py") is table.by_suffix(".py3") is table.named("python") is row
        assert table.by_shebang(b"#!/usr/bin/python3\n") is row
        assert table.by_shebang(b"#!/usr/bin/python\n") is None
        assert TABLE.named("python") is not row

    def test_a_suffix_may_go_from_one_language_to_another(self) -> None:
        facts: dict[str, Any] = {"name": "perl", "suffixes": [".perl"]}
        table = TABLE.with_rows([language(**facts), language(suffixes=[".pl"])])
        assert table.by_suffix(".pl") is table.named("brain")

    def test_a_suffix_that_is_taken_names_both(self) -> None:
        with pytest.raises(
            PluginError, match=r"\.py is claimed by two languages, python and brain"
        ):
            TABLE.with_rows([language(suffixes=[".py"])])

    def test_two_rows_of_one_name_are_an_error(self) -> None:
        with pytest.raises(PluginError, match="two languages are named 'brain': Brain and Twin"):
            TABLE.with_rows([language(), language(title="Twin", suffixes=[".twin"])])


def test_what_is_not_here_is_named_with_its_package() -> None:
    assert missing(language()) == "no-such-interpreter is not here; install the package brainery"
    compiled = language(compile=["no-such-compiler", "{source}"], run=["{build}/program"])
    assert TABLE.missing(compiled).startswith("no-such-compiler is not here")


@pytest.mark.parametrize(
    ("changes", "absent"),
    [
        ({"run": ["env", "A=1", "B=2", "no-such-interpreter", "{source}"]}, "no-such-interpreter"),
        ({"run": ["sh", "{source}"], "version": ["no-such-tool"]}, "no-such-tool"),
        ({"run": ["sh", "/no/such/library.js", "{source}"]}, "/no/such/library.js"),
        ({"compile": ["sh", "-c", "/no/such/library.js is fine"]}, "no-such-interpreter"),
        ({"compile": ["{python}", "{source}"], "run": ["{build}/x"]}, "no-such-interpreter"),
    ],
)
def test_what_a_language_needs_is_all_that_its_commands_name(
    changes: dict[str, Any], absent: str
) -> None:
    assert missing(language(**changes)).startswith(f"{absent} is not here")


def test_what_a_build_depends_on_is_the_compiler_its_libraries_and_what_tells_the_version() -> None:
    shell = str(program_path("sh"))
    row = language(
        compile=["env", "A=1", "sh", "-c", "x", str(__file__), "{source}"],
        version=["bash", "--version"],
    )
    assert compilers(row) == [shell, __file__, program_path("bash")]


def test_programs_are_not_looked_for_on_the_caller_s_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "no-such-interpreter"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program_path("no-such-interpreter") is None
    assert program_path(str(program)) == str(program)
    there = language(run=[str(program), "{source}"], version=[str(program), "--version"])
    assert missing(there) == ""


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
        ({"compile": ["x", "{memory}"]}, "compile: there is no placeholder {memory}"),
        ({"version": ["x", "{build}"]}, "version: there is no placeholder {build}"),
        ({"run": ["x", "-f{flags}"]}, "run: {flags} must be a word of its own, not part of"),
        ({"run": []}, "run: a command must have a word"),
        ({"needs": ["etc/brain"]}, "needs: 'etc/brain' is no path from the root"),
        ({"needs": ["/etc/../root"]}, "needs: '/etc/../root' is no path from the root"),
        ({"code_page": ""}, "code_page: must not be empty"),
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


def test_the_documented_table_has_every_row_with_its_package() -> None:
    text = TABLE_FILE.with_name("LANGUAGES.md").read_text()
    rows = [line for line in text.splitlines() if line.count(" | ") == 6][2:]
    assert [row[: row.index(" | yes | ")] for row in rows] == [
        f"| {each.name} | {' '.join(each.suffixes)} | {each.package}" for each in TABLE
    ]


def test_the_documented_row_of_one_s_own_is_a_row() -> None:
    text = TABLE_FILE.with_name("LANGUAGES.md").read_text()
    (row,) = yaml.safe_load(re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)[0])
    assert language_of(row).needs == ("/opt/shout",)


def test_only_the_core_has_to_be_here_where_nothing_may_be_skipped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("runtimes.missing", lambda language: f"{language.name} is not here")
    monkeypatch.setenv("JUDGE_REQUIRE_ALL", "1")
    with pytest.raises(pytest.fail.Exception, match="python is not here"):
        needs_language("python")
    with pytest.raises(pytest.skip.Exception, match="haskell is not here"):
        needs_language("haskell")
