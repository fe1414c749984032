# Wrong: it takes matches at random.
from random import choice, randint


def move(heaps):
    heap = choice([heap for heap, size in enumerate(heaps) if size])
    return heap, randint(1, heaps[heap])


heaps = [int(word) for word in input().split()[1:]]
own_turn = input() == "1"
while any(heaps):
    if own_turn:
        heap, matches = move(heaps)
        print(heap + 1, matches, flush=True)
    else:
        heap, matches = map(int, input().split())
        heap -= 1
    heaps[heap] -= matches
    own_turn = not own_turn
