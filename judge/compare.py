"""How printed text is decoded, compared and shown.

Everything a program prints is bytes until a function here makes text of it. The rules: UTF-8
without a byte order mark; blanks and tabs at line ends and empty lines at the end do not matter;
``\\r\\n`` is a line end and a lone ``\\r`` is not; nothing else is forgiven.
"""

from __future__ import annotations

import codecs
import re
from functools import lru_cache
from unicodedata import category, east_asian_width, name, normalize

from judge.models import Outcome

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | {
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
}
"""Characters that count as printable and yet show nothing."""
_MARKS = 4
"""As many combining marks are shown on one character; more would run over other lines."""
_REMARKABLE = 1000
"""Lines longer than this get no remark: normal forms and patterns are not linear on all text."""


def decode(output: bytes) -> str | Outcome:
    """Return the text that was printed, or the wrong-answer outcome where it is not plain UTF-8."""
    if output.startswith(codecs.BOM_UTF8):
        reason = "the output begins with a byte order mark (BOM, EF BB BF); print without it"
        return Outcome(accepted=False, reason=reason, actual=readable(output))
    try:
        return output.decode("utf-8")
    except UnicodeDecodeError as error:
        reason = _undecodable(output, error.start)
        return Outcome(accepted=False, reason=reason, actual=readable(output))


def _undecodable(output: bytes, start: int) -> str:
    line = output.count(b"\n", 0, start) + 1
    before = output[max(0, start - 24) : start].decode("utf-8", "ignore")
    decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
    after = decoder.decode(output[start : start + 24], final=start + 24 >= len(output))
    near = excerpt(before + after, around=len(before))
    guess = "; it looks like UTF-16" if output.startswith(_UTF16) else ""
    return (
        f"line {line}: the output is not UTF-8 "
        f'(byte {start + 1} is 0x{output[start]:02x}, near "{near}"{guess})'
    )


def readable(output: bytes) -> str:
    """Return bytes as text, with ``\\xNN`` for each byte that is no UTF-8."""
    return output.decode("utf-8", "backslashreplace")


def lines(text: str) -> list[str]:
    """Return the lines of a text without blanks at their ends and without final empty lines."""
    kept = [line.rstrip(" \t") for line in text.replace("\r\n", "\n").split("\n")]
    while kept and not kept[-1]:
        kept.pop()
    return kept


def spelt(text: str) -> list[str]:
    """Return each character as it is shown: itself, or spelt out where it would not be seen.

    A combining mark stands for itself only on a character that can bear it.
    """
    pieces = []
    bears = 0
    for character in text:
        mark, escape = _spelling(character)
        seen = bears > 0 if mark else not escape
        pieces.append(character if seen else escape)
        bears = (bears - 1 if mark else _MARKS) if seen and character != " " else 0
    return pieces


@lru_cache(maxsize=1024)
def _spelling(character: str) -> tuple[bool, str]:
    """Return whether a character is a combining mark, and its escape ("" where never needed)."""
    seen = character.isprintable() and character not in _UNSEEN
    mark = seen and category(character).startswith("M")
    if seen and not mark:
        return False, ""
    return mark, character.encode("unicode_escape").decode("ascii")


def visible(text: str, *, keep_newlines: bool = True) -> str:
    """Return text in which every control or otherwise invisible character is spelt out.

    ESC becomes ``\\x1b``, NUL ``\\x00``, a bidirectional override ``\\u202e``: safe for a terminal.
    """
    if keep_newlines:
        return "\n".join(visible(line, keep_newlines=False) for line in text.split("\n"))
    return text if text.isascii() and text.isprintable() else "".join(spelt(text))


def columns(text: str) -> int:
    """Return how many columns a text in visible form takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(
        0 if category(character).startswith("M") else 1 + (east_asian_width(character) in "WF")
        for character in text
    )


def window(text: str, limit: int, around: int = 0) -> tuple[str, int]:
    """Return what ``limit`` columns can show of a line, and where in it ``around`` stands.

    The text is in visible form, no escape is cut, ``…`` stands on a side that is cut off;
    ``around`` is the character that has to be in it, and the second value its column, from 0.
    """
    around = min(around, len(text))
    first = max(0, around - limit)
    pieces = spelt(text[first : around + limit])
    widths = [columns(piece) for piece in pieces]
    middle = around - first
    if first == 0 and len(pieces) == len(text) and sum(widths) <= limit:
        return "".join(pieces), sum(widths[:middle])
    limit -= 2
    start, stop, used = middle, middle, 0
    while start > 0 and used + widths[start - 1] <= limit // 2:
        start, used = start - 1, used + widths[start - 1]
    while stop < len(pieces) and used + widths[stop] <= limit:
        stop, used = stop + 1, used + widths[stop]
    while start > 0 and used + widths[start - 1] <= limit:
        start, used = start - 1, used + widths[start - 1]
    before = "…" if first + start > 0 else ""
    after = "…" if first + stop < len(text) else ""
    return before + "".join(pieces[start:stop]) + after, len(before) + sum(widths[start:middle])


def excerpt(text: str, limit: int = 60, around: int = 0) -> str:
    """Return at most ``limit`` columns of a line around ``around``, in visible form."""
    return window(text, limit, around)[0]


def text_outcome(expected: str, output: bytes) -> Outcome:
    """Return the default opinion of a text: equal line by line, blanks at line ends aside."""
    text = decode(output)
    if isinstance(text, Outcome):
        return text
    return lines_outcome(lines(expected), lines(text), actual=text)


def lines_outcome(expected: list[str], printed: list[str], *, actual: str) -> Outcome:
    """Return whether two lists of lines are equal, with the first difference in words.

    ``actual`` is the whole text as printed, for the report.
    """
    if expected == printed:
        return Outcome(accepted=True)
    reason = first_difference(expected, printed)
    if not printed and actual:
        reason = reason.replace("printed nothing", "printed only blanks", 1)
    return Outcome(accepted=False, reason=reason, expected="\n".join(expected), actual=actual)


def first_difference(expected: list[str], printed: list[str]) -> str:
    """Return a sentence on the first line in which two different lists of lines differ."""
    if not printed:
        return f'printed nothing, expected "{excerpt(expected[0])}"'
    shared = min(len(expected), len(printed))
    row = next((i for i in range(shared) if expected[i] != printed[i]), shared)
    remark = _remark_on_text(expected, printed)
    if row < shared:
        wanted, got = expected[row], printed[row]
        column = first_column(wanted, got)
        where = f"line {row + 1}" if column < 30 else f"line {row + 1}, column {column + 1}"
        remark = remark or _remark_on_line(wanted, got, column)
        sentence = (
            f'{where}: expected "{excerpt(wanted, around=column)}", '
            f'printed "{excerpt(got, around=column)}"'
        )
    elif row < len(printed):
        sentence = (
            f"line {row + 1}: more output than expected "
            f'({count(row, "line")}): "{excerpt(printed[row])}"'
        )
    else:
        sentence = (
            f"the output ends after {count(row, 'line')}, expected {len(expected)}: "
            f'line {row + 1} should be "{excerpt(expected[row])}"'
        )
    return f"{sentence} ({remark})" if remark else sentence


def count(number: int, noun: str) -> str:
    """Return ``1 line``, ``2 lines``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def first_column(wanted: str, got: str) -> int:
    """Return the index of the first character in which two lines differ, or the shorter length."""
    low, high = 0, min(len(wanted), len(got))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if wanted[low:middle] == got[low:middle] else (low, middle - 1)
    return low


def _remark_on_text(expected: list[str], printed: list[str]) -> str:
    text, full = "\n".join(printed), list(filter(None, expected))
    wanted, got = "".join(expected), "".join(printed)
    if full == list(filter(None, printed)):
        return "only empty lines differ"
    if "\r" in text and full == list(filter(None, lines(text.replace("\r", "\n")))):
        return "a lone carriage return \\r is no line end; print \\n"
    if "\\n".join(expected) == text:
        return "a backslash and an n are printed where a line should end"
    if wanted == got:
        return "right but for where the lines end"
    if len(expected) != len(printed) and _unspaced(wanted) == _unspaced(got) != "":
        return "right but for blanks and line ends"
    return "the right lines in another order" if sorted(expected) == sorted(printed) else ""


def _remark_on_line(wanted: str, got: str, column: int) -> str:
    if max(len(wanted), len(got)) > _REMARKABLE:
        return ""
    if wanted.casefold() == got.casefold():
        return "only the letter case differs"
    if _unspaced(wanted) == _unspaced(got):
        return "only blanks differ"
    if normalize("NFC", wanted) == normalize("NFC", got):
        return "only Unicode's normal form differs"
    if wanted and re.fullmatch(rf"b?([\"'`]){re.escape(wanted)}\1", got):
        return "right but for the quotes around it"
    words = re.fullmatch(rf"(.*[\s:=>(])?{re.escape(wanted)}([\s,.;!)].*)?", got)
    if wanted and words and re.search(r"[^\W\d]|[:=>]", "".join(filter(None, words.groups()))):
        return "the expected text stands among other words; print it alone"
    return _remark_on_characters(wanted[column : column + 1], got[column : column + 1])


def _remark_on_characters(wanted: str, got: str) -> str:
    alike = normalize("NFKC", wanted) == normalize("NFKC", got) or _shape(wanted) == _shape(got)
    mixed = wanted != "" and wanted.isascii() != got.isascii()
    if got and (alike or mixed or not got.isprintable()):
        names = [f"U+{ord(one):04X} {name(one, 'control character')}" for one in wanted + got]
        return " is expected, printed is ".join(names) if wanted else f"{names[0]} is too much"
    return ""


def _shape(character: str) -> set[str]:
    """Return the words of a character's name without how thick its strokes are."""
    words = name(character, character) if character else ""
    return set(words.split()) - {"LIGHT", "HEAVY", "DOUBLE"}


def _unspaced(text: str) -> str:
    return text.replace(" ", "").replace("\t", "")
