// Computes without end (for 20 s).
const end = Date.now() + 20000;
while (Date.now() < end);
