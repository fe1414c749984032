let bit = 0;
for (const digit of require("fs").readFileSync(0, "utf8").trim()) bit ^= digit;
console.log(bit);
