"""A supervisor's life: open the box, run what the judge orders, remove the box.

Started as ``python -I -S -c START FOLDER ROOT JUDGE WAY [READABLE... HIDDEN SECRET...]`` with the
wire to the judge as descriptor 3. FOLDER holds this code, ROOT is the box's folder, JUDGE the
judge's process id (0 where it cannot be seen from here), WAY how programs are confined, READABLE
what they may read besides the system and their own folders, SECRET what they may not read in there.
The judge's orders are frames ``files``, ``screen`` (for the next run), ``heat`` (for all runs of a
command), ``run``, ``start``; the answers are ``ready``, ``lit`` (with what is wrong with the
screen), ``hot`` (whether this machine has warm starts, and what is wrong), ``out``, ``err``,
``end`` (of a stream), ``sent``, ``recording``, ``artefact``, ``done``, ``wiped`` (whether the box
is fit for another run) and, where this process itself cannot go on, ``failed``.
"""

from __future__ import annotations

import os

from .channel import Channel
from .confinement import DEVICES, Gate
from .descendants import adopt_orphans
from .folders import HOME, TMP, Folders
from .running import Execution, Facts, Order, Place
from .sacrifice import Sacrifice
from .screen import Screen
from .starting import bound_processes, environment, lower_own_limits
from .warm import Standby, StandbyError, check

WIRE = 3
"""the descriptor of the wire to the judge"""

START = "import sys; sys.path.append(sys.argv[1]); import supervisor.main as m; m.live(sys.argv)"
"""what the interpreter is told to run: a module, so that it need not be compiled each time"""

PLAIN_WAY = "plain"
"""programs run as the judge does"""

LANDLOCK_WAY = "landlock"
"""programs are started by a thread that has given up nearly everything"""

BWRAP_WAY = "bwrap"
"""the same, and the supervisor is the first process of namespaces of its own"""

WINDOWS_WAY = "windows"
"""as in bwrap, but with unix sockets, on one of which an X server listens"""

HIDDEN = "--"

LINK = b"link"
PROGRAM = b"program"
PLAIN = b"plain"

_BOXED = {BWRAP_WAY, WINDOWS_WAY}

_ALSO_WRITABLE = ("/dev/shm",)  # noqa: S108 - emptied after each run


def live(arguments: list[str]) -> None:
    """Serve the judge until it closes the wire or ends, and leave nothing behind."""
    _, _, root, judge, way, *told = arguments
    _close_strays()
    channel = Channel(WIRE, int(judge))
    folders = None
    try:
        adopt_orphans()
        lower_own_limits()
        os.umask(0o022)
        sacrifice = Sacrifice()
        folders = Folders(root, _ALSO_WRITABLE if way in _BOXED else ())
        gate = None if way == PLAIN_WAY else _gate(way, folders, int(judge), told)
        _serve(channel, folders, gate, sacrifice, owns_tmp=way in _BOXED)
    # Whatever went wrong is the judge's to tell: nobody reads this process's error output.
    except Exception as error:  # noqa: BLE001
        channel.send(b"failed", f"{type(error).__name__}: {error}".encode())
        channel.flush_all()
    finally:
        if folders is not None and way not in _BOXED:  # there they go with this process
            folders.remove()
    os._exit(0)  # taking the interpreter down in good order would only take time


def _gate(way: str, folders: Folders, judge: int, told: list[str]) -> Gate:
    """Return the thread that starts programs, confined."""
    if way in _BOXED:
        bound_processes()
        return Gate(
            readable=["/"],
            writable=[*folders.writable, *_ALSO_WRITABLE],
            seals_attributes=_owns_devices(),
            opens_windows=way == WINDOWS_WAY,
        )
    split = told.index(HIDDEN)
    return Gate(
        readable=[*told[:split], folders.laid],
        writable=folders.writable,
        guarded=[judge],
        hidden=told[split + 1 :],
    )


def _owns_devices() -> bool:
    """Return whether this user could change the modes of the machine's devices: root, mostly.

    In a box, too, they are the machine's own, and no mount of theirs can be read-only.
    """
    return any(os.stat(path).st_uid == os.geteuid() for path in DEVICES if os.path.exists(path))


def _close_strays() -> None:
    """Close descriptors that the judge's process happened to hand down."""
    for name in os.listdir("/dev/fd"):
        if int(name) > WIRE:
            try:
                os.close(int(name))
            except OSError:
                continue  # the listing's own


def _serve(
    channel: Channel, folders: Folders, gate: Gate | None, sacrifice: Sacrifice, *, owns_tmp: bool
) -> None:
    place = Place(
        environment(os.path.join(folders.root, HOME), os.path.join(folders.root, TMP)),
        gate.call if gate else lambda start: start(),
        sacrifice,
        folders.has_too_many,
    )
    screen = None
    while (frame := channel.wait()) is not None:
        if frame[0] == b"files":
            if frame[1:]:  # else they are there already
                _lay(folders, frame[1:])
            channel.send(b"ready", *(name.encode() for name in (gate.protections if gate else ())))
        elif frame[0] == b"screen":
            screen = Screen(
                os.fsdecode(frame[1]),
                place.environ,
                place.start,
                channel.descriptor,
                owns_tmp=owns_tmp,
            )
            channel.send(b"lit", screen.fault.encode())
        elif frame[0] == b"heat":
            channel.send(b"hot", *_heat(folders, place, frame))
        elif frame[0] in {b"run", b"start"}:
            _run(channel, folders, Order(frame), place, screen)
            screen = None
        # What is said to a conversation after its end comes too late to mean anything.
    if screen is not None:
        screen.close()
    place.cool()


def _lay(folders: Folders, fields: tuple[bytes, ...]) -> None:
    """Lay files in; they come as name, kind and content."""
    for name, kind, data in zip(*[iter(fields)] * 3, strict=True):
        if kind == LINK:
            folders.link(name, data)
        else:
            folders.lay(name, data, executable=kind == PROGRAM)
    folders.seal()


def _heat(folders: Folders, place: Place, frame: tuple[bytes, ...]) -> tuple[bytes, bytes]:
    """Put an interpreter on standby; return b"1" where this machine has such, and what is wrong."""
    _, is_checked, *command = frame
    place.cool()
    folders.enter()
    try:
        with place.sacrifice:
            fault = "" if is_checked else check(place.environ, place.start)
            if fault:
                return b"", fault.encode()
            words = [os.fsdecode(word) for word in command]
            place.standby = Standby(words, place.environ, place.start)
    except StandbyError as error:
        return b"1", str(error).encode()
    finally:
        folders.leave()
    return b"1", b""


def _run(
    channel: Channel, folders: Folders, order: Order, place: Place, screen: Screen | None
) -> None:
    folders.enter()
    facts = Execution(order, channel, place, screen).facts()
    folders.leave()
    if screen is not None:
        screen.close()
    if order.artefact_files:
        _collect(channel, folders, order, facts)
    channel.send(b"done", *facts.fields())
    channel.flush_all()
    # The judge looks at the run meanwhile; the next one waits for this.
    clean = folders.refresh() and folders.is_untouched()
    channel.send(b"wiped", b"1" if clean else b"")
    place.machine.busy_s()  # the next run begins there


def _collect(channel: Channel, folders: Folders, order: Order, facts: Facts) -> None:
    files, complete = folders.collect(order.artefact_files, order.artefact_bytes)
    for name, data in files:
        channel.send(b"artefact", name, data)
    if not complete and facts.ending == "exited":
        facts.ending = "output limit"
        facts.text = (
            f"it left more files than may be collected "
            f"({order.artefact_files} with {order.artefact_bytes} bytes together)"
        )
