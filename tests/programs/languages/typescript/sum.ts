import * as fs from "fs"

interface Input { text: string; numbers: number[] }

const read = (): Input => {
  const [text, numbers]: string[] = fs.readFileSync(0, "utf8").split("\n")
  return { text, numbers: numbers!.split(" ").map(Number) }
}
enum Start { At = 0 }
const input = read()
console.log(input.text)
console.log(input.numbers.reduce((a: number, b: number) => a + b, Start.At))
