// Prints large pieces without end (64 MiB).
const { writeSync } = require("fs");
const piece = Buffer.alloc(65536, "y");
for (let i = 0; i < 1024; i++) {
    try { writeSync(1, piece); } catch (error) { if (error.code !== "EAGAIN") throw error; }
}
