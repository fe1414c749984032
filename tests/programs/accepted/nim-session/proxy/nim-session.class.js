// The class is a proxy of an unnamed one.
class AssertionError extends Error { constructor(m) { super(m); this.name = this.constructor.name; } }
class Base { constructor(...h) { if (h.length < 2 || h.some(x => !Number.isInteger(x) || x < 0)) throw new AssertionError("ongeldige stapels"); this.h = h; }
  repr() { return `Nim(${this.h.join(", ")})`; } toString() { return this.h.map((x, i) => `${i + 1}: ${"|".repeat(x)} `).join("\n"); }
  wegnemen(i, j) { if (i < 1 || i > this.h.length || j < 1 || j > this.h[i - 1]) throw new AssertionError("ongeldige zet"); this.h[i - 1] -= j; return this; }
  isafgelopen() { return this.h.every(x => x === 0); } }
const Nim = new Proxy(class extends Base { plus(o) { const [a, b] = [this.h, o.h].sort((a, b) => b.length - a.length); return new Nim(...a.map((x, i) => x + (b[i] ?? 0))); } }, {});
