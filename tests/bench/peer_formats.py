"""What other judges want: the same program and cases in each one's own format, and its command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

TIME_LIMIT_S = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """One program and how many cases it is to be judged on; case ``i`` is given the number ``i``.

    ``prints`` is what the program prints and ``expected`` what each case expects.
    """

    language: str
    prints: str
    expected: str
    cases: int
    jobs: int
    python: Path

    @property
    def file(self) -> str:
        """The program's file name."""
        return {"c": "trivial.c", "python": "trivial.py"}[self.language]

    @property
    def text(self) -> str:
        """The program."""
        if self.language == "c":
            return f'#include <stdio.h>\nint main(void) {{ puts("{self.prints}"); }}\n'
        return f"#!{self.python}\nprint('{self.prints}')\n"

    @property
    def names(self) -> list[str]:
        """The cases' names, all of one length so that every sort agrees."""
        return [f"c{number:05d}" for number in range(self.cases)]

    @property
    def inputs(self) -> dict[str, str]:
        """The cases' inputs by name: each differs, since some judges keep results by input."""
        return {name: f"{number}\n" for number, name in enumerate(self.names)}


Lay = Callable[[Path, Exercise, Path], list[str]]
"""Writes an exercise into a folder; returns the command (run there), given the peer's ``bin``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """Another judge: its distribution on PyPI, what it is called with, what it does not do.

    ``accepts`` is a regular expression that its output matches where every case was accepted.
    ``probe`` is a call that has to end well before it is measured; ``workers`` says whether it can
    run cases side by side. ``lay`` is None for one that could be had nowhere so far.
    """

    name: str
    distribution: str
    lay: Lay | None
    accepts: str
    probe: tuple[str, ...]
    lacks: tuple[str, ...]
    workers: bool = True


def write_cases(folder: Path, exercise: Exercise, inputs: str, answers: str) -> None:
    """Write a file for each input and answer; ``{}`` in the two patterns is the case's name."""
    for name, given in exercise.inputs.items():
        for pattern, text in ((inputs, given), (answers, f"{exercise.expected}\n")):
            path = folder / pattern.format(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def _executable(folder: Path, exercise: Exercise) -> str:
    """Write the program for a peer that compiles nothing; return the command that runs it."""
    _write(folder / exercise.file, exercise.text).chmod(0o755)
    return "./trivial" if exercise.language == "c" else f"{exercise.python} trivial.py"


def _compiling(exercise: Exercise, command: list[str]) -> list[str]:
    """Return the command with the compilation before it that its peer leaves to its user."""
    if exercise.language != "c":
        return command
    return ["sh", "-c", 'gcc -O2 -o trivial trivial.c && exec "$@"', "sh", *command]


def lay_problemtools(folder: Path, exercise: Exercise, binaries: Path) -> list[str]:
    """Write a package in the Kattis format."""
    _write(folder / "trivial/problem.yaml", "name: Trivial\nproblem_format_version: legacy\n")
    (folder / "trivial/data/sample").mkdir(parents=True)
    _write(folder / "trivial/submissions/accepted" / exercise.file, exercise.text)
    write_cases(folder, exercise, "trivial/data/secret/{}.in", "trivial/data/secret/{}.ans")
    parts = ["-p", "submissions", "-t", str(TIME_LIMIT_S), "-j", str(exercise.jobs)]
    return [str(binaries / "verifyproblem"), "trivial", *parts, "-l", "info"]


def lay_bapctools(folder: Path, exercise: Exercise, binaries: Path) -> list[str]:
    """Write a package in the ICPC format."""
    _write(
        folder / "problem.yaml",
        "problem_format_version: 2025-09\nname: {en: Trivial}\ntype: pass-fail\n"
        "uuid: 5a3c2b0e-0a75-4a0e-9a6e-93f0f3c9d1aa\n"
        f"limits: {{time_limit: {TIME_LIMIT_S}}}\n",
    )
    (folder / "data/sample").mkdir(parents=True)
    _write(folder / "submissions/accepted" / exercise.file, exercise.text)
    write_cases(folder, exercise, "data/secret/{}.in", "data/secret/{}.ans")
    return [str(binaries / "bt"), "run", "-G", "-S", "-B", "-a", "-j", str(exercise.jobs)]


def lay_online_judge_tools(folder: Path, exercise: Exercise, binaries: Path) -> list[str]:
    """Write a folder of samples."""
    program = _executable(folder, exercise)
    write_cases(folder, exercise, "test/{}.in", "test/{}.out")
    command = [str(binaries / "oj"), "test", "-c", program, "-d", "test", "-t", str(TIME_LIMIT_S)]
    return _compiling(exercise, [*command, "-j", str(exercise.jobs)])


def lay_atcoder_tools(folder: Path, exercise: Exercise, binaries: Path) -> list[str]:
    """Write a folder as ``atcoder-tools gen`` leaves it."""
    program = _executable(folder, exercise)
    write_cases(folder, exercise, "in_{}.txt", "out_{}.txt")
    tool = [str(binaries / "atcoder-tools"), "test", "-t", str(TIME_LIMIT_S)]
    return _compiling(exercise, [*tool, "--judge-type", "normal", "-e", program])


def lay_input_tool(folder: Path, exercise: Exercise, binaries: Path) -> list[str]:
    """Write a folder of tests beside the program."""
    _write(folder / exercise.file, exercise.text)
    write_cases(folder, exercise, "test/{}.in", "test/{}.out")
    tool = [str(binaries / "itool"), "test", "--boring", "-q", "-t", str(TIME_LIMIT_S)]
    return [*tool, "-F", "-j", str(exercise.jobs), exercise.file]


def lay_rime(folder: Path, exercise: Exercise, binaries: Path) -> list[str]:
    """Write a project with one problem, one solution and one test set."""
    kind = {"c": "c", "python": "script"}[exercise.language]
    _write(folder / "PROJECT", "")
    _write(
        folder / "trivial/PROBLEM",
        f"problem(time_limit={TIME_LIMIT_S}.0, reference_solution='program')\n",
    )
    _write(folder / "trivial/program/SOLUTION", f"{kind}_solution(src='{exercise.file}')\n")
    _write(folder / "trivial/program" / exercise.file, exercise.text)
    _write(folder / "trivial/tests/TESTSET", "")
    write_cases(folder, exercise, "trivial/tests/{}.in", "trivial/tests/{}.diff")
    return [str(binaries / "rime"), "test", "-j", str(exercise.jobs)]


def lay_local_judge(folder: Path, exercise: Exercise, binaries: Path) -> list[str]:
    """Write its configuration, inputs and answers."""
    _write(folder / exercise.file, exercise.text).chmod(0o755)
    build = "gcc -O2 -o trivial trivial.c" if exercise.language == "c" else "true"
    program = "./trivial" if exercise.language == "c" else f"{exercise.python} trivial.py"
    _write(
        folder / "judge.conf",
        "[Config]\n"
        f"BuildCommand = {build}\nExecutable = {program.rsplit(maxsplit=1)[-1]}\n"
        f"RunCommand = {program} < {{input}} > {{output}}\nInputs = input/*.txt\n"
        f"TempOutputDir = {folder / 'out'}\nDiffCommand = diff {{answer}} {{output}}\n"
        "DeleteTempOutput = true\nAnswerDir = answer\nAnswerExtension = .out\n"
        f"ExitOrLog = log\nScoreDict = {{}}\nTotalScore = 100\nTimeout = {TIME_LIMIT_S}\n",
    )
    write_cases(folder, exercise, "input/{}.txt", "answer/{}.out")
    return [str(binaries / "judge")]


def lay_rbx(folder: Path, exercise: Exercise, binaries: Path) -> list[str]:
    """Write a package of the robox.io tools."""
    _write(
        folder / "problem.rbx.yml",
        f"name: trivial\ntimeLimit: {TIME_LIMIT_S}000\nmemoryLimit: 256\n"
        f"solutions:\n  - {{path: {exercise.file}, outcome: ACCEPTED}}\n"
        "testcases:\n  - {name: main, testcaseGlob: tests/*.in}\n",
    )
    _write(folder / exercise.file, exercise.text)
    write_cases(folder, exercise, "tests/{}.in", "tests/{}.ans")
    return [str(binaries / "rbx"), "run"]


NO_SANDBOX = "no sandbox: the program can read every file and reach the network"
NO_GROUP = "processes that the program leaves behind go on"

PEERS = (
    Peer(
        name="problemtools (verifyproblem)",
        distribution="problemtools",
        lay=lay_problemtools,
        accepts=r"OK: AC[\s\S]*tested: 0 errors",
        probe=("verifyproblem", "--help"),
        lacks=(NO_SANDBOX, NO_GROUP, "no limit on output"),
    ),
    Peer(
        name="BAPCtools (bt run)",
        distribution="bapctools",
        lay=lay_bapctools,
        accepts=r"trivial\.(?:c|py):\s+AC\b",
        probe=("bt", "run", "--help"),
        lacks=(NO_SANDBOX, NO_GROUP, "no limit on output"),
    ),
    Peer(
        name="online-judge-tools (oj test)",
        distribution="online-judge-tools",
        lay=lay_online_judge_tools,
        accepts=r"test success: \d+ cases",
        probe=("oj", "test", "--help"),
        lacks=(NO_SANDBOX, "no limit on output", "memory is measured, not limited"),
    ),
    Peer(
        name="rime (rime test)",
        distribution="rime",
        lay=lay_rime,
        accepts=r"program\s+OK",
        probe=("rime", "help", "test"),
        lacks=(NO_SANDBOX, NO_GROUP, "no limit on memory or output", "wall time alone"),
    ),
    Peer(
        name="input-tool (itool test)",
        distribution="input-tool",
        lay=lay_input_tool,
        accepts=r"\| trivial\.(?:c|py)[^\n]*\|\s+OK \|",
        probe=("itool", "test", "--help"),
        lacks=(NO_SANDBOX, NO_GROUP, "no limit on output", "wall time alone"),
    ),
    Peer(
        name="local-judge (judge)",
        distribution="local-judge",
        lay=lay_local_judge,
        accepts=r"Correct/Total problems:\s+(\d+)/\1\b",
        probe=("judge", "--help"),
        lacks=(NO_SANDBOX, NO_GROUP, "no limit on memory or output", "wall time alone"),
        workers=False,
    ),
    Peer(
        name="atcoder-tools (atcoder-tools test)",
        distribution="atcoder-tools",
        lay=lay_atcoder_tools,
        accepts=r"Passed all test cases",
        probe=("atcoder-tools", "test", "--help"),
        lacks=(NO_SANDBOX, NO_GROUP, "no limit on memory or output", "wall time alone"),
        workers=False,
    ),
    Peer(
        name="rbx (rbx run)",
        distribution="rbx-cp",
        lay=lay_rbx,
        accepts=r"trivial\.(?:c|py)[\s\S]*(?:OK|ACCEPTED)",
        probe=("rbx", "run", "--help"),
        lacks=(NO_SANDBOX,),
        workers=False,
    ),
    Peer(
        name="DMOJ judge (dmoj-cli)",
        distribution="dmoj",
        lay=None,
        accepts=r"",
        probe=("dmoj-cli", "--help"),
        lacks=(),
    ),
    Peer(
        name="sinol-make (sinol-make run)",
        distribution="sinol-make",
        lay=None,
        accepts=r"",
        probe=("sinol-make", "run", "--help"),
        lacks=(),
    ),
)
