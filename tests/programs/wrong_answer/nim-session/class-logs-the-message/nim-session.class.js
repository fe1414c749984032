// Wrong: the message of a refused move is printed; no error is thrown.
// Nim as a class: numbered heaps of matches that two players take from.
"use strict";

const assert = require("assert");

class Nim {
  constructor(...heaps) {
    assert(heaps.length > 1, "ongeldige stapels");
    assert(heaps.every((heap) => Number.isInteger(heap) && heap >= 0), "ongeldige stapels");
    this.heaps = heaps;
  }

  repr() {
    return `Nim(${this.heaps.join(", ")})`;
  }

  toString() {
    return this.heaps.map((heap, index) => `${index + 1}: ${"|".repeat(heap)}`).join("\n");
  }

  wegnemen(i, j) {
    // Off the list is no heap at all, which holds fewer matches than any move takes.
    const left = (this.heaps[i - 1] ?? 0) - j;
    if (!(j > 0 && left >= 0)) {
      console.log("AssertionError: ongeldige zet");
      return this;
    }
    this.heaps[i - 1] = left;
    return this;
  }

  isafgelopen() {
    return !this.heaps.some((heap) => heap > 0);
  }

  plus(other) {
    const [long, short] =
      this.heaps.length < other.heaps.length ? [other.heaps, this.heaps] : [this.heaps, other.heaps];
    return new Nim(...long.map((heap, index) => heap + (index in short ? short[index] : 0)));
  }
}

module.exports = { Nim };
