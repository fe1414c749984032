"""A case file's text: decoded, with one kind of line end, and nothing in it that cannot be seen."""

from __future__ import annotations

import re
import stat
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from judge.errors import CaseError
from judge.units import bytes_text

MOST_BYTES = 64 * 2**20
"""The largest case file that is read."""

_BOM = "\ufeff"
_OTHER_ENCODINGS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
_UNSEEN = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_NAMES = {"\0": "NUL", "\x1b": "ESC", "\r": "a lone carriage return", "\x85": "next line"}
_LINE_ENDS = "\r\x85\u2028\u2029"
_EXCERPT_COLUMNS = 400
_EXCERPT_AFTER = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The text of a case file and its lines without their ends; places in it are 1-based."""

    path: Path
    text: str
    lines: tuple[str, ...]

    def rest(self, line: int, column: int) -> str:
        """Return what stands in a line from a column on; "" beyond the last line."""
        return self.lines[line - 1][column - 1 :] if line <= len(self.lines) else ""

    def error(
        self,
        message: str,
        line: int,
        column: int,
        *,
        key: str | None = None,
        offset: int | None = None,
    ) -> CaseError:
        """Return the error that shows a place of this file."""
        return CaseError(
            message,
            key=key,
            offset=offset,
            path=self.path,
            line=line,
            column=column,
            excerpt=self._excerpt(line, column),
        )

    def _excerpt(self, line: int, column: int) -> str:
        """Return a line for people, one character for each column, not too far past ``column``.

        A mark under the line has to meet its column, so nothing is left out before it; where that
        would fill the screen there is no excerpt.
        """
        if column > _EXCERPT_COLUMNS or line > len(self.lines):
            return ""
        text = self.lines[line - 1]
        shown = text[: column + _EXCERPT_AFTER]
        return "".join(map(_picture, shown)) + ("…" if len(shown) < len(text) else "")


def source_of(path: Path, text: str) -> Source:
    """Return the source that a decoded text is, with ``\\n`` for every ``\\r\\n``."""
    text = text.removeprefix(_BOM).replace("\r\n", "\n")
    return Source(path=path, text=text, lines=tuple(text.split("\n")))


def read_source(path: Path) -> Source:
    """Return the text of a case file.

    Raises CaseError for a file that cannot be read or is too large, is not UTF-8, or holds a
    character that nobody sees or that YAML takes for a line end.
    """
    data = _content(path)
    for mark, encoding in _OTHER_ENCODINGS.items():
        if data.startswith(mark):
            raise CaseError(f"the file is {encoding}; save it as UTF-8", path=path)
    try:
        source = source_of(path, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _not_utf8(path, data, error.start) from error
    unseen = _UNSEEN.search(source.text)
    if unseen is not None:
        raise _unseen_character(source, unseen.start())
    return source


def _content(path: Path) -> bytes:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise CaseError("this is no regular file; name a YAML file", path=path)
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise CaseError(f"cannot read the file: {error.strerror}", path=path) from error
    if len(data) > MOST_BYTES:
        raise CaseError(
            f"the file is larger than {bytes_text(MOST_BYTES)}; "
            "split it, or draw large cases with generate",
            path=path,
        )
    return data


def _not_utf8(path: Path, data: bytes, index: int) -> CaseError:
    before = data[:index]
    line_start = before.rpartition(b"\n")[2].decode("utf-8").removeprefix(_BOM)
    return source_of(path, data.decode("utf-8", "replace")).error(
        f"the file is not UTF-8 here (byte 0x{data[index]:02X}); save it as UTF-8",
        before.count(b"\n") + 1,
        len(line_start) + 1,
    )


def _unseen_character(source: Source, index: int) -> CaseError:
    character = source.text[index]
    name = _NAMES.get(character) or unicodedata.name(character, "control character").lower()
    wrong = "ends a line for YAML" if character in _LINE_ENDS else "cannot be seen"
    return source.error(
        f"the character U+{ord(character):04X} ({name}) {wrong}; "
        f"take it out, or write it as {_escape(character)} within double quotes",
        source.text.count("\n", 0, index) + 1,
        index - source.text.rfind("\n", 0, index),
    )


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _picture(character: str) -> str:
    """Return a printable character of one column in place of one that a terminal would act on."""
    if character.isprintable():
        return character
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else "\ufffd"
