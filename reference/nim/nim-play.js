// Play nim: heaps in binary, one below the other; leave an even number of ones in every column.
"use strict";

const WIDTH = 30; // binary digits of the largest heap
const POWERS = Array.from({ length: WIDTH }, (_, digit) => 2 ** (WIDTH - 1 - digit));

const hasDigit = (heap, power) => Math.floor(heap / power) % 2 === 1;

function chosenMove(heaps) {
  const odd = POWERS.filter(
    (power) => heaps.filter((heap) => hasDigit(heap, power)).length % 2 === 1
  );
  if (odd.length === 0) {
    const number = heaps.findIndex((heap) => heap > 0); // lost, unless the other one errs
    return [number + 1, 1];
  }
  const number = heaps.findIndex((heap) => hasDigit(heap, odd[0]));
  let matches = 0;
  for (const power of odd) matches += hasDigit(heaps[number], power) ? power : -power;
  return [number + 1, matches];
}

async function play() {
  const lines = require("readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const nextLine = async () => (await lines.next()).value;
  const heaps = (await nextLine()).split(" ").slice(1).map(Number);
  let isOwnTurn = (await nextLine()) === "1";
  while (heaps.some((heap) => heap > 0)) {
    const [number, matches] = isOwnTurn
      ? chosenMove(heaps)
      : (await nextLine()).split(" ").map(Number);
    if (isOwnTurn) process.stdout.write(`${number} ${matches}\n`);
    heaps[number - 1] -= matches;
    isOwnTurn = !isOwnTurn;
  }
  await lines.return(); // stop reading, so that the program can end
}

play();
