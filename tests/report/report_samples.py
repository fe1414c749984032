"""A report with every verdict, hostile texts among them, and what it takes to build others."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

from hypothesis import strategies as st

from judge.compare import first_difference, lines, readable
from judge.models import (
    Ending,
    Form,
    Judgement,
    Measure,
    Report,
    Result,
    Run,
    Submission,
    TaskId,
    Verdict,
)
from judge.scoring import result_of

SIMULATE = TaskId(puzzle="box", task="simulate")
EXTRACT = TaskId(puzzle="box", task="extract")
SESSION = TaskId(puzzle="loop", task="session")
MEBIBYTE = 2**20


def submission(
    path: str,
    *,
    task: TaskId = SIMULATE,
    language: str = "python",
    claim: str | None = None,
    source: bytes = b"print(1)",
    expect: Verdict | None = None,
    submitted: datetime | None = None,
    form: Form = Form.PROGRAM,
) -> Submission:
    """Return a submission of one file; the first folder of ``path`` is its contestant."""
    contestant, _, file = path.rpartition("/")
    return Submission(
        name="/".join(filter(None, (contestant, file.split(".")[0]))),
        contestant=contestant,
        path=Path("entries") / path,
        task=task,
        language=language,
        form=form,
        claim=claim,
        files={Path(path).name: source},
        submitted=submitted,
        expect=expect,
    )


def run(
    *,
    cpu_s: float = 0.0123456789,
    wall_s: float = 0.02,
    memory_bytes: int = 9 * MEBIBYTE,
    ending: Ending = Ending.EXITED,
    exit_status: int | None = 0,
    signal: int | None = None,
) -> Run:
    """Return the facts of a short, peaceful run."""
    return Run(
        ending=ending,
        exit_status=exit_status,
        signal=signal,
        cpu_s=cpu_s,
        wall_s=wall_s,
        memory_bytes=memory_bytes,
    )


def accepted(entry: Submission, case: str, *, length: int | None = None) -> Judgement:
    """Return an accepted case."""
    return Judgement(
        submission=entry.path,
        task=entry.task,
        suite="worked.yaml",
        case=case,
        verdict=Verdict.AC,
        run=run(),
        length=length,
    )


def wrong(
    entry: Submission, case: str, *, given: str, expected: str, printed: bytes, title: str = ""
) -> Judgement:
    """Return a case with a wrong answer, worded as the default comparison words it."""
    text = readable(printed)
    return Judgement(
        submission=entry.path,
        task=entry.task,
        suite="worked.yaml",
        case=case,
        verdict=Verdict.WA,
        reason=first_difference(lines(expected), lines(text)),
        run=run(),
        case_title=title,
        input=given,
        expected=expected,
        actual=text,
    )


def failed(
    entry: Submission,
    verdict: Verdict,
    reason: str,
    *,
    case: str | None = "random-001",
    facts: Run | None = None,
    given: str = "",
    stderr: str = "",
    detail: str = "",
) -> Judgement:
    """Return a judgement that no checker was asked for; of the whole submission without a case."""
    return Judgement(
        submission=entry.path,
        task=entry.task,
        suite=None if case is None else "random.yaml",
        case=case,
        verdict=verdict,
        reason=reason,
        run=facts,
        input=given,
        stderr=stderr,
        detail=detail,
    )


def mixed_report() -> Report:
    """Return a report in which every verdict and every kind of text occurs."""
    results = (
        *_right(),
        _wrong_often(),
        _hostile(),
        _slow(),
        _crashed(),
        _stopped_early(),
        *_without_a_run(),
        _judge_error(),
        _by_length(),
    )
    notes = ("2 cases were repeated alone, the machine was busy",)
    return Report(results=results, sandbox="plain processes", notes=notes)


def _right() -> tuple[Result, ...]:
    noon = datetime(2024, 5, 1, 12, tzinfo=UTC)
    best = submission(
        "team-1/box-simulate.ascii.py", claim="ascii", source=b"x" * 411 + b"\n", submitted=noon
    )
    plain = submission("team-1/box-simulate.py", source=b"x" * 400)
    tied = submission("team-2/box-simulate.pl", language="perl", source=b"y" * 400)
    also = submission("team-3/box-simulate.c", language="c", source=b"z" * 400)
    cases = ("quarter-turn", "half-turn")
    return (
        result_of(best, [accepted(best, case) for case in cases], 2, Fraction("0.65")),
        *(result_of(each, [accepted(each, case) for case in cases], 2) for each in (plain, tied)),
        result_of(also, [accepted(also, case) for case in cases], 2),
    )


def _wrong_often() -> Result:
    entry = submission(
        "team-4/loop-session.class.js", task=SESSION, language="javascript", form=Form.CLASS
    )
    grid = "┏┓┏┓\n┃┣┫┃\n┗┛┗┛"
    judgements = [
        accepted(entry, "start"),
        wrong(
            entry,
            "turned",
            title="a tile is turned, not its neighbour",
            given="OneindigeLus 4 9 12 12 6\ndraai 1 1\ntoString",
            expected=grid,
            printed="┏┓┏┓\n┃┣┻┃\n┗┛┗┛\n".encode(),
        ),
        wrong(
            entry,
            "long",
            title="one long row",
            given="\n".join(f"draai 0 {column}" for column in range(30)),
            expected="━" * 90 + "┓" + "━" * 60,
            printed=("━" * 90 + "┛" + "━" * 60).encode(),
        ),
        wrong(
            entry,
            "twenty",
            given="toString",
            expected="\n".join(f"row {row}" for row in range(30)),
            printed="\n".join(f"row {row}" for row in range(19)).encode(),
        ),
        *(
            wrong(entry, f"more-{n}", title=f"row {n}", given="", expected="true", printed=b"True")
            for n in range(3)
        ),
    ]
    return result_of(entry, judgements, 7)


def _hostile() -> Result:
    entry = submission(
        "=cmd|' /C calc'!A0/`<b>\x1b[2Jbox\u202e-simulate`.py", source=b'print("\x1b[2J")\n'
    )
    judgements = [
        wrong(
            entry,
            "esc",
            title="<script>alert(1)</script> | \x1b]0;owned\x07 @everyone",
            given="a\tb\x00c",
            expected="86\n83",
            printed=b"\x1b[31m86\x1b[0m\n\xff\xfe\x00]]>&<\n",
        ),
        wrong(entry, "silent", given="\ud800 lone", expected="!", printed=b""),
        wrong(entry, "wide", given="", expected="日本語\n語", printed="日本人\n語".encode()),
    ]
    return result_of(entry, judgements, 3)


def _slow() -> Result:
    entry = submission("team-5/box-simulate.py", expect=Verdict.TLE)
    facts = run(cpu_s=2.01, wall_s=2.2, ending=Ending.CPU_LIMIT, exit_status=None, signal=9)
    reason = "used 2.01 s of CPU time, more than the limit of 2.00 s"
    slow = failed(entry, Verdict.TLE, reason, facts=facts, given=".@x\n+++")
    return result_of(entry, [accepted(entry, "quarter-turn"), slow], 2)


def _crashed() -> Result:
    entry = submission("team-6/box-simulate.py")
    stderr = "Traceback (most recent call last):\n" + "".join(
        f'  File "box-simulate.py", line {line}, in fall\n    fall()\n' for line in range(8)
    )
    stderr += "RecursionError: maximum recursion depth exceeded\n"
    reason = "exit status 1: RecursionError: maximum recursion depth exceeded"
    crash = failed(entry, Verdict.RTE, reason, facts=run(exit_status=1), stderr=stderr)
    return result_of(entry, [crash], 1)


def _stopped_early() -> Result:
    entry = submission("box-simulate.c", language="c")
    facts = run(ending=Ending.SIGNALLED, exit_status=None, signal=11)
    crash = failed(entry, Verdict.RTE, "killed by SIGSEGV (segmentation fault)", facts=facts)
    return result_of(entry, [accepted(entry, "quarter-turn"), crash], 40)


def _without_a_run() -> tuple[Result, ...]:
    broken = submission("team-7/box-simulate.c", language="c", source=b"int main({")
    output = "box-simulate.c:1:10: \x1b[01;31merror:\x1b[0m expected ')' before '{'\n"
    refused = failed(broken, Verdict.CE, "gcc ended with status 1", case=None, detail=output)
    strange = submission("team-8/box-simulate.java", language="java")
    reason = "there is no javac here; install openjdk-17-jdk"
    missing = failed(strange, Verdict.NG, reason, case=None)
    unfinished = submission("team-9/box-simulate.py")
    return (
        result_of(broken, [refused], 2),
        result_of(strange, [missing], 2),
        result_of(unfinished, [accepted(unfinished, "quarter-turn")], 2),
    )


def _judge_error() -> Result:
    entry = submission("team-10/box-simulate.py")
    trace = 'Traceback (most recent call last):\n  File "box.py", line 3\nKeyError: 5\n'
    reason = "the plugin box failed: KeyError: 5"
    return result_of(entry, [failed(entry, Verdict.JE, reason, detail=trace)], 1)


def _by_length() -> Result:
    entry = submission("team-1/box-extract.py", task=EXTRACT, source=b"w" * 99)
    judgements = [accepted(entry, "one", length=12), accepted(entry, "two", length=30)]
    return result_of(entry, judgements, 2, measure=Measure.LENGTH)


TEXT = st.text(st.characters(exclude_categories=()), max_size=20) | st.binary(max_size=20).map(
    readable
)
"""Any text: lone surrogates, control characters, and what came of arbitrary bytes."""

SHORT = TEXT | st.sampled_from(
    [
        "=1+1",
        "-x",
        "@all",
        "|",
        "`",
        "<b>",
        "a\nb",
        "\x1b[2J",
        "]]>",
        "&amp;",
        "**",
        "\\",
        "日本" * 40,
    ]
)


@st.composite
def judgements(draw: st.DrawFn) -> Judgement:
    """Draw a judgement with any texts; of the whole submission at times."""
    verdict = draw(st.sampled_from(Verdict))
    whole = draw(st.booleans())
    facts = run(
        cpu_s=draw(st.floats(0, 100)),
        wall_s=draw(st.floats(0, 100) | st.just(float("nan"))),
        ending=draw(st.sampled_from(Ending)),
        signal=draw(st.none() | st.integers(1, 64)),
    )
    return Judgement(
        submission=Path("entries") / "any.py",
        task=SIMULATE,
        suite=None if whole else draw(SHORT),
        case=None if whole else draw(st.from_regex("[a-z0-9][a-z0-9-]{0,8}", fullmatch=True)),
        verdict=verdict,
        reason=draw(SHORT),
        run=draw(st.none() | st.just(facts)),
        case_title=draw(SHORT),
        input=draw(TEXT),
        expected=draw(TEXT),
        actual=draw(TEXT),
        stderr=draw(TEXT),
        detail=draw(TEXT),
        length=draw(st.none() | st.integers(0, 99)),
    )


@st.composite
def results(draw: st.DrawFn) -> Result:
    """Draw a result with any texts in its names."""
    contestant, name, claim = draw(SHORT), draw(SHORT), draw(st.none() | SHORT)
    entry = Submission(
        name=name,
        contestant=contestant,
        path=Path("entries") / (draw(SHORT).replace("\0", "") + "any.py"),
        task=TaskId(puzzle=draw(SHORT), task="t"),
        language=draw(SHORT),
        claim=claim,
        expect=draw(st.none() | st.sampled_from(Verdict)),
        submitted=draw(st.none() | st.datetimes()),
    )
    entry = replace(entry, files={entry.path.name: draw(st.binary(max_size=9))})
    drawn = draw(st.lists(judgements(), max_size=5))
    multiplier = draw(st.sampled_from([Fraction(1), Fraction("0.65"), Fraction(1, 3)]))
    total = draw(st.integers(0, 6))
    return result_of(entry, drawn, total, multiplier, draw(st.sampled_from(Measure)))


REPORTS = st.builds(
    Report,
    results=st.lists(results(), max_size=3).map(tuple),
    sandbox=SHORT,
    notes=st.lists(SHORT, max_size=2).map(tuple),
    interrupted=st.booleans(),
)
