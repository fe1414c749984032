// Count the independent loops of a maze by what they go round. Every loop encloses a piece of
// wall-work that does not touch the border: take the points in which cells meet, tie two of them
// together where a closed wall runs between them, and count the pieces that are not tied to the
// border. A point that no wall touches is a piece by itself.

"use strict";

const rows = require("fs").readFileSync(0, "latin1").split(/\s+/).filter(Boolean);
const height = rows.length;
const width = rows[0].length;
const closed = (row, column, wall) => (parseInt(rows[row][column], 16) & wall) !== 0;

// Point (row, column) is the upper left corner of that cell; all points on the border are one.
const BORDER = 0;
const point = (row, column) =>
  row === 0 || column === 0 || row === height || column === width ? BORDER : row * width + column;

const piece = Array.from({ length: height * width }, (_, index) => index);
const representative = (index) => {
  while (piece[index] !== index) {
    piece[index] = piece[piece[index]];
    index = piece[index];
  }
  return index;
};

let loops = (height - 1) * (width - 1);
const tie = (first, second) => {
  const from = representative(first);
  const to = representative(second);
  if (from !== to) {
    piece[from] = to;
    loops -= 1;
  }
};

for (let row = 0; row < height; row += 1) {
  for (let column = 0; column < width; column += 1) {
    // The wall on the west of a cell runs down from its upper left corner, the one on its north
    // to the right of it. What lies on the border ties the border to itself.
    if (column > 0 && closed(row, column, 8)) tie(point(row, column), point(row + 1, column));
    if (row > 0 && closed(row, column, 1)) tie(point(row, column), point(row, column + 1));
  }
}

console.log(String(loops));
