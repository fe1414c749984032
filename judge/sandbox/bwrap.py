"""Tier bwrap: boxes in namespaces of their own, built by bubblewrap for each submission.

The supervisor is the first process of the box. Nothing of the machine is there but the system's
programs, read-only; the box's own folders lie in memory and are gone with it.
"""

from __future__ import annotations

import fcntl
import glob
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from judge.errors import SandboxError
from judge.models import BoxFile
from judge.sandbox.boxes import SupervisedBox
from judge.sandbox.exposure import hidden_in, shown_trees
from judge.sandbox.processes import BOX, Launch, supervising
from judge.sandbox.supervisor.confinement import (
    CONFIGURATION,
    SYSTEM,
    VERSIONED_CONFIGURATION,
)
from judge.sandbox.supervisor.folders import SUB
from judge.sandbox.supervisor.main import BWRAP_WAY, LINK, PROGRAM, WINDOWS_WAY
from judge.sandbox.supervisor.starting import PATH

PROGRAM_NAME = "bwrap"

ROOT = f"/{BOX}"
_CODE = "/.supervisor"
_SUPERVISOR = str(Path(__file__).resolve().with_name("supervisor"))

BOX_BYTES = 256 * 2**20
"""what all files of a box may take together, besides those laid in"""

_SHARED_MEMORY_BYTES = 16 * 2**20
_PAGE = 4096

_SYSTEM_FOLDERS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_TEMPORARY = {"/tmp": f"{BOX}/tmp", "/var/tmp": f"../{BOX}/tmp"}  # noqa: S108
"""where programs look for a temporary folder that do not ask the environment for it"""

_ACCOUNTS = {
    "/etc/passwd": "box:x:{user}:{group}:box:{home}:/bin/sh\n",
    "/etc/group": "box:x:{group}:\n",
}
_LOWEST_DESCRIPTOR = 10
"""below it are those that a new process gets anyway"""

_WALLS = (
    "--unshare-all",
    "--unshare-user",
    "--as-pid-1",
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
    "--hostname",
    "box",
)


class BwrapSandbox:
    """Opens boxes that bubblewrap walls in."""

    name = "bwrap"
    warning = ""

    def __init__(self, program: str, *, can_disable_userns: bool) -> None:
        """Use the bubblewrap at ``program``; not every one can rule out new user namespaces."""
        self._program = program
        self._options = ("--disable-userns",) if can_disable_userns else ()

    def open(self, files: Mapping[str, BoxFile], shown: Sequence[str] = ()) -> SupervisedBox:
        """Return a new box that holds ``files``; SandboxError where the machine refuses."""
        resolved = tuple(os.path.realpath(path) for path in shown)

        def launch(files: tuple[bytes, ...], _: str | None, opens_windows: bool) -> Launch:
            return self._launch(files, resolved, WINDOWS_WAY if opens_windows else BWRAP_WAY)

        return SupervisedBox(files, launch)

    def _launch(self, files: tuple[bytes, ...], shown: tuple[str, ...], way: str) -> Launch:
        trees = shown_trees()
        inherited: list[int] = []
        try:
            laid = _laid(files, inherited)
            complaints = _in_memory(b"")
        except OSError as error:
            for descriptor in inherited:
                os.close(descriptor)
            raise SandboxError(f"files cannot be handed to a box: {error}") from error
        return Launch(
            command=(
                self._program,
                *_WALLS,
                *self._options,
                *_system(trees, shown),
                *_own_folders((*trees, *shown), sum(map(len, files)), len(files)),
                *laid,
                *("--remount-ro", f"{ROOT}/{SUB}", "--remount-ro", "/", "--chdir", "/", "--"),
                *supervising(_CODE, ROOT, 0, way),
            ),
            root=ROOT,
            is_on_disk=False,
            inherited=tuple(inherited),
            complaints=complaints,
        )


def bwrap_program() -> str | None:
    """Return where bubblewrap is, or None; never on the caller's PATH."""
    paths = (os.path.join(folder, PROGRAM_NAME) for folder in PATH.split(":"))
    return next((path for path in paths if os.access(path, os.X_OK)), None)


def is_privileged(program: str) -> bool:
    """Return whether a bubblewrap has root's rights from its file, and so does less."""
    return bool(os.stat(program).st_mode & stat.S_ISUID)


@cache
def _system(trees: tuple[str, ...], shown: tuple[str, ...]) -> tuple[str, ...]:
    """Return the flags that show a box the system and some trees more, and hide the judge.

    What is ``shown`` can be seen although it belongs to the judge.
    """
    flags = ["--ro-bind", "/usr", "/usr"]
    for name in _SYSTEM_FOLDERS:
        path = f"/{name}"
        if os.path.islink(path):
            flags += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            flags += ["--ro-bind", path, path]
    for path in _also_needed():
        flags += ["--ro-bind-try", path, path]
    for tree in trees:
        flags += ["--ro-bind", tree, tree]
    hidden = hidden_in(("/usr", *trees))
    for folder in hidden:
        flags += ["--size", str(_PAGE), "--tmpfs", folder]
    for path in shown:
        flags += ["--ro-bind", path, path]
    for folder in hidden:
        if folder not in shown:
            flags += ["--remount-ro", folder]
    flags += ["--ro-bind", _SUPERVISOR, f"{_CODE}/supervisor"]
    # A root that may write to /proc/sys would command the machine.
    flags += ["--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"]
    flags += ["--size", str(_SHARED_MEMORY_BYTES), "--tmpfs", "/dev/shm"]  # noqa: S108
    return (*flags, "--remount-ro", "/dev")


def _also_needed() -> list[str]:
    """Return what some language's programs look for outside ``/usr`` and is here."""
    paths = [path for path in SYSTEM if path.startswith("/var/")]
    paths += [f"/etc/{name}" for name in CONFIGURATION]
    for start in VERSIONED_CONFIGURATION:
        paths += glob.glob(f"/etc/{start}*")
    return sorted(path for path in {*paths} - _ACCOUNTS.keys() if os.path.exists(path))


def _own_folders(trees: tuple[str, ...], laid_bytes: int, laid_files: int) -> Iterator[str]:
    """Yield the flags that make the box's folders, with room for what is laid in."""
    room = laid_bytes + _PAGE * (laid_files + 16)
    yield from ("--size", str(BOX_BYTES), "--tmpfs", ROOT)
    yield from ("--size", str(room), "--tmpfs", f"{ROOT}/{SUB}")
    for path, target in _TEMPORARY.items():
        # Where something in it is shown, or all of it, it is a folder already.
        if not any(f"{tree}/".startswith(f"{path}/") for tree in trees):
            yield from ("--symlink", target, path)


def _laid(files: tuple[bytes, ...], inherited: list[int]) -> list[str]:
    """Return the flags that lay files in, from descriptors that are added to ``inherited``.

    Bubblewrap itself writes them, and nobody can write to their file system afterwards.
    """
    flags: list[str] = []
    facts = {"user": os.getuid(), "group": os.getgid(), "home": f"{ROOT}/home"}
    for path, text in _ACCOUNTS.items():
        inherited.append(_in_memory(text.format(**facts).encode()))
        flags += ["--perms", "0444", "--file", str(inherited[-1]), path]
    for name, kind, data in zip(*[iter(files)] * 3, strict=True):
        path = f"{ROOT}/{SUB}/{os.fsdecode(name)}"
        if kind == LINK:
            flags += ["--symlink", os.fsdecode(data), path]
            continue
        inherited.append(_in_memory(data))
        mode = "0555" if kind == PROGRAM else "0444"
        flags += ["--perms", mode, "--file", str(inherited[-1]), path]
    return flags


def _in_memory(data: bytes) -> int:
    """Return a descriptor from which ``data`` can be read."""
    descriptor = os.memfd_create("laid-in")
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(descriptor, view) :]
        os.lseek(descriptor, 0, os.SEEK_SET)
        return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _LOWEST_DESCRIPTOR)
    finally:
        os.close(descriptor)
