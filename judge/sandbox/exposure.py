"""What of this machine programs need to see, and what within that they must not see."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from judge.errors import SandboxError
from judge.sandbox.processes import BASE_PYTHON

READABLE = "JUDGE_SANDBOX_READABLE"
"""the variable by which an organiser shows programs more of the machine: a runtime in /opt, say"""

_PACKAGES = Path(__file__).resolve().parents[2]
"""the folder that holds the judge: site-packages, or a checkout with cases and programs"""


@cache
def interpreter_trees() -> tuple[str, ...]:
    """Return the folders of the base interpreter that lie outside ``/usr``.

    Not all of its prefix: that may be somebody's home.
    """
    prefixes = {os.path.realpath(sys.base_prefix), str(Path(BASE_PYTHON).parents[1])}
    trees = {os.path.join(prefix, name) for prefix in prefixes for name in ("bin", "lib", "lib64")}
    return tuple(
        sorted(tree for tree in trees if not _is_within(tree, "/usr") and _is_own_folder(tree))
    )


def shown_trees() -> tuple[str, ...]:
    """Return all that programs see besides the system: the base interpreter, and what is asked for.

    Raises SandboxError where something is asked for that is not there, or everything.
    """
    asked = [path for path in os.environ.get(READABLE, "").split(os.pathsep) if path]
    for path in asked:
        if os.path.normpath(path) == "/":
            raise SandboxError(f"{READABLE} names / itself; name the folders that programs need")
        if not os.path.isabs(path) or not os.path.exists(path):
            raise SandboxError(
                f"{READABLE} names {path}, which is not there; it takes absolute paths, "
                f"separated by {os.pathsep!r}"
            )
    return (*interpreter_trees(), *map(os.path.normpath, asked))


@cache
def secrets() -> tuple[str, ...]:
    """Return the folders that hold the judge and its environment: a program must not see them."""
    folders = {str(_PACKAGES), *(sysconfig.get_path(name) for name in ("purelib", "platlib"))}
    if sys.prefix != sys.base_prefix:
        folders.add(sys.prefix)
    resolved = sorted({os.path.realpath(folder) for folder in folders})
    return tuple(
        folder
        for folder in resolved
        if not any(_is_within(folder, other) for other in resolved if other != folder)
    )


def hidden_in(trees: Iterable[str]) -> list[str]:
    """Return those of the secret folders that lie in one of the trees."""
    return [
        folder
        for folder in secrets()
        if os.path.isdir(folder) and any(_is_within(folder, tree) for tree in trees)
    ]


def secrets_but_for(shown: Iterable[str]) -> list[str]:
    """Return the secret folders that have nothing to do with what is shown all the same."""
    return [
        folder
        for folder in secrets()
        if not any(_is_within(folder, path) or _is_within(path, folder) for path in shown)
    ]


def _is_within(path: str, tree: str) -> bool:
    return Path(path).is_relative_to(tree)


def _is_own_folder(path: str) -> bool:
    return os.path.isdir(path) and not os.path.islink(path)
