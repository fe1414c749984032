"""What is printed is decoded, compared and shown by one set of rules."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from judge.compare import (
    columns,
    count,
    decode,
    excerpt,
    first_column,
    first_difference,
    lines,
    lines_outcome,
    readable,
    spelt,
    text_outcome,
    visible,
    window,
)
from judge.models import Outcome

ANY_TEXT = st.text(st.characters(exclude_categories=()))
PRINTED = st.text("ab \t\r\n", max_size=12)
SHORT_LINES = st.lists(st.text("aA1 .:'\"\r\\n\u0301é５", max_size=8), max_size=4)


def reason(expected: str, output: bytes) -> str:
    outcome = text_outcome(expected, output)
    assert not outcome.accepted
    return outcome.reason


class TestDecoding:
    def test_plain_utf8_is_text(self) -> None:
        assert decode("┏ é\n".encode()) == "┏ é\n"

    def test_a_byte_order_mark_is_named(self) -> None:
        outcome = decode(b"\xef\xbb\xbf86\n")
        assert isinstance(outcome, Outcome)
        assert not outcome.accepted
        assert "byte order mark (BOM, EF BB BF)" in outcome.reason
        assert outcome.actual == "\ufeff86\n"

    @pytest.mark.parametrize(
        ("output", "said"),
        [
            (b"\xff!", 'line 1: the output is not UTF-8 (byte 1 is 0xff, near "\\xff!")'),
            (b"ok\nx\xe9y", "line 2: the output is not UTF-8 (byte 5 is 0xe9, near "),
            (b"cut \xe2\x94", "byte 5 is 0xe2"),
            (b"\xed\xa0\x80", "byte 1 is 0xed"),
            (b"\xff\xfe8\x006\x00", "it looks like UTF-16"),
            (b"\xfe\xff\x008\x006", "it looks like UTF-16"),
        ],
    )
    def test_what_is_not_utf8_is_wrong_and_shown_escaped(self, output: bytes, said: str) -> None:
        assert said in reason("86", output)

    def test_the_excerpt_near_a_bad_byte_is_cut_between_characters(self) -> None:
        near = reason("!", "━".encode() * 20 + b"\xff" + "━".encode() * 20)
        assert re.search(r'near "(━+\\xff━+)"', near)
        assert near.count("\\x") == 1

    @settings(deadline=None)
    @given(st.binary())
    def test_every_output_is_either_text_or_wrong(self, output: bytes) -> None:
        text = decode(output)
        if isinstance(text, str):
            assert text.encode() == output
        else:
            assert not text.accepted
            assert text.reason.isprintable()
            assert text.actual == readable(output)


class TestComparing:
    @pytest.mark.parametrize(
        ("expected", "output"),
        [
            ("8 5\n16\n", b"8 5  \n16"),
            ("8 5\n16", b"8 5\t\r\n16\r\n\r\n\n  \n"),
            ("", b"\n \n"),
            ("  @\n@", b"  @ \n@"),
            ("┏ ┓", "┏ ┓\n".encode()),
        ],
    )
    def test_blanks_at_line_ends_and_final_empty_lines_do_not_matter(
        self, expected: str, output: bytes
    ) -> None:
        assert text_outcome(expected, output).accepted

    @pytest.mark.parametrize(
        ("expected", "output"),
        [
            ("86\n83", b"86 83"),
            ("86\n83", b"8683"),
            ("86\n83", b"86\r83"),
            ("86\n83", b"86\r\r\n83"),
            ("86\n83", b"86\n\n83"),
            ("86\n83", b"\n86\n83"),
            ("86", b" 86"),
            ("86", b"86\x0c"),
            ("86", b"86\x00"),
            ("86", b"86\x1b[0m"),
            ("86", b"86\xc2\xa0"),
            ("!", b"!\n...."),
            ("1: |||", b"1:|||"),
            ("a\nb", "a\u2028b".encode()),
            ("a\nb", b"a\x0bb"),
            ("  @\n@", b"@\n@"),
            (" ", b"x"),
        ],
    )
    def test_nothing_else_is_forgiven(self, expected: str, output: bytes) -> None:
        assert reason(expected, output)

    @settings(deadline=None)
    @given(PRINTED, PRINTED)
    def test_texts_are_equal_as_a_second_definition_has_it(self, one: str, other: str) -> None:
        def normal(text: str) -> str:
            return re.sub(r"[ \t]+(?=\r?\n|\Z)|\r(?=\n)", "", text).rstrip("\n")

        assert text_outcome(one, other.encode()).accepted is (normal(one) == normal(other))

    @settings(deadline=None)
    @given(st.text())
    def test_a_text_equals_itself(self, text: str) -> None:
        assume(not text.startswith("\ufeff"))
        assert text_outcome(text, text.encode()).accepted

    def test_a_wrong_answer_keeps_both_sides(self) -> None:
        outcome = text_outcome("86\n83\n", b"86\n38 \n")
        assert outcome.expected == "86\n83"
        assert outcome.actual == "86\n38 \n"

    def test_lines_keep_leading_blanks_and_inner_empty_lines(self) -> None:
        assert lines("  a \n\n b\t\r\n\n") == ["  a", "", " b"]


class TestFirstDifference:
    @pytest.mark.parametrize(
        ("expected", "output", "said"),
        [
            ("86", b"", 'printed nothing, expected "86"'),
            ("86", b" \n\n", 'printed only blanks, expected "86"'),
            ("86\n83", b"86\n38", 'line 2: expected "83", printed "38"'),
            ("!", b"!\n....", 'line 2: more output than expected (1 line): "...."'),
            ("", b"x", 'line 1: more output than expected (0 lines): "x"'),
            (
                "a\nb\nc",
                b"a\nb",
                'the output ends after 2 lines, expected 3: line 3 should be "c"',
            ),
        ],
    )
    def test_the_sentence_names_line_and_both_sides(
        self, expected: str, output: bytes, said: str
    ) -> None:
        assert reason(expected, output) == said

    @pytest.mark.parametrize(
        ("expected", "output", "remark"),
        [
            ("True", "true", "only the letter case differs"),
            ("8 5", "8  5", "only blanks differ"),
            ("8 5", "8\t5", "only blanks differ"),
            (" x", "x", "only blanks differ"),
            ("86\n83", "\n86\n83", "only empty lines differ"),
            ("86\n83", "86\n\n83\n", "only empty lines differ"),
            ("86\n83", "86\r83\r", "a lone carriage return \\r is no line end; print \\n"),
            ("86\n83", "86\r\r\n83\r\r\n", "a lone carriage return \\r is no line end; print \\n"),
            ("86", "86\r", "a lone carriage return \\r is no line end; print \\n"),
            ("86\n83", "8683", "right but for where the lines end"),
            ("86\n83", "8\n683", "right but for where the lines end"),
            ("86\n83", "86 83", "right but for blanks and line ends"),
            ("86\n83", "86\\n83", "a backslash and an n are printed where a line should end"),
            ("86\n83", "83\n86", "the right lines in another order"),
            ("86", '"86"', "right but for the quotes around it"),
            ("..@", "b'..@'", "right but for the quotes around it"),
            ("5", "Answer: 5", "the expected text stands among other words; print it alone"),
            ("5", "> 5", "the expected text stands among other words; print it alone"),
            ("5", "5 loops", "the expected text stands among other words; print it alone"),
            ("5", "There are 5 loops", "the expected text stands among other words"),
            ("é", "e\u0301", "only Unicode's normal form differs"),
            ("5", "５", "U+0035 DIGIT FIVE is expected, printed is U+FF15 FULLWIDTH DIGIT FIVE"),
            ("o", "о", "U+006F LATIN SMALL LETTER O is expected, printed is U+043E CYRILLIC"),
            ("-", "−", "U+002D HYPHEN-MINUS is expected, printed is U+2212 MINUS SIGN"),
            ("┏", "┌", "U+250F BOX DRAWINGS HEAVY DOWN AND RIGHT is expected, printed is U+250C"),
            ("a b", "a\u00a0b", "U+0020 SPACE is expected, printed is U+00A0 NO-BREAK SPACE"),
            ("86", "86\u200b", "U+200B ZERO WIDTH SPACE is too much"),
            ("\\x1b", "\x1b", "U+005C REVERSE SOLIDUS is expected, printed is U+001B control"),
        ],
    )
    def test_a_telling_difference_is_remarked_on(
        self, expected: str, output: str, remark: str
    ) -> None:
        said = reason(expected, output.encode())
        assert f"({remark}" in said
        assert said.endswith(")")

    @pytest.mark.parametrize(
        ("expected", "output"),
        [
            ("5", "15"),
            ("5", "-5"),
            ("5", "5.0"),
            ("┏", "┓"),
            ("┏", "┏┃"),
            ("..@", ".@."),
            ("86", "38"),
        ],
    )
    def test_a_plainly_wrong_answer_gets_no_remark(self, expected: str, output: str) -> None:
        assert "(" not in reason(expected, output.encode())

    def test_the_column_is_told_where_it_is_far_out(self) -> None:
        said = reason("." * 200 + "o" + "." * 50, b"." * 200 + b"x" + b"." * 50)
        assert said.startswith('line 1, column 201: expected "…')
        assert re.search(r'expected "…\.+o\.+…", printed "…\.+x\.+…"$', said)

    @pytest.mark.parametrize(
        "output",
        [
            b"\x1b" * 2**20,
            b"\n" * 2**20 + b"x",
            "\u0301\u0327".encode() * 2**18,
            b"86 " * 2**18,
            b"\xff" * 2**20,
            b"86" + b" " * 2**20 + b"x",
        ],
        ids=["escapes", "lines", "marks", "words", "bytes", "blanks"],
    )
    def test_huge_outputs_get_a_short_sentence(self, output: bytes) -> None:
        said = reason("86\n83", output)
        assert len(said) < 300
        assert said.isprintable()

    @settings(deadline=None)
    @given(SHORT_LINES, SHORT_LINES)
    def test_any_two_different_texts_have_a_printable_sentence(
        self, expected: list[str], printed: list[str]
    ) -> None:
        assume(expected != printed and (expected or printed))
        said = first_difference(expected, printed)
        assert said
        assert "\n" not in said
        assert visible(said) == said

    @settings(deadline=None)
    @given(st.text("ab", max_size=9), st.text("ab", max_size=9))
    def test_the_first_column_is_the_first_that_differs(self, one: str, other: str) -> None:
        pairs = zip(one, other, strict=False)
        differing = [index for index, (a, b) in enumerate(pairs) if a != b]
        assert first_column(one, other) == min([*differing, len(one), len(other)])

    def test_a_blank_last_row_is_not_silence(self) -> None:
        assert lines_outcome(["╋", ""], ["╋", ""], actual="╋\n \n").accepted
        silent = lines_outcome(["", ""], [], actual="")
        assert silent.reason == 'printed nothing, expected ""'


class TestShowing:
    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            ("plain ┏ é 日本", "plain ┏ é 日本"),
            ("\x1b[2J", "\\x1b[2J"),
            ("a\x00b\x7f\x85", "a\\x00b\\x7f\\x85"),
            ("a\tb\rc", "a\\tb\\rc"),
            ("\u202eabc\u200d\ufeff", "\\u202eabc\\u200d\\ufeff"),
            ("\ud800\udce9", "\\ud800\\udce9"),
            ("a\u00a0b\u2028c\u2029", "a\\xa0b\\u2028c\\u2029"),
            ("\U000e0041\uffff\ufe0f\u3164", "\\U000e0041\\uffff\\ufe0f\\u3164"),
            ("e\u0301", "e\u0301"),
            ("\u0301e \u0301", "\\u0301e \\u0301"),
            ("a\nb", "a\nb"),
        ],
    )
    def test_what_would_not_be_seen_is_spelt_out(self, text: str, shown: str) -> None:
        assert visible(text) == shown

    def test_newlines_can_be_spelt_out_too(self) -> None:
        assert visible("a\nb", keep_newlines=False) == "a\\nb"

    def test_marks_do_not_pile_up(self) -> None:
        assert visible("e" + "\u0301" * 9) == "e" + "\u0301" * 4 + "\\u0301" * 5

    def test_a_mark_never_joins_the_line_before(self) -> None:
        assert visible("a\n\u0301") == "a\n\\u0301"

    @settings(deadline=None)
    @given(ANY_TEXT)
    def test_everything_shown_is_printable_and_unicode(self, text: str) -> None:
        shown = visible(text)
        assert all(line.isprintable() for line in shown.split("\n"))
        assert shown.encode().decode() == shown
        assert visible(shown) == shown
        assert visible(text, keep_newlines=False).isprintable()

    @settings(deadline=None)
    @given(st.binary())
    def test_any_bytes_can_be_shown(self, output: bytes) -> None:
        shown = visible(readable(output))
        assert all(line.isprintable() for line in shown.split("\n"))

    @settings(deadline=None)
    @given(ANY_TEXT)
    def test_each_character_is_spelt_by_itself(self, text: str) -> None:
        assert len(spelt(text)) == len(text)
        assert "".join(spelt(text)) == visible(text, keep_newlines=False)


class TestExcerpts:
    def test_a_short_line_is_shown_whole(self) -> None:
        assert excerpt("." * 60) == "." * 60

    def test_a_long_line_is_cut_on_both_sides(self) -> None:
        assert excerpt("a" * 50 + "b" + "a" * 50, 11, around=50) == "…aaaabaaaa…"

    def test_the_end_of_a_line_takes_the_room_that_is_left(self) -> None:
        assert excerpt("abcdefghij", 7, around=9) == "…fghij"

    def test_no_escape_is_cut(self) -> None:
        assert excerpt("\x1b" * 40, 11) == "\\x1b\\x1b…"

    def test_wide_characters_count_twice(self) -> None:
        assert columns("日本") == 4
        assert excerpt("日本語日本語", 8) == "日本語…"

    def test_a_place_behind_the_end_is_the_end(self) -> None:
        assert window("abc", 10, around=99) == ("abc", 3)

    @settings(deadline=None)
    @given(ANY_TEXT, st.integers(24, 80), st.integers(0, 200))
    def test_a_window_fits_into_its_columns(self, text: str, limit: int, around: int) -> None:
        shown, column = window(text, limit, around)
        assert columns(shown) <= limit
        assert column <= columns(shown)
        assert shown.isprintable()

    @settings(deadline=None)
    @given(st.text(alphabet="a日\x1b", max_size=99), st.text("a日\x1b", max_size=99))
    def test_a_window_shows_the_place_at_the_column_it_says(self, before: str, after: str) -> None:
        shown, column = window(f"{before}*{after}", 24, around=len(before))
        assert columns(shown[: shown.index("*")]) == column


@pytest.mark.parametrize(("number", "said"), [(0, "0 lines"), (1, "1 line"), (2, "2 lines")])
def test_counts_are_said_in_words(number: int, said: str) -> None:
    assert count(number, "line") == said
