"""``judge check``: look for faults in case files, against their schema and the puzzle's rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from judge.cases import case_files, load_suite
from judge.cli.console import Status, complain, print_result
from judge.compare import count, visible
from judge.errors import PluginError
from judge.manager import Register
from judge.resources import located


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path, readable=False))
@click.pass_obj
def check(register: Register, paths: tuple[Path, ...]) -> int:
    """Look for faults in the case files at PATHS (default: those of all puzzles).

    Every fault is told with file, line and column. The answers that cases give are computed again
    by the puzzle's rules. Exit status 2 where anything is wrong.
    """
    roots = paths or tuple(_own_cases(register))
    for fault in register.faults:
        complain(f"plugin fault: {fault}")
    files = [file for root in roots for file in case_files(root)]
    cases = faults = 0
    for name, path in files:
        loaded = load_suite(path, name, register.puzzles, lint=True)
        faults += len(loaded.errors)
        cases += len(loaded.suite.cases) if loaded.suite else 0
        print_result(f"{visible(str(error))}\n" for error in loaded.errors)
    if not files:
        print_result([f"no case file (*.yaml) in {', '.join(map(str, roots))}\n"])
        return Status.USAGE
    told = "no fault" if not faults else count(faults, "fault")
    print_result([f"{count(len(files), 'file')}, {count(cases, 'case')}: {told}\n"])
    return Status.USAGE if faults or register.faults else Status.OK


def _own_cases(register: Register) -> Iterator[Path]:
    """Yield the folders of all puzzles' own cases; a plugin without them is a fault of it alone."""
    for puzzle in register.puzzles.values():
        try:
            yield located(puzzle.cases)
        except PluginError as error:
            register.faults.append(error)
