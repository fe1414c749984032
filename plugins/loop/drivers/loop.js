// How the calls of loop/session reach the classes Tegel and OneindigeLus, for the session driver.
// The four sides of a tile may be methods, getters or plain properties.
"use strict";

const side = (name) => (tile) =>
  typeof tile[name] === "function" ? tile[name]() : tile[name];

module.exports = {
  constructors: {
    Tegel: (parts) => parts,
    OneindigeLus: ([columns, ...tiles]) => [tiles, columns],
  },
  mutators: ["draai"],
  texts: { toString: (thing) => thing.toString() },
  booleans: {
    boven: side("boven"),
    rechts: side("rechts"),
    onder: side("onder"),
    links: side("links"),
    opgelost: (grid) => grid.opgelost(),
  },
  operators: {},
};
