"""Which cases ``-k`` selects."""

from __future__ import annotations

import pytest

from judge.errors import UsageError
from judge.selection import selector

NAMES = ("quarter-turn", "worked-example")


@pytest.mark.parametrize(
    ("expression", "selected"),
    [
        ("turn", True),
        ("TURN", True),
        ("quarter-turn", True),
        ("half", False),
        ("not half", True),
        ("not turn", False),
        ("turn and worked", True),
        ("turn and half", False),
        ("half or worked", True),
        ("half or turn and half", False),
        ("(half or turn) and worked", True),
        ("not (half or turn)", False),
        ("not not turn", True),
        ("nothing", False),
        ("android or turn", True),
    ],
)
def test_an_expression_selects_by_parts_of_id_and_tags(expression: str, selected: bool) -> None:
    assert selector(expression)(NAMES) is selected


@pytest.mark.parametrize(
    "expression", ["", "and", "turn and", "(turn", "turn)", "turn half", "not", "or turn", "()"]
)
def test_a_faulty_expression_is_refused_with_an_example(expression: str) -> None:
    with pytest.raises(UsageError, match="write for example"):
        selector(expression)


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(UsageError, match="nested too deep"):
        selector("(" * 5000 + "turn" + ")" * 5000)
