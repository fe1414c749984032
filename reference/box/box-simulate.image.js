// Draws the box as it is in the end, in the style of the challenge's figure, into box.bmp.
// The box stays where it is and gravity turns; each dot of the picture asks what is drawn there.
const fs = require("fs");

const ROWS = ["######.", ".######", ".#####.", "######.", ".######"];
const HOLE = [5, 5];
// Where gravity points in the box's own rows and columns after so many quarter turns clockwise.
const GRAVITIES = [[1, 0], [0, 1], [-1, 0], [0, -1]];
const WAYS = { v: [1, 0], ">": [0, 1], "^": [-1, 0], "<": [0, -1] };
const TURNS = { "+": 1, "|": 2, "-": 3 };

const SIDE = 20; // of a cell, in dots
const SIZE = 9 * SIDE; // of the picture
const WALL = 0.09; // so far a wall reaches to either side of the outline, in cells
const [WHITE, GREY, BLACK] = [[255, 255, 255], [170, 170, 170], [0, 0, 0]];
const COLOURS = { ".": WHITE, o: [40, 80, 230], x: [225, 30, 30], "@": BLACK };

class Wrong extends Error {}

const isHole = (row, column) => row === HOLE[0] && column === HOLE[1];
const isCreature = (letter) => letter === "o" || letter === "x";

function fall(box, [down, right]) {
  for (let moved = true; moved; ) {
    moved = false;
    box.forEach((letters, row) => letters.forEach((letter, column) => {
      const [r, c] = [row + down, column + right];
      if (!isCreature(letter) || !(isHole(r, c) || box[r]?.[c] === ".")) return;
      letters[column] = ".";
      if (!isHole(r, c)) box[r][c] = letter;
      else if (letter === "x") throw new Wrong();
      moved = true;
    }));
  }
}

function moveStot(box, [down, right], gravity) {
  const row = box.findIndex((letters) => letters.includes("@"));
  const column = box[row].indexOf("@");
  const above = box[row - gravity[0]]?.[column - gravity[1]];
  if (isCreature(above) || box[row + down]?.[column + right] !== ".") throw new Wrong();
  box[row][column] = ".";
  box[row + down][column + right] = "@";
}

function play(state, moves) {
  const cells = [...state];
  const box = ROWS.map((row) => [...row].map((mark) => (mark === "#" ? cells.shift() : " ")));
  let turns = 0;
  for (const move of moves) {
    if (move in WAYS) {
      moveStot(box, WAYS[move], GRAVITIES[turns]);
    } else {
      turns = (turns + TURNS[move]) % 4;
      fall(box, GRAVITIES[turns]);
    }
  }
  return [box, turns];
}

// Returns what is at a place of the unturned box, measured in cells: a letter, * or a blank.
function at(box, row, column) {
  const [r, c] = [Math.floor(row), Math.floor(column)];
  return isHole(r, c) ? "*" : box[r]?.[c] ?? " ";
}

function colour(box, row, column) {
  const around = [-WALL, WALL].flatMap((down) =>
    [-WALL, WALL].map((right) => at(box, row + down, column + right)));
  if (around.includes(" ") && around.some((letter) => letter in COLOURS)) return BLACK;
  const letter = at(box, row, column);
  if (!(letter in COLOURS)) return WHITE;
  const border = Math.max(Math.abs((row % 1) - 0.5), Math.abs((column % 1) - 0.5));
  if (border > 0.5 - 0.6 / SIDE) return GREY;
  return border < 0.35 ? COLOURS[letter] : WHITE;
}

function bmp(box, turns) {
  const head = Buffer.alloc(54);
  head.write("BM");
  head.writeUInt32LE(54 + 3 * SIZE * SIZE, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(SIZE, 18);
  head.writeInt32LE(-SIZE, 22); // the first row is the upper one
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  const dots = [];
  for (let row = 0; row < SIZE; row++) {
    for (let column = 0; column < SIZE; column++) {
      let [x, y] = [column, row].map((place) => (place + 0.5 - SIZE / 2) / SIDE);
      for (let turn = 0; turn < turns; turn++) [x, y] = [y, -x];
      const [red, green, blue] = colour(box, y + 2.5, x + 3.5);
      dots.push(blue, green, red);
    }
  }
  return Buffer.concat([head, Buffer.from(dots)]);
}

const [state, moves] = fs.readFileSync(0, "utf8").split("\n");
try {
  const [box, turns] = play(state, moves);
  fs.writeFileSync("box.bmp", bmp(box, turns));
} catch (error) {
  if (!(error instanceof Wrong)) throw error;
  console.log("!");
}
