"""``judge fuzz`` from end to end."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from calling import CRASHING, RIGHT, WRONG, Called, Judge

from judge.cases import load_suite
from judge.manager import load_register
from judge.models import Case

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "tests" / "programs"

FLAKY = f"import os\nos.urandom(1)[0]<32 and print(1/0)\n{RIGHT}"
"""a program that crashes in one run of eight, so that five runs again hardly ever crash all"""

BROKEN_C = "int main( { return 0; }\n"
FULL = ("--seconds", "60", "--seed", "1")
"""time enough, so that the number of inputs alone bounds the search"""


@pytest.fixture
def fuzz(judge: Judge, tmp_path: Path) -> Judge:
    """Return a function that calls ``judge fuzz`` with a cache of its own."""

    def call(*arguments: str | Path, **environment: str) -> Called:
        caches = {"XDG_CACHE_HOME": str(tmp_path / "cache"), **environment}
        return judge("fuzz", *arguments, environment=caches)

    return call


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def only_case(path: Path) -> Case:
    """Return the case of a suite that has no fault and no other case."""
    loaded = load_suite(path, path.name, load_register().puzzles, lint=True)
    assert not loaded.errors, str(loaded.errors[0])
    assert loaded.suite is not None
    [case] = loaded.suite.cases
    return case


def test_the_smallest_failing_input_is_printed_as_a_suite_that_fails_again(
    fuzz: Judge, judge: Judge, tmp_path: Path
) -> None:
    write(tmp_path / "maze-open.py", WRONG)
    called = fuzz("maze-open.py", *FULL)
    assert called.status == 1
    assert called.err.startswith("judge: sandbox: ")
    assert called.err.count("\n") == 1
    suite = write(tmp_path / "found.yaml", called.out)
    case = only_case(suite)
    assert case.title.startswith("maze-open.py: WA, ")
    assert case.values["maze"] == "F"
    graded = judge("grade", "maze-open.py", "--cases", "found.yaml", "--format", "json")
    [submission] = json.loads(graded.out)["submissions"]
    assert [each["verdict"] for each in submission["judgements"]] == ["WA"]


def test_the_remarks_tell_what_was_expected_what_came_and_how_it_looks(
    fuzz: Judge, tmp_path: Path
) -> None:
    write(tmp_path / "maze-open.py", WRONG)
    out = fuzz("maze-open.py", *FULL).out
    remarks = [line for line in out.split("\n") if line.startswith("#")]
    assert remarks[0] == "# maze-open.py · maze/open · python"
    assert any("expected" in line and "printed" in line for line in remarks)
    assert "# the input as a picture" in remarks
    assert "# failed all 6 runs of this input" in remarks
    assert any(" tried in " in line and "(seed 1)" in line for line in remarks)


def test_a_right_program_passes(fuzz: Judge, tmp_path: Path) -> None:
    write(tmp_path / "maze-open.py", RIGHT)
    called = fuzz("maze-open.py", *FULL, "--examples", "8")
    assert called.status == 0
    assert called.out.startswith(
        "maze-open.py · maze/open · python: no failing input found\n8 inputs"
    )


def test_a_second_call_begins_with_what_the_first_found(fuzz: Judge, tmp_path: Path) -> None:
    program = write(tmp_path / "maze-open.py", WRONG)
    assert "an earlier call" not in fuzz("maze-open.py", *FULL).out
    assert "an earlier call found: it still fails" in fuzz("maze-open.py", *FULL).out
    fresh = fuzz("maze-open.py", *FULL, "--fresh")
    assert fresh.status == 1
    assert "an earlier call" not in fresh.out
    write(program, RIGHT)
    repaired = fuzz("maze-open.py", *FULL, "--examples", "2")
    assert repaired.status == 0
    assert "an earlier call found: it passes now" in repaired.out


def test_nothing_is_left_in_the_current_folder(fuzz: Judge, tmp_path: Path) -> None:
    write(tmp_path / "maze-open.py", WRONG)
    fuzz("maze-open.py", *FULL)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cache", "maze-open.py"]


def test_json_tells_the_same(fuzz: Judge, tmp_path: Path) -> None:
    write(tmp_path / "maze-open.py", WRONG)
    called = fuzz("maze-open.py", *FULL, "--format", "json")
    assert called.status == 1
    told = json.loads(called.out)
    expected = {
        "schema": 1,
        "path": "maze-open.py",
        "task": "maze/open",
        "language": "python",
        "form": "program",
        "claim": None,
        "found": True,
        "verdict": "WA",
        "runs": 6,
        "failures": 6,
        "flaky": False,
        "expected": "False",
        "actual": "True\n",
        "values": {"maze": "F"},
        "earlier": "none",
        "seed": 1,
        "interrupted": False,
    }
    assert {key: told[key] for key in expected} == expected
    assert told["tried"] > 0
    assert only_case(write(tmp_path / "found.yaml", told["suite"])).id == told["id"]


def test_json_of_a_right_program_has_the_same_keys(fuzz: Judge, tmp_path: Path) -> None:
    write(tmp_path / "wrong.py", WRONG)
    write(tmp_path / "right.py", RIGHT)
    json_of = ("--task", "maze/open", *FULL, "--examples", "3", "--format", "json")
    wrong, right = (json.loads(fuzz(name, *json_of).out) for name in ("wrong.py", "right.py"))
    assert right.keys() == wrong.keys()
    nothing: dict[str, Any] = {
        "found": False,
        "verdict": None,
        "values": None,
        "suite": "",
        "tried": 3,
    }
    assert {key: right[key] for key in nothing} == nothing


def test_the_case_can_be_written_to_a_file(fuzz: Judge, tmp_path: Path) -> None:
    write(tmp_path / "maze-open.py", WRONG)
    called = fuzz("maze-open.py", *FULL, "-o", "found.yaml")
    assert called.status == 1
    assert only_case(tmp_path / "found.yaml").values["maze"] == "F"
    assert "the case is in found.yaml" in called.out
    assert "puzzle:" not in called.out


def test_a_crash_is_found_with_its_last_words(fuzz: Judge, tmp_path: Path) -> None:
    write(tmp_path / "maze-open.py", CRASHING)
    called = fuzz("maze-open.py", *FULL)
    assert called.status == 1
    assert "# RTE  exit status 1: ZeroDivisionError: division by zero" in called.out


def test_a_flaky_program_is_called_flaky(fuzz: Judge, tmp_path: Path) -> None:
    write(tmp_path / "maze-open.py", FLAKY)
    called = fuzz("maze-open.py", *FULL)
    assert called.status == 1
    assert "# flaky: failed " in called.out
    assert " of 11 runs of the same input" in called.out
    only_case(write(tmp_path / "found.yaml", called.out))


def test_a_program_that_hangs_on_the_seed_of_hashes_is_flaky(fuzz: Judge, tmp_path: Path) -> None:
    """Warm runs share that seed: what is found has to be confirmed by cold ones."""
    write(tmp_path / "maze-open.py", f"hash('judge') % 8 or print(1/0)\n{RIGHT}")
    called = fuzz("maze-open.py", *FULL)
    assert called.status == 1
    assert "# flaky: failed " in called.out


def test_classes_are_searched_too(fuzz: Judge) -> None:
    folder = PROGRAMS / "wrong_answer" / "nim-session" / "class-prints-the-message"
    called = fuzz(folder / "nim-session.class.py", *FULL, "--format", "json")
    told = json.loads(called.out)
    assert (called.status, told["form"], told["verdict"]) == (1, "class", "WA")


def test_programs_that_are_talked_to_are_searched_too(fuzz: Judge) -> None:
    [program] = (PROGRAMS / "wrong_answer" / "nim-play" / "all-but-one").iterdir()
    called = fuzz(program, *FULL, "--format", "json")
    told = json.loads(called.out)
    assert (called.status, told["verdict"]) == (1, "WA")


def test_a_program_that_does_not_compile_is_told_as_in_a_grade(fuzz: Judge, tmp_path: Path) -> None:
    write(tmp_path / "maze-open.c", BROKEN_C)
    called = fuzz("maze-open.c", *FULL)
    assert called.status == 1
    assert "\nCE   " in called.out or "\nNG   " in called.out
    assert "tried" not in called.out


def refused(called: Called, words: str) -> None:
    assert called.status == 2
    assert called.out == ""
    assert words in called.err
    assert "Traceback" not in called.err


def test_wrong_arguments_are_told_in_a_sentence(fuzz: Judge, tmp_path: Path) -> None:
    write(tmp_path / "maze-open.py", RIGHT)
    write(tmp_path / "readme.txt", "no program\n")
    write(tmp_path / "solution.py", RIGHT)
    (tmp_path / "folder").mkdir()
    refused(fuzz("folder"), "folder is a folder; name one program in it")
    refused(fuzz("missing.py"), "there is no file or folder missing.py")
    refused(fuzz("solution.py"), "its name names no task")
    refused(fuzz("readme.txt", "--task", "maze/open"), "no language has the suffix .txt")
    refused(fuzz("maze-open.py", "--task", "maze/opne"), "did you mean maze/open?")
    refused(fuzz("maze-open.py", "--claim", "ascii"), "no claim 'ascii'")
    refused(fuzz("maze-open.py", "--form", "class"), "takes no classes")
    refused(fuzz("maze-open.py", "--seconds", "0"), "--seconds")
    refused(fuzz("maze-open.py", "-o", "nowhere/found.yaml"), "there is no folder nowhere")


def test_without_hypothesis_a_sentence_says_what_to_install(
    fuzz: Judge, judge: Judge, tmp_path: Path
) -> None:
    blocked = tmp_path / "blocked"
    blocked.mkdir()
    write(blocked / "sitecustomize.py", "import sys\nsys.modules['hypothesis'] = None\n")
    write(tmp_path / "maze-open.py", RIGHT)
    environment = {"PYTHONPATH": str(blocked)}
    called = fuzz("maze-open.py", **environment)
    assert called.status == 2
    assert called.err.endswith("pip install 'golf-judge[fuzz]'\n")
    assert called.err.count("\n") == 1
    helped = judge("--help", environment=environment)
    assert helped.status == 0
    assert "fuzz" in helped.out


def has_children(pid: int) -> bool:
    threads = Path(f"/proc/{pid}/task").iterdir()
    return any((thread / "children").read_text() for thread in threads)


def test_ctrl_c_ends_a_search_with_its_own_status(tmp_path: Path) -> None:
    write(tmp_path / "maze-open.py", RIGHT)
    with subprocess.Popen(
        [sys.executable, "-m", "judge", "fuzz", "maze-open.py", *FULL, "--format", "json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stderr is not None
        while not running.stderr.readline().startswith(b"judge: sandbox:"):
            assert running.poll() is None
        while not has_children(running.pid):  # a box is open: the search is under way
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert b"interrupted" in err
    assert b"Traceback" not in err
    assert json.loads(out)["interrupted"] is True
