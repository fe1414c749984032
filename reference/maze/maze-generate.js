// Make a maze by a config: a walk that goes back where it cannot go on carves the cells, then, if
// the maze is not to be perfect, dead ends are opened where no 3x3 hall comes of it.

"use strict";

const NORTH = 1, EAST = 2, SOUTH = 4, WEST = 8;
const LETTERS = { [NORTH]: "N", [EAST]: "E", [SOUTH]: "S", [WEST]: "W" };
const SIDES = [NORTH, EAST, SOUTH, WEST];
const opposite = (side) => (side > 2 ? side >> 2 : side << 2);

const config = new Map();
for (const line of require("fs").readFileSync(0, "utf8").split(/\r?\n/)) {
  const found = /^([A-Z]+)=(.*)$/.exec(line);
  if (found) config.set(found[1], found[2]);
}
const width = Number(config.get("WIDTH"));
const height = Number(config.get("HEIGHT"));
const cellOf = (key) => {
  const [x, y] = config.get(key).split(",").map(Number);
  return y * width + x;
};
const entry = cellOf("ENTRY");
const exit = cellOf("EXIT");

// Random numbers from the seed: a linear congruential generator over the low 31 bits.
let state = 12345;
for (const character of config.get("SEED")) {
  state = (Math.imul(state, 31) + character.charCodeAt(0)) & 0x7fffffff;
}
const below = (limit) => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >>> 8) % limit;
};

const walls = new Uint8Array(width * height).fill(15);
const taken = new Uint8Array(width * height);
if (width >= 9 && height >= 7) {
  const left = Math.floor((width - 7) / 2);
  const top = Math.floor((height - 5) / 2);
  const four = [[0, 0], [0, 1], [0, 2], [1, 2], [2, 2], [2, 3], [2, 4]];
  const two = [[4, 0], [5, 0], [6, 0], [6, 1], [6, 2], [5, 2], [4, 2], [4, 3], [4, 4], [5, 4], [6, 4]];
  for (const [x, y] of [...four, ...two]) taken[(top + y) * width + left + x] = 1;
}
const pattern = taken.slice();

// The cell beyond a side, or -1 outside of the maze and in the pattern.
const beyond = (cell, side) => {
  const x = cell % width;
  let there = -1;
  if (side === NORTH) there = cell - width;
  else if (side === SOUTH) there = cell + width < width * height ? cell + width : -1;
  else if (side === EAST) there = x + 1 < width ? cell + 1 : -1;
  else there = x > 0 ? cell - 1 : -1;
  return there >= 0 && !pattern[there] ? there : -1;
};
const toggle = (cell, side) => {
  walls[cell] ^= side;
  walls[beyond(cell, side)] ^= opposite(side);
};

// Carve.
const trail = [entry];
taken[entry] = 1;
while (trail.length > 0) {
  const cell = trail[trail.length - 1];
  const sides = SIDES.filter((side) => beyond(cell, side) >= 0 && !taken[beyond(cell, side)]);
  if (sides.length === 0) {
    trail.pop();
    continue;
  }
  const side = sides[below(sides.length)];
  toggle(cell, side);
  taken[beyond(cell, side)] = 1;
  trail.push(beyond(cell, side));
}

// A cell is the upper left one of a hall when the four points within the hall touch no wall.
const meetsOpenly = (cell) =>
  !(walls[cell] & (EAST | SOUTH)) && !(walls[cell + width + 1] & (NORTH | WEST));
const isHall = (x, y) => {
  if (x < 0 || y < 0 || x + 3 > width || y + 3 > height) return false;
  const cell = y * width + x;
  return [0, 1, width, width + 1].every((point) => meetsOpenly(cell + point));
};
const opensHall = (cell) => {
  const x = cell % width;
  const y = (cell - x) / width;
  for (let down = 0; down < 3; down += 1) {
    for (let right = 0; right < 3; right += 1) {
      if (isHall(x - right, y - down)) return true;
    }
  }
  return false;
};

// Open one more side of a cell where that makes no hall; say whether it could be done. A hall that
// a wall completes holds the cells on both of its sides, so one of them is enough to look at.
const openOne = (cell) => {
  const sides = SIDES.filter((side) => walls[cell] & side && beyond(cell, side) >= 0);
  while (sides.length > 0) {
    const [side] = sides.splice(below(sides.length), 1);
    toggle(cell, side);
    if (!opensHall(cell)) return true;
    toggle(cell, side);
  }
  return false;
};

if (config.get("PERFECT") === "False") {
  let loops = 0;
  const free = [...walls.keys()].filter((cell) => !pattern[cell]);
  const isDeadEnd = (cell) => SIDES.filter((side) => walls[cell] & side).length === 3;
  for (const cell of free) if (isDeadEnd(cell) && openOne(cell)) loops += 1;
  for (const cell of free) if (loops < 2 && openOne(cell)) loops += 1;
}

// Number the cells by their distance to the exit and go down from the entry.
const distance = new Int32Array(width * height).fill(-1);
distance[exit] = 0;
let edge = [exit];
while (edge.length > 0) {
  const further = [];
  for (const cell of edge) {
    for (const side of SIDES) {
      const there = walls[cell] & side ? -1 : beyond(cell, side);
      if (there >= 0 && distance[there] < 0) {
        distance[there] = distance[cell] + 1;
        further.push(there);
      }
    }
  }
  edge = further;
}
const path = [];
for (let cell = entry; cell !== exit; ) {
  const isNearer = (side) =>
    !(walls[cell] & side) && distance[beyond(cell, side)] === distance[cell] - 1;
  const side = SIDES.find(isNearer);
  path.push(LETTERS[side]);
  cell = beyond(cell, side);
}

const lines = [];
for (let y = 0; y < height; y += 1) {
  const row = Array.from(walls.subarray(y * width, (y + 1) * width));
  lines.push(row.map((cell) => cell.toString(16).toUpperCase()).join(""));
}
lines.push("", config.get("ENTRY"), config.get("EXIT"), path.join(""));
console.log(lines.join("\n"));
