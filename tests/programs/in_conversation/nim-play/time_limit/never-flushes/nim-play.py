# Its lines stay in a buffer.
import sys
from functools import reduce
from operator import xor


def move(heaps):
    total = reduce(xor, heaps)
    for heap, size in enumerate(heaps):
        if size ^ total < size:
            return heap, size - (size ^ total)
    return heaps.index(max(heaps)), 1


heaps = [int(word) for word in sys.stdin.readline().split()[1:]]
own_turn = sys.stdin.readline() == "1\n"
while any(heaps):
    if own_turn:
        heap, matches = move(heaps)
        print(heap + 1, matches)
    else:
        heap, matches = map(int, sys.stdin.readline().split())
        heap -= 1
    heaps[heap] -= matches
    own_turn = not own_turn
