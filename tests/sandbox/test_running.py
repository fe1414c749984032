"""Plain runs: input, output, environment, folders, and the facts of how a program ended."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest
from boxes_for_tests import TIER_NAMES, Scripts, opened
from runtimes import needs

from judge.errors import SandboxError
from judge.models import BoxFile, Ending, Limits
from judge.sandbox import PYTHON, Box
from judge.sandbox.processes import without_box_folders

MEBIBYTE = 2**20
ROOMY = Limits(output_bytes=4 * MEBIBYTE)


def test_a_mebibyte_goes_in_and_comes_out(scripts: Scripts) -> None:
    data = os.urandom(MEBIBYTE)
    code = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"
    run = scripts.run(code, data, ROOMY)
    assert run.ending is Ending.EXITED
    assert run.stdout == data


def test_a_program_may_print_a_mebibyte_before_it_reads_one(scripts: Scripts) -> None:
    code = "import sys; print('x' * 2**20); print(len(sys.stdin.read()))"
    run = scripts.run(code, b"y" * MEBIBYTE, ROOMY)
    assert run.stdout == b"x" * MEBIBYTE + b"\n1048576\n"


def test_a_program_that_leaves_a_mebibyte_unread_is_never_blamed(box: Box) -> None:
    for _ in range(100):
        run = box.run(["echo", "ok"], b"z" * MEBIBYTE, Limits())
        assert (run.ending, run.exit_status, run.stdout) == (Ending.EXITED, 0, b"ok\n")


def test_a_program_that_closes_its_input_is_not_blamed(scripts: Scripts) -> None:
    code = "import os; os.close(0); print('ok')"
    run = scripts.run(code, b"z" * MEBIBYTE)
    assert (run.ending, run.exit_status, run.stdout) == (Ending.EXITED, 0, b"ok\n")


def test_the_input_ends_after_its_last_byte(scripts: Scripts) -> None:
    assert scripts.said("import sys; print([input(), sys.stdin.read()])", b"one\ntwo") == (
        "['one', 'two']\n"
    )


def test_bytes_stay_bytes(scripts: Scripts) -> None:
    run = scripts.run(r"import os; os.write(1, b'\xff\xfe\0\r\n\x1b')")
    assert run.stdout == b"\xff\xfe\0\r\n\x1b"


def test_what_is_printed_on_stderr_does_not_join_stdout(scripts: Scripts) -> None:
    run = scripts.run("import sys; print('answer'); print('remark', file=sys.stderr)")
    assert (run.stdout, run.stderr, run.stderr_cut) == (b"answer\n", b"remark\n", False)


def test_stderr_is_kept_up_to_its_cap_and_the_program_goes_on(scripts: Scripts) -> None:
    run = scripts.run("import sys; sys.stderr.write('e' * 2**20); print('ok')")
    assert run.stdout == b"ok\n"
    assert run.stderr == b"e" * 2**16
    assert run.stderr_cut


def test_an_exit_status_is_a_fact(scripts: Scripts) -> None:
    run = scripts.run("print('right'); raise SystemExit(3)")
    assert (run.ending, run.exit_status, run.signal) == (Ending.EXITED, 3, None)
    assert run.stdout == b"right\n"


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGTERM, signal.SIGKILL, signal.SIGPIPE])
def test_a_signal_is_a_fact(scripts: Scripts, number: signal.Signals) -> None:
    code = f"import os, signal; signal.signal({int(number)}, signal.SIG_DFL)"
    if number is signal.SIGKILL:
        code = "import os"
    run = scripts.run(f"{code}; os.write(1, b'right'); os.kill(os.getpid(), {int(number)})")
    assert (run.ending, run.exit_status, run.signal) == (Ending.SIGNALLED, None, number)
    assert run.stdout == b"right"


def test_signals_have_their_default_actions(scripts: Scripts) -> None:
    shown = scripts.said("print(open('/proc/self/status').read())")
    masks = dict(line.split(":\t") for line in shown.splitlines() if line.startswith("Sig"))
    blocked = int(masks["SigBlk"], 16)
    # The interpreter itself ignores the first two, and the C library keeps the others to itself.
    ignored = int(masks["SigIgn"], 16)
    for number in (signal.SIGPIPE, signal.SIGXFSZ, 32, 33):
        ignored &= ~(1 << number - 1)
    assert (blocked, ignored) == (0, 0)


def test_the_environment_is_built_from_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tier: str
) -> None:
    for name in ("PYTHONOPTIMIZE", "PYTHONIOENCODING", "JAVA_TOOL_OPTIONS", "NODE_OPTIONS", "LANG"):
        monkeypatch.setenv(name, "ascii")
    monkeypatch.setenv("PATH", str(tmp_path))
    with opened(tier=tier) as box:
        said = Scripts(box).said("import json, os; print(json.dumps(dict(os.environ)))")
        root = Path(box.path("-")).parents[1]
    assert json.loads(said) == {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "HOME": str(root / "home"),
        "TMPDIR": str(root / "tmp"),
    }


def test_only_the_three_standard_descriptors_are_open(scripts: Scripts, tier: str) -> None:
    read, write = os.pipe()
    os.set_inheritable(read, True)
    os.set_inheritable(write, True)
    with opened(tier=tier) as box:
        run = box.run(
            ["bash", "-c", "for fd in /proc/$$/fd/*; do echo ${fd##*/}; done"], b"", ROOMY
        )
    os.close(read)
    os.close(write)
    # bash holds its own script's descriptor, if any, far above; the glob itself opens one.
    assert {int(name) for name in run.stdout.split()} <= {0, 1, 2, 3, 255}
    code = "import os; print(sorted(os.listdir('/proc/self/fd')))"
    assert scripts.said(code) == "['0', '1', '2', '3']\n"  # 3 is the listing's own


def test_a_program_leads_a_session_without_a_terminal(scripts: Scripts) -> None:
    code = "import os; print(os.getpid() == os.getsid(0) == os.getpgid(0), os.isatty(0))"
    assert scripts.said(code) == "True False\n"


def test_nothing_of_a_run_is_there_in_the_next(scripts: Scripts, tier: str) -> None:
    code = """
import os
from pathlib import Path
folders = [Path.cwd(), Path.home(), Path(os.environ['TMPDIR'])]
print([len(list(folder.iterdir())) for folder in folders])
above, shared = Path('..'), Path('/dev/shm')
for folder in above, shared:
    try:
        print([path.name for path in folder.iterdir() if path.name in {'left', 'sem.left'}])
    except PermissionError:
        print([])
for path in *(folder / 'left' for folder in folders), above / 'left', SHARED:
    try:
        path.mkdir()
        (path / 'out.gif').write_text('x')
    except OSError:
        if path.parent in folders:
            raise
"""
    # Outside of its box a program of the tier without walls could write for good.
    code = code.replace("SHARED", "above" if tier == "none" else "shared / 'sem.left'")
    assert [scripts.said(code) for _ in range(2)] == ["[0, 0, 0]\n[]\n[]\n"] * 2


def test_a_working_directory_that_was_removed_or_replaced_is_there_again(scripts: Scripts) -> None:
    here = "import os; print(os.listdir('.'), os.path.basename(os.getcwd()))"
    for code in (
        "import os; os.rmdir(os.getcwd())",
        "import os; os.rename(os.getcwd(), '../elsewhere')",
        "import os; os.rmdir(os.getcwd()); os.symlink('/usr', '../work')",
        "import os; os.rmdir(os.getcwd()); open('../work', 'w')",
        "import os; os.chmod('.', 0)",
    ):
        # Behind walls it cannot be removed in the first place.
        tried = "\n".join(f"try: {part}\nexcept OSError: pass" for part in code.split("; "))
        assert scripts.run(tried).exit_status == 0
        assert scripts.said(here) == "[] work\n"


def test_laid_in_files_are_there_and_changes_to_them_do_not_last(tier: str) -> None:
    files = {"data/words.txt": BoxFile(data=b"one two"), "tool": BoxFile(data=b"x")}
    with opened(files, tier) as box:
        scripts = Scripts(box)
        words = box.path("data/words.txt")
        tool = box.path("tool")
        code = f"""
import os
path = {words!r}
print(open(path).read(), os.access({tool!r}, os.X_OK))
folder = os.path.dirname(path)
def attempt(function, *arguments):
    try: function(*arguments)
    except OSError: pass
attempt(os.chmod, folder, 0o700)
attempt(os.chmod, path, 0o600)
for name in path, os.path.join(folder, 'json.py'):
    attempt(lambda: open(name, 'w').write('poison'))
"""
        assert [scripts.said(code) for _ in range(2)] == ["one two False\n"] * 2
        assert scripts.said(f"import os; print(os.listdir({os.path.dirname(words)!r}))") == (
            "['words.txt']\n"
        )


def test_a_program_just_laid_in_is_never_busy(tier: str) -> None:
    true = Path(os.path.realpath("/usr/bin/true")).read_bytes()
    for _ in range(20):
        files = {"build/program": BoxFile(data=true, executable=True)}
        with opened(files, tier) as box:
            assert box.run([box.path("build/program")], b"", Limits()).exit_status == 0


def test_a_program_can_write_a_program_and_run_it(scripts: Scripts, tier: str) -> None:
    code = "cd $HOME; echo 'echo ok' > tool; chmod 755 tool; ./tool || sh ./tool"
    run = scripts.box.run(["bash", "-c", code], b"", Limits())
    assert run.stdout == b"ok\n"
    seals_modes = tier == "landlock" or (tier == "bwrap" and os.geteuid() == 0)
    assert (run.stderr == b"") == (not seals_modes)


@pytest.mark.parametrize("tier", [name for name in TIER_NAMES if name != "none"])
def test_no_program_can_change_the_looks_of_the_machine_s_devices(tier: str) -> None:
    """In every tier they are the machine's own, and root's programs could be their owners."""
    before = os.stat("/dev/full")
    with opened(tier=tier) as box:
        Scripts(box).run("import os; os.utime('/dev/full', (1, 2))")
    after = os.stat("/dev/full")
    assert (after.st_mtime_ns, after.st_ctime_ns) == (before.st_mtime_ns, before.st_ctime_ns)


def test_two_boxes_at_once_do_not_meet(tier: str) -> None:
    code = "import os; open('out.gif', 'x').write('mine'); print(os.listdir('.'))"
    with opened(tier=tier) as one, opened(tier=tier) as two:
        assert [Scripts(box).said(code) for box in (one, two)] == ["['out.gif']\n"] * 2


def test_cpu_wall_and_memory_are_measured(scripts: Scripts) -> None:
    run = scripts.run("x = b'x' * 50_000_000\nfor _ in range(10**6): pass")
    assert 0 < run.cpu_s < run.wall_s * 4
    assert 50_000_000 < run.memory_bytes < 150_000_000
    assert run.neighbours_cpu_s is not None
    assert run.neighbours_cpu_s >= 0


def test_cpu_time_of_all_descendants_adds_up(scripts: Scripts) -> None:
    burn = "t = __import__('time'); c = t.process_time\nwhile c() < 0.15: pass"
    code = f"""
import os
if os.fork() == 0:
    if os.fork() == 0:
        exec({burn!r})
        os._exit(0)
    os.wait()
    exec({burn!r})
    os._exit(0)
os.wait()
"""
    assert scripts.run(code).cpu_s >= 0.3


def test_a_child_s_memory_counts(scripts: Scripts) -> None:
    code = "import os\nif os.fork() == 0:\n    x = b'x' * 60_000_000; os._exit(0)\nos.wait()"
    assert scripts.run(code).memory_bytes > 60_000_000


@pytest.mark.parametrize("name", ["/etc/passwd", "../up", "a/../../b", "", "nul\0"])
def test_a_file_cannot_be_laid_in_outside_the_box(name: str) -> None:
    with pytest.raises(SandboxError, match="no name for a file in a box"):
        opened({name: BoxFile(data=b"")})


def test_what_a_program_says_of_its_files_can_be_shown_without_the_box_s_folders(
    tier: str,
) -> None:
    with opened({"submission.py": BoxFile(data=b"1 / 0")}, tier) as box:
        run = box.run([box.path(PYTHON), box.path("submission.py")], b"", Limits())
    shown = without_box_folders(run.stderr.decode())
    assert 'File "submission.py", line 1' in shown
    assert "judge-box" not in shown


def test_a_closed_box_runs_nothing(tier: str) -> None:
    box = opened(tier=tier)
    box.close()
    with pytest.raises(SandboxError, match="closed"):
        box.run(["true"], b"", Limits())


class TestWhatCannotBeStarted:
    """Each reason has a sentence of its own."""

    @pytest.fixture(autouse=True)
    def _in_each_tier(self, tier: str) -> None:
        self.tier = tier

    def told(self, data: bytes, *, executable: bool = True) -> str:
        with opened({"tool": BoxFile(data=data, executable=executable)}, self.tier) as box:
            run = box.run([box.path("tool")], b"", Limits())
            assert run.ending is Ending.NOT_STARTED
            assert box.run(["echo", "ok"], b"", Limits()).stdout == b"ok\n"
        return run.start_error

    def test_a_file_that_is_not_there(self, box: Box) -> None:
        run = box.run([box.path("nothing")], b"", Limits())
        assert run.ending is Ending.NOT_STARTED
        assert run.start_error == "nothing: there is no such file"

    def test_a_command_that_is_nowhere(self, box: Box) -> None:
        run = box.run(["no-such-command"], b"", Limits())
        assert run.ending is Ending.NOT_STARTED
        assert run.start_error == (
            "there is no program no-such-command in /usr/local/bin:/usr/bin:/bin"
        )

    def test_a_folder(self) -> None:
        with opened({"build/x": BoxFile(data=b"")}, self.tier) as box:
            run = box.run([box.path("build")], b"", Limits())
        assert run.start_error == "build is a folder, not a program"

    def test_no_exec_bit(self) -> None:
        assert "lacks the exec bit" in self.told(b"#!/bin/sh\necho ok\n", executable=False)

    def test_crlf_in_the_shebang_line(self) -> None:
        told = self.told(b"#!/bin/sh\r\necho ok\r\n")
        assert "ends in CRLF" in told
        assert r"'/bin/sh\r'" in told

    def test_crlf_behind_env(self) -> None:
        assert r"'python3\r'" in self.told(b"#!/usr/bin/env python3\r\nprint()\r\n")

    def test_a_missing_interpreter(self) -> None:
        told = self.told(b"#!/opt/nowhere/python9 -x\nprint()\n")
        assert "'/opt/nowhere/python9', which is not there" in told

    def test_a_missing_interpreter_behind_env(self) -> None:
        told = self.told(b"#!/usr/bin/env -S python9 -u\nprint()\n")
        assert "wants 'python9', which is not in /usr/local/bin" in told

    def test_no_shebang_line(self) -> None:
        assert "has no shebang line" in self.told(b"echo ok\n")


def test_a_script_with_a_shebang_line_runs(tier: str) -> None:
    needs("perl", "perl")
    files = {"tool": BoxFile(data=b"#!/usr/bin/env perl\nprint 'ok', @ARGV\n", executable=True)}
    with opened(files, tier) as filled:
        assert filled.run([filled.path("tool"), "ay"], b"", Limits()).stdout == b"okay"
