"""The task nim/play: play the game against the judge, or one program against another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor
from random import Random

from judge.draw import Scene
from judge.errors import CaseError
from judge.interact import Dialogue, DuelTask, Ruling
from judge.models import Outcome, Value
from judge.puzzle import Chooser, Field, Kind, Role
from judge_plugins.nim.contest import Record, contest, shown
from judge_plugins.nim.options import size, size_option
from judge_plugins.nim.pictures import drawn
from judge_plugins.nim.players import HousePlayer, Opponent, Player, Program
from judge_plugins.nim.rules import Game
from judge_plugins.nim.scene import heaps_scene

LARGEST = 10**9
"""The largest heap: an int of every language holds it and the exclusive or of such heaps."""

_PROGRAM, _JUDGE = "program", "judge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A case: the heaps, who begins, and whom the program plays against."""

    game: Game
    begins: bool
    """whether the program moves first"""
    opponent: Opponent
    seed: int
    must_win: bool

    @property
    def is_forced(self) -> bool:
        """Whether the program's side can force a win."""
        return self.begins is (self.game.nim_sum != 0)


class PlayTask(DuelTask[Position]):
    """nim/play. The program says its moves line by line and hears those of the other player."""

    name = "play"
    title = "Nim: play it, against the judge"
    fields = (
        Field(name="heaps", kind=Kind.INTEGERS, about="the matches of each heap, two or more"),
        Field(
            name="first",
            kind=Kind.CHOICE,
            about="who moves first",
            choices=(_PROGRAM, _JUDGE),
        ),
        Field(
            name="opponent",
            kind=Kind.CHOICE,
            about="how the judge moves: perfectly, at random, or always taking the largest heap",
            choices=tuple(Opponent),
        ),
        Field(
            name="seed",
            kind=Kind.INTEGER,
            about="what the judge's choices are drawn from where it has several; 0 if left out",
            required=False,
        ),
        Field(
            name="must_win",
            kind=Kind.BOOLEAN,
            about="whether the program has to win, which its side then must be able to force",
            role=Role.ANSWER,
            required=False,
        ),
    )
    options = (
        size_option("heaps", "the most heaps, at least 2"),
        size_option("matches", "the most matches of a heap"),
    )

    def read(self, values: Mapping[str, Value]) -> Position:
        """Return the position; CaseError where it is none or cannot be forced but must be won."""
        position = Position(
            game=_game(values["heaps"]),
            begins=values["first"] == _PROGRAM,
            opponent=Opponent(str(values["opponent"])),
            seed=int(str(values.get("seed", 0))),
            must_win=values.get("must_win", False) is True,
        )
        if position.must_win and not position.is_forced:
            sum_is = "not 0" if position.game.nim_sum else "0"
            raise CaseError(
                f"the program cannot be asked to win: the nim-sum is {sum_is} and the "
                f"{values['first']} begins, so that the judge can force a win",
                key="must_win",
            )
        return position

    def referee(self, problem: Position) -> Dialogue[Outcome]:
        """Return the game of a program, in seat 0, against the judge's own player."""
        program, house = Program(seat=0), HousePlayer(problem.opponent, problem.seed)
        players: tuple[Player, Player] = (program, house) if problem.begins else (house, program)
        record = yield from contest(problem.game, players)
        if record.foul:
            return Outcome(accepted=False, reason=record.foul)
        if problem.must_win and players[record.winner] is house:
            reason = f"it lost a game that it could win: {_lesson(record)}"
            return Outcome(accepted=False, reason=reason)
        return Outcome(accepted=True)

    def duel(self, problem: Position) -> Dialogue[Ruling]:
        """Return the game of two programs; the one in seat 0 begins."""
        record = yield from contest(problem.game, (Program(seat=0), Program(seat=1)))
        reason = record.foul or _lesson(record)
        return Ruling(winner=record.winner, reason=reason, is_foul=record.foul != "")

    def position(self, random: Random) -> Mapping[str, Value]:
        """Return two to five heaps that take some thought.

        Every second position, on average, is won by who moves second: of heaps drawn at random
        that would be one in sixteen.
        """
        heaps: list[int] = []
        while not _takes_thought(heaps):
            heaps = [random.randint(1, 15) for _ in range(random.randint(2, 5))]
            if len(heaps) > 2 and random.random() < 0.5:
                heaps[-1] = reduce(xor, heaps[:-1])
        random.shuffle(heaps)
        return _values(tuple(heaps), Opponent.PERFECT, begins=True)

    def title_of(self, problem: Position) -> str:
        """Return the sizes of the heaps."""
        return shown(problem.game)

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return heaps at random; the program has to win where its side can force it."""
        most_heaps = size(options, "heaps", 5, least=2)
        most_matches = size(options, "matches", 15, least=1)
        heaps: tuple[int, ...] = ()
        while not any(heaps):
            count = random.randint(2, most_heaps)
            heaps = tuple(random.randint(0, most_matches) for _ in range(count))
        opponent = random.choice(tuple(Opponent))
        forced_by_second = Game(heaps=heaps).nim_sum == 0
        begins = random.random() < 0.7 and not forced_by_second
        return _values(
            heaps,
            opponent,
            begins=begins,
            seed=random.randrange(1000),
            must_win=begins is not forced_by_second,
        )

    def draw(self, choose: Chooser) -> Mapping[str, Value]:
        """Return a small game, now and then with large or many heaps.

        A heap that is too large to be taken match by match occurs only where the program has to
        win: who plays well enough for that ends the game soon.
        """
        most = choose.choice((5, 5, 20, 200, LARGEST))
        heaps = choose.items(
            lambda: choose.integer(0, most), least=2, most=choose.choice((4, 4, 12))
        )
        if not any(heaps):
            heaps[0] = 1
        first_can_force = Game(heaps=tuple(heaps)).nim_sum != 0
        is_large = max(heaps) > 200
        begins = first_can_force if is_large else choose.choice((True, False))
        can_force = begins is first_can_force
        return _values(
            tuple(heaps),
            choose.choice((Opponent.GREEDY, Opponent.PERFECT, Opponent.RANDOM)),
            begins=begins,
            seed=choose.integer(0, 99),
            must_win=can_force and (is_large or choose.choice((False, True, True))),
        )

    def picture(self, problem: Position) -> str:
        """Return the heaps, and what the case is about in a line."""
        return f"{drawn(problem.game)}\n{_matter(problem)}"

    def scene(self, problem: Position) -> Scene:
        """Return the heaps; the title has what the case is about."""
        return heaps_scene(problem.game, problem.game, _matter(problem))

    def answer_scene(self, problem: Position) -> Scene | None:
        """Return a winning first move, what it takes in pale; None where there is none."""
        if not problem.begins or not problem.is_forced:
            return None
        move = problem.game.winning_moves[0]
        after = problem.game.taken(move.heap, move.matches)
        return heaps_scene(problem.game, after, f"a winning move: {move}")


def _matter(problem: Position) -> str:
    """Return what a case is about in a line."""
    who = "the program" if problem.begins else "the judge"
    duty = ", and the program must win" if problem.must_win else ""
    return f"{who} begins; the judge's moves are {problem.opponent}{duty}"


def _game(heaps: Value) -> Game:
    sizes = heaps if isinstance(heaps, tuple) else ()
    if len(sizes) < 2:
        raise CaseError("a game needs two heaps or more", key="heaps")
    if not all(0 <= number <= LARGEST for number in sizes):
        raise CaseError(f"every heap holds from 0 to {LARGEST} matches", key="heaps")
    if not any(sizes):
        raise CaseError("a game without a match is over before it begins", key="heaps")
    return Game(heaps=sizes)


def _takes_thought(heaps: Sequence[int]) -> bool:
    """Return whether a glance is not enough, as it is for single matches and equal heaps."""
    large = [heap for heap in heaps if heap > 1]
    return len(large) > 2 or len(set(large)) == 2


def _values(
    heaps: tuple[int, ...],
    opponent: Opponent,
    *,
    begins: bool,
    seed: int = 0,
    must_win: bool = False,
) -> Mapping[str, Value]:
    return {
        "heaps": heaps,
        "first": _PROGRAM if begins else _JUDGE,
        "opponent": opponent.value,
        "seed": seed,
        "must_win": must_win,
    }


def _lesson(record: Record) -> str:
    """Return which move of the loser gave the win away, and what would have kept it."""
    blunder = record.blunder
    if blunder is None:
        return "the other could force a win from the beginning, and did"
    better = blunder.before.winning_moves[0]
    return (
        f'its move "{blunder.move}" from {shown(blunder.before)} gave the win away; '
        f'"{better}" would have kept it'
    )
