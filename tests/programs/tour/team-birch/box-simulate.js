// Takes a half turn for two quarter turns: the creatures fall twice.
const [s, m] = require("fs").readFileSync(0, "utf8").split("\n");
const cell = {}, at = [];
[[0, 6], [1, 6], [1, 5], [0, 6], [1, 6]].forEach(([a, n], y) => {
  for (let x = a; x < a + n; x++) { at.push([y, x]); cell[[y, x]] = s[at.length - 1]; }
});
let [gy, gx] = [1, 0], out = "";
const step = { "<": [0, -1], ">": [0, 1], "^": [-1, 0], v: [1, 0] };
for (const c of m.replaceAll("|", "++")) {
  if (step[c]) {
    const [y, x] = at.find((p) => cell[p] == "@"), q = [y + step[c][0], x + step[c][1]];
    if (cell[q] != "." || "ox".includes(cell[[y - gy, x - gx]] ?? ".")) { out = "!"; break; }
    cell[[y, x]] = "."; cell[q] = "@";
    continue;
  }
  [gy, gx] = c == "+" ? [-gx, gy] : [gx, -gy];
  for (let moved = true; moved && !out;) {
    moved = false;
    for (const [y, x] of at) {
      const here = cell[[y, x]], below = [y + gy, x + gx];
      if (!"ox".includes(here)) continue;
      if (below == "5,5") { if (here == "x") out = "!"; cell[[y, x]] = "."; moved = true; }
      else if (cell[below] == ".") { cell[below] = here; cell[[y, x]] = "."; moved = true; }
    }
  }
  if (out) break;
}
console.log(out || at.map((p) => cell[p]).join(""));
