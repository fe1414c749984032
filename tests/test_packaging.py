"""The wheel, the sdist and the editable install: what is in them, and that they work anywhere.

Everything is built from a copy of the checkout, which stays as it is, and installed in a fresh
environment. One test goes through all of it: an environment is too dear to be made for each claim.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

from runtimes import needs_language

ROOT = Path(__file__).resolve().parent.parent
THIRD_PARTY = Path(__file__).resolve().parent / "data" / "third_party"

SHIPPED = ("judge", "plugins", "cases", "reference", "pyproject.toml", "README.md", "LICENSE")
INSTALLED_AS = {
    "judge": "judge",
    "plugins": "judge_plugins",
    "cases": "judge/_bundled/cases",
    "reference": "judge/_bundled/reference",
}
PATIENCE_S = 300

SMALL_SUITE = """\
puzzle: maze
task: open
cases:
  - {id: too-small, maze: "D7", expect: "False"}
"""


def environment(**more: str) -> dict[str, str]:
    """Return this process's environment without what would lead to the checkout or to this run."""
    strange = ("PYTHON", "PYTEST", "JUDGE", "COV_")
    return {
        name: value for name, value in os.environ.items() if not name.startswith(strange)
    } | more


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """What a command left."""

    status: int
    out: str
    err: str


def call(*command: str | Path, cwd: Path, **more: str) -> Called:
    finished = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment(**more),
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE_S,
        check=False,
    )
    return Called(
        status=finished.returncode,
        out=finished.stdout.decode(errors="replace"),
        err=finished.stderr.decode(errors="replace"),
    )


def done(*command: str | Path, cwd: Path, **more: str) -> str:
    """Run a command that must succeed; return its standard output."""
    called = call(*command, cwd=cwd, **more)
    assert called.status == 0, f"{command}\n{called.out}\n{called.err}"
    return called.out


@dataclass(frozen=True, slots=True, kw_only=True)
class Fresh:
    """An environment with nothing but Python in it, and an empty folder to work in."""

    folder: Path
    away: Path

    @classmethod
    def made(cls, root: Path) -> Fresh:
        venv.create(root / "fresh", symlinks=True, with_pip=False)
        away = root / "away é"
        away.mkdir()
        return cls(folder=root / "fresh", away=away)

    def program(self, name: str) -> Path:
        return self.folder / "bin" / name

    def pip(self, *arguments: str | Path, **more: str) -> None:
        pip = (sys.executable, "-m", "pip", "--python", self.program("python"), "-q")
        done(*pip, *arguments, cwd=self.away, **more)

    def judge(self, *arguments: str | Path) -> Called:
        return call(self.program("judge"), *arguments, cwd=self.away)

    def verdicts(self, *arguments: str | Path) -> tuple[int, dict[str, str]]:
        """Return the exit status of a call that grades, and each submission's verdict."""
        called = self.judge(*arguments, "--format", "json")
        assert called.out, called.err
        submissions = json.loads(called.out)["submissions"]
        assert all(each["cases"]["total"] for each in submissions)
        verdicts = {f"{each['name']} {each['language']}": each["verdict"] for each in submissions}
        return called.status, verdicts

    def pytest(self, *arguments: str | Path) -> str:
        command = (self.program("python"), "-m", "pytest", "-p", "no:cacheprovider", *arguments)
        # What pytest compiles is in no list of installed files, so it would outlive the wheel, and
        # folders that are left behind hide an editable install.
        return done(*command, cwd=self.away, PYTHONDONTWRITEBYTECODE="1")

    def location(self, package_path: str) -> Path:
        code = (
            "from judge.puzzle import PackagePath; from judge.resources import located; "
            f"print(located(PackagePath(package='judge', path={package_path!r})))"
        )
        return Path(done(self.program("python"), "-c", code, cwd=self.away).strip())


def copied_checkout(target: Path) -> Path:
    """Copy what is shipped, as a clean clone would have it."""
    target.mkdir()
    left_out = shutil.ignore_patterns("__pycache__", ".*", "*.egg-info")
    for name in SHIPPED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=left_out)
        else:
            shutil.copy(ROOT / name, target)
    return target


def built(root: Path, source: Path, *options: str, **more: str) -> Path:
    """Build a source tree and return the folder of what came of it."""
    target = root / f"dist-{len(list(root.glob('dist-*')))}"
    build = (sys.executable, "-m", "build", "--no-isolation")
    done(*build, "--outdir", target, *options, source, cwd=root, **more)
    return target


def only(folder: Path, pattern: str) -> Path:
    [found] = folder.glob(pattern)
    return found


def contents(wheel: Path) -> dict[str, bytes]:
    """Return the files of a wheel without those about the wheel itself."""
    with ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
        return {name: archive.read(name) for name in names}


def shipped_files(checkout: Path) -> dict[str, bytes]:
    """Return what a wheel has to hold: every file of the four folders, under its installed name.

    The read-me files about writing cases and reference programs stay behind.
    """
    return {
        str(
            PurePosixPath(installed, path.relative_to(checkout / folder).as_posix())
        ): path.read_bytes()
        for folder, installed in INSTALLED_AS.items()
        for path in (checkout / folder).rglob("*")
        if path.is_file() and not (folder in {"cases", "reference"} and path.suffix == ".md")
    }


def assert_same(found: Mapping[str, bytes], expected: Mapping[str, bytes]) -> None:
    assert sorted(found) == sorted(expected)
    assert [name for name in found if found[name] != expected[name]] == []


def assert_wheel_is_whole(wheel: Path, checkout: Path) -> None:
    found = contents(wheel)
    assert {name.partition("/")[0] for name in found} == {"judge", "judge_plugins"}
    assert_same(found, shipped_files(checkout))
    assert "judge/_bundled/cases/maze/open-worked.yaml" in found
    assert "judge/_bundled/reference/maze/maze-open.py" in found
    assert "judge/py.typed" in found


def assert_wheel_works_away_from_the_checkout(fresh: Fresh, checkout: Path) -> None:
    site = only(fresh.folder, "lib/python*/site-packages")
    ours = {path.name for path in site.iterdir() if "judge" in path.name}
    assert {name.partition("-")[0] for name in ours} == {"judge", "judge_plugins", "golf_judge"}
    assert fresh.location("cases/maze") == site / "judge/_bundled/cases/maze"
    listed = fresh.judge("tasks")
    assert listed.status == 0
    for task in ("box/simulate", "loop/session", "loop/solve", "maze/loops", "nim/session"):
        assert task in listed.out
    program = fresh.away / "maze-open.py"
    shutil.copy(checkout / "reference/maze/maze-open.py", program)
    assert fresh.verdicts("grade", program.name) == (0, {"maze-open python": "AC"})
    status, verdicts = fresh.verdicts("reference", "maze/open", "-j", "2", "-k", "worked")
    assert (status, set(verdicts.values())) == (0, {"AC"})
    assert len(verdicts) >= 2
    suite = fresh.away / "cases" / "small.yaml"
    suite.parent.mkdir()
    suite.write_text(SMALL_SUITE)
    assert "1 passed" in fresh.pytest("cases", "-n", "1")


def assert_third_party_is_graded(fresh: Fresh) -> None:
    status, verdicts = fresh.verdicts("reference", "parity")
    assert verdicts == {"parity-bit python": "AC", "parity-bit javascript": "AC"}
    assert status == 0
    (fresh.away / "right").mkdir()
    (fresh.away / "right" / "parity-bit.py").write_text("print(input().count('1')&1)")
    (fresh.away / "wrong").mkdir()
    (fresh.away / "wrong" / "parity-bit.py").write_text("print(int(input()[-1]))")
    both = {"right/parity-bit python": "AC", "wrong/parity-bit python": "WA"}
    assert fresh.verdicts("grade", "right", "wrong") == (1, both)
    assert fresh.verdicts("grade", "right") == (0, {"parity-bit python": "AC"})
    checked = fresh.judge("check")
    assert (checked.status, "no fault" in checked.out) == (0, True), checked.out
    plugins = fresh.judge("plugins")
    assert "judge-parity 2.1" in plugins.out
    suite = only(fresh.folder, "lib/python*/site-packages/judge_parity/cases/bits.yaml")
    assert "6 passed" in fresh.pytest(suite)


def assert_taken_name_is_an_error_that_leaves_the_others(fresh: Fresh, checkout: Path) -> None:
    plugins = fresh.judge("plugins")
    assert plugins.status == 2
    [fault] = [line for line in plugins.err.splitlines() if "two plugins" in line]
    assert "two plugins bear the name loop" in fault
    assert "golf-judge (judge_plugins.loop)" in fault
    assert "stranger-loop (stranger_loop)" in fault
    assert "Traceback" not in plugins.err
    assert fresh.judge("--help").status == 0
    program = fresh.away / "box-simulate.py"
    shutil.copy(checkout / "reference/box/box-simulate.py", program)
    status, verdicts = fresh.verdicts("grade", program.name)
    assert verdicts == {"box-simulate python": "AC"}
    assert status == 2


def assert_editable_install_finds_the_checkout(fresh: Fresh, checkout: Path) -> None:
    assert fresh.location("cases/maze") == checkout / "cases/maze"
    assert fresh.location("reference/maze") == checkout / "reference/maze"
    suite = checkout / "cases/maze/new.yaml"
    suite.write_text(SMALL_SUITE.replace("too-small", "brand-new"))
    program = fresh.away / "maze-open.py"
    assert fresh.verdicts("grade", program, "-k", "brand-new") == (0, {"maze-open python": "AC"})


def test_wheel_sdist_editable_install_and_third_parties_work_from_any_folder(
    tmp_path: Path,
) -> None:
    needs_language("javascript")
    checkout = copied_checkout(tmp_path / "checkout")
    tools = tmp_path / "tools"
    done(
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--target",
        tools,
        "setuptools>=77",
        cwd=tmp_path,
    )
    # One new setuptools for every build, in place of an isolated environment for each.
    quick = {"PYTHONPATH": str(tools)}

    released = built(tmp_path, checkout, **quick)
    wheel = only(released, "*.whl")
    assert_wheel_is_whole(wheel, checkout)
    with tarfile.open(only(released, "*.tar.gz")) as sdist:
        assert any(name.endswith("/cases/maze/open-worked.yaml") for name in sdist.getnames())
    direct = built(tmp_path, checkout, "--wheel", **quick)
    assert_same(contents(only(direct, "*.whl")), contents(wheel))

    fresh = Fresh.made(tmp_path)
    fresh.pip("install", "--no-compile", wheel)
    assert_wheel_works_away_from_the_checkout(fresh, checkout)

    for name in ("parity", "loop"):
        source = shutil.copytree(THIRD_PARTY / name, tmp_path / name)
        theirs = built(tmp_path, source, "--wheel", **quick)
        fresh.pip("install", "--no-deps", only(theirs, "*.whl"))
        if name == "parity":
            assert_third_party_is_graded(fresh)
    assert_taken_name_is_an_error_that_leaves_the_others(fresh, checkout)

    fresh.pip("uninstall", "-y", "stranger-loop")
    fresh.pip("install", "--no-deps", "--no-build-isolation", "-e", checkout, **quick)
    assert_editable_install_finds_the_checkout(fresh, checkout)
