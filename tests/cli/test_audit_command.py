"""``judge audit``: what it says of survivors, and with which status it ends."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from calling import Judge

from judge.audit import Audit, Settings
from judge.cli import main
from judge.examiner import Bench, Workload
from judge.models import Judgement, TaskId, Verdict

PROGRAM = "print(max(int(input()), 0))\n"
"""its mutants: dropped, min for max, 1 for 0, -1 for 0"""

WEAK = """\
puzzle: maze
task: open
cases:
  - {id: five, stdin: "5", stdout: "5"}
"""
STRONG = (
    WEAK
    + """\
  - {id: below, stdin: "-3", stdout: "0"}
"""
)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "maze-open.py"
    path.write_text(PROGRAM)
    return path


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "suite.yaml"
    path.write_text(WEAK)
    return path


def test_survivors_are_told_with_their_diff_and_a_name(
    judge: Judge, program: Path, suite: Path
) -> None:
    called = judge("audit", "--program", program, "--cases", suite)
    assert called.status == 1
    told = re.sub(r"\(\d.*?\)", "(TIME)", called.out.replace(str(program), "PROGRAM"))
    assert (
        told
        == """\
maze/open  PROGRAM  1 case
  4 mutants: 2 killed, 2 survived (TIME)

  survivor 3, line 1: another constant
    --- maze-open.py
    +++ maze-open.py, mutant 3
    @@ -1 +1 @@
    -print(max(int(input()), 0))
    +print(max(int(input()), 1))
  add a case that tells the two apart, or name the edit in a suite of the task:
    equivalent:
      - program: "maze-open.py"
        was: "print(max(int(input()), 0))"
        now: "print(max(int(input()), 1))"
        why: "no input tells them apart, because …"

  survivor 4, line 1: another constant
    --- maze-open.py
    +++ maze-open.py, mutant 4
    @@ -1 +1 @@
    -print(max(int(input()), 0))
    +print(max(int(input()), -1))
  add a case that tells the two apart, or name the edit in a suite of the task:
    equivalent:
      - program: "maze-open.py"
        was: "print(max(int(input()), 0))"
        now: "print(max(int(input()), -1))"
        why: "no input tells them apart, because …"
"""
    )


def test_cases_that_let_nothing_pass_are_told_in_two_lines(
    judge: Judge, program: Path, suite: Path
) -> None:
    suite.write_text(STRONG)
    called = judge("audit", "maze/open", "--program", program, "--cases", suite)
    assert called.status == 0
    first, second = called.out.splitlines()
    assert first == f"maze/open  {program}  2 cases"
    assert second.startswith("  4 mutants: 4 killed (")


def names_in(report: str) -> str:
    """Return the YAML items with which a report names its survivors."""
    return "".join(
        line[4:] + "\n"
        for line in report.splitlines()
        if re.match(r" {6}- program| {8}(was|now|why): ", line)
    )


def test_survivors_that_are_named_as_the_report_says_are_equivalent(
    judge: Judge, program: Path, suite: Path
) -> None:
    first = judge("audit", "--program", program, "--cases", suite)
    suite.write_text(WEAK + "equivalent:\n" + names_in(first.out))
    called = judge("audit", "--program", program, "--cases", suite)
    assert called.status == 0, called.out
    assert "4 mutants: 2 killed, 2 equivalent (" in called.out


def test_the_names_of_edits_hold_any_text(judge: Judge, program: Path, suite: Path) -> None:
    program.write_text("input()\nprint(5 if '\\\\ \"\\x1b é%' != '\\'#' + chr(0) else 4)\n")
    first = judge("audit", "--program", program, "--cases", suite)
    assert first.status == 1
    suite.write_text(WEAK + "equivalent:\n" + names_in(first.out))
    assert judge("check", suite).status == 0
    called = judge("audit", "--program", program, "--cases", suite)
    assert called.status == 0, called.out


def test_a_named_equivalent_that_a_case_kills_is_told(
    judge: Judge, program: Path, suite: Path
) -> None:
    suite.write_text(
        STRONG
        + """\
equivalent:
  - program: maze-open.py
    was: print(max(int(input()), 0))
    now: print(max(int(input()), 1))
    why: a mistake
"""
    )
    called = judge("audit", "--program", program, "--cases", suite)
    assert called.status == 1
    expected = "named as equivalent, but the case suite.yaml:below tells the two apart (WA):"
    assert expected in called.out
    assert 'why: "a mistake"' in called.out


def test_a_program_that_is_not_right_is_no_use(judge: Judge, program: Path, suite: Path) -> None:
    suite.write_text(STRONG.replace('"0"', '"7"'))
    called = judge("audit", "--program", program, "--cases", suite)
    assert called.status == 2
    assert "the program itself does not pass 1 case:\n    suite.yaml:below WA " in called.out


def test_json_holds_what_the_text_says(judge: Judge, program: Path, suite: Path) -> None:
    output = suite.parent / "audit.json"
    called = judge("audit", "--program", program, "--cases", suite, "--format=json", "-o", output)
    assert (called.status, called.out) == (1, "")
    data = json.loads(output.read_text())
    assert data["schema"] == 1
    [found] = data["audits"]
    figures = ("task", "cases", "mutants", "killed", "equivalent", "survived", "failed", "untried")
    assert [found[key] for key in figures] == ["maze/open", 1, 4, 2, 0, 2, 0, 0]
    assert [each["now"] for each in found["survivors"]] == [
        "print(max(int(input()), 1))",
        "print(max(int(input()), -1))",
    ]
    assert (found["stale"], found["refused"], found["interrupted"]) == ([], [], False)


def test_a_sample_tells_how_many_were_left_out(judge: Judge, program: Path, suite: Path) -> None:
    suite.write_text(STRONG)
    call = ("audit", "--program", program, "--cases", suite, "--sample", "1", "--seed", "3")
    called = judge(*call)
    assert called.status == 0
    assert "4 mutants: 1 killed, 3 not tried (" in called.out


def test_a_class_is_audited_through_its_driver(judge: Judge, tmp_path: Path) -> None:
    program = tmp_path / "nim-session.class.py"
    program.write_text(
        "class Nim:\n    def __init__(self, *heaps):\n        self.heaps = heaps\n\n"
        "    def isafgelopen(self):\n        return sum(self.heaps) < 1\n"
    )
    suite = tmp_path / "nim.yaml"
    suite.write_text(
        "puzzle: nim\ntask: session\ncases:\n"
        "  - id: over\n    session: |\n"
        "      > Nim 0 0\n      > isafgelopen\n      True\n"
        "      > Nim 0 1\n      > isafgelopen\n      False\n"
    )
    called = judge("audit", "--program", program, "--cases", suite)
    assert called.status == 0, called.out
    assert " killed (" in called.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("maze/closed",), "there is no task 'maze/closed'"),
        (("maze", "--program", "maze-open.py"), "--program is of one task"),
        (("--program", "."), "is a folder"),
        (("--program", "nothing.py"), "there is no file or folder nothing.py"),
        (("--program", "other.py"), "its name names no task"),
        (("maze/open", "--program", "maze-open.js"), "only Python can be audited"),
        (("maze/open", "--sample", "0"), "0 is not in the range"),
        (("maze/loops", "--cases", "suite.yaml"), "no case of maze/loops is left to run"),
    ],
)
def test_a_wrong_argument_is_told_before_anything_is_run(
    judge: Judge, program: Path, suite: Path, arguments: tuple[str, ...], message: str
) -> None:
    for name in ("maze-open.js", "other.py"):
        (suite.parent / name).write_text("")
    called = judge("audit", *arguments)
    assert called.status == 2
    assert message in called.err
    assert called.out == ""


def test_a_program_that_is_not_python_is_told(judge: Judge, program: Path, suite: Path) -> None:
    program.write_text("print(=)\n")
    called = judge("audit", "--program", program, "--cases", suite)
    assert called.status == 2
    assert "maze-open.py cannot be read as Python" in called.err


class FakedAudits:
    """Stands for the audits of a call: hands out prepared ones and remembers the settings."""

    def __init__(self, *facts: dict[str, Any] | type[BaseException]) -> None:
        self.settings: list[Settings] = []
        self._facts = list(facts)

    def __call__(
        self, bench: Bench, load: Workload, *_: object, settings: Settings, settled: object
    ) -> Audit:
        self.settings.append(settings)
        facts = self._facts.pop(0)
        if isinstance(facts, type):
            raise facts
        return Audit(submission=load.submission, cases=len(load.cases), **facts)


def called_with(
    monkeypatch: pytest.MonkeyPatch, audits: FakedAudits, *arguments: str | Path
) -> int:
    """Return the exit status of ``judge audit`` with audits that run nothing."""
    monkeypatch.setattr("judge.cli.audit.audit_program", audits)
    with pytest.raises(SystemExit) as ended:
        main(["audit", *map(str, arguments)])
    return int(str(ended.value.code))


def test_tasks_share_the_time_and_leave_what_they_do_not_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    audits = FakedAudits({"trying_seconds": 1.0}, {"trying_seconds": 9.5})
    assert called_with(monkeypatch, audits, "maze/open", "maze/loops", "--seconds", "10") == 0
    assert [settings.seconds for settings in audits.settings] == [5.0, 9.0]


def test_an_interruption_keeps_the_audits_that_are_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    audits = FakedAudits({}, KeyboardInterrupt)
    assert called_with(monkeypatch, audits, "maze/open", "maze/loops") == 130
    written = capsys.readouterr()
    assert written.out.startswith("maze/loops ")
    assert "interrupted: the report holds what was done" in written.err


def test_an_audit_that_was_interrupted_is_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    audits = FakedAudits({"interrupted": True}, {})
    assert called_with(monkeypatch, audits, "maze/open", "maze/loops") == 130
    assert len(audits.settings) == 1


def test_a_judge_s_error_is_told_and_is_the_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    error = Judgement(
        submission=Path("maze-open.py"),
        task=TaskId(puzzle="maze", task="open"),
        suite="a.yaml",
        case="b",
        verdict=Verdict.JE,
        reason="the checker failed",
    )
    audits = FakedAudits({"refused": (error,)})
    assert called_with(monkeypatch, audits, "maze/open") == 3
    assert "    a.yaml:b JE the checker failed\n" in capsys.readouterr().out
