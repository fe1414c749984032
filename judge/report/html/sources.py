"""The source of a submission, highlighted: text, and runs of characters of one colour."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from pygments.lexer import Lexer
from pygments.lexers import find_lexer_class_by_name, find_lexer_class_for_filename
from pygments.token import Comment, Keyword, Name, Number, Operator, String
from pygments.util import ClassNotFound

from judge.compare import count, readable, visible
from judge.models import Submission
from judge.report.html.texts import sentence, size_of

_SHOWN = 64 * 1024
"""characters that are shown of a file"""
_HIGHLIGHTED = 20_000
"""characters up to which a file is highlighted; not every lexer is linear in what it reads"""
_SECONDS = 10.0
"""CPU time that highlighting may take in all"""

_COLOURS = {
    Comment: 1,
    Keyword: 2,
    Name.Tag: 2,
    String: 3,
    Number: 4,
    Operator: 5,
    Name.Builtin: 6,
    Comment.Preproc: 7,
    Name.Function: 7,
    Name.Class: 7,
    Name.Decorator: 7,
}
"""The number that the page has for the colour of a kind of token; any other is 0."""

LEFT_OUT = "left out, so that the page stays small"

Packed = dict[str, Any]
_Token = tuple[int, str]


class Highlighter:
    """Makes sources ready for a page, as many as it can bear.

    Once it has taken too long they stay in one colour.
    """

    def __init__(self, most: int) -> None:
        """Keep sources that take ``most`` bytes in all."""
        self._room = most
        self._left_s = _SECONDS

    def packed(self, submission: Submission) -> list[Packed]:
        """Return each file of a submission: its name, bytes, text, runs, and what is left out.

        Runs are pairs of a number of characters and of a colour's number, one after another.
        """
        return [
            self._file(name, data, submission.language if number == 0 else "")
            for number, (name, data) in enumerate(submission.files.items())
        ]

    def _file(self, name: str, data: bytes, language: str) -> Packed:
        left_out: Packed = {"name": sentence(name), "bytes": len(data), "text": "", "runs": []}
        left_out["note"] = LEFT_OUT
        if min(len(data), _SHOWN) > self._room:
            return left_out
        whole = readable(data)
        text = whole[:_SHOWN]
        tokens = self._tokens(text, _lexer(name, language))
        shown: list[str] = []
        runs: list[int] = []
        for colour, group in groupby(tokens, key=lambda token: token[0]):
            piece = visible("".join(part for _, part in group))
            shown.append(piece)
            runs += [len(piece), colour]
        file: Packed = {
            "name": sentence(name),
            "bytes": len(data),
            "text": "".join(shown),
            "runs": runs,
        }
        if len(whole) > _SHOWN:
            file["note"] = f"{count(len(whole) - _SHOWN, 'more character')} left out"
        size = size_of(file)
        if size > self._room:
            return left_out
        self._room -= size
        return file

    def _tokens(self, text: str, lexer: Lexer | None) -> list[_Token]:
        """Return pieces of a text with their colours; all of it in colour 0 where that is hard."""
        if lexer is None or len(text) > _HIGHLIGHTED or self._left_s <= 0:
            return [(0, text)]
        begun = time.process_time()
        tokens: list[_Token] = []
        try:
            for token in _coloured(text, lexer):
                tokens.append(token)
                if time.process_time() - begun > self._left_s:
                    break
        # Lexers are made for programs that are right; whatever they raise costs the colours alone.
        except Exception:  # noqa: BLE001
            tokens = []
        self._left_s -= time.process_time() - begun
        return tokens if sum(len(part) for _, part in tokens) == len(text) else [(0, text)]


def _coloured(text: str, lexer: Lexer) -> Iterator[_Token]:
    """Yield the pieces of a text; blanks take on the colour before them, which saves runs."""
    colour = 0
    for _, kind, piece in lexer.get_tokens_unprocessed(text):
        if piece.strip():
            colour = next(
                (_COLOURS[each] for each in reversed(kind.split()) if each in _COLOURS), 0
            )
        elif "\n" in piece:
            colour = 0
        if piece:
            yield colour, piece


def _lexer(name: str, language: str) -> Lexer | None:
    """Return what reads a language, by its name in the judge's table or by the file's name."""
    try:
        return find_lexer_class_by_name(language)()
    except ClassNotFound:
        found = find_lexer_class_for_filename(name)
        return found() if found else None
