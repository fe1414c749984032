"""A report as one JSON object: the format that programs read.

The keys ``schema``, ``submissions`` and, in a submission, ``name path task language form verdict
bytes claim multiplier measure score cases judgements`` are promised: more may come, none is ever
renamed. ``multiplier`` is decimal text, for binary floats would change it; ``score`` is null
unless the verdict is AC; a judgement of the whole submission (CE, NG) has no ``suite`` and no
``case``, and one without a run has no numbers. ``signal`` is the signal's name.

The text is pure ASCII, so that it is valid UTF-8 and safe on any terminal; what is not Unicode (a
lone surrogate, as in a file name that is no UTF-8) is spelt out: ``\\udce9``. Long texts are cut.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from signal import Signals

from judge.models import Ending, Judgement, Report, Result, Run
from judge.units import multiplier_text

SCHEMA = 1
_LONGEST = 2**14
"""The characters of a text that are kept; what the program printed may be a mebibyte."""

_Json = str | int | float | bool | None | list[str] | dict[str, int]


def json_report(report: Report) -> Iterator[str]:
    """Yield the JSON object, a line for each submission and each judgement."""
    head: dict[str, _Json] = {
        "schema": SCHEMA,
        "sandbox": _text(report.sandbox),
        "notes": [_text(note) for note in report.notes],
        "interrupted": report.interrupted,
    }
    yield f'{_members(head)},\n "submissions": ['
    for number, result in enumerate(report.results):
        yield ",\n  " if number else "\n  "
        yield from _submission(result)
    yield "]}\n"


def _submission(result: Result) -> Iterator[str]:
    yield f'{_members(_submission_facts(result))},\n   "judgements": ['
    for number, judgement in enumerate(result.judgements):
        yield ",\n    " if number else "\n    "
        yield _members(_judgement_facts(judgement)) + "}"
    yield "]}"


def _members(facts: Mapping[str, _Json]) -> str:
    """Return an object's members, its closing brace left off."""
    return json.dumps(facts, allow_nan=False)[:-1]


def _submission_facts(result: Result) -> dict[str, _Json]:
    submission = result.submission
    return {
        "name": _text(submission.name),
        "contestant": _text(submission.contestant) or None,
        "path": _text(str(submission.path)),
        "task": _text(str(submission.task)),
        "language": _text(submission.language),
        "form": submission.form.value,
        "verdict": result.verdict.value,
        "expect": submission.expect.value if submission.expect else None,
        "bytes": submission.byte_count,
        "claim": None if submission.claim is None else _text(submission.claim),
        "multiplier": multiplier_text(result.multiplier),
        "measure": result.measure.value,
        "score": result.score,
        "cases": {"total": result.total, "accepted": result.accepted},
        "flags": [_text(flag) for flag in submission.flags],
        "submitted": submission.submitted.isoformat() if submission.submitted else None,
    }


def _judgement_facts(judgement: Judgement) -> dict[str, _Json]:
    return {
        "suite": None if judgement.suite is None else _text(judgement.suite),
        "case": None if judgement.case is None else _text(judgement.case),
        "title": _text(judgement.case_title),
        "verdict": judgement.verdict.value,
        "reason": _text(judgement.reason),
        **_run_facts(judgement.run),
        "length": judgement.length,
        "input": _text(judgement.input),
        "expected": _text(judgement.expected),
        "actual": _text(judgement.actual),
        "stderr": _text(judgement.stderr),
        "detail": _text(judgement.detail),
    }


def _run_facts(run: Run | None) -> dict[str, _Json]:
    if run is None or run.ending is Ending.NOT_STARTED:
        figures: dict[str, _Json] = dict.fromkeys(("cpu_s", "wall_s", "memory_bytes"))
    else:
        figures = {
            "cpu_s": _number(run.cpu_s),
            "wall_s": _number(run.wall_s),
            "memory_bytes": run.memory_bytes,
        }
    return {
        **figures,
        "ending": None if run is None else run.ending.value,
        "exit_status": None if run is None else run.exit_status,
        "signal": None if run is None or run.signal is None else _signal_name(run.signal),
    }


def _signal_name(number: int) -> str:
    try:
        return Signals(number).name
    except ValueError:  # a real-time signal has no name of its own
        return str(number)


def _number(value: float) -> float | None:
    return round(value, 6) if math.isfinite(value) else None


def _text(text: str) -> str:
    hidden = len(text) - _LONGEST
    kept = text if hidden <= 0 else f"{text[:_LONGEST]}… ({hidden} more characters)"
    return kept.encode("utf-8", "backslashreplace").decode("utf-8")
