"""The pytest plugin: cases as items, submissions, xdist; run in pytest processes of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

SUITE = """\
puzzle: maze
task: open
cases:
  - id: hall
    title: the open block
    tags: [worked]
    maze: |
      913
      802
      C46
    expect: "True"
  - id: one-wall
    maze: |
      913
      82A
      C46
    expect: "False"
"""
LOOPS = """\
puzzle: maze
task: loops
cases:
  - {id: tree, maze: "D7", expect: "0"}
"""
RIGHT = """\
r=[[int(c,16)for c in l]for l in open(0).read().split()]
print(any(not any(r[y+i][x+j]&2 for i in(0,1,2)for j in(0,1))and
 not any(r[y+i][x+j]&4 for i in(0,1)for j in(0,1,2))
 for y in range(len(r)-2)for x in range(len(r[0])-2)))
"""


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    """Return a folder with ``cases/maze.yaml`` in which pytest runs."""
    cases = pytester.path / "cases"
    cases.mkdir()
    (cases / "maze.yaml").write_text(SUITE)
    return pytester.path


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *arguments, timeout=120)


def test_every_case_is_an_item_that_the_references_pass(
    pytester: pytest.Pytester, folder: Path
) -> None:
    result = run(pytester, "cases", "-v")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["cases/maze.yaml::hall PASSED*", "*::one-wall PASSED*"])


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_submission_is_judged_in_place_of_the_references(
    pytester: pytest.Pytester, folder: Path, workers: str
) -> None:
    (folder / "maze-open.py").write_text("print(True)")
    result = run(pytester, "cases", "--submission", "maze-open.py", "-n", workers)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*one-wall*", "*no 3*3 block is open*"])
    result.stdout.fnmatch_lines(["FAILED cases/maze.yaml::one-wall - WA of maze-open.py: *"])
    result.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_summary_says_how_python_was_started(
    pytester: pytest.Pytester, folder: Path, workers: str
) -> None:
    (folder / "maze-open.py").write_text(RIGHT)
    (folder / "maze-open.sh").write_text("echo True")
    arguments = ("cases", "-n", workers, "--submission")
    result = run(pytester, *arguments, "maze-open.py")
    result.stdout.fnmatch_lines(["sandbox: *", "Python programs were started *"])
    result = run(pytester, *arguments, "maze-open.py", "--cold")
    result.stdout.fnmatch_lines(["sandbox: *", "Python programs were started cold (--cold)"])
    result = run(pytester, *arguments, "maze-open.sh")
    result.stdout.no_fnmatch_line("Python programs were started *")


def test_a_right_submission_passes(pytester: pytest.Pytester, folder: Path) -> None:
    (folder / "mine.py").write_text(RIGHT)
    run(pytester, "cases", "--submission", "mine.py").assert_outcomes(passed=2)
    run(pytester, "cases", "--submission", "mine.py", "--task", "maze/open").assert_outcomes(
        passed=2
    )


def test_cases_of_other_tasks_are_passed_over(pytester: pytest.Pytester, folder: Path) -> None:
    (folder / "cases" / "loops.yaml").write_text(LOOPS)
    (folder / "maze-open.py").write_text(RIGHT)
    result = run(pytester, "cases", "--submission", "maze-open.py")
    result.assert_outcomes(passed=2, deselected=1)


def test_a_submission_without_a_telling_name_needs_a_task_where_there_are_several(
    pytester: pytest.Pytester, folder: Path
) -> None:
    (folder / "cases" / "loops.yaml").write_text(LOOPS)
    (folder / "mine.py").write_text(RIGHT)
    result = run(pytester, "cases", "--submission", "mine.py")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*say --task*"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--submission", "nothing.py"), "*there is no file or folder*nothing.py*"),
        (("--submission", "mine.py", "--task", "maze/opne"), "*did you mean maze/open?*"),
        (("--submission", "mine.py", "--task", "maze/open", "--claim", "x"), "*no claim 'x'*"),
        (("--submission", "cases"), "*is a folder*"),
    ],
)
def test_a_wrong_option_is_a_usage_error(
    pytester: pytest.Pytester, folder: Path, arguments: tuple[str, ...], said: str
) -> None:
    (folder / "mine.py").write_text(RIGHT)
    result = run(pytester, "cases", *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([said])


def test_a_bad_case_file_is_one_failing_item_and_the_others_run(
    pytester: pytest.Pytester, folder: Path
) -> None:
    (folder / "cases" / "bad.yaml").write_text("puzzle: maze\ntask: open\ncases: [\n")
    result = run(pytester, "cases")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*bad.yaml:*"])


def test_a_wrong_answer_in_a_case_fails_by_the_rules(
    pytester: pytest.Pytester, folder: Path
) -> None:
    (folder / "cases" / "maze.yaml").write_text(SUITE.replace('"False"', '"True"'))
    result = run(pytester, "cases")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*maze.yaml:12:*one-wall*"])


def test_node_ids_selection_and_reports_work(pytester: pytest.Pytester, folder: Path) -> None:
    run(pytester, "cases/maze.yaml::hall").assert_outcomes(passed=1)
    run(pytester, "cases", "-k", "worked").assert_outcomes(passed=1, deselected=1)
    run(pytester, "cases", "--junitxml", "out.xml", "-n", "2").assert_outcomes(passed=2)
    assert "one-wall" in (folder / "out.xml").read_text()


def test_last_failed_runs_what_failed(pytester: pytest.Pytester, folder: Path) -> None:
    (folder / "maze-open.py").write_text("print(True)")
    arguments = ("cases", "--submission", "maze-open.py")
    pytester.runpytest_subprocess(*arguments).assert_outcomes(passed=1, failed=1)
    pytester.runpytest_subprocess(*arguments, "--last-failed").assert_outcomes(failed=1)


def test_other_people_s_yaml_is_left_alone(pytester: pytest.Pytester, folder: Path) -> None:
    (folder / "config").mkdir()
    (folder / "config" / "app.yaml").write_text("port: 80\n")
    run(pytester, ".").assert_outcomes(passed=2)


def test_a_case_file_elsewhere_is_collected_when_named(
    pytester: pytest.Pytester, folder: Path
) -> None:
    (folder / "more").mkdir()
    (folder / "more" / "maze.yaml").write_text(SUITE)
    run(pytester, "more/maze.yaml").assert_outcomes(passed=2)
    run(pytester, "more/maze.yaml::hall").assert_outcomes(passed=1)


def test_the_ini_option_names_other_folders(pytester: pytest.Pytester, folder: Path) -> None:
    (folder / "cases").rename(folder / "suites")
    pytester.makeini("[pytest]\njudge_cases = suites\n")
    run(pytester, "suites").assert_outcomes(passed=2)


def test_the_same_items_with_any_hash_seed_and_number_of_workers(
    pytester: pytest.Pytester, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generated = "puzzle: maze\ntask: open\ngenerate:\n  - {id: drawn, count: 20, seed: 3}\n"
    (folder / "cases" / "drawn.yaml").write_text(generated)
    outputs = set()
    for seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        outputs.add(run(pytester, "cases", "--collect-only", "-q").stdout.str().split("\n\n")[0])
    [ids] = outputs
    assert ids.count("::drawn-") == 20
    run(pytester, "cases", "-n", "2").assert_outcomes(passed=22)


def test_undecodable_output_survives_the_way_from_a_worker(
    pytester: pytest.Pytester, folder: Path
) -> None:
    program = "import os\nos.write(1, b'\\xff\\xfe\\x1b[31m!\\0')\n"
    (folder / "maze-open.py").write_text(program)
    result = run(pytester, "cases", "--submission", "maze-open.py", "-n", "2")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["*\\xff\\xfe*"])
    assert "\x1b[31m!" not in result.stdout.str()
