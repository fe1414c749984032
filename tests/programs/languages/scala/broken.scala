object Broken extends App {
  println(answer)
}
