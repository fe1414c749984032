"""The JSON report is one strict object with the promised keys."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from report_samples import (
    REPORTS,
    accepted,
    failed,
    mixed_report,
    run,
    submission,
    wrong,
)

from judge.models import Ending, Report, Verdict
from judge.report.as_json import json_report
from judge.scoring import result_of

SUBMISSION_KEYS = (
    "name path task language form verdict bytes claim multiplier measure score cases judgements"
)
JUDGEMENT_KEYS = "suite case verdict reason cpu_s wall_s memory_bytes"


def parsed(report: Report) -> Any:
    """Return the report's object; fails for anything that strict JSON does not know."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    return json.loads("".join(json_report(report)), parse_constant=refuse)


def spelt_out(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def test_the_promised_keys_are_there() -> None:
    report = parsed(mixed_report())
    assert report["schema"] == 1
    for entry in report["submissions"]:
        assert set(SUBMISSION_KEYS.split()) <= set(entry)
        assert set(entry["cases"]) == {"total", "accepted"}
        for judgement in entry["judgements"]:
            assert set(JUDGEMENT_KEYS.split()) <= set(judgement)


def test_an_accepted_submission_has_its_exact_score() -> None:
    entry = parsed(mixed_report())["submissions"][0]
    promised = {key: entry[key] for key in SUBMISSION_KEYS.split() if key != "judgements"}
    assert promised == {
        "name": "team-1/box-simulate",
        "path": "entries/team-1/box-simulate.ascii.py",
        "task": "box/simulate",
        "language": "python",
        "form": "program",
        "verdict": "AC",
        "bytes": 412,
        "claim": "ascii",
        "multiplier": "0.65",
        "measure": "bytes",
        "score": 267,
        "cases": {"total": 2, "accepted": 2},
    }
    assert entry["judgements"][0]["cpu_s"] == 0.012346


def test_a_submission_without_a_claim_says_so() -> None:
    entry = parsed(mixed_report())["submissions"][1]
    assert (entry["claim"], entry["multiplier"]) == (None, "1")


def test_only_an_accepted_submission_has_a_score() -> None:
    for entry in parsed(mixed_report())["submissions"]:
        assert (entry["score"] is not None) is (entry["verdict"] == "AC")


@pytest.mark.parametrize("verdict", [Verdict.CE, Verdict.NG])
def test_a_judgement_of_the_whole_has_no_case_and_no_numbers(verdict: Verdict) -> None:
    entry = submission("a/box-simulate.c")
    result = result_of(entry, [failed(entry, verdict, "why", case=None)], 2)
    [told] = parsed(Report(results=(result,), sandbox=""))["submissions"]
    [judgement] = told["judgements"]
    assert [judgement[key] for key in ("suite", "case", "cpu_s", "wall_s", "memory_bytes")] == (
        [None] * 5
    )
    assert told["cases"] == {"total": 2, "accepted": 0}


def test_a_program_that_never_started_has_no_numbers() -> None:
    entry = submission("a/box-simulate.py")
    facts = run(ending=Ending.NOT_STARTED, exit_status=None)
    result = result_of(entry, [failed(entry, Verdict.RTE, "no such file", facts=facts)], 1)
    [judgement] = parsed(Report(results=(result,), sandbox=""))["submissions"][0]["judgements"]
    assert (judgement["cpu_s"], judgement["memory_bytes"]) == (None, None)
    assert judgement["ending"] == "not started"


def test_a_signal_is_named() -> None:
    entry = submission("a/box-simulate.py")
    cases = [
        failed(entry, Verdict.RTE, "", facts=run(exit_status=None, signal=number))
        for number in (11, 40)
    ]
    report = Report(results=(result_of(entry, cases, 2),), sandbox="")
    told = parsed(report)["submissions"][0]["judgements"]
    assert [judgement["signal"] for judgement in told] == ["SIGSEGV", "40"]


def test_a_huge_output_is_cut() -> None:
    entry = submission("a/box-simulate.py")
    huge = wrong(entry, "huge", given="", expected="x", printed=b"y" * 2**20)
    text = "".join(json_report(Report(results=(result_of(entry, [huge], 1),), sandbox="")))
    assert len(text) < 2**16
    assert "more characters)" in text


def test_a_report_of_nothing_is_still_an_object() -> None:
    report = parsed(Report(results=(), sandbox="none", interrupted=True))
    assert (report["submissions"], report["interrupted"]) == ([], True)


def test_the_text_is_plain_ascii_in_lines() -> None:
    text = "".join(json_report(mixed_report()))
    assert text.isascii()
    assert text.replace("\n", "").isprintable()
    assert len(text.splitlines()) > len(mixed_report().results)


@settings(deadline=None, max_examples=40)
@given(REPORTS)
def test_every_text_comes_back(report: Report) -> None:
    told = parsed(report)
    assert told["notes"] == [spelt_out(note) for note in report.notes]
    for result, entry in zip(report.results, told["submissions"], strict=True):
        assert entry["name"] == spelt_out(result.submission.name)
        assert entry["path"] == spelt_out(str(result.submission.path))
        assert entry["verdict"] == result.verdict.value
        for judgement, facts in zip(result.judgements, entry["judgements"], strict=True):
            texts = ("reason", "input", "expected", "actual", "stderr", "detail")
            assert [facts[key] for key in texts] == [
                spelt_out(getattr(judgement, key)) for key in texts
            ]
    assert json.dumps(told, ensure_ascii=False).encode()


def test_accepted_cases_carry_their_numbers() -> None:
    entry = submission("a/box-simulate.py")
    result = result_of(entry, [accepted(entry, "one", length=7)], 1)
    [told] = parsed(Report(results=(result,), sandbox=""))["submissions"][0]["judgements"]
    assert (told["length"], told["wall_s"], told["exit_status"]) == (7, 0.02, 0)
