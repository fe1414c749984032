"""What a test needs of the machine: compilers and interpreters, skipped by their package's name."""

from __future__ import annotations

import os

import pytest

from judge.sandbox.languages import LanguageTable, missing, program_path

CORE = frozenset(
    {
        *("awk", "bash", "brainfuck", "c", "cpp", "go", "java", "javascript", "lua", "octave"),
        *("perl", "php", "python", "ruby", "rust", "sed"),
    }
)
"""the languages whose runtimes ``.ci/run`` installs; the others are ``.ci/languages``' to prove"""


def needs(program: str, package: str) -> str:
    """Return the path of a program; without it the test is skipped, naming the Debian package.

    With JUDGE_REQUIRE_ALL=1 in the environment it fails instead: there, nothing may be skipped.
    """
    path = program_path(program)
    if path is None:
        _do_without(f"{program} is not here; install the package {package}")
    return path or program


def needs_language(name: str) -> None:
    """Skip the test where a language does not work here.

    With JUDGE_REQUIRE_ALL=1 it fails instead where the language is one of the core.
    """
    absent = missing(LanguageTable.with_extra(()).named(name))
    if absent and name not in CORE:
        pytest.skip(absent)
    if absent:
        _do_without(absent)


def _do_without(what: str) -> None:
    if os.environ.get("JUDGE_REQUIRE_ALL") == "1":
        pytest.fail(what)
    pytest.skip(what)
