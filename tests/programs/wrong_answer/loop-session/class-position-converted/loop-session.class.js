// Wrong: positions are converted to numbers before they are checked.
// The infinite loop puzzle as classes: a plain script, as it would run in a browser.
"use strict";

class AssertionError extends Error {
  constructor(message) {
    super(message);
    this.name = "AssertionError";
  }
}

function assert(condition, message) {
  if (!condition) throw new AssertionError(message);
}

const CHARACTERS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋";
const CLOCKWISE = Array.from({ length: 16 }, (_, number) => (number * 2) % 16 + (number > 7));

class Tegel {
  constructor(number = 0) {
    assert(CLOCKWISE.indexOf(number) >= 0, "ongeldige tegel");
    this.number = number;
  }

  get boven() {
    return this.number % 2 >= 1;
  }

  get rechts() {
    return this.number % 4 >= 2;
  }

  get onder() {
    return this.number % 8 >= 4;
  }

  get links() {
    return this.number >= 8;
  }

  toString() {
    return CHARACTERS[this.number];
  }

  draai(clockwise = true) {
    this.number = clockwise ? CLOCKWISE[this.number] : CLOCKWISE.indexOf(this.number);
    return this;
  }
}

class OneindigeLus {
  constructor(tiles, columns) {
    const fits = Number.isInteger(columns) && columns >= 1 && tiles.length >= columns;
    assert(fits && Number.isInteger(tiles.length / columns), "ongeldig rooster");
    try {
      this.tiles = tiles.map((number) => new Tegel(number));
    } catch (error) {
      throw new AssertionError("ongeldig rooster");
    }
    this.columns = columns;
  }

  // The tile at a position, or an empty one off the grid.
  tile(row, column) {
    if (column < 0 || column >= this.columns) return new Tegel();
    return this.tiles[row * this.columns + column] ?? new Tegel();
  }

  toString() {
    let text = "";
    this.tiles.forEach((tile, place) => {
      if (place > 0 && place % this.columns === 0) text += "\n";
      text += tile;
    });
    return text;
  }

  draai(row, column, clockwise = true) {
    const rows = this.tiles.length / this.columns;
    assert(row !== "" && Number.isInteger(+row) && row >= 0 && row < rows, "ongeldige positie");
    assert(Number.isInteger(column) && column >= 0 && column < this.columns, "ongeldige positie");
    this.tile(row, column).draai(clockwise);
    return this;
  }

  opgelost() {
    return this.tiles.every((tile, place) => {
      const column = place % this.columns;
      const row = (place - column) / this.columns;
      return (
        tile.boven === this.tile(row - 1, column).onder &&
        tile.onder === this.tile(row + 1, column).boven &&
        tile.links === this.tile(row, column - 1).rechts &&
        tile.rechts === this.tile(row, column + 1).links
      );
    });
  }
}
