"""Waiting until files change: what ``--watch`` does between two grades."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

_PAUSE_S = 0.2
"""between two looks; an editor's save is noticed at once for a person"""

Snapshot = dict[str, tuple[int, int]]
"""Time of change (ns) and size of each file, by its path."""


def snapshot(paths: Iterable[Path]) -> Snapshot:
    """Return the state of files, of all that lies in folders, and of the files' sidecars."""
    seen: Snapshot = {}
    for path in _files(paths):
        try:
            facts = os.stat(path)
        except OSError:
            continue  # it was there a moment ago: an editor is saving it
        seen[path] = facts.st_mtime_ns, facts.st_size
    return seen


def wait_for_change(paths: Iterable[Path], before: Snapshot) -> Snapshot:
    """Wait until files are not as they were ``before``, and are no longer being written."""
    paths = list(paths)
    while (now := snapshot(paths)) == before:
        time.sleep(_PAUSE_S)
    while True:
        time.sleep(_PAUSE_S)
        settled = snapshot(paths)
        if settled == now:
            return settled
        now = settled


def _files(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        if path.is_dir():
            for root, folders, files in os.walk(path):
                folders[:] = [name for name in folders if not name.startswith(".")]
                yield from (os.path.join(root, name) for name in files)
        else:
            yield str(path)
            yield f"{path}.yaml"
