"""What a judged run costs beside a bare spawn of the same program, and how fast the judge starts.

Run ``python tests/bench/running.py [--cases 200] [--rounds 5] [--sandbox TIER] [--json FILE]`` in
an environment that holds the judge. Every figure is the median over rounds that take turns (bare,
one worker, two workers, bare, …), so that a busy moment of the machine falls on all alike; ratios
hold, absolute times are the machine's.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from judge.cases import load_suite
from judge.examiner import Bench, Workload, preparation, workload
from judge.manager import load_register
from judge.models import BoxFile, Judgement, Verdict
from judge.sandbox import PYTHON, Sandbox
from judge.sandbox.languages import LanguageTable
from judge.sandbox.processes import BASE_PYTHON
from judge.sandbox.tiers import AUTO, TIERS, choose
from judge.session import Watcher, grade
from judge.submissions import Overrides, find_submissions, task_id

PROGRAMS = {
    "c": ("trivial.c", '#include <stdio.h>\nint main(void) { puts("ok"); }\n'),
    "python": ("trivial.py", "print('ok')\n"),
}


def suite_text(count: int) -> str:
    """Return a suite of ``count`` equal cases with a raw stdin and stdout."""
    cases = "".join(f"  - {{id: c{i}, stdin: in, stdout: ok}}\n" for i in range(count))
    return f"puzzle: maze\ntask: open\ncases:\n{cases}"


def judged_loads(bench: Bench, folder: Path, count: int) -> dict[str, Workload]:
    """Return a workload of ``count`` cases for each trivial program."""
    puzzles = bench.register.puzzles
    suite_file = folder / "suite.yaml"
    suite_file.write_text(suite_text(count))
    suite = load_suite(suite_file, "suite.yaml", puzzles).suite
    if suite is None:
        raise SystemExit("the bench's own suite is faulty")
    loads: dict[str, Workload] = {}
    for language, (name, text) in PROGRAMS.items():
        path = folder / name
        path.write_text(text)
        overrides = Overrides(task=task_id("maze/open", puzzles))
        found = find_submissions([path], puzzles, bench.languages, overrides)
        loads[language] = workload(bench.register, found.submissions[0], [suite])
    return loads


def bare_command(bench: Bench, load: Workload, folder: Path) -> list[str]:
    """Return the command that the judge runs, with its files laid into ``folder``.

    Python runs in a bare virtual environment, which has no site-packages, as in a box.
    """
    built = preparation(bench, load)
    if isinstance(built, Judgement):
        raise SystemExit(built.reason)
    venv.create(folder / "bare", with_pip=False, symlinks=True)
    places = {name: folder / name for name in built.files}
    for name, file in built.files.items():
        places[name].parent.mkdir(parents=True, exist_ok=True)
        places[name].write_bytes(file.data)
        places[name].chmod(0o755 if file.executable else 0o644)
    places[PYTHON] = folder / "bare" / "bin" / "python"
    with bench.sandbox.open(built.files) as box:
        outside = {box.path(name): str(place) for name, place in places.items()}
        return [outside.get(word, word) for word in built.command(box)]


def spawn_and_read(command: list[str]) -> None:
    """Spawn a program bare, read what it prints, wait for it."""
    read_end, write_end = os.pipe()
    actions = [(os.POSIX_SPAWN_DUP2, write_end, 1), (os.POSIX_SPAWN_CLOSE, read_end)]
    pid = os.posix_spawn(command[0], command, {"PATH": "/usr/bin:/bin"}, file_actions=actions)
    os.close(write_end)
    while os.read(read_end, 4096):
        pass
    os.close(read_end)
    os.waitpid(pid, 0)


def spawn_often(command: list[str], count: int) -> None:
    """Spawn a program bare ``count`` times, one after another."""
    for _ in range(count):
        spawn_and_read(command)


def per_run_ms(work: Callable[[], None], count: int) -> float:
    """Return the milliseconds that each of ``count`` runs inside ``work`` took."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000 / count


def grade_once(bench: Bench, load: Workload, jobs: int) -> None:
    """Grade a workload; SystemExit where a run was not accepted, for then it measures nothing."""
    watcher = Watcher(judged=lambda _: None, settled=lambda _: None)
    report = grade(bench, [load], jobs=jobs, fail_fast=False, watcher=watcher)
    if report.results[0].verdict is not Verdict.AC:
        raise SystemExit(f"not accepted: {report.results[0].judgements[0].reason}")


def run_costs(sandbox: Sandbox, count: int, rounds: int) -> dict[str, dict[str, float]]:
    """Return median ms a run by language: bare, with one worker, with two, and to open a box."""
    register = load_register()
    bench = Bench(
        register=register,
        languages=LanguageTable.with_extra(register.languages),
        sandbox=sandbox,
    )
    costs: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        for language, load in judged_loads(bench, Path(temporary), count).items():
            costs[language] = _language_costs(bench, load, Path(temporary, language), rounds)
    return costs


def box_costs(sandbox: Sandbox, rounds: int) -> dict[str, float]:
    """Return median ms of opening a box and of closing it, beside starting its interpreter bare."""
    bare = [BASE_PYTHON, "-I", "-S", "-c", ""]
    samples: dict[str, list[float]] = {"bare spawn": [], "opened": [], "closed": []}
    for _ in range(rounds):
        samples["bare spawn"].append(per_run_ms(lambda: spawn_and_read(bare), 1))
        start = time.perf_counter()
        box = sandbox.open({"program": BoxFile(data=b"x", executable=True)})
        opened = time.perf_counter()
        box.close()
        samples["opened"].append((opened - start) * 1000)
        samples["closed"].append((time.perf_counter() - opened) * 1000)
    return {way: statistics.median(values) for way, values in samples.items()}


def _language_costs(bench: Bench, load: Workload, folder: Path, rounds: int) -> dict[str, float]:
    folder.mkdir()
    command = bare_command(bench, load, folder)
    count = len(load.cases)
    single = replace(load, cases=load.cases[:1])
    ways: Mapping[str, tuple[Callable[[], None], int]] = {
        "bare spawn": (lambda: spawn_often(command, count), count),
        "judged, -j 1": (lambda: grade_once(bench, load, 1), count),
        "judged, -j 2": (lambda: grade_once(bench, load, 2), count),
        "one case with its box": (lambda: grade_once(bench, single, 1), 1),
    }
    samples: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(rounds):
        for way, (work, runs) in ways.items():
            samples[way].append(per_run_ms(work, runs))
    return {way: statistics.median(values) for way, values in samples.items()}


def start_up_ms(arguments: Sequence[str], rounds: int) -> float:
    """Return the median ms that a whole call of the command line takes."""
    command = [sys.executable, "-m", "judge", *arguments]
    return statistics.median(per_run_ms(lambda: _quiet(command), 1) for _ in range(rounds))


def _quiet(command: Sequence[str]) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def main() -> None:
    """Measure and print a table; with ``--json`` write the figures to a file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--sandbox", choices=[AUTO, *TIERS], default=AUTO)
    options = parser.parse_args()
    sandbox = choose(options.sandbox)
    costs = run_costs(sandbox, options.cases, options.rounds)
    costs["box"] = box_costs(sandbox, options.rounds * 4)
    starts = {
        "python -c pass": per_python_start(options.rounds * 4),
        "judge --help": start_up_ms(["--help"], options.rounds * 4),
    }
    print(
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"Linux {platform.release()}, sandbox {sandbox.name}; "
        f"median of {options.rounds} rounds, {options.cases} cases"
    )
    for language, ways in costs.items():
        bare = ways["bare spawn"]
        for way, cost in ways.items():
            print(
                f"{language:8} {way:24} {cost:8.2f} ms  {cost / bare:6.2f} × bare  "
                f"{cost - bare:+7.2f} ms"
            )
    for name, cost in starts.items():
        print(f"{'start':8} {name:24} {cost:8.2f} ms")
    if options.json:
        options.json.write_text(json.dumps({"runs": costs, "starts": starts}, indent=2) + "\n")


def per_python_start(rounds: int) -> float:
    """Return the median ms of starting this interpreter alone."""
    command = [sys.executable, "-c", "pass"]
    return statistics.median(per_run_ms(lambda: _quiet(command), 1) for _ in range(rounds))


if __name__ == "__main__":
    main()
