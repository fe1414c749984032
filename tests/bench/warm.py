"""What a run of a Python program costs when it is started cold, warm, and bare, in each tier.

Run ``python tests/bench/warm.py [--runs 200] [--rounds 5] [--json FILE]`` in an environment that
holds the judge. Every figure is the median over rounds that take turns, so that a busy moment of
the machine falls on all alike. "Warm" is every run but the first of a box, with what it costs to
put interpreters on standby; "bare" is a bare ``posix_spawn`` of the interpreter with the program.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import tempfile
import time
import venv
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from running import spawn_often

from judge.models import BoxFile, Limits, Run
from judge.sandbox import PYTHON, Box
from judge.sandbox.tiers import TIERS, tier_named

PROGRAMS = {
    "print": "print('ok')\n",
    "imports": "import collections, heapq, itertools, json, math, re, sys\nprint('ok')\n",
    "a loop": "n = 0\nfor i in range(2 * 10**5): n += i\nprint('ok')\n",
}
NAME = "submission.py"


class Boxes:
    """Two boxes with the same program: one starts it cold, one warm."""

    def __init__(self, tier: str, source: str, stack: ExitStack) -> None:
        sandbox = tier_named(tier).sandbox
        if sandbox is None:
            raise SystemExit(f"the tier {tier} does not work here")
        files = {NAME: BoxFile(data=source.encode())}
        self.cold, self.warm = (stack.enter_context(sandbox.open(files)) for _ in range(2))
        self.warm.start_warm()
        run_once(self.warm)


def run_once(box: Box) -> Run:
    """Run the program in a box; SystemExit where it fails, for then it measures nothing."""
    run = box.run([box.path(PYTHON), "-B", box.path(NAME)], b"", Limits())
    if run.stdout != b"ok\n":
        raise SystemExit(f"the program failed: {run}")
    return run


def run_often(box: Box, runs: int) -> tuple[float, float, float]:
    """Return the ms that a run took, the ms of CPU time it used, and the share that was warm."""
    start = time.perf_counter()
    found = [run_once(box) for _ in range(runs)]
    took = (time.perf_counter() - start) * 1000 / runs
    return took, sum(run.cpu_s for run in found) * 1000 / runs, sum(r.warm for r in found) / runs


def bare_ms(command: list[str], runs: int) -> float:
    """Return the ms that a bare spawn took."""
    start = time.perf_counter()
    spawn_often(command, runs)
    return (time.perf_counter() - start) * 1000 / runs


def costs(tier: str, source: str, command: list[str], runs: int, rounds: int) -> dict[str, float]:
    """Return the median figures of one program in one tier."""
    samples: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        samples.setdefault(name, []).append(value)

    with ExitStack() as stack:
        boxes = Boxes(tier, source, stack)
        ways: dict[str, Callable[[], Box]] = {
            "cold": lambda: boxes.cold,
            "warm": lambda: boxes.warm,
        }
        for _ in range(rounds):
            note("bare", bare_ms(command, runs))
            for way, box in ways.items():
                took, cpu, share = run_often(box(), runs)
                note(way, took)
                note(f"{way}, CPU", cpu)
                note(f"{way}, share of warm starts", share)
    return {name: statistics.median(values) for name, values in samples.items()}


def table(figures: dict[str, dict[str, dict[str, float]]]) -> str:
    """Return the figures as a table in Markdown."""
    lines = [
        "| tier | program | bare | cold | warm | warm ÷ bare | CPU cold | CPU warm |",
        "|---|---|--:|--:|--:|--:|--:|--:|",
    ]
    for tier, programs in figures.items():
        for program, cost in programs.items():
            lines.append(
                f"| {tier} | {program} | {cost['bare']:.1f} ms | {cost['cold']:.1f} ms | "
                f"{cost['warm']:.1f} ms | {cost['warm'] / cost['bare']:.2f} × | "
                f"{cost['cold, CPU']:.1f} ms | {cost['warm, CPU']:.1f} ms |"
            )
    return "\n".join(lines)


def main() -> None:
    """Measure and print a table; with ``--json`` write the figures to a file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    figures: dict[str, dict[str, dict[str, float]]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        venv.create(Path(temporary, "bare"), with_pip=False, symlinks=True)
        python = str(Path(temporary, "bare/bin/python"))
        for tier in TIERS:
            if tier_named(tier).sandbox is None:
                continue
            figures[tier] = {}
            for program, source in PROGRAMS.items():
                path = Path(temporary, NAME)
                path.write_text(source)
                command = [python, "-B", str(path)]
                figures[tier][program] = costs(tier, source, command, options.runs, options.rounds)
    print(
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"Linux {platform.release()}; median of {options.rounds} rounds of {options.runs} runs"
    )
    print(table(figures))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
