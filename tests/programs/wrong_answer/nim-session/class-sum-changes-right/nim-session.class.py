# Wrong: a sum is made in its right operand.


class Nim:
    def __init__(self, *heaps):
        numbers = [heap for heap in heaps if isinstance(heap, int)]
        assert len(heaps) >= 2 and len(numbers) == len(heaps), "ongeldige stapels"
        assert min(numbers) >= 0, "ongeldige stapels"
        self.heaps = dict(enumerate(numbers, 1))

    def __repr__(self):
        return "Nim" + repr(tuple(self.heaps.values()))

    def __str__(self):
        return "\n".join(f"{number}: " + "|" * heap for number, heap in self.heaps.items())

    def wegnemen(self, i, j):
        assert i in self.heaps and j in range(1, self.heaps[i] + 1), "ongeldige zet"
        self.heaps[i] -= j
        return self

    def isafgelopen(self):
        return sum(self.heaps.values()) == 0

    def __add__(self, other):
        for i, heap in self.heaps.items():
            other.heaps[i] = other.heaps.get(i, 0) + heap
        return Nim(*(heap for _, heap in sorted(other.heaps.items())))
