"""The plugins of plugins/README.md work as they stand there."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from plugins_for_tests import entry_point

from judge.cases import load_suite
from judge.manager import Register, load_register

README = Path(__file__).parents[2] / "plugins" / "README.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCK.findall(README.read_text()) if name == language]


def only(language: str, beginning: str) -> str:
    [block] = [block for block in blocks(language) if block.startswith(beginning)]
    return block


@pytest.fixture
def register(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Register]:
    package = tmp_path / "judge_factors"
    (package / "cases").mkdir(parents=True)
    (package / "__init__.py").write_text(only("python", '"""The puzzle factors: write'))
    (package / "cases" / "split.yaml").write_text(only("yaml", "puzzle: factors"))
    monkeypatch.syspath_prepend(tmp_path)
    yield load_register([entry_point("factors", "judge_factors", "judge-factors")])
    with suppress(KeyError):
        del sys.modules["judge_factors"]


def test_the_plugin_loads_and_its_cases_agree_with_its_rules(
    register: Register, tmp_path: Path
) -> None:
    assert not register.faults
    path = tmp_path / "judge_factors" / "cases" / "split.yaml"
    loaded = load_suite(path, path.name, register.puzzles, lint=True)
    assert not loaded.errors
    assert loaded.suite is not None
    assert len(loaded.suite.cases) == 30


def test_every_block_of_python_is_python() -> None:
    for block in blocks("python"):
        compile(block, str(README), "exec")
