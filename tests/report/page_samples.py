"""A report page's samples: submissions to real tasks, judged by the tasks' own checkers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from report_samples import failed, run, submission

from judge.models import (
    Case,
    Judgement,
    Limits,
    Measure,
    Place,
    Report,
    Result,
    Submission,
    TaskId,
    Value,
    Verdict,
)
from judge.puzzle import Output, Task
from judge.report.subjects import Subjects
from judge.scoring import result_of
from judge_plugins.box.extract import Extract
from judge_plugins.box.search import some_answer
from judge_plugins.box.simulate import Simulate
from judge_plugins.loop.solve import SolveTask
from judge_plugins.maze.generate import MazeGenerate
from judge_plugins.maze.tasks import MazeOpen
from judge_plugins.nim.play import PlayTask

FIGURE = ".........@...o....ooo..xox..."
HOSTILE = (
    "<script>document.title='owned'</script></textarea></script><!-- \u2028 \x00 \ud800 "
    "\u202eright to left\u202c <img src=x onerror=alert(1)> \x1b[31mred"
)
"""What must be shown and never run."""

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
TASKS: Mapping[TaskId, Task[Any]] = {
    TaskId(puzzle=puzzle, task=task.name): task
    for puzzle, task in (
        ("box", Simulate()),
        ("box", Extract()),
        ("loop", SolveTask()),
        ("maze", MazeGenerate()),
        ("maze", MazeOpen()),
        ("nim", PlayTask()),
    )
}


def task_id(name: str) -> TaskId:
    puzzle, _, task = name.partition("/")
    return TaskId(puzzle=puzzle, task=task)


@dataclass(slots=True, kw_only=True)
class Class:
    """Collects what contestants handed in, and the cases they were asked."""

    cases: dict[tuple[TaskId, str | None, str | None], Case] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)

    def case(self, task: str, name: str, values: Mapping[str, Value], title: str = "") -> Case:
        """Return a case of a task, the same one whoever is asked it."""
        named = task_id(task)
        key = named, f"{named.task}.yaml", name
        if key not in self.cases:
            self.cases[key] = Case(
                task=named,
                suite=f"{named.task}.yaml",
                id=name,
                place=Place(path=Path("cases.yaml"), line=1, column=1),
                limits=Limits(),
                title=title,
                values=values,
                problem=TASKS[named].read(values),
            )
        return self.cases[key]

    def hand_in(self, entry: Submission, judgements: Iterable[Judgement], total: int = 0) -> None:
        """Take a submission in with what was said of its cases."""
        judged = list(judgements)
        task = TASKS[entry.task]
        claim = next((claim for claim in task.claims if claim.name == entry.claim), None)
        multiplier = claim.multiplier if claim else Fraction(1)
        measure = Measure(task.measure)
        self.results.append(result_of(entry, judged, total or len(judged), multiplier, measure))

    def report(self, *notes: str) -> Report:
        return Report(results=tuple(self.results), sandbox="bwrap", notes=notes)

    def subjects(self) -> Subjects:
        return Subjects(tasks=TASKS, cases=dict(self.cases))


def answered(
    entry: Submission, case: Case, printed: str | bytes, cpu_s: float = 0.012
) -> Judgement:
    """Return what the task's own checker says of an output."""
    task = TASKS[case.task]
    data = printed if isinstance(printed, bytes) else printed.encode("utf-8", "surrogatepass")
    outcome = task.check(case.problem, Output(stdout=data), entry.claim)
    judgement = Judgement(
        submission=entry.path,
        task=case.task,
        suite=case.suite,
        case=case.id,
        case_title=case.title,
        verdict=Verdict.AC if outcome.accepted else Verdict.WA,
        run=run(cpu_s=cpu_s, wall_s=1.4 * cpu_s),
        length=outcome.length,
    )
    if outcome.accepted:
        return judgement
    return replace(
        judgement,
        reason=outcome.reason,
        input=task.stdin(case.problem).decode(),
        expected=outcome.expected,
        actual=outcome.actual,
    )


def ran_badly(
    entry: Submission, case: Case, verdict: Verdict, reason: str, **facts: Any
) -> Judgement:
    """Return a failure that no checker was asked for."""
    given = TASKS[case.task].stdin(case.problem).decode() if case.task.puzzle != "nim" else ""
    judgement = failed(entry, verdict, reason, given=given, facts=run(cpu_s=2.01, wall_s=2.2))
    return replace(
        judgement, suite=case.suite, case=case.id, case_title=case.title, task=case.task, **facts
    )


PYTHON = b"""\
b,m=open(0)
# turn the box and let everybody fall
def fall(c, k=3):
    for _ in range(k): c = c[1:] + "."  # a shaft
    return c
print("".join(map(str, [fall(b.strip()), len(m), 0x1f, r"\\d+", sum(range(9))])))
"""


def sample_class() -> Class:
    """Return a class in which every verdict and every kind of picture occurs."""
    group = Class()
    _simulates(group)
    _extracts(group)
    _solves(group)
    _makes_mazes(group)
    _plays(group)
    _breaks(group)
    return group


def _simulate_cases(group: Class) -> list[Case]:
    moves = {"quarter-turn": "+", "there-and-back": "+-", "stays": "", "leaves": "+<<^-"}
    moves |= {f"turns-{number:02}": "+-|" * number for number in range(1, 15)}
    titles = {"quarter-turn": "one quarter turn from Figure 1(a)", "leaves": "three leave"}
    return [
        group.case("box/simulate", name, {"box": FIGURE, "moves": each}, titles.get(name, ""))
        for name, each in moves.items()
    ]


def _simulates(group: Class) -> None:
    cases = _simulate_cases(group)
    best = submission("team-amber/box-simulate.py", source=PYTHON, submitted=NOON)
    group.hand_in(best, (answered(best, case, case.problem.answer) for case in cases))
    other = submission("team-birch/box-simulate.js", language="javascript", source=b"x=1//" * 40)
    group.hand_in(other, (answered(other, case, case.problem.answer) for case in cases))
    shifted = submission("team-cedar/box-simulate.py", source=PYTHON + PYTHON)
    group.hand_in(
        shifted,
        (
            answered(shifted, case, case.problem.answer if number % 5 else FIGURE[1:] + "o")
            for number, case in enumerate(cases)
        ),
    )
    drawn = submission("team-dune/box-simulate.ascii.py", claim="ascii", source=PYTHON[:90])
    unturned = "\n".join((".........@...o....ooo..xox...",))
    group.hand_in(drawn, [answered(drawn, cases[0], unturned)], total=len(cases))
    slow = submission("team-elm/box-simulate.c", language="c", source=b"main(){for(;;);}")
    reason = "used 2.01 s of CPU time, more than the limit of 2.00 s"
    group.hand_in(slow, [ran_badly(slow, cases[0], Verdict.TLE, reason)], total=len(cases))


def _extracts(group: Class) -> None:
    case = group.case("box/extract", "figure", {"box": FIGURE})
    answer = some_answer(FIGURE) or ""
    source = f"print({answer!r})".encode()
    entry = submission("team-amber/box-extract.py", task=case.task, source=source)
    group.hand_in(entry, [answered(entry, case, answer)])
    entry = submission("team-cedar/box-extract.py", task=case.task, source=b"print('+<<^-')")
    group.hand_in(entry, [answered(entry, case, "+<<^-")])
    entry = submission("team-birch/box-extract.py", task=case.task, source=b"print('^^^^')")
    group.hand_in(entry, [answered(entry, case, "^^^^")])


def _solves(group: Class) -> None:
    case = group.case("loop/solve", "small", {"grid": "c9\n63"}, "four corners")
    large = group.case("loop/solve", "wide", {"grid": "8ac\n1a3"})
    entry = submission("team-birch/loop-solve.py", task=case.task, source=b"print('c6\\n93')")
    group.hand_in(entry, [answered(entry, case, "c6\n93"), answered(entry, large, "!")])


def _makes_mazes(group: Class) -> None:
    config = "WIDTH=9\nHEIGHT=7\nENTRY=0,0\nEXIT=8,6\nPERFECT=True\nSEED=1"
    case = group.case("maze/generate", "nine", {"config": config})
    entry = submission("team-cedar/maze-generate.py", task=case.task, source=b"print('F'*9)")
    printed = "\n".join(["FFFFFFFFF"] * 7 + ["", "0,0", "8,6", "EEEEEEEESSSSSS"]) + "\n"
    group.hand_in(entry, [answered(entry, case, printed)])
    maze = group.case("maze/open", "hall", {"maze": "9113\n8002\nC446"})
    entry = submission("team-cedar/maze-open.py", task=maze.task, source=b"print(1)")
    group.hand_in(entry, [answered(entry, maze, "1")])


def _plays(group: Class) -> None:
    values: Mapping[str, Value] = {
        "heaps": (3, 4, 5),
        "first": "program",
        "opponent": "perfect",
        "must_win": True,
    }
    case = group.case("nim/play", "classic", values)
    entry = submission("team-dune/nim-play.py", task=case.task, source=b"print(1,1)")
    reason = 'it lost a game that it could win: its move "1 1" gave the win away'
    talk = "judge:   3 4 5\nprogram: 1 1\njudge:   2 4 5\n"
    group.hand_in(entry, [replace(ran_badly(entry, case, Verdict.WA, reason), input=talk)])


def _breaks(group: Class) -> None:
    cases = _simulate_cases(group)
    hostile = submission(
        "team-<b>evil</b>/box-simulate.py",
        source=f"print({HOSTILE!r})\n".encode() + b"\xff\x00\x1b",
    )
    group.hand_in(hostile, [answered(hostile, cases[0], HOSTILE), answered(hostile, cases[1], "")])
    crashed = submission(
        "team-fir/box-simulate.rb", language="ruby", source=b"puts gets.tr('o','x')"
    )
    stderr = "Traceback (most recent call last):\n" + "".join(
        f'  File "box-simulate.py", line {line}, in fall\n    fall()\n' for line in range(80)
    )
    stderr += "RecursionError: maximum recursion depth exceeded"
    reason = "exit status 1: RecursionError: maximum recursion depth exceeded"
    group.hand_in(crashed, [ran_badly(crashed, cases[0], Verdict.RTE, reason, stderr=stderr)])
    refused = submission("team-gum/box-simulate.c", language="c", source=b"int main({")
    output = "box-simulate.c:1:10: \x1b[01;31merror:\x1b[0m expected ')' before '{'\n"
    whole = failed(refused, Verdict.CE, "gcc ended with status 1", case=None, detail=output)
    group.hand_in(refused, [whole], total=len(cases))
    missing = submission("team-hazel/box-simulate.java", language="java", source=b"class A{}")
    reason = "there is no javac here; install default-jdk-headless"
    group.hand_in(missing, [failed(missing, Verdict.NG, reason, case=None)], total=len(cases))
