"""What the command line prints, and with which status it ends."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from enum import IntEnum
from pathlib import Path

import click

from judge.compare import visible
from judge.errors import OutputError, UsageError


class Status(IntEnum):
    """The exit statuses; where several apply, the highest wins."""

    OK = 0
    """every submission accepted, or as its sidecar expects"""
    NOT_ACCEPTED = 1
    """some submission not accepted; one that could not be graded counts"""
    USAGE = 2
    """a wrong argument, a faulty case file, submission or plugin"""
    JUDGE_ERROR = 3
    """the judge itself, or the machine, failed"""
    INTERRUPTED = 130
    """ended by Ctrl-C"""


def open_missing_streams() -> None:
    """Open the standard streams that the caller has closed.

    Otherwise the next file to be opened would take the place of one. Writing to a standard output
    that was closed fails, as it does on a full disk; nobody misses messages on standard error.
    """
    for descriptor, mode in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, mode)  # gets the lowest number that is free
            os.set_inheritable(descriptor, True)
    sys.stdin = sys.stdin or os.fdopen(0, closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)


def close_streams() -> None:
    """Write out what is left; what cannot be written must cause no message at shutdown."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def complain(message: str) -> None:
    """Print a message for people on standard error, safe for a terminal."""
    with suppress(OSError):  # where nobody can read it, the exit status still tells
        click.echo(f"judge: {visible(message)}", err=True)


def print_result(pieces: Iterable[str]) -> None:
    """Write a command's result to standard output, as UTF-8 whatever the locale says.

    Raises OutputError where it cannot be written.
    """
    stream = sys.stdout
    if hasattr(stream, "reconfigure"):
        if stream.isatty():
            stream.reconfigure(errors="backslashreplace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        for piece in pieces:
            stream.write(piece)
        stream.flush()
    except BrokenPipeError:
        # Who read us has seen enough (``| head``): no error, and nothing more to say at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except OSError as error:
        raise OutputError(f"the result could not be written: {error.strerror}") from error


def require_writable(path: Path) -> None:
    """Raise UsageError where a result could not be written to ``path``, before any work is done."""
    try:
        fault = _writing_fault(path)
    except OSError as error:
        fault = f": {error.strerror}"
    if fault:
        raise UsageError(f"-o {path}{fault}")


def _writing_fault(path: Path) -> str:
    if path.is_dir():
        return " is a folder; name a file"
    target = Path(os.path.realpath(path))
    folder = target.parent if path.is_symlink() else path.parent
    if not folder.is_dir():
        return f": there is no folder {folder}"
    probe = path if path.exists() else folder
    return "" if os.access(probe, os.W_OK) else f": {probe} is not writable"


def save_result(pieces: Iterable[str], path: Path) -> str:
    """Write a result to a file, whole or not at all; return what went wrong, or "".

    Where the file cannot be written, the result goes to standard output: nothing is lost.
    """
    # One buffer of bytes: a text with its bytes beside it takes thrice the memory of the report.
    data = bytearray()
    for piece in pieces:
        data += piece.encode("utf-8", "backslashreplace")
    try:
        _replace(path, data)
    except OSError as error:
        print_result([data.decode("utf-8")])
        return (
            f"-o {path} could not be written ({error.strerror}); the result is on standard output"
        )
    return ""


def _replace(path: Path, data: bytearray) -> None:
    path = Path(os.path.realpath(path))  # a link goes on leading there
    is_special = not path.is_file()  # a device or a pipe: there is nothing to replace
    if path.exists() and (is_special or not os.access(path.parent, os.W_OK)):
        path.write_bytes(data)
        return
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".judge-", delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(data)
            file.flush()
            mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
            temporary.chmod(mode)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def deliver(pieces: Iterable[str], path: Path | None) -> Status:
    """Print a result, or write it to a file where one is named; return how that went.

    What went wrong is told; the result is on standard output then.
    """
    if path is None:
        print_result(pieces)
        return Status.OK
    fault = save_result(pieces, path)
    if fault:
        complain(f"error: {fault}")
    return Status.JUDGE_ERROR if fault else Status.OK


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    """Yield the lines of a table with aligned columns, two blanks between them."""
    cells = [list(header), *([visible(cell, keep_newlines=False) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield padded.rstrip() + "\n"
