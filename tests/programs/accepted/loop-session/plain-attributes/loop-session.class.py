# The sides are attributes; the list of tiles that is handed over is used up.
class Tegel:
    tekens = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
    def __init__(self, number=0):
        if not isinstance(number, int) or number not in range(16):
            raise AssertionError("ongeldige tegel")
        self.boven, self.rechts, self.onder, self.links = (bool(number & 1 << i) for i in range(4))
    def __int__(self): return self.boven + 2 * self.rechts + 4 * self.onder + 8 * self.links
    def __str__(self): return self.tekens[int(self)]
    __repr__ = __str__
    def draai(self, clockwise=True):
        b, r, o, l = self.boven, self.rechts, self.onder, self.links
        if clockwise: self.boven, self.rechts, self.onder, self.links = l, b, r, o
        else: self.boven, self.rechts, self.onder, self.links = r, o, l, b
        return self
class OneindigeLus:
    def __init__(self, tiles, columns):
        ok = isinstance(columns, int) and columns > 0 and isinstance(tiles, list) and len(tiles) >= columns and len(tiles) % columns == 0
        assert ok and all(isinstance(t, int) and t in range(16) for t in tiles), "ongeldig rooster"
        self.rooster = []
        while tiles:
            self.rooster.append([Tegel(tiles.pop(0)) for _ in range(columns)])
    def __str__(self): return "\n".join("".join(str(t) for t in r) for r in self.rooster)
    def draai(self, row, column, clockwise=True):
        try:
            assert isinstance(row, int) and isinstance(column, int) and row >= 0 <= column
            self.rooster[row][column].draai(clockwise)
        except (AssertionError, IndexError): raise AssertionError("ongeldige positie")
        return self
    def opgelost(self):
        for y, r in enumerate(self.rooster):
            for x, t in enumerate(r):
                for k, o, dy, dx in ("boven", "onder", -1, 0), ("onder", "boven", 1, 0), ("links", "rechts", 0, -1), ("rechts", "links", 0, 1):
                    if getattr(t, k):
                        if not (0 <= y + dy < len(self.rooster) and 0 <= x + dx < len(r)) or not getattr(self.rooster[y + dy][x + dx], o): return False
        return True
