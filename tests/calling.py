"""Calling the command line as a user does, and small programs to call it with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

PATIENCE_S = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """What a call of the command line left."""

    status: int
    out: str
    err: str


Judge = Callable[..., Called]

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
