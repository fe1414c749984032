"""A report as JUnit XML, as CI servers read it: a suite for each submission, a test for each case.

A judge error is an ``error``, a submission that was not graded (and cases that were never run) is
``skipped``, any other verdict but AC is a ``failure``. What XML forbids is spelt out.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from judge.compare import count, visible
from judge.models import Judgement, Report, Result, Verdict
from judge.units import multiplier_text

_LONGEST = 2**14
_OUTCOMES = {Verdict.AC: "", Verdict.JE: "error", Verdict.NG: "skipped"}
_TOTALS = ("tests", "failures", "errors", "skipped")


def junit_report(report: Report) -> Iterator[str]:
    """Yield the XML document in one piece."""
    root = ET.Element("testsuites", name="judge")
    totals: Counter[str] = Counter()
    seconds = 0.0
    for result in report.results:
        suite, tally = _suite(result)
        root.append(suite)
        totals += tally
        seconds += sum(map(_seconds, result.judgements))
    _total(root, totals, seconds)
    ET.indent(root)
    yield f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _suite(result: Result) -> tuple[ET.Element, Counter[str]]:
    suite = ET.Element("testsuite", name=_line(str(result.submission.path)))
    properties = ET.SubElement(suite, "properties")
    for name, value in _properties(result).items():
        ET.SubElement(properties, "property", name=name, value=_line(value))
    tests = [_test(judgement) for judgement in result.judgements]
    whole = any(judgement.case is None for judgement in result.judgements)
    missing = 0 if whole else result.total - len(result.judgements)
    if missing > 0:
        tests.append(_not_run(result, missing))
    suite.extend(tests)
    tally = Counter(child.tag for test in tests for child in test)
    totals = Counter(
        tests=len(tests),
        failures=tally["failure"],
        errors=tally["error"],
        skipped=tally["skipped"],
    )
    _total(suite, totals, sum(map(_seconds, result.judgements)))
    return suite, totals


def _properties(result: Result) -> dict[str, str]:
    submission = result.submission
    return {
        "name": submission.name,
        "task": str(submission.task),
        "language": submission.language,
        "form": submission.form.value,
        "claim": submission.claim or "",
        "verdict": result.verdict.value,
        "bytes": str(submission.byte_count),
        "multiplier": multiplier_text(result.multiplier),
        "score": "" if result.score is None else str(result.score),
    }


def _test(judgement: Judgement) -> ET.Element:
    name = (
        "the whole submission" if judgement.case is None else f"{judgement.suite}:{judgement.case}"
    )
    test = ET.Element(
        "testcase",
        classname=_class_name(judgement.submission),
        name=_line(name),
        time=f"{_seconds(judgement):.3f}",
    )
    tag = _OUTCOMES.get(judgement.verdict, "failure")
    if tag:
        message = _line(f"{judgement.verdict.value}: {judgement.reason}")
        fault = ET.SubElement(test, tag, type=judgement.verdict.value, message=message)
        fault.text = _details(judgement)
    return test


def _not_run(result: Result, missing: int) -> ET.Element:
    name = _class_name(result.submission.path)
    test = ET.Element("testcase", classname=name, name="not run", time="0.000")
    ET.SubElement(test, "skipped", message=f"{count(missing, 'case')} of {result.total} not run")
    return test


def _class_name(path: Path) -> str:
    """Return a submission's path as viewers take a class: they group by what is before a dot."""
    return _line(str(path).replace(".", "_").replace("/", "."))


def _details(judgement: Judgement) -> str:
    parts = {
        "title": judgement.case_title,
        "input": judgement.input,
        "expected": judgement.expected,
        "printed": judgement.actual,
        "stderr": judgement.stderr,
        "detail": judgement.detail,
    }
    return "\n\n".join(f"{name}:\n{_text(text)}" for name, text in parts.items() if text)


def _total(element: ET.Element, totals: Counter[str], seconds: float) -> None:
    for name in _TOTALS:
        element.set(name, str(totals[name]))
    element.set("time", f"{seconds:.3f}")


def _seconds(judgement: Judgement) -> float:
    run = judgement.run
    return run.wall_s if run is not None and math.isfinite(run.wall_s) else 0.0


def _line(text: str) -> str:
    return visible(text[:_LONGEST], keep_newlines=False)


def _text(text: str) -> str:
    hidden = len(text) - _LONGEST
    return visible(text[:_LONGEST]) + (f"… ({hidden} more characters)" if hidden > 0 else "")
