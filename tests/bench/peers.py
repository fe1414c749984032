"""What a whole grade costs beside other judges: the same program, cases and number of workers.

Run ``chrt -r 10 python tests/bench/peers.py [--quick] [--jobs N] [--rounds N] [--cases N N]
[--peers NAME …] [--again] [--cache FOLDER] [--json FILE]`` in an environment that holds the judge.
Each peer is installed from PyPI into a virtual environment of its own, which is kept in the cache
for the next time; one that cannot be installed, started or made to judge is named with why.

All take turns in each round: a bare spawn loop (the floor: no limits, no comparison), this judge
and every peer. A grade is a whole call of the command, from its start to its end, compilation
included. "A case" is the slope between the smaller and the larger number of cases, so that start
and compilation fall out. Before it is measured, every judge has to accept the right program and to
refuse a wrong one.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import platformdirs
from peer_formats import NO_SANDBOX, PEERS, TIME_LIMIT_S, Exercise, Peer

INSTALLING_S = 600
GRADING_S = 900
FLOOR = "bare spawn loop"
OURS = "golf-judge (judge grade)"
OPEN = f"{OURS}, --sandbox none"


class NotMeasuredError(Exception):
    """Why a peer is not measured, in a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """Something that is measured: a call in a folder, or (no command) the bare spawn loop."""

    name: str
    folder: Path
    command: tuple[str, ...]
    accepts: str
    environment: Mapping[str, str]

    def output(self) -> str:
        """Run the call; return all that it prints. Raises NotMeasuredError for no end."""
        try:
            done = subprocess.run(
                self.command,
                cwd=self.folder,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=GRADING_S,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise NotMeasuredError(f"no end within {GRADING_S} s") from error
        return done.stdout.decode(errors="replace")

    def seconds(self) -> float:
        """Return how long a call takes; raises NotMeasuredError where it accepts not all."""
        start = time.perf_counter()
        output = self.output()
        taken = time.perf_counter() - start
        if not re.search(self.accepts, output):
            raise NotMeasuredError(f"does not accept a right program: {last_words(output)}")
        return taken


def last_words(output: str) -> str:
    """Return the line of an output that is most likely to tell what went wrong."""
    plain = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", output)
    lines = [line.strip(" │|╭╰─╮╯\r") for line in plain.replace("\r", "\n").splitlines()]
    lines = [line for line in lines if line and "is ignored: it is neither a file" not in line]
    telling = [line for line in lines if re.search(r"(?i)error|fatal|couldn't|not found", line)]
    own = [line for line in telling if "fatal error" in line]
    return ([*own[:1], *telling[-1:], *lines[-1:], "it printed nothing"])[0][:300]


class Environments:
    """The peers' virtual environments, made when they are first needed and kept."""

    def __init__(self, cache: Path, *, again: bool) -> None:
        self._cache = cache
        self._again = again

    def binaries(self, peer: Peer) -> Path:
        """Return the folder of a peer's commands; raises NotMeasuredError."""
        folder = self._cache / f"{peer.distribution}-py{sys.version_info[0]}{sys.version_info[1]}"
        failed = folder / "failed"
        if failed.exists() and not self._again:
            raise NotMeasuredError(f"{failed.read_text()} (--again tries again)")
        if not (folder / "installed").exists():
            self._install(peer, folder)
        self._probe(peer, folder / "bin")
        return folder / "bin"

    def version(self, peer: Peer, binaries: Path) -> str:
        """Return the version that is installed."""
        code = f"import importlib.metadata as m; print(m.version({peer.distribution!r}))"
        command = [str(binaries / "python"), "-c", code]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    def _install(self, peer: Peer, folder: Path) -> None:
        print(f"installing {peer.distribution} into {folder} …", file=sys.stderr)
        venv.create(folder, with_pip=True, clear=True)
        command = [str(folder / "bin/python"), "-m", "pip", "install", "--quiet"]
        command += ["--disable-pip-version-check", peer.distribution]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=INSTALLING_S, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise NotMeasuredError(f"not installed within {INSTALLING_S} s") from error
        if done.returncode:
            reason = f"cannot be installed: {last_words(done.stdout + done.stderr)}"
            (folder / "failed").write_text(reason)
            raise NotMeasuredError(reason)
        (folder / "installed").write_text("")

    def _probe(self, peer: Peer, binaries: Path) -> None:
        with tempfile.TemporaryDirectory() as home:
            environment = {"PATH": f"{binaries}:/usr/bin:/bin", "HOME": home}
            command = [str(binaries / peer.probe[0]), *peer.probe[1:]]
            try:
                done = subprocess.run(
                    command,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    timeout=60,
                    check=False,
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                raise NotMeasuredError(f"does not start: {error}") from error
        if done.returncode:
            raise NotMeasuredError(f"does not start: {last_words(done.stdout + done.stderr)}")


def bare_python(folder: Path) -> Path:
    """Return an interpreter without site-packages: what every contender runs programs with.

    Two of the peers take PyPy for Python, which starts three times as slowly: the name is given to
    this interpreter, so that all run the same.
    """
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    (folder / "bin" / "pypy3").symlink_to(python)
    return python


def environment_of(folder: Path, python: Path) -> dict[str, str]:
    """Return a contender's environment, built from nothing, with a home and scratch of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    return {
        "PATH": f"{python.parent}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
    }


def ours(folder: Path, exercise: Exercise, sandbox: str) -> Contender:
    """Return this judge's own grade, laid out in a folder."""
    folder.mkdir(parents=True)
    (folder / exercise.file).write_text(exercise.text)
    cases = "".join(
        f'  - {{id: {name}, stdin: "{given.strip()}\\n", stdout: "{exercise.expected}"}}\n'
        for name, given in exercise.inputs.items()
    )
    (folder / "suite.yaml").write_text(
        f"puzzle: maze\ntask: open\nlimits: {{time: {TIME_LIMIT_S}s}}\ncases:\n{cases}"
    )
    command = [sys.executable, "-m", "judge", "grade", exercise.file, "--task", "maze/open"]
    command += ["--cases", "suite.yaml", "-j", str(exercise.jobs), "--format", "csv"]
    environment = environment_of(folder / "home", exercise.python)
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "pyc")
    return Contender(
        name=OPEN if sandbox == "none" else OURS,
        folder=folder,
        command=(*command, "--sandbox", sandbox),
        accepts=rf"\bAC\b[^\n]*\b{exercise.cases}\b",
        environment=environment,
    )


def of_peer(peer: Peer, binaries: Path, folder: Path, exercise: Exercise) -> Contender:
    """Return a peer's grade, laid out in a folder."""
    if peer.lay is None:
        raise NotMeasuredError("installs and starts here, but this bench knows no format for it")
    folder.mkdir(parents=True)
    return Contender(
        name=peer.name,
        folder=folder,
        command=tuple(peer.lay(folder, exercise, binaries)),
        accepts=peer.accepts,
        environment=environment_of(folder.parent / f"home-of-{folder.name}", exercise.python),
    )


def lay_bare(folder: Path, exercise: Exercise) -> Path:
    """Write the program for the spawn loop, compiled where it has to be; return the folder."""
    folder.mkdir()
    (folder / exercise.file).write_text(exercise.text)
    if exercise.language == "c":
        program, source = str(folder / "bare"), str(folder / exercise.file)
        subprocess.run(["gcc", "-O2", "-o", program, source], check=True)
    return folder


def spawn_loop_s(folder: Path, exercise: Exercise) -> float:
    """Return the seconds of spawning the program once for each case, by as many threads."""
    command = [str(exercise.python), str(folder / exercise.file)]
    if exercise.language == "c":
        command = [str(folder / "bare")]
    shares = [len(range(worker, exercise.cases, exercise.jobs)) for worker in range(exercise.jobs)]
    start = time.perf_counter()
    with ThreadPoolExecutor(exercise.jobs) as pool:
        list(pool.map(lambda share: _spawn_often(command, share), shares))
    return time.perf_counter() - start


def _spawn_often(command: list[str], count: int) -> None:
    for _ in range(count):
        read_end, write_end = os.pipe()
        actions = [(os.POSIX_SPAWN_DUP2, write_end, 1), (os.POSIX_SPAWN_CLOSE, read_end)]
        pid = os.posix_spawn(command[0], command, {"PATH": "/usr/bin:/bin"}, file_actions=actions)
        os.close(write_end)
        while os.read(read_end, 4096):
            pass
        os.close(read_end)
        os.waitpid(pid, 0)


class Meeting:
    """Everything that is compared in one run."""

    def __init__(self, environments: Environments, peers: Sequence[Peer], folder: Path) -> None:
        self._environments = environments
        self._folder = folder
        self._python = bare_python(folder / "python")
        self.absent: dict[str, str] = {}
        self.versions: dict[str, str] = {}
        self._binaries: dict[str, Path] = {}
        self._peers: list[Peer] = []
        for peer in peers:
            self._invite(peer)

    def _invite(self, peer: Peer) -> None:
        try:
            binaries = self._environments.binaries(peer)
            self._binaries[peer.name] = binaries
            self.versions[peer.name] = self._environments.version(peer, binaries)
            self._see_that_it_judges(peer)
        except NotMeasuredError as reason:
            self.absent[peer.name] = str(reason)
            print(f"{peer.name}: not measured: {reason}", file=sys.stderr)
        else:
            self._peers.append(peer)

    def _see_that_it_judges(self, peer: Peer) -> None:
        """Raise NotMeasuredError unless it accepts a right program and refuses a wrong one."""
        exercise = self.exercise("c", 3, 1)
        place = self._folder / "proofs" / peer.distribution
        right = of_peer(peer, self._binaries[peer.name], place / "right", exercise)
        right.seconds()
        wrong_program = replace(exercise, prints="ko")
        wrong = of_peer(peer, self._binaries[peer.name], place / "wrong", wrong_program)
        output = wrong.output()
        if re.search(peer.accepts, output):
            raise NotMeasuredError(f"accepts a wrong program: {last_words(output)}")

    def exercise(self, language: str, cases: int, jobs: int) -> Exercise:
        """Return the trivial program with so many cases."""
        return Exercise(
            language=language,
            prints="ok",
            expected="ok",
            cases=cases,
            jobs=jobs,
            python=self._python,
        )

    def measured(self, exercise: Exercise, rounds: int) -> dict[str, float]:
        """Return the median seconds by contender; a first, unmeasured round warms all up."""
        place = self._folder / f"{exercise.language}-{exercise.cases}-{exercise.jobs}"
        place.mkdir()
        bare = lay_bare(place / "floor", exercise)
        contenders = [ours(place / f"ours-{tier}", exercise, tier) for tier in ("auto", "none")]
        contenders += [
            of_peer(peer, self._binaries[peer.name], place / peer.distribution, exercise)
            for peer in self._peers
            if peer.workers or exercise.jobs == 1
        ]
        for contender in contenders:
            contender.seconds()
        samples: dict[str, list[float]] = {FLOOR: [], **{c.name: [] for c in contenders}}
        for _ in range(rounds):
            samples[FLOOR].append(spawn_loop_s(bare, exercise))
            for contender in contenders:
                samples[contender.name].append(contender.seconds())
        return {name: statistics.median(times) for name, times in samples.items()}


def table(small: int, large: int, costs: Mapping[int, Mapping[str, float]]) -> list[dict[str, Any]]:
    """Return a row for each contender: whole grades in s, a case in ms, ratios to ours."""
    rows = []
    slopes = {
        name: (costs[large][name] - costs[small][name]) * 1000 / (large - small)
        for name in costs[large]
    }
    for name, slope in slopes.items():
        rows.append(
            {
                "name": name,
                "grade_s": {str(count): round(costs[count][name], 4) for count in (small, large)},
                "case_ms": round(slope, 3),
                "over_floor_ms": round(slope - slopes[FLOOR], 3),
                "grade_to_ours": round(costs[large][name] / costs[large][OURS], 2),
                "case_to_ours": round(slope / slopes[OURS], 2),
            }
        )
    return rows


def print_table(
    language: str, jobs: int, small: int, large: int, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Print the rows of a language."""
    print(f"\n{language}, -j {jobs}")
    head = (f"{small} cases", f"{large} cases", "a case", "over floor", "grade/ours")
    print(f"{'':36}" + "".join(f"{title:>13}" for title in head))
    for row in rows:
        grades = "".join(f"{row['grade_s'][str(count)]:11.2f} s" for count in (small, large))
        slope = f"{row['case_ms']:10.2f} ms{row['over_floor_ms']:+10.2f} ms"
        print(f"{row['name']:36}{grades}{slope}{row['grade_to_ours']:11.2f} ×")


def options() -> argparse.Namespace:
    """Return the call's options."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="fewer cases and one round")
    parser.add_argument("--cases", type=int, nargs=2, default=None, metavar=("FEW", "MANY"))
    parser.add_argument("--rounds", type=int, default=None)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--languages", nargs="+", default=["c", "python"])
    parser.add_argument("--peers", nargs="*", help="distributions; default: all")
    parser.add_argument(
        "--cache", type=Path, default=platformdirs.user_cache_path("golf-judge") / "bench-peers"
    )
    parser.add_argument("--again", action="store_true", help="try failed installations again")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    chosen.cases = chosen.cases or ([10, 70] if chosen.quick else [100, 1000])
    chosen.rounds = chosen.rounds or (1 if chosen.quick else 3)
    return chosen


def print_remarks(figures: Mapping[str, Any]) -> None:
    """Print what the contenders do not do, and why others were not measured."""
    print()
    for name, missing in figures["does not do"].items():
        print(f"{name} {figures['versions'].get(name, '')}".rstrip() + f": {'; '.join(missing)}")
    for name, reason in figures["not measured"].items():
        print(f"{name}: not measured: {reason}")


def compared(meeting: Meeting, chosen: argparse.Namespace) -> dict[str, Any]:
    """Measure and print each language's table; return the tables by language."""
    few, many = chosen.cases
    tables = {}
    for language in chosen.languages:
        costs = {
            count: meeting.measured(meeting.exercise(language, count, chosen.jobs), chosen.rounds)
            for count in (few, many)
        }
        tables[language] = table(few, many, costs)
        print_table(language, chosen.jobs, few, many, tables[language])
    return tables


def main() -> None:
    """Measure, print the tables, and write them with ``--json``."""
    chosen = options()
    if chosen.json:
        chosen.json = chosen.json.absolute()
    known = [p for p in PEERS if chosen.peers is None or p.distribution in chosen.peers]
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Linux {platform.release()}, "
    machine += f"Python {platform.python_version()}"
    print(f"{machine}; medians of {chosen.rounds} rounds")
    with tempfile.TemporaryDirectory(prefix="peers-") as temporary:
        environments = Environments(chosen.cache, again=chosen.again)
        meeting = Meeting(environments, known, Path(temporary))
        tables = compared(meeting, chosen)
    present = [peer for peer in known if peer.name not in meeting.absent]
    alone = [peer.name for peer in present if not peer.workers and chosen.jobs > 1]
    figures = {
        "machine": machine,
        "rounds": chosen.rounds,
        "jobs": chosen.jobs,
        **tables,
        "versions": {peer.name: meeting.versions[peer.name] for peer in present},
        "does not do": {
            FLOOR: ["no limits, no comparison"],
            OPEN: [NO_SANDBOX],
            **{peer.name: list(peer.lacks) for peer in present},
        },
        "not measured": {**meeting.absent, **dict.fromkeys(alone, "it has no workers")},
    }
    print_remarks(figures)
    if chosen.json:
        chosen.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
