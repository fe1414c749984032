"""``--format html``: what the command line makes of it, and what it says where it cannot."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from calling import RIGHT, SMALL_SUITE, WRONG, Judge


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.fixture
def handed_in(tmp_path: Path) -> tuple[Path, Path]:
    """Return a folder with a right and a wrong submission, and the cases that they are asked."""
    written(tmp_path / "in/team-1/maze-open.py", RIGHT)
    written(tmp_path / "in/team-2/maze-open.py", WRONG)
    return tmp_path / "in", written(tmp_path / "small.yaml", SMALL_SUITE)


def data_of(page: str) -> Any:
    [text] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    return json.loads(text)


def test_a_grade_leaves_one_file_with_pictures_of_what_failed(
    judge: Judge, handed_in: tuple[Path, Path], tmp_path: Path
) -> None:
    folder, cases = handed_in
    called = judge("grade", folder, "--cases", cases, "--format", "html", "-o", "report.html")
    assert called.status == 1
    assert called.out == ""
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.endswith("</html>\n")
    data = data_of(page)
    drawn = [case["name"][1] for case in data["cases"] if "scene" in case]
    assert drawn == ["one-wall"]
    assert [len(each["failures"]) for each in data["submissions"]] == [0, 1]


@pytest.mark.parametrize("package", ["jinja2", "pygments"])
def test_without_its_packages_a_sentence_says_how_to_get_them(
    judge: Judge, handed_in: tuple[Path, Path], tmp_path: Path, package: str
) -> None:
    folder, cases = handed_in
    away = written(
        tmp_path / "away" / package / "__init__.py",
        f"raise ModuleNotFoundError(\"No module named '{package}'\", name='{package}')\n",
    )
    environment = {"PYTHONPATH": str(away.parents[1])}
    arguments = ("grade", folder, "--cases", cases, "--format", "html")
    called = judge(*arguments, environment=environment)
    assert called.status == 2
    assert called.out == ""
    assert "pip install 'golf-judge[html]'" in called.err
    # No program was run before that was found out, and other formats need none of it.
    assert "sandbox" not in called.err
    assert judge(*arguments[:-1], "text", environment=environment).status == 1


def test_the_formats_that_are_there_are_named(judge: Judge, handed_in: tuple[Path, Path]) -> None:
    called = judge("grade", handed_in[0], "--format", "htm")
    assert called.status == 2
    assert "formats: csv, html, json, junit, markdown, text" in called.err
