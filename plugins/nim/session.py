"""The task nim/session: model the game as a class, or as a program that speaks the protocol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import ClassVar

from judge.compare import excerpt
from judge.draw import Film, Scene, film_of
from judge.models import Value
from judge.puzzle import Chooser, Driver, PackagePath
from judge.transcript import (
    JAVASCRIPT_DRIVER,
    PYTHON_DRIVER,
    Call,
    Manner,
    RefusedError,
    Transcript,
    TranscriptTask,
    parsed,
)
from judge_plugins.nim.options import size, size_option
from judge_plugins.nim.pictures import drawn_games
from judge_plugins.nim.rules import Game
from judge_plugins.nim.scene import Span, games_scene, heaps_scene

_LARGEST = 2**53 - 1
"""The largest whole number that every language of the judge can hold exactly."""

_SHOWN_MATCHES = 10_000
"""The most matches that a session may have drawn at once."""

_WRONG_GAMES = ("Nim 3", "Nim 3 -1", 'Nim "3" 4', "Nim 1.5 2", "Nim 2 3 0.5")

_QUESTIONS = ("repr", "str", "isafgelopen")
_DRAWN = ("question", "move", "move", "any move", "sum", "game", "odd heaps")
_ODD_HEAPS = ("0", "3", "-1", '"3"', '""', "1.5", "1.0")
_NUMBERS = (1, 2, 3, 4, 0, -1, 9)


class SessionTask(TranscriptTask[Game]):
    """nim/session. Sessions on one current game; ``+`` adds a second one to it."""

    name = "session"
    title = "Nim: model the game, as a class or as a program that speaks the session protocol"
    manners: ClassVar[Mapping[str, Manner]] = {
        "Nim": Manner.CONSTRUCTOR,
        "wegnemen": Manner.MUTATOR,
        "repr": Manner.TEXT,
        "str": Manner.TEXT,
        "isafgelopen": Manner.BOOLEAN,
        "+": Manner.TEXT,
    }
    options = (
        size_option("calls", "how many calls a session has at least"),
        size_option("heaps", "the most heaps of a game, at least 2"),
        size_option("matches", "the most matches of a new heap"),
    )
    drivers = (
        Driver(
            language="python",
            main=PYTHON_DRIVER,
            parts=(PackagePath(package="judge_plugins", path="nim/drivers/nim.py"),),
        ),
        Driver(
            language="javascript",
            main=JAVASCRIPT_DRIVER,
            parts=(PackagePath(package="judge_plugins", path="nim/drivers/nim.js"),),
        ),
    )

    def construct(self, call: Call) -> Game:
        """Return a new game; the rules leave booleans open, so that no case may pass one."""
        for value in call.arguments:
            if isinstance(value, bool):
                raise call.fault("whether a boolean is a number of matches is left open; use none")
            if isinstance(value, int) and abs(value) > _LARGEST:
                raise call.fault(f"no heap may hold more than {_LARGEST} matches")
        return Game.of(call.arguments)

    def mutate(self, state: Game, call: Call) -> Game:
        """Return the game after ``wegnemen i j``."""
        whole = [value for value in call.arguments if type(value) is int]
        if len(whole) != 2 or len(call.arguments) != 2:
            raise call.fault(f"{call.name} takes two whole numbers: the heap and how many matches")
        return state.taken(*whole)

    def answer(self, state: Game, call: Call) -> str | bool:
        """Return what ``repr``, ``str``, ``isafgelopen`` or ``+ heaps`` prints."""
        if call.name == "+":
            return (state + self.construct(call)).expression
        if call.arguments:
            raise call.fault(f"{call.name} takes no arguments")
        match call.name:
            case "isafgelopen":
                return state.is_over
            case "str" if sum(state.heaps) > _SHOWN_MATCHES:
                raise call.fault(f"more than {_SHOWN_MATCHES} matches are too many to draw")
            case "str":
                return state.picture
            case _:
                return state.expression

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return a session of random games, each played to its end."""
        calls = size(options, "calls", 60, least=1)
        heaps = size(options, "heaps", 6, least=2)
        matches = size(options, "matches", 9, least=1)
        session: list[str] = []
        while len(session) < calls:
            session += _game(random, heaps, matches)
        return {"session": "\n".join(f"> {call}" for call in session)}

    def draw(self, choose: Chooser) -> Mapping[str, Value]:
        """Return a short session of any calls, with what each prints by the rules."""
        game = Game(heaps=_drawn_heaps(choose))
        lines = [f"Nim {game.words}"]
        for kind in choose.items(
            lambda: choose.choice(_DRAWN), least=choose.choice((0, 8, 16)), most=24
        ):
            lines.append(_drawn_call(choose, kind, game))
            game = self._changed(game, parsed(f"> {lines[-1]}")[0])
        lines.append(choose.choice(_QUESTIONS))
        calls = parsed("\n".join(f"> {line}" for line in lines))
        session: list[str] = []
        for call, reply in zip(calls, self.replay(calls), strict=True):
            session += [f"> {call.text}", *reply]
        return {"session": "\n".join(session)}

    def _changed(self, game: Game, call: Call) -> Game:
        """Return the current game after a call, the same one where the call only asks or fails."""
        with suppress(RefusedError):
            if call.name == "Nim":
                return self.construct(call)
            if call.name == "wegnemen":
                return self.mutate(game, call)
        return game

    def picture(self, problem: Transcript) -> str:
        """Return the session's games, each as it began and with a dot for each match taken."""
        return drawn_games(self._games(problem)[0])

    def scene(self, problem: Transcript) -> Scene | None:
        """Return the session's games, what was taken from each in pale."""
        games, _ = self._games(problem)
        return games_scene(games) if games else None

    def film(self, problem: Transcript, *, smooth: bool) -> Film | None:
        """Return the session's games call by call."""
        _, steps = self._games(problem)
        scenes = [heaps_scene(*span, excerpt(call.text)) for call, span in steps]
        return film_of(scenes, seconds=1) if scenes else None

    def _games(self, problem: Transcript) -> tuple[list[Span], list[tuple[Call, Span]]]:
        """Return each game as it began and ended, and the same after each call that changed it."""
        games: list[Span] = []
        steps: list[tuple[Call, Span]] = []
        for call in problem.calls:
            with suppress(RefusedError):
                if call.name == "Nim":
                    game = self.construct(call)
                    games.append((game, game))
                elif call.name == "wegnemen":
                    before, after = games[-1]
                    games[-1] = (before, self.mutate(after, call))
                else:
                    continue
                steps.append((call, games[-1]))
        return games, steps


def _game(random: Random, heaps: int, matches: int) -> Iterator[str]:
    """Yield the calls of one game: moves, every third of them a wild one, and what they left."""
    game = Game(heaps=_heaps(random, heaps, matches))
    yield f"Nim {_words(game.heaps)}"
    yield random.choice(("repr", "str", "isafgelopen"))
    while not game.is_over:
        if random.random() < 0.1:
            yield random.choice(_WRONG_GAMES)
        if random.random() < 0.2:
            yield f"+ {_words(_heaps(random, heaps, matches))}"
        heap, taken = _move(random, game)
        yield f"wegnemen {heap} {taken}"
        with suppress(RefusedError):
            game = game.taken(heap, taken)
        yield random.choice(("repr", "repr", "repr", "str", "isafgelopen"))
    yield from ("isafgelopen", "repr")


def _move(random: Random, game: Game) -> tuple[int, int]:
    last = len(game.heaps)
    if random.random() < 1 / 3:
        return random.randint(-last, last + 2), random.randint(-2, max(game.heaps) + 2)
    heap = random.choice([number for number, size in enumerate(game.heaps, 1) if size])
    return heap, random.randint(1, game.heaps[heap - 1])


def _heaps(random: Random, heaps: int, matches: int) -> tuple[int, ...]:
    return tuple(random.randint(0, matches) for _ in range(random.randint(2, heaps)))


def _words(heaps: tuple[int, ...]) -> str:
    return " ".join(map(str, heaps))


def _drawn_call(choose: Chooser, kind: str, game: Game) -> str:
    """Return a call of one of the kinds in ``_DRAWN``, to be made in a game."""
    match kind:
        case "move" if not game.is_over:
            heap = choose.choice([number for number, size in enumerate(game.heaps, 1) if size])
            return f"wegnemen {heap} {choose.integer(1, game.heaps[heap - 1])}"
        case "move" | "any move":
            return f"wegnemen {choose.choice(_NUMBERS)} {choose.choice(_NUMBERS)}"
        case "sum" | "game":
            name = "+" if kind == "sum" else "Nim"
            return f"{name} {_words(_drawn_heaps(choose))}"
        case "odd heaps":
            heaps = choose.items(lambda: choose.choice(_ODD_HEAPS), least=0, most=4)
            return " ".join([choose.choice(("Nim", "+")), *heaps])
        case _:
            return choose.choice(_QUESTIONS)


def _drawn_heaps(choose: Chooser) -> tuple[int, ...]:
    """Return heaps; few and small ones are likely, so that games come to their end."""
    most = choose.choice((1, 5, 150))
    return tuple(choose.items(lambda: choose.integer(0, most), least=2, most=choose.choice((2, 6))))
