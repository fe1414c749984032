# Prints lines without end (64 MiB).
for _ in range(2**20):
    print("x" * 63)
