"""Where files that travel with a package lie: cases, reference programs, drivers, caches."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from functools import cache
from importlib import resources
from pathlib import Path

import platformdirs

from judge.errors import PluginError
from judge.puzzle import PackagePath

_JUDGE = Path(__file__).resolve().parent


def located(resource: PackagePath) -> Path:
    """Return the path of a file or folder that a package brings.

    The judge's own cases and reference programs lie in ``judge/_bundled`` once installed, and
    beside ``judge/`` in a checkout. Raises PluginError where there is nothing at that place.
    """
    if resource.package == "judge":
        candidates = [root / resource.path for root in (_JUDGE / "_bundled", _JUDGE, _JUDGE.parent)]
    else:
        candidates = [_package_folder(resource.package) / resource.path]
    for candidate in candidates:
        if candidate.exists():
            return candidate
    raise PluginError(
        f"the package {resource.package} does not bring {resource.path} "
        f"(looked at {candidates[0]}); name it in the package's data, or reinstall the package"
    )


def _package_folder(package: str) -> Path:
    try:
        root = resources.files(package)
    # Looking for a package imports it, and a stranger's package may raise anything then.
    except Exception as error:
        raise PluginError(
            f"the package {package} cannot be imported: {type(error).__name__}: {error}"
        ) from error
    if not isinstance(root, Path):
        raise PluginError(
            f"the package {package} is no single folder (an archive, or a folder without "
            "__init__.py); give it an __init__.py and install it unpacked"
        )
    return root


@cache
def cache_folder() -> Path:
    """Return this user's cache folder, made if need be; a temporary one where HOME is read-only.

    The temporary one is the same for all processes of a user, so that a lock in it means something.
    """
    folder = platformdirs.user_cache_path("golf-judge")
    if not folder.is_absolute():  # nobody's home is known
        return _temporary_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return _temporary_folder()
    return folder if os.access(folder, os.W_OK) else _temporary_folder()


def _temporary_folder() -> Path:
    folder = Path(tempfile.gettempdir(), f"golf-judge-{os.getuid()}")
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    facts = folder.lstat()
    # Anyone can make a folder of that name: one that another user owns or may write is not taken.
    if stat.S_ISDIR(facts.st_mode) and facts.st_uid == os.getuid() and not facts.st_mode & 0o022:
        return folder
    return Path(tempfile.mkdtemp(prefix="golf-judge-"))
