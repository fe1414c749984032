"""Where results and messages go: closed and full streams, files that cannot be written, links."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from calling import RIGHT, Called, Judge

from judge import cli

GRADE = '"$0" -m judge grade maze-open.py --cases small.yaml'


@pytest.fixture
def shell(tmp_path: Path, cases: Path) -> Shell:
    """Return what runs a command line of the shell where a right program and its cases lie."""
    (tmp_path / "maze-open.py").write_text(RIGHT)
    return Shell(tmp_path)


class Shell:
    """Runs command lines in which ``"$0"`` is this interpreter."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, line: str) -> Called:
        finished = subprocess.run(
            ["/bin/sh", "-c", line, sys.executable],
            cwd=self.folder,
            capture_output=True,
            timeout=120,
            check=False,
        )
        called = Called(
            status=finished.returncode,
            out=finished.stdout.decode(),
            err=finished.stderr.decode(),
        )
        assert "Traceback" not in called.err
        return called


@pytest.mark.parametrize(
    "command", [GRADE, '"$0" -m judge tasks', '"$0" -m judge check small.yaml']
)
def test_a_result_for_a_closed_standard_output_is_told(shell: Shell, command: str) -> None:
    called = shell(f"{command} >&-")
    assert called.status == 3
    assert "judge: error: the result could not be written" in called.err


def test_a_closed_standard_output_does_not_matter_where_a_file_is_written(shell: Shell) -> None:
    assert shell(f"{GRADE} -o report.txt >&-").status == 0
    assert "2 of 2 cases accepted" in (shell.folder / "report.txt").read_text()


@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full", "<&- 2>&-"])
def test_messages_that_nobody_can_read_change_nothing(shell: Shell, streams: str) -> None:
    called = shell(f"{GRADE} {streams}")
    assert called.status == 0
    assert "2 of 2 cases accepted" in called.out


@pytest.mark.parametrize("wrong", ["grade nowhere", "grade", "grade maze-open.py -j 0"])
def test_a_wrong_call_has_its_status_though_nobody_can_read_why(shell: Shell, wrong: str) -> None:
    assert shell(f'"$0" -m judge {wrong} 2>/dev/full').status == 2


def test_help_for_a_full_disk_is_told(shell: Shell) -> None:
    called = shell('"$0" -m judge --help > /dev/full')
    assert called.status == 3
    assert "the result could not be written: No space left" in called.err


def test_a_current_folder_that_is_gone_is_told(shell: Shell) -> None:
    called = shell('mkdir gone; cd gone; rmdir ../gone; "$0" -I -m judge grade .')
    assert called.status == 3
    assert "the current folder is gone" in called.err


def test_a_link_goes_on_leading_to_the_file_that_is_written(shell: Shell) -> None:
    (shell.folder / "old.txt").write_text("old")
    for name, target in (("link", "old.txt"), ("dangling", "new.txt")):
        (shell.folder / name).symlink_to(target)
        assert shell(f"{GRADE} -o {name}").status == 0
        assert (shell.folder / name).is_symlink()
        assert "2 of 2 cases accepted" in (shell.folder / target).read_text()


def test_a_link_into_a_folder_that_is_not_there_is_refused(shell: Shell) -> None:
    (shell.folder / "link").symlink_to("no/where.txt")
    called = shell(f"{GRADE} -o link")
    assert called.status == 2
    assert "-o link: there is no folder" in called.err


LONG = "x" * 300


@pytest.mark.parametrize(
    "arguments",
    [
        ("grade", LONG),
        ("grade", "maze-open.py", "--cases", LONG),
        ("grade", "maze-open.py", "-o", LONG),
        ("check", LONG),
    ],
)
def test_a_path_that_the_system_refuses_is_named(
    judge: Judge, shell: Shell, arguments: tuple[str, ...]
) -> None:
    called = judge(*arguments)
    assert called.status == 2
    assert LONG in called.err
    assert "File name too long" in called.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_named_file_that_cannot_be_read_costs_only_itself(judge: Judge, shell: Shell) -> None:
    other = shell.folder / "other/maze-open.py"
    other.parent.mkdir()
    other.write_text(RIGHT)
    other.chmod(0)
    called = judge("grade", "maze-open.py", other, "--cases", "small.yaml")
    assert called.status == 2
    assert "other/maze-open.py cannot be read: Permission denied" in called.err
    assert "2 of 2 cases accepted" in called.out


def test_ctrl_c_while_plugins_are_loaded_is_told_in_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "load_register", interrupted)
    with pytest.raises(SystemExit) as left:
        cli.main(["tasks"])
    assert left.value.code == 130
    assert capsys.readouterr().err == "judge: interrupted\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_may_be_written_is_where_its_folder_may_not(shell: Shell) -> None:
    report = shell.folder / "closed/report.txt"
    report.parent.mkdir()
    report.write_text("old")
    report.parent.chmod(0o555)
    assert shell(f"{GRADE} -o closed/report.txt").status == 0
    assert "2 of 2 cases accepted" in report.read_text()
    report.parent.chmod(0o755)


@pytest.mark.parametrize(
    ("handler", "status", "told"),
    [("default_int_handler", 130, "judge: interrupted\n"), ("SIG_IGN", 0, "")],
)
def test_ctrl_c_while_the_judge_is_loaded_leaves_no_traceback(
    shell: Shell, handler: str, status: int, told: str
) -> None:
    (shell.folder / "interrupting.py").write_text(
        "import builtins, runpy, signal, sys\n"
        f"signal.signal(signal.SIGINT, signal.{handler})\n"
        "usual = builtins.__import__\n"
        "def interrupted(name, *others, **named):\n"
        "    if name == 'judge.manager':\n"
        "        builtins.__import__ = usual\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "    return usual(name, *others, **named)\n"
        "builtins.__import__ = interrupted\n"
        "sys.argv = ['judge', '--version']\n"
        "runpy.run_module('judge', run_name='__main__')\n"
    )
    called = shell('"$0" interrupting.py')
    assert (called.status, called.err) == (status, told)


@pytest.mark.parametrize("command", ["grade", "check", "board", "fuzz", "tournament nim/play"])
def test_a_name_of_several_lines_is_told_in_one(shell: Shell, command: str) -> None:
    called = shell(f'"$0" -m judge {command} "$(printf \'a\\nb.py\')"')
    assert called.status == 2
    assert "a\\nb.py" in called.err
    assert len(called.err.splitlines()) == 1
