"""Tournaments: programs that count to ten against each other, well and badly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from puzzles_for_tests import echo_register
from runtimes import needs_language

from judge.errors import CaseError, PluginError
from judge.examiner import Bench
from judge.interact import Ask, Dialogue, DuelTask, Ruling, Tell
from judge.models import Outcome, Submission, TaskId, Value, Verdict
from judge.puzzle import Field, Kind
from judge.sandbox.languages import LanguageTable
from judge.sandbox.tiers import strongest_sandbox
from judge.tournament import Tournament, play_all, positions

NAME = TaskId(puzzle="echo", task="word")


class Ten(DuelTask[int]):
    """In turn, add 1 or 2 to a number; who says 10 wins. 0 is said to whoever begins; 99 breaks."""

    name = "ten"
    title = "say ten"
    fields = (Field(name="start", kind=Kind.INTEGER, about="where to start"),)

    def read(self, values: Mapping[str, Value]) -> int:
        start = int(str(values["start"]))
        if start < 0:
            raise CaseError("negative", key="start")
        return start

    def title_of(self, problem: int) -> str:
        return f"from {problem}"

    def referee(self, problem: int) -> Dialogue[Outcome]:
        yield Ask()
        return Outcome(accepted=True)

    def duel(self, problem: int) -> Dialogue[Ruling]:
        if problem == 99:
            raise ZeroDivisionError("a referee's fault")
        seat = 0
        while True:
            yield Tell(line=str(problem), seat=seat)
            reply = (yield Ask(seat=seat)) or ""
            if reply not in {str(problem + 1), str(problem + 2)}:
                return Ruling(winner=1 - seat, reason=f"said {reply} to {problem}", is_foul=True)
            problem = int(reply)
            if problem >= 10:
                return Ruling(winner=seat, reason="did not say ten")
            seat = 1 - seat

    def position(self, random: Random) -> Mapping[str, Value]:
        return {"start": random.randrange(7)}

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        return self.position(random)


class Spoilt(Ten):
    """Draws positions that it refuses."""

    def position(self, random: Random) -> Mapping[str, Value]:
        return {"start": -1}


class Broken(Ten):
    """Cannot draw a position."""

    def position(self, random: Random) -> Mapping[str, Value]:
        raise ZeroDivisionError("no position")


class Faulty(Ten):
    """Its referee fails."""

    def position(self, random: Random) -> Mapping[str, Value]:
        return {"start": 99}


ANSWER = "import sys\nfor n in map(int, sys.stdin):\n    print({}, flush=True)\n"
PERFECT = ANSWER.format("n + (1 - n) % 3 if (1 - n) % 3 else n + 1")
ONES = ANSWER.format("n + 1")
CHEAT = ANSWER.format("10")
CRASH = "input(); 1 / 0"


def entrant(name: str, source: str, language: str = "python") -> Submission:
    path = Path(f"{name}.py")
    return Submission(
        name=name,
        contestant="",
        path=path,
        task=NAME,
        language=language,
        files={path.name: source.encode()},
    )


def held(
    *entrants: Submission, count: int = 2, jobs: int = 2, task: Ten | None = None
) -> Tournament:
    bench = Bench(
        register=echo_register(),
        languages=LanguageTable.with_extra(()),
        sandbox=strongest_sandbox(),
    )
    task = task or Ten()
    return play_all(bench, task, entrants, positions(task, NAME, count, seed=1), jobs=jobs)


def test_everyone_plays_everyone_in_both_seats_from_every_position() -> None:
    played = held(entrant("a", ONES), entrant("b", ONES), entrant("c", ONES))
    seats = [(game.players, game.position) for game in played.games]
    pairs = [(0, 1), (0, 2), (1, 2)]
    assert seats == [
        (players, position)
        for first, second in pairs
        for position in (0, 1)
        for players in ((first, second), (second, first))
    ]
    assert all(game.winner is not None and not game.error for game in played.games)
    # Of two that play alike, each wins exactly when the other does in the same seat.
    assert [each.points for each in played.standings] == [Fraction(4)] * 3
    assert [each.rank for each in played.standings] == [1, 1, 1]


def test_who_misbehaves_loses_its_games_and_no_more() -> None:
    played = held(entrant("ones", ONES), entrant("crash", CRASH), entrant("cheat", CHEAT))
    ones, crash, cheat = (
        next(each for each in played.standings if each.entrant == number) for number in range(3)
    )
    assert ones.rank == 1
    assert (ones.won, ones.lost, ones.fouls) == (8, 0, 0)
    assert crash.fouls == crash.lost
    assert cheat.fouls == cheat.lost
    assert crash.won + cheat.won == 4  # the games against each other
    reasons = {game.reason for game in played.games if game.loser == 1 and game.is_foul}
    assert any("ZeroDivisionError" in reason for reason in reasons)
    assert all("in the middle of the conversation" in reason for reason in reasons)


def test_a_better_player_ranks_before_a_worse_one() -> None:
    played = held(entrant("ones", ONES), entrant("perfect", PERFECT), count=8)
    assert [each.entrant for each in played.standings] == [1, 0]
    assert played.points(1, 0) > played.points(0, 1)
    assert played.points(1, 0) + played.points(0, 1) == 16
    assert all(game.conversation.startswith("judge:") for game in played.games)


def test_a_program_that_cannot_be_built_does_not_play() -> None:
    needs_language("c")
    broken = entrant("broken", "int main( {", "c")
    played = held(entrant("a", ONES), broken, entrant("c", ONES))
    assert [each.verdict for each in played.refused] == [Verdict.CE]
    assert [each.name for each in played.entrants] == ["a", "c"]
    assert len(played.games) == 4


def test_a_referee_that_fails_blames_nobody() -> None:
    played = held(entrant("a", ONES), entrant("b", ONES), task=Faulty())
    assert len(played.games) == 4
    assert all("ZeroDivisionError: a referee's fault" in game.error for game in played.games)
    assert [each.points for each in played.standings] == [0, 0]


def test_equal_seeds_draw_equal_positions() -> None:
    drawn = [positions(Ten(), NAME, 5, seed) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert drawn[0][0].title.startswith("from ")


@pytest.mark.parametrize(("task", "told"), [(Spoilt(), "refuses"), (Broken(), "fails to draw")])
def test_a_task_that_cannot_draw_positions_is_named(task: Ten, told: str) -> None:
    with pytest.raises(PluginError, match=f"echo/word .*{told}"):
        positions(task, NAME, 1, 0)
