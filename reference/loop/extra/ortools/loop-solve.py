"""Turn the tiles of a large grid with straight tiles, with the help of OR-Tools (CP-SAT).

All cells at once tell what they know, regions are guessed at, and what is left becomes few choices
between literals, as in the program of the same name one folder up. Where straight tiles tie the
choices into knots, CP-SAT makes them.
"""

import runpy
from pathlib import Path

from ortools.sat.python import cp_model

PLAIN = runpy.run_path(str(Path(__file__).parents[1] / "loop-solve.py"))
Choices, Unsolvable, Undecided, paired = (
    PLAIN[name] for name in ("Choices", "Unsolvable", "Undecided", "paired")
)
SECONDS = 120  # before the search gives up


def settled(choices):
    """Return the literals that are true in one way to make all choices.

    Raises Unsolvable, or Undecided.
    """
    choices.simplify(alike=True)
    if not choices.knots():
        return choices.values(paired(choices))
    untied = Choices(choices.untied()[0], choices.black)
    untied.simplify(alike=True)
    paired(untied)  # where not even the pieces can be paired there is no answer
    return choices.values(made(choices))


def made(choices):
    """Return the literals that CP-SAT has found true together."""
    model = cp_model.CpModel()
    variables = {literal: model.new_bool_var("") for literal in choices.where if not literal & 1}
    variables |= {literal | 1: variable.negated() for literal, variable in variables.items()}
    for literals in choices.members.values():
        model.add_exactly_one(variables[literal] for literal in literals)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = SECONDS
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        raise Unsolvable
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise Undecided("the search has given up")
    return {literal for literal, variable in variables.items() if solver.boolean_value(variable)}


def answer(stdin):
    """Return what the program prints for its input, both as bytes."""
    try:
        return PLAIN["solved"](stdin.decode(), settled).encode()
    except Unsolvable:
        return b"!\n"


if __name__ == "__main__":
    PLAIN["main"](answer)
