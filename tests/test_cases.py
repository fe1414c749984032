"""Suites from case files: values as written, ids, limits, drawn cases, and every refusal."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.cases import LoadedSuite, case_files, load_suite, source, tree
from judge.errors import CaseError, PluginError, UsageError
from judge.models import Case, Limits, Outcome, Suite, TaskId, Value
from judge.puzzle import (
    Complaint,
    Field,
    Kind,
    Output,
    PackagePath,
    Puzzle,
    Role,
    Task,
)

README = Path(__file__).parents[1] / "cases" / "README.md"
REFUSED = Path(__file__).parent / "data" / "cases" / "refused"
NOWHERE = PackagePath(package="judge", path="cases")
HEAD = "puzzle: box\ntask: simulate\n"

LOADERS = [
    pytest.param(
        getattr(yaml, "CSafeLoader", None),
        id="parser-in-c",
        marks=pytest.mark.skipif(
            not yaml.__with_libyaml__,
            reason="PyYAML was built without libyaml (Debian: libyaml-dev, then reinstall it)",
        ),
    ),
    pytest.param(yaml.SafeLoader, id="parser-in-python"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """What the made-up task makes of a case."""

    values: Mapping[str, Value]


class Simulate(Task[Position]):
    """A task with a key of every kind, that refuses, crashes and complains on demand."""

    name = "simulate"
    title = "a made-up task"
    fields = (
        Field(name="box", kind=Kind.LINE, about="the cells"),
        Field(name="moves", kind=Kind.LINE, about="the moves", may_be_empty=True),
        Field(name="grid", kind=Kind.BLOCK, about="the rows", required=False),
        Field(name="depth", kind=Kind.INTEGER, about="a number", required=False),
        Field(name="heaps", kind=Kind.INTEGERS, about="numbers", required=False),
        Field(name="solvable", kind=Kind.BOOLEAN, about="yes or no", required=False),
        Field(
            name="open",
            kind=Kind.CHOICE,
            about="yes or no",
            required=False,
            choices=("True", "False"),
        ),
        Field(name="expect", kind=Kind.LINE, about="the end", role=Role.ANSWER, required=False),
    )
    options = (
        Field(name="size", kind=Kind.INTEGER, about="size", role=Role.OPTION, required=False),
    )

    def read(self, values: Mapping[str, Value]) -> Position:
        box = values["box"]
        if box == "bad":
            raise CaseError("a box has 29 cells, not 3; write all of them", key="box")
        if box == "odd":
            raise CaseError("no such box can be; change it")
        if box == "crash":
            raise ZeroDivisionError("division by zero")
        for number, row in enumerate(str(values.get("grid", "")).split("\n")):
            if "x" in row:
                raise CaseError("a row has digits only, not x", key="grid", offset=number)
        return Position(values=dict(values))

    def stdin(self, problem: Position) -> bytes:
        return b""

    def check(self, problem: Position, output: Output, claim: str | None) -> Outcome:
        return Outcome(accepted=True)

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        size = options.get("size", 5)
        if size == 12:
            raise CaseError("at most 9", key="size")
        if size == 7:
            raise LookupError("seven")
        return {"box": str(random.randrange(10**6)), "moves": ""}

    def lint(self, problem: Position) -> Iterable[Complaint]:
        if problem.values["box"] == "lint":
            yield Complaint(message="the rules say ., not !", key="expect")
            yield Complaint(message="this box is ugly")
        if problem.values["box"] == "lint-crash":
            raise RuntimeError("lint")


PUZZLES = {
    "box": Puzzle(
        name="box", title="made up", tasks=(Simulate(),), cases=NOWHERE, references=NOWHERE
    )
}


def loaded(tmp_path: Path, content: str | bytes, **options: Any) -> LoadedSuite:
    """Load a file of that content."""
    path = tmp_path / "suite.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return load_suite(path, path.name, PUZZLES, **options)


def accepted(tmp_path: Path, content: str | bytes, **options: Any) -> Suite:
    """Load a file that has to be free of faults."""
    result = loaded(tmp_path, content, **options)
    assert [str(error) for error in result.errors] == []
    assert result.suite is not None
    return result.suite


def only_case(tmp_path: Path, keys: str) -> Case:
    """Load a suite of one case with a box, no moves and these further lines."""
    text = f'{HEAD}cases:\n  - id: one\n    box: b\n    moves: ""\n'
    lines = "".join(f"    {line}\n" for line in keys.split("\n"))
    return accepted(tmp_path, text + lines).cases[0]


def messages(result: LoadedSuite) -> list[str]:
    return [error.message for error in result.errors]


@pytest.fixture(params=LOADERS)
def _each_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "LOADER", request.param)


# ---- refusals: the whole message for every file in data/cases/refused ----


@pytest.mark.usefixtures("_each_parser")
@pytest.mark.parametrize("path", sorted(REFUSED.glob("*.yaml")), ids=lambda path: path.stem)
def test_each_faulty_file_is_refused_with_its_place_and_remedy(path: Path) -> None:
    result = load_suite(path, path.name, PUZZLES)
    assert result.suite is None
    text = "".join(f"{error}\n" for error in result.errors)
    golden = path.with_suffix(".txt").read_text(encoding="utf-8")
    assert text.replace(f"{REFUSED}{os.sep}", "").replace(f"({__name__}.", "(") == golden


@pytest.mark.usefixtures("_each_parser")
@pytest.mark.parametrize("opening", ["[", "- ", "{a: ", "? "])
def test_nesting_a_hundred_thousand_deep_is_refused(tmp_path: Path, opening: str) -> None:
    result = loaded(tmp_path, HEAD + "cases:\n  " + opening * 100_000)
    (error,) = result.errors
    assert "deep in one another" in error.message
    assert error.line == 4


def test_a_file_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "MOST_BYTES", 2**10)
    (message,) = messages(loaded(tmp_path, HEAD + "#" * 2**10))
    assert message.startswith("the file is larger than 1 KiB")


def test_a_path_that_is_no_readable_file_is_an_error_of_its_suite(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    for name, said in [
        ("", "no regular file"),
        ("pipe.yaml", "no regular file"),
        ("no", "No such"),
    ]:
        result = load_suite(tmp_path / name, name, PUZZLES)
        assert said in result.errors[0].message
        assert str(result.errors[0]).startswith(f"{tmp_path / name}: ")


def test_a_faulty_file_spoils_no_other(tmp_path: Path) -> None:
    good = f'{HEAD}cases:\n  - {{id: a, box: b, moves: ""}}\n'
    for name, content in [("a.yaml", good), ("b.yaml", "moves: |\n\x00"), ("c.yaml", good)]:
        (tmp_path / name).write_text(content)
    results = [load_suite(path, name, PUZZLES) for name, path in case_files(tmp_path)]
    assert [result.suite is not None for result in results] == [True, False, True]


def test_a_suite_with_any_fault_has_no_case(tmp_path: Path) -> None:
    result = loaded(tmp_path, f'{HEAD}cases:\n  - {{id: a, box: b, moves: ""}}\n  - {{id: b}}\n')
    assert result.suite is None
    assert messages(result) == [
        "this case has no box (the cells); add it",
        "this case has no moves (the moves); add it",
    ]


def test_a_plugin_that_fails_is_named_and_its_traceback_kept(tmp_path: Path) -> None:
    (error,) = loaded(tmp_path, f"{HEAD}cases: [{{id: a, box: crash, moves: x}}]\n").errors
    assert f"{__name__}.Simulate" in error.message
    assert isinstance(error.__cause__, PluginError)
    assert isinstance(error.__cause__.__cause__, ZeroDivisionError)


def test_the_key_and_the_row_that_a_plugin_refuses_are_kept(tmp_path: Path) -> None:
    text = (
        f"{HEAD}cases:\n  - id: a\n    box: b\n    moves: x\n    grid: |2\n        13\n      x3\n"
    )
    (error,) = loaded(tmp_path, text).errors
    assert (error.key, error.offset) == ("grid", 1)
    assert (error.line, error.column, error.excerpt) == (9, 7, "      x3")


def test_a_row_of_a_quoted_block_is_shown_where_the_quote_begins(tmp_path: Path) -> None:
    text = f'{HEAD}cases:\n  - id: a\n    box: b\n    moves: x\n    grid: "13\\nx3"\n'
    (error,) = loaded(tmp_path, text).errors
    assert (error.line, error.column) == (7, 11)


# ---- values ----


@pytest.mark.usefixtures("_each_parser")
@pytest.mark.parametrize(
    "written",
    [
        *("NO", "on", "yes", "true", "~", "null", "012", "08", "0x1F", "0o7", "1E5", "1_000", "-1"),
        *("12:30", "2024-01-01", ".nan", "-.inf", "=", "+", "a#b", "a:b"),
    ],
)
def test_what_yaml_would_give_a_type_stays_text(tmp_path: Path, written: str) -> None:
    assert only_case(tmp_path, f"expect: {written}").values["expect"] == written


def _double_quoted(text: str) -> str:
    plain = {'"': '\\"', "\\": "\\\\"}
    return (
        '"'
        + "".join(plain.get(c) or (c if c.isprintable() else f"\\U{ord(c):08x}") for c in text)
        + '"'
    )


def _single_quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


_PRINTABLE = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Cn", "Co", "Zl", "Zp"]))


@pytest.mark.parametrize("loader", LOADERS)
@settings(max_examples=60, deadline=None)
@given(text=st.text(st.characters(exclude_categories=["Cs"])), row=_PRINTABLE)
def test_any_quoted_text_arrives_as_written(
    tmp_path_factory: pytest.TempPathFactory, loader: Any, text: str, row: str
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree, "LOADER", loader)
        folder = tmp_path_factory.mktemp("quoted")
        keys = f"stdin: {_double_quoted(text)}\n    stdout: {_single_quoted(row)}"
        suite = accepted(folder, f"{HEAD}cases:\n  - id: a\n    {keys}\n")
    assert (suite.cases[0].raw_stdin, suite.cases[0].raw_stdout) == (text, row)


@pytest.mark.parametrize("loader", LOADERS)
@settings(max_examples=60, deadline=None)
@given(rows=st.lists(_PRINTABLE, min_size=1, max_size=5).filter(any))
def test_any_rows_of_an_indented_block_arrive_as_written(
    tmp_path_factory: pytest.TempPathFactory, loader: Any, rows: list[str]
) -> None:
    block = "".join(f"      {row}\n" for row in rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree, "LOADER", loader)
        folder = tmp_path_factory.mktemp("block")
        suite = accepted(folder, f"{HEAD}cases:\n  - id: a\n    stdin: |2+\n{block}    stdout: x\n")
    assert suite.cases[0].raw_stdin == "".join(f"{row}\n" for row in rows)


@pytest.mark.parametrize("written", ["true", "True", "TRUE", '"true"', "'tRuE'", "true # so"])
def test_true_is_a_boolean_in_any_letter_case(tmp_path: Path, written: str) -> None:
    assert only_case(tmp_path, f"solvable: {written}").values["solvable"] is True


@pytest.mark.parametrize("written", ["false", "False", '"FALSE"'])
def test_a_choice_is_known_in_any_letter_case(tmp_path: Path, written: str) -> None:
    assert only_case(tmp_path, f"open: {written}").values["open"] == "False"


@pytest.mark.parametrize(
    ("written", "number"), [("12", 12), ('"12"', 12), ("-3", -3), ("0", 0), ("7 # heaps", 7)]
)
def test_a_number_may_be_quoted_and_remarked(tmp_path: Path, written: str, number: int) -> None:
    assert only_case(tmp_path, f"depth: {written}").values["depth"] == number


def test_a_number_of_640_digits_is_read(tmp_path: Path) -> None:
    assert only_case(tmp_path, f"depth: {'9' * 640}").values["depth"] == 10**640 - 1


@pytest.mark.parametrize(
    "written", ["[3, 4, 5]", '"3 4 5"', "3 4  5", '\n      - 3\n      - "4"\n      - 5']
)
def test_numbers_are_a_list_or_text_with_blanks(tmp_path: Path, written: str) -> None:
    assert only_case(tmp_path, f"heaps: {written}").values["heaps"] == (3, 4, 5)


def test_a_block_keeps_its_blanks_but_not_its_last_line_end(tmp_path: Path) -> None:
    case = only_case(tmp_path, "grid: |2\n   ab  \n\n  c ")
    assert case.values["grid"] == " ab  \n\nc "


def test_a_quoted_block_loses_one_last_line_end(tmp_path: Path) -> None:
    assert only_case(tmp_path, r'grid: "13\n13\n"').values["grid"] == "13\n13"


def test_a_line_may_be_a_block_of_one_line(tmp_path: Path) -> None:
    assert only_case(tmp_path, "expect: |\n  +|<# -").values["expect"] == "+|<# -"


def test_a_quoted_value_may_be_followed_by_a_remark(tmp_path: Path) -> None:
    assert only_case(tmp_path, 'expect: "+" # a quarter turn').values["expect"] == "+"


def test_a_key_that_is_left_out_has_no_value(tmp_path: Path) -> None:
    assert only_case(tmp_path, "title: t").values == {"box": "b", "moves": ""}


def test_a_windows_checkout_gives_the_same_cases(tmp_path: Path) -> None:
    text = f"{HEAD}cases:\n  - id: a\n    box: b\n    moves: x\n    grid: |\n      13\n      13  \n"
    assert accepted(tmp_path, text.replace("\n", "\r\n")) == accepted(tmp_path, text)
    broken = text.replace("    grid", "    gird")
    assert [str(error) for error in loaded(tmp_path, broken.replace("\n", "\r\n")).errors] == [
        str(error) for error in loaded(tmp_path, broken).errors
    ]


def test_a_byte_order_mark_at_the_start_does_not_matter(tmp_path: Path) -> None:
    text = f'{HEAD}cases:\n  - {{id: a, box: b, moves: ""}}\n'
    assert accepted(tmp_path, b"\xef\xbb\xbf" + text.encode()) == accepted(tmp_path, text)


@pytest.mark.usefixtures("_each_parser")
def test_columns_count_characters(tmp_path: Path) -> None:
    text = f'{HEAD}cases:\n  - {{id: a, title: "é😀é", moves: "", box: bad}}\n'
    (error,) = loaded(tmp_path, text).errors
    assert (error.line, error.column) == (4, 43)
    assert error.excerpt[error.column - 1 :] == "bad}"


# ---- headings ----


def test_a_case_has_id_title_tags_and_place(tmp_path: Path) -> None:
    case = only_case(tmp_path, 'title: "box: é #1"\ntags: [worked-example, corner.2]')
    assert (case.id, case.title, case.tags) == ("one", "box: é #1", ("worked-example", "corner.2"))
    assert (case.suite, case.task) == ("suite.yaml", TaskId(puzzle="box", task="simulate"))
    assert (case.place.path.name, case.place.line, case.place.column) == ("suite.yaml", 4, 5)


def test_a_title_may_be_followed_by_a_remark(tmp_path: Path) -> None:
    assert only_case(tmp_path, "title: box 1(a)  # optional").title == "box 1(a)"


def test_an_id_of_digits_is_text(tmp_path: Path) -> None:
    suite = accepted(tmp_path, f'{HEAD}cases:\n  - {{id: 012, box: b, moves: ""}} # octal?\n')
    assert suite.cases[0].id == "012"


def test_limits_are_the_defaults_where_none_are_written(tmp_path: Path) -> None:
    assert only_case(tmp_path, "title: t").limits == Limits(
        time_s=5.0, wall_s=16.0, memory_bytes=256 * 2**20, output_bytes=2**20
    )


def test_the_wall_limit_follows_the_time_limit(tmp_path: Path) -> None:
    assert only_case(tmp_path, "limits: {time: 500ms}").limits == Limits(time_s=0.5, wall_s=2.5)


def test_a_case_has_its_own_limits_before_the_suites(tmp_path: Path) -> None:
    text = (
        f"{HEAD}limits: {{time: 2s, memory: 64MiB}}\ncases:\n"
        '  - {id: a, box: b, moves: ""}\n'
        '  - {id: b, limits: {time: "4s", output: 1KiB}, box: b, moves: ""}\n'
    )
    first, second = accepted(tmp_path, text).cases
    assert first.limits == Limits(time_s=2, wall_s=7, memory_bytes=2**26)
    assert second.limits == Limits(time_s=4, wall_s=13, memory_bytes=2**26, output_bytes=1024)


def test_raw_texts_are_kept_to_the_last_line_end(tmp_path: Path) -> None:
    text = f'{HEAD}cases:\n  - id: a\n    stdin: |\n      1 2\n    stdout: ""\n'
    (case,) = accepted(tmp_path, text).cases
    assert (case.raw_stdin, case.raw_stdout, case.problem, case.values) == ("1 2\n", "", None, {})


# ---- drawn cases ----


def drawn(tmp_path: Path, entry: str, **options: Any) -> tuple[Case, ...]:
    return accepted(tmp_path, f"{HEAD}generate:\n  - {entry}\n", **options).cases


def test_drawn_cases_follow_the_written_ones(tmp_path: Path) -> None:
    text = f'{HEAD}generate: [{{id: r, count: 2}}]\ncases: [{{id: z, box: b, moves: ""}}]\n'
    cases = accepted(tmp_path, text).cases
    assert [(case.id, case.generated) for case in cases] == [
        ("z", False),
        ("r-001", True),
        ("r-002", True),
    ]
    assert [case.place.line for case in cases] == [4, 3, 3]


def test_drawn_ids_are_as_wide_as_the_count(tmp_path: Path) -> None:
    cases = drawn(tmp_path, "{id: random, count: 1000, seed: 7}")
    assert (cases[0].id, cases[-1].id) == ("random-0001", "random-1000")


def test_a_seed_draws_the_same_cases_in_every_process(tmp_path: Path) -> None:
    cases = drawn(tmp_path, "{id: random, count: 3, seed: 7}")
    assert [case.values["box"] for case in cases] == ["987617", "660816", "303067"]
    assert cases[0].title == "case 1 drawn with seed 7"


def test_the_callers_seed_draws_others_with_the_same_ids(tmp_path: Path) -> None:
    entry = "{id: random, count: 3, seed: 7}"
    own, first, again, second = (drawn(tmp_path, entry, seed=seed) for seed in (None, 1, 1, 2))
    assert first == again
    assert [case.id for case in own] == [case.id for case in first]
    assert len({case.values["box"] for case in (*own, *first, *second)}) == 9
    assert first[0].title == "case 1 drawn with seed 7+1"


def test_entries_of_one_seed_draw_different_cases(tmp_path: Path) -> None:
    text = f"{HEAD}generate:\n  - {{id: a, count: 2}}\n  - {{id: b, count: 2}}\n"
    assert len({case.values["box"] for case in accepted(tmp_path, text).cases}) == 4


def test_a_drawn_case_can_have_title_tags_and_limits(tmp_path: Path) -> None:
    entry = "{id: r, count: 2, size: 3, title: many, tags: [x], limits: {time: 1s}}"
    case = drawn(tmp_path, entry)[1]
    assert (case.title, case.tags, case.limits.time_s) == ("many", ("x",), 1.0)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (None, "a mapping of values is wanted, not NoneType"),
        ({"box": "b"}, "the key moves is missing"),
        ({"box": "b", "moves": "", "extra": 1}, "it has no key 'extra'"),
        ({"box": 5, "moves": ""}, "box: one line of text is wanted, not 5"),
        ({"box": "", "moves": ""}, "box: one line of text is wanted, not ''"),
        ({"box": "a\nb", "moves": ""}, "box: one line of text is wanted, not 'a\\nb'"),
        ({"box": "b", "moves": "", "depth": True}, "depth: a whole number is wanted, not True"),
        ({"box": "b", "moves": "", "heaps": (1, "2")}, "heaps: whole numbers is wanted"),
        ({"box": "b", "moves": "", "open": "true"}, "open: one of a few words is wanted"),
        ({"box": "bad", "moves": ""}, "box: a box has 29 cells, not 3"),
    ],
)
def test_a_generator_that_draws_a_faulty_case_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, values: object, said: str
) -> None:
    monkeypatch.setattr(Simulate, "generate", lambda *_: values)
    (error,) = loaded(tmp_path, f"{HEAD}generate: [{{id: r, count: 5}}]\n").errors
    assert f"{__name__}.Simulate) draws a faulty case: {said}" in error.message
    assert error.message.startswith("r-001: ")
    assert isinstance(error.__cause__, PluginError)


# ---- lint ----


def test_lint_shows_each_complaint_at_its_key(tmp_path: Path) -> None:
    text = f'{HEAD}cases:\n  - id: a\n    box: lint\n    moves: ""\n    expect: "!"\n'
    assert [(e.line, e.column, e.message) for e in loaded(tmp_path, text, lint=True).errors] == [
        (4, 5, "this box is ugly"),
        (7, 13, "expect: the rules say ., not !"),
    ]


def test_cases_are_not_linted_unasked(tmp_path: Path) -> None:
    assert accepted(tmp_path, f'{HEAD}cases: [{{id: a, box: lint, moves: ""}}]\n')


def test_a_lint_that_raises_is_the_plugins_fault(tmp_path: Path) -> None:
    text = f'{HEAD}cases: [{{id: a, box: lint-crash, moves: ""}}]\n'
    (message,) = messages(loaded(tmp_path, text, lint=True))
    assert "fails at checking a case: RuntimeError: lint" in message


# ---- files ----


def test_case_files_are_sorted_by_the_parts_of_their_paths(tmp_path: Path) -> None:
    names = ["b.yaml", "a/z.yml", "a/b/c.yaml", "a-b/a.yaml", "B.yaml", "a.yaml"]
    others = ["a/notes.md", ".hidden/a.yaml", "a/.b.yaml", "a/x.yaml.txt"]
    for name in (*names, *others):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = case_files(tmp_path)
    assert [name for name, _ in found] == [
        "B.yaml",
        "a/b/c.yaml",
        "a/z.yml",
        "a-b/a.yaml",
        "a.yaml",
        "b.yaml",
    ]
    assert [path for _, path in found] == [tmp_path / name for name, _ in found]


def test_a_hidden_folder_that_is_named_is_read(tmp_path: Path) -> None:
    (tmp_path / ".cases").mkdir()
    (tmp_path / ".cases" / "a.yaml").touch()
    assert [name for name, _ in case_files(tmp_path / ".cases")] == ["a.yaml"]


def test_a_single_file_is_taken_under_its_name(tmp_path: Path) -> None:
    path = tmp_path / "cases.txt"
    path.touch()
    assert case_files(path) == [("cases.txt", path)]


def test_a_path_that_is_not_there_is_a_wrong_argument(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no file or folder"):
        case_files(tmp_path / "nowhere")


# ---- what authors are told ----


def test_the_readmes_suite_and_blocks_can_be_loaded(tmp_path: Path) -> None:
    suite, rows, picture, equivalent = re.findall(
        r"```yaml\n(.*?)```", README.read_text(), re.DOTALL
    )
    assert len(accepted(tmp_path, suite).cases) == 202
    rows += '    box: b\n    moves: ""\n'
    first, second = accepted(tmp_path, f"{HEAD}cases:\n{rows}{picture}").cases
    assert first.values["grid"] == "13\n13"
    assert second.raw_stdin == "   .\n  ...\n"
    (named,) = accepted(tmp_path, suite + equivalent).equivalents
    assert named.now == "print(heap + 1, matches, flush=False)"


def test_the_readmes_message_is_a_real_one() -> None:
    golden = (REFUSED / "block-bar.txt").read_text()
    assert f"my-cases/{golden.replace('block-bar', 'worked')}" in README.read_text()


# ---- the two parsers ----

_WHOLE = f"""{HEAD}limits: {{time: 2s, wall: 7s}}
cases:
  - id: quarter-turn
    title: one quarter turn
    tags: [worked-example, b]
    box: ".........@...o....ooo..xox..."
    moves: "+"
    expect: 'it''s'
  - id: b
    box: b
    moves: "|"
    expect: |
      13
    grid: |2
        13
      13
    heaps: [1, 2]
generate:
  - {{id: random, count: 2, seed: 7}}
"""
_PIECES = st.sampled_from(
    [
        *"|>!&*@%`#:-?,[]{}\"'\\ \n\t~a1é😀",
        *("\n  ", ": ", " #", "- ", "\r\n", "|+", ">-", "---\n", "...\n", "<<", "? ", '""', "''"),
        *("\\u0041", "\\ud800", "\\x", "!!str ", "&a ", "*a"),
    ]
)
_EDITS = st.lists(
    st.tuples(st.integers(0, len(_WHOLE)), st.sampled_from([0, 0, 1, 5]), _PIECES),
    min_size=1,
    max_size=3,
)


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="PyYAML was built without libyaml")
@settings(max_examples=200, deadline=None)
@given(edits=_EDITS)
def test_both_parsers_accept_the_same_files(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[int, int, str]]
) -> None:
    text = _WHOLE
    for position, length, piece in edits:
        text = text[:position] + piece + text[position + length :]
    folder = tmp_path_factory.mktemp("both")
    suites = []
    for loader in (yaml.CSafeLoader, yaml.SafeLoader):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tree, "LOADER", loader)
            suites.append(loaded(folder, text).suite)
    assert suites[0] == suites[1]
