"""Warm starts: a fork of an interpreter on standby is what a fresh interpreter is.

In each box the first run of a command is cold, the next ones are warm.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

import pytest
from boxes_for_tests import is_running, opened
from puzzles_for_tests import echo_load, echo_register

from judge.examiner import Bench, Examiner, preparation
from judge.models import BoxFile, Ending, Judgement, Limits, Run, Verdict
from judge.sandbox import PYTHON
from judge.sandbox.boxes import SupervisedBox
from judge.sandbox.languages import LanguageTable
from judge.sandbox.tiers import choose
from judge.sandbox.warm import warm_fault

MEBIBYTE = 2**20
NAME = "submission.py"
ROOMY = Limits(output_bytes=MEBIBYTE)

STANDBY = r"""
import os
def standby():
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            told = open(f"/proc/{name}/cmdline").read()
        except OSError:
            continue
        if int(name) != os.getpid() and told == open("/proc/self/cmdline").read():
            return int(name)
"""
"""how a program finds the interpreter that it is a fork of, None where there is none"""

Runs = Callable[..., list[Run]]


@pytest.fixture
def runs(tier: str) -> Iterator[Runs]:
    """Return a function that runs a program again and again: cold once, and warm then."""
    boxes: list[SupervisedBox] = []

    def run(
        code: str | bytes,
        *inputs: bytes,
        limits: Limits = ROOMY,
        flags: tuple[str, ...] = ("-B",),
        words: tuple[str, ...] = (),
    ) -> list[Run]:
        data = code.encode() if isinstance(code, str) else code
        box = opened({NAME: BoxFile(data=data)}, tier)
        boxes.append(box)
        box.start_warm()
        command = [box.path(PYTHON), *flags, *(words or (box.path(NAME), "an argument"))]
        found = [box.run(command, stdin, limits) for stdin in inputs or (b"in\n",) * 3]
        if warm_fault():
            pytest.skip(warm_fault())
        return found

    yield run
    for box in boxes:
        box.close()


def facts(run: Run) -> tuple[object, ...]:
    """Return what can be seen of a run, without the addresses of objects and process ids."""
    streams = (re.sub(rb"0x[0-9a-f]+", b"0x", each) for each in (run.stdout, run.stderr))
    return (run.ending, run.exit_status, run.signal, run.start_error, *streams)


PROGRAMS = {
    "nothing": "",
    "a print": "print('out'); print(input())",
    "no newline at the end": "import sys; sys.stdout.write('out')",
    "everything of its start": r"""
import gc, os, resource, signal, sys, threading
main = sys.modules["__main__"]
for name, value in vars(main).items():
    print(name, value if name != "__builtins__" else __builtins__.__name__)
print(__name__, __file__, __spec__, __loader__, __builtins__ is sys.modules["builtins"])
print(list(sys.modules), sys.argv, sys.orig_argv, sys.path, list(sys.path_importer_cache))
print(sys.flags, sys.warnoptions, sys._xoptions, sys.executable, sys.prefix, sys.base_prefix)
print(sys.getrecursionlimit(), sys.getswitchinterval(), sys.dont_write_bytecode, sys.meta_path)
print(gc.isenabled(), gc.get_threshold(), gc.get_freeze_count(), sys._getframe().f_back)
for number in range(1, 65):
    if number not in (32, 33):
        print(number, signal.getsignal(number))
""",
    "everything of its process": r"""
import os, resource, threading
print(os.environ, os.getcwd(), os.listdir(), os.umask(0o22), os.getppid())
print(os.getpgrp() == os.getpid() == os.getsid(0), os.getpriority(os.PRIO_PROCESS, 0))
print(threading.get_native_id() == os.getpid() == threading.main_thread().native_id)
for name in dir(resource):
    # A cold start may come so far before it is given these two.
    if name.startswith("RLIMIT") and name not in ("RLIMIT_CPU", "RLIMIT_DATA"):
        print(name, resource.getrlimit(getattr(resource, name)))
numbers = sorted(map(int, os.listdir("/proc/self/fd")))
print(numbers, [os.readlink(f"/proc/self/fd/{number}")[:5] for number in numbers[:3]])
told = dict(line.split(":", 1) for line in open("/proc/self/status"))
for key in ("Name", "Umask", "TracerPid", "Threads", "SigPnd", "ShdPnd", "SigBlk", "SigIgn"):
    print(key, told[key])
for key in ("SigCgt", "CapEff", "CapBnd", "NoNewPrivs", "Seccomp", "VmData", "VmStk"):
    print(key, told[key])
for name in ("cmdline", "environ", "comm", "oom_score_adj", "cgroup", "coredump_filter"):
    print(open(f"/proc/self/{name}").read())
""",
    "its streams": r"""
import fcntl, os, sys
for file in (sys.stdin, sys.stdout, sys.stderr):
    print(file.name, file.mode, file.encoding, file.errors, file.line_buffering, file.newlines)
    print(file.write_through, file.buffer, file.buffer.raw, file.seekable(), file.isatty())
    facts = os.fstat(file.fileno())
    print(facts.st_mode, facts.st_blksize, fcntl.fcntl(file, fcntl.F_GETFL))
print(sys.stdin is sys.__stdin__, sys.stdout is sys.__stdout__)
""",
    "an exit status": "raise SystemExit(7)",
    "exit with a text": "import sys; print('out'); sys.exit('a text')",
    "exit of the site": "exit(3)",
    "exit at once": "import os; print('lost'); os._exit(5)",
    "exit in a thread": "import threading as t; t.Thread(target=lambda: exit(4)).start(); print(1)",
    "a wrong exit status": "import sys; sys.exit(256 + 9)",
    "an exception": "def f(n):\n    return 1 / n\nprint('before')\nf(0)\n",
    "an exception with a cause": "try:\n    [][0]\nexcept IndexError:\n    raise KeyError(1)",
    "an exception in a thread": "import threading as t; t.Thread(target=lambda: 1 / 0).start()",
    "an interrupt": "raise KeyboardInterrupt",
    "a signal to itself": "import os; os.kill(os.getpid(), 15)",
    "an interrupt from itself": "import os; os.kill(os.getpid(), 2)",
    "a signal to its main thread": r"""
import signal, threading
signal.signal(signal.SIGUSR1, lambda *told: print(told[0]))
ident = threading.main_thread().ident
thread = threading.Thread(target=lambda: signal.pthread_kill(ident, signal.SIGUSR1))
thread.start()
thread.join()
""",
    "a crash": "import ctypes; ctypes.string_at(0)",
    "an abort": "import os; os.abort()",
    "what is done at the end": "import atexit; atexit.register(print, 'last'); print('first')",
    "a failing end": "import atexit; atexit.register(lambda: 1 / 0)",
    "a closed output": "import sys, os; print('x'); os.close(1)",
    "a failing flush": "import sys, os; print('x'); os.dup2(os.open('/dev/full', 1), 1)",
    "a deletion at the end": "class A:\n    def __del__(self): print('gone')\na = A()",
    "deep recursion": "def f(n): return n and 1 + f(n - 1)\nprint(f(950))\nf(2000)",
    "very deep recursion": r"""
import sys
sys.setrecursionlimit(20000)
def f(n): return n and 1 + f(n - 1)
print(f(15000))
""",
    "a stack in use": "import re; print(re.match('(?:a|b)*c', 'ab' * 50000 + 'c').end())",
    "a syntax error": "print('never')\nif True\n    print(1)\n",
    "an indentation error": "if True:\nprint(1)\n",
    "a tab error": "if 1:\n\tx = 1\n        y = 2\n",
    "a wrong encoding": "# coding: latin-17\nprint(1)\n",
    "its own source": "import inspect, sys; print(inspect.getsource(sys.modules['__main__']))",
    "itself": "import __main__, sys; print(__main__ is sys.modules['__main__'], __main__.sys)",
    "a child by fork": r"""
import multiprocessing as m
def f(x): return x * x
if __name__ == "__main__":
    process = m.get_context("fork").Process(target=print, args=(f(3),))
    process.start()
    process.join()
    print(process.exitcode)
""",
    "a child by spawn": r"""
import multiprocessing as m
def f(x): print(x * x, flush=True)
if __name__ == "__main__":
    process = m.get_context("spawn").Process(target=f, args=(3,))
    process.start()
    process.join()
    print(process.exitcode)
""",
    "a child by command": r"""
import subprocess, sys
print(subprocess.run(["cat"], input=b"x", capture_output=True).stdout)
print(subprocess.run([sys.executable, "-c", "import sys; print(sys.argv)"], capture_output=True))
""",
    "threads": r"""
import concurrent.futures as c
with c.ThreadPoolExecutor(4) as pool:
    print(sum(pool.map(lambda n: n * n, range(1000))))
""",
    "warnings": "import warnings; warnings.warn('a warning'); assert (1, 'x')\nprint('\\d')",
    "an import of its own": f"import submission; print(submission.__name__, {NAME!r})",
    "what it may import": "import json, random, decimal, heapq, numbers; print(json.dumps([1]))",
    "files": "open('a', 'w').write('x'); import os; print(os.listdir(), open('a').read())",
}

BYTES = {
    "a byte order mark": b"\xef\xbb\xbfprint('\xc3\xa4')\n",
    "another encoding": b"# coding: latin-1\nprint(ascii('\xe4'))\n",
    "no encoding": b"print('\xe4')\n",
    "carriage returns": b"x = '''a\r\nb'''\r\nprint(ascii(x))\r\n",
    "null bytes": b"print(1)\n\0print(2)\n",
    "a form feed": b"\x0cprint(1)\n",
    "no newline after a comment": b"print(1) # x",
    "a continued end": b"print(1)\\",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_warm_run_shows_what_a_cold_one_shows(runs: Runs, program: str) -> None:
    cold, *warm = runs(PROGRAMS[program])
    assert [run.warm for run in (cold, *warm)] == [False, True, True]
    assert list(map(facts, warm)) == [facts(cold)] * 2


@pytest.mark.parametrize("program", BYTES)
def test_a_source_is_read_as_in_a_cold_run(runs: Runs, program: str) -> None:
    cold, *warm = runs(BYTES[program])
    assert [run.warm for run in (cold, *warm)] == [False, True, True]
    assert list(map(facts, warm)) == [facts(cold)] * 2


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (("-B", "-O"), ()),
        (("-I",), ()),
        (("-B", "-u"), ()),
        (("-B", "-X", "utf8=0", "-X", "dev"), ()),
        (("-B", "-W", "error"), ()),
        (("-B",), ("-c", "import sys; print(sys.argv, sys.path, sys.flags)", "x")),
        (("-B",), ("-",)),
        (("-B",), ("-m", "this")),
        (("-B",), ("/nowhere/there.py",)),
    ],
)
def test_the_interpreter_s_flags_hold(
    runs: Runs, flags: tuple[str, ...], words: tuple[str, ...]
) -> None:
    code = "import sys; print(sys.flags, sys.argv, sys.warnoptions, __debug__); assert False"
    inputs = (b"import sys\nprint(sys.argv, sys.path)\n",) * 2
    cold, warm = runs(code, *inputs, flags=flags, words=words)
    assert (cold.warm, warm.warm) == (False, True)
    assert facts(warm) == facts(cold)


def test_what_prints_as_it_starts_is_started_cold(runs: Runs) -> None:
    found = runs("print(1)", flags=("-B", "-v"))
    assert not any(run.warm for run in found)
    assert all(b"import 'site'" in run.stderr for run in found)


def test_what_runs_no_program_is_started_cold(runs: Runs) -> None:
    found = runs("", words=("--version",))
    assert not any(run.warm for run in found)
    assert {run.stdout[:7] for run in found} == {b"Python "}


def test_each_run_reads_its_own_input(runs: Runs) -> None:
    inputs = [str(number).encode() * 100_000 for number in range(6)]
    found = runs("import sys; print(sys.stdin.read())", *inputs)
    assert [run.stdout for run in found] == [each + b"\n" for each in inputs]


def test_seeds_are_drawn_anew_again_and_again(runs: Runs) -> None:
    found = runs("print(hash('x'), id(object()))", *[b""] * 12)
    assert len({run.stdout for run in found}) >= 5


def test_random_numbers_are_drawn_anew_each_time(runs: Runs) -> None:
    found = runs("import random, uuid, os; print(random.random(), uuid.uuid4())", *[b""] * 6)
    assert len({run.stdout for run in found}) == 6


@pytest.mark.parametrize(
    ("code", "ending"),
    [
        ("while 1: pass", Ending.CPU_LIMIT),
        ("input(); input()", Ending.EXITED),
        ("import time; time.sleep(60)", Ending.WALL_LIMIT),
        ("while 1: print('x' * 1000)", Ending.OUTPUT_LIMIT),
        ("f = open('f', 'wb')\nwhile 1: f.write(bytes(2**20))", Ending.EXITED),
        ("x = []\nwhile 1: x.append(bytes(2**20))", Ending.EXITED),
    ],
)
def test_limits_hold_in_a_warm_run(runs: Runs, code: str, ending: Ending) -> None:
    limits = Limits(time_s=0.5, wall_s=2.0, memory_bytes=64 * MEBIBYTE, output_bytes=10_000)
    cold, warm = runs(code, b"in\n", b"in\n", limits=limits)
    assert (cold.warm, warm.warm) == (False, True)
    assert (cold.ending, warm.ending) == (ending, ending)
    assert warm.exit_status == cold.exit_status
    assert warm.stderr == cold.stderr


def test_memory_is_told_as_in_a_cold_run(runs: Runs) -> None:
    cold, warm, _ = runs("x = b'x' * (40 * 2**20)")
    assert abs(cold.memory_bytes - warm.memory_bytes) < 6 * MEBIBYTE
    assert warm.memory_bytes > 40 * MEBIBYTE


def test_the_interpreter_s_start_is_no_time_of_a_warm_run(runs: Runs) -> None:
    found = runs("", *[b""] * 12)
    warm = [run.cpu_s for run in found if run.warm]
    assert len(warm) == 11
    assert all(seconds > 0 for seconds in warm)


HOSTILE = {
    "kills it": "os.kill(pid, 9)",
    "stops it": "os.kill(pid, 19)",
    "sends it signals": "[os.kill(pid, number) for number in (1, 2, 15, 18, 10, 19, 18)]",
    "kills its group": "os.killpg(os.getpgid(pid), 9)",
    "traces it": (
        "import ctypes\n"
        "for request in (16, 0x4206): print(ctypes.CDLL(None).ptrace(request, pid, 0, 0))"
    ),
    "changes its limits": "import resource; resource.prlimit(pid, resource.RLIMIT_NOFILE, (4, 4))",
    "changes its priority": "os.setpriority(os.PRIO_PROCESS, pid, 19)",
    "moves it to one processor": "os.sched_setaffinity(pid, {0})",
    "writes into it": (
        "maps = [line for line in open(f'/proc/{pid}/maps') if 'rw-p' in line]\n"
        "with open(f'/proc/{pid}/mem', 'r+b', buffering=0) as f:\n"
        "    f.seek(int(maps[0].split('-')[0], 16)); f.write(bytes(64))"
    ),
    "fills the memory": "x = []\nwhile 1: x.append(bytes(2**20))",
    "leaves children": "os.fork() or os.fork() or __import__('time').sleep(60)",
    "leaves a session": "os.fork() or (os.setsid(), __import__('time').sleep(60))",
    "removes its folder": "os.rmdir(os.getcwd())",
    "never ends": "while 1: pass",
    "floods": "while 1: print('x' * 1000)",
}


@pytest.mark.parametrize("attack", HOSTILE)
def test_no_run_changes_the_next_one(runs: Runs, tier: str, attack: str) -> None:
    if tier == "none" and attack == "writes into it":
        pytest.skip("without walls root writes into whatever it likes")
    code = f"""{STANDBY}
pid = standby()
if input() == "attack":
    try:
        assert pid
        {HOSTILE[attack].replace(chr(10), chr(10) + " " * 8)}
    except OSError as error:
        print(type(error).__name__)
else:
    import resource
    print(open("/proc/self/status").read().count("Cpus_allowed"), os.listdir(), os.getcwd() != "")
    print(resource.getrlimit(resource.RLIMIT_NOFILE), os.getpriority(os.PRIO_PROCESS, 0))
    print(len(os.sched_getaffinity(0)), sum(map(len, open("/proc/self/environ"))) > 0, 6 * 7)
"""
    limits = Limits(time_s=1.0, wall_s=3.0, memory_bytes=64 * MEBIBYTE, output_bytes=10_000)
    orders = (b"work\n", b"attack\n", b"work\n", b"work\n", b"attack\n", b"work\n", b"work\n")
    found = runs(code, *orders, limits=limits)
    worked = [facts(run) for run, order in zip(found, orders, strict=True) if order == b"work\n"]
    assert worked == [facts(found[0])] * len(worked)
    assert facts(found[0])[:2] == (Ending.EXITED, 0)
    assert found[1].warm
    assert any(run.warm for run in found[2:])


def test_nobody_can_trace_the_one_on_standby(runs: Runs) -> None:
    attack = HOSTILE["traces it"]
    found = runs(f"{STANDBY}\npid = standby()\nif pid:\n    import os\n    exec({attack!r})")
    assert [run.stdout for run in found if run.warm] == [b"-1\n-1\n"] * 2


def test_the_one_on_standby_goes_with_its_box(tier: str) -> None:
    box = opened({}, tier)
    box.start_warm()
    command = [box.path(PYTHON), "-B", "-c", f"{STANDBY}\nprint(standby())"]
    told = [box.run(command, b"", Limits()).stdout.strip() for _ in range(2)]
    box.close()
    if told[1] == b"None":
        pytest.skip(warm_fault())
    assert told[0] == b"None"
    assert tier == "bwrap" or not is_running(int(told[1]))


def test_a_conversation_is_started_warm_too(tier: str) -> None:
    said = []
    with opened({}, tier) as box:
        box.start_warm()
        command = [box.path(PYTHON), "-B", "-c", "print(input()[::-1]); print(input())"]
        for word in (b"first\n", b"second\n", b"third\n"):
            talk = box.start(command, Limits())
            assert talk.send(word)
            said.append(talk.receive_line(20.0))
            assert talk.send(word)
            run = talk.finish(20.0)
            assert (run.exit_status, run.stdout.splitlines()[1]) == (0, word.strip())
        if warm_fault():
            pytest.skip(warm_fault())
        assert run.warm
    assert said == [b"tsrif\n", b"dnoces\n", b"driht\n"]


def test_another_command_has_another_standby(tier: str) -> None:
    with opened({}, tier) as box:
        box.start_warm()
        for word in ("one", "two", "one"):
            command = [box.path(PYTHON), "-B", "-c", f"print({word!r})"]
            found = [box.run(command, b"", Limits()) for _ in range(2)]
            assert {run.stdout for run in found} == {word.encode() + b"\n"}
            assert not found[0].warm
        assert box.run(["echo", "other"], b"", Limits()).stdout == b"other\n"


def test_a_box_starts_cold_unless_it_was_told_otherwise(tier: str) -> None:
    with opened({}, tier) as box:
        command = [box.path(PYTHON), "-B", "-c", "print(1)"]
        found = [box.run(command, b"", Limits()) for _ in range(3)]
    assert not any(run.warm for run in found)


@pytest.mark.parametrize("is_warm", [True, False])
def test_the_judge_starts_programs_warm_where_it_is_allowed_to(tier: str, is_warm: bool) -> None:
    words = ("one", "two", "three")
    load = echo_load(*words)
    source = b"print(end=input())"
    load = replace(load, submission=replace(load.submission, files={"echo-word.py": source}))
    bench = Bench(
        register=echo_register(),
        languages=LanguageTable.with_extra(()),
        sandbox=choose(tier),
        warm=is_warm,
    )
    prepared = preparation(bench, load)
    assert not isinstance(prepared, Judgement), prepared.reason
    examiner = Examiner(bench, load, prepared)
    try:
        judgements = [examiner.judge(case) for case in islice(load.cases, 3)]
    finally:
        examiner.close()
    if is_warm and warm_fault():
        pytest.skip(warm_fault())
    told = [(each.verdict, each.run.warm) for each in judgements if each and each.run]
    assert told == [(Verdict.AC, False), (Verdict.AC, is_warm), (Verdict.AC, is_warm)]
