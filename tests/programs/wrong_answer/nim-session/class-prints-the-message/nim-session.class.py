# Wrong: the message of a refused move is printed; no error is raised.
"""Nim as a class: numbered heaps of matches that two players take from."""


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
        if i not in self.heaps or j not in range(1, self.heaps[i] + 1):
            print("AssertionError: ongeldige zet")
            return self
        self.heaps[i] -= j
        return self

    def isafgelopen(self):
        return sum(self.heaps.values()) == 0

    def __add__(self, other):
        numbers = sorted(self.heaps.keys() | other.heaps.keys())
        return Nim(*(self.heaps.get(i, 0) + other.heaps.get(i, 0) for i in numbers))
