var hoard: seq[seq[int]]
while true: hoard.add newSeq[int](100000)
