// Wrong: the nim-sum is that of the sizes as short floats.
"use strict";

const lines = require("readline").createInterface({ input: process.stdin });
let heaps = null;

function chosenMove() {
  const sizes = heaps.map(Math.fround);
  const total = sizes.reduce((sum, heap) => sum ^ heap, 0);
  const winning = sizes.findIndex((heap) => (heap ^ total) < heap);
  if (winning >= 0) return [winning, heaps[winning] - (heaps[winning] ^ total)];
  return [heaps.indexOf(Math.max(...heaps)), Math.max(...heaps)];
}

function reply() {
  if (heaps.every((heap) => heap === 0)) return lines.close();
  const [heap, matches] = chosenMove();
  heaps[heap] -= matches;
  console.log(`${heap + 1} ${matches}`);
  if (heaps.every((heap) => heap === 0)) lines.close();
}

lines.on("line", (line) => {
  const numbers = line.split(" ").map(Number);
  if (heaps === null) {
    heaps = numbers.slice(1);
  } else if (numbers.length === 1) {
    if (numbers[0] === 1) reply();
  } else {
    heaps[numbers[0] - 1] -= numbers[1];
    reply();
  }
});
