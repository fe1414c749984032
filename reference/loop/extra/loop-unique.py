"""Turn the tiles of a large grid so that it is closed, and say whether there is another way.

Whether there is another way is found with the same flow as the answer: it can be shifted around a
circle, or the search lays the straight tiles in another way.
"""

import runpy
from pathlib import Path

SOLVER = runpy.run_path(str(Path(__file__).with_name("loop-solve.py")))


def answer(stdin):
    """Return what the program prints for its input, both as bytes."""
    rows = SOLVER["answer"](stdin)
    if rows == b"!\n":
        return rows
    several = SOLVER["counted"](stdin.decode(), 2) > 1
    return rows + (b"# not unique\n" if several else b"# unique\n")


if __name__ == "__main__":
    SOLVER["main"](answer)
