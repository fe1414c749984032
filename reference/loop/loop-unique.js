// Turn the tiles of a grid until every connector meets another, and say whether that is the only
// way: prints the grid and "# unique" or "# not unique", or "!" where there is no way.
//
// A cell is a set of tiles, one bit for each of the 16, that it can still be turned into. Whatever
// a cell cannot be is struck out of its neighbours. The cells that remain open fall into regions,
// and in each of them a search for two ways takes the smallest set first. The whole grid has one
// way only if each of its regions has.
'use strict';

const lines = require('fs').readFileSync(0, 'latin1').split('\n').map((line) => line.trim());
const rows = lines.filter((line) => line.length);
const height = rows.length, width = rows[0].length;

const UP = 1, LEFT = 2, DOWN = 4, RIGHT = 8;
const SIDES = [UP, LEFT, DOWN, RIGHT];
const FACING = { [UP]: DOWN, [LEFT]: RIGHT, [DOWN]: UP, [RIGHT]: LEFT };
const OUTSIDE = -1;

// For each side the set of all tiles that have a connector there.
const WITH = {};
for (const side of SIDES) {
  WITH[side] = 0;
  for (let tile = 0; tile < 16; tile++) if (tile & side) WITH[side] |= 1 << tile;
}

function turnsOf(tile) {
  let set = 0;
  for (let quarter = 0; quarter < 4; quarter++) {
    set |= 1 << tile;
    tile = tile >> 3 | tile << 1 & 15;
  }
  return set;
}

function neighbour(cell, side) {
  const row = Math.floor(cell / width), column = cell % width;
  if (side === UP) return row ? cell - width : OUTSIDE;
  if (side === LEFT) return column ? cell - 1 : OUTSIDE;
  if (side === DOWN) return row < height - 1 ? cell + width : OUTSIDE;
  return column < width - 1 ? cell + 1 : OUTSIDE;
}

function size(set) {
  let count = 0;
  for (; set; set &= set - 1) count++;
  return count;
}

/** What is left of a set of tiles beside another one, or beside the outside of the grid. */
function beside(set, side, other, facing) {
  if (!(other & facing)) set &= ~WITH[side];
  if (!(other & ~facing)) set &= WITH[side];
  return set;
}

/** Strike out what does not fit, beginning at some cells; false once a cell has nothing left. */
function settle(sets, start) {
  const agenda = [...start];
  while (agenda.length) {
    const cell = agenda.pop();
    for (const side of SIDES) {
      const there = neighbour(cell, side);
      if (there === OUTSIDE) continue;
      const facing = FACING[side];
      const kept = beside(sets[there], facing, sets[cell], WITH[side]);
      if (!kept) return false;
      if (kept !== sets[there]) {
        sets[there] = kept;
        agenda.push(there);
      }
    }
  }
  return true;
}

/** The cells that are open, in groups of neighbours that share an open side. */
function regions(sets) {
  const seen = new Set(), groups = [];
  for (let cell = 0; cell < sets.length; cell++) {
    if (size(sets[cell]) < 2 || seen.has(cell)) continue;
    const group = [cell];
    seen.add(cell);
    for (const member of group) {
      for (const side of SIDES) {
        const open = sets[member] & WITH[side] && sets[member] & ~WITH[side];
        const there = neighbour(member, side);
        if (open && !seen.has(there)) {
          seen.add(there);
          group.push(there);
        }
      }
    }
    groups.push(group.sort((one, other) => one - other));
  }
  return groups;
}

/** Up to two ways to settle a group of cells, as arrays of sets. */
function ways(sets, group) {
  const found = [], stack = [sets];
  while (stack.length && found.length < 2) {
    const current = stack.pop();
    let chosen = OUTSIDE;
    for (const cell of group) {
      const count = size(current[cell]);
      if (count > 1 && (chosen === OUTSIDE || count < size(current[chosen]))) chosen = cell;
    }
    if (chosen === OUTSIDE) {
      found.push(current);
      continue;
    }
    for (let set = current[chosen]; set; set &= set - 1) {
      const next = current.slice();
      next[chosen] = set & -set;
      if (settle(next, [chosen])) stack.push(next);
    }
  }
  return found;
}

function answer() {
  const sets = [...rows.join('')].map((digit) => turnsOf(parseInt(digit, 16)));
  const cells = sets.map((_, cell) => cell);
  for (const cell of cells) {
    for (const side of SIDES) {
      if (neighbour(cell, side) === OUTSIDE) sets[cell] &= ~WITH[side];
    }
    if (!sets[cell]) return '!';
  }
  if (!settle(sets, cells)) return '!';
  let unique = true;
  for (const group of regions(sets)) {
    const found = ways(sets, group);
    if (!found.length) return '!';
    if (found.length > 1) unique = false;
    for (const cell of group) sets[cell] = found[0][cell];
  }
  const digits = sets.map((set) => Math.log2(set).toString(16)).join('');
  const shown = rows.map((_, row) => digits.slice(row * width, (row + 1) * width));
  return [...shown, unique ? '# unique' : '# not unique'].join('\n');
}

console.log(answer());
