"""The tables of a store, as the steps from each version to the next.

A step is never changed once it was released: a change is a new step at the end.
"""

from __future__ import annotations

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE judgements (
            entry TEXT NOT NULL,     -- digest of a submission and of all that its runs depend on
            case_key TEXT NOT NULL,  -- digest of a case; "" for the submission as a whole
            body TEXT NOT NULL,      -- the judgement, as JSON
            at TEXT NOT NULL,        -- when it was reached, ISO 8601, UTC
            PRIMARY KEY (entry, case_key)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE results (
            id INTEGER PRIMARY KEY,
            task TEXT NOT NULL,
            path TEXT NOT NULL,
            digest TEXT NOT NULL,    -- of the submission: its bytes, form, claim and flags
            name TEXT NOT NULL,
            contestant TEXT NOT NULL,
            language TEXT NOT NULL,
            form TEXT NOT NULL,
            claim TEXT,
            bytes INTEGER NOT NULL,
            verdict TEXT NOT NULL,
            total INTEGER NOT NULL,
            accepted INTEGER NOT NULL,
            multiplier TEXT NOT NULL,  -- a fraction: 13/20
            measure TEXT NOT NULL,
            score INTEGER,
            submitted TEXT,          -- as the submission says, ISO 8601
            first_at TEXT NOT NULL,  -- when it was graded first, ISO 8601, UTC
            last_at TEXT NOT NULL,
            UNIQUE (task, path, digest)
        )
        """,
    ),
)

VERSION = len(MIGRATIONS)
