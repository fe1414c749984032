package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	text, _ := in.ReadString('\n')
	var a, b int
	fmt.Fscan(in, &a, &b)
	fmt.Print(text, a+b, "\n")
}
