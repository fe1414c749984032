"""Running the command line as a user does, from an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

PATIENCE_S = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """What a call of the command line left."""

    status: int
    out: str
    err: str


Judge = Callable[..., Called]


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """Return a function that calls ``judge`` with arguments in ``tmp_path``."""

    def call(*arguments: str | Path, environment: Mapping[str, str] | None = None) -> Called:
        finished = subprocess.run(
            [sys.executable, "-m", "judge", *map(str, arguments)],
            cwd=tmp_path,
            env={**os.environ, **(environment or {})},
            capture_output=True,
            timeout=PATIENCE_S,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        return Called(
            status=finished.returncode,
            out=finished.stdout.decode(),
            err=finished.stderr.decode(),
        )

    return call


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """Return a small suite of maze/open: one case of each answer."""
    path = tmp_path / "small.yaml"
    path.write_text(SMALL_SUITE)
    return path


SMALL_SUITE = """\
puzzle: maze
task: open
cases:
  - id: hall
    tags: [worked]
    maze: |
      913
      802
      C46
    expect: "True"
  - id: one-wall
    maze: |
      913
      82A
      C46
    expect: "False"
"""

RIGHT = """\
r=[[int(c,16)for c in l]for l in open(0).read().split()]
print(any(not any(r[y+i][x+j]&2 for i in(0,1,2)for j in(0,1))and
 not any(r[y+i][x+j]&4 for i in(0,1)for j in(0,1,2))
 for y in range(len(r)-2)for x in range(len(r[0])-2)))
"""
WRONG = "print(True)\n"
CRASHING = "import sys\nprint(int(1/0))\n"
ENDLESS = "while 1:print('x'*9999)\n"
