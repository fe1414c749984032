fun main() {
    val hoard = ArrayList<IntArray>()
    while (true) hoard.add(IntArray(100000))
}
