"""``judge grade`` and ``judge reference`` from end to end."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from calling import CRASHING, ENDLESS, RIGHT, SMALL_SUITE, WRONG, Judge

ROOT = Path(__file__).resolve().parents[2]
TOUR = ROOT / "tests" / "programs" / "tour"


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def graded(judge: Judge, *arguments: str | Path) -> tuple[int, list[dict[str, Any]]]:
    """Return the exit status and the submissions of the JSON report."""
    called = judge("grade", *arguments, "--format", "json")
    assert called.status in {0, 1}, called.err
    return called.status, json.loads(called.out)["submissions"]


def test_the_tour_shows_accepted_wrong_endless_and_crashing_programs(judge: Judge) -> None:
    status, submissions = graded(judge, TOUR)
    assert status == 1
    assert {each["name"]: each["verdict"] for each in submissions} == {
        "team-amber/box-simulate": "AC",
        "team-birch/box-simulate": "WA",
        "team-cedar/box-simulate": "TLE",
        "team-dune/box-simulate": "RTE",
    }
    amber = submissions[0]
    assert amber["score"] == amber["bytes"] == (TOUR / "team-amber/box-simulate.py").stat().st_size
    assert all(each["score"] is None for each in submissions[1:])


def test_json_has_the_keys_that_others_rely_on(judge: Judge, cases: Path, tmp_path: Path) -> None:
    write(tmp_path / "in/team-1/maze-open.py", RIGHT)
    called = judge("grade", "in", "--cases", cases, "--format", "json")
    assert called.status == 0
    report = json.loads(called.out)
    assert report["schema"] == 1
    [submission] = report["submissions"]
    judgements = submission.pop("judgements")
    expected = {
        "name": "team-1/maze-open",
        "path": "in/team-1/maze-open.py",
        "task": "maze/open",
        "language": "python",
        "form": "program",
        "verdict": "AC",
        "bytes": len(RIGHT),
        "claim": None,
        "multiplier": "1",
        "measure": "bytes",
        "score": len(RIGHT),
        "cases": {"total": 2, "accepted": 2},
    }
    assert {key: submission[key] for key in expected} == expected
    assert [(each["suite"], each["case"], each["verdict"]) for each in judgements] == [
        ("small.yaml", "hall", "AC"),
        ("small.yaml", "one-wall", "AC"),
    ]
    for each in judgements:
        assert each["reason"] == ""
        assert each["cpu_s"] > 0
        assert each["wall_s"] > 0
        assert each["memory_bytes"] > 1_000_000


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_the_verdict_is_the_first_failure_in_case_order(
    judge: Judge, cases: Path, tmp_path: Path, jobs: str
) -> None:
    program = "r=open(0).read()\nif'2A'in r:1/0\nprint(False)\n"
    write(tmp_path / "maze-open.py", program)
    _, [submission] = graded(judge, "maze-open.py", "--cases", cases, "-j", jobs)
    assert submission["verdict"] == "WA"
    assert [each["verdict"] for each in submission["judgements"]] == ["WA", "RTE"]


def test_fail_fast_keeps_the_judgements_up_to_the_first_failure(
    judge: Judge, cases: Path, tmp_path: Path
) -> None:
    write(tmp_path / "maze-open.py", CRASHING)
    _, [submission] = graded(judge, "maze-open.py", "--cases", cases, "--fail-fast", "-j", "2")
    assert [each["case"] for each in submission["judgements"]] == ["hall"]
    assert submission["cases"] == {"total": 2, "accepted": 0}


def test_a_program_that_is_met_as_expected_is_a_success(
    judge: Judge, cases: Path, tmp_path: Path
) -> None:
    write(tmp_path / "maze-open.py", WRONG)
    write(tmp_path / "maze-open.py.yaml", "expect: WA\n")
    status, [submission] = graded(judge, "maze-open.py", "--cases", cases)
    assert status == 0
    assert submission["verdict"] == "WA"


def test_a_flood_of_output_is_told_and_the_next_case_runs(
    judge: Judge, cases: Path, tmp_path: Path
) -> None:
    write(tmp_path / "maze-open.py", ENDLESS)
    _, [submission] = graded(judge, "maze-open.py", "--cases", cases)
    assert [each["verdict"] for each in submission["judgements"]] == ["OLE", "OLE"]
    assert "1 MiB" in submission["judgements"][0]["reason"]


def test_k_selects_by_id_and_tag(judge: Judge, cases: Path, tmp_path: Path) -> None:
    write(tmp_path / "maze-open.py", RIGHT)
    _, [submission] = graded(judge, "maze-open.py", "--cases", cases, "-k", "worked")
    assert [each["case"] for each in submission["judgements"]] == ["hall"]


def test_another_seed_draws_other_cases(judge: Judge, tmp_path: Path) -> None:
    suite = "puzzle: maze\ntask: loops\ngenerate:\n  - {id: drawn, count: 5, seed: 1}\n"
    cases = write(tmp_path / "drawn.yaml", suite)
    write(tmp_path / "maze-loops.py", "print(open(0).read())\n")

    def inputs(*arguments: str) -> list[str]:
        _, [submission] = graded(judge, "maze-loops.py", "--cases", cases, *arguments)
        return [each["input"] for each in submission["judgements"]]

    assert inputs() == inputs()
    assert inputs() != inputs("--seed", "2")
    assert inputs("--seed", "2") == inputs("--seed", "2")


def test_a_claim_multiplies_the_score_exactly(judge: Judge, tmp_path: Path) -> None:
    source = ROOT / "reference/box/box-simulate.ascii.py"
    status, [submission] = graded(judge, source, "-k", "worked")
    assert status == 0
    assert submission["claim"] == "ascii"
    assert submission["multiplier"] == "0.65"
    assert submission["score"] == submission["bytes"] * 65 // 100


def test_the_caller_s_python_settings_change_no_verdict(
    judge: Judge, cases: Path, tmp_path: Path
) -> None:
    write(tmp_path / "a/maze-open.py", RIGHT)
    write(tmp_path / "b/maze-open.py", WRONG)
    settings = {"PYTHONOPTIMIZE": "2", "PYTHONIOENCODING": "ascii", "PYTHONPATH": "/nowhere"}
    called = judge("grade", ".", "--cases", cases, "--format", "json", environment=settings)
    verdicts = [each["verdict"] for each in json.loads(called.out)["submissions"]]
    assert verdicts == ["AC", "WA"]


def test_an_organiser_brings_a_language_of_their_own(
    judge: Judge, cases: Path, tmp_path: Path
) -> None:
    row = {
        "name": "quiet-python",
        "title": "Python without site",
        "suffixes": [".qpy"],
        "source": "submission.qpy",
        "run": ["{python}", "-S", "{source}"],
        "version": ["{python}", "-V"],
        "package": "python3",
        "hello": "print('hello')",
    }
    write(tmp_path / "own.yaml", json.dumps([row]))
    write(tmp_path / "maze-open.qpy", RIGHT)
    _, [submission] = graded(judge, "maze-open.qpy", "--cases", cases, "--languages", "own.yaml")
    assert submission["language"] == "quiet-python"
    assert submission["verdict"] == "AC"


@pytest.mark.parametrize("table", ["nowhere.yaml", "/dev/zero", "."])
def test_a_table_of_languages_that_cannot_be_read_is_told(judge: Judge, table: str) -> None:
    refused = judge("grade", "maze-open.py", "--languages", table)
    assert refused.status == 2
    assert table in refused.err
    assert "Traceback" not in refused.err


def test_every_format_tells_the_same_verdicts(judge: Judge, cases: Path, tmp_path: Path) -> None:
    write(tmp_path / "in/a/maze-open.py", RIGHT)
    write(tmp_path / "in/b/maze-open.py", WRONG)
    common = ("grade", "in", "--cases", cases, "--format")
    rows = list(csv.DictReader(io.StringIO(judge(*common, "csv").out)))
    assert [row["verdict"] for row in rows] == ["AC", "WA"]
    suites = ElementTree.fromstring(judge(*common, "junit").out)
    assert suites.get("failures") == "1"
    assert "b/maze-open" in judge(*common, "markdown").out
    text = judge(*common, "text").out
    assert "AC" in text
    assert "WA" in text


def test_a_report_goes_to_a_file(judge: Judge, cases: Path, tmp_path: Path) -> None:
    write(tmp_path / "maze-open.py", RIGHT)
    called = judge(
        "grade", "maze-open.py", "--cases", cases, "--format", "json", "-o", "report.json"
    )
    assert called.status == 0
    assert called.out == ""
    assert json.loads((tmp_path / "report.json").read_text())["schema"] == 1
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_reference_programs_are_graded_over_their_cases(judge: Judge) -> None:
    called = judge("reference", "maze/open", "-k", "worked", "--format", "json")
    assert called.status == 0, called.err
    submissions = json.loads(called.out)["submissions"]
    assert {each["task"] for each in submissions} == {"maze/open"}
    assert len({each["language"] for each in submissions}) >= 2


@pytest.mark.parametrize(
    ("options", "count"),
    [
        (("--language", "python"), 2),
        (("--form", "class"), 2),
        (("--language", "python", "--form", "class"), 1),
    ],
)
def test_references_are_chosen_by_their_kind(
    judge: Judge, options: tuple[str, ...], count: int
) -> None:
    called = judge("reference", "nim/session", "-k", "five-heaps", *options, "--format", "json")
    assert called.status == 0, called.err
    submissions = json.loads(called.out)["submissions"]
    assert len(submissions) == count
    for option, value in zip(options[::2], options[1::2], strict=True):
        assert {each[option.removeprefix("--")] for each in submissions} == {value}


# Wrong calls and bad input: one sentence, the right status, no traceback.


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("grade", "nowhere"), "there is no file or folder nowhere"),
        (("grade", "empty"), "there is no submission in empty"),
        (("grade", "maze-open.py", "--task", "maze/opne"), "did you mean maze/open?"),
        (("grade", "maze-open.py", "--language", "pyton"), "python"),
        (("grade", "maze-open.py", "--format", "jsno"), "json"),
        (("grade", "maze-open.py", "--claim", "ascii"), "claim"),
        (("grade", "maze-open.py", "--cases", "nothing.yaml"), "nothing.yaml"),
        (("grade", "maze-open.py", "-k", "no-such"), "no case of maze/open is left to run: -k 'no"),
        (("grade", "maze-open.py", "--cases", "empty"), "left to run: --cases has none of it"),
        (("grade", "maze-open.py", "-k", "("), "-k"),
        (("grade", "maze-open.py", "--task", ""), "there is no task ''"),
        (("grade", "maze-open.py", "--form", "class"), "it takes programs alone"),
        (("grade", "maze-open.py", "-o", "empty"), "-o empty is a folder"),
        (("grade", "maze-open.py", "-o", "no/where.txt"), "there is no folder no"),
        (("grade", "maze-open.py", "-j", "0"), "-j"),
        (("grade", "maze-open.golf.py"), "'golf' in its name"),
        (("grade",), "PATHS"),
        (("reference", "maze/opne"), "did you mean maze/open?"),
        (("reference", "maze", "--claim", "x"), "there is no reference program of maze (x)"),
        (("reference", "maze", "--language", "pyton"), "did you mean python?"),
        (("check", "nowhere"), "there is no file or folder nowhere"),
        (("chekc",), "chekc"),
    ],
)
def test_a_wrong_call_is_one_sentence_with_status_2(
    judge: Judge, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    (tmp_path / "empty").mkdir()
    write(tmp_path / "maze-open.py", RIGHT)
    write(tmp_path / "maze-open.golf.py", RIGHT)
    called = judge(*arguments)
    assert called.status == 2
    assert said in called.err
    assert "Traceback" not in called.err
    assert called.out == ""


def test_what_holds_for_many_submissions_is_told_once(judge: Judge, tmp_path: Path) -> None:
    for name in ("amber", "birch", "cedar"):
        write(tmp_path / "in" / name / "maze-open.py", RIGHT)
    selecting_none = judge("grade", "in", "-k", "no-such-case").err.splitlines()
    assert len(selecting_none) == 2
    assert "in/amber/maze-open.py and 2 more: no case of maze/open" in selecting_none[0]
    assert len(judge("grade", "in", "-k", "and").err.splitlines()) == 1


def test_a_fault_comes_before_what_follows_from_it(judge: Judge, tmp_path: Path) -> None:
    write(tmp_path / "maze-open.py", RIGHT)
    write(tmp_path / "bad.yaml", "puzzle: maze\n")
    called = judge("grade", "maze-open.py", "--cases", "bad.yaml")
    assert called.err.index("bad.yaml:1:1:") < called.err.index("no case of maze/open")


def test_a_file_s_name_cannot_add_a_line_to_the_messages(judge: Judge, tmp_path: Path) -> None:
    write(tmp_path / "in/x\njudge: all is well.py", RIGHT)
    write(tmp_path / "in/y\njudge: all is well/maze-open.fast.py", RIGHT)
    write(tmp_path / "in/z\njudge: all is well.yaml", "x\n")
    assert "\njudge: all is well" not in judge("grade", "in").err
    assert "\njudge: all is well" not in judge("check", "in").out


def test_more_jobs_than_cases_cost_nothing(judge: Judge, cases: Path, tmp_path: Path) -> None:
    write(tmp_path / "maze-open.py", RIGHT)
    assert judge("grade", "maze-open.py", "--cases", cases, "-j", "1000000").status == 0


def test_a_bad_case_file_fails_itself_and_the_others_run(
    judge: Judge, cases: Path, tmp_path: Path
) -> None:
    write(tmp_path / "cases/good.yaml", SMALL_SUITE)
    write(tmp_path / "cases/bad.yaml", "puzzle: maze\ntask: open\ncases: [\n")
    write(tmp_path / "maze-open.py", RIGHT)
    called = judge("grade", "maze-open.py", "--cases", "cases", "--format", "json")
    assert called.status == 2
    assert "bad.yaml:" in called.err
    assert json.loads(called.out)["submissions"][0]["verdict"] == "AC"


def test_files_that_are_no_submissions_are_told_on_standard_error(
    judge: Judge, cases: Path, tmp_path: Path
) -> None:
    write(tmp_path / "in/maze-open.py", RIGHT)
    write(tmp_path / "in/notes.txt", "remember the milk")
    called = judge("grade", "in", "--cases", cases)
    assert called.status == 0
    assert "skipped in/notes.txt" in called.err
    assert "notes" not in called.out


def test_a_faulty_submission_costs_only_itself(judge: Judge, cases: Path, tmp_path: Path) -> None:
    write(tmp_path / "in/maze-open.py", RIGHT)
    write(tmp_path / "in/x/maze-open.fast.py", RIGHT)
    called = judge("grade", "in", "--cases", cases, "--format", "json")
    assert called.status == 2
    assert "'fast' in its name" in called.err
    assert [each["verdict"] for each in json.loads(called.out)["submissions"]] == ["AC"]


def test_a_full_disk_loses_nothing(judge: Judge, cases: Path, tmp_path: Path) -> None:
    write(tmp_path / "maze-open.py", RIGHT)
    called = judge("grade", "maze-open.py", "--cases", cases, "--format", "json", "-o", "/dev/full")
    assert called.status == 3
    assert "could not be written" in called.err
    assert json.loads(called.out)["submissions"][0]["verdict"] == "AC"


def test_a_full_standard_output_is_told_in_a_sentence(cases: Path, tmp_path: Path) -> None:
    write(tmp_path / "maze-open.py", RIGHT)
    with open("/dev/full", "wb") as full:
        finished = subprocess.run(
            [sys.executable, "-m", "judge", "grade", "maze-open.py", "--cases", str(cases)],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=120,
            check=False,
        )
    assert finished.returncode == 3
    assert b"could not be written" in finished.stderr
    assert b"Traceback" not in finished.stderr


def test_a_reader_that_goes_away_is_no_error(cases: Path, tmp_path: Path) -> None:
    write(tmp_path / "maze-open.py", WRONG)
    read_end, write_end = os.pipe()
    os.close(read_end)
    try:
        finished = subprocess.run(
            [sys.executable, "-m", "judge", "grade", "maze-open.py", "--cases", str(cases)],
            cwd=tmp_path,
            stdout=write_end,
            stderr=subprocess.PIPE,
            timeout=120,
            check=False,
        )
    finally:
        os.close(write_end)
    assert b"Traceback" not in finished.stderr
    assert b"BrokenPipe" not in finished.stderr
    assert finished.returncode == 1


def has_children(pid: int) -> bool:
    threads = Path(f"/proc/{pid}/task").iterdir()
    return any((thread / "children").read_text() for thread in threads)


def test_ctrl_c_stops_at_once_and_shows_what_was_done(cases: Path, tmp_path: Path) -> None:
    sleeper = "import time\nif'2A'in open(0).read():time.sleep(60)\nprint(True)\n"
    write(tmp_path / "maze-open.py", sleeper)
    command = [sys.executable, "-m", "judge", "grade", "maze-open.py", "--cases", str(cases)]
    with subprocess.Popen(
        [*command, "-j", "1", "--format", "json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stderr is not None
        while not running.stderr.readline().startswith(b"judge: sandbox:"):
            assert running.poll() is None
        while not has_children(running.pid):  # a box is open: the grade is under way
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert b"interrupted" in err
    assert b"Traceback" not in err
    assert json.loads(out)["interrupted"] is True
