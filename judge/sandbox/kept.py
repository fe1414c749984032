"""Builds that are kept: what one process has compiled, no other has to compile again.

A build goes by the content of everything that it was made from, the compiler among it, so that a
kept one is the very one that compiling again would give.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from judge.models import BoxFile
from judge.sandbox.alone import only_one, private_folder
from judge.sandbox.supervisor.wire import Frames, WireError, packed

_FORMAT = b"2"
_MOST_BUILDS = 500


def build_key(
    command: Sequence[str], compilers: Iterable[str], files: Mapping[str, BoxFile]
) -> str:
    """Return the name of the build that a command makes of some files with these compilers.

    A compiler counts by its real path, size and time, which any other version changes.
    """
    fields = [_FORMAT, *(word.encode("utf-8", "surrogateescape") for word in command), b""]
    for compiler in compilers:
        real = os.path.realpath(compiler)
        facts = os.stat(real)
        fields.append(os.fsencode(f"{real} {facts.st_size} {facts.st_mtime_ns}"))
    fields.append(b"")
    for name, file in sorted(files.items()):
        fields += name.encode("utf-8", "surrogateescape"), file.data
    return hashlib.sha256(packed(*fields)).hexdigest()


@contextmanager
def being_built(key: str) -> Iterator[Path]:
    """Hold a build against all other processes; yield the file that keeps it."""
    folder = private_folder("builds")
    # A few locks for all builds: two that share one only wait for each other.
    with only_one(folder / f"lock-{key[0]}"):
        yield folder / key


def kept_build(place: Path) -> dict[str, bytes] | None:
    """Return the files of a build that is kept at ``place``, or None."""
    frames = Frames()
    try:
        frames.feed(place.read_bytes())
        fields = frames.next()
        os.utime(place)
    except (OSError, WireError):
        return None
    if fields is None or len(fields) % 2 == 0:
        return None
    *pairs, digest = fields
    if digest != _digest(pairs):
        return None
    names = (name.decode() for name in pairs[::2])
    return dict(zip(names, pairs[1::2], strict=True))


def keep_build(place: Path, files: Mapping[str, bytes]) -> None:
    """Keep a build; where that is not possible it is made again the next time."""
    pairs = [field for name, data in files.items() for field in (name.encode(), data)]
    with suppress(OSError):
        descriptor, name = tempfile.mkstemp(prefix="new-", dir=place.parent)
        with open(descriptor, "wb") as file:
            file.write(packed(*pairs, _digest(pairs)))
        os.replace(name, place)
        _forget_the_oldest(place.parent)


def _digest(pairs: Sequence[bytes]) -> bytes:
    return hashlib.sha256(packed(*pairs)).digest()


def _forget_the_oldest(folder: Path) -> None:
    builds = [path for path in folder.iterdir() if not path.name.startswith("lock-")]
    if len(builds) > _MOST_BUILDS:
        builds.sort(key=lambda path: path.stat().st_mtime)
        for path in builds[: len(builds) - _MOST_BUILDS]:
            with suppress(OSError):
                path.unlink()
