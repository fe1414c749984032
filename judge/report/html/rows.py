"""What a page says of each submission: its files, its cases, and what is known of its failures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from judge.interact import InteractiveTask
from judge.models import Case, Judgement, Report, Result, Run, Verdict
from judge.report.html.pictures import CasePictures, Gallery
from judge.report.html.sources import Highlighter
from judge.report.html.texts import Excerpt, TextPool, both, excerpt, sentence
from judge.report.subjects import CaseKey, Subjects

_MOST_TEXT, _MOST_DRAWN, _MOST_SOURCE, _MOST_REASONS = 8 * 10**6, 4 * 10**6, 3 * 10**6, 3 * 10**6
"""bytes that texts, pictures, sources and reasons may take: with all else, less than 20 MB"""

_MOST_REFUSED = 100
"""failures whose texts found no room, after which no more are tried"""

LEFT_OUT = (
    "What was given and printed here is left out, so that the page stays small: grade this "
    "submission alone to see it."
)

_VERDICTS = tuple(Verdict)
_TEXTS = ("input", "expected", "actual", "stderr", "detail")

Packed = dict[str, Any]


class Rows:
    """Packs submissions so that what several have in common is there once.

    What failures need is given out fairly: every submission's first failure before anyone's
    second one, until the page is full.
    """

    def __init__(self, report: Report, subjects: Subjects) -> None:
        self._report = report
        self._subjects = subjects
        self._texts = TextPool(_MOST_TEXT)
        self._refused = 0
        self._reasons = TextPool(_MOST_REASONS)
        self._gallery = Gallery(_MOST_DRAWN)
        self._cases: list[Packed] = []
        self._numbers: dict[tuple[CaseKey, str], int] = {}
        self._pictures: dict[int, CasePictures] = {}
        self._decks: dict[tuple[int, ...], int] = {}

    def packed(self) -> Packed:
        """Return the data of a page; ``page.js`` reads them and says what each part is."""
        highlighter = Highlighter(_MOST_SOURCE)
        submissions = [
            self._submission(result, highlighter.packed) for result in self._report.results
        ]
        for number, place in self._failures():
            judgement = self._report.results[number].judgements[place]
            submissions[number]["failures"][place] = self._failure(judgement)
        for number, pictures in self._pictures.items():
            self._cases[number] |= _pictured(pictures)
        return {
            "verdicts": [verdict.value for verdict in _VERDICTS],
            "texts": self._texts.texts,
            "reasons": self._reasons.texts,
            "elements": self._gallery.elements,
            "scenes": self._gallery.scenes,
            "cases": self._cases,
            "decks": [list(deck) for deck in self._decks],
            "submissions": submissions,
        }

    def _submission(self, result: Result, files: Any) -> Packed:
        judgements = result.judgements
        deck = tuple(self._case(judgement) for judgement in judgements)
        runs = [judgement.run for judgement in judgements]
        packed: Packed = {
            "files": files(result.submission),
            "deck": self._decks.setdefault(deck, len(self._decks)),
            "verdicts": [_VERDICTS.index(judgement.verdict) for judgement in judgements],
            "cpu": [_milliseconds(run.cpu_s) if run else None for run in runs],
            "wall": [_milliseconds(run.wall_s) if run else None for run in runs],
            "memory": [_kibibytes(run) for run in runs],
            "total": result.total,
            "failures": {},
        }
        lengths = [judgement.length for judgement in judgements]
        if any(length is not None for length in lengths):
            packed["lengths"] = lengths
        if result.submission.flags:
            packed["flags"] = sentence(" ".join(result.submission.flags))
        return packed

    def _case(self, judgement: Judgement) -> int:
        """Return the number of a judgement's case; judgements on the whole have one, too."""
        key = (judgement.task, judgement.suite, judgement.case), judgement.case_title
        if key not in self._numbers:
            self._numbers[key] = len(self._cases)
            names = [judgement.suite or "", judgement.case or "", judgement.case_title]
            self._cases.append({"name": [sentence(name) for name in names]})
        return self._numbers[key]

    def _failures(self) -> Iterable[tuple[int, int]]:
        """Return where each failure stands, those first that come first in their submission."""
        ranked: list[tuple[int, int, int]] = []
        for number, result in enumerate(self._report.results):
            places = [
                place
                for place, judgement in enumerate(result.judgements)
                if judgement.verdict is not Verdict.AC
            ]
            ranked += [(rank, number, place) for rank, place in enumerate(places)]
        return [(number, place) for _, number, place in sorted(ranked)]

    def _failure(self, judgement: Judgement) -> Packed:
        packed: Packed = {}
        reason = self._reasons.number(sentence(judgement.reason))
        if reason is not None:
            packed["reason"] = reason
        # Once the page is full, looking for another text that is small enough costs time alone.
        is_full = self._refused >= _MOST_REFUSED
        texts = None if is_full else self._texts.packed(_excerpts(judgement))
        if texts is None:
            self._refused += 1
            packed["note"] = LEFT_OUT
            return packed
        packed |= {name: text for name, text in zip(_TEXTS, texts, strict=True) if text}
        case = self._subjects.case(judgement)
        if case is not None:
            task = self._subjects.tasks.get(judgement.task)
            if isinstance(task, InteractiveTask) and case.raw_stdin is None:
                packed["talk"] = 1
            output = self._drawn(judgement, case)
            if output is not None:
                packed["output"] = output
        return packed

    def _drawn(self, judgement: Judgement, case: Case) -> int | None:
        """Draw a case once, and return the number of the picture of what was printed."""
        task = self._subjects.tasks.get(judgement.task)
        if task is None:
            return None
        number = self._case(judgement)
        if number not in self._pictures:
            self._pictures[number] = self._gallery.case(task, case)
        if not judgement.actual:
            return None
        return self._gallery.output(task, case, judgement.actual, self._pictures[number])


def _excerpts(judgement: Judgement) -> Sequence[Excerpt | None]:
    expected, actual = both(judgement.expected, judgement.actual)
    stderr = excerpt(judgement.stderr, last=True)
    # A plugin's traceback ends with what went wrong, a compiler's output begins with it.
    detail = excerpt(judgement.detail, last=judgement.verdict is Verdict.JE)
    return excerpt(judgement.input), expected, actual, stderr, detail


def _pictured(pictures: CasePictures) -> Packed:
    parts = {
        "scene": pictures.scene,
        "answer": pictures.answer,
        "film": pictures.film or None,
        "note": pictures.note or None,
    }
    return {name: part for name, part in parts.items() if part is not None}


def _milliseconds(seconds: float) -> int | None:
    return round(1000 * seconds) if math.isfinite(seconds) else None


def _kibibytes(run: Run | None) -> int | None:
    return run.memory_bytes // 1024 if run else None
