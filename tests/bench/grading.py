"""What grading a whole class costs: 500 submissions of 100 cases, in memory and the judge's CPU.

Run ``chrt -r 10 python tests/bench/grading.py [--quick] [--submissions N] [--cases N] [--busy-ms N]
[--jobs N] [--wrong] [--sandbox TIER] [--json FILE]`` in an environment that holds the judge. Every
program is its own C source and keeps a processor busy for 20 ms a case; with ``--wrong`` it prints
4 KB that are not asked for instead, so that each judgement holds what a failure shows.

One call of ``judge grade`` is watched from outside: the memory and the CPU time of its process,
sampled all along, by quarters of the run. Flat memory and the same CPU time in each quarter mean
that nothing grows with what was judged before. "Own" is the CPU time of everything that the call
started, less what the report says of the programs.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROGRAM = """\
/* submission {number} */
#include <stdio.h>
#include <sys/resource.h>
static long busy_us(void) {{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used.ru_utime.tv_sec * 1000000L + used.ru_utime.tv_usec + used.ru_stime.tv_usec;
}}
int main(void) {{
    volatile unsigned work = 0;
    while (busy_us() < {busy_ms} * 1000L)
        for (int i = 0; i < 20000; i++) work += i;
    {output}
}}
"""
RIGHT = 'puts("ok");'
WRONG = 'for (int i = 0; i < 128; i++) printf("%03d this is not what was asked for\\n", i);'
PERIOD_S = 0.25
QUARTERS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """The judge's own process at a moment: seconds since its start, resident bytes, CPU seconds."""

    at_s: float
    rss_bytes: int
    cpu_s: float


def write_class(folder: Path, options: argparse.Namespace) -> None:
    """Write every contestant's program, and the suite."""
    for number in range(options.submissions):
        place = folder / "class" / f"team-{number:04d}"
        place.mkdir(parents=True)
        output = WRONG if options.wrong else RIGHT
        text = PROGRAM.format(number=number, busy_ms=options.busy_ms, output=output)
        (place / "maze-open.c").write_text(text)
    cases = "".join(
        f'  - {{id: c{number}, stdin: "{number}\\n", stdout: ok}}\n'
        for number in range(options.cases)
    )
    (folder / "suite.yaml").write_text(f"puzzle: maze\ntask: open\ncases:\n{cases}")


def sampled(process: subprocess.Popen[bytes], start: float) -> list[Sample]:
    """Return samples of a process, taken until it ends."""
    tick, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
    samples = []
    while process.poll() is None:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        resident = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
        samples.append(
            Sample(
                at_s=time.perf_counter() - start,
                rss_bytes=resident * page,
                cpu_s=(int(fields[11]) + int(fields[12])) / tick,
            )
        )
        time.sleep(PERIOD_S)
    return samples


def graded(folder: Path, options: argparse.Namespace) -> tuple[list[Sample], float, float]:
    """Grade the class; return samples, the seconds and the CPU seconds of all that was started."""
    command = [sys.executable, "-m", "judge", "grade", "class", "--cases", "suite.yaml"]
    command += ["-j", str(options.jobs), "--format", "json", "-o", "report.json"]
    command += ["--sandbox", options.sandbox]
    # A home of its own: other judges of this user would hold it up where they confirm a time
    # limit alone.
    home = folder / "home"
    home.mkdir()
    homes = dict.fromkeys(("HOME", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME"), str(home))
    environment = {**os.environ, **homes}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    with subprocess.Popen(command, cwd=folder, env=environment) as process:
        samples = sampled(process, start)
    taken = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if process.returncode not in {0, 1}:
        raise SystemExit(f"the grade ended with status {process.returncode}")
    return samples, taken, cpu


def quarters(samples: Sequence[Sample]) -> list[dict[str, float]]:
    """Return memory (highest, MiB) and CPU time of the judge's process by quarters of the run."""
    rows = []
    for quarter in range(QUARTERS):
        first = len(samples) * quarter // QUARTERS
        last = max(first, len(samples) * (quarter + 1) // QUARTERS - 1)
        part = samples[first : last + 1]
        rows.append(
            {
                "rss_mib": round(max(sample.rss_bytes for sample in part) / 2**20, 1),
                "cpu_s": round(part[-1].cpu_s - part[0].cpu_s, 2),
                "cpu_share": round(
                    (part[-1].cpu_s - part[0].cpu_s) / max(part[-1].at_s - part[0].at_s, PERIOD_S),
                    3,
                ),
            }
        )
    return rows


def figures_of(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Grade a class and return everything that was measured; SystemExit for a wrong verdict."""
    write_class(folder, options)
    samples, taken, cpu = graded(folder, options)
    report = json.loads((folder / "report.json").read_text())
    judgements = [j for submission in report["submissions"] for j in submission["judgements"]]
    expected = "WA" if options.wrong else "AC"
    wrong = [j for j in judgements if j["verdict"] != expected]
    if wrong or len(judgements) != options.submissions * options.cases:
        raise SystemExit(f"{len(judgements)} judgements, {len(wrong)} other than {expected}")
    programs = sum(judgement["cpu_s"] for judgement in judgements)
    return {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Linux {platform.release()}",
        "sandbox": report["sandbox"],
        "submissions": options.submissions,
        "cases": options.cases,
        "busy_ms": options.busy_ms,
        "jobs": options.jobs,
        "wall_s": round(taken, 2),
        "cpu_s": round(cpu, 2),
        "programs_cpu_s": round(programs, 2),
        "own_cpu_s": round(cpu - programs, 2),
        "own_share": round((cpu - programs) / cpu, 4),
        "judge_process_cpu_s": samples[-1].cpu_s,
        "judge_process_share": round(samples[-1].cpu_s / cpu, 4),
        "report_mib": round((folder / "report.json").stat().st_size / 2**20, 1),
        "quarters": quarters(samples),
    }


def print_figures(figures: Mapping[str, Any]) -> None:
    """Print what was measured."""
    print(
        f"{figures['machine']}, sandbox {figures['sandbox']}: {figures['submissions']} submissions "
        f"× {figures['cases']} cases of {figures['busy_ms']} ms, -j {figures['jobs']}"
    )
    runs = figures["submissions"] * figures["cases"]
    print(f"wall {figures['wall_s']} s, CPU {figures['cpu_s']} s for {runs} runs")
    a_run = f"{figures['own_cpu_s'] * 1000 / runs:.2f} ms a run, compilers and sandbox included"
    print(f"own CPU {figures['own_share']:.1%} of all ({a_run})")
    print(f"the judge's own process: {figures['judge_process_share']:.1%} of all")
    for number, row in enumerate(figures["quarters"], 1):
        print(
            f"quarter {number}: at most {row['rss_mib']} MiB, {row['cpu_s']} s CPU, "
            f"{row['cpu_share']:.1%} of a processor"
        )


def main() -> None:
    """Measure and print; with ``--json`` write the figures to a file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="50 submissions")
    parser.add_argument("--submissions", type=int, default=None)
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--busy-ms", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--sandbox", default="auto")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    options.submissions = options.submissions or (50 if options.quick else 500)
    options.busy_ms = 0 if options.wrong else options.busy_ms
    with tempfile.TemporaryDirectory(prefix="grading-") as temporary:
        figures = figures_of(Path(temporary), options)
    print_figures(figures)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
