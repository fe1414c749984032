"""``judge tournament``: programs against each other, a cross table and a ranking."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from judge.cli.console import Status, complain, deliver, require_writable, table
from judge.cli.options import (
    JOBS,
    LANGUAGES,
    OUTPUT,
    SANDBOX_OPTIONS,
    CommandT,
    chosen_sandbox,
    with_options,
)
from judge.cli.progress import progress
from judge.compare import count, visible
from judge.errors import UsageError
from judge.examiner import Bench
from judge.interact import DuelTask
from judge.languages import language_table
from judge.manager import Register
from judge.models import Submission, TaskId, Verdict
from judge.submissions import Overrides, find_submissions, task_id
from judge.tournament import Game, Tournament, play_all, positions

_MOST_POSITIONS = 10_000
_CHOICES = (
    click.option(
        "--positions",
        "number",
        type=click.IntRange(1, _MOST_POSITIONS),
        default=10,
        show_default=True,
        help="Positions that each pair plays, each of them twice.",
    ),
    click.option(
        "--seed", type=int, default=0, show_default=True, help="Draws the positions; others by it."
    ),
    JOBS,
    LANGUAGES,
    click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="Form of the result.",
    ),
    OUTPUT,
    *SANDBOX_OPTIONS,
)


def _options(command: CommandT) -> CommandT:
    return with_options(command, _CHOICES)


@click.command(
    epilog="Exit status: 0 everyone could play, 1 some program could not, 2 a wrong argument, "
    "3 the judge failed, 130 interrupted.",
)
@click.argument("task", metavar="TASK")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, readable=False))
@_options
@click.pass_obj
def tournament(register: Register, /, task: str, paths: tuple[Path, ...], **asked: Any) -> int:
    """Let the programs at PATHS, files or folders, play TASK (such as nim/play) against each other.

    Every program meets every other one in each position twice, once in either seat. A program
    that breaks a rule or a limit, or breaks off, loses that game. Of a folder's programs those
    play that are of TASK, or say no task.
    """
    name = task_id(task, register.puzzles)
    if asked["output"] is not None:
        require_writable(asked["output"])
    status = Status.OK
    for fault in register.faults:
        complain(f"plugin fault: {fault}")
        status = Status.USAGE
    duel = _duel(register, name)
    languages = language_table(register, asked["languages"])
    found = find_submissions(
        paths,
        register.puzzles,
        languages,
        Overrides(task=name, spares_others=True),
        siblings_are_contestants=True,
    )
    # A class's folders hold programs of other tasks, too.
    found.submissions[:] = [each for each in found.submissions if each.task == name]
    for skipped in found.skipped:
        complain(visible(f"skipped {skipped.path}: {skipped.reason}", keep_newlines=False))
    for error in found.faults:
        complain(visible(f"error: {error}", keep_newlines=False))
        status = Status.USAGE
    if len(found.submissions) < 2:
        raise UsageError(
            f"a tournament needs two programs, and there is only {found.submissions[0].path}"
            if found.submissions
            else f"there is no program of {name} in {', '.join(map(str, paths))}"
        )
    held = positions(duel, name, asked["number"], asked["seed"])
    sandbox = chosen_sandbox(asked["sandbox"], require=asked["require_sandbox"])
    bench = Bench(register=register, languages=languages, sandbox=sandbox)
    pairs = len(found.submissions) * (len(found.submissions) - 1) // 2
    with progress(2 * pairs * len(held), "games") as advance:
        played = play_all(bench, duel, found.submissions, held, jobs=asked["jobs"], settled=advance)
    pieces = _as_json(played) if asked["form"] == "json" else _as_text(played)
    return max(status, deliver(pieces, asked["output"]), _status(played))


def _duel(register: Register, name: TaskId) -> DuelTask[Any]:
    task = register.puzzles[name.puzzle].task(name.task)
    if isinstance(task, DuelTask):
        return task
    duels = [
        f"{puzzle.name}/{each.name}"
        for puzzle in register.puzzles.values()
        for each in puzzle.tasks
        if isinstance(each, DuelTask)
    ]
    raise UsageError(
        f"{name} is not played by two; tasks for a tournament: {', '.join(duels) or 'none here'}"
    )


def _status(played: Tournament) -> Status:
    if played.interrupted:
        complain("interrupted: the result holds the games that were finished")
        return Status.INTERRUPTED
    failed = any(game.error for game in played.games)
    if failed or any(each.verdict is Verdict.JE for each in played.refused):
        return Status.JUDGE_ERROR
    return Status.NOT_ACCEPTED if played.refused else Status.OK


def names(entrants: Sequence[Submission]) -> list[str]:
    """Return what to call programs: their names, and their paths where two have one name."""
    called = [entrant.name for entrant in entrants]
    return [
        str(entrant.path) if called.count(entrant.name) > 1 else entrant.name
        for entrant in entrants
    ]


def _as_text(played: Tournament) -> Iterator[str]:
    called = names(played.entrants)
    yield (
        f"{played.task}: {count(len(called), 'program')}, "
        f"{count(len(played.positions), 'position')}, {count(len(played.games), 'game')}\n\n"
    )
    standings = played.standings
    numbers = [str(place) for place in range(1, len(standings) + 1)]
    header = ["rank", "", "program", "points", "won", "drawn", "lost", "fouls", *numbers]
    rows = [
        [
            str(each.rank),
            numbers[place],
            called[each.entrant],
            _points_text(each.points),
            str(each.won),
            str(each.drawn),
            str(each.lost),
            str(each.fouls),
            *(
                "·" if other is each else _points_text(played.points(each.entrant, other.entrant))
                for other in standings
            ),
        ]
        for place, each in enumerate(standings)
    ]
    yield from table(header, rows)
    yield from _fouls_text(played, called)
    for refused in played.refused:
        yield f"\n{visible(str(refused.submission))} did not play: {refused.verdict}"
        yield f" {visible(refused.reason, keep_newlines=False)}\n"


def _fouls_text(played: Tournament, called: list[str]) -> Iterator[str]:
    """Yield each program's first foul with the whole game, and what failed on our side."""
    first: dict[int, Game] = {}
    for game in played.games:
        if game.error:
            who = " against ".join(called[player] for player in game.players)
            yield f"\n{visible(who)}: {visible(game.error, keep_newlines=False)}\n"
        elif game.is_foul and game.loser is not None:
            first.setdefault(game.loser, game)
    for loser, game in sorted(first.items()):
        other = called[game.players[0] if game.players[1] == loser else game.players[1]]
        reason = visible(game.reason, keep_newlines=False)
        yield f"\n{visible(called[loser])} lost by a foul against {visible(other)}: {reason}\n"
        yield from (f"    {visible(line)}\n" for line in game.conversation.split("\n"))


def _points_text(points: Fraction) -> str:
    whole, half = divmod(points, 1)
    return f"{whole}½" if half and whole else "½" if half else str(whole)


def _as_json(played: Tournament) -> Iterator[str]:
    called = names(played.entrants)
    yield json.dumps(
        {
            "schema": 1,
            "task": str(played.task),
            "interrupted": played.interrupted,
            "positions": [position.title for position in played.positions],
            "standings": [
                {
                    "rank": each.rank,
                    "name": called[each.entrant],
                    "path": str(played.entrants[each.entrant].path),
                    "points": float(each.points),
                    "won": each.won,
                    "drawn": each.drawn,
                    "lost": each.lost,
                    "fouls": each.fouls,
                    "against": {
                        called[other.entrant]: float(played.points(each.entrant, other.entrant))
                        for other in played.standings
                        if other is not each
                    },
                }
                for each in played.standings
            ],
            "games": [
                {
                    "position": played.positions[game.position].title,
                    "players": [called[player] for player in game.players],
                    "winner": None if game.winner is None else called[game.winner],
                    "foul": game.is_foul,
                    "reason": game.reason,
                    "conversation": game.conversation,
                    "error": game.error,
                }
                for game in played.games
            ],
            "refused": [
                {"path": str(each.submission), "verdict": str(each.verdict), "reason": each.reason}
                for each in played.refused
            ],
        },
        ensure_ascii=False,
        indent=1,
    )
    yield "\n"
