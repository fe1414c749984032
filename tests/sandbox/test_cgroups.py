"""Groups that bound whole boxes: what they hold to a limit, what they count, what they leave.

A small process plays the supervisor. It is larger than each of its programs, so that it would be
the first to go if nothing else were arranged.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pytest
from boxes_for_tests import is_running

from judge.sandbox import cgroups
from judge.sandbox.cgroups import BoxGroup, GroupUse, Place
from judge.sandbox.processes import BASE_PYTHON
from judge.sandbox.supervisor import sacrifice

MEBIBYTE = 2**20
SUPERVISOR = r"""
import json, os, sys
sys.path.append(sys.argv[1])
from supervisor.sacrifice import Sacrifice
sacrifice = Sacrifice()
ballast = bytearray(b"x" * (24 << 20))
print("ready", flush=True)
for line in sys.stdin:
    command = json.loads(line)
    with sacrifice:
        pid = os.posix_spawn(command[0], command, {})
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""

HOLDS = "x = b'y' * (int(sys.argv[1]) << 20)"

SWARM = r"""
import os
hold, release = os.pipe()
children = []
for _ in range(int(sys.argv[2])):
    told, tell = os.pipe()
    try:
        pid = os.fork()
    except BlockingIOError:
        os.close(tell)
        continue
    if pid == 0:
        os.close(release)
        x = b"y" * (int(sys.argv[1]) << 20)
        os.write(tell, b"x")
        os.read(hold, 1)
        os._exit(0)
    os.close(tell)
    children.append(pid)
    os.read(told, 1)  # it has its memory, or is gone
    os.close(told)
os.close(release)
endings = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in children]
os._exit(len(children) if set(endings) == {0} else 100 + endings.count(-9))
"""

PROBE = cgroups.available_places.__wrapped__
"""without its memory of what it found before"""

needs_memory = pytest.mark.skipif(not cgroups.bounds_memory(), reason=cgroups.describe())
needs_groups = pytest.mark.skipif(not cgroups.available_places(), reason=cgroups.describe())


@dataclass(frozen=True, kw_only=True)
class Supervised:
    """A group with something like a supervisor in it."""

    group: BoxGroup
    process: subprocess.Popen[str]
    orders: IO[str]
    answers: IO[str]

    def run(
        self, code: str, *arguments: int, memory: int = 64, processes: int = 60
    ) -> tuple[int, GroupUse]:
        """Run Python code within a limit in MiB; return its exit status or signal, and its use."""
        self.group.begin(memory * MEBIBYTE, processes)
        command = [BASE_PYTHON, "-I", "-S", "-c", f"import sys\n{code}", *map(str, arguments)]
        self.orders.write(json.dumps(command) + "\n")
        self.orders.flush()
        return int(self.answers.readline()), self.group.use()


@pytest.fixture
def supervised() -> Iterator[Supervised]:
    group = BoxGroup.made()
    assert group is not None
    folder = Path(sacrifice.__file__).parent.parent
    with (
        group,
        subprocess.Popen(
            [BASE_PYTHON, "-I", "-S", "-c", SUPERVISOR, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        group.add(process.pid)
        assert process.stdout.readline() == "ready\n"
        yield Supervised(group=group, process=process, orders=process.stdin, answers=process.stdout)
        assert process.poll() is None, "the supervisor was killed"
        process.kill()


def groups_now() -> list[Path]:
    return [
        path
        for place in cgroups.available_places()
        for path in place.folder.glob(f"{cgroups.PREFIX}{os.getpid()}-*")
    ]


# --- limits and figures --------------------------------------------------------------------------


@needs_memory
def test_several_processes_together_are_held_to_the_limit(supervised: Supervised) -> None:
    status, use = supervised.run(SWARM, 10, 12)
    assert status > 100, "some were killed, but not the one that started them"
    assert use.memory_kills == status - 100
    assert supervised.run(SWARM, 10, 3) == (3, supervised.group.use())
    assert supervised.group.use().memory_kills == 0


@needs_memory
def test_one_process_is_held_to_the_limit(supervised: Supervised) -> None:
    status, use = supervised.run(HOLDS, 100)
    assert (status, use.memory_kills) == (-9, 1)
    assert supervised.run(HOLDS, 100, memory=160)[0] == 0


@needs_memory
def test_what_the_supervisor_uses_is_not_the_program_s(supervised: Supervised) -> None:
    status, use = supervised.run(HOLDS, 14, memory=24)
    assert (status, use.memory_kills) == (0, 0)
    if use.peak_bytes is not None:
        assert 14 * MEBIBYTE < use.peak_bytes < 24 * MEBIBYTE


@needs_memory
def test_each_run_s_peak_is_its_own(supervised: Supervised) -> None:
    peaks = [supervised.run(HOLDS, size)[1].peak_bytes for size in (40, 5, 20)]
    if None in peaks:
        pytest.skip("this kernel does not measure single runs")
    large, small, middle = (peak for peak in peaks if peak is not None)
    assert 40 * MEBIBYTE < large < 60 * MEBIBYTE
    assert 5 * MEBIBYTE < small < 20 * MEBIBYTE < middle < 40 * MEBIBYTE


@needs_groups
def test_the_number_of_processes_is_held_to_the_limit(supervised: Supervised) -> None:
    if not any("pids" in place.controllers for place in cgroups.available_places()):
        pytest.skip("there is no pids controller for us")
    status, use = supervised.run(SWARM, 0, 12, processes=6)
    assert status == 5, "those and the one that started them"
    assert use.refused_processes == 7
    status, use = supervised.run(SWARM, 0, 12, processes=60)
    assert (status, use.refused_processes) == (12, 0)


# --- ends ----------------------------------------------------------------------------------------


@needs_groups
def test_everything_in_a_group_is_killed() -> None:
    group = BoxGroup.made()
    assert group is not None
    script = (
        "read -r; for i in 1 2 3; do setsid sleep 50 & echo $!; done; (trap '' TERM; sleep 50) & "
        "echo $!; echo end; wait"
    )
    with (
        group,
        subprocess.Popen(
            ["bash", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as shell,
    ):
        group.add(shell.pid)
        assert shell.stdin is not None
        assert shell.stdout is not None
        shell.stdin.write("\n")
        shell.stdin.flush()
        pids = [int(line) for line in iter(shell.stdout.readline, "end\n")]
        assert len(pids) == 4
        assert all(map(is_running, pids))
        group.kill()
        assert shell.wait(10) == -9
    assert not any(map(is_running, pids))


@needs_groups
def test_a_closed_group_is_gone() -> None:
    group = BoxGroup.made()
    assert group is not None
    assert len(groups_now()) == len(cgroups.available_places())
    group.close()
    group.close()
    assert groups_now() == []


@needs_groups
def test_what_a_killed_judge_left_is_removed_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cgroups, "_PATIENCE_S", 0.3)
    place = cgroups.available_places()[0].folder
    foreign = place / f"not-{cgroups.PREFIX}made-{os.getpid()}"
    code = """
import subprocess, sys, time
from judge.sandbox.cgroups import BoxGroup
group = BoxGroup.made()
child = subprocess.Popen(["sleep", "50"], start_new_session=True)
group.add(child.pid)
print(child.pid, flush=True)
time.sleep(50)
"""
    root = Path(cgroups.__file__).parent.parent.parent
    foreign.mkdir()
    try:
        with subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=root
        ) as judge:
            assert judge.stdout is not None
            child = int(judge.stdout.readline())
            name = f"{cgroups.PREFIX}{judge.pid}-*"
            for each in cgroups.available_places():
                cgroups._remove_stale(each.folder)
                assert list(each.folder.glob(name)), "its judge lives"
            assert is_running(child)
            judge.kill()
        for each in cgroups.available_places():
            cgroups._remove_stale(each.folder)
            assert list(each.folder.glob(name)) == []
        assert not is_running(child)
        assert foreign.exists()
    finally:
        foreign.rmdir()


def test_a_group_of_version_2_is_emptied_at_once() -> None:
    """By the kernel, without looking for its processes one by one."""
    folder = next(
        (
            Path(fields[4])
            for fields in map(str.split, Path("/proc/self/mountinfo").read_text().splitlines())
            if fields[fields.index("-") + 1] == "cgroup2"
        ),
        None,
    )
    if folder is None or not os.access(folder, os.W_OK):
        pytest.skip("there is no cgroup version 2 that we may write to")
    if not (folder / "cgroup.procs").exists():
        pytest.skip("its root is not to be seen")
    place = Place(folder=folder, version=2, controllers=frozenset())
    with (
        BoxGroup([place]) as group,
        subprocess.Popen(["sleep", "50"], start_new_session=True) as sleeper,
    ):
        group.add(sleeper.pid)
        group.begin(MEBIBYTE, 1)
        assert group.use() == GroupUse(peak_bytes=None, memory_kills=0, refused_processes=0)
        group.close()
        assert sleeper.wait(10) == -9
    assert list(folder.glob(f"{cgroups.PREFIX}{os.getpid()}-*")) == []


# --- where groups can be had ---------------------------------------------------------------------


def machine(
    folder: Path, monkeypatch: pytest.MonkeyPatch, groups: str, mounts: list[tuple[str, str, str]]
) -> None:
    """Let the machine look as if it had the given groups and mounts (root, kind, options)."""
    lines = []
    for root, kind, options in mounts:
        point = folder / "mounted" / (options.split(",")[-1] if kind == "cgroup" else "two")
        lines.append(f"30 20 0:30 {root} {point} rw shared:9 - {kind} {kind} rw,{options}")
    (folder / "groups").write_text(groups)
    (folder / "mounts").write_text("22 1 0:20 / / rw - ext4 /dev/vda rw\n" + "\n".join(lines))
    monkeypatch.setattr(cgroups, "_OWN_GROUPS", folder / "groups")
    monkeypatch.setattr(cgroups, "_MOUNTS", folder / "mounts")
    monkeypatch.setattr(cgroups, "available_places", PROBE)


def handed_down(folder: Path, names: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cgroup.subtree_control").write_text(names)


def test_controllers_of_version_1_are_found_each_below_the_own_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine(
        tmp_path,
        monkeypatch,
        "9:name=systemd:/x\n8:pids:/\n4:cpu,memory:/a/b\n3:cpuset:/c\n0::/\n",
        [("/", "cgroup", "pids"), ("/", "cgroup", "cpu,memory"), ("/", "cgroup2", "nsdelegate")],
    )
    assert list(cgroups._candidates()) == [
        Place(folder=tmp_path / "mounted/pids", version=1, controllers=frozenset({"pids"})),
        Place(folder=tmp_path / "mounted/memory/a/b", version=1, controllers=frozenset({"memory"})),
    ]


def test_version_2_hands_controllers_down_below_or_beside_the_own_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine(tmp_path, monkeypatch, "0::/user/app/shell.scope\n", [("/", "cgroup2", "nsdelegate")])
    app = tmp_path / "mounted/two/user/app"
    handed_down(app / "shell.scope", "")
    handed_down(app, "cpu memory pids\n")
    both = frozenset({"memory", "pids"})
    beside = Place(folder=app, version=2, controllers=both)
    assert list(cgroups._candidates()) == [beside]
    handed_down(app / "shell.scope", "memory\n")
    below = Place(folder=app / "shell.scope", version=2, controllers=frozenset({"memory"}))
    assert list(cgroups._candidates()) == [below, beside]


def test_in_a_container_the_mount_shows_a_part_of_the_groups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine(
        tmp_path, monkeypatch, "4:memory:/docker/1f/job\n", [("/docker/1f", "cgroup", "memory")]
    )
    assert [place.folder for place in cgroups._candidates()] == [tmp_path / "mounted/memory/job"]
    machine(tmp_path, monkeypatch, "4:memory:/other\n", [("/docker/1f", "cgroup", "memory")])
    assert list(cgroups._candidates()) == []


@pytest.mark.parametrize(
    ("groups", "mounts", "why"),
    [
        ("", [], "this system has no cgroups"),
        ("0::/a/b\n", [("/", "cgroup2", "x")], "this system has no cgroups"),
        ("8:pids:/\n", [("/", "cgroup", "pids")], "has a memory controller to hand down"),
        ("8:memory:/\n", [("/", "cgroup", "memory")], "no group can be made below"),
    ],
)
def test_where_there_is_no_group_to_be_had_it_is_said_why(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    groups: str,
    mounts: list[tuple[str, str, str]],
    why: str,
) -> None:
    machine(tmp_path, monkeypatch, groups, mounts)
    assert cgroups.available_places() == ()
    assert BoxGroup.made() is None
    assert not cgroups.bounds_memory()
    assert cgroups.describe().startswith("the memory limit is for each process by itself: ")
    assert why in cgroups.describe()


@needs_memory
def test_where_there_are_groups_it_is_said_what_the_limit_is_for() -> None:
    assert cgroups.describe().startswith("the memory limit is for all processes of a box together")


# --- the files of version 2, on a folder that only looks like a group ----------------------------


FILES_OF_TWO = {
    "memory.stat": "anon 5000\nfile 900\nkernel 70\nshmem 300\n",
    "memory.max": "max\n",
    "memory.swap.max": "max\n",
    "memory.peak": "12000\n",
    "memory.events": "low 0\nhigh 0\nmax 5\noom 4\noom_kill 3\noom_group_kill 0\n",
    "pids.current": "2\n",
    "pids.max": "max\n",
    "pids.events": "max 4\n",
    "cgroup.procs": "",
    "cgroup.kill": "",
}


def looks_like_a_group(folder: Path) -> tuple[Path, int]:
    for name, text in FILES_OF_TWO.items():
        (folder / name).write_text(text)
    return folder, os.open(folder, os.O_RDONLY)


def test_version_2_is_told_its_limits_and_asked_for_its_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroups, "_new_folder", looks_like_a_group)
    monkeypatch.setattr(cgroups, "_PATIENCE_S", 0.0)
    place = Place(folder=tmp_path, version=2, controllers=frozenset({"memory", "pids"}))
    with BoxGroup([place]) as group:
        assert (tmp_path / "memory.swap.max").read_text().startswith("0")
        (tmp_path / "memory.max").write_text("")
        (tmp_path / "pids.max").write_text("")
        group.begin(1_000_000, 50)
        assert (tmp_path / "memory.max").read_text() == "1005300"
        assert (tmp_path / "pids.max").read_text() == "52"
        (tmp_path / "memory.events").write_text("oom 9\noom_kill 5\n")
        (tmp_path / "pids.events").write_text("max 11\n")
        (tmp_path / "memory.peak").write_text("85300\n")
        assert group.use() == GroupUse(peak_bytes=80_000, memory_kills=2, refused_processes=7)
        group.add(77)
        assert (tmp_path / "cgroup.procs").read_text() == "77"
        (tmp_path / "cgroup.procs").write_text("")


def test_a_limit_is_set_anew_where_it_changed_and_a_run_s_counts_begin_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroups, "_new_folder", looks_like_a_group)
    monkeypatch.setattr(cgroups, "_PATIENCE_S", 0.0)
    written: list[str] = []
    write = cgroups._Files.write

    def noting(files: cgroups._Files, name: str, number: int) -> None:
        written.append(name)
        write(files, name, number)

    place = Place(folder=tmp_path, version=2, controllers=frozenset({"memory", "pids"}))
    with BoxGroup([place]) as group:
        monkeypatch.setattr(cgroups._Files, "write", noting)
        group.begin(1_000_000, 50)
        assert {"memory.max", "pids.max"} <= {*written}
        (tmp_path / "memory.events").write_text("oom_kill 5\n")
        assert group.use().memory_kills == 2
        written.clear()
        group.begin(1_000_000, 50)
        assert written == ["memory.peak"]
        assert group.use().memory_kills == 0
        group.begin(1_000_001, 51)
        assert {"memory.max", "pids.max"} <= {*written}
        group.begin(1_000_000, 50)
        (tmp_path / "memory.events").write_text("oom_kill 8\n")
        assert group.use().memory_kills == 3
        (tmp_path / "memory.events").write_text("oom_kill 9\n")
        group.begin(1_000_000, 50)
        assert group.use().memory_kills == 0


def test_a_peak_that_cannot_start_anew_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is with version 2 before Linux 6.12."""
    monkeypatch.setattr(cgroups, "_new_folder", looks_like_a_group)
    monkeypatch.setattr(cgroups, "_PATIENCE_S", 0.0)
    write = cgroups._Files.write

    def refusing(files: cgroups._Files, name: str, number: int) -> None:
        if name == "memory.peak":
            raise OSError("invalid argument")
        write(files, name, number)

    monkeypatch.setattr(cgroups._Files, "write", refusing)
    place = Place(folder=tmp_path, version=2, controllers=frozenset({"memory"}))
    with BoxGroup([place]) as group:
        group.begin(1_000_000, 50)
        assert group.use() == GroupUse(peak_bytes=None, memory_kills=0, refused_processes=0)
