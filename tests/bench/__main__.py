"""All benchmarks, one after the other, each in a process of its own.

python tests/bench [--quick] [--only NAME]... [--results FOLDER]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """A benchmark, how it is made short, and whether it draws curves."""

    name: str
    quick: tuple[str, ...] = ("--quick",)
    draws: bool = False

    def command(self, *, quick: bool, results: Path | None) -> list[str]:
        """Return the call of its program."""
        words = [sys.executable, str(HERE / f"{self.name}.py"), *(self.quick if quick else ())]
        if results is not None:
            words += ["--json", str(results / f"{self.name}.json")]
            words += ["--svg", str(results)] if self.draws else []
        return words


BENCHES = (
    Bench(name="running", quick=("--cases", "50", "--rounds", "2")),
    Bench(name="warm", quick=("--runs", "20", "--rounds", "2")),
    Bench(name="loading", quick=("--cases", "2000")),
    Bench(name="collecting"),
    Bench(name="grading"),
    Bench(name="report_page", quick=("--submissions", "50", "--cases", "20")),
    Bench(name="solvers_loop", draws=True),
    Bench(name="solvers_maze_box", draws=True),
    Bench(name="peers"),
    Bench(name="soak", quick=("--runs", "200")),
)


def measured(chosen: list[str], *, quick: bool, results: Path | None) -> Iterator[str]:
    """Run benchmarks and yield the names of those that failed."""
    for bench in BENCHES:
        if chosen and bench.name not in chosen:
            continue
        print(f"\n## {bench.name}\n", flush=True)
        began = time.monotonic()
        done = subprocess.run(bench.command(quick=quick, results=results), check=False)
        print(f"\n({time.monotonic() - began:.0f} s)", flush=True)
        if done.returncode:
            yield bench.name


def main() -> None:
    """Run what was asked for; exit with 1 where a benchmark failed."""
    parser = argparse.ArgumentParser(
        prog="python tests/bench", description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("--quick", action="store_true", help="fewer and smaller inputs")
    names = [bench.name for bench in BENCHES]
    parser.add_argument(
        "--only", action="append", choices=names, default=[], help="may be repeated"
    )
    parser.add_argument("--results", type=Path, help="write JSON files and curves to this folder")
    options = parser.parse_args()
    if options.results is not None:
        options.results.mkdir(parents=True, exist_ok=True)
    failed = list(measured(options.only, quick=options.quick, results=options.results))
    if failed:
        raise SystemExit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
