object Sum extends App {
  println(io.StdIn.readLine())
  println(io.StdIn.readLine().split(" ").map(_.toInt).sum)
}
