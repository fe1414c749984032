"""Loading plugins, and the register of what they bring.

Plugins come in through entry points of the group ``judge``, the built-in puzzles like anyone's.
A plugin that is broken, or bears a name that another one has, is named with its distribution and
left out; everything else goes on working. Hooks are called plugin by plugin, so that it is always
known whose answer is whose and one that raises costs only itself.
"""

from __future__ import annotations

import difflib
import importlib
import re
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from operator import itemgetter
from pathlib import Path
from typing import TypeGuard, TypeVar

import pluggy

from judge import hookspecs
from judge.errors import PluginError
from judge.hookspecs import Reporter
from judge.inspection import puzzle_faults
from judge.models import Language
from judge.puzzle import Puzzle

GROUP = "judge"
ItemT = TypeVar("ItemT")

_MACHINERY = (__file__, str(Path(pluggy.__file__).parent), str(Path(importlib.__file__).parent))
"""Where the code between the judge and a plugin lies; its lines tell nothing of the plugin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginSource:
    """Where a plugin comes from: its entry point's name and value, and its distribution."""

    name: str
    value: str
    distribution: str
    version: str

    def __str__(self) -> str:
        """Return ``plugin loop of golf-judge 1.0``."""
        return f"plugin {self.name} of {self.distribution} {self.version}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Implementation:
    """One plugin's function for a hook."""

    source: PluginSource
    function: Callable[..., object]
    argument_names: tuple[str, ...]

    def __call__(self, **arguments: object) -> object:
        """Call the function with those of the hook's arguments that it takes."""
        return self.function(*(arguments[name] for name in self.argument_names))


@dataclass(slots=True, kw_only=True)
class Register:
    """What the plugins bring, by name, and what was wrong with some of them.

    ``owners`` tells which plugin brought a puzzle, ``language_owners`` which one a language.
    ``faults`` are complete sentences for people.
    """

    manager: pluggy.PluginManager
    sources: dict[str, PluginSource] = field(default_factory=dict)
    puzzles: dict[str, Puzzle] = field(default_factory=dict)
    owners: dict[str, PluginSource] = field(default_factory=dict)
    languages: list[Language] = field(default_factory=list)
    language_owners: dict[str, PluginSource] = field(default_factory=dict)
    reporters: dict[str, Reporter] = field(default_factory=dict)
    faults: list[PluginError] = field(default_factory=list)

    def implementations(self, hook: str) -> list[Implementation]:
        """Return what the plugins have for a hook, in the order of the plugins' names."""
        found = getattr(self.manager.hook, hook).get_hookimpls()
        return [
            Implementation(
                source=source,
                function=implementation.function,
                argument_names=tuple(implementation.argnames),
            )
            for name, source in self.sources.items()
            for implementation in found
            if implementation.plugin_name == name
        ]


def load_register(entry_points: Iterable[metadata.EntryPoint] | None = None) -> Register:
    """Return the register of all installed plugins (or of the entry points given)."""
    manager = pluggy.PluginManager("judge")
    manager.add_hookspecs(hookspecs)
    register = Register(manager=manager)
    if entry_points is None:
        entry_points = _installed_entry_points(register)
    for name, points in _by_name(entry_points).items():
        if len(points) > 1:
            register.faults.append(_doubled(name, [_source(point) for point in points]))
        else:
            _load_plugin(register, points[0])
    _collect_puzzles(register)
    _collect_languages(register)
    _collect_reporters(register)
    return register


def _installed_entry_points(register: Register) -> list[metadata.EntryPoint]:
    try:
        return list(metadata.entry_points(group=GROUP))
    # A stranger's distribution with an unreadable list of entry points, whatever it makes the
    # library raise, must not take the others away: then each is looked at by itself.
    except Exception:  # noqa: BLE001
        points: list[metadata.EntryPoint] = []
        for distribution in metadata.distributions():
            try:
                points += distribution.entry_points.select(group=GROUP)
            except Exception as error:  # noqa: BLE001
                owner = " ".join(_name_and_version(distribution)).rstrip()
                register.faults.append(
                    PluginError(
                        f"the entry points of {owner} cannot be read: {_told(error)}; "
                        "reinstall or uninstall it"
                    )
                )
        return points


def _by_name(
    entry_points: Iterable[metadata.EntryPoint],
) -> Mapping[str, list[metadata.EntryPoint]]:
    # A distribution that is seen twice on sys.path (an editable install beside its egg-info)
    # names the same plugin twice: that is one plugin, not two.
    unique = {
        (point.name, point.value, _normalized(_source(point).distribution)): point
        for point in entry_points
    }
    grouped: dict[str, list[metadata.EntryPoint]] = defaultdict(list)
    for key in sorted(unique):
        grouped[key[0]].append(unique[key])
    return grouped


def _normalized(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()


def _source(point: metadata.EntryPoint) -> PluginSource:
    name, version = _name_and_version(point.dist)
    return PluginSource(name=point.name, value=point.value, distribution=name, version=version)


@cache
def _name_and_version(distribution: metadata.Distribution | None) -> tuple[str, str]:
    if distribution is not None:
        try:
            # One reading for both: the file is parsed anew for each question, its long
            # description too.
            told = distribution.metadata
            return str(told["Name"] or "an unnamed distribution"), str(told["Version"])
        # Half removed distributions have no metadata; what that raises differs by Python version.
        except Exception:  # noqa: BLE001
            return "a distribution without metadata", ""
    return "an unknown distribution", ""


def _doubled(name: str, sources: list[PluginSource]) -> PluginError:
    owners = " and ".join(f"{source.distribution} ({source.value})" for source in sources)
    return PluginError(
        f"two plugins bear the name {name}: {owners}; neither is used, uninstall one of them"
    )


def _load_plugin(register: Register, point: metadata.EntryPoint) -> None:
    source = _source(point)
    try:
        plugin = point.load()
        _register(register.manager, plugin, point.name)
    except KeyboardInterrupt:
        raise
    except pluggy.PluginValidationError as error:
        _drop(register.manager, point.name)
        fault = PluginError(
            f"the {source} does not fit the judge's hooks: {_one_line(error)}; {_remedy(source)}"
        )
        fault.__cause__ = error
        register.faults.append(fault)
    # A plugin is a stranger's module: whatever importing it raises must not stop the judge.
    except BaseException as error:  # noqa: BLE001
        _drop(register.manager, point.name)
        register.faults.append(plugin_fault(source, "cannot be loaded", error))
    else:
        register.sources[point.name] = source


def _register(manager: pluggy.PluginManager, plugin: object, name: str) -> None:
    if plugin is None:
        raise pluggy.PluginValidationError(plugin, "its entry point names None, not a module")
    manager.register(plugin, name=name)
    implementations = [
        (caller, implementation)
        for caller in manager.get_hookcallers(plugin) or ()
        for implementation in caller.get_hookimpls()
        if implementation.plugin_name == name
    ]
    if not implementations:
        raise pluggy.PluginValidationError(
            plugin,
            "it implements no hook (mark its functions with judge.hookspecs.hookimpl)",
        )
    for caller, implementation in implementations:
        if not caller.has_spec() and not implementation.optionalhook:
            raise pluggy.PluginValidationError(plugin, _unknown_hook(caller.name))
        if implementation.wrapper or implementation.hookwrapper:
            raise pluggy.PluginValidationError(
                plugin, f"{caller.name} is a wrapper, and each plugin is called by itself"
            )


def _unknown_hook(name: str) -> str:
    known = [hook for hook in dir(hookspecs) if hook.startswith("judge_")]
    near = difflib.get_close_matches(name, known, n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    return f"there is no hook {name}{hint}"


def _drop(manager: pluggy.PluginManager, name: str) -> None:
    if manager.get_plugin(name) is not None:
        manager.unregister(name=name)


def plugin_fault(source: PluginSource, what: str, error: BaseException) -> PluginError:
    """Return the fault of a plugin that raised ``error``, naming the place where it did."""
    fault = PluginError(f"the {source} {what}: {_told(error)}; {_remedy(source)}")
    fault.__cause__ = error
    return fault


def _remedy(source: PluginSource) -> str:
    return f"fix it or uninstall {source.distribution}"


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {_one_line(error)}{_place(error)}"


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())


def _place(error: BaseException) -> str:
    """Return the innermost line of the plugin's own that led to an error, in brackets."""
    if isinstance(error, SyntaxError):
        return ""  # its message names file and line
    places = [
        (frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    own = [f" ({name}:{line})" for name, line in places if not _is_machinery(name)]
    return own[-1] if own else ""


def _is_machinery(filename: str) -> bool:
    return filename.startswith(("<frozen", *_MACHINERY))


def _answers(
    register: Register, hook: str, fits: Callable[[object], TypeGuard[ItemT]], wanted: str
) -> list[tuple[PluginSource, ItemT]]:
    """Return what the plugins answer to a collecting hook; what does not fit is a fault."""
    answers: list[tuple[PluginSource, ItemT]] = []
    for implementation in register.implementations(hook):
        source = implementation.source
        try:
            items = list(_items(implementation()))
        except KeyboardInterrupt:
            raise
        # Same reason as at loading: a stranger's hook may raise anything.
        except BaseException as error:  # noqa: BLE001
            register.faults.append(plugin_fault(source, f"fails in {hook}", error))
            continue
        for item in items:
            if fits(item):
                answers.append((source, item))
            else:
                kind = type(item).__name__
                register.faults.append(
                    PluginError(
                        f"the {source} returns a {kind} from {hook}, not {wanted}; "
                        f"{_remedy(source)}"
                    )
                )
    return answers


def _items(answer: object) -> Iterator[object]:
    if isinstance(answer, str | bytes) or not isinstance(answer, Iterable):
        shown = "None" if answer is None else f"a {type(answer).__name__}"
        raise TypeError(f"it returned {shown}, not a list or another iterable")
    yield from answer


def _is_puzzle(item: object) -> TypeGuard[Puzzle]:
    return isinstance(item, Puzzle)


def _is_language(item: object) -> TypeGuard[Language]:
    return isinstance(item, Language)


def _is_reporter(item: object) -> TypeGuard[tuple[str, Reporter]]:
    return (
        isinstance(item, tuple)
        and len(item) == 2
        and isinstance(item[0], str)
        and callable(item[1])
    )


def _collect_puzzles(register: Register) -> None:
    sound = [
        (puzzle.name, source, puzzle)
        for source, puzzle in _answers(register, "judge_puzzles", _is_puzzle, "a Puzzle")
        if _is_sound(register, source, puzzle)
    ]
    named = list(_unshared(register, "puzzles bear the name", sound))
    # File names say a task as ``puzzle-task``, and that must not mean two tasks either.
    stems = [
        (f"{name}-{task.name}", source, puzzle)
        for name, source, puzzle in named
        for task in puzzle.tasks
    ]
    clear = {stem for stem, _, _ in _unshared(register, "tasks are named in files as", stems)}
    for name, source, puzzle in sorted(named, key=itemgetter(0)):
        if all(f"{name}-{task.name}" in clear for task in puzzle.tasks):
            register.owners[name], register.puzzles[name] = source, puzzle


def _is_sound(register: Register, source: PluginSource, puzzle: Puzzle) -> bool:
    try:
        faults = [f"puzzle {puzzle.name}: {fault}" for fault in puzzle_faults(puzzle)]
    except Exception as error:  # noqa: BLE001 - a task without a name raises when it is looked at
        faults = [f"puzzle {puzzle.name}: {_told(error)}"]
    register.faults += [PluginError(f"the {source}: {fault}") for fault in faults]
    return not faults


def _unshared(
    register: Register, what: str, claims: Iterable[tuple[str, PluginSource, ItemT]]
) -> Iterator[tuple[str, PluginSource, ItemT]]:
    """Yield the claims whose name nobody else claims; the others are faults."""
    by_name: dict[str, list[tuple[str, PluginSource, ItemT]]] = defaultdict(list)
    for claim in claims:
        by_name[claim[0]].append(claim)
    for name, claiming in by_name.items():
        if len(claiming) == 1:
            yield claiming[0]
        else:
            owners = " and ".join(f"the {source}" for _, source, _ in claiming)
            number = "two" if len(claiming) == 2 else str(len(claiming))
            register.faults.append(
                PluginError(
                    f"{number} {what} {name}: of {owners}; "
                    "none of them is used, rename one or uninstall its plugin"
                )
            )


def _collect_languages(register: Register) -> None:
    """Take in the languages that no other plugin disputes.

    Whether they agree with the judge's own is seen when the table is made: not every call of the
    judge needs it.
    """
    answers = _answers(register, "judge_languages", _is_language, "a Language")
    named = [(language.name, source, language) for source, language in answers]
    agreed = list(_unshared(register, "languages bear the name", named))
    suffixes = [
        (suffix, source, language)
        for _, source, language in agreed
        for suffix in dict.fromkeys(language.suffixes)
    ]
    clear = {suffix for suffix, _, _ in _unshared(register, "languages claim", suffixes)}
    for name, source, language in agreed:
        if clear.issuperset(language.suffixes):
            register.languages.append(language)
            register.language_owners[name] = source


def _collect_reporters(register: Register) -> None:
    pairs = _answers(register, "judge_reporters", _is_reporter, "a pair of a name and a reporter")
    formats = [(name, source, reporter) for source, (name, reporter) in pairs]
    for name, _, reporter in _unshared(register, "report formats bear the name", formats):
        register.reporters[name] = reporter


@dataclass(slots=True)
class Observers:
    """Tells plugins of judgements and of the finished report; a faulty one is told of once."""

    register: Register
    complain: Callable[[str], None]
    _silenced: set[tuple[str, str]] = field(default_factory=set)

    def tell(self, hook: str, **arguments: object) -> None:
        """Call an observing hook of every plugin; what one raises changes nothing for others."""
        for implementation in self.register.implementations(hook):
            try:
                implementation(**arguments)
            except KeyboardInterrupt:
                raise
            # An observer may raise anything; it must not change a verdict.
            except BaseException as error:  # noqa: BLE001
                source = implementation.source
                if (source.name, hook) not in self._silenced:
                    self._silenced.add((source.name, hook))
                    self.complain(str(plugin_fault(source, f"fails in {hook}", error)))
