fun main() {
    println(answer)
}
