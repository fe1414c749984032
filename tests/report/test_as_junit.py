"""The JUnit report is valid XML whose totals are those of its tests."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from hypothesis import given, settings
from report_samples import REPORTS, accepted, failed, mixed_report, submission, wrong

from judge.compare import visible
from judge.models import Report, Verdict
from judge.report.as_junit import junit_report
from judge.scoring import result_of

TAGS = {"failures": "failure", "errors": "error", "skipped": "skipped"}


def parsed(report: Report) -> ET.Element:
    # What is parsed is what this program has just written.
    return ET.fromstring("".join(junit_report(report)).encode())


def assert_totals_are_right(element: ET.Element) -> None:
    assert element.get("tests") == str(len(element.findall(".//testcase")))
    for total, tag in TAGS.items():
        assert element.get(total) == str(len(element.findall(f".//testcase/{tag}")))


def test_each_verdict_has_its_kind() -> None:
    entry = submission("a/box-simulate.py")
    kinds = {}
    for verdict in Verdict:
        result = result_of(entry, [failed(entry, verdict, "why")], 1)
        [test] = parsed(Report(results=(result,), sandbox="")).iter("testcase")
        kinds[verdict.value] = [child.tag for child in test]
    failures = {code: ["failure"] for code in ("WA", "TLE", "MLE", "OLE", "RTE", "CE")}
    assert kinds == {"AC": [], "JE": ["error"], "NG": ["skipped"], **failures}


def test_a_failure_tells_its_reason_and_both_sides() -> None:
    entry = submission("a/box-simulate.py")
    case = wrong(entry, "one", title="the title", given="in", expected="86", printed=b"\x1b83\n")
    root = parsed(Report(results=(result_of(entry, [case], 1),), sandbox=""))
    [failure] = root.iter("failure")
    assert failure.get("type") == "WA"
    assert failure.get("message", "").startswith('WA: line 1: expected "86", printed "\\x1b83"')
    text = failure.text or ""
    for part in ("title:\nthe title", "input:\nin", "expected:\n86", "printed:\n\\x1b83"):
        assert part in text


def test_suites_are_told_apart_by_their_path() -> None:
    root = parsed(mixed_report())
    names = [suite.get("name") for suite in root]
    assert len(set(names)) == len(names)
    for suite in root:
        classes = {test.get("classname") for test in suite.iter("testcase")}
        assert classes == {(suite.get("name") or "").replace(".", "_").replace("/", ".")}


def test_cases_that_were_not_run_are_skipped_and_not_green() -> None:
    entry = submission("a/box-simulate.py")
    root = parsed(Report(results=(result_of(entry, [accepted(entry, "one")], 3),), sandbox=""))
    [skipped] = root.iter("skipped")
    assert skipped.get("message") == "2 cases of 3 not run"


def test_a_compile_error_leaves_no_cases_to_skip() -> None:
    entry = submission("a/box-simulate.c")
    refused = failed(entry, Verdict.CE, "gcc ended with status 1", case=None)
    root = parsed(Report(results=(result_of(entry, [refused], 40),), sandbox=""))
    [test] = root.iter("testcase")
    assert test.get("name") == "the whole submission"


@settings(deadline=None, max_examples=40)
@given(REPORTS)
def test_any_report_is_valid_xml_with_right_totals(report: Report) -> None:
    root = parsed(report)
    assert_totals_are_right(root)
    for suite, result in zip(root, report.results, strict=True):
        assert_totals_are_right(suite)
        shown = visible(result.submission.name, keep_newlines=False)
        assert suite.find("properties/property[@name='name']").get("value") == shown  # type: ignore[union-attr] # a missing one fails the test


def test_the_totals_of_the_sample_add_up() -> None:
    root = parsed(mixed_report())
    assert_totals_are_right(root)
    assert [root.get(name) for name in ("tests", *TAGS)] == ["31", "13", "1", "3"]
