"""The folders of a box: laying files in, collecting what a run left, and wiping it away.

Everything goes by folder descriptors and never follows a link: a program may leave links, locked
folders, pipes and chains of folders deeper than any path, and none of them is to lead out of the
box or to stop the wiping.
"""

from __future__ import annotations

import errno
import os
import stat
from _collections_abc import Collection  # the public name costs 2 ms of every box's opening

SUB = "sub"
"""holds the laid-in files"""

WORK = "work"
"""the working directory of the programs"""

HOME = "home"
TMP = "tmp"

_EMPTIED = (WORK, HOME, TMP)
_ALL = {SUB, *_EMPTIED}

MOST_FILES = 20_000
"""with more files than these at once a program is ended, where the box's file system is its own"""

_MOST_FOLDERS = 1000
"""how many folders are looked through for what a run left"""

_USERS_ATTRIBUTES = ("user.", "system.posix_acl")

_READ_ONLY = stat.S_IREAD | stat.S_IEXEC

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class Folders:
    """A box's folders below ``root``, which is there already and belongs to us alone.

    It may hold the laid-in files already. ``others`` are folders elsewhere that no one else
    writes to: where there are any, the file system of ``root`` is the box's own, too.
    """

    def __init__(self, root: str, others: tuple[str, ...] = ()) -> None:
        self.root = root
        self._root = os.open(root, _FOLDER)
        self._others = [os.open(path, _FOLDER) for path in others]
        self._modes = {
            folder: stat.S_IMODE(os.fstat(folder).st_mode) for folder in (self._root, *self._others)
        }
        for name in _ALL:
            try:
                os.mkdir(name, 0o700, dir_fd=self._root)
            except FileExistsError:
                continue
        self._emptied = {name: os.open(name, _FOLDER, dir_fd=self._root) for name in _EMPTIED}
        self._looks: dict[int, tuple[int, ...]] = {}
        """how the folders that programs can change look before each run, by their descriptors"""

        self._tidy()
        self._laid: dict[str, tuple[int, ...]] = {}

    @property
    def laid(self) -> str:
        """The folder of the laid-in files."""
        return os.path.join(self.root, SUB)

    @property
    def writable(self) -> list[str]:
        """The folders that programs may write to."""
        return [os.path.join(self.root, name) for name in _EMPTIED]

    def lay(self, name: bytes, data: bytes, *, executable: bool) -> None:
        """Write one read-only file below the laid-in ones, with the folders that it needs."""
        path = os.path.join(self.root, SUB, os.fsdecode(name))
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
        descriptor = os.open(path, _NEW, 0o600)
        try:
            os.fchmod(descriptor, _READ_ONLY if executable else stat.S_IREAD)
            view = memoryview(data)
            while view:
                view = view[os.write(descriptor, view) :]
        finally:
            os.close(descriptor)

    def link(self, name: bytes, target: bytes) -> None:
        """Make a symbolic link among the laid-in files."""
        path = os.path.join(self.root, SUB, os.fsdecode(name))
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
        os.symlink(os.fsdecode(target), path)

    def seal(self) -> None:
        """Make the laid-in folders read-only and remember how everything in them looks."""
        for folder, _, names in os.walk(os.path.join(self.root, SUB)):
            os.chmod(folder, _READ_ONLY)
            for path in (folder, *(os.path.join(folder, name) for name in names)):
                self._laid[path] = _look(path)

    def is_untouched(self) -> bool:
        """Return whether the laid-in files are still what was laid in.

        A file that comes or goes changes its folder's times, so what is known is all to look at.
        """
        try:
            return all(_look(path) == look for path, look in self._laid.items())
        except OSError:
            return False

    def has_too_many(self) -> bool:
        """Return whether there are too many files, where that can be known at a glance."""
        if not self._others:
            return False
        return any(map(_is_crowded, (self._root, *self._others)))

    def enter(self) -> None:
        """Make the folder of work the working directory of this process."""
        os.fchdir(self._emptied[WORK])

    def leave(self) -> None:
        """Stand in the root of the box again."""
        os.fchdir(self._root)

    def collect(self, most_files: int, most_bytes: int) -> tuple[list[tuple[bytes, bytes]], bool]:
        """Return name and content of the files in the folder of work, and whether that is all.

        Only regular files with one name count. What the limits leave no room for is left out.
        """
        found: list[tuple[bytes, bytes]] = []
        queue = [b""]
        for turn, folder in enumerate(queue):
            if turn >= _MOST_FOLDERS:
                return found, False
            for name, is_folder in self._entries(folder):
                if is_folder:
                    queue.append(name)
                    continue
                data = self._content(name, most_bytes)
                if data is None:
                    continue
                if len(found) == most_files or len(data) > most_bytes:
                    return found, False
                most_bytes -= len(data)
                found.append((name, data))
        return found, True

    def _entries(self, folder: bytes) -> list[tuple[bytes, bool]]:
        """Return the names below a folder in order, and for each whether it is a folder."""
        try:
            descriptor = self._opened(folder, _FOLDER)
        except OSError:
            return []
        try:
            with os.scandir(descriptor) as entries:
                kinds = [
                    (os.fsencode(entry.name), entry.is_dir(follow_symlinks=False))
                    for entry in entries
                    if not entry.is_symlink()
                ]
        finally:
            os.close(descriptor)
        prefix = folder + b"/" if folder else b""
        return [(prefix + name, is_folder) for name, is_folder in sorted(kinds)]

    def _content(self, name: bytes, most_bytes: int) -> bytes | None:
        """Return at most ``most_bytes`` + 1 bytes of a regular file with one name, else None."""
        try:
            descriptor = self._opened(name, _FILE)
        except OSError:
            return None
        try:
            facts = os.fstat(descriptor)
            if not stat.S_ISREG(facts.st_mode) or facts.st_nlink != 1:
                return None
            return _read(descriptor, most_bytes + 1)
        except OSError:
            return None
        finally:
            os.close(descriptor)

    def _opened(self, path: bytes, flags: int) -> int:
        """Open something below the folder of work, part by part, without following a link."""
        *folders, name = path.split(b"/") if path else [b"."]
        folder = os.dup(self._emptied[WORK])
        try:
            for part in folders:
                inner = os.open(part, _FOLDER, dir_fd=folder)
                os.close(folder)
                folder = inner
            return os.open(name, flags, dir_fd=folder)
        finally:
            os.close(folder)

    def refresh(self) -> bool:
        """Empty what a run could write into and remake what it broke; False where that failed."""
        if self._is_fresh():
            return True
        clean = [self._is_emptied(name) for name in _EMPTIED]
        clean.append(empty(self._root, keep=_ALL))
        clean += map(empty, self._others)
        for name, descriptor in self._emptied.items():
            os.close(descriptor)
            self._emptied[name] = os.open(name, _FOLDER, dir_fd=self._root)
        return self._tidy() and all(clean)

    def _is_fresh(self) -> bool:
        """Return whether there is nothing to wipe away: most programs leave nothing behind.

        Every folder is listed: whether it is empty is not to depend on how finely times are kept.
        """
        try:
            if {*os.listdir(self._root)} != _ALL or any(map(os.listdir, self._others)):
                return False
            for name, folder in self._emptied.items():
                # While a folder is held open, no other one has its number.
                here = os.stat(name, dir_fd=self._root, follow_symlinks=False)
                if _looks_of(here) != self._looks[folder] or os.listdir(folder):
                    return False
            shared = (self._root, *self._others)
            return all(_looks_of(os.fstat(folder)) == self._looks[folder] for folder in shared)
        except OSError:
            return False

    def _tidy(self) -> bool:
        """Give the folders the modes, times and attributes that every run finds them with.

        Without that a run could leave a note in them for the next. Returns whether it went.
        """
        modes = {**dict.fromkeys(self._emptied.values(), 0o700), **self._modes}
        done = [_is_tidied(folder, mode) for folder, mode in modes.items()]
        self._looks = {folder: _looks_of(os.fstat(folder)) for folder in modes}
        return all(done)

    def _is_emptied(self, name: str) -> bool:
        try:
            facts = os.stat(name, dir_fd=self._root, follow_symlinks=False)
        except FileNotFoundError:
            os.mkdir(name, 0o700, dir_fd=self._root)
            return True
        if not stat.S_ISDIR(facts.st_mode):
            os.unlink(name, dir_fd=self._root)
            os.mkdir(name, 0o700, dir_fd=self._root)
            return True
        if stat.S_IMODE(facts.st_mode) != 0o700:
            os.chmod(name, 0o700, dir_fd=self._root)
        descriptor = os.open(name, _FOLDER, dir_fd=self._root)
        try:
            return empty(descriptor)
        finally:
            os.close(descriptor)

    def remove(self) -> None:
        """Remove the box's folders from the disk."""
        os.chdir("/")
        for descriptor in (*self._emptied.values(), *self._others, self._root):
            os.close(descriptor)
        remove(self.root)


def remove(root: str) -> None:
    """Remove a folder and everything in it, as far as the machine lets us."""
    try:
        descriptor = os.open(root, _FOLDER)
        try:
            empty(descriptor)
        finally:
            os.close(descriptor)
        os.rmdir(root)
    except OSError:
        return  # what another user owns or has mounted there is beyond us


def empty(top: int, keep: Collection[str] = ()) -> bool:
    """Remove everything in an open folder but ``keep``; return whether that was possible."""
    return _Wipe(top, keep).is_done()


class _Wipe:
    """Empties one folder, however deep its contents are nested.

    A folder that is not empty is moved up into the top and waits there for its turn, so that
    depth costs neither descriptors nor stack.
    """

    def __init__(self, top: int, keep: Collection[str]) -> None:
        self._top = top
        self._spared = dict.fromkeys(keep)
        self._waiting: dict[str, None] = {}
        self._number = 0

    def is_done(self) -> bool:
        """Wipe; return whether everything went."""
        clean = self._is_cleared(self._top)
        while self._waiting:
            name, _ = self._waiting.popitem()
            try:
                folder = os.open(name, _FOLDER, dir_fd=self._top)
                try:
                    self._is_cleared(folder)
                finally:
                    os.close(folder)
                os.rmdir(name, dir_fd=self._top)
            except OSError:
                clean = False
        return clean

    def _is_cleared(self, folder: int) -> bool:
        """Clear a folder itself; looks again, as a listing may skip entries while others go."""
        while True:
            went = stayed = 0
            with os.scandir(folder) as entries:
                for entry in entries:
                    if folder == self._top and self._is_spared(entry.name):
                        continue
                    if self._is_gone(folder, entry.name):
                        went += 1
                    else:
                        stayed += 1
            if not went:
                return not stayed

    def _is_spared(self, name: str) -> bool:
        return name in self._spared or name in self._waiting

    def _is_gone(self, folder: int, name: str) -> bool:
        try:
            os.unlink(name, dir_fd=folder)
        except (IsADirectoryError, PermissionError):  # the latter is what macOS says of a folder
            return self._is_folder_gone(folder, name)
        except OSError:
            return False
        return True

    def _is_folder_gone(self, folder: int, name: str) -> bool:
        try:
            os.rmdir(name, dir_fd=folder)
        except OSError:
            return self._is_put_aside(folder, name)
        return True

    def _is_put_aside(self, folder: int, name: str) -> bool:
        """Let a folder that is not empty wait; False where it is no folder or cannot be moved."""
        try:
            if not stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
                return False
            os.chmod(name, 0o700, dir_fd=folder)
            place = name
            if folder != self._top:
                place = self._free_name()
                os.rename(name, place, src_dir_fd=folder, dst_dir_fd=self._top)
        except OSError:
            return False
        self._waiting[place] = None
        return True

    def _free_name(self) -> str:
        while True:
            name = f"waiting-{self._number}"
            self._number += 1
            try:
                os.stat(name, dir_fd=self._top, follow_symlinks=False)
            except FileNotFoundError:
                return name


def _is_crowded(folder: int) -> bool:
    """Return whether the file system of a folder holds more files than a box may."""
    facts = os.fstatvfs(folder)
    return facts.f_files - facts.f_ffree > MOST_FILES


def _is_tidied(folder: int, mode: int) -> bool:
    """Give a folder a mode, the times of all, and no attributes of a user's; False if refused."""
    try:
        os.fchmod(folder, mode)
        os.utime(folder, (0, 0))
        for name in os.listxattr(folder) if hasattr(os, "listxattr") else ():
            if name.startswith(_USERS_ATTRIBUTES):
                os.removexattr(folder, name)
    except OSError as error:
        return error.errno == errno.ENOTSUP  # of attributes alone: there are none
    return True


def _look(path: str) -> tuple[int, ...]:
    return _looks_of(os.lstat(path))


def _looks_of(facts: os.stat_result) -> tuple[int, ...]:
    return (
        facts.st_dev,
        facts.st_ino,
        facts.st_mode,
        facts.st_size,
        facts.st_mtime_ns,
        facts.st_ctime_ns,
    )


def _read(descriptor: int, most: int) -> bytes:
    pieces = []
    while most and (piece := os.read(descriptor, min(most, 2**20))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)
