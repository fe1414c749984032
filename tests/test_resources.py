"""Where the files of packages are found, and where this user's cache lies."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

import judge
from judge.errors import PluginError
from judge.puzzle import PackagePath
from judge.resources import cache_folder, located

ROOT = Path(judge.__file__).resolve().parent.parent


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of an importable package ``imagined_puzzle``."""
    folder = tmp_path / "imagined_puzzle"
    (folder / "cases" / "deep").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "cases" / "deep" / "one.yaml").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in ("imagined_puzzle", "imagined_puzzle.broken", "imagined_module"):
        sys.modules.pop(name, None)


def fault(package: str, path: str = "cases") -> str:
    with pytest.raises(PluginError) as caught:
        located(PackagePath(package=package, path=path))
    return str(caught.value)


@pytest.mark.parametrize("path", ["cases", "cases/deep", "cases/deep/one.yaml"])
def test_a_package_brings_its_own_files(package: Path, path: str) -> None:
    assert located(PackagePath(package="imagined_puzzle", path=path)) == package / path


@pytest.mark.parametrize("path", ["cases/box", "reference/maze", "drivers/session.py"])
def test_the_judge_s_own_files_are_found(path: str) -> None:
    assert located(PackagePath(package="judge", path=path)).exists()


def test_in_a_checkout_the_cases_lie_beside_the_judge() -> None:
    if not (ROOT / "pyproject.toml").exists():
        pytest.skip("the judge that is tested is installed, not a checkout")
    assert located(PackagePath(package="judge", path="cases/box")) == ROOT / "cases" / "box"


def test_what_a_package_does_not_bring_is_told_with_where_it_should_be(package: Path) -> None:
    assert fault("imagined_puzzle", "references") == (
        f"the package imagined_puzzle does not bring references (looked at {package}/references); "
        "name it in the package's data, or reinstall the package"
    )
    assert "the package judge does not bring cases/nowhere" in fault("judge", "cases/nowhere")


def test_a_package_that_is_not_there_is_told() -> None:
    assert fault("no_such_package_here") == (
        "the package no_such_package_here cannot be imported: "
        "ModuleNotFoundError: No module named 'no_such_package_here'"
    )


def test_a_package_that_fails_on_import_is_told(package: Path) -> None:
    (package / "broken.py").write_text("1 / 0")
    assert "cannot be imported: ZeroDivisionError: division by zero" in fault(
        "imagined_puzzle.broken"
    )


def test_a_folder_that_is_no_package_is_told(package: Path) -> None:
    (package / "__init__.py").unlink()
    assert "give it an __init__.py" in fault("imagined_puzzle")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder for temporary files; the cache folder is asked for anew."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    cache_folder.cache_clear()
    yield folder
    cache_folder.cache_clear()


def test_the_cache_lies_where_this_user_s_caches_belong(
    temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home" / "cache"))
    folder = cache_folder()
    assert folder == platformdirs.user_cache_path("golf-judge")
    assert folder.is_dir()
    assert folder.is_relative_to(tmp_path)
    assert list(temporary.iterdir()) == []


def test_without_a_home_that_can_be_written_the_cache_is_temporary(
    temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").write_text("a file, so nothing can be made below it")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    folder = cache_folder()
    assert folder.parent == temporary
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_cache_that_may_only_be_read_is_not_used(
    temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    # Root may write everywhere, so the refusal is played.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert cache_folder().parent == temporary


def test_a_cache_of_nobody_s_home_is_not_made_where_the_judge_is_called(
    temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: Path("~/.cache") / name)
    monkeypatch.chdir(tmp_path)
    assert cache_folder().parent == temporary
    assert not (tmp_path / "~").exists()


def test_all_processes_of_a_user_share_the_temporary_cache(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: Path("/dev/null") / name)
    first = cache_folder()
    cache_folder.cache_clear()
    assert cache_folder() == first


@pytest.mark.parametrize("trap", ["link", "file", "writable"])
def test_a_temporary_cache_that_somebody_else_prepared_is_not_used(
    temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trap: str
) -> None:
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: Path("/dev/null") / name)
    expected = cache_folder()
    cache_folder.cache_clear()
    expected.rmdir()
    if trap == "link":
        expected.symlink_to(tmp_path)
    elif trap == "file":
        expected.touch()
    else:
        expected.mkdir()
        expected.chmod(0o777)
    folder = cache_folder()
    assert folder != expected
    assert folder.parent == temporary
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
