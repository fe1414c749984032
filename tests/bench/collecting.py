"""How long checking and collecting 10,000 written cases takes, in one file and in several.

Run ``chrt -r 10 python tests/bench/collecting.py [--quick] [--cases N] [--rounds N] [--json FILE]``
in an environment that holds the judge. The cases are of ``box/simulate``, as people write them.
``judge check`` is the whole call, rules and all; collection is a whole ``pytest`` that selects no
case, so with ``-n 2`` it is what every worker does, and the comparison of what they found.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from judge.manager import load_register
from judge.models import Value

DRAWN = 500
FILES = (1, 20)


def drawn_values(count: int) -> list[Mapping[str, Value]]:
    """Return random cases' values, drawn by the task's own generator."""
    task = load_register().puzzles["box"].task("simulate")
    if task is None:
        raise SystemExit("there is no task box/simulate here")
    return [task.generate(Random(f"collecting/{number}"), {}) for number in range(count)]


def case_lines(number: int, values: Mapping[str, Value]) -> Iterator[str]:
    """Yield the lines of a case."""
    yield f"  - id: case-{number:05d}"
    yield f"    title: position {number} of the bench"
    yield "    tags: [bench, random]"
    for key, value in values.items():
        yield f'    {key}: "{value}"'


def write_cases(folder: Path, cases: int, files: int, drawn: list[Mapping[str, Value]]) -> None:
    """Write cases into so many files of (nearly) one size."""
    for file in range(files):
        numbers = range(cases * file // files, cases * (file + 1) // files)
        lines = ["puzzle: box", "task: simulate", "cases:"]
        for number in numbers:
            lines += case_lines(number, drawn[number % len(drawn)])
        (folder / f"part-{file:02d}.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def call_s(command: list[str], folder: Path, statuses: set[int]) -> float:
    """Return the seconds that a call takes; SystemExit where it ends in another way."""
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    taken = time.perf_counter() - start
    if done.returncode not in statuses:
        raise SystemExit(f"{' '.join(command)}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return taken


def ways(folder: Path, files: int, alike: list[str]) -> dict[str, tuple[list[str], set[int]]]:
    """Return what is measured in a folder of cases, with the exit statuses of a good end."""
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *alike]
    where = f"{files} file{'s' if files > 1 else ''}"
    return {
        f"judge check, {where}": ([sys.executable, "-m", "judge", "check", str(folder)], {0}),
        f"pytest, {where}": ([*pytest, "-n", "0"], {5}),
        f"pytest -n 2, {where}": ([*pytest, "-n", "2"], {5}),
    }


def main() -> None:
    """Measure in rounds that take turns, print medians; with ``--json`` write them to a file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="one round")
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rounds = 1 if options.quick else options.rounds
    samples: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="collecting-") as temporary:
        drawn = drawn_values(min(DRAWN, options.cases))
        calls: dict[str, tuple[Path, list[str], set[int]]] = {}
        for files in FILES:
            folder = Path(temporary, f"{files}")
            cases = folder / "cases"
            cases.mkdir(parents=True)
            (folder / "pytest.ini").write_text("[pytest]\n")
            write_cases(cases, options.cases, files, drawn)
            for name, (command, statuses) in ways(cases, files, ["-k", "no_such_case"]).items():
                calls[name] = (folder, command, statuses)
        for _ in range(rounds):
            for name, (folder, command, statuses) in calls.items():
                samples.setdefault(name, []).append(call_s(command, folder, statuses))
    figures = {name: round(statistics.median(times), 3) for name, times in samples.items()}
    print(f"{options.cases} cases, median of {rounds} rounds")
    for name, seconds in figures.items():
        print(f"{name:28}{seconds:8.2f} s")
    if options.json:
        options.json.write_text(json.dumps({"cases": options.cases, "seconds": figures}) + "\n")


if __name__ == "__main__":
    main()
