"""The puzzle nim: its rules, its session task and its hook."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from choosing import RandomChooser
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import CaseError
from judge.models import Form, Value
from judge.puzzle import Output
from judge.resources import located
from judge.transcript import RefusedError, Scalar, Transcript
from judge_plugins import nim
from judge_plugins.nim.rules import Game
from judge_plugins.nim.session import SessionTask

TASK = SessionTask()
LANGUAGES = ("python", "javascript")
HEAPS = st.lists(st.integers(0, 20), min_size=2, max_size=8).map(tuple)


def read(*lines: str) -> Transcript:
    return TASK.read({"session": "\n".join(lines)})


def replies(*calls: str) -> list[str]:
    """Return what calls print by the rules."""
    return read(*(f"> {call}" for call in calls)).expected


@pytest.mark.parametrize(
    "arguments",
    [(), (3,), (3, -1), (-1, 3), (3, 1.0), (1.5, 3), ("3", 4), (3, "drie"), (3, None), (2, 3, -4)],
)
def test_a_game_takes_two_or_more_natural_numbers(arguments: tuple[Scalar, ...]) -> None:
    with pytest.raises(RefusedError, match=r"^ongeldige stapels$"):
        Game.of(arguments)


@pytest.mark.parametrize(
    ("heap", "matches"),
    [(0, 1), (-1, 1), (4, 1), (1, 0), (1, -1), (1, 4), (2, 1), (2, 0), (3, 6), (0, 0)],
)
def test_an_illegal_move_is_refused(heap: int, matches: int) -> None:
    with pytest.raises(RefusedError, match=r"^ongeldige zet$"):
        Game(heaps=(3, 0, 5)).taken(heap, matches)


@given(HEAPS, st.data())
def test_a_legal_move_takes_its_matches_and_no_others(
    heaps: tuple[int, ...], data: st.DataObject
) -> None:
    holding = [number for number, size in enumerate(heaps, 1) if size]
    if not holding:
        assert Game(heaps=heaps).is_over
        return
    heap = data.draw(st.sampled_from(holding))
    matches = data.draw(st.integers(1, heaps[heap - 1]))
    after = Game(heaps=heaps).taken(heap, matches).heaps
    taken = [size - left for size, left in zip(heaps, after, strict=True)]
    assert taken == [matches if number == heap else 0 for number in range(1, len(heaps) + 1)]


@given(HEAPS, HEAPS)
def test_a_sum_is_as_long_as_the_longer_game_and_loses_no_match(
    ours: tuple[int, ...], theirs: tuple[int, ...]
) -> None:
    together = (Game(heaps=ours) + Game(heaps=theirs)).heaps
    assert together == (Game(heaps=theirs) + Game(heaps=ours)).heaps
    assert len(together) == max(len(ours), len(theirs))
    assert sum(together) == sum(ours) + sum(theirs)
    shared = min(len(ours), len(theirs))
    assert together[shared:] == max(ours, theirs, key=len)[shared:]


@given(HEAPS)
def test_the_expression_rebuilds_the_game(heaps: tuple[int, ...]) -> None:
    text = Game(heaps=heaps).expression.removeprefix("Nim(").removesuffix(")")
    assert tuple(map(int, text.split(", "))) == heaps


def test_the_picture_shows_a_line_for_each_heap() -> None:
    assert Game(heaps=(3, 0, 1)).picture == "1: |||\n2: \n3: |"


def test_a_session_follows_the_rules() -> None:
    assert replies(
        "Nim 3 4 2 0 7",
        "wegnemen 2 3",
        "repr",
        "wegnemen 7 1",
        "str",
        "isafgelopen",
        "+ 1 1",
        "Nim 2",
        "+ 1 1 1 1 1 1",
        "Nim 0 0",
        "isafgelopen",
    ) == [
        "Nim(3, 1, 2, 0, 7)",
        "AssertionError: ongeldige zet",
        "1: |||",
        "2: |",
        "3: ||",
        "4:",
        "5: |||||||",
        "false",
        "Nim(4, 2, 2, 0, 7)",
        "AssertionError: ongeldige stapels",
        "Nim(4, 2, 3, 1, 8, 1)",
        "true",
    ]


def test_adding_what_is_no_game_is_refused_like_making_it() -> None:
    assert replies("Nim 1 2", "+ 3", "+ 3 -1", "repr") == [
        "AssertionError: ongeldige stapels",
        "AssertionError: ongeldige stapels",
        "Nim(1, 2)",
    ]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("Nim true 2", "boolean"),
        ("+ 1 false", "boolean"),
        ("Nim 1 9007199254740992", "more than 9007199254740991 matches"),
        ("wegnemen 1", "two whole numbers"),
        ("wegnemen 1 2 3", "two whole numbers"),
        ("wegnemen 1.0 2", "two whole numbers"),
        ('wegnemen 1 "2"', "two whole numbers"),
        ("wegnemen true 1", "two whole numbers"),
        ("repr 1", "takes no arguments"),
        ("str 1", "takes no arguments"),
        ("isafgelopen 1", "takes no arguments"),
        ("weg 1 1", "no call"),
    ],
)
def test_a_call_that_the_rules_leave_open_makes_a_case_faulty(call: str, said: str) -> None:
    with pytest.raises(CaseError, match=said) as caught:
        read("> Nim 1 2", f"> {call}")
    assert (caught.value.key, caught.value.offset) == ("session", 1)


def test_a_picture_of_very_many_matches_makes_a_case_faulty() -> None:
    with pytest.raises(CaseError, match="too many to draw"):
        read("> Nim 1 20000", "> str")
    assert replies("Nim 1 20000", "repr") == ["Nim(1, 20000)"]


def test_the_blank_after_an_empty_heap_may_be_missing() -> None:
    problem = read("> Nim 0 1", "> str", "1: ", "2: |", "> repr", "Nim(0, 1)")
    assert list(TASK.lint(problem)) == []
    for printed in (b"1: \n2: |\nNim(0, 1)\n", b"1:\n2: |\nNim(0, 1)\n"):
        assert TASK.check(problem, Output(stdout=printed), None).accepted
    glued = TASK.check(problem, Output(stdout=b"1:\n2:|\nNim(0, 1)\n"), None)
    assert glued.reason == (
        'call 2, after "> Nim 0 1": "> str" should print in line 2 of 2 "2: |", printed "2:|"'
    )


def test_javascript_classes_are_spared_numbers_that_javascript_cannot_tell_apart() -> None:
    problem = read("> Nim 1.0 2")
    assert not TASK.applies(problem, "javascript", Form.CLASS)
    assert TASK.applies(problem, "python", Form.CLASS)
    assert TASK.applies(problem, "javascript", Form.PROGRAM)


def test_generated_sessions_depend_on_the_seed_alone() -> None:
    first, again = (TASK.generate(Random(3), {}) for _ in range(2))
    assert first == again
    assert first != TASK.generate(Random(4), {})


@pytest.mark.parametrize("seed", range(10))
def test_a_generated_session_plays_games_to_the_end_with_wild_moves(seed: int) -> None:
    problem = TASK.read(TASK.generate(Random(seed), {"calls": 120, "heaps": 4, "matches": 5}))
    assert len(problem.calls) >= 120
    assert problem.calls[0].name == "Nim"
    assert {"true", "false", "AssertionError: ongeldige zet"} <= set(problem.expected)
    games = [call.arguments for call in problem.calls if call.name in ("Nim", "+")]
    sizes = [size for heaps in games for size in heaps if type(size) is int]
    assert max(map(len, games)) <= 4
    assert max(sizes) <= 5
    assert all(TASK.applies(problem, language, form) for language in LANGUAGES for form in Form)


@pytest.mark.parametrize(
    "options", [{"calls": 0}, {"heaps": 1}, {"matches": 0}, {"calls": -5}, {"calls": "many"}]
)
def test_options_out_of_range_are_refused(options: Mapping[str, Value]) -> None:
    with pytest.raises(CaseError, match="or more") as caught:
        TASK.generate(Random(1), options)
    assert caught.value.key == next(iter(options))


def test_a_session_is_pictured_as_its_games_with_what_was_taken() -> None:
    problem = read(
        "> Nim 3 0 2",
        "> wegnemen 1 2",
        "> wegnemen 2 1",
        "> repr",
        "> Nim 1",
        "> + 5 5",
        "> Nim 0 100",
    )
    assert TASK.picture(problem) == (
        "Nim(3, 0, 2)\n1: |..\n2:\n3: ||\n\nNim(0, 100)\n1:\n2: " + "|" * 60 + "… (100)"
    )
    assert TASK.picture(read("> Nim 1 100", "> wegnemen 2 98")).endswith("\n2: ||… (2 of 100)")
    assert TASK.picture(read("> Nim 7")) == ""


def test_chosen_sessions_are_valid_and_hold_calls_of_every_kind() -> None:
    chosen = [TASK.read(TASK.draw(RandomChooser(seed))) for seed in range(200)]
    assert all(list(TASK.lint(problem)) == [] for problem in chosen)
    assert all(problem.replies == problem.right for problem in chosen)
    assert {call.name for problem in chosen for call in problem.calls} == set(TASK.manners)
    said = {line for problem in chosen for line in problem.expected}
    assert {"AssertionError: ongeldige zet", "AssertionError: ongeldige stapels", "true"} <= said
    moves = [
        reply
        for problem in chosen
        for call, reply in zip(problem.calls, problem.replies, strict=True)
        if call.name == "wegnemen"
    ]
    assert len(moves) / 4 < moves.count(()) < len(moves) * 3 / 4


def test_the_plugin_brings_nim_with_its_files() -> None:
    (puzzle,) = nim.judge_puzzles()
    assert puzzle.name == "nim"
    task = puzzle.task("session")
    assert isinstance(task, SessionTask)
    assert {driver.language for driver in task.drivers} == {"python", "javascript"}
    for driver in task.drivers:
        assert all(located(part).is_file() for part in (driver.main, *driver.parts))
    assert located(puzzle.cases).is_dir()
    assert located(puzzle.references).is_dir()
