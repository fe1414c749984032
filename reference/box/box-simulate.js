// The box as one long string with walls around every row, 8 characters to a row: a step to the
// right is 1, a step down is 8. Falling goes step by step until nothing moves.
const FRAME =
  "########" +
  "#      #" +
  "##      " +
  "##     #" +
  "#      #" +
  "##      " +
  "######O#" +
  "########";
const cells = [...FRAME].map((_, i) => i).filter((i) => FRAME[i] === " ");
const hole = FRAME.indexOf("O");
const gravities = [8, 1, -8, -1]; // down, right, up, left: one quarter turn clockwise each
const steps = { "<": -1, ">": 1, "^": -8, v: 8 };
const turns = { "+": 1, "|": 2, "-": 3 };
const isCreature = (c) => c === "o" || c === "x";

const [state, moves = ""] = require("fs").readFileSync(0, "latin1").split("\n");
const box = [...FRAME].map((c) => (c === " " ? "." : "#"));
cells.forEach((place, i) => (box[place] = state[i]));

function fallOnce(g) {
  let moved = false;
  // Places are visited against gravity, so that a stack moves down as one.
  const order = g > 0 ? [...cells].reverse() : cells;
  for (const place of order) {
    if (!isCreature(box[place])) continue;
    const below = place + g;
    if (below === hole && g === 8) {
      if (box[place] === "x") throw "!";
      box[place] = ".";
      moved = true;
    } else if (box[below] === ".") {
      box[below] = box[place];
      box[place] = ".";
      moved = true;
    }
  }
  return moved;
}

function run() {
  let turn = 0;
  for (const m of moves) {
    if (m in turns) {
      turn = (turn + turns[m]) % 4;
      while (fallOnce(gravities[turn]));
    } else if (m in steps) {
      const stot = box.indexOf("@");
      const target = stot + steps[m];
      if (isCreature(box[stot - gravities[turn]]) || box[target] !== ".") throw "!";
      box[target] = "@";
      box[stot] = ".";
    }
  }
  return cells.map((place) => box[place]).join("");
}

let answer;
try {
  answer = run();
} catch (e) {
  if (e !== "!") throw e;
  answer = e;
}
console.log(answer);
