"""The limits of a suite and of a case: text with a unit, each case's own before the suite's."""

from __future__ import annotations

from collections.abc import Mapping as Map

from judge import units
from judge.cases import values
from judge.cases.keys import refuse_unknown
from judge.cases.nodes import Mapping, Node
from judge.cases.source import Source
from judge.cases.syntax import quoted
from judge.errors import CaseError
from judge.models import Limits

Settings = Map[str, float]
"""The limits that were written, by key; seconds and bytes."""

_TIMES = ("time", "wall", "reply")
_KEYS = (*_TIMES, "memory", "output")
_LONGEST = 20
_MOST_SECONDS = 86_400.0
_MOST_BYTES = 2.0**40


def settings_of(node: Node, base: Settings, source: Source) -> tuple[Settings, list[CaseError]]:
    """Return the settings that a ``limits:`` value makes of ``base``, and its faults."""
    if not isinstance(node, Mapping):
        message = "limits is a mapping such as {time: 2s, memory: 64MiB}"
        return base, [source.error(message, node.line, node.column)]
    faults = refuse_unknown(node, _KEYS, "limits", source)
    settings = dict(base)
    for key, entry in node.entries.items():
        if key in _KEYS:
            try:
                settings[key] = _setting(key, entry.value, source)
            except CaseError as fault:
                faults.append(fault)
    limits = limits_of(settings)
    if limits.wall_s < limits.time_s:
        message = (
            f"wall ({limits.wall_s:g}s) ends a run before time ({limits.time_s:g}s) "
            "can be used up; set wall too, to more"
        )
        faults.append(source.error(message, node.line, node.column))
    if limits.reply_s is not None and limits.reply_s > limits.wall_s:
        message = (
            f"reply ({limits.reply_s:g}s) is more than wall ({limits.wall_s:g}s), which ends the "
            "whole conversation; set wall too, to more"
        )
        faults.append(source.error(message, node.line, node.column))
    return settings, faults


def limits_of(settings: Settings) -> Limits:
    """Return the limits that settings make; ``wall`` is 3 × time + 1 s where it is not set."""
    defaults = Limits()
    time = settings.get("time", defaults.time_s)
    return Limits(
        time_s=time,
        wall_s=settings.get("wall", 3 * time + 1),
        memory_bytes=int(settings.get("memory", defaults.memory_bytes)),
        output_bytes=int(settings.get("output", defaults.output_bytes)),
        reply_s=settings.get("reply"),
    )


def _setting(key: str, node: Node, source: Source) -> float:
    """Return one limit, in seconds or bytes."""
    written = values.word(key, node, source)
    if len(written) > _LONGEST:
        message = f"{quoted(written)} is no limit; write one such as 2s or 256MiB"
        raise values.fault(key, node, source, message)
    try:
        if key in _TIMES:
            return _within(units.seconds(written), _MOST_SECONDS, "a day")
        return _within(units.byte_count(written), _MOST_BYTES, "1 TiB")
    except (ValueError, OverflowError) as error:
        raise values.fault(key, node, source, str(error)) from error


def _within(value: float, most: float, name: str) -> float:
    if not 0 < value <= most:
        raise ValueError(f"a limit is more than zero and at most {name}")
    return value
