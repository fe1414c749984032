package main

func main() {
	println(answer)
}
