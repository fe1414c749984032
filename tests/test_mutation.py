"""Single-edit mutants: what is edited, what is left alone, and how an edit is told."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from judge.errors import SubmissionError
from judge.mutation import Mutant, Operator, mutants, statement_key

REFERENCES = sorted(
    path
    for path in (Path(__file__).parent.parent / "reference").rglob("*.py")
    if "extra" not in path.parts
)


def now(source: str) -> list[str]:
    """Return what the edited statement reads in each mutant of a program."""
    return [mutant.now for mutant in mutants(source, "program.py")]


def of(source: str, operator: Operator) -> set[str]:
    """Return what the edited statement reads in the mutants of one kind."""
    return {each.now for each in mutants(source, "program.py") if each.operator is operator}


@pytest.mark.parametrize(
    ("was", "expected"),
    [
        ("a < b", {"a <= b", "a >= b"}),
        ("a <= b", {"a < b", "a > b"}),
        ("a > b", {"a >= b", "a <= b"}),
        ("a >= b", {"a > b", "a < b"}),
        ("a == b", {"a != b"}),
        ("a != b", {"a == b"}),
        ("a in b", {"a not in b"}),
        ("a not in b", {"a in b"}),
        ("a is b", {"a is not b"}),
        ("a is not b", {"a is b"}),
    ],
)
def test_a_comparison_becomes_its_neighbour_and_its_contrary(was: str, expected: set[str]) -> None:
    assert of(was, Operator.COMPARISON) == expected


def test_a_chain_of_comparisons_loses_either_end() -> None:
    found = of("x = p <= a < q", Operator.COMPARISON)
    assert {"x = a < q", "x = p <= a", "x = p < a < q", "x = p <= a <= q"} <= found


def test_whole_numbers_are_off_by_one_both_ways_through_zero() -> None:
    assert now("x = 1") == ["pass", "x = 2", "x = 0"]
    assert now("x = 0") == ["pass", "x = 1", "x = -1"]
    assert "x[0]" in now("x[1]")


def test_truth_values_are_turned_and_are_no_numbers() -> None:
    assert of("x = f(reverse=True)", Operator.CONSTANT) == {"x = f(reverse=False)"}


@pytest.mark.parametrize(
    ("was", "expected"),
    [
        ("a + b", {"a - b"}),
        ("a - b", {"a + b"}),
        ("a * b", {"a // b"}),
        ("a / b", {"a * b"}),
        ("a // b", {"a * b"}),
        ("a % b", {"a // b"}),
        ("a ** b", {"a * b"}),
        ("a << b", {"a >> b"}),
        ("a >> b", {"a << b"}),
        ("a & b", {"a | b"}),
        ("a | b", {"a & b"}),
        ("a ^ b", {"a | b"}),
        ("a += b", {"a -= b", "a = b"}),
    ],
)
def test_an_arithmetic_operator_becomes_another(was: str, expected: set[str]) -> None:
    assert of(was, Operator.ARITHMETIC) == expected


def test_and_becomes_or_and_each_operand_is_dropped() -> None:
    assert of("x = a and b and c", Operator.LOGIC) == {
        "x = a or b or c",
        "x = b and c",
        "x = a and c",
        "x = a and b",
    }
    assert of("x = a or b", Operator.LOGIC) == {"x = a and b", "x = b", "x = a"}


def test_a_not_and_a_sign_are_removed() -> None:
    assert of("x = not a", Operator.LOGIC) == {"x = a"}
    assert of("x = -a", Operator.SIGN) == {"x = a"}
    assert of("x = ~a", Operator.SIGN) == {"x = a"}


def test_a_condition_becomes_its_contrary_and_a_truth_value() -> None:
    many = "if a and b:\n    f()\n    g()\n"
    expected = {"if not (a and b):", "if True:", "if False:"}
    assert of(many, Operator.CONDITION) == expected
    assert of("x = 1 if a else 2", Operator.CONDITION) == {
        "x = 1 if not a else 2",
        "x = 1 if True else 2",
        "x = 1 if False else 2",
    }
    assert of("x = [a for a in b if a]", Operator.CONDITION) == {
        "x = [a for a in b if not a]",
        "x = [a for a in b if True]",
    }
    assert of("while a:\n    f()", Operator.CONDITION) == {"while not a:"}


def test_a_condition_is_not_made_false_where_that_is_to_drop_its_only_statement() -> None:
    found = now("if a:\n    f()\n")
    assert "if False:" not in found
    assert "pass" in found
    assert "if False:" in now("if a:\n    f()\nelse:\n    g()\n")


def test_two_ways_to_the_same_program_are_one_mutant() -> None:
    found = now("if not a:\n    f()\n")
    assert found.count("if a:") == 1
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    "statement",
    ["x = 1", "x += 1", "x: int = 1", "f()", "del x", "assert x"],
)
def test_a_simple_statement_is_dropped(statement: str) -> None:
    [dropped] = [
        m for m in mutants(f"x = a\n{statement}\ny = x\n", "p.py")
        if m.line == 2 and m.operator is Operator.STATEMENT
    ]  # fmt: skip
    assert (dropped.was, dropped.now) == (statement, "pass")
    assert dropped.source == "x = a\npass\ny = x\n"


def test_statements_that_leave_are_dropped_or_turned() -> None:
    loop = "def f(x):\n    for a in x:\n        if a:\n            break\n        continue\n"
    assert of(loop, Operator.JUMP) == {"continue", "break"}
    assert now("def f(x):\n    if x:\n        raise x\n    return x\n").count("pass") == 2


def test_a_statement_that_does_nothing_makes_no_mutant() -> None:
    assert now("def f():\n    g()\n    return\n") == ["pass"]
    assert now("pass\n") == []


def test_a_text_is_emptied_and_cut() -> None:
    assert of('x = "word"', Operator.STRING) == {"x = ''", "x = 'wor'"}
    assert of('x = b"word"', Operator.STRING) == {"x = b''", "x = b'wor'"}


def test_a_text_that_is_no_word_has_its_neighbours_swapped() -> None:
    assert of('x = "^>v"', Operator.STRING) == {"x = ''", "x = '^>'", "x = '>^v'", "x = '^v>'"}
    assert "x = b'><'" in of('x = b"<>"', Operator.STRING)


def test_a_text_of_choices_loses_each_and_is_not_reordered() -> None:
    assert of('x = a in "ox."', Operator.STRING) == {
        "x = a in ''",
        "x = a in 'x.'",
        "x = a in 'o.'",
        "x = a in 'ox'",
    }


def test_what_a_set_is_made_of_is_a_choice_too() -> None:
    assert of('x = set("ox")', Operator.STRING) == {"x = set('')", "x = set('x')", "x = set('o')"}
    assert of("x = frozenset([a, b])", Operator.ORDER) == set()


def test_the_texts_of_a_template_are_edited_and_its_expressions_too() -> None:
    found = now('x = f"{a + 1}: {b:>3}"')
    assert "x = f'{a + 1}{b:>3}'" in found
    assert "x = f'{a + 1}:{b:>3}'" in found
    assert "x = f'{a - 1}: {b:>3}'" in found
    assert "x = f'{a + 2}: {b:>3}'" in found


def test_elements_are_swapped_and_dropped() -> None:
    assert of("x = (a, b, c)", Operator.ORDER) == {"x = (b, a, c)", "x = (a, c, b)"}
    assert of("x = [a, b]", Operator.ELEMENT) == {"x = [b]", "x = [a]"}
    assert of("x = {a, b}", Operator.ORDER) == set()
    assert of("x = {a, b}", Operator.ELEMENT) == {"x = {b}", "x = {a}"}
    assert of("x = {a: 1, b: 2}", Operator.ORDER) == {"x = {a: 2, b: 1}"}
    assert of("x = {a: 1, b: 2}", Operator.ELEMENT) == {"x = {b: 2}", "x = {a: 1}"}
    assert of("x = a in (b, c)", Operator.ORDER) == set()


def test_targets_are_swapped_and_not_dropped() -> None:
    assert of("a, b = c", Operator.ORDER) == {"b, a = c"}
    assert of("a, b = c", Operator.ELEMENT) == set()
    assert of("for a, b in c:\n    f()", Operator.ORDER) == {"for b, a in c:"}


def test_ranges_get_other_bounds_orders_and_steps() -> None:
    assert of("x = range(n)", Operator.BOUND) == {
        "x = range(n + 1)",
        "x = range(n - 1)",
        "x = range(1, n)",
    }
    assert "x = range(n, 0)" in of("x = range(0, n)", Operator.ORDER)
    assert "x = range(a, b, c)" in of("x = range(a, b, -c)", Operator.SIGN)
    assert "x = range(a, b, -c)" in of("x = range(a, b, c)", Operator.SIGN)
    assert of("x = range(n + 1)", Operator.BOUND) == {"x = range(1, n + 1)"}


def test_slices_get_other_bounds_and_steps() -> None:
    assert of("x = y[a:]", Operator.BOUND) == {"x = y[a + 1:]", "x = y[a - 1:]", "x = y[a:-1]"}
    assert of("x = y[1:]", Operator.BOUND) == {"x = y[1:-1]"}
    assert of("x = y[::-1]", Operator.SIGN) == {"x = y[::1]"}


def test_functions_with_a_counterpart_are_exchanged() -> None:
    assert of("x = min(a)", Operator.FUNCTION) == {"x = max(a)"}
    assert of("x = all(a)", Operator.FUNCTION) == {"x = any(a)"}


def test_only_the_program_s_own_functions_get_their_arguments_swapped() -> None:
    source = "def f(a, b):\n    g(a, b)\n\n\nf(c, d)\n"
    assert of(source, Operator.ORDER) == {"f(d, c)"}


def test_docstrings_imports_annotations_decorators_and_guards_are_left_alone() -> None:
    source = '''\
"""Text."""
import sys
from os import path


@cache(1)
class A(Base[1]):
    """Text."""

    size: Literal[1]

    def f(self, x: Literal[2]) -> Literal[3]:
        """Text."""
        g(x)


if __name__ == "__main__":
    main()
'''
    assert now(source) == ["pass", "pass"]


def test_a_default_is_edited_in_the_head_of_its_function_without_decorators() -> None:
    [first, *_] = mutants("@cache\ndef f(a=1):\n    return a\n", "p.py")
    assert (first.was, first.now) == ("def f(a=1):", "def f(a=2):")
    assert first.source == "@cache\ndef f(a=2):\n    return a\n"


def test_a_diff_shows_the_edit_alone_and_comments_stay() -> None:
    [mutant, *_] = mutants("# why\nx = (a +  # left\n     b)\n", "p.py")[1:]
    assert mutant.now == "x = a - b"
    kept = mutants("# why\nif a:  # so\n    f(b + c)  # this\n    g()\n", "p.py")
    [minus] = [m for m in kept if m.now == "f(b - c)"]
    assert minus.line == 3
    assert minus.source == "# why\nif a:  # so\n    f(b - c)  # this\n    g()\n"
    assert minus.diff == (
        "--- p.py\n"
        f"+++ p.py, mutant {minus.number}\n"
        "@@ -1,4 +1,4 @@\n"
        " # why\n"
        " if a:  # so\n"
        "-    f(b + c)  # this\n"
        "+    f(b - c)  # this\n"
        "     g()\n"
    )


def test_an_edit_gets_the_parentheses_that_it_needs() -> None:
    sources = {m.now: m.source for m in mutants("x = (not a) + b\n", "p.py")}
    assert sources["x = (not a) - b"] == "x = (not a) - b\n"
    sources = {m.now: m.source for m in mutants("x = a * range(n)\n", "p.py")}
    assert "x = a * range(n + 1)\n" in sources.values()
    texts = [m.source for m in mutants("x = f(a if b or c else d)\n", "p.py")]
    assert "x = f(a if not (b or c) else d)\n" in texts


def test_text_that_is_not_ascii_is_edited_at_the_right_place() -> None:
    sources = [mutant.source for mutant in mutants('x = "╹╺", a + b\n', "p.py")]
    assert 'x = "╹╺", a - b\n' in sources
    assert "x = '╺╹', a + b\n" in sources


def test_the_head_of_a_nested_statement_is_shown_without_indent() -> None:
    found = mutants("def f():\n    try:\n        g()\n    except E:\n        h(1)\n", "p.py")
    assert [m.was for m in found] == ["g()", "h(1)", "h(1)", "h(1)"]


def test_a_match_statement_is_edited_in_guards_and_bodies_and_not_in_patterns() -> None:
    found = now("match a:\n    case 1 if b:\n        f(2)\n")
    assert found == ["case 1 if not b:", "case 1 if True:", "pass", "f(3)", "f(1)"]


def test_what_is_not_python_is_refused() -> None:
    with pytest.raises(SubmissionError, match=r"p\.py cannot be read as Python"):
        mutants("x = = 1\n", "p.py")


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: path.name)
def test_every_mutant_of_a_reference_is_a_program_of_its_own(path: Path) -> None:
    source = path.read_text()
    found = mutants(source, path.name)
    assert [mutant.number for mutant in found] == list(range(1, len(found) + 1))
    trees = {ast.dump(ast.parse(mutant.source)) for mutant in found}
    assert len(trees | {ast.dump(ast.parse(source))}) == len(found) + 1
    assert all(is_named_by_its_program(mutant) for mutant in found)


def is_named_by_its_program(mutant: Mutant) -> bool:
    """Return whether what a mutant's statement reads now stands in its program."""
    lines = ast.unparse(ast.parse(mutant.source)).splitlines()
    heads = {line.strip().removeprefix("el") for line in lines}
    return mutant.now in heads


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('x = "a"', "x = 'a'"),
        ("if (a):", "if a:"),
        ("for a,b in c:", "for (a, b) in c:"),
        ("return (a)", "return a"),
        ("except (E):", "except E:"),
    ],
)
def test_two_spellings_of_a_statement_have_one_key(one: str, other: str) -> None:
    assert statement_key(one) == statement_key(other)


def test_different_statements_have_different_keys() -> None:
    lines = ["x = 1", "x = 2", "if a:", "while a:", "no statement at all", "nor this"]
    assert len(set(map(statement_key, lines))) == len(lines)
