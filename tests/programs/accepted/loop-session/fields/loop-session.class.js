// The sides are fields; one class is a named export, the other the default one.
export function AssertionError(m) { this.message = m; } AssertionError.prototype = Object.create(Error.prototype, { name: { value: "AssertionError" } });
const check = (c, m) => { if (!c) throw new AssertionError(m); };
export class Tegel { constructor(n) { if (n === undefined) n = 0; check(/^(\d|1[0-5])$/.test(n) && typeof n == "number", "ongeldige tegel"); this.boven = !!(n & 1); this.rechts = !!(n & 2); this.onder = !!(n & 4); this.links = !!(n & 8); }
  toString() { return [..." ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"][this.boven | this.rechts << 1 | this.onder << 2 | this.links << 3]; }
  draai(clockwise = true) { if (clockwise) [this.boven, this.rechts, this.onder, this.links] = [this.links, this.boven, this.rechts, this.onder]; else [this.boven, this.rechts, this.onder, this.links] = [this.rechts, this.onder, this.links, this.boven]; return this; } }
export default class OneindigeLus { constructor(tiles, columns) { check(Number.isInteger(columns) && columns > 0 && tiles.length > 0 && tiles.length % columns == 0, "ongeldig rooster"); try { this.tiles = tiles.map(n => new Tegel(n)); } catch (e) { check(false, "ongeldig rooster"); } this.columns = columns; }
  toString() { return this.tiles.map((t, i) => (i && i % this.columns == 0 ? "\n" : "") + t).join(""); }
  draai(row, column, clockwise = true) { check([row, column].every(Number.isInteger) && row >= 0 && column >= 0 && column < this.columns && row * this.columns < this.tiles.length, "ongeldige positie"); this.tiles[row * this.columns + column].draai(clockwise); return this; }
  opgelost() { const c = this.columns, T = this.tiles; for (let i = 0; i < T.length; i++) { if (T[i].rechts != ((i + 1) % c ? T[i + 1].links : false)) return false; if (T[i].onder != (T[i + c] ? T[i + c].boven : false)) return false; if (i % c == 0 && T[i].links || i < c && T[i].boven) return false; } return true; } }
