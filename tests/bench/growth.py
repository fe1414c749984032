"""How the time of a program grows with its input: measuring, fitting, a table, JSON and an SVG.

A bench names Curves; ``main`` measures them and writes everything. Each input goes to the program
in two ways (tests/bench/measured.py): as a whole process, and as a call of its function
``answer(stdin: bytes) -> bytes`` in a fresh process, where the start, the imports and the reading
do not count. Every output is checked. Of several rounds the quickest counts: whatever else the
machine does can only make a round slower.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum
from html import escape
from pathlib import Path

MEASURED = Path(__file__).with_name("measured.py")


class Scale(Enum):
    """How a size counts: by its logarithm (cells), or as it is (things that multiply the work)."""

    LOGARITHMIC = "logarithmic"
    LINEAR = "linear"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """An input of some size.

    ``make`` returns the stdin; ``fault`` says in a sentence what is wrong with the stdout that a
    program answered to that stdin, "" for nothing.
    """

    size: int
    label: str
    make: Callable[[], bytes]
    fault: Callable[[bytes, bytes], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A program and the inputs of growing size that it is measured on.

    ``command`` runs it; a single Python file is run by the bench's interpreter and measured in
    process too. ``family`` are the curves that share a picture, ``unit`` is what sizes count.
    ``surrender`` is what a program says on stderr that gives up on an input, which is put down and
    does no more harm; "" where none may.
    """

    family: str
    name: str
    unit: str
    command: tuple[str, ...]
    subjects: tuple[Subject, ...]
    scale: Scale = Scale.LOGARITHMIC
    surrender: str = ""

    @property
    def is_python(self) -> bool:
        """Whether there is a function to call, not only a process to run."""
        return len(self.command) == 1 and self.command[0].endswith(".py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a run took: seconds of CPU, seconds by the clock, bytes that were resident at most."""

    cpu: float
    wall: float
    memory: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """What an input of some size cost; ``call`` is None where only whole processes can be run.

    Where the program gave up there is neither.
    """

    size: int
    label: str
    process: Cost | None
    call: Cost | None
    fault: str

    @property
    def seconds(self) -> float | None:
        """The CPU time that the growth is fitted to: the call's, else the process's."""
        cost = self.call or self.process
        return None if cost is None else cost.cpu

    @property
    def outcome(self) -> str:
        """What became of the input, in a few words."""
        return "gave up" if self.process is None else self.fault or "right"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A measured curve, with its growth: an exponent, or on a linear scale a factor a unit."""

    family: str
    name: str
    unit: str
    scale: Scale
    points: tuple[Point, ...]
    growth: float | None


class ProgramError(Exception):
    """A program that was to be measured did not end well."""


class GivenUpError(Exception):
    """A program said that it gives up on an input."""


def measured(curve: Curve, rounds: int) -> Iterator[Line]:
    """Yield the curve as far as it is known, after each point, the quickest of some rounds.

    Raises ProgramError.
    """
    points: tuple[Point, ...] = ()
    for subject in curve.subjects:
        points += (_point(curve, subject, rounds),)
        yield Line(
            family=curve.family,
            name=curve.name,
            unit=curve.unit,
            scale=curve.scale,
            points=points,
            growth=growth(points, curve.scale),
        )


def growth(points: Sequence[Point], scale: Scale) -> float | None:
    """Return the exponent of time over size, or the factor a unit where the scale is linear.

    A least-squares line through the logarithms; points under a thousandth of a second say more
    about the clock than about the program and are left out. None for fewer than three others.
    """
    kept = [(size, seconds) for size, seconds in timed(points) if seconds >= 0.001]
    if len({size for size, _ in kept}) < 3:
        return None
    across = [math.log(size) if scale is Scale.LOGARITHMIC else size for size, _ in kept]
    up = [math.log(seconds) for _, seconds in kept]
    middle, height = sum(across) / len(across), sum(up) / len(up)
    slope = sum((x - middle) * (y - height) for x, y in zip(across, up, strict=True)) / sum(
        (x - middle) ** 2 for x in across
    )
    return slope if scale is Scale.LOGARITHMIC else math.exp(slope)


def timed(points: Sequence[Point]) -> list[tuple[int, float]]:
    """Return size and seconds of the points at which the program did not give up."""
    return [(point.size, point.seconds) for point in points if point.seconds is not None]


def _point(curve: Curve, subject: Subject, rounds: int) -> Point:
    try:
        return _measured_point(curve, subject, rounds)
    except GivenUpError:
        return Point(size=subject.size, label=subject.label, process=None, call=None, fault="")


def _measured_point(curve: Curve, subject: Subject, rounds: int) -> Point:
    stdin = subject.make()
    command = [sys.executable, *curve.command] if curve.is_python else list(curve.command)
    ways = {"process": ["process", *command]}
    if curve.is_python:
        ways["call"] = ["answer", *curve.command]
    costs: dict[str, list[Cost]] = {way: [] for way in ways}
    fault = ""
    with tempfile.TemporaryFile() as file:
        file.write(stdin)
        file.flush()
        for _ in range(rounds):
            for way, arguments in ways.items():
                cost, stdout = _run(arguments, file.fileno(), curve.surrender)
                costs[way].append(cost)
                if not fault and len(costs[way]) == 1:
                    fault = subject.fault(stdin, stdout)
    best = {way: min(each, key=lambda cost: cost.cpu) for way, each in costs.items()}
    return Point(
        size=subject.size,
        label=subject.label,
        process=best["process"],
        call=best.get("call"),
        fault=fault,
    )


def _run(arguments: Sequence[str], stdin: int, surrender: str) -> tuple[Cost, bytes]:
    os.lseek(stdin, 0, os.SEEK_SET)
    # Without -P a call would find modules in this folder that are not the program's.
    done = subprocess.run(
        [sys.executable, "-P", str(MEASURED), *arguments],
        stdin=stdin,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        told = done.stderr.decode(errors="replace")
        if surrender and surrender in told:
            raise GivenUpError
        raise ProgramError(f"{' '.join(arguments)}: {told}")
    return Cost(**json.loads(done.stderr.splitlines()[-1])), done.stdout


def machine() -> str:
    """Return a line on where the figures were taken."""
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return (
        f"{platform.machine()}, {cpu[1] if cpu else 'unknown processor'}, {os.cpu_count()} cores, "
        f"Linux {platform.release()}, Python {platform.python_version()}, "
        f"load {os.getloadavg()[0]:.1f}"
    )


TABLE_HEAD = (
    "| program | input | call, CPU | process, CPU | process, wall | memory | |",
    "|---|---|--:|--:|--:|--:|---|",
)


def _row(line: Line, point: Point) -> str:
    call, process, wall, memory = "", "", "", ""
    if point.process is not None:
        process, wall = _duration(point.process.cpu), _duration(point.process.wall)
        memory = f"{(point.call or point.process).memory / 2**20:.0f} MiB"
    if point.call is not None:
        call = _duration(point.call.cpu)
    return (
        f"| {line.family} {line.name} | {point.label} | {call} | {process} | {wall} | {memory} | "
        f"{point.outcome} |"
    )


def growths(lines: Sequence[Line]) -> Iterator[str]:
    """Yield a row for each line with how fast its time grows."""
    yield "| program | growth |"
    yield "|---|---|"
    for line in lines:
        if line.growth is None:
            told = "too quick to tell"
        elif line.scale is Scale.LINEAR:
            told = f"× {line.growth:.2f} for each of the {line.unit}"
        else:
            told = f"{line.unit} to the power of {line.growth:.2f}"
        yield f"| {line.family} {line.name} | {told} |"


def _duration(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Axis:
    """Values on their way to places: ``low`` is drawn at ``start``, ``high`` at ``end``."""

    low: float
    high: float
    start: float
    end: float
    scale: Scale

    def place(self, value: float) -> float:
        low, high = self._measure(self.low), self._measure(self.high)
        share = (self._measure(value) - low) / (high - low)
        return self.start + share * (self.end - self.start)

    def _measure(self, value: float) -> float:
        return math.log10(value) if self.scale is Scale.LOGARITHMIC else value

    def ticks(self) -> list[float]:
        """Return the powers of ten within, or round numbers on a linear scale."""
        if self.scale is Scale.LOGARITHMIC:
            first, last = round(math.log10(self.low)), round(math.log10(self.high))
            return [10.0**power for power in range(first, last + 1)]
        span = self.high - self.low
        step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 10**9) if span / step <= 10)
        return [
            value for value in range(math.ceil(self.low), int(self.high) + 1) if not value % step
        ]


_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 900, 480, 80, 40, 300, 60
_COLOURS = (
    *("#1b6ca8", "#c0392b", "#2e7d32", "#8e44ad", "#b9770e", "#117a65", "#5d4037", "#455a64"),
    *("#e91e8c", "#7cb342", "#00acc1", "#3f51b5"),
)


def chart(family: str, lines: Sequence[Line]) -> str:
    """Return an SVG picture of the curves of a family: CPU seconds over size."""
    across, up = _axes(lines)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
        _text(_LEFT, 24, f"{family}: CPU seconds over {lines[0].unit}", size=16),
    ]
    parts += _grid(across, up)
    for number, line in enumerate(lines):
        parts += _drawn(line, number, across, up)
    return "\n".join([*parts, "</svg>", ""])


def _axes(lines: Sequence[Line]) -> tuple[_Axis, _Axis]:
    sizes = [point.size for line in lines for point in line.points]
    seconds = [max(each, 1e-6) for line in lines for _, each in timed(line.points)]
    scale = lines[0].scale
    low, high = float(min(sizes)), float(max(sizes))
    if scale is Scale.LOGARITHMIC:
        low, high = _decades(low, high)
    elif low == high:
        high += 1
    bottom, top = _decades(min(seconds), max(seconds))
    across = _Axis(low=low, high=high, start=_LEFT, end=_WIDTH - _RIGHT, scale=scale)
    end, start = _TOP, _HEIGHT - _BOTTOM
    return across, _Axis(low=bottom, high=top, start=start, end=end, scale=Scale.LOGARITHMIC)


def _decades(low: float, high: float) -> tuple[float, float]:
    """Return the powers of ten around a span, two different ones."""
    first = math.floor(math.log10(low) + 1e-9)
    last = math.ceil(math.log10(high) - 1e-9)
    return 10.0**first, 10.0 ** max(last, first + 1)


def _grid(across: _Axis, up: _Axis) -> Iterator[str]:
    for value in across.ticks():
        x = across.place(value)
        yield _stroke(x, up.start, x, up.end, "#dddddd")
        yield _text(x, up.start + 20, f"{value:,.0f}", anchor="middle")
    for value in up.ticks():
        y = up.place(value)
        yield _stroke(across.start, y, across.end, y, "#dddddd")
        yield _text(across.start - 8, y + 4, _decimal(value), anchor="end")


def _decimal(value: float) -> str:
    """Return a power of ten as people write it."""
    return f"{value:,.0f}" if value >= 1 else f"{value:f}".rstrip("0")


def _drawn(line: Line, number: int, across: _Axis, up: _Axis) -> Iterator[str]:
    colour = _COLOURS[number % len(_COLOURS)]
    places = [(across.place(size), up.place(max(each, 1e-6))) for size, each in timed(line.points)]
    joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    yield f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for x, y in places:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>'
    y = _TOP + 20 + 22 * number
    sign = "×" if line.scale is Scale.LINEAR else "^"
    told = "" if line.growth is None else f" ({sign}{line.growth:.2f})"
    yield f'<rect x="{across.end + 20}" y="{y - 10}" width="12" height="12" fill="{colour}"/>'
    yield _text(across.end + 38, y, line.name + told)


def _stroke(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def _text(x: float, y: float, words: str, *, anchor: str = "start", size: int = 13) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">'
        f"{escape(words)}</text>"
    )


def written(lines: Sequence[Line]) -> str:
    """Return the JSON text of everything that was measured, with the machine."""
    rows = [
        {
            **asdict(line),
            "scale": line.scale.value,
            "points": [{**asdict(point), "outcome": point.outcome} for point in line.points],
        }
        for line in lines
    ]
    return json.dumps({"machine": machine(), "curves": rows}, indent=2, ensure_ascii=False) + "\n"


def parser(about: str) -> argparse.ArgumentParser:
    """Return the options that every growth bench has."""
    options = argparse.ArgumentParser(description=about)
    options.add_argument("--quick", action="store_true", help="small inputs, one round: a minute")
    options.add_argument("--rounds", type=int, default=3, help="the quickest of so many counts")
    options.add_argument("--only", default="", help="only the curves with this in their name")
    options.add_argument("--most", type=int, help="no input larger than this size")
    options.add_argument("--json", type=Path, help="write the figures to this file")
    options.add_argument("--svg", type=Path, help="draw a picture of each family into this folder")
    return options


def report(curves: Sequence[Curve], options: argparse.Namespace) -> int:
    """Measure curves, print the tables, write what was asked for; return the exit status.

    The status is 1 where an output was wrong. A row appears, and is in the JSON file, as soon as
    it is measured.
    """
    lines: list[Line] = []
    print("\n".join(TABLE_HEAD), flush=True)
    for curve in _chosen(curves, options):
        done = list(lines)
        for line in measured(curve, 1 if options.quick else options.rounds):
            lines = [*done, line]
            print(_row(line, line.points[-1]), flush=True)
            if options.json:
                options.json.write_text(written(lines))
    print("\n" + "\n".join(growths(lines)))
    print("\n" + machine())
    if options.svg:
        options.svg.mkdir(parents=True, exist_ok=True)
        for family in dict.fromkeys(line.family for line in lines if timed(line.points)):
            picture = chart(family, [line for line in lines if line.family == family])
            (options.svg / f"{family.replace('/', '-')}.svg").write_text(picture)
    return int(any(point.fault for line in lines for point in line.points))


def _chosen(curves: Sequence[Curve], options: argparse.Namespace) -> Iterator[Curve]:
    for curve in curves:
        subjects = tuple(
            each for each in curve.subjects if options.most is None or each.size <= options.most
        )
        if subjects and options.only in f"{curve.family} {curve.name}":
            yield replace(curve, subjects=subjects)
