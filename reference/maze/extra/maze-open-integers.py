"""Say whether some 3x3 block of a maze's cells is wholly open, for mazes of any size.

The digits of a band of rows are one whole number, four bits a cell. A shift lays other cells of a
block over its last one, and a few operations on long numbers look at all blocks of the band at
once. Standard library alone.
"""

import sys
from binascii import unhexlify

BAND = 1 << 16  # digits, so that the numbers of a band stay in the processor's cache


def answer(stdin):
    """Return b"True\\n" or b"False\\n" to the rows of digits."""
    rows = stdin.split()
    width = len(rows[0]) if rows else 0
    if width < 3 or len(rows) < 3:
        return b"False\n"
    # Closed cells end every row, so that no block reaches from one row into the next; one or two
    # of them, for two digits make a byte.
    gap = b"F" if width % 2 else b"FF"
    stride = width + len(gap)
    height = max(BAND // stride, 1)  # rows in which the blocks of a band end
    whole = 0x4 * int("1" * (stride * height), 16)
    for top in range(0, len(rows) - 2, height):
        band = gap.join(rows[top : top + height + 2]) + gap
        ends = min(height, len(rows) - 2 - top)
        every = whole if ends == height else 0x4 * int("1" * (stride * ends), 16)
        if closed_blocks(int.from_bytes(unhexlify(band), "big"), 4 * stride) & every != every:
            return b"True\n"
    return b"False\n"


def closed_blocks(cells, row):
    """Return a number with the bit 4 in each cell that ends a block with some wall closed.

    ``row`` is the number of bits from a cell to the one below. A block ends in its lower right
    cell; those of the first two rows end no block.
    """
    above = cells >> row  # the two rows above, whose south walls count
    above |= above >> row
    all_three = cells | above  # their east walls count, but for those of the last column
    east = all_three | all_three >> 4
    return above | above >> 4 | above >> 8 | east >> 3


if __name__ == "__main__":
    sys.stdout.buffer.write(answer(sys.stdin.buffer.read()))
