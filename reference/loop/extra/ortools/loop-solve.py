"""Turn the tiles of a large grid with straight tiles, with the help of OR-Tools (CP-SAT).

All cells at once tell what they know, and regions are guessed at, as in the program of the same name
one folder up. What that leaves open goes to its flow where no straight tile is left; otherwise to
CP-SAT, which weighs the same equations against one another.
"""

import runpy
from pathlib import Path

from ortools.sat.python import cp_model

PLAIN = runpy.run_path(str(Path(__file__).parents[1] / "loop-solve.py"))
Grid, Flow, Unsolvable, Undecided = (
    PLAIN[name] for name in ("Grid", "Flow", "Unsolvable", "Undecided")
)
SECONDS = 120  # before the search gives up


def modelled(grid, known, low, right):
    """Return a model of the open sides, and its variables by their edges, as a Flow names them."""
    model = cp_model.CpModel()
    flow = Flow(grid, known, low, right)
    edges = {edge for each in flow.near for edge, _ in each}
    sides = {edge: model.new_bool_var("") for edge in edges}
    straights = set(flow.straights)
    for node, each in enumerate(flow.near):
        if each and node >> 1 in straights:
            up, down = (sides[edge] for edge, _ in each if not edge & 1)
            left, right_ = (sides[edge] for edge, _ in each if edge & 1)
            model.add(up == down)
            model.add(left == right_)
            model.add(up + left == 1)
        elif each:
            model.add(sum(sides[edge] for edge, _ in each) == flow.lack[node])
    flow.fill()  # where not even the flow can be led there is no answer
    return model, sides


def solved(text):
    """Return the rows of an answer. Raises Unsolvable, or Undecided."""
    grid = Grid(text)
    known, low, right = PLAIN["opened"](grid)
    if low | right:
        known, low, right = PLAIN["guessed"](grid, known)
    touched = low | low << grid.columns | right | right << 1
    if not touched & grid.kinds[PLAIN["STRAIGHT"]]:
        return PLAIN["solved"](text)
    model, sides = modelled(grid, known, low, right)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = SECONDS
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        raise Unsolvable
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise Undecided
    joined = bytearray(2 * grid.cells)
    for edge, side in sides.items():
        joined[edge] = solver.value(side)
    digits = joined.translate(b"01" + b"1" * 254).decode()[::-1]
    down, flat = int(digits[1::2], 2), int(digits[::2], 2)
    return grid.text((known[0], known[1] | down & low, known[2], known[3] | flat & right))


def answer(stdin):
    """Return what the program prints for its input, both as bytes."""
    try:
        return solved(stdin.decode()).encode()
    except Unsolvable:
        return b"!\n"


if __name__ == "__main__":
    PLAIN["main"](answer)
