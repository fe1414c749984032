object Hoards extends App {
  var hoard = List[Array[Int]]()
  while (true) hoard ::= new Array[Int](100000)
}
