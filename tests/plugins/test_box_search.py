"""The search for the box's shortest answers, against the rules and a plain breadth-first search."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge_plugins.box import search as search_module
from judge_plugins.box.generation import random_box
from judge_plugins.box.rules import MANIPULATIONS, SHUBBLE, State, manipulated, simulated
from judge_plugins.box.search import GaveUpError, shortest_answer, some_answer

FIGURE = ".........@...o....ooo..xox..."
BURDENED = "................x.....ox...@."
FULL = "oooooxoooooooooooooooxooooo@o"
STUCK = ".oooooooooxooooooooooooooxo@."

patient = settings(deadline=None, max_examples=40)
few_shubbles = st.builds(
    lambda seed, shubbles: random_box(Random(seed), shubbles),
    st.integers(0, 2**32),
    st.integers(0, 3),
)
any_shubbles = st.builds(
    lambda seed, shubbles: random_box(Random(seed), shubbles),
    st.integers(0, 2**32),
    st.integers(0, 26),
)


def gets_all_out(cells: str, moves: str) -> bool:
    end = simulated(State(cells=cells), moves)
    return isinstance(end, State) and SHUBBLE not in end.cells


def least_by_trying_everything(cells: str) -> int | None:
    """Return the length of a shortest answer, one manipulation after another by the rules."""
    boxes, seen, length = [State(cells=cells)], {State(cells=cells)}, 0
    while boxes:
        if any(SHUBBLE not in box.cells for box in boxes):
            return length
        afters = [manipulated(box, symbol) for box in boxes for symbol in sorted(MANIPULATIONS)]
        boxes = [box for box in dict.fromkeys(afters) if isinstance(box, State) and box not in seen]
        seen.update(boxes)
        length += 1
    return None


@patient
@given(few_shubbles)
def test_a_shortest_answer_is_right_and_no_longer_than_by_trying_everything(cells: str) -> None:
    answer = shortest_answer(cells)
    assert answer is not None
    assert gets_all_out(cells, answer)
    assert len(answer) == least_by_trying_everything(cells)


@patient
@given(any_shubbles)
def test_some_answer_is_right_and_fits_the_task_whatever_the_number_of_shubbles(cells: str) -> None:
    answer = some_answer(cells)
    assert answer is None or gets_all_out(cells, answer)
    assert answer is None or len(answer) <= 1000
    assert answer is not None or cells.count(SHUBBLE) > 23


@pytest.mark.parametrize(
    ("cells", "length"),
    [
        (FIGURE, 5),
        (BURDENED, 5),
        ("@..........x.....x..........o", 8),
        ("xoooo.ooox.ooooo.ooooo.oo@o.o", 16),
    ],
)
def test_known_boxes_have_their_known_shortest_lengths(cells: str, length: int) -> None:
    answer = shortest_answer(cells)
    assert answer is not None
    assert gets_all_out(cells, answer)
    assert len(answer) == length


@pytest.mark.parametrize("cells", [FULL, STUCK, "xooooxooooooooooooooooooooo@."])
def test_boxes_that_are_too_full_have_no_answer(cells: str) -> None:
    assert shortest_answer(cells) is None
    assert some_answer(cells) is None
    assert least_by_trying_everything(cells) is None


def test_a_box_without_shubbles_needs_no_manipulation_even_under_a_burden() -> None:
    assert shortest_answer("......................x....@x") == ""
    assert some_answer("......................x....@x") == ""


def test_a_search_gives_up_when_it_would_remember_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "MOST_BOXES", 10)
    with pytest.raises(GaveUpError):
        shortest_answer(FIGURE)


def test_equal_boxes_get_equal_answers() -> None:
    assert shortest_answer(FIGURE) == shortest_answer(FIGURE)
    assert some_answer(FIGURE) == some_answer(FIGURE)
