"""Limits of CPU and wall time, output, memory, files and processes."""

from __future__ import annotations

import resource

import pytest
from boxes_for_tests import Scripts, survivors
from runtimes import needs

from judge.models import Ending, Limits
from judge.sandbox import Box
from judge.sandbox.cgroups import bounds_memory, describe

BURN = "import time\nend = time.monotonic() + 20\nwhile time.monotonic() < end: pass"
MEBIBYTE = 2**20


def test_a_fraction_of_a_second_of_cpu_time_is_a_limit(scripts: Scripts) -> None:
    run = scripts.run(BURN, limits=Limits(time_s=0.3, wall_s=15))
    assert run.ending is Ending.CPU_LIMIT
    assert (run.exit_status, run.signal) == (None, None)
    assert 0.3 <= run.cpu_s < 1


def test_cpu_time_of_children_in_other_sessions_counts(scripts: Scripts) -> None:
    code = (
        f"import os, time\nif os.fork() == 0:\n    os.setsid()\n    exec({BURN!r})\ntime.sleep(20)"
    )
    run = scripts.run(code, limits=Limits(time_s=0.3, wall_s=15))
    assert run.ending is Ending.CPU_LIMIT
    assert run.cpu_s >= 0.3


def test_cpu_time_of_many_short_children_counts(box: Box) -> None:
    loop = "end=$((SECONDS + 20)); while [ $SECONDS -lt $end ]; do (: ; : ); done"
    run = box.run(["bash", "-c", loop], b"", Limits(time_s=0.3, wall_s=15))
    assert run.ending is Ending.CPU_LIMIT
    assert run.cpu_s >= 0.3


def test_a_program_that_ends_past_its_cpu_limit_has_hit_it(scripts: Scripts) -> None:
    code = "import time\nwhile time.process_time() < 0.05: pass\nprint('ok')"
    run = scripts.run(code, limits=Limits(time_s=0.01, wall_s=15))
    assert run.ending is Ending.CPU_LIMIT


def test_a_sleeper_hits_the_wall_limit(scripts: Scripts) -> None:
    code = "import time; print('so far', flush=True); time.sleep(20)"
    run = scripts.run(code, limits=Limits(time_s=5, wall_s=0.5))
    assert run.ending is Ending.WALL_LIMIT
    assert run.stdout == b"so far\n"
    assert run.cpu_s < run.wall_s


def test_a_closed_output_does_not_end_a_run(scripts: Scripts) -> None:
    code = "import os, time; os.close(1); os.close(2); time.sleep(20)"
    assert scripts.run(code, limits=Limits(wall_s=0.5)).ending is Ending.WALL_LIMIT


@pytest.mark.parametrize("piece", ["'x' * 63 + '\\n'", "'x'", "'\\0' * 100_000"])
def test_endless_output_ends_at_the_cap(scripts: Scripts, piece: str) -> None:
    code = f"import sys\nwhile True: sys.stdout.write({piece})"
    run = scripts.run(code, limits=Limits(output_bytes=100_000))
    assert run.ending is Ending.OUTPUT_LIMIT
    assert len(run.stdout) == 100_000
    assert scripts.said("print('next')") == "next\n"


def test_output_that_just_fills_the_cap_is_allowed(scripts: Scripts) -> None:
    code = "import sys; sys.stdout.write('x' * 100_000)"
    run = scripts.run(code, limits=Limits(output_bytes=100_000))
    assert (run.ending, len(run.stdout)) == (Ending.EXITED, 100_000)


def test_one_byte_more_than_the_cap_is_too_much_even_from_a_program_that_has_ended(
    scripts: Scripts,
) -> None:
    code = "import sys; sys.stdout.write('x' * 11)"
    run = scripts.run(code, limits=Limits(output_bytes=10))
    assert (run.ending, run.stdout) == (Ending.OUTPUT_LIMIT, b"x" * 10)


def test_memory_is_refused_beyond_the_limit(scripts: Scripts) -> None:
    run = scripts.run("x = b'x' * 2**30", limits=Limits(memory_bytes=64 * MEBIBYTE))
    assert run.exit_status == 1
    assert b"MemoryError" in run.stderr


def test_a_program_that_fails_with_its_memory_full_has_hit_the_limit(scripts: Scripts) -> None:
    code = "kept = []\nwhile True: kept.append(bytearray(2**20))"
    run = scripts.run(code, limits=Limits(memory_bytes=64 * MEBIBYTE))
    assert run.ending is Ending.MEMORY_LIMIT
    assert run.memory_bytes > 50 * MEBIBYTE


def test_memory_of_all_processes_together_is_bounded_where_it_can_be(scripts: Scripts) -> None:
    if not bounds_memory():
        pytest.skip(describe())
    code = """
import os, time
for _ in range(6):
    if os.fork() == 0:
        kept = b'x' * 40_000_000
        time.sleep(5)
        os._exit(0)
for _ in range(6):
    os.wait()
"""
    run = scripts.run(code, limits=Limits(memory_bytes=96 * MEBIBYTE, wall_s=15))
    assert run.ending is Ending.MEMORY_LIMIT
    assert run.memory_of_all
    assert run.memory_bytes > 90 * MEBIBYTE
    assert scripts.said("print('next')") == "next\n"


def test_files_in_memory_count_as_memory(scripts: Scripts, tier: str) -> None:
    if not bounds_memory() or tier != "bwrap":
        pytest.skip("only this tier's files lie in memory, and only a group bounds them")
    code = "for name in 'abcd':\n    open(name, 'wb').write(bytes(50 * 2**20))"
    run = scripts.run(code, limits=Limits(memory_bytes=96 * MEBIBYTE, wall_s=15))
    assert run.ending is Ending.MEMORY_LIMIT


def test_a_box_behind_walls_holds_no_more_than_its_size(scripts: Scripts, tier: str) -> None:
    if tier != "bwrap":
        pytest.skip("the folders of this tier lie on the machine's disk")
    code = """
import errno
written = 0
try:
    for name in range(100):
        written += open(str(name), 'wb').write(bytes(10 * 2**20))
except OSError as error:
    print(error.errno == errno.ENOSPC, written // 2**20)
"""
    full, mebibytes = scripts.run(code, limits=Limits(memory_bytes=2**30)).stdout.split()
    assert full == b"True"
    assert 200 < int(mebibytes) <= 256
    assert scripts.said("import os; print(os.listdir('.'))") == "[]\n"


def test_a_box_behind_walls_holds_a_bounded_number_of_files(scripts: Scripts, tier: str) -> None:
    if tier != "bwrap":
        pytest.skip("the folders of this tier lie on the machine's disk")
    code = "for name in range(25_000): open(str(name), 'w').close()"
    run = scripts.run(code, limits=Limits(memory_bytes=2**30))
    assert run.ending is Ending.OUTPUT_LIMIT
    assert "more than 20000 files" in run.start_error


def test_a_program_that_fails_with_little_memory_has_not_hit_the_limit(scripts: Scripts) -> None:
    run = scripts.run("raise SystemExit(1)", limits=Limits(memory_bytes=64 * MEBIBYTE))
    assert (run.ending, run.exit_status) == (Ending.EXITED, 1)


def test_the_limits_cannot_be_raised_and_children_have_them(scripts: Scripts) -> None:
    code = """
import os, resource
if os.fork() == 0:
    for kind in resource.RLIMIT_DATA, resource.RLIMIT_CORE, resource.RLIMIT_FSIZE:
        print(resource.getrlimit(kind))
    os._exit(0) if __import__('sys').stdout.flush() is None else None
os.wait()
"""
    run = scripts.run(code, limits=Limits(memory_bytes=99 * MEBIBYTE))
    assert run.stdout.decode().splitlines() == [
        str((99 * MEBIBYTE,) * 2),
        "(0, 0)",
        str((64 * MEBIBYTE,) * 2),
    ]


def test_the_caller_s_stack_limit_does_not_decide_how_deep_a_program_may_recurse(
    scripts: Scripts,
) -> None:
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    wanted = 8 * MEBIBYTE if hard == resource.RLIM_INFINITY else min(hard, 8 * MEBIBYTE)
    code = "import resource; print(resource.getrlimit(resource.RLIMIT_STACK)[0])"
    assert scripts.said(code) == f"{wanted}\n"


def test_a_file_cannot_grow_without_end(box: Box) -> None:
    needs("head", "coreutils")
    command = ["bash", "-c", "head -c 70000000 /dev/zero > huge; echo $?"]
    run = box.run(command, b"", Limits())
    assert run.stdout != b"0\n"


def test_a_program_killed_for_a_huge_file_is_said_to_have_written_too_much(box: Box) -> None:
    needs("perl", "perl")
    code = 'open(F, ">huge"); seek(F, 80 << 20, 0); print F "x"; close F'
    run = box.run(["perl", "-e", code], b"", Limits())
    assert run.ending is Ending.OUTPUT_LIMIT
    assert "larger than any program may write" in run.start_error


def test_a_program_that_multiplies_is_ended(scripts: Scripts) -> None:
    code = """
import os, time
for _ in range(700):
    if os.fork() == 0:
        time.sleep(20)
        os._exit(0)
time.sleep(20)
"""
    run = scripts.run(code, limits=Limits(time_s=15, wall_s=15, memory_bytes=2**30))
    refused = run.exit_status == 1 and b"BlockingIOError" in run.stderr
    assert run.ending is Ending.SIGNALLED or refused
    assert "more than 512 processes" in run.start_error or refused
    assert scripts.said("print('next')") == "next\n"


def test_a_program_cannot_shield_itself_from_being_ended(scripts: Scripts) -> None:
    code = """
import os, signal, time
for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}:
    signal.signal(number, signal.SIG_IGN)
print(os.getpid(), flush=True)
time.sleep(20)
"""
    run = scripts.run(code, limits=Limits(wall_s=0.5))
    assert run.ending is Ending.WALL_LIMIT
    assert not survivors(scripts.box, [int(run.stdout)])
