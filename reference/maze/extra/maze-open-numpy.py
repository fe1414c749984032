"""Say whether some 3x3 block of a maze's cells is wholly open, for mazes of any size, with numpy.

The text is not cut into rows: a cell's neighbours are so many bytes further, ends of lines
included, and a block that an end of line falls into is left out in the end.
"""

import sys

import numpy as np

PIECE = 1 << 16  # bytes: arrays this small stay in the cache, and need no new memory each time


def answer(stdin):
    """Return b"True\\n" or b"False\\n" to the rows of digits."""
    first = stdin.find(b"\n")
    stride = first + 1
    # Anything but rows of equal length with a line feed after each is brought into that form.
    if first < 1 or len(stdin) % stride or b"\r" in stdin[:stride] or stdin[-1:] != b"\n":
        rows = stdin.split()
        stdin = b"".join(row + b"\n" for row in rows)
        stride = len(rows[0]) + 1 if rows else 1
    height, width = len(stdin) // stride, stride - 1
    if width < 3 or height < 3:
        return b"False\n"
    text = np.frombuffer(stdin, np.uint8)
    length = max(PIECE, stride)
    for start in range(0, len(text) - 2 * stride, length):
        found = start + open_blocks(text[start : start + length + 2 * stride + 2], stride)
        if (found % stride < width - 2).any():
            return b"True\n"
    return b"False\n"


def open_blocks(text, stride):
    """Return where upper left cells of open blocks stand in a piece of the text.

    Where a block goes on into the next row nothing is promised.
    """
    # The last four bits of a letter's code are its value less nine; 9 more for the letters.
    cells = text & 0x40
    cells >>= 6
    cells *= 9
    cells += text
    two_rows = cells[:-stride] | cells[stride:]
    all_three = two_rows[:-stride] | cells[2 * stride :]
    closed = two_rows[: -stride - 2] | two_rows[1 : -stride - 1]
    closed |= two_rows[2:-stride]
    closed &= 4
    all_three[:-1] |= all_three[1:]
    all_three &= 2
    closed |= all_three[:-2]
    return np.flatnonzero(closed == 0)


if __name__ == "__main__":
    sys.stdout.buffer.write(answer(sys.stdin.buffer.read()))
