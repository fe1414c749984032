"""Audits: what becomes of mutants, in which order cases are tried, what is stale; scripted boxes.

The audited program is a few assignments; the scripted boxes look at its text to tell a mutant.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from puzzles_for_tests import ScriptedBox, echo_load, echo_register, printed

from judge.audit import (
    LEAST_TIME_S,
    LONGEST_REPLY_S,
    TIMES_AS_LONG,
    Audit,
    Fate,
    Settings,
    audit,
    mutants_of,
    mutated,
    tightened,
)
from judge.errors import SandboxError, SubmissionError
from judge.examiner import Bench, Workload
from judge.models import BoxFile, Ending, Equivalent, Limits, Run, Verdict
from judge.mutation import Mutant
from judge.sandbox.languages import LanguageTable

PROGRAM = "x = 1\ny = 4\n"
"""its mutants: x dropped, 2, 0; y dropped, 5, 3"""

Program = Callable[[str, str], Run]
"""a run of a program with that text on that input"""


class ReadingSandbox:
    """A sandbox whose programs are told their own text; it remembers what was run on what."""

    name = "reading"
    warning = ""

    def __init__(self, program: Program) -> None:
        self.boxes: list[ScriptedBox] = []
        self.runs: list[tuple[str, str]] = []
        self._program = program
        self._lock = threading.Lock()

    def open(self, files: Mapping[str, BoxFile], shown: Sequence[str] = ()) -> ScriptedBox:
        [text] = [file.data.decode() for file in files.values()]

        def run(box: ScriptedBox, stdin: bytes) -> Run:
            with self._lock:
                self.runs.append((text, stdin.decode()))
            return self._program(text, stdin.decode())

        box = ScriptedBox(run)
        with self._lock:
            self.boxes.append(box)
        return box


def load_of(*words: str, source: str = PROGRAM) -> Workload:
    load = echo_load(*words)
    files = {load.submission.path.name: source.encode()}
    return replace(load, submission=replace(load.submission, files=files))


def audited(
    program: Program,
    *words: str,
    equivalents: Iterable[Equivalent] = (),
    settings: Settings | None = None,
    settled: Callable[[int], None] = lambda _: None,
) -> tuple[Audit, ReadingSandbox]:
    """Return the audit of a program that is asked some words, and the sandbox that it ran in."""
    sandbox = ReadingSandbox(program)
    bench = Bench(register=echo_register(), languages=LanguageTable.with_extra(()), sandbox=sandbox)
    load = load_of(*words)
    edits = mutants_of(load.submission)
    settings = settings or Settings()
    found = audit(bench, load, edits, equivalents, settings=settings, settled=settled)
    return found, sandbox


def wrong_when(**conditions: str) -> Program:
    """Return a program that fails on a word (the key) where its text lacks the value."""

    def program(text: str, word: str) -> Run:
        return printed(word.encode() if conditions.get(word, "") in text else b"wrong")

    return program


SEES_X = wrong_when(a="x = 1")
SEES_ALL = wrong_when(a="x = 1", b="y = 4")


def fates(found: Audit) -> list[tuple[str, str]]:
    return [(trial.mutant.now, str(trial.fate)) for trial in found.trials]


def named(was: str, now: str, program: str = "echo-word.py") -> Equivalent:
    return Equivalent(program=program, was=was, now=now, why="it is a test")


def test_a_mutant_is_killed_by_the_case_that_refuses_it_and_survives_otherwise() -> None:
    found, _ = audited(SEES_X, "a", "b")
    assert fates(found) == [
        ("pass", "killed"), ("x = 2", "killed"), ("x = 0", "killed"),
        ("pass", "survived"), ("y = 5", "survived"), ("y = 3", "survived"),
    ]  # fmt: skip
    killers = {trial.killer.case for trial in found.having(Fate.KILLED) if trial.killer}
    assert killers == {"a"}
    assert (found.mutants, found.cases, found.untried, found.refused) == (6, 2, 0, ())


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_the_number_of_workers_changes_nothing(jobs: int) -> None:
    found, sandbox = audited(SEES_X, "a", "b", "c", settings=Settings(jobs=jobs))
    assert [trial.mutant.number for trial in found.trials] == [1, 2, 3, 4, 5, 6]
    assert len(found.having(Fate.KILLED)) == 3
    assert all(box.closed for box in sandbox.boxes)


@pytest.mark.parametrize("ending", [Ending.CPU_LIMIT, Ending.MEMORY_LIMIT, Ending.SIGNALLED])
def test_whatever_verdict_but_accepted_kills(ending: Ending) -> None:
    def program(text: str, word: str) -> Run:
        right = text == PROGRAM
        return printed(word.encode()) if right else Run(ending=ending, signal=11)

    found, _ = audited(program, "a")
    assert len(found.having(Fate.KILLED)) == 6


def test_a_mutant_stops_at_its_first_kill() -> None:
    _, sandbox = audited(SEES_ALL, "a", "b", "c")
    dropped = [word for text, word in sandbox.runs if text == "pass\ny = 4\n"]
    assert dropped == ["a"]


def test_cases_that_killed_most_come_first() -> None:
    _, sandbox = audited(wrong_when(c="x = 1"), "a", "b", "c")
    words = dict(reversed(sandbox.runs))  # the first word of each
    assert words["pass\ny = 4\n"] == "a"
    assert words["x = 2\ny = 4\n"] == words["x = 0\ny = 4\n"] == "c"


def test_costly_cases_come_last_before_anything_was_killed() -> None:
    def program(text: str, word: str) -> Run:
        return printed(word.encode(), cpu_s={"a": 3.0, "b": 0.1, "c": 1.0}[word])

    _, sandbox = audited(program, "a", "b", "c")
    assert [word for text, word in sandbox.runs if text == "x = 2\ny = 4\n"] == ["b", "c", "a"]


def test_the_mutants_of_a_program_that_is_wrong_itself_are_not_tried() -> None:
    def program(text: str, word: str) -> Run:
        return printed(b"wrong" if word in {"b", "d"} else word.encode())

    found, sandbox = audited(program, "a", "b", "c", "d", settings=Settings(jobs=3))
    assert [(each.case, str(each.verdict)) for each in found.refused] == [("b", "WA"), ("d", "WA")]
    assert found.trials == ()
    assert {text for text, _ in sandbox.runs} == {PROGRAM}


def test_a_judge_s_error_kills_nothing_and_is_told() -> None:
    def program(text: str, word: str) -> Run:
        if text != PROGRAM and word == "a":
            raise SandboxError("out of boxes")
        return SEES_ALL(text, word)

    found, _ = audited(program, "a", "b")
    assert [str(trial.fate) for trial in found.trials] == ["not judged"] * 3 + ["killed"] * 3
    assert {error.verdict for error in found.errors} == {Verdict.JE}
    assert found.having(Fate.SURVIVED) == []


def test_a_judge_s_error_on_the_program_itself_is_one_too() -> None:
    found, _ = audited(wrong_when(), "raise")
    assert [each.verdict for each in found.errors] == [Verdict.JE]
    assert found.trials == ()


def test_a_survivor_that_was_named_is_equivalent() -> None:
    entries = [named("y = 4", "y = 5"), named("y=4", "y = (3)"), named("y = 4", "pass")]
    found, _ = audited(SEES_X, "a", equivalents=entries)
    assert [str(trial.fate) for trial in found.trials] == ["killed"] * 3 + ["equivalent"] * 3
    assert found.stale == ()


def test_a_named_edit_of_another_program_means_nothing_here() -> None:
    found, _ = audited(SEES_X, "a", equivalents=[named("y = 4", "y = 5", program="other.py")])
    assert len(found.having(Fate.SURVIVED)) == 3
    assert found.stale == ()


def test_a_named_edit_that_a_case_kills_is_stale() -> None:
    found, _ = audited(SEES_ALL, "a", "b", equivalents=[named("y = 4", "y = 5")])
    [stale] = found.stale
    assert stale.equivalent.now == "y = 5"
    assert stale.reason == "the case words.yaml:b tells the two apart (WA)"
    assert found.having(Fate.EQUIVALENT) == []


def test_a_named_edit_that_nobody_makes_is_stale() -> None:
    found, _ = audited(SEES_ALL, "a", "b", equivalents=[named("z = 4", "z = 5")])
    assert [stale.reason for stale in found.stale] == ["no mutant of the program is edited so"]


def test_a_sample_is_drawn_by_its_seed() -> None:
    def drawn(seed: int) -> list[int]:
        found, _ = audited(SEES_ALL, "a", "b", settings=Settings(sample=3, seed=seed))
        assert found.untried == 3
        return [trial.mutant.number for trial in found.trials]

    samples = [drawn(seed) for seed in range(8)]
    assert samples[0] == drawn(0)
    assert len({tuple(sample) for sample in samples}) > 1
    assert all(sample == sorted(set(sample)) for sample in samples)


def test_a_sample_can_be_larger_than_what_there_is() -> None:
    found, _ = audited(SEES_ALL, "a", "b", settings=Settings(sample=99))
    assert (len(found.trials), found.untried) == (6, 0)


def test_a_sample_takes_named_edits_at_their_word_and_calls_none_stale() -> None:
    entries = [named("y = 4", "y = 5"), named("z = 4", "z = 5")]
    found, sandbox = audited(SEES_ALL, "a", "b", equivalents=entries, settings=Settings(sample=5))
    assert len(found.having(Fate.EQUIVALENT)) == 1
    assert len(found.having(Fate.KILLED)) == 5
    assert "x = 1\ny = 5\n" not in {text for text, _ in sandbox.runs}
    assert found.stale == ()


def test_what_the_time_is_too_short_for_is_not_tried() -> None:
    found, sandbox = audited(SEES_ALL, "a", "b", settings=Settings(seconds=0.0))
    assert (found.trials, found.untried) == ((), 6)
    assert sandbox.runs == [(PROGRAM, "a"), (PROGRAM, "b")]


def test_time_enough_is_enough_for_all() -> None:
    found, _ = audited(SEES_ALL, "a", "b", settings=Settings(seconds=3600.0))
    assert len(found.having(Fate.KILLED)) == 6


def test_every_case_of_the_program_and_every_mutant_is_told_as_settled() -> None:
    told: list[int] = []
    audited(SEES_ALL, "a", "b", "c", settled=told.append)
    assert sum(told) == 3 + 6


def test_an_interruption_ends_the_audit_and_keeps_what_is_known() -> None:
    told: list[int] = []

    def settled(count: int) -> None:
        told.append(count)
        if len(told) == 4:  # two cases, two mutants
            raise KeyboardInterrupt

    found, sandbox = audited(SEES_ALL, "a", "b", settled=settled)
    assert found.interrupted
    assert len(found.trials) == 1
    assert found.stale == ()
    assert all(box.closed for box in sandbox.boxes)


class Broken(BaseException):
    """What no part of the judge expects."""


def test_a_worker_s_own_error_is_raised_and_all_boxes_are_closed() -> None:
    def program(text: str, word: str) -> Run:
        if text != PROGRAM:
            raise Broken
        return printed(word.encode())

    sandbox = ReadingSandbox(program)
    bench = Bench(register=echo_register(), languages=LanguageTable.with_extra(()), sandbox=sandbox)
    load = load_of("a")
    with pytest.raises(Broken):
        audit(bench, load, mutants_of(load.submission), (), settings=Settings(jobs=2))
    assert all(box.closed for box in sandbox.boxes)


def test_a_mutant_that_hits_its_time_limit_beside_a_busy_neighbour_is_not_repeated() -> None:
    def program(text: str, word: str) -> Run:
        if text == PROGRAM:
            return printed(word.encode())
        return Run(ending=Ending.CPU_LIMIT, cpu_s=1.0, wall_s=2.0, neighbours_cpu_s=2.0)

    _, sandbox = audited(program, "a")
    assert len(sandbox.runs) == 1 + 6


def test_a_mutant_may_take_ten_times_what_the_program_took() -> None:
    limits = Limits(time_s=5.0, wall_s=16.0)
    assert tightened(limits, 0.3) == replace(
        limits, time_s=TIMES_AS_LONG * 0.3, reply_s=LONGEST_REPLY_S
    )
    assert tightened(limits, 0.01).time_s == LEAST_TIME_S
    assert tightened(limits, 4.0).time_s == limits.time_s
    assert tightened(replace(limits, time_s=0.5), 0.01).time_s == 0.5
    assert tightened(replace(limits, reply_s=2.0), 0.01).reply_s == 2.0


def test_a_mutant_keeps_its_program_s_encoding_and_further_files() -> None:
    source = '# -*- coding: latin-1 -*-\nx = "é", 1\n'
    submission = load_of("a").submission
    files = {submission.path.name: source.encode("latin-1"), "words.txt": b"more"}
    submission = replace(submission, files=files)
    [minus] = [mutant for mutant in mutants_of(submission) if mutant.now == "x = ('é', 0)"]
    changed = mutated(submission, minus)
    assert changed.source == source.replace("1\n", "0\n").replace("-0", "-1").encode("latin-1")
    assert changed.files["words.txt"] == b"more"
    assert changed.path == Path("team/echo-word.py")


def test_a_program_that_is_no_text_is_refused() -> None:
    submission = replace(load_of("a").submission, files={"echo-word.py": b"x = '\xff'\n"})
    with pytest.raises(SubmissionError, match="cannot be read as Python"):
        mutants_of(submission)


def test_windows_line_ends_do_not_matter() -> None:
    submission = load_of("a", source="x = 1\r\ny = 4\r\n").submission
    found: tuple[Mutant, ...] = mutants_of(submission)
    assert found[1].source == "x = 2\ny = 4\n"
