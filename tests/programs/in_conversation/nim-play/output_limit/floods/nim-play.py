# Prints a number without end.
from functools import reduce
from operator import xor


def move(heaps):
    total = reduce(xor, heaps)
    for heap, size in enumerate(heaps):
        if size ^ total < size:
            return heap, size - (size ^ total)
    return heaps.index(max(heaps)), 1


heaps = [int(word) for word in input().split()[1:]]
own_turn = input() == "1"
while any(heaps):
    if own_turn:
        heap, matches = move(heaps)
        while True:
            print(heap + 1, end="")
    else:
        heap, matches = map(int, input().split())
        heap -= 1
    heaps[heap] -= matches
    own_turn = not own_turn
