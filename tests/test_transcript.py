"""Sessions as transcripts: reading, replaying, comparing and the words for a difference."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar

import pytest

from judge.errors import CaseError
from judge.models import Form, Outcome, Value
from judge.puzzle import Output
from judge.transcript import (
    Call,
    Manner,
    RefusedError,
    Transcript,
    TranscriptTask,
    parsed,
    printed_lines,
)


class Shelf(TranscriptTask[tuple[str, ...]]):
    """A shelf of rows for these tests: rows are texts, an empty one is a blank line."""

    name = "shelf"
    title = "a shelf"
    manners: ClassVar[Mapping[str, Manner]] = {
        "Shelf": Manner.CONSTRUCTOR,
        "put": Manner.MUTATOR,
        "show": Manner.TEXT,
        "bare": Manner.BOOLEAN,
    }

    def construct(self, call: Call) -> tuple[str, ...]:
        if "bad" in call.arguments:
            raise RefusedError("bad shelf")
        return tuple(map(str, call.arguments)) or ("",)

    def mutate(self, state: tuple[str, ...], call: Call) -> tuple[str, ...]:
        if not call.arguments:
            raise call.fault("put takes a row")
        return self.construct(call) + state

    def answer(self, state: tuple[str, ...], call: Call) -> str | bool:
        return not any(state) if call.name == "bare" else "\n".join(state)

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        return {"session": "> Shelf\n> show"}


TASK = Shelf()


def read(*lines: str) -> Transcript:
    return TASK.read({"session": "\n".join(lines)})


def outcome(problem: Transcript, printed: str | bytes) -> Outcome:
    data = printed if isinstance(printed, bytes) else printed.encode()
    return TASK.check(problem, Output(stdout=data), None)


def fault(*lines: str) -> CaseError:
    with pytest.raises(CaseError) as caught:
        read(*lines)
    assert caught.value.key == "session"
    return caught.value


SESSION = read(
    '> Shelf "a" "b"',
    "> show",
    "a",
    "b",
    '> put "bad"',
    "AssertionError: bad shelf",
    "> bare",
    "false",
    '> put "c"',
    "> show",
    "c",
    "a",
    "b",
)
PRINTED = "a\nb\nAssertionError: bad shelf\nfalse\nc\na\nb\n"


def test_a_call_is_a_name_and_typed_arguments() -> None:
    (call,) = parsed('> put 3 -1 1.0 1e2 0.5 true false null "drie" "3" "\\u00e9"')
    assert call.name == "put"
    assert call.text == 'put 3 -1 1.0 1e2 0.5 true false null "drie" "3" "\\u00e9"'
    expected = (3, -1, 1.0, 100.0, 0.5, True, False, None, "drie", "3", "é")
    assert call.arguments == expected
    assert list(map(type, call.arguments)) == list(map(type, expected))


def test_what_stands_below_a_call_is_its_reply() -> None:
    first, second = parsed("> Shelf\n> show  \nx  \n\n y\t")
    assert (first.offset, first.written) == (0, ())
    assert (second.offset, second.text, second.written) == (1, "show", ("x", "", " y"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (">", "single spaces"),
        ("> ", "single spaces"),
        (">show", "single spaces"),
        (">  show", "single spaces"),
        ("> put  1", "single spaces"),
        ("> put drie", '"drie" is not a JSON scalar'),
        ("> put [1]", "not a JSON scalar"),
        ("> put {}", "not a JSON scalar"),
        ("> put 01", "not a JSON scalar"),
        ("> put +1", "not a JSON scalar"),
        ("> put .5", "not a JSON scalar"),
        ("> put True", "not a JSON scalar"),
        ("> put NaN", "not a JSON scalar"),
        ("> put -Infinity", "not a JSON scalar"),
        ("> put 1e999", "not a JSON scalar"),
        ('> put "a b"', '""a" is not a JSON scalar'),
        ("> put \t1", "not a JSON scalar"),
        ("> put " + "9" * 5000, "not a JSON scalar"),
        ("> put " + "[" * 5000, "not a JSON scalar"),
        ("> shw", 'no call "shw" here; did you mean show?'),
        ("> zzz", "there are Shelf, put, show, bare"),
        ("> put", "put takes a row"),
    ],
)
def test_a_faulty_call_is_refused_with_its_line(line: str, said: str) -> None:
    error = fault("> Shelf", "> show", "", line)
    assert said in error.message
    assert error.offset == 3


def test_a_session_begins_with_a_call() -> None:
    error = fault("", "Shelf 1", "> show")
    assert error.offset == 1
    assert '"> Shelf 1"' in error.message
    assert "at least one call" in fault("", "  ").message


def test_a_query_needs_an_object() -> None:
    error = fault("> bare")
    assert error.offset == 0
    assert "begin with Shelf" in error.message


def test_an_object_that_was_refused_is_none() -> None:
    assert "no object yet" in fault('> Shelf "bad"', "> show").message


def test_a_refused_call_changes_nothing() -> None:
    calls = parsed('> Shelf "a"\n> Shelf "bad"\n> put "bad"\n> show')
    refused = ("AssertionError: bad shelf",)
    assert TASK.replay(calls) == ((), refused, refused, ("a",))


def test_the_input_is_the_calls_one_a_line() -> None:
    assert TASK.stdin(SESSION) == b'Shelf "a" "b"\nshow\nput "bad"\nbare\nput "c"\nshow\n'


def test_replies_that_are_all_left_out_are_computed() -> None:
    left_out = read('> Shelf "a" "b"', "> show", '> put "bad"', "> bare", '> put "c"', "> show")
    assert left_out.expected == SESSION.expected
    assert outcome(left_out, PRINTED).accepted
    assert not outcome(left_out, "").accepted


def test_one_reply_that_is_left_out_among_others_is_refused() -> None:
    error = fault('> Shelf "a"', "> show", "> show", "a")
    assert error.offset == 1
    assert 'the reply of "> show" is missing' in error.message


def test_the_written_replies_are_right() -> None:
    assert list(TASK.lint(SESSION)) == []


def test_a_wrong_reply_in_a_case_is_found_by_the_lint_and_still_decides() -> None:
    problem = read('> Shelf "a"', "> show", "x", "> bare", "true")
    first, second = TASK.lint(problem)
    assert first.message == 'line 2: by the rules "> show" prints "a", not "x"'
    assert second.message == 'line 4: by the rules "> bare" prints "false", not "true"'
    assert first.key == "session"
    assert outcome(problem, "x\ntrue\n").accepted
    assert not outcome(problem, "a\nfalse\n").accepted


def test_a_reply_below_a_call_that_prints_nothing_is_found_by_the_lint() -> None:
    (complaint,) = TASK.lint(read('> Shelf "a"', "x", "> show", "a"))
    assert complaint.message.endswith('prints nothing, not "x"')


def test_a_missing_refusal_is_found_by_the_lint() -> None:
    (complaint,) = TASK.lint(read('> Shelf "a"', '> put "bad"', "> show", "a"))
    assert complaint.message.endswith('prints "AssertionError: bad shelf", not nothing')


def test_a_session_that_prints_nothing_is_found_by_the_lint() -> None:
    (complaint,) = TASK.lint(read("> Shelf", '> put "a"'))
    assert "prints anything" in complaint.message


def test_the_right_lines_are_accepted() -> None:
    assert outcome(SESSION, PRINTED) == Outcome(accepted=True)


@pytest.mark.parametrize(
    "printed",
    [
        PRINTED.removesuffix("\n"),
        PRINTED + "\n\n  \n",
        PRINTED.replace("\n", "  \t\n"),
        PRINTED.replace("\n", "\r\n"),
    ],
)
def test_trailing_blanks_and_final_empty_lines_never_decide(printed: str) -> None:
    assert outcome(SESSION, printed).accepted


@pytest.mark.parametrize("word", ["false", "False", "FALSE", "fALSE"])
def test_a_boolean_may_be_printed_in_any_letter_case(word: str) -> None:
    assert outcome(SESSION, PRINTED.replace("false", word)).accepted


@pytest.mark.parametrize("word", ["0", "no", "true", '"false"', "false.", " false", "ſalse"])
def test_a_boolean_is_printed_as_true_or_false(word: str) -> None:
    assert not outcome(SESSION, PRINTED.replace("false", word)).accepted


def test_letter_case_counts_in_everything_else() -> None:
    assert not outcome(SESSION, PRINTED.replace("AssertionError", "assertionerror")).accepted
    assert not outcome(SESSION, PRINTED.replace("c\n", "C\n")).accepted
    shown = read('> Shelf "true"', "> show")
    assert not outcome(shown, "True\n").accepted


def test_a_boolean_may_be_written_in_any_letter_case() -> None:
    problem = read("> Shelf", "> bare", "TRUE")
    assert list(TASK.lint(problem)) == []
    assert outcome(problem, "True\n").accepted


def test_leading_blanks_count() -> None:
    assert not outcome(SESSION, " " + PRINTED).accepted


def test_blank_rows_are_content() -> None:
    problem = read('> Shelf "" "" "x" "" ""', "> show", "", "", "x", "", "", "> bare", "false")
    assert problem.expected == ["", "", "x", "", "", "false"]
    assert outcome(problem, "\n\nx\n\n\nfalse\n").accepted
    assert not outcome(problem, "\nx\n\n\nfalse\n").accepted
    assert not outcome(problem, "\n\nx\n\nfalse\n").accepted


def test_blank_rows_at_the_end_must_be_printed_but_need_not_be_written() -> None:
    for written in (["x"], ["x", ""], ["x", "", ""], ["x", "", "", "", ""]):
        problem = read('> Shelf "x" "" ""', "> show", *written)
        assert list(TASK.lint(problem)) == []
        assert outcome(problem, "x\n\n\n").accepted
        assert outcome(problem, "x\n \n ").accepted
        assert not outcome(problem, "x\n").accepted
        assert not outcome(problem, "x\n\n").accepted


def test_a_program_that_prints_nothing_fails_where_all_lines_are_blank() -> None:
    problem = read("> Shelf", "> show")
    assert problem.expected == [""]
    assert outcome(problem, "\n").accepted
    assert outcome(problem, "  ").accepted
    assert outcome(problem, "").reason.endswith(
        '"> show" should print "", but the output ends here'
    )


@pytest.mark.parametrize(
    ("text", "wanted", "lines"),
    [
        ("", 0, []),
        ("", 3, []),
        ("\n", 0, []),
        ("\n", 3, [""]),
        ("a", 1, ["a"]),
        ("a\n", 1, ["a"]),
        ("a\n\n\n", 2, ["a", ""]),
        ("a\n\n\nb", 1, ["a", "", "", "b"]),
        ("a\r\nb\rc", 2, ["a", "b\rc"]),
    ],
)
def test_lines_are_counted_up_to_those_that_are_wanted(
    text: str, wanted: int, lines: list[str]
) -> None:
    assert printed_lines(text, wanted) == lines


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        (
            PRINTED.replace("c\na", "c\nx"),
            'call 6, after "> put "c"": "> show" should print in line 2 of 3 "a", printed "x"',
        ),
        (
            PRINTED.replace("false", "true"),
            'call 4, after "> put "bad"": "> bare" should print "false", printed "true"',
        ),
        (
            PRINTED.replace("AssertionError: bad shelf\n", ""),
            'call 3, after "> Shelf "a" "b"": "> put "bad"" should print '
            '"AssertionError: bad shelf", printed "false"',
        ),
        (
            "a\nb\n",
            'call 3, after "> Shelf "a" "b"": "> put "bad"" should print '
            '"AssertionError: bad shelf", but the output ends here',
        ),
        (
            "",
            'call 2, after "> Shelf "a" "b"": "> show" should print in line 1 of 2 "a", '
            "but the output ends here",
        ),
        (
            PRINTED + "\nmore\x1b\n",
            'after the last call: more output than expected (7 lines): "more\\x1b"',
        ),
        (
            PRINTED + "more\x1b\n",
            'after the last call: more output than expected (7 lines): "more\\x1b"',
        ),
        (
            "a\nb\nSessionError: it must be itself\n",
            "it must be itself",
        ),
        (
            PRINTED + "SessionError: it must be itself\n",
            "it must be itself",
        ),
    ],
)
def test_the_reason_names_the_call_whose_reply_is_wrong(printed: str, reason: str) -> None:
    found = outcome(SESSION, printed)
    assert not found.accepted
    assert found.reason == reason
    assert found.actual == printed
    assert found.expected == PRINTED.removesuffix("\n")


def test_a_long_line_is_cut_around_its_first_difference() -> None:
    row = "x" * 500
    problem = read(f'> Shelf "{row}"', "> show")
    reason = outcome(problem, row[:250] + "y" + row[251:] + "\n").reason
    assert "xyx" in reason
    assert len(reason) < 300


def test_output_that_is_no_text_is_wrong() -> None:
    assert "not UTF-8" in outcome(SESSION, b"a\nb\n\xff\xfe!\n").reason
    assert "byte order mark" in outcome(SESSION, b"\xef\xbb\xbfa\n").reason


def test_numbers_with_a_zero_fraction_are_not_for_javascript_classes() -> None:
    whole, half = read("> Shelf 1 true 0.5 null", "> show"), read("> Shelf 1.0", "> show")
    assert TASK.applies(whole, "javascript", Form.CLASS)
    assert not TASK.applies(half, "javascript", Form.CLASS)
    assert TASK.applies(half, "javascript", Form.PROGRAM)
    assert TASK.applies(half, "python", Form.CLASS)
