print(io.read())
print(io.read("n") + io.read("n"))
