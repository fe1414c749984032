"""The exceptions for faults on our side.

What a contestant's program does is a verdict, never one of these.

    JudgeError                  anything the judge cannot go on with
    ├── UsageError              a wrong argument: path, task, option
    ├── CaseError               a faulty case file, with file, line and column
    ├── PluginError             a plugin that is broken, doubled or misbehaving
    ├── SubmissionError         a submission that cannot be read or understood
    ├── SandboxError            the machine refuses to run programs as it should
    ├── OutputError             the result cannot be written
    └── StoreError              results cannot be kept, or what was kept cannot be read
"""

from __future__ import annotations

from functools import partial
from pathlib import Path


class JudgeError(Exception):
    """Anything the judge cannot go on with; the message is one clear sentence with its remedy."""


class UsageError(JudgeError):
    """A wrong argument: a path, a task or an option that names nothing."""


class PluginError(JudgeError):
    """A plugin that cannot be loaded, bears a name that is taken, or misbehaves."""


class SubmissionError(JudgeError):
    """A submission that cannot be read, or whose name or sidecar cannot be understood."""


class SandboxError(JudgeError):
    """The machine refuses to run programs as the judge asks; never the fault of a submission."""


class OutputError(JudgeError):
    """The result cannot be written to where it was to go, such as a full disk."""


class StoreError(JudgeError):
    """A store of results that cannot be used: damaged, of a newer judge, on a full disk."""


class CaseError(JudgeError):
    """A fault in a case file.

    A plugin raises it with ``key`` alone (the key of the case that is at fault); the loader
    adds the place, the line's text and the file's name before anyone sees it.

    Attributes:
        message: what is wrong and what to do, without the place.
        key: the case's key that is at fault, or None for the case as a whole.
        offset: 0-based line within a block value (a grid's row, a session's line), or None.
        path, line, column: the place, 1-based; line and column are 0 where there is none.
        excerpt: the text of that line, or "".
    """

    def __init__(
        self,
        message: str,
        *,
        key: str | None = None,
        offset: int | None = None,
        path: Path | None = None,
        line: int = 0,
        column: int = 0,
        excerpt: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.key = key
        self.offset = offset
        self.path = path
        self.line = line
        self.column = column
        self.excerpt = excerpt

    def __str__(self) -> str:
        """Return ``file:line:column: message`` and the line with a mark at the column."""
        if self.path is None:
            return self.message if self.key is None else f"{self.key}: {self.message}"
        place = str(self.path).replace("\n", "\\n")
        if self.line:
            place += f":{self.line}:{self.column}"
        text = f"{place}: {self.message}"
        if self.excerpt:
            text += f"\n    {self.excerpt}\n    {' ' * (self.column - 1)}^"
        return text

    def __reduce__(self) -> tuple[object, ...]:
        """Keep every attribute when a worker process sends the error to another."""
        rebuild = partial(
            CaseError,
            key=self.key,
            offset=self.offset,
            path=self.path,
            line=self.line,
            column=self.column,
            excerpt=self.excerpt,
        )
        return rebuild, (self.message,)
