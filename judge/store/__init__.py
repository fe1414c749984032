"""Results that are kept: one SQLite file with judgements to use again and results to rank.

The file is safe with several judges at once (they wait for each other), and what was kept survives
the end of any of them at any time. SQLite, through Python's own ``sqlite3``, is the layer: one
file, no server, nothing to install.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from judge.errors import StoreError
from judge.models import Judgement, Result
from judge.store.records import (
    Graded,
    graded_of,
    graded_values,
    judgement_of,
    judgement_text,
)
from judge.store.schema import MIGRATIONS, VERSION

WHOLE = ""
"""stands for a submission as a whole, where a case's key is asked for"""

_PATIENCE_S = 60.0
"""how long to wait for another judge that is writing"""

_APPLICATION = 0x4A554447
"""marks a file as a store of the judge's: the letters JUDG"""

T = TypeVar("T")


class Store:
    """An open store. For one thread at a time.

    Every method raises StoreError, in a sentence, where the file or the disk does not let it.
    """

    def __init__(self, path: Path) -> None:
        """Open a store, made if there is none; older ones are brought up to date.

        One that may not be written is opened for reading.
        """
        self.path = path
        self.is_read_only = path.exists() and not (
            os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
        )
        self._database = self._guarded(self._opened)
        try:
            self._guarded(self._prepare)
        except BaseException:
            self._database.close()
            raise

    def judgements(self, entry: str) -> dict[str, Judgement]:
        """Return what is kept for an entry, a submission under some conditions, by case key."""
        rows = self._guarded(
            lambda: self._database.execute(
                "SELECT case_key, body FROM judgements WHERE entry = ?", (entry,)
            ).fetchall()
        )
        return {key: judgement_of(body) for key, body in rows}

    def keep(self, entry: str, case_key: str, judgement: Judgement) -> None:
        """Keep a judgement; once this returns, it is there to stay."""
        values = entry, case_key, judgement_text(judgement), _now()
        self._guarded(
            lambda: self._database.execute(
                "INSERT OR REPLACE INTO judgements (entry, case_key, body, at) VALUES (?, ?, ?, ?)",
                values,
            )
        )

    def keep_results(self, results: Iterable[tuple[str, Result]]) -> None:
        """Keep finished results, each with the digest of its submission, all or none of them.

        A submission that is there already keeps the time at which it came first.
        """
        rows = [graded_values(digest, result, _now()) for digest, result in results]

        def keep() -> None:
            with self._database:
                self._database.execute("BEGIN IMMEDIATE")
                self._database.executemany(_KEEP_RESULT, rows)

        self._guarded(keep)

    def results(self) -> list[Graded]:
        """Return all results that are kept, in the order of their coming."""
        rows = self._guarded(
            lambda: self._database.execute(
                f"SELECT {', '.join(Graded.__slots__)} FROM results ORDER BY first_at, id"  # noqa: S608 - names of ours
            ).fetchall()
        )
        return [graded_of(row) for row in rows]

    def close(self) -> None:
        """Close the file."""
        with suppress(sqlite3.Error):
            self._database.close()

    def __enter__(self) -> Self:
        """Return the store."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the store."""
        self.close()

    def _opened(self) -> sqlite3.Connection:
        mode = "ro" if self.is_read_only else "rwc"
        return sqlite3.connect(
            f"{self.path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=_PATIENCE_S,
            isolation_level=None,  # every statement stands for itself, but for what BEGIN opens
        )

    def _prepare(self) -> None:
        """Check that the file is a store that we know, and bring it up to date."""
        database = self._database
        version = self._version()
        if self.is_read_only:
            if version < VERSION:
                raise StoreError(
                    f"the store {self.path} is of an older judge and may not be written; make it "
                    "writable, so that it can be brought up to date"
                )
            return
        # Readers and a writer do not wait for each other; what is written survives our end.
        database.execute("PRAGMA journal_mode = WAL").fetchone()
        database.execute("PRAGMA synchronous = NORMAL")
        if version < VERSION:
            self._migrate()

    def _version(self) -> int:
        """Return the version of the file's tables, 0 for a new file; StoreError for no store."""
        database = self._database
        application = database.execute("PRAGMA application_id").fetchone()[0]
        version = int(database.execute("PRAGMA user_version").fetchone()[0])
        is_new = not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if application != _APPLICATION and not (is_new and version == 0):
            raise StoreError(
                f"{self.path} is a database, but no store of the judge's; name another file"
            )
        if version > VERSION:
            raise StoreError(
                f"the store {self.path} is of a newer judge (its version is {version}, this judge "
                f"knows {VERSION}); install that, or name another file"
            )
        return version

    def _migrate(self) -> None:
        database = self._database
        with database:
            database.execute("BEGIN IMMEDIATE")
            version = self._version()  # another judge may have been quicker
            for step in MIGRATIONS[version:]:
                for statement in step:
                    database.execute(statement)
            database.execute(f"PRAGMA application_id = {_APPLICATION}")
            database.execute(f"PRAGMA user_version = {VERSION}")

    def _guarded(self, step: Callable[[], T]) -> T:
        try:
            return step()
        except sqlite3.Error as error:
            raise StoreError(f"the store {self.path} {_trouble(error)}") from error
        except OSError as error:
            raise StoreError(f"the store {self.path} cannot be used: {error.strerror}") from error


def _trouble(error: sqlite3.Error) -> str:
    """Return what an error of SQLite's means for the store, and what to do."""
    told = str(error)
    code = getattr(error, "sqlite_errorname", "")
    if code.startswith("SQLITE_NOTADB"):
        return "is no store; name another file"
    if code.startswith(("SQLITE_CORRUPT", "SQLITE_FORMAT")):
        return f"is damaged ({told}); copy it elsewhere and begin a new one"
    if code.startswith("SQLITE_FULL"):
        return "cannot grow: the disk is full; what was kept before is still there"
    if code.startswith(("SQLITE_READONLY", "SQLITE_PERM")):
        return "may not be written; what was kept before is still there"
    if code.startswith("SQLITE_CANTOPEN"):
        return "cannot be opened; is its folder there, and yours to write?"
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"was in use by another judge for more than {_PATIENCE_S:.0f} s"
    return f"failed: {told}"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


_COLUMNS = tuple(name for name in Graded.__slots__ if name != "id")
_KEEP_RESULT = (
    f"INSERT INTO results ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))}) "  # noqa: S608 - names of ours
    "ON CONFLICT (task, path, digest) DO UPDATE SET "
    + ", ".join(
        f"{name} = excluded.{name}"
        for name in _COLUMNS
        if name not in {"task", "path", "digest", "first_at"}
    )
)
