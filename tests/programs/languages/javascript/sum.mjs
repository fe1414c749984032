import { readFileSync } from "fs"
const [text, numbers] = readFileSync(0, "utf8").split("\n")
console.log(text)
console.log(numbers.split(" ").reduce((a, b) => +a + +b))
