"""Turn the tiles of a large grid so that it is closed, and say whether there is another way.

Whether there is another way is found with the same choices as the answer: literals can be changed
around a circle, or the search lays the straight tiles in another way.
"""

import runpy
from pathlib import Path

SOLVER = runpy.run_path(str(Path(__file__).with_name("loop-solve.py")))


def answer(stdin):
    """Return what the program prints for its input, both as bytes."""
    try:
        rows, number = SOLVER["solved_and_counted"](stdin.decode(), 2)
    except SOLVER["Unsolvable"]:
        return b"!\n"
    return rows.encode() + (b"# not unique\n" if number > 1 else b"# unique\n")


if __name__ == "__main__":
    SOLVER["main"](answer)
