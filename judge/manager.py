"""Loading plugins, and the register of what they bring.

Plugins come in through entry points of the group ``judge``, the built-in puzzles like anyone's.
A plugin that is broken, or bears a name that another one has, is named with its distribution and
left out; everything else goes on working.
"""

from __future__ import annotations

import re
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import metadata
from typing import Any, TypeVar

import pluggy

from judge import hookspecs
from judge.errors import PluginError
from judge.hookspecs import Reporter
from judge.models import Language
from judge.puzzle import Claim, Puzzle, Task

GROUP = "judge"
_SLUG = re.compile(r"[a-z][a-z0-9_]*(?:-[a-z0-9_]+)*")
ItemT = TypeVar("ItemT")


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginSource:
    """Where a plugin comes from: its entry point's name and value, and its distribution."""

    name: str
    value: str
    distribution: str
    version: str

    def __str__(self) -> str:
        """Return ``plugin loop of golf-judge 1.0``."""
        return f"plugin {self.name} of {self.distribution} {self.version}"


@dataclass(slots=True, kw_only=True)
class Register:
    """What the plugins bring, by name, and what was wrong with some of them.

    ``owners`` tells which plugin brought a puzzle. ``faults`` are complete sentences for people.
    """

    manager: pluggy.PluginManager
    sources: dict[str, PluginSource] = field(default_factory=dict)
    puzzles: dict[str, Puzzle] = field(default_factory=dict)
    owners: dict[str, PluginSource] = field(default_factory=dict)
    languages: list[Language] = field(default_factory=list)
    reporters: dict[str, Reporter] = field(default_factory=dict)
    faults: list[PluginError] = field(default_factory=list)


def load_register(entry_points: Iterable[metadata.EntryPoint] | None = None) -> Register:
    """Return the register of all installed plugins (or of the entry points given)."""
    if entry_points is None:
        entry_points = metadata.entry_points(group=GROUP)
    manager = pluggy.PluginManager("judge")
    manager.add_hookspecs(hookspecs)
    register = Register(manager=manager)
    for name, points in _by_name(entry_points).items():
        if len(points) > 1:
            register.faults.append(_doubled(name, [_source(point) for point in points]))
        else:
            _load_plugin(register, points[0])
    _collect_puzzles(register)
    _collect_languages(register)
    _collect_reporters(register)
    return register


def _by_name(
    entry_points: Iterable[metadata.EntryPoint],
) -> Mapping[str, list[metadata.EntryPoint]]:
    # A distribution that is seen twice on sys.path (an editable install beside its egg-info)
    # names the same plugin twice: that is one plugin, not two.
    unique = {
        (point.name, point.value, _source(point).distribution): point for point in entry_points
    }
    grouped: dict[str, list[metadata.EntryPoint]] = defaultdict(list)
    for _, point in sorted(unique.items()):
        grouped[point.name].append(point)
    return grouped


def _source(point: metadata.EntryPoint) -> PluginSource:
    distribution = point.dist
    return PluginSource(
        name=point.name,
        value=point.value,
        distribution=distribution.name if distribution else "an unknown distribution",
        version=distribution.version if distribution else "",
    )


def _doubled(name: str, sources: list[PluginSource]) -> PluginError:
    owners = " and ".join(f"{source.distribution} ({source.value})" for source in sources)
    return PluginError(
        f"two plugins bear the name {name}: {owners}; neither is used, uninstall one of them"
    )


def _load_plugin(register: Register, point: metadata.EntryPoint) -> None:
    source = _source(point)
    try:
        plugin = point.load()
        register.manager.register(plugin, name=point.name)
        _require_known_hooks(register.manager, plugin)
    except pluggy.PluginValidationError as error:
        _drop(register.manager, point.name)
        fault = PluginError(f"the {source} does not fit the judge's hooks: {_one_line(error)}")
        fault.__cause__ = error
        register.faults.append(fault)
    # A plugin is a stranger's module: whatever importing it raises must not stop the judge.
    except (Exception, SystemExit) as error:  # noqa: BLE001
        _drop(register.manager, point.name)
        register.faults.append(plugin_fault(source, "cannot be loaded", error))
    else:
        register.sources[point.name] = source


def _drop(manager: pluggy.PluginManager, name: str) -> None:
    if manager.get_plugin(name) is not None:
        manager.unregister(name=name)


def _require_known_hooks(manager: pluggy.PluginManager, plugin: object) -> None:
    manager.check_pending()
    if not manager.get_hookcallers(plugin):
        raise pluggy.PluginValidationError(
            plugin,
            "it implements no hook (mark its functions with judge.hookspecs.hookimpl)",
        )


def plugin_fault(source: PluginSource, what: str, error: BaseException) -> PluginError:
    """Return the fault of a plugin that raised ``error``, naming the place where it did."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    fault = PluginError(
        f"the {source} {what}: {type(error).__name__}: {_one_line(error)}{place}; "
        f"fix it or uninstall {source.distribution}"
    )
    fault.__cause__ = error
    return fault


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())


def _answers(
    register: Register, hook: str, kind: type[ItemT] | tuple[type[Any], ...], wanted: str
) -> list[tuple[PluginSource, ItemT]]:
    """Call a collecting hook plugin by plugin, so that one that raises costs only itself."""
    answers: list[tuple[PluginSource, ItemT]] = []
    plugins = register.manager.list_name_plugin()
    for name, plugin in plugins:
        others = [other for _, other in plugins if other is not plugin]
        caller = register.manager.subset_hook_caller(hook, remove_plugins=others)
        source = register.sources[name]
        try:
            items = [item for answer in caller() for item in answer]
        # Same reason as at loading: a stranger's hook may raise anything.
        except (Exception, SystemExit) as error:  # noqa: BLE001
            register.faults.append(plugin_fault(source, f"fails in {hook}", error))
            continue
        for item in items:
            if isinstance(item, kind):
                answers.append((source, item))
            else:
                register.faults.append(
                    PluginError(f"the {source} returns {item!r} from {hook}, not {wanted}")
                )
    return answers


def _collect_puzzles(register: Register) -> None:
    claimed: dict[str, list[tuple[PluginSource, Puzzle]]] = defaultdict(list)
    answers: list[tuple[PluginSource, Puzzle]] = _answers(
        register, "judge_puzzles", Puzzle, "a Puzzle"
    )
    for source, puzzle in answers:
        faults = list(_puzzle_faults(puzzle))
        if faults:
            register.faults.extend(
                PluginError(f"the {source}: puzzle {puzzle.name!r}: {fault}") for fault in faults
            )
        else:
            claimed[puzzle.name].append((source, puzzle))
    for name, owners in sorted(claimed.items()):
        if len(owners) > 1:
            sources = [source for source, _ in owners]
            both = " and ".join(f"the {source}" for source in sources)
            register.faults.append(
                PluginError(
                    f"two puzzles bear the name {name}: of {both}; "
                    "neither is used, uninstall one of them"
                )
            )
        else:
            register.owners[name], register.puzzles[name] = owners[0]


def _puzzle_faults(puzzle: Puzzle) -> Iterable[str]:
    if not _SLUG.fullmatch(puzzle.name):
        yield "its name is not a slug such as sliding-tiles"
    if not puzzle.tasks:
        yield "it has no task"
    names = [task.name for task in puzzle.tasks]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"two tasks bear the name {name}"
    for task in puzzle.tasks:
        yield from _task_faults(task)


def _task_faults(task: Task[Any]) -> Iterable[str]:
    if not _SLUG.fullmatch(task.name):
        yield f"the task name {task.name!r} is not a slug such as shortest-way"
    for what, names in (
        ("field", [entry.name for entry in (*task.fields, *task.options)]),
        ("claim", [claim.name for claim in task.claims]),
        ("driver", [driver.language for driver in task.drivers]),
    ):
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f"task {task.name} has two {what}s named {name}"
    for claim in task.claims:
        if not _is_exact_multiplier(claim):
            yield (
                f"task {task.name}: the multiplier of claim {claim.name} is not a Fraction above 0 "
                f'(write Fraction("0.65"), a binary float would not be exact)'
            )


def _is_exact_multiplier(claim: Claim) -> bool:
    return isinstance(claim.multiplier, Fraction) and claim.multiplier > 0


def _collect_languages(register: Register) -> None:
    answers: list[tuple[PluginSource, Language]] = _answers(
        register, "judge_languages", Language, "a Language"
    )
    register.languages.extend(language for _, language in answers)


def _collect_reporters(register: Register) -> None:
    owners: dict[str, PluginSource] = {}
    answers: list[tuple[PluginSource, tuple[str, Reporter]]] = _answers(
        register, "judge_reporters", tuple, "a pair of a name and a reporter"
    )
    for source, (name, reporter) in answers:
        if name in owners:
            register.faults.append(
                PluginError(
                    f"two report formats bear the name {name}: of the {owners[name]} "
                    f"and of the {source}; the first is used"
                )
            )
        else:
            owners[name] = source
            register.reporters[name] = reporter


@dataclass(slots=True)
class Observers:
    """Tells plugins of judgements and of the finished report; a faulty one is told of once."""

    register: Register
    complain: Callable[[str], None]
    _silenced: set[tuple[str, str]] = field(default_factory=set)

    def tell(self, hook: str, **arguments: object) -> None:
        """Call an observing hook of every plugin; what one raises changes nothing for others."""
        plugins = self.register.manager.list_name_plugin()
        callers = getattr(self.register.manager.hook, hook)
        watching = {implementation.plugin_name for implementation in callers.get_hookimpls()}
        for name, plugin in plugins:
            if name not in watching:
                continue
            others = [other for _, other in plugins if other is not plugin]
            caller = self.register.manager.subset_hook_caller(hook, remove_plugins=others)
            try:
                caller(**arguments)
            # An observer may raise anything; it must not change a verdict.
            except Exception as error:  # noqa: BLE001
                if (name, hook) not in self._silenced:
                    self._silenced.add((name, hook))
                    fault = plugin_fault(self.register.sources[name], f"fails in {hook}", error)
                    self.complain(str(fault))
