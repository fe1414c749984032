# Keeps a GiB, MiB by MiB.
kept = [bytearray(2**20) for _ in range(1024)]
