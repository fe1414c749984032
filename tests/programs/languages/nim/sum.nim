import std/[math, sequtils, strutils]

echo readLine(stdin)
echo readLine(stdin).split.map(parseInt).sum
