"""Programs that open windows by speaking X's own protocol, and nothing else: no toolkit is needed.

``SHOWER`` is the beginning of such a program: it connects, and offers ``window(left, top, width,
height, colour)``, ``fill(window, left, top, width, height, colour)``, ``close(window)`` and
``settled()``, which waits until the server has done all that was asked.
"""

from __future__ import annotations

SHOWER = r"""
import os, socket, struct, sys, time

number = os.environ["DISPLAY"].partition(":")[2]
server = socket.socket(socket.AF_UNIX)
server.connect(f"/tmp/.X11-unix/X{number}")
server.sendall(struct.pack("<BxHHHHxx", ord("l"), 11, 0, 0, 0))

def taken(size):
    data = b""
    while len(data) < size:
        piece = server.recv(size - len(data))
        if not piece:
            raise SystemExit("the X server is gone")
        data += piece
    return data

accepted, length = struct.unpack("<B5xH", taken(8))
answer = taken(4 * length)
assert accepted == 1, answer
base, = struct.unpack_from("<I", answer, 4)
vendor, = struct.unpack_from("<H", answer, 16)
formats = answer[21]
screen = 32 + (vendor + 3) // 4 * 4 + 8 * formats
root, = struct.unpack_from("<I", answer, screen)
names = iter(range(base, base + 1000))
context = next(names)
server.sendall(struct.pack("<BBHIIII", 55, 0, 5, context, root, 4, 0))

def window(left, top, width, height, colour):
    name = next(names)
    server.sendall(struct.pack(
        "<BBHIIhhHHHHIIII", 1, 0, 10, name, root, left, top, width, height, 0, 1, 0, 2 | 512,
        colour, 1))
    server.sendall(struct.pack("<BBHI", 8, 0, 2, name))
    return name

def fill(name, left, top, width, height, colour):
    server.sendall(struct.pack("<BBHIII", 56, 0, 4, context, 4, colour))
    server.sendall(struct.pack("<BBHIIhhHH", 70, 0, 5, name, context, left, top, width, height))

def close(name):
    server.sendall(struct.pack("<BBHI", 4, 0, 2, name))

def settled():
    server.sendall(struct.pack("<BBH", 43, 0, 1))
    while taken(32)[0] != 1:
        pass
"""
