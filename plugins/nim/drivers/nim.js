// How the calls of nim/session reach a class Nim; read by the judge's session driver.
"use strict";

module.exports = {
  constructors: { Nim: (heaps) => heaps },
  mutators: ["wegnemen"],
  texts: { repr: (game) => game.repr(), str: (game) => game.toString() },
  booleans: { isafgelopen: (game) => game.isafgelopen() },
  operators: {
    "+": { constructor: "Nim", result: (game, other) => game.plus(other), shown: (game) => game.repr() },
  },
};
