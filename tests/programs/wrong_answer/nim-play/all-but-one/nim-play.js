// Wrong: the last match of a heap is left when all of it would have to go.
"use strict";

const lines = require("readline").createInterface({ input: process.stdin });
let heaps = null;

function chosenMove() {
  const total = heaps.reduce((sum, heap) => sum ^ heap, 0);
  const winning = heaps.findIndex((heap) => (heap ^ total) < heap);
  if (winning >= 0) return [winning, Math.max(1, Math.min(heaps[winning] - 1, heaps[winning] - (heaps[winning] ^ total)))];
  return [heaps.indexOf(Math.max(...heaps)), 1];
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
