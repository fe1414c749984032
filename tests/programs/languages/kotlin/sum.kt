fun main() {
    println(readLine())
    println(readLine()!!.split(" ").map { it.toInt() }.sum())
}
