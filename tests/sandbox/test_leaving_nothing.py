"""No process, folder or descriptor outlives its run, box or judge."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from boxes_for_tests import TIER_NAMES, Scripts, is_alive, is_running, opened, survivors

from judge.models import Ending, Limits
from judge.sandbox import Box
from judge.sandbox.boxes import SupervisedBox

LEAVERS = {
    "child": "if os.fork() == 0: stay()",
    "session": "if os.fork() == 0: os.setsid(); stay()",
    "grandchild": """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        stay()
    os._exit(0)
os.wait()
""",
    "stopped": "if os.fork() == 0: say(); os.kill(os.getpid(), signal.SIGSTOP)",
    "chain": """
if os.fork() == 0:
    for _ in range(20):
        if os.fork():
            os._exit(0)
        os.setsid()
    stay()
""",
}
PRELUDE = """
import os, signal, sys, time
R, W = os.pipe()
def say():
    os.write(1, b'%d\\n' % os.getpid())
    os.write(W, b'x')
def stay():
    say()
    end = time.monotonic() + 20
    while time.monotonic() < end: BUSY
    os._exit(0)
"""


@pytest.mark.parametrize("busy", ["pass", "time.sleep(1)"])
@pytest.mark.parametrize("leaver", LEAVERS.values(), ids=LEAVERS)
def test_no_process_outlives_its_run(scripts: Scripts, leaver: str, busy: str) -> None:
    """Whatever it does to be left alone, and without anyone waiting for its end of the pipe."""
    code = PRELUDE.replace("BUSY", busy) + leaver + "\nos.read(R, 1)\nsay()"
    run = scripts.run(code, limits=Limits(time_s=10, wall_s=10))
    pids = {int(line) for line in run.stdout.split()}
    assert len(pids) >= 2, run.stderr.decode()
    assert not survivors(scripts.box, pids)
    assert run.ending is Ending.EXITED


def test_a_background_burner_s_cpu_time_is_on_the_bill(scripts: Scripts) -> None:
    code = """
import os, time
r, w = os.pipe()
if os.fork() == 0:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if w and time.process_time() > 0.2:
            os.write(w, b'x')
            w = 0
os.read(r, 1)
"""
    run = scripts.run(code, limits=Limits(wall_s=20))
    assert run.ending is Ending.EXITED
    assert run.cpu_s > 0.2


def test_no_process_outlives_a_time_limit(scripts: Scripts) -> None:
    code = PRELUDE.replace("BUSY", "time.sleep(1)") + LEAVERS["chain"] + "time.sleep(20)"
    run = scripts.run(code, limits=Limits(wall_s=1))
    assert run.ending is Ending.WALL_LIMIT
    pids = {int(line) for line in run.stdout.split()}
    assert pids
    assert not survivors(scripts.box, pids)


def test_what_a_program_left_behind_is_wiped_however_deep_and_locked(scripts: Scripts) -> None:
    code = """
import os
os.symlink('/etc', 'link')
os.symlink('.', 'loop')
os.mkfifo('pipe')
for name in 'a', 'b':
    os.makedirs(name + '/in/side')
    open(name + '/in/side/file', 'w').close()
    os.chmod(name + '/in/side/file', 0)
    os.chmod(name + '/in/side', 0)
    os.chmod(name + '/in', 0)
    os.chmod(name, 0)
open(b'not \\xff utf-8', 'w').close()
here = os.getcwd()
for _ in range(1100):
    os.mkdir('deep')
    os.chdir('deep')
open('file', 'w').close()
os.chdir(here)
for number in range(100):
    os.makedirs(f'wide/{number}/x')
"""
    before = os.listdir("/etc")
    assert scripts.run(code).exit_status == 0
    assert scripts.said("import os; print(os.listdir('.'))") == "[]\n"
    assert os.listdir("/etc") == before


def test_a_run_finds_no_note_in_the_looks_of_its_folders(scripts: Scripts) -> None:
    """Modes, times and attributes tell as much as a file does."""
    look = """
import os
for path in '.', os.environ['HOME'], os.environ['TMPDIR'], '..':
    facts = os.stat(path)
    print(facts.st_mode, facts.st_mtime_ns, os.listxattr(path))
"""
    note = """
import os
for path in '.', os.environ['HOME'], os.environ['TMPDIR'], '..':
    for write in (
        lambda: os.setxattr(path, 'user.note', b'x'),
        lambda: os.utime(path, (1, 2)),
        lambda: os.chmod(path, 0o711),
    ):
        try:
            write()
        except OSError:
            pass
"""
    before = scripts.said(look)
    assert scripts.run(note).exit_status == 0
    assert scripts.said(look) == before


@pytest.mark.parametrize("tier", [tier for tier in TIER_NAMES if tier != "none"])
def test_a_run_finds_no_note_in_the_flags_of_its_folders(tier: str) -> None:
    code = """
import fcntl, os, struct
for path in '.', os.environ['HOME'], os.environ['TMPDIR']:
    folder = os.open(path, os.O_RDONLY)
    try:
        flags = fcntl.ioctl(folder, 0x80086601, bytes(8))
        print(flags)
        fcntl.ioctl(folder, 0x40086602, struct.pack('q', struct.unpack('q', flags)[0] ^ 0x40))
    except OSError:
        pass
"""
    with opened(tier=tier) as box:
        scripts = Scripts(box)
        assert scripts.said(code) == scripts.said(code)


def folder_of(box: Box) -> Path:
    return Path(box.path("-")).parents[1]


ON_DISK = [tier for tier in TIER_NAMES if tier != "bwrap"]
"""the tiers whose boxes have folders that others can see"""


def supervisors(box: SupervisedBox) -> list[int]:
    """Return the process that the judge started for a box, and those it started, top down."""
    found = [box.supervisor_pid]
    for pid in found:
        found += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return found


def test_a_closed_box_leaves_no_process_and_no_descriptor(tier: str) -> None:
    opened(tier=tier).close()  # the first one starts the thread that starts the others
    before = set(os.listdir("/proc/self/fd"))
    box = opened(tier=tier)
    watched = supervisors(box)
    assert all(map(is_alive, watched))
    box.close()
    assert not any(map(is_alive, watched))
    assert set(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("tier", ON_DISK)
def test_a_box_s_folder_is_private_and_goes_with_it(tier: str) -> None:
    with opened(tier=tier) as box:
        folder = folder_of(box)
        assert folder.stat().st_mode & 0o777 == 0o700
    assert not folder.exists()


def test_a_box_behind_walls_has_no_folder_outside(tier: str) -> None:
    with opened(tier=tier) as box:
        assert folder_of(box).exists() == (tier in ON_DISK)


def test_many_runs_open_no_descriptors(tier: str) -> None:
    if os.geteuid() != 0 and tier != "none":
        pytest.skip("root alone sees the descriptors of a supervisor that hides from programs")
    with opened(tier=tier) as box:
        box.run(["true"], b"", Limits())
        folder = f"/proc/{supervisors(box)[-1]}/fd"
        first = len(os.listdir(folder))
        for command in (["true"], ["no-such-command"], ["bash", "-c", "sleep 20 &"]):
            for _ in range(5):
                box.run(command, b"x" * 2**17, Limits())
        assert len(os.listdir(folder)) == first


def test_cancelling_ends_a_run_at_once_and_the_box_stays_closed(tier: str) -> None:
    with opened(tier=tier) as box:
        scripts = Scripts(box)
        folder = folder_of(box)
        watched = supervisors(box)
        threading.Timer(0.3, box.cancel).start()
        code = "import os, time; print(os.getpid(), flush=True); time.sleep(20)"
        run = scripts.run(code, limits=Limits(wall_s=20))
        assert run.ending is Ending.CANCELLED
        assert run.wall_s < 15
        assert run.stdout
        assert not any(map(is_alive, watched))  # nothing in a namespace outlives its first process
        assert tier == "bwrap" or not any(is_alive(int(line)) for line in run.stdout.split())
        assert not folder.exists()
        assert scripts.run("print()").ending is Ending.CANCELLED


def test_a_box_that_was_cancelled_before_its_run_runs_nothing(tier: str) -> None:
    with opened(tier=tier) as box:
        box.cancel()
        assert Scripts(box).run("print()").ending is Ending.CANCELLED


KILLED_JUDGE = """
import sys, threading
from judge.models import Limits
from judge.sandbox.supervisor.descendants import descendants
from judge.sandbox.tiers import choose
boxes = []
def open_box():  # a worker that ends before its box does
    boxes.append(choose(sys.argv[1]).open({}))
worker = threading.Thread(target=open_box)
worker.start()
worker.join()
[box] = boxes
script = "setsid sleep 20 & echo started; exec sleep 20"
talk = box.start(["bash", "-c", script], Limits(wall_s=20))
talk.receive_line(10)
print(*descendants(), flush=True)
print(box.path("-"), flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_judge_that_is_killed_leaves_nothing(number: signal.Signals, tier: str) -> None:
    judge = subprocess.Popen(
        [sys.executable, "-c", KILLED_JUDGE, tier],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with judge:
        assert judge.stdout is not None
        pids = [int(word) for word in judge.stdout.readline().split()]
        folder = Path(judge.stdout.readline().strip()).parents[1]
        assert len(pids) >= 3
        assert all(map(is_alive, pids))
        assert folder.is_dir() == (tier in ON_DISK)
        watches = [os.pidfd_open(pid) for pid in pids]
        judge.send_signal(number)
        judge.wait()
    for watch in watches:
        assert select.select([watch], [], [], 20)[0]
        os.close(watch)
    assert not folder.exists()


INTERRUPTED_JUDGE = """
import os, signal, sys, threading
from judge.models import Limits
from judge.sandbox.tiers import choose
signal.signal(signal.SIGINT, signal.default_int_handler)
with choose(sys.argv[1]).open({}) as box:
    pid = box.supervisor_pid
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        box.run(["sleep", "20"], b"", Limits(wall_s=20))
    except KeyboardInterrupt:
        print("interrupted", os.path.exists(f"/proc/{pid}"))
    print(box.run(["echo", "next"], b"", Limits()).stdout.decode())
"""


def test_ctrl_c_interrupts_a_run_and_ends_all_of_it(tier: str) -> None:
    judge = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_JUDGE, tier],
        capture_output=True,
        text=True,
        check=True,
    )
    assert judge.stdout.split() == ["interrupted", "False", "next"]


class TestAProgramWithoutWallsThatAttacksItsSupervisor:
    """Its run says so, it gains nothing, and the box is fit for the next run."""

    def attacked(self, blow: str) -> None:
        with opened() as box:
            scripts = Scripts(box)
            supervisor = box.supervisor_pid
            code = f"""
import os, signal, time
if os.fork() == 0:
    os.setsid()
    os.write(1, b'%d\\n' % os.getpid())
    time.sleep(20)
    os._exit(0)
os.write(1, b'%d\\n' % os.getpid())
time.sleep(0.2)
{blow}
time.sleep(20)
"""
            run = scripts.run(code, limits=Limits(wall_s=1))
            assert run.ending in {Ending.SIGNALLED, Ending.WALL_LIMIT}
            pids = [int(line) for line in run.stdout.split()]
            assert len(pids) == 2
            assert not any(map(is_running, pids))
            folder = folder_of(box)
            assert scripts.said("print('next')") == "next\n"
            if run.ending is Ending.SIGNALLED:
                assert "the process that supervises the program was killed" in run.start_error
                assert not is_alive(supervisor)
        assert not folder.exists()

    def test_by_killing_it(self) -> None:
        self.attacked("os.kill(os.getppid(), signal.SIGKILL)")

    def test_by_stopping_it(self) -> None:
        self.attacked("os.kill(os.getppid(), signal.SIGSTOP)")


@pytest.mark.parametrize("tier", [tier for tier in TIER_NAMES if tier != "none"])
@pytest.mark.parametrize(
    "blow",
    [
        "os.kill(os.getppid(), signal.SIGKILL)",
        "os.kill(os.getppid(), signal.SIGSTOP)",
        "os.kill(-os.getpgid(os.getppid()), signal.SIGKILL)",
        "signal.pidfd_send_signal(os.pidfd_open(os.getppid()), signal.SIGKILL)",
        "resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (0, 0))",
        "open(f'/proc/{os.getppid()}/mem', 'wb')",
        "open(f'/proc/{os.getppid()}/fd/3', 'wb')",
        "os.readlink(f'/proc/{os.getppid()}/fd/3')",
    ],
)
def test_behind_walls_a_program_cannot_touch_its_supervisor(scripts: Scripts, blow: str) -> None:
    code = f"import os, resource, signal\ntry: {blow}\nexcept OSError: print('refused')"
    assert scripts.said(code) == "refused\n"
    assert scripts.said("print('next')") == "next\n"
