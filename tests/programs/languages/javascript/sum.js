const [text, numbers] = require("fs").readFileSync(0, "utf8").split("\n")
console.log(text)
console.log(numbers.split(" ").reduce((a, b) => +a + +b))
