"""How printed text is decoded, compared and shown.

Everything a program prints is bytes until a function here makes text of it. The rules: UTF-8
without a byte order mark; blanks and tabs at line ends and empty lines at the end do not matter;
``\\r\\n`` is a line end and a lone ``\\r`` is not; nothing else is forgiven.
"""

from __future__ import annotations

from judge.models import Outcome

_BOM = b"\xef\xbb\xbf"


def decode(output: bytes) -> str | Outcome:
    """Return the text that was printed, or the wrong-answer outcome where it is not plain UTF-8."""
    if output.startswith(_BOM):
        return Outcome(
            accepted=False,
            reason="the output begins with a byte order mark (BOM, EF BB BF); print without it",
            actual=readable(output),
        )
    try:
        return output.decode("utf-8")
    except UnicodeDecodeError as error:
        line = output.count(b"\n", 0, error.start) + 1
        near = readable(output[max(0, error.start - 8) : error.start + 8])
        return Outcome(
            accepted=False,
            reason=f"line {line}: the output is not UTF-8 (byte {error.start}, near {near})",
            actual=readable(output),
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


def visible(text: str, *, keep_newlines: bool = True) -> str:
    """Return text in which every control or otherwise invisible character is spelt out.

    ESC becomes ``\\x1b``, NUL ``\\x00``, a bidirectional override ``\\u202e``: safe for a terminal.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character
        if character.isprintable() or (keep_newlines and character == "\n")
        else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def excerpt(text: str, limit: int = 60, around: int = 0) -> str:
    """Return at most ``limit`` characters of a line around ``around``, in visible form."""
    start = max(0, min(around - limit // 2, len(text) - limit))
    piece = text[start : start + limit]
    before = "…" if start else ""
    after = "…" if start + limit < len(text) else ""
    return before + visible(piece, keep_newlines=False) + after


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
    return Outcome(
        accepted=False,
        reason=first_difference(expected, printed),
        expected="\n".join(expected),
        actual=actual,
    )


def first_difference(expected: list[str], printed: list[str]) -> str:
    """Return a sentence on the first line in which two different lists of lines differ."""
    if not printed:
        return f'printed nothing, expected "{excerpt(expected[0])}"'
    for number, (wanted, got) in enumerate(zip(expected, printed, strict=False), 1):
        if wanted != got:
            column = _first_column(wanted, got)
            where = f"line {number}" if column < 30 else f"line {number}, column {column + 1}"
            return (
                f'{where}: expected "{excerpt(wanted, around=column)}", '
                f'printed "{excerpt(got, around=column)}"'
            )
    if len(printed) > len(expected):
        extra = printed[len(expected)]
        return (
            f"line {len(expected) + 1}: more output than expected "
            f'({count(len(expected), "line")}): "{excerpt(extra)}"'
        )
    missing = expected[len(printed)]
    return (
        f"the output ends after {count(len(printed), 'line')}, expected {len(expected)}: "
        f'line {len(printed) + 1} should be "{excerpt(missing)}"'
    )


def count(number: int, noun: str) -> str:
    """Return ``1 line``, ``2 lines``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _first_column(wanted: str, got: str) -> int:
    pairs = enumerate(zip(wanted, got, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(wanted), len(got)))
