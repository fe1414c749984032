"""A tournament: every program against every other one, in both seats, from the same positions.

One program that misbehaves loses that game, and costs nobody anything else.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from judge.dialogue import MIDDLE, Player, Stumble, Talk, played
from judge.errors import CaseError, JudgeError, PluginError, SandboxError
from judge.examiner import REPEATS_ALONE, Bench, Workload, judgement_on_the_whole, preparation
from judge.interact import DuelTask, Ruling
from judge.models import Ending, Judgement, Limits, Run, Submission, TaskId, Verdict
from judge.sandbox import Box
from judge.sandbox.alone import alone, beside_others
from judge.sandbox.builds import Prepared
from judge.sandbox.processes import without_box_folders
from judge.verdicts import is_doubtful, limits_for, run_fault

GAME_LIMITS = Limits(time_s=5.0, wall_s=20.0, reply_s=5.0)
"""what each player may use in a game; the wall limit counts the time that it lets others wait"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Where games begin: a problem of the task, and what it is called."""

    title: str
    problem: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game that was played.

    ``players`` are the entrants' numbers by seat; ``winner`` is an entrant's number, None for a
    draw or where the judge failed (then ``error`` says how). ``is_foul`` says that the loser broke
    a rule, a limit, or off; ``reason`` is a sentence on the loser's part.
    """

    position: int
    players: tuple[int, int]
    winner: int | None = None
    is_foul: bool = False
    reason: str = ""
    conversation: str = ""
    error: str = ""

    @property
    def loser(self) -> int | None:
        """The entrant's number that lost, or None."""
        if self.winner is None:
            return None
        return self.players[0] if self.winner == self.players[1] else self.players[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How an entrant did: a won game is one point, a draw half of one; equal results share ranks.

    Of equal points, fewer fouls are better.
    """

    rank: int
    entrant: int
    points: Fraction
    won: int
    drawn: int
    lost: int
    fouls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """Everything that a tournament found out.

    ``entrants`` are the programs that played, and games refer to them by number; ``refused`` are
    the judgements (CE, NG, JE) on those that could not. ``games`` are in the order of pairs,
    positions and seats, whatever finished first.
    """

    task: TaskId
    entrants: tuple[Submission, ...]
    refused: tuple[Judgement, ...]
    positions: tuple[Position, ...]
    games: tuple[Game, ...]
    interrupted: bool = False

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The entrants, the best first."""
        return _ranked([self._standing(number) for number in range(len(self.entrants))])

    def points(self, entrant: int, other: int) -> Fraction:
        """Return what an entrant won against another one."""
        games = [game for game in self.games if set(game.players) == {entrant, other}]
        return sum((_points(game, entrant) for game in games), Fraction(0))

    def _standing(self, entrant: int) -> Standing:
        games = [game for game in self.games if entrant in game.players and not game.error]
        lost = [game for game in games if game.loser == entrant]
        return Standing(
            rank=0,
            entrant=entrant,
            points=sum((_points(game, entrant) for game in games), Fraction(0)),
            won=sum(game.winner == entrant for game in games),
            drawn=sum(game.winner is None for game in games),
            lost=len(lost),
            fouls=sum(game.is_foul for game in lost),
        )


def _points(game: Game, entrant: int) -> Fraction:
    if game.error:
        return Fraction(0)
    if game.winner is None:
        return Fraction(1, 2)
    return Fraction(game.winner == entrant)


def _ranked(standings: list[Standing]) -> tuple[Standing, ...]:
    ordered = sorted(standings, key=lambda each: (-each.points, each.fouls, each.entrant))
    ranked: list[Standing] = []
    for place, each in enumerate(ordered, 1):
        last = ranked[-1] if ranked else None
        tied = last is not None and (last.points, last.fouls) == (each.points, each.fouls)
        ranked.append(replace(each, rank=last.rank if tied and last else place))
    return tuple(ranked)


def positions(task: DuelTask[Any], name: TaskId, count: int, seed: int) -> tuple[Position, ...]:
    """Return the positions that a seed draws; equal seeds draw equal ones.

    Raises PluginError where the task does not make sense of its own positions.
    """
    drawn = []
    for number in range(1, count + 1):
        try:
            problem = task.read(task.position(Random(f"{seed}/{number}")))
            drawn.append(Position(title=task.title_of(problem), problem=problem))
        except CaseError as error:
            raise PluginError(f"{name} draws a position that it refuses: {error}") from error
        # A position is made by a plugin's code, which may raise anything.
        except Exception as error:
            raise PluginError(f"{name} fails to draw a position: {error!r}") from error
    return tuple(drawn)


def play_all(
    bench: Bench,
    task: DuelTask[Any],
    submissions: Sequence[Submission],
    held: Sequence[Position],
    *,
    jobs: int,
    settled: Callable[[int], None] = lambda _: None,
) -> Tournament:
    """Let all programs that can be run play each other and return what came of it.

    ``jobs`` pairs play at once; ``settled`` is told how many games are over. Ctrl-C ends all games
    at once; the tournament then holds those that were finished.
    """
    hall = _Hall(bench, task, held)
    entrants: list[Submission] = []
    refused: list[Judgement] = []
    games: dict[tuple[int, int], list[Game]] = {}
    interrupted = False
    try:
        for submission in submissions:
            built = hall.prepared(submission)
            if isinstance(built, Judgement):
                refused.append(built)
            else:
                hall.players.append(built)
                entrants.append(submission)
        pairs = list(combinations(range(len(entrants)), 2))
        for pair, told in _in_parallel(hall, pairs, jobs):
            games[pair] = told
            settled(len(told))
    except KeyboardInterrupt:
        interrupted = True
    return Tournament(
        task=submissions[0].task,
        entrants=tuple(entrants),
        refused=tuple(refused),
        positions=tuple(held),
        games=tuple(game for _, played_games in sorted(games.items()) for game in played_games),
        interrupted=interrupted,
    )


def _in_parallel(
    hall: _Hall, pairs: Sequence[tuple[int, int]], jobs: int
) -> Iterator[tuple[tuple[int, int], list[Game]]]:
    """Yield each pair with its games, in the order of finishing."""
    with ThreadPoolExecutor(max_workers=jobs) as workers:
        futures: dict[Future[list[Game]], tuple[int, int]] = {
            workers.submit(hall.games, *pair): pair for pair in pairs
        }
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BaseException:
            workers.shutdown(wait=False, cancel_futures=True)
            hall.cancel()
            raise


class _Hall:
    """Where the games of a tournament are played; used by many threads at once."""

    def __init__(self, bench: Bench, task: DuelTask[Any], held: Sequence[Position]) -> None:
        self.players: list[Prepared] = []
        self._bench = bench
        self._task = task
        self._positions = held
        self._boxes: set[Box] = set()
        self._lock = threading.Lock()
        self._is_cancelled = False

    def prepared(self, submission: Submission) -> Prepared | Judgement:
        """Return a program ready to run, or the judgement on one that cannot be."""
        try:
            return preparation(
                self._bench, Workload(submission=submission, task=self._task, cases=())
            )
        except SandboxError as error:
            reason = f"the sandbox failed: {error}"
            return judgement_on_the_whole(submission, Verdict.JE, reason)

    def cancel(self) -> None:
        """End all games at once."""
        with self._lock:
            self._is_cancelled = True
            for box in self._boxes:
                box.cancel()

    def games(self, first: int, second: int) -> list[Game]:
        """Play all games of a pair and return them."""
        games: list[Game] = []
        with ExitStack() as stack:
            boxes: dict[int, Box] = {}
            for number in range(len(self._positions)):
                for players in ((first, second), (second, first)):
                    if self._is_cancelled:
                        return games
                    games.append(self._safe_game(number, players, boxes, stack))
        return games

    def _safe_game(
        self, number: int, players: tuple[int, int], boxes: dict[int, Box], stack: ExitStack
    ) -> Game:
        """Play a game; whatever fails on our side fails that game alone."""
        try:
            for player in players:
                if player not in boxes:
                    boxes[player] = self._box(player, stack)
            return self._settled_game(number, players, boxes)
        except JudgeError as error:
            boxes.clear()
            return Game(position=number, players=players, error=str(error))
        # The referee is a plugin's code: whatever it raises is no player's fault.
        except Exception as error:  # noqa: BLE001
            boxes.clear()
            reason = f"the referee failed: {type(error).__name__}: {error}"
            return Game(position=number, players=players, error=reason)

    def _box(self, player: int, stack: ExitStack) -> Box:
        box = stack.enter_context(self._bench.sandbox.open(self.players[player].files))
        with self._lock:
            self._boxes.add(box)
            if self._is_cancelled:
                box.cancel()
        stack.callback(self._boxes.discard, box)
        return box

    def _settled_game(self, number: int, players: tuple[int, int], boxes: dict[int, Box]) -> Game:
        """Return a game in which no time limit was hit for a neighbour's sake."""
        with beside_others():
            talk = self._talk(number, players, boxes)
        for _ in range(REPEATS_ALONE):
            if self._is_cancelled or not self._is_doubtful(talk, players):
                break
            with alone():
                talk = self._talk(number, players, boxes)
        return self._game(number, players, talk)

    def _talk(self, number: int, players: tuple[int, int], boxes: dict[int, Box]) -> Talk[Ruling]:
        conversing = []
        everyone_s = sum(self._limits(player).wall_s for player in players)
        for seat, player in enumerate(players):
            limits = self._limits(player)
            prepared = self.players[player]
            box = boxes[player]
            command = prepared.command(box, GAME_LIMITS.memory_bytes)
            # A player's own time is counted at the table; the box's clock runs for both of them.
            conversation = box.start(command, replace(limits, wall_s=2 * everyone_s))
            name = self._task.seats[seat]
            conversing.append(Player(name=name, conversation=conversation, limits=limits))
        return played(self._task.duel(self._positions[number].problem), conversing)

    def _limits(self, player: int) -> Limits:
        return limits_for(self.players[player].language, GAME_LIMITS)

    def _is_doubtful(self, talk: Talk[Ruling], players: tuple[int, int]) -> bool:
        if talk.stumble is None:
            return False
        limits = self._limits(players[talk.seat])
        return is_doubtful(talk.runs[talk.seat], replace(limits, time_s=limits.reply_s or 0.0))

    def _game(self, number: int, players: tuple[int, int], talk: Talk[Ruling]) -> Game:
        ruling = talk.result or self._lost_by_stumble(talk, players)
        return Game(
            position=number,
            players=players,
            winner=None if ruling.winner is None else players[ruling.winner],
            is_foul=ruling.is_foul,
            reason=without_box_folders(ruling.reason),
            conversation=talk.text,
        )

    def _lost_by_stumble(self, talk: Talk[Ruling], players: tuple[int, int]) -> Ruling:
        run = talk.runs[talk.seat]
        sentence = talk.sentence
        if run.ending is not Ending.WALL_LIMIT or not sentence:
            sentence = self._fault(run, players[talk.seat], talk.stumble) or sentence
        return Ruling(winner=1 - talk.seat, reason=sentence, is_foul=True)

    def _fault(self, run: Run, player: int, stumble: Stumble | None) -> str:
        fault = run_fault(run, self._limits(player), self.players[player].language)
        if fault is None:
            return ""
        return f"{fault.reason}, {MIDDLE}" if stumble is Stumble.CLOSED else fault.reason
