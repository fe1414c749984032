"""The task nim/play: its games, its players and what it says of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

import pytest
from choosing import RandomChooser
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import CaseError
from judge.interact import Ask, Note, Rehearsal, Ruling, Tell, rehearsed
from judge.models import Outcome, Value
from judge.puzzle import Output
from judge_plugins.nim.contest import legal_move
from judge_plugins.nim.play import LARGEST, PlayTask, Position
from judge_plugins.nim.players import HousePlayer, Opponent
from judge_plugins.nim.rules import Game, Move

TASK = PlayTask()
HEAPS = st.lists(st.integers(0, 20), min_size=2, max_size=6).filter(any).map(tuple)
SMALL = [heaps for heaps in product(range(5), repeat=3) if any(heaps)]


def position(
    *heaps: int,
    first: str = "program",
    opponent: str = "perfect",
    seed: int = 0,
    must_win: bool = False,
) -> Position:
    values: dict[str, Value] = {"heaps": heaps, "first": first, "opponent": opponent}
    return TASK.read({**values, "seed": seed, "must_win": must_win})


def game(problem: Position, *replies: str) -> Rehearsal[Outcome]:
    return rehearsed(TASK.referee(problem), replies)


def reason(problem: Position, *replies: str) -> str:
    result = game(problem, *replies).result
    assert result is not None
    assert not result.accepted
    return result.reason


def forced(heaps: tuple[int, ...], known: dict[tuple[int, ...], bool]) -> bool:
    """Return by trying everything whether who is to move can win."""
    if heaps not in known:
        known[heaps] = any(not forced(after, known) for after in followers(heaps))
    return known[heaps]


def followers(heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for index, size in enumerate(heaps):
        for left in range(size):
            yield (*heaps[:index], left, *heaps[index + 1 :])


def test_who_can_win_and_how_agrees_with_trying_everything() -> None:
    known: dict[tuple[int, ...], bool] = {}
    for heaps in SMALL:
        state = Game(heaps=heaps)
        assert (state.nim_sum != 0) is forced(heaps, known)
        after = {state.taken(move.heap, move.matches).heaps for move in state.winning_moves}
        assert after == {each for each in followers(heaps) if not forced(each, known)}


def test_the_whole_game_with_a_greedy_judge() -> None:
    held = game(position(3, 0, 5, opponent="greedy", must_win=True), "3 2", "3 3")
    assert held.result == Outcome(accepted=True)
    assert held.steps == (
        Tell(line="Nim 3 0 5"),
        Tell(line="1"),
        Ask(),
        Note(text="leaves 3 0 3"),
        Tell(line="1 3"),
        Note(text="leaves 0 0 3"),
        Ask(),
        Note(text="leaves 0 0 0"),
    )


def test_the_judge_s_last_move_is_told_too() -> None:
    held = game(position(0, 4, first="judge"))
    assert held.result == Outcome(accepted=True)
    assert held.told == b"Nim 0 4\n2\n2 4\n"
    assert held.used == 0


def test_stdin_is_what_comes_before_the_first_reply() -> None:
    assert TASK.stdin(position(3, 4, 5)) == b"Nim 3 4 5\n1\n"
    assert TASK.stdin(position(3, 5, first="judge", opponent="greedy")) == b"Nim 3 5\n2\n2 5\n"


@pytest.mark.parametrize(
    "reply", ["1 2", " 1 2", "1 2 ", "1\t2", "   1     2  ", "1 2\r", "1 2 \r"]
)
def test_blanks_around_the_numbers_do_not_matter(reply: str) -> None:
    assert legal_move(reply, Game(heaps=(3, 4))) == Move(heap=1, matches=2)


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("0 1", "there is no such heap, they are numbered from 1 to 3"),
        ("4 1", "there is no such heap, they are numbered from 1 to 3"),
        ("-1 1", "there is no such heap, they are numbered from 1 to 3"),
        ("1 0", "at least one match has to be taken"),
        ("1 -1", "at least one match has to be taken"),
        ("1 -3", "at least one match has to be taken"),
        ("2 1", "heap 2 is empty"),
        ("1 4", "heap 1 holds no more than 3"),
        ("3 6", "heap 3 holds no more than 5"),
    ],
)
def test_an_illegal_move_is_refused_with_the_rule_that_it_breaks(reply: str, said: str) -> None:
    assert reason(position(3, 0, 5), reply) == f'illegal move "{reply}" from 3 0 5: {said}'


@pytest.mark.parametrize(
    "reply",
    [
        "1",
        "1 2 3",
        "1,2",
        "(1, 2)",
        "take 1 2",
        "1 2 1 2",
        "heap 1",
        "1.5",
        "one 1",
        "1 2!",
        "1\r2",
    ],
)
def test_what_is_not_two_numbers_is_no_move(reply: str) -> None:
    said = reason(position(0, 4), reply)
    assert said.endswith('two whole numbers and nothing else, such as "2 1"')
    assert "is no move; print the heap and how many matches" in said


@pytest.mark.parametrize(
    "reply",
    ["1.0 2", "1 2.0", "+1 2", "1 +2", "01 2", "1 02", "1 2.", "1 2,0", "-0 1", "00 1", "1e0 2"],
)
def test_numbers_are_written_as_programs_usually_print_them(reply: str) -> None:
    assert reason(position(3, 4), reply) == (
        f'"{reply}" is no move; write whole numbers without a point, a plus sign or a zero in '
        'front, such as "1 1"'
    )


@pytest.mark.parametrize("reply", ["", " ", "\t", "\r"])
def test_an_empty_line_is_no_move(reply: str) -> None:
    assert reason(position(3, 4), reply).startswith("an empty line is no move")


@pytest.mark.parametrize(
    "reply",
    [
        "9" * 100_000 + " 1",
        "1 " + "9" * 100_000,
        "1 -" + "9" * 100_000,
        " " * 1_000_000,
        "1" + " " * 1_000_000 + "x",
        "\x00\x1b[2J 1",
        "１ ２",
        "1\xa02",
        "\ud800 1".encode("utf-8", "replace").decode(),
    ],
)
def test_no_line_breaks_the_referee_or_its_message(reply: str) -> None:
    said = reason(position(3, 4), reply)
    assert len(said) < 300
    assert said.isprintable()


@pytest.mark.parametrize(
    "printed", [b"", b"\n", b"\xff\xfe", b"1 1", b"\x00" * 1000, b"1 1\n" * 999]
)
def test_recorded_replies_of_any_kind_are_judged(printed: bytes) -> None:
    assert not TASK.check(position(3, 4), Output(stdout=printed), None).accepted


def test_a_lost_game_is_accepted_where_it_need_not_be_won() -> None:
    assert game(position(1, 1), "1 1").result == Outcome(accepted=True)
    assert game(position(3, 5, opponent="greedy"), "1 1", "1 2").result == Outcome(accepted=True)
    assert game(position(5, 3, opponent="greedy"), "2 3").result == Outcome(accepted=True)


def test_a_game_is_not_over_before_the_last_match() -> None:
    assert game(position(1, 2), "2 1").result is None


def test_a_game_that_must_be_won_names_the_move_that_lost_it() -> None:
    assert reason(position(5, 3, opponent="greedy", must_win=True), "2 3") == (
        'it lost a game that it could win: its move "2 3" from 5 3 gave the win away; '
        '"1 2" would have kept it'
    )


def test_the_first_of_several_bad_moves_is_the_one_that_is_named() -> None:
    problem = position(1, 2, 3, 4, opponent="greedy", must_win=True)
    assert reason(problem, "4 3", "2 1", "2 1") == (
        'it lost a game that it could win: its move "4 3" from 1 2 3 4 gave the win away; '
        '"4 4" would have kept it'
    )


def test_a_good_move_is_not_blamed_for_a_later_bad_one() -> None:
    # The first move wins, the judge takes heap 3, and of 1 2 0 0 the program takes heap 2.
    problem = position(1, 2, 3, 4, opponent="greedy", must_win=True)
    assert reason(problem, "4 4", "2 2") == (
        'it lost a game that it could win: its move "2 2" from 1 2 0 0 gave the win away; '
        '"2 1" would have kept it'
    )


@given(HEAPS, st.sampled_from(Opponent), st.integers(0, 99), st.booleans(), st.data())
def test_a_game_that_could_be_won_is_lost_by_a_move_of_its_own(
    heaps: tuple[int, ...], opponent: Opponent, seed: int, begins: bool, data: st.DataObject
) -> None:
    """Whatever legal moves it makes: it wins, or the sentence names a move and a better one."""
    if begins is (Game(heaps=heaps).nim_sum == 0):
        begins = not begins
    first = "program" if begins else "judge"
    problem = position(*heaps, first=first, opponent=opponent.value, seed=seed, must_win=True)
    dialogue = TASK.referee(problem)
    state, reply = Game(heaps=heaps), None
    try:
        while True:
            step = dialogue.send(reply)
            reply = None
            if isinstance(step, Note):
                state = Game(heaps=tuple(map(int, step.text.split()[1:])))
            if isinstance(step, Ask):
                heap = data.draw(
                    st.sampled_from([n for n, size in enumerate(state.heaps, 1) if size])
                )
                reply = str(
                    Move(heap=heap, matches=data.draw(st.integers(1, state.heaps[heap - 1])))
                )
    except StopIteration as end:
        outcome = end.value
    assert state.is_over
    assert outcome.accepted or "gave the win away" in outcome.reason


@pytest.mark.parametrize("opponent", Opponent)
@given(heaps=HEAPS, seed=st.integers(0, 9))
def test_the_judge_s_own_moves_are_legal(
    opponent: Opponent, heaps: tuple[int, ...], seed: int
) -> None:
    state, player = Game(heaps=heaps), HousePlayer(opponent, seed)
    while not state.is_over:
        move = legal_move(rehearsed(player.reply(state), ()).result or "", state)
        assert isinstance(move, Move)
        state = state.taken(move.heap, move.matches)


@given(HEAPS, st.integers(0, 9))
def test_the_perfect_player_makes_the_nim_sum_0_where_it_can(
    heaps: tuple[int, ...], seed: int
) -> None:
    state = Game(heaps=heaps)
    move = legal_move(
        rehearsed(HousePlayer(Opponent.PERFECT, seed).reply(state), ()).result or "", state
    )
    assert isinstance(move, Move)
    assert (state.taken(move.heap, move.matches).nim_sum == 0) is (state.nim_sum != 0)


def test_a_perfect_player_that_has_lost_does_not_make_a_large_game_long() -> None:
    state, player, moves = Game(heaps=(LARGEST, LARGEST)), HousePlayer(Opponent.PERFECT, 5), 0
    while not state.is_over:
        move = legal_move(rehearsed(player.reply(state), ()).result or "", state)
        assert isinstance(move, Move)
        twin = Move(heap=3 - move.heap, matches=move.matches)
        state = state.taken(move.heap, move.matches).taken(twin.heap, twin.matches)
        moves += 1
    assert moves < 200


def test_the_greedy_player_takes_the_first_of_the_largest_heaps() -> None:
    player = HousePlayer(Opponent.GREEDY, 0)
    assert rehearsed(player.reply(Game(heaps=(2, 5, 5, 1))), ()).result == "2 5"


def test_equal_seeds_make_equal_games_and_others_make_others() -> None:
    def told(seed: int) -> bytes:
        return TASK.stdin(position(9, 9, 9, 9, first="judge", opponent="random", seed=seed))

    assert told(1) == told(1)
    assert len({told(seed) for seed in range(20)}) > 5


@pytest.mark.parametrize(
    ("heaps", "said"),
    [
        ((3,), "two heaps or more"),
        ((0, 0), "over before it begins"),
        ((3, -1), "from 0 to 1000000000"),
        ((3, LARGEST + 1), "from 0 to 1000000000"),
    ],
)
def test_heaps_that_make_no_game_make_a_case_faulty(heaps: tuple[int, ...], said: str) -> None:
    with pytest.raises(CaseError, match=said) as caught:
        position(*heaps)
    assert caught.value.key == "heaps"


@pytest.mark.parametrize(
    ("heaps", "first", "said"), [((1, 1), "program", "is 0"), ((1, 2), "judge", "is not 0")]
)
def test_only_a_game_that_can_be_forced_must_be_won(
    heaps: tuple[int, ...], first: str, said: str
) -> None:
    with pytest.raises(CaseError, match=said) as caught:
        position(*heaps, first=first, must_win=True)
    assert caught.value.key == "must_win"
    assert not position(*heaps, first=first).is_forced


def duel(*replies: str, heaps: tuple[int, ...] = (1, 2)) -> Ruling | None:
    return rehearsed(TASK.duel(position(*heaps)), replies).result


def test_two_programs_hear_each_other_s_moves() -> None:
    held = rehearsed(TASK.duel(position(1, 2)), ["2 1", "1 1", "2 1"])
    assert held.steps == (
        Tell(line="Nim 1 2", seat=0),
        Tell(line="1", seat=0),
        Tell(line="Nim 1 2", seat=1),
        Tell(line="2", seat=1),
        Ask(seat=0),
        Tell(line="2 1", seat=1),
        Note(text="leaves 1 1"),
        Ask(seat=1),
        Tell(line="1 1", seat=0),
        Note(text="leaves 0 1"),
        Ask(seat=0),
        Tell(line="2 1", seat=1),
        Note(text="leaves 0 0"),
    )
    assert held.result == Ruling(
        winner=0, reason="the other could force a win from the beginning, and did"
    )


def test_the_loser_of_a_duel_learns_what_lost_it() -> None:
    assert duel("2 2", "1 1") == Ruling(
        winner=1,
        reason='its move "2 2" from 1 2 gave the win away; "2 1" would have kept it',
    )


def test_a_foul_loses_a_duel_at_once() -> None:
    assert duel("3 1") == Ruling(
        winner=1,
        reason='illegal move "3 1" from 1 2: there is no such heap, they are numbered from 1 to 2',
        is_foul=True,
    )
    ruling = duel("2 1", "hm")
    assert ruling is not None
    assert (ruling.winner, ruling.is_foul) == (0, True)


def test_positions_for_duels_are_varied_and_fair_to_both_seats() -> None:
    drawn = [TASK.read(TASK.position(Random(seed))) for seed in range(200)]
    assert TASK.position(Random(1)) == TASK.position(Random(1))
    assert {len(each.game.heaps) for each in drawn} == {2, 3, 4, 5}
    assert 40 < sum(each.game.nim_sum == 0 for each in drawn) < 140
    assert all(sum(size > 1 for size in each.game.heaps) > 1 for each in drawn)
    assert all(len(set(each.game.heaps)) > 1 for each in drawn)
    assert TASK.title_of(drawn[0]) == drawn[0].game.words


def test_generated_cases_depend_on_the_seed_alone_and_ask_for_wins_that_can_be_forced() -> None:
    options: Mapping[str, Value] = {"heaps": 4, "matches": 3}
    assert TASK.generate(Random(3), options) == TASK.generate(Random(3), options)
    drawn = [TASK.read(TASK.generate(Random(seed), options)) for seed in range(100)]
    assert all(each.must_win is each.is_forced for each in drawn)
    assert {each.begins for each in drawn} == {each.must_win for each in drawn} == {True, False}
    assert {each.opponent for each in drawn} == set(Opponent)
    assert max(len(each.game.heaps) for each in drawn) == 4
    assert max(max(each.game.heaps) for each in drawn) == 3


@pytest.mark.parametrize("options", [{"heaps": 1}, {"matches": 0}, {"matches": "many"}])
def test_options_out_of_range_are_refused(options: Mapping[str, Value]) -> None:
    with pytest.raises(CaseError, match="or more") as caught:
        TASK.generate(Random(1), options)
    assert caught.value.key == next(iter(options))


def test_chosen_cases_are_valid_and_of_every_kind() -> None:
    chosen = [TASK.read(TASK.draw(RandomChooser(seed))) for seed in range(300)]
    kinds = {(each.begins, each.opponent, each.must_win) for each in chosen}
    assert len(kinds) == 12
    assert any(0 in each.game.heaps for each in chosen)
    assert max(max(each.game.heaps) for each in chosen) > 20
    assert max(len(each.game.heaps) for each in chosen) > 4


def test_a_picture_shows_the_heaps_and_what_is_asked() -> None:
    assert TASK.picture(position(3, 0, 5, must_win=True)) == (
        "1: |||\n2:\n3: |||||\n"
        "the program begins; the judge's moves are perfect, and the program must win"
    )
    large = TASK.picture(position(1, LARGEST, first="judge", opponent="greedy"))
    assert large.splitlines()[1] == f"2: {'|' * 60}… (1000000000)"
    assert large.splitlines()[2] == "the judge begins; the judge's moves are greedy"
