"""Where files that travel with a package lie: cases, reference programs, drivers, caches."""

from __future__ import annotations

import tempfile
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
    except ModuleNotFoundError as error:
        raise PluginError(f"there is no package {package}: {error}") from error
    if not isinstance(root, Path):
        raise PluginError(f"the package {package} lies in an archive; install it unpacked")
    return root


def cache_folder() -> Path:
    """Return this user's cache folder, made if need be; a temporary one where HOME is read-only."""
    try:
        return platformdirs.user_cache_path("golf-judge", ensure_exists=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="golf-judge-"))
