// Every line of fall is written out by cell numbers; each creature is an object that knows its cell.
const ROWS = [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12], [13, 14, 15, 16, 17],
  [18, 19, 20, 21, 22, 23], [24, 25, 26, 27, 28, 29]];
const COLUMNS = [[1], [18], [2, 7, 13, 19, 24], [3, 8, 14, 20, 25], [4, 9, 15, 21, 26],
  [5, 10, 16, 22, 27], [6, 11, 17, 23, 28], [12], [29]];
const back = (lines) => lines.map((line) => [...line].reverse());
// Cells from the upper end to the lower end, by quarter turns clockwise.
const FALLS = [COLUMNS, ROWS, back(COLUMNS), back(ROWS)];
const SHEET = [
  "123456 ", " 789abc", " defgh ", "ijklmn ", " opqrst", "     * ",
];
const CODE = " 123456789abcdefghijklmnopqrst";

const [state, moves] = (require("fs").readFileSync(0, "utf8") + "\n\n").split("\n");
let turn = 0;
let stot = 0;
let creatures = [];
[...state].forEach((kind, i) => {
  if (kind === "@") stot = i + 1;
  else if (kind !== ".") creatures.push({ kind, cell: i + 1 });
});

const lineOf = (cell, way) => FALLS[way].find((line) => line.includes(cell));
function next(cell, way) {
  const line = lineOf(cell, way);
  return line[line.indexOf(cell) + 1] || 0;
}
const occupant = (cell) => creatures.find((c) => c.cell === cell);

function drop() {
  const left = new Set();
  for (const line of FALLS[turn]) {
    const inLine = creatures.filter((c) => line.includes(c.cell));
    inLine.sort((a, b) => line.indexOf(b.cell) - line.indexOf(a.cell));
    const open = turn === 0 && line.includes(28);
    let free = line.length - 1; // index of the lowest place that is still free
    const held = line.indexOf(stot);
    let passed = held < 0;
    for (const c of inLine) {
      if (!passed && line.indexOf(c.cell) < held) {
        passed = true;
        free = held - 1;
      }
      const supported = held >= 0 && passed;
      if (open && !supported) left.add(c);
      else c.cell = line[free--];
    }
  }
  for (const c of left) if (c.kind === "x") return false;
  creatures = creatures.filter((c) => !left.has(c));
  return true;
}

function step(m) {
  if ("+|-".includes(m)) {
    turn = (turn + { "+": 1, "|": 2, "-": 3 }[m]) % 4;
    return drop();
  }
  const above = next(stot, (turn + 2) % 4);
  if (above && occupant(above)) return false;
  const target = next(stot, "v>^<".indexOf(m));
  if (!target || occupant(target)) return false;
  stot = target;
  return true;
}

function draw() {
  let sheet = SHEET.map((row) => [...row].map((code) => {
    if (code === " " || code === "*") return code;
    const cell = CODE.indexOf(code);
    if (cell === stot) return "@";
    const c = occupant(cell);
    return c ? c.kind : ".";
  }));
  for (let i = 0; i < turn; i++) {
    sheet = sheet[0].map((_, column) => sheet.map((row) => row[column]).reverse());
  }
  return sheet.map((row) => row.join("").trimEnd()).join("\n");
}

console.log([...moves].every(step) ? draw() : "!");
