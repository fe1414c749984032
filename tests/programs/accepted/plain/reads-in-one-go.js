// Reads all of its input at once and prints it back.
const text = require("fs").readFileSync(0, "latin1");
process.stdout.write(text + "ok\n");
