"""The text report tells a contestant what failed and why, on any terminal, and never steers it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from report_samples import (
    REPORTS,
    accepted,
    failed,
    mixed_report,
    run,
    submission,
    wrong,
)

from judge.compare import columns
from judge.models import Judgement, Measure, Report, Verdict
from judge.report.as_text import text_report
from judge.scoring import result_of

OWN_COLOURS = re.compile(r"\x1b\[(?:1|2|31|32|33)m|\x1b\[0m")


def written(report: Report, *, width: int = 80, colour: bool = False, full: bool = False) -> str:
    return "".join(text_report(report, width=width, colour=colour, full=full))


def report_of(*cases: Judgement, source: bytes = b"print(1)") -> Report:
    entry = submission("a/box-simulate.py", source=source)
    return Report(results=(result_of(entry, cases, len(cases)),), sandbox="")


def answers(expected: str, printed: str, *, full: bool = False) -> list[str]:
    """Return the lines that show both sides of one wrong answer."""
    entry = submission("a/box-simulate.py")
    case = wrong(entry, "one", given="", expected=expected, printed=printed.encode())
    lines = written(report_of(case), full=full).split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith("     expected"))
    return lines[start : lines.index("", start)]


def failures(number: int) -> Sequence[Judgement]:
    entry = submission("a/box-simulate.py")
    return [
        wrong(entry, f"case-{n}", title=f"title {n}", given="in", expected="1", printed=b"2")
        for n in range(number)
    ]


class TestFailures:
    def test_the_first_three_are_shown_in_full_and_the_rest_listed(self) -> None:
        text = written(report_of(*failures(5)))
        assert text.count('line 1: expected "1", printed "2"') == 3
        assert "WA   worked.yaml:case-3 · title 3\nWA   worked.yaml:case-4 · title 4\n" in text
        assert "0 of 5 cases accepted" in text

    def test_a_long_list_ends_in_a_count(self) -> None:
        text = written(report_of(*failures(50)))
        assert "case-32" in text
        assert "case-33" not in text
        assert "and 17 more failures: 17 WA\n" in text

    def test_all_are_shown_whole_on_request(self) -> None:
        text = written(report_of(*failures(50)), full=True)
        assert text.count('line 1: expected "1", printed "2"') == 50
        assert answers("x" * 300, "y" * 300, full=True)[1] == "     │ " + "x" * 300

    def test_two_sides_stand_beside_each_other_with_the_place_marked(self) -> None:
        assert answers("┏┓\n┗┛\nend", "┏┓\n┗┓\nend\n") == [
            "     expected   printed",
            "     1 │ ┏┓     1 │ ┏┓",
            "     2 │ ┗┛     2 │ ┗┓",
            "          ^          ^",
            "     3 │ end    3 │ end",
        ]

    def test_wide_sides_stand_one_above_the_other(self) -> None:
        assert answers("." * 50 + "o", "." * 50 + "x") == [
            "     expected",
            "     │ " + "." * 50 + "o",
            " " * 57 + "^",
            "     printed",
            "     │ " + "." * 50 + "x",
            " " * 57 + "^",
        ]

    def test_a_long_line_is_shown_around_the_difference(self) -> None:
        shown = answers("." * 500 + "o" + "." * 500, "." * 500 + "x" + "." * 500)
        assert max(map(len, shown)) <= 80
        for line, mark, sign in ((shown[1], shown[2], "o"), (shown[4], shown[5], "x")):
            assert line[mark.index("^")] == sign

    def test_many_lines_are_shown_around_the_difference(self) -> None:
        rows = [f"row {number}" for number in range(1, 100)]
        shown = answers("\n".join(rows), "\n".join([*rows[:49], "wrong", *rows[50:]]))
        assert "     50 │ row 50       50 │ wrong" in shown
        assert len(shown) < 15
        assert shown[-1].endswith("more lines")

    def test_the_mark_counts_wide_and_escaped_characters(self) -> None:
        shown = answers("日本\x1b!", "日本\x1b?")
        mark = shown[2].index("^")
        assert columns(shown[1][: shown[1].index("!")]) == mark

    def test_a_missing_line_is_marked_where_it_should_be(self) -> None:
        assert answers("a\nb", "a") == [
            "     expected   printed",
            "     1 │ a      1 │ a",
            "     2 │ b",
            "         ^",
        ]

    def test_silence_is_shown_as_nothing(self) -> None:
        assert answers("a", "")[1] == "     │ a        (nothing)"

    def test_input_and_stderr_are_cut_at_their_useful_end(self) -> None:
        entry = submission("a/box-simulate.py")
        many = "\n".join(f"line {number}" for number in range(1, 31))
        crash = failed(entry, Verdict.RTE, "exit status 1", facts=run(), given=many, stderr=many)
        text = written(report_of(crash))
        assert "     input\n     │ line 1\n" in text
        assert "     │ line 10\n     ┆ 20 more lines\n" in text
        assert "     stderr\n     ┆ 20 lines before\n     │ line 21\n" in text

    def test_a_verdict_on_the_whole_has_no_case(self) -> None:
        entry = submission("a/box-simulate.c")
        refused = failed(entry, Verdict.CE, "gcc failed", case=None, detail="x.c:1: error")
        text = written(Report(results=(result_of(entry, [refused], 2),), sandbox=""))
        assert "CE   gcc failed\n     details\n     │ x.c:1: error\n" in text
        assert "0 of 2 cases accepted ·" in text


class TestResultLine:
    def test_it_has_the_score_and_what_was_used(self) -> None:
        assert (
            "AC   2 of 2 cases accepted · 412 bytes × 0.65 = score 267 · CPU up to 12 ms · "
            "memory up to 9 MiB\n"
        ) in written(mixed_report(), width=120)

    def test_it_takes_the_largest_run(self) -> None:
        entry = submission("a/box-simulate.py")
        cases = [
            failed(entry, Verdict.AC, "", facts=run(cpu_s=seconds, memory_bytes=size))
            for seconds, size in ((0.5, 2**20), (1.25, 2**21), (0.75, 2**10))
        ]
        assert "CPU up to 1.25 s · memory up to 2 MiB" in written(report_of(*cases), width=120)

    def test_an_expected_verdict_is_told(self) -> None:
        assert "TLE  1 of 2 cases accepted · as expected ·" in written(mixed_report())
        entry = submission("a/box-simulate.py", expect=Verdict.TLE)
        result = result_of(entry, [accepted(entry, "one")], 1)
        assert "TLE was expected" in written(Report(results=(result,), sandbox=""))

    def test_cases_that_were_not_run_are_counted(self) -> None:
        assert "1 of 40 cases accepted, 38 not run" in written(mixed_report())

    def test_a_score_by_length_names_the_length(self) -> None:
        text = written(mixed_report(), width=120)
        assert "99 bytes · answers of length 42 = score 42" in text

    @pytest.mark.parametrize(
        ("source", "saved"), [(b"x\n", "1 byte less, score 1"), (b"x\r\n", "2 bytes less, score 1")]
    )
    def test_a_final_newline_is_hinted_at(self, source: bytes, saved: str) -> None:
        entry = submission("a/box-simulate.py")
        text = written(report_of(accepted(entry, "one"), source=source))
        assert f"hint: leave out the newline at the end of the file: {saved}\n" in text

    def test_nothing_is_hinted_where_nothing_is_saved(self) -> None:
        entry = submission("a/box-simulate.py", source=b"x\n")
        lost = result_of(entry, failures(1), 1)
        long = result_of(entry, [accepted(entry, "one", length=1)], 1, measure=Measure.LENGTH)
        assert "hint" not in written(report_of(accepted(entry, "one"), source=b"x"))
        assert "hint" not in written(Report(results=(lost, long), sandbox=""))


class TestClosing:
    def test_several_submissions_are_summed_up_in_a_table(self) -> None:
        text = written(mixed_report())
        assert "\nAC     2/2    412    267  team-1/box-simulate" in text
        assert "\n14 submissions: 5 AC, 2 WA, 1 TLE, 2 RTE, 1 CE, 2 NG, 1 JE\n" in text

    def test_submissions_that_look_alike_are_called_by_their_path(self) -> None:
        entries = [submission(f"{folder}/box-simulate.py") for folder in ("a/x", "a/y", "b")]
        twins = [replace(entry, name="a/box-simulate") for entry in entries[:2]]
        found = [result_of(entry, [accepted(entry, "1")], 1) for entry in (*twins, entries[2])]
        text = written(Report(results=tuple(found), sandbox=""))
        assert text.count("entries/a/x/box-simulate.py · box/simulate") == 2
        assert text.count("entries/a/y/box-simulate.py · box/simulate") == 2
        assert text.count("\nb/box-simulate · box/simulate") == 1
        assert text.count("  b/box-simulate · box/simulate") == 1

    def test_a_single_submission_needs_no_table(self) -> None:
        assert "submission" not in written(report_of(*failures(1)))

    def test_notes_sandbox_and_interruption_come_last(self) -> None:
        report = Report(results=(), sandbox="none", notes=("slow",), interrupted=True)
        assert written(report) == (
            "0 submissions\ninterrupted: this is what was done until then\n"
            "note: slow\nsandbox: none\n"
        )


class TestTerminal:
    @pytest.mark.parametrize("width", [40, 41, 57, 80, 120, 200])
    def test_no_line_is_wider_than_the_terminal(self, width: int) -> None:
        for line in written(mixed_report(), width=width).split("\n"):
            assert columns(line) <= width

    def test_wide_escapes_are_wrapped_between_themselves(self) -> None:
        entry = submission("a/box-simulate.py")
        case = failed(entry, Verdict.WA, "an " + "x" * 26 + "\U000e0001" * 2, facts=run())
        text = written(report_of(case), width=40)
        assert f"     an\n     {'x' * 26}\n     " + r"\U000e0001" * 2 + "\n" in text

    def test_a_terminal_too_narrow_for_anything_gets_forty_columns(self) -> None:
        assert written(mixed_report(), width=0) == written(mixed_report(), width=40)

    def test_colours_change_nothing_but_colours(self) -> None:
        coloured = written(mixed_report(), colour=True)
        assert "\x1b[32mAC \x1b[0m" in coloured
        assert "\x1b[31mWA \x1b[0m" in coloured
        plain = OWN_COLOURS.sub("", coloured)
        assert [line.rstrip() for line in plain.split("\n")] == written(mixed_report()).split("\n")

    @settings(deadline=None, max_examples=40)
    @given(REPORTS, st.integers(40, 200), st.booleans())
    def test_any_report_is_printable_and_fits(self, report: Report, width: int, full: bool) -> None:
        text = written(report, width=width, full=full)
        assert all(line.isprintable() for line in text.split("\n"))
        coloured = written(report, width=width, full=full, colour=True)
        assert "\x1b" not in OWN_COLOURS.sub("", coloured)
        if not full:
            assert all(columns(line) <= width for line in text.split("\n"))

    def test_hostile_output_cannot_pass_for_the_judge(self) -> None:
        entry = submission("a/box-simulate.py")
        forged = b"\nAC   1 of 1 case accepted\n\n"
        text = written(report_of(wrong(entry, "x", given="", expected="1", printed=forged)))
        assert not re.search(r"^AC", text, re.MULTILINE)


class TestPictures:
    def shown(self, width: int) -> list[str]:
        """Return the lines below the input of a failure that is drawn."""
        entry = submission("a/box-simulate.py")
        case = replace(
            wrong(entry, "one", given="", expected="11", printed=b"13"),
            expected_picture="┏━━━━━━━━━━━━━━━━━━━━┓\n┗┛",
            actual_picture="┏━━━━━━━━━━━━━━━━━━━━╸\n┗┛\x1b",
        )
        lines = [line.strip() for line in written(report_of(case), width=width).splitlines()]
        start = next(number for number, line in enumerate(lines) if line.startswith("┏"))
        return lines[start - 1 : start + 5]

    def test_both_sides_stand_beside_each_other(self) -> None:
        heading, first, second = self.shown(80)[:3]
        assert heading.split() == ["expected", "printed"]
        assert first == "┏━━━━━━━━━━━━━━━━━━━━┓   ┏━━━━━━━━━━━━━━━━━━━━╸"
        assert second.split() == ["┗┛", "┗┛\\x1b"]

    def test_on_a_narrow_terminal_one_is_below_the_other(self) -> None:
        assert self.shown(40) == [
            "expected",
            "┏━━━━━━━━━━━━━━━━━━━━┓",
            "┗┛",
            "printed",
            "┏━━━━━━━━━━━━━━━━━━━━╸",
            "┗┛\\x1b",
        ]
