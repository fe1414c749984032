"""The config of a maze to be made: KEY=VALUE lines, and remarks behind ``#``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from judge.compare import excerpt, visible
from judge.errors import CaseError
from judge_plugins.maze.pattern import Cell, pattern_cells, pattern_is_owed

KEYS = ("WIDTH", "HEIGHT", "ENTRY", "EXIT", "PERFECT", "SEED")
LONGEST_SIDE = 1000
"""the most rows and the most columns"""

_NUMBER = re.compile("0|[1-9][0-9]{0,8}")
_SEED = re.compile("0|-?[1-9][0-9]{0,17}")
_COORDINATES = re.compile("(0|[1-9][0-9]{0,8}),(0|[1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What a maze has to be like; ``entry`` and ``exit`` are pairs of row and column, from 0.

    ``text`` is the config as written, without a final newline. ``seed`` decides which maze is
    made: the same config has to make the same maze whenever it is asked for. A checker sees one
    run alone and cannot tell.
    """

    width: int
    height: int
    entry: Cell
    exit: Cell
    perfect: bool
    seed: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    value: str
    offset: int


def coordinates(cell: Cell) -> str:
    """Return a cell as configs and mazes write it: ``x,y``, the column first."""
    return f"{cell[1]},{cell[0]}"


def config_text(config: Mapping[str, object]) -> str:
    """Return the lines that state the values of KEYS, in the order of the mapping."""
    return "\n".join(f"{key}={value}" for key, value in config.items())


def parse_config(text: str) -> Config:
    """Return the config that a case states.

    All six keys are needed, each once, in any order; a line that begins with ``#`` is a remark,
    and empty lines are allowed. Nothing else is: programs should not have to guess.

    Raises CaseError with the key ``config`` and the line's offset for a line that is none of
    these, a key that is unknown, missing or there twice, a value of the wrong form or out of
    range, an entry or exit outside of the maze or in its `42`, and for an exit that is the entry.
    """
    entries = _entries(text)
    width, height = (_side(entries[key], key) for key in ("WIDTH", "HEIGHT"))
    entry, exit_ = (_cell(entries[key], key, width, height) for key in ("ENTRY", "EXIT"))
    if entry == exit_:
        raise _fault("EXIT is the cell of ENTRY; they have to be two cells", entries["EXIT"].offset)
    perfect, seed = entries["PERFECT"], entries["SEED"]
    if perfect.value not in ("True", "False"):
        raise _fault(
            f'write PERFECT=True or PERFECT=False, not "{visible(perfect.value)}"', perfect.offset
        )
    if not _SEED.fullmatch(seed.value):
        shown = excerpt(seed.value)
        raise _fault(f'SEED is a whole number of 18 digits at most, not "{shown}"', seed.offset)
    return Config(
        width=width,
        height=height,
        entry=entry,
        exit=exit_,
        perfect=perfect.value == "True",
        seed=int(seed.value),
        text=text,
    )


def _fault(message: str, offset: int) -> CaseError:
    return CaseError(message, key="config", offset=offset)


def _entries(text: str) -> dict[str, _Entry]:
    """Return the values of all keys; CaseError where one is missing."""
    entries: dict[str, _Entry] = {}
    offset = 0
    for offset, key, value in _pairs(text):
        if key not in KEYS:
            raise _fault(_unknown(key), offset)
        if key in entries:
            first = entries[key].offset + 1
            raise _fault(f"{key} is here for the second time, first in line {first}", offset)
        entries[key] = _Entry(value=value, offset=offset)
    missing = [key for key in KEYS if key not in entries]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        message = f"{', '.join(missing)} {verb} missing; a config has {', '.join(KEYS)}"
        raise _fault(message, offset)
    return entries


def _pairs(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield offset, key and value of each line that is neither empty nor a remark."""
    for offset, line in enumerate(text.split("\n")):
        if not line or line.startswith("#"):
            continue
        if re.search(r"\s", line):
            remedy = "a remark has its own line, which begins with #" if "#" in line else ""
            raise _fault(
                f'"{excerpt(line)}" has blanks; write KEY=VALUE without any'
                + (f" ({remedy})" if remedy else ""),
                offset,
            )
        key, sign, value = line.partition("=")
        if not sign:
            raise _fault(f'"{excerpt(line)}" is neither KEY=VALUE nor a remark (# …)', offset)
        yield offset, key, value


def _unknown(key: str) -> str:
    near = get_close_matches(key.upper(), KEYS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(KEYS)}"
    return f'no config has a key "{excerpt(key)}"; {hint}'


def _side(entry: _Entry, key: str) -> int:
    if not _NUMBER.fullmatch(entry.value) or not 1 <= int(entry.value) <= LONGEST_SIDE:
        raise _fault(
            f'{key} is a whole number from 1 to {LONGEST_SIDE}, not "{excerpt(entry.value)}"',
            entry.offset,
        )
    return int(entry.value)


def _cell(entry: _Entry, key: str, width: int, height: int) -> Cell:
    found = _COORDINATES.fullmatch(entry.value)
    if found is None:
        raise _fault(
            f"{key} is a column and a row, from 0, with a comma between such as {key}=0,0, "
            f'not "{excerpt(entry.value)}"',
            entry.offset,
        )
    column, row = int(found[1]), int(found[2])
    if column >= width or row >= height:
        raise _fault(
            f"{key}={entry.value} is outside of the maze, which has the columns 0 to {width - 1} "
            f"and the rows 0 to {height - 1}",
            entry.offset,
        )
    owed = pattern_is_owed(width=width, height=height)
    if owed and (row, column) in pattern_cells(width=width, height=height):
        raise _fault(f"{key}={entry.value} is a cell of the `42`, which is closed", entry.offset)
    return row, column
