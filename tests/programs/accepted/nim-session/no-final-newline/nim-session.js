// The last line has no newline; booleans are in capitals.
"use strict";

const NATURAL = /^-?0$|^[1-9]\d*$/; // as JSON writes it: neither 1.0 nor "1"

let heaps = new Map(); // number -> matches

function refuse(message) {
  return [`AssertionError: ${message}`];
}

function game(words) {
  if (words.length < 2 || !words.every((word) => NATURAL.test(word))) return null;
  return new Map(words.map((word, index) => [index + 1, Math.abs(Number(word))]));
}

const shown = (game) => [`Nim(${[...game.values()].join(", ")})`];

const calls = {
  Nim(...words) {
    const made = game(words);
    if (made === null) return refuse("ongeldige stapels");
    heaps = made;
    return [];
  },
  wegnemen(i, j) {
    const before = heaps.get(Number(i));
    const taken = Number(j);
    if (before === undefined || taken < 1 || taken > before) return refuse("ongeldige zet");
    heaps.set(Number(i), before - taken);
    return [];
  },
  repr: () => shown(heaps),
  str: () => [...heaps].map(([number, matches]) => `${number}: ${"|".repeat(matches)}`),
  isafgelopen: () => [[...heaps.values()].every((matches) => matches === 0) ? "TRUE" : "FALSE"],
  "+"(...words) {
    const other = game(words);
    if (other === null) return refuse("ongeldige stapels");
    const sum = new Map(heaps);
    for (const [number, matches] of other) sum.set(number, (sum.get(number) ?? 0) + matches);
    return shown(sum);
  },
};

const lines = require("fs").readFileSync(0, "utf8").split("\n").slice(0, -1);
const replies = [];
for (const line of lines) {
  const [name, ...words] = line.split(" ");
  for (const reply of calls[name](...words)) replies.push(reply);
}
process.stdout.write(replies.join("\n"));
