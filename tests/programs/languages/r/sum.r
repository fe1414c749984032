input <- readLines(file("stdin"))
cat(input[1], "\n", sep = "")
cat(sum(as.numeric(strsplit(input[2], " ")[[1]])), "\n", sep = "")
