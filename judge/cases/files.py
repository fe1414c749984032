"""Which files below a path are case files, and in which order."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from judge.errors import UsageError

_SUFFIXES = (".yaml", ".yml")


def case_files(path: Path) -> list[tuple[str, Path]]:
    """Return the case files that ``path`` names, each with the display name of its suite.

    A file is taken as it is, under its own name. Below a folder every ``.yaml`` and ``.yml`` file
    counts, hidden files and folders aside, sorted by the parts of its path; its name is that path
    below the folder, with ``/`` between the parts. Raises UsageError where nothing can be read.
    """
    try:
        is_folder = stat.S_ISDIR(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise UsageError(
            f"there is no file or folder {path}; name a YAML case file or a folder of them"
        ) from error
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    if is_folder:
        return [(found.relative_to(path).as_posix(), found) for found in _below(path)]
    return [(path.name, path)]


def _below(folder: Path) -> list[Path]:
    found: list[Path] = []
    for root, folders, files in os.walk(folder, onerror=_refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [
            Path(root, name)
            for name in files
            if not name.startswith(".") and name.endswith(_SUFFIXES)
        ]
    return sorted(found, key=lambda file: file.relative_to(folder).parts)


def _refuse(error: OSError) -> None:
    raise UsageError(f"cannot look into {error.filename}: {error.strerror}") from error
