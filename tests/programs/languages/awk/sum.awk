NR == 1
NR == 2 { print $1 + $2 }
