// Is an ES module although its suffix does not say so.
import { readFileSync } from "fs";
readFileSync(0);
console.log(typeof require === "undefined" ? "ok" : "no module");
