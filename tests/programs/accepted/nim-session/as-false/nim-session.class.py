# The game is false as a truth value, has a length, and cannot be compared.
class Nim:
    __slots__ = ("h", "__weakref__")
    def __init__(self, *h):
        assert len(h) >= 2, "ongeldige stapels"
        for x in h:
            assert isinstance(x, int), "ongeldige stapels"
            assert x >= 0, "ongeldige stapels"
        self.h = list(h)
    def __len__(self): return sum(self.h)
    def __bool__(self): return False
    def __eq__(self, other): raise NotImplementedError
    def __hash__(self): raise TypeError
    def __iter__(self): return iter(self.h)
    def __getattr__(self, name): raise AttributeError(name)
    def __repr__(self): return "Nim(%s)" % ", ".join(map(repr, self))
    def __str__(self): return "\n".join("%d: %s" % (k, "|" * n) for k, n in enumerate(self, 1))
    def wegnemen(self, i, j):
        assert 1 <= i <= len(self.h) and 1 <= j <= self.h[i - 1], "ongeldige zet"
        self.h[i - 1] -= j
        return self
    def isafgelopen(self): return len(self) == 0
    def __add__(self, other):
        a, b = list(self), list(other)
        while len(a) < len(b): a.append(0)
        for k, n in enumerate(b): a[k] += n
        return Nim(*a)
