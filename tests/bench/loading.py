"""How long 10,000 small cases take to load: seconds, cases a second, and the parser in use.

    python tests/bench/loading.py [--cases N] [--json FILE]

The cases are those of a made-up task, so that the figure is the loader's own and no plugin's.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from judge.cases import load_suite
from judge.cases.tree import LOADER
from judge.models import Outcome, Value
from judge.puzzle import CaseError, Field, Kind, Output, PackagePath, Puzzle, Role, Task

CELLS = 29
NOWHERE = PackagePath(package="judge", path="cases")


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A case of the made-up task."""

    box: str
    moves: str
    expect: str


class Simulate(Task[Position]):
    """A task of the size of a real one that does next to nothing."""

    name = "simulate"
    title = "a made-up task"
    fields = (
        Field(name="box", kind=Kind.LINE, about="29 cells"),
        Field(name="moves", kind=Kind.LINE, about="the moves", may_be_empty=True),
        Field(name="expect", kind=Kind.LINE, about="29 cells", role=Role.ANSWER, required=False),
    )

    def read(self, values: Mapping[str, Value]) -> Position:
        """Return the case, whose box has to have 29 cells."""
        box, moves = str(values["box"]), str(values["moves"])
        if len(box) != CELLS:
            raise CaseError(f"a box has {CELLS} cells, not {len(box)}", key="box")
        return Position(box=box, moves=moves, expect=str(values.get("expect", "")))

    def stdin(self, problem: Position) -> bytes:
        """Return two lines."""
        return f"{problem.box}\n{problem.moves}\n".encode()

    def check(self, problem: Position, output: Output, claim: str | None) -> Outcome:
        """Return whether the output is the expected line."""
        return Outcome(accepted=output.stdout.decode().rstrip() == problem.expect)

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return a random box that stays as it is."""
        box = "".join(random.choices(".o", k=CELLS))
        return {"box": box, "moves": "", "expect": box}


def suite_text(cases: int) -> str:
    """Return a case file of so many random cases, written as people write them."""
    random = Random(1)
    lines = ["puzzle: box", "task: simulate", "limits: {time: 2s}", "cases:"]
    for number in range(cases):
        box = "".join(random.choices(".ox@", weights=(20, 6, 2, 1), k=CELLS))
        moves = "".join(random.choices("+|-<>^v", k=random.randrange(20)))
        lines += [
            f"  - id: case-{number:05d}",
            f"    title: position {number} of the bench",
            "    tags: [bench, random]",
            f'    box: "{box}"',
            f'    moves: "{moves}"',
            f'    expect: "{box}"',
        ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write a case file, load it three times, and print the best time."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    cases = options.cases
    puzzle = Puzzle(
        name="box", title="made up", tasks=(Simulate(),), cases=NOWHERE, references=NOWHERE
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bench.yaml")
        path.write_text(suite_text(cases), encoding="utf-8")
        times = []
        for _ in range(3):
            start = time.perf_counter()
            loaded = load_suite(path, path.name, {"box": puzzle})
            times.append(time.perf_counter() - start)
            if loaded.suite is None or len(loaded.suite.cases) != cases:
                raise SystemExit("\n".join(map(str, loaded.errors)))
    best = min(times)
    print(f"{cases} cases: {best:.2f} s, {cases / best:.0f} cases a second ({LOADER.__name__})")
    if options.json:
        figures = {"cases": cases, "seconds": round(best, 3), "loader": LOADER.__name__}
        options.json.write_text(json.dumps(figures) + "\n")


if __name__ == "__main__":
    main()
