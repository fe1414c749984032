# Open windows are counted, modulo 256.
import sys

rows = [[int(digit, 16) for digit in line] for line in sys.stdin.read().split()]
height, width = len(rows), len(rows[0])


def upright(row, column):
    return bool(rows[row][column] & 2)


def level(row, column):
    return bool(rows[row][column] & 4)


def is_open(top, left):
    for row in range(top, top + 3):
        for column in range(left, left + 2):
            if upright(row, column):
                return False
    for row in range(top, top + 2):
        for column in range(left, left + 3):
            if level(row, column):
                return False
    return True


found = 0
for top in range(height - 2):
    for left in range(width - 2):
        found += is_open(top, left)
print(found % 256 > 0)
