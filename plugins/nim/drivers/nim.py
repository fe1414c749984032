"""How the calls of nim/session reach a class ``Nim``; read by the judge's session driver."""

import operator

CONSTRUCTORS = {"Nim": lambda heaps: heaps}
MUTATORS = ("wegnemen",)
TEXTS = {"repr": repr, "str": str}
BOOLEANS = {"isafgelopen": lambda game: game.isafgelopen()}
OPERATORS = {"+": ("Nim", operator.add)}
