package main

func main() {
	hoard := [][]int{}
	for {
		block := make([]int, 100000)
		for i := range block {
			block[i] = i
		}
		hoard = append(hoard, block)
	}
}
