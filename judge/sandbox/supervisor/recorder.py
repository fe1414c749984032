"""A screen of its own for one run, and a recording of what is seen on it: a program of its own.

Started by the supervisor as ``python -I -S -c START FOLDER SERVER NUMBER``: FOLDER holds this code,
SERVER is the X server Xvfb, NUMBER the display's, or the first to try where others have X servers,
too. On its standard input it is told single bytes (see ``screen``); its
standard output carries frames (see ``wire``): ``ready`` with the display and the server's process
id, ``failed`` with a sentence, ``part`` with the next piece of the recording, ``over`` with ``1``
where something was seen. It ends when its input does.

A recording is ``MAGIC``, width and height, and records: when something was seen (microseconds),
whether it is plain, the first row that changed, how many rows, and those rows, compressed. The
screen begins white. The last record, of no rows, says when the recording ends; its data are the
edges (left, top, right, bottom) of all that ever was not white.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import resource
import select
import signal
import struct
import threading
import time
import zlib
from itertools import pairwise
from queue import SimpleQueue

from .screen import LEFT, MAGIC
from .wire import packed

SIZES = struct.Struct("<HH")
RECORD = struct.Struct("<QBHHI")
EDGES = struct.Struct("<HHHH")
WIDTH, HEIGHT = 1280, 1024

STILL_S = 3.0
"""with no change for so long, what is shown has been shown"""

_PERIOD_S = 1 / 120
"""the time between two looks at the screen"""

_WHOLE_EVERY = 4
"""of so many looks one is at the whole screen, the others at the rows where there was something"""

_UNSETTLED_S = 0.05
"""how long a screen that changes at every look is watched until something is kept all the same"""

_LATE_S = 0.025
"""after a pause of this length between two looks nobody waits for a third"""

_BLOCK = 16
_PIXEL_BYTES = 4
_ROW_BYTES = WIDTH * _PIXEL_BYTES
_FRAME_BYTES = HEIGHT * _ROW_BYTES
_MOST_BYTES = 512 * 2**20
"""memory that the X server may take for what a program keeps there"""

_MOST_WAITING = 6
"""changes that wait to be compressed; with more, looking waits"""

_START_S = 15.0
_PAUSE_S = 0.02
_PR_SET_DUMPABLE = 4
_XWD_FIELDS = struct.Struct(">25I")
_XWD_COLOUR_BYTES = 12

_libc = ctypes.CDLL(None, use_errno=True)
_libc.memcmp.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
_libc.memcmp.restype = ctypes.c_int


class NoScreenError(Exception):
    """The X server does not work here; says why."""


def live(arguments: list[str]) -> None:
    """Start the server, record until there is nothing more to see, and end the server."""
    # What this process writes is believed: nobody in the box is to reach its pipe through /proc.
    _libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    _, _, program, number = arguments
    folder = os.path.join(os.environ["TMPDIR"], ".screen")
    server = -1
    try:
        os.mkdir(folder, 0o700)
        # The server inherits it: RLIMIT_DATA bounds each process by itself.
        resource.setrlimit(resource.RLIMIT_DATA, (_MOST_BYTES, _MOST_BYTES))
        display = int(number)
        while (server := _served(program, display, folder)) == 0:
            display += 1
        screen = _Memory(os.path.join(folder, "Xvfb_screen0"))
        # Before anybody may draw: what is on the screen by then is what it begins with.
        recorder = _Recorder(screen, server)
        _tell(b"ready", f":{display}".encode(), str(server).encode())
        recorder.record()
        while os.read(0, 64):  # the programs are ended before their screen is
            continue
    except (OSError, NoScreenError, ValueError, struct.error) as error:
        _tell(b"failed", str(error).encode())
    finally:
        if server > 0:
            _end(server)
    os._exit(0)


def _tell(*fields: bytes) -> None:
    data = memoryview(packed(*fields))
    while data:
        data = data[os.write(1, data) :]


def _served(program: str, display: int, folder: str) -> int:
    """Start an X server; return its process id once it listens, 0 where the display is taken.

    It has one socket, in /tmp, and it never starts anew when its last client leaves.
    """
    complaints = os.open(os.path.join(folder, "log"), os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    command = [
        program,
        f":{display}",
        *("-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-fbdir", folder, "-dpi", "96"),
        *("-nolisten", "tcp", "-nolisten", "local", "-noreset", "-nocursor", "-wr", "-s", "0"),
    ]
    # An X server that was born with this signal ignored sends it to its parent once it listens.
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_DUP2, complaints, 2),
    ]
    server = os.posix_spawn(program, command, os.environ, file_actions=actions, setsigmask=())
    has_ended = _has_ended_before_it_listened(server)
    last = os.pread(complaints, 4096, 0).decode("utf-8", "replace").strip()
    os.close(complaints)
    if not has_ended:
        return server
    if "already active" in last:
        return 0
    raise NoScreenError(f"the X server did not start: {' '.join(last.splitlines()[-3:])}")


def _has_ended_before_it_listened(server: int) -> bool:
    """Wait until the X server listens, or is no more; it is ended where it takes too long."""
    until = time.monotonic() + _START_S
    while time.monotonic() < until:
        if signal.sigtimedwait({signal.SIGUSR1}, _PAUSE_S):
            return False
        if os.waitpid(server, os.WNOHANG)[0]:
            return True
    _end(server)
    return True


def _end(server: int) -> None:
    """End the X server; in good order, so that it takes its socket and its lock with it."""
    try:
        if os.waitpid(server, os.WNOHANG)[0]:
            return
        os.kill(server, signal.SIGTERM)
        for _ in range(100):
            if os.waitpid(server, os.WNOHANG)[0]:
                return
            time.sleep(0.01)
        os.kill(server, signal.SIGKILL)
        os.waitpid(server, 0)
    except OSError:
        return  # it has been waited for


class _Memory:
    """The pixels of a screen, which the X server keeps in a file, as they are at each moment."""

    def __init__(self, path: str) -> None:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            fields = _XWD_FIELDS.unpack(os.pread(descriptor, _XWD_FIELDS.size, 0))
            start = fields[0] + fields[19] * _XWD_COLOUR_BYTES
            layout = fields[4], fields[5], fields[7], fields[11], fields[12], fields[14]
            if layout != (WIDTH, HEIGHT, 0, 32, _ROW_BYTES, 0xFF0000):
                raise NoScreenError(f"the X server keeps its screen in another way: {layout}")
            # Private: what is never written to goes on showing what the file holds.
            self._map = mmap.mmap(
                descriptor,
                start + _FRAME_BYTES,
                flags=mmap.MAP_PRIVATE,
                prot=mmap.PROT_READ | mmap.PROT_WRITE,
            )
        finally:
            os.close(descriptor)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self._map)) + start


class _Picture:
    """A picture of a screen that stays as it is."""

    def __init__(self) -> None:
        self.pixels = bytearray(_FRAME_BYTES)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.pixels))


def _differ(one: int, other: int, row: int = 0, rows: int = HEIGHT) -> bool:
    start = row * _ROW_BYTES
    return bool(_libc.memcmp(one + start, other + start, rows * _ROW_BYTES))


def _changed_rows(one: int, other: int) -> tuple[int, int]:
    """Return the first row in which pictures differ and how many to the last, in whole blocks."""
    blocks = [row for row in range(0, HEIGHT, _BLOCK) if _differ(one, other, row, _BLOCK)]
    return (blocks[0], blocks[-1] + _BLOCK - blocks[0]) if blocks else (0, 0)


class _Extent:
    """The edges of all that ever was not white on a screen, in pixels; not exact to the pixel."""

    def __init__(self) -> None:
        self.left, self.top, self.right, self.bottom = WIDTH, HEIGHT, 0, 0
        self._white = bytearray(b"\xff\xff\xff\0" * WIDTH)
        self._address = ctypes.addressof(ctypes.c_char.from_buffer(self._white))

    def widen(self, address: int, row: int, rows: int) -> None:
        """Take in some rows of a picture that are new."""
        self.top, self.bottom = min(self.top, row), max(self.bottom, row + rows)
        for start in range(
            address + row * _ROW_BYTES, address + (row + rows) * _ROW_BYTES, _ROW_BYTES
        ):
            while self.left and not self._is_white(start, 0, self.left):
                self.left -= _BLOCK
            while self.right < WIDTH and not self._is_white(start, self.right, WIDTH):
                self.right += _BLOCK

    def _is_white(self, row: int, left: int, right: int) -> bool:
        length = (right - left) * _PIXEL_BYTES
        return not _libc.memcmp(row + left * _PIXEL_BYTES, self._address, length)

    def packed(self) -> bytes:
        """Return the edges as they lie in a recording."""
        return EDGES.pack(self.left, self.top, self.right, self.bottom)


class _Recorder:
    """Looks at a screen again and again, and keeps what is new on it."""

    def __init__(self, screen: _Memory, server: int) -> None:
        self._screen = screen
        self._server = server
        self._seen = _Picture()
        self._kept = _Picture()
        for picture in (self._seen, self._kept):
            ctypes.memmove(picture.address, screen.address, _FRAME_BYTES)
        self._began = self._looked = self._last_change = time.monotonic()
        self._changed: float | None = None
        """since when there is something that is not kept yet"""
        self._shows = False
        """whether there was more to see than a plain window"""
        self._left: float | None = None
        self._extent = _Extent()
        self._looks = 0
        self._writer = _Writer()

    def record(self) -> None:
        """Record until the screen is still, the judge wants an end, or there is no server."""
        poller = select.poll()
        poller.register(0, select.POLLIN)
        due = self._looked
        while True:
            now = time.monotonic()
            self._look(now)
            if self._is_done(now):
                break
            if os.waitpid(self._server, os.WNOHANG)[0]:
                self._writer.close()
                raise NoScreenError("the X server of its screen ended during the run")
            due = max(due + _PERIOD_S, now + _PERIOD_S / 4)
            while (wait := due - time.monotonic()) > 0:
                if poller.poll(wait * 1000):
                    word = os.read(0, 1)
                    if word != LEFT:
                        self._finish(time.monotonic())
                        return
                    self._left = time.monotonic()
        self._finish(now)

    def _is_done(self, now: float) -> bool:
        """Return whether what was to be seen has been seen."""
        if not self._shows and self._left is None:
            return False
        return now - max(self._last_change, self._left or 0.0) >= STILL_S

    def _look(self, now: float) -> None:
        """Look at the screen; what is the same at two looks running is no half-drawn picture."""
        self._looks += 1
        extent = self._extent
        whole = self._looks % _WHOLE_EVERY == 0 or extent.bottom <= extent.top
        row, rows = (0, HEIGHT) if whole else (extent.top, extent.bottom - extent.top)
        if not _differ(self._screen.address, self._seen.address, row, rows):
            if self._changed is not None:
                self._keep(self._changed)
        else:
            ctypes.memmove(self._seen.address, self._screen.address, _FRAME_BYTES)
            self._last_change = now
            if self._changed is None:
                self._changed = now
            if now - self._changed >= _UNSETTLED_S or now - self._looked >= _LATE_S:
                self._keep(now)
        self._looked = now

    def _keep(self, since: float) -> None:
        """Keep what was seen at the last look."""
        self._changed = None
        row, rows = _changed_rows(self._seen.address, self._kept.address)
        if not rows:
            return
        plain = is_plain(self._seen.pixels)
        self._shows = self._shows or not plain
        start, stop = row * _ROW_BYTES, (row + rows) * _ROW_BYTES
        pixels = bytes(memoryview(self._seen.pixels)[start:stop])
        ctypes.memmove(self._kept.address, self._seen.address, _FRAME_BYTES)
        self._extent.widen(self._seen.address, row, rows)
        self._writer.put(since - self._began, plain, row, rows, pixels)

    def _finish(self, now: float) -> None:
        if self._changed is not None:
            self._keep(self._changed)
        self._writer.put(now - self._began, False, 0, 0, self._extent.packed())
        self._writer.close()
        _tell(b"over", b"1" if self._shows else b"")


class _Writer:
    """Compresses and sends what is kept, beside the looking."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[tuple[int, bool, int, int, bytes] | None] = SimpleQueue()
        self._room = threading.Semaphore(_MOST_WAITING)
        self._has_begun = False
        self._thread = threading.Thread(target=self._write, daemon=True)
        self._thread.start()

    def put(self, seconds: float, plain: bool, row: int, rows: int, data: bytes) -> None:
        """Take a record; one of no rows is left out where nothing was kept before it."""
        if rows or self._has_begun:
            self._has_begun = True
            self._room.acquire()
            self._waiting.put((round(seconds * 1_000_000), plain, row, rows, data))

    def close(self) -> None:
        """Wait until everything is sent."""
        self._waiting.put(None)
        self._thread.join()

    def _write(self) -> None:
        start = MAGIC + SIZES.pack(WIDTH, HEIGHT)
        while (record := self._waiting.get()) is not None:
            moment, plain, row, rows, data = record
            if rows:
                data = zlib.compress(data, 1)
            self._send(start + RECORD.pack(moment, plain, row, rows, len(data)) + data)
            start = b""
            self._room.release()

    def _send(self, part: bytes) -> None:
        try:
            _tell(b"part", part)
        except OSError:
            return  # nobody listens any more: the input ends, too, and so does the recording


def is_plain(pixels: bytearray) -> bool:
    """Return whether a picture shows nothing: white, or one rectangle of one colour on white.

    That is what a window is before something is drawn in it.
    """
    known: dict[bytes, tuple[int, int, bytes] | None] = {}
    spans = []
    for start in range(0, _FRAME_BYTES, _ROW_BYTES):
        row = bytes(pixels[start : start + _ROW_BYTES])
        if row not in known:
            span = _span(row)
            if span is None:
                return False
            known[row] = span
        spans.append(known[row])
    edges = sum(one != other for one, other in pairwise(spans))
    coloured = {span for span in spans if span and span[0] < span[1]}
    return not coloured or (len(coloured) == 1 and edges <= (spans[0] not in coloured) + 1)


def _span(row: bytes) -> tuple[int, int, bytes] | None:
    """Return from where to where a row has which colour; None where it has several.

    The fourth byte of a pixel is not seen.
    """
    planes = [row[channel::_PIXEL_BYTES] for channel in range(3)]
    start = min(WIDTH - len(plane.lstrip(b"\xff")) for plane in planes)
    if start == WIDTH:
        return 0, 0, b""
    stop = max(len(plane.rstrip(b"\xff")) for plane in planes)
    colour = bytes(plane[start] for plane in planes)
    for plane, value in zip(planes, colour, strict=True):
        if plane.count(value, start, stop) != stop - start:
            return None
    return start, stop, colour
