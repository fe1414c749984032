"""Confining what this process starts: a thread that has given up nearly everything starts it.

How to use it, in the supervisor, once, when the box's folders are there and before any run::

    gate = Gate(
        readable=[base_tree, sub],
        writable=[work, home, tmp],
        guarded=[judge_pid],
        hidden=[folder_of_the_judge, folder_of_the_plugins],
    )
    gate.protections                     # ("files", "tcp", "signals", ...): what holds here
    pid = gate.call(lambda: spawned(command, environ, descriptors))

``gate.call(function)`` runs ``function`` in the confined thread and returns what it returns, or
raises what it raises. Whatever is started in there is confined for good, and so is all that it
starts. The other threads of this process keep their rights: they wipe the box, look at /proc, set
limits and kill as before. Linux keeps Landlock domains, filters, capabilities and the promise to
gain no privileges per thread, and a child has those of the thread that started it.

The bindings are our own, a few lines of ctypes each (``landlock``, ``seccomp``): a supervisor is
started without site-packages, where a package's binding could not be imported.
"""

from __future__ import annotations

import _thread
import ctypes
import os
import struct
import sys

# Not from collections.abc, which brings in all of collections: boxes are to open fast. For the
# same reason nothing is taken from typing.
from _collections_abc import Callable, Collection, Iterable, Iterator, Sequence

from . import seccomp
from .landlock import SCOPES_ABI, TCP_ABI, TRUNCATE_ABI, give_up, landlock_abi

__all__ = ["DEVICES", "SYSTEM", "ConfinementError", "Gate", "confine", "landlock_abi"]

SYSTEM = (
    "/usr",
    "/bin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/proc",
    "/sys/devices/system/cpu",
    "/var/lib/gems",
    "/var/lib/ghc",
    "/var/lib/ocaml",
)
"""what all programs may read besides what they are given.

Of other processes' entries in /proc whatever tells of memory, environment, descriptors or files
is behind the same guard as tracing, which Landlock closes; names and arguments are not.
"""

CONFIGURATION = (
    "R",
    "alternatives",
    "debian_version",
    "fonts",
    "gai.conf",
    "group",
    "host.conf",
    "hosts",
    "inputrc",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "ld.so.preload",
    "locale.alias",
    "localtime",
    "magic",
    "magic.mime",
    "mime.types",
    "mono",
    "nim",
    "nsswitch.conf",
    "octaverc",
    "openmpi",
    "os-release",
    "papersize",
    "passwd",
    "perl",
    "protocols",
    "racket",
    "sbclrc",
    "services",
    "ssl/openssl.cnf",
    "terminfo",
    "timezone",
)
"""what programs may read of /etc: it holds no secrets, and a runtime that is refused its settings
often gives up, where it would do without if they were not there"""

VERSIONED_CONFIGURATION = ("fpc", "ghc", "java-", "php", "python")
"""how the names of further folders and files in /etc begin that programs may read"""

DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")

_PR_SET_DUMPABLE = 4
_PR_CAPBSET_DROP = 24
_PR_SET_NO_NEW_PRIVS = 38
_PR_CAP_AMBIENT = 47
_CLEAR_ALL = 4
_CAPABILITIES_V3 = 0x20080522
_STACK_BYTES = 2**18

_libc = ctypes.CDLL(None, use_errno=True)


class ConfinementError(Exception):
    """This machine cannot confine a thread; says why."""


class Gate:
    """A confined thread of this process, through which programs are started."""

    def __init__(
        self,
        readable: Sequence[str],
        writable: Sequence[str],
        guarded: Sequence[int] = (),
        hidden: Sequence[str] = (),
        *,
        seals_attributes: bool = True,
        opens_windows: bool = False,
    ) -> None:
        """Start the thread; see ``confine``. This process's memory is closed to others, too."""
        _refuse_elsewhere()
        # Without this, whoever shares the thread's rights could read and write our memory.
        _libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
        self._asked = _thread.allocate_lock()
        self._answered = _thread.allocate_lock()
        self._asked.acquire()
        self._answered.acquire()
        self._result: int | str = 0
        self._error: BaseException | None = None
        self.protections: tuple[str, ...] = ()
        """what holds for everything that is started through this gate; see ``confine``"""

        def shut() -> int:
            self.protections = confine(
                readable,
                writable,
                guarded,
                hidden,
                seals_attributes=seals_attributes,
                opens_windows=opens_windows,
            )
            return 0

        self._function: Callable[[], int | str] = shut
        size = _thread.stack_size(_STACK_BYTES)
        _thread.start_new_thread(self._live, ())
        _thread.stack_size(size)
        self._outcome()

    def call(self, function: Callable[[], int | str]) -> int | str:
        """Run a function in the confined thread; return what it returns, raise what it raises."""
        self._function = function
        self._asked.release()
        return self._outcome()

    def _outcome(self) -> int | str:
        self._answered.acquire()
        error, self._error = self._error, None
        if error is not None:
            raise error
        return self._result

    def _live(self) -> None:
        while True:
            try:
                self._result = self._function()
            # All of it is raised again in the thread that asked.
            except BaseException as error:  # noqa: BLE001
                self._error = error
            self._answered.release()
            self._asked.acquire()


def confine(
    readable: Sequence[str],
    writable: Sequence[str],
    guarded: Sequence[int] = (),
    hidden: Sequence[str] = (),
    *,
    seals_attributes: bool = True,
    opens_windows: bool = False,
) -> tuple[str, ...]:
    """Confine the calling thread and all that it starts, for ever; return what holds.

    ``readable`` may be read and executed, besides ``SYSTEM`` and some of /etc, but for what is
    ``hidden`` in there; ``writable`` may be written, read and executed; everything else is closed,
    as are sockets. ``guarded`` are processes that may not be signalled, besides this one.
    ``seals_attributes`` is to be given up only where all files that programs can see are theirs or
    cannot be changed anyway, ``opens_windows`` (unix sockets are let in) only where no socket of
    the machine's can be seen. The names that can be returned:

    - ``files``: no other file can be read, written, made, removed or executed
    - ``tracing``: no process outside can be traced, nor its memory, environment or descriptors read
    - ``tcp``: the kernel refuses TCP, whatever descriptor somebody gets hold of
    - ``signals``, ``abstract-sockets``: nobody outside can be signalled, or reached by such a name
    - ``privileges``: no capability is left, none can be gained
    - ``network``: there is no socket of any kind but connected pairs, and unix sockets if asked for
    - ``supervisor``: the guarded cannot be signalled
    - ``attributes``: modes, owners and times of all files stay (changing them has no effect)
    - ``kernel``: no mounts, namespaces, keys, shared memory by number, tracing tools and the like

    Raises ConfinementError where there is no such thing, and OSError where the kernel refuses.
    """
    _refuse_elsewhere()
    _give_up_privileges()
    held = ["privileges"]
    abi = landlock_abi()
    if abi:
        apart = _Apart((*SYSTEM, *readable), hidden)
        give_up(
            abi,
            listable=apart.listable,
            readable=(*apart.readable, *_configuration()),
            usable=DEVICES,
            writable=writable,
            sockets=opens_windows,
        )
        held += ["files", "tracing"]
        held += ["tcp"] if abi >= TCP_ABI else []
        held += ["signals", "abstract-sockets"] if abi >= SCOPES_ABI else []
    if seccomp.has_seccomp():
        seccomp.install(
            {os.getpid(), _thread.get_native_id(), *guarded},
            has_truncate_right=abi >= TRUNCATE_ABI,
            has_scopes=abi >= SCOPES_ABI,
            seals_attributes=seals_attributes,
            opens_windows=opens_windows,
        )
        held += ["network", "supervisor"]
        held += ["attributes", "kernel"] if seals_attributes else ["kernel"]
    return tuple(held)


def _configuration() -> Iterator[str]:
    for name in CONFIGURATION:
        yield f"/etc/{name}"
    try:
        names = os.listdir("/etc")
    except OSError:
        return
    for name in names:
        if name.startswith(VERSIONED_CONFIGURATION):
            yield f"/etc/{name}"


class _Apart:
    """Paths without what is hidden in them: a folder that holds it gives way to what else it has.

    Such a folder can still be listed, or nothing in it would be found.
    """

    def __init__(self, paths: Iterable[str], hidden: Iterable[str]) -> None:
        self.readable: list[str] = []
        self.listable: list[str] = []
        secrets = {os.path.realpath(path) for path in hidden}
        for path in map(os.path.realpath, paths):
            if not any(_is_within(path, secret) for secret in secrets):
                self._add(path, secrets)

    def _add(self, path: str, secrets: Collection[str]) -> None:
        inside = [secret for secret in secrets if _is_within(secret, path)]
        if not inside:
            self.readable.append(path)
        elif path not in inside:
            self.listable.append(path)
            try:
                with os.scandir(path) as entries:
                    below = [entry.path for entry in entries if not entry.is_symlink()]
            except OSError:
                return
            for each in below:
                self._add(each, inside)


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder}/")


def _refuse_elsewhere() -> None:
    if sys.platform != "linux":
        raise ConfinementError(
            f"programs are confined with Linux's Landlock and seccomp, which {sys.platform} lacks"
        )


def _give_up_privileges() -> None:
    """Drop all capabilities of this thread, and the ways of gaining any."""
    if _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        error = ctypes.get_errno()
        raise OSError(error, f"gaining privileges cannot be ruled out: {os.strerror(error)}")
    _libc.prctl(_PR_CAP_AMBIENT, _CLEAR_ALL, 0, 0, 0)
    # Only those who have the right to drop them from the bounding set have any to lose there.
    for capability in range(64):
        _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    _libc.capset(struct.pack("=Ii", _CAPABILITIES_V3, 0), bytes(24))
