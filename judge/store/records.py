"""What a store holds, and how it becomes text and comes back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from judge.models import (
    Ending,
    Form,
    Judgement,
    Measure,
    Result,
    Run,
    Submission,
    TaskId,
    Verdict,
)

_TEXTS = (
    *("reason", "input", "expected", "actual", "stderr", "detail"),
    *("expected_picture", "actual_picture"),
)
_FIGURES = ("exit_status", "signal", "cpu_s", "wall_s", "memory_bytes")

_NOWHERE = TaskId(puzzle="", task="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """A result that was kept: what a board needs, without the judgements.

    ``first_at`` is when the submission was graded first, ``submitted`` what it says itself.
    """

    id: int
    task: str
    path: str
    digest: str
    name: str
    contestant: str
    language: str
    form: str
    claim: str | None
    bytes: int
    verdict: str
    total: int
    accepted: int
    multiplier: str
    measure: str
    score: int | None
    submitted: str | None
    first_at: str
    last_at: str

    def result(self) -> Result:
        """Return it as a result, to be ranked; when it came counts where it does not say."""
        puzzle, _, task = self.task.partition("/")
        submission = Submission(
            name=self.name,
            contestant=self.contestant,
            path=Path(self.path),
            task=TaskId(puzzle=puzzle, task=task),
            language=self.language,
            form=Form(self.form),
            claim=self.claim,
            files={Path(self.path).name: bytes(self.bytes)},
            submitted=datetime.fromisoformat(self.submitted or self.first_at),
        )
        return Result(
            submission=submission,
            verdict=Verdict(self.verdict),
            total=self.total,
            accepted=self.accepted,
            judgements=(),
            multiplier=Fraction(self.multiplier),
            measure=Measure(self.measure),
            score=self.score,
        )


def graded_of(row: tuple[Any, ...]) -> Graded:
    """Return a row of the table of results, its columns in the order of Graded's fields."""
    return Graded(**dict(zip(Graded.__slots__, row, strict=True)))


def graded_values(digest: str, result: Result, now: str) -> tuple[Any, ...]:
    """Return what the table of results keeps of a result, in the order of Graded's fields."""
    submission = result.submission
    graded = Graded(
        id=0,
        task=str(submission.task),
        path=_encodable(str(submission.path)),
        digest=digest,
        name=_encodable(submission.name),
        contestant=_encodable(submission.contestant),
        language=submission.language,
        form=submission.form.value,
        claim=submission.claim,
        bytes=submission.byte_count,
        verdict=result.verdict.value,
        total=result.total,
        accepted=result.accepted,
        multiplier=str(result.multiplier),
        measure=result.measure.value,
        score=result.score,
        submitted=submission.submitted.isoformat() if submission.submitted else None,
        first_at=now,
        last_at=now,
    )
    return tuple(getattr(graded, name) for name in Graded.__slots__ if name != "id")


def judgement_text(judgement: Judgement) -> str:
    """Return a judgement as JSON; what names the submission and the case is left out."""
    facts: dict[str, Any] = {"verdict": judgement.verdict.value}
    facts |= {name: text for name in _TEXTS if (text := getattr(judgement, name))}
    if judgement.length is not None:
        facts["length"] = judgement.length
    run = judgement.run
    if run is not None:
        facts["run"] = {"ending": run.ending.value} | {
            name: value for name in _FIGURES if (value := getattr(run, name)) is not None
        }
    return json.dumps(facts)


def judgement_of(text: str) -> Judgement:
    """Return a judgement from JSON, of no submission and no case yet."""
    facts = json.loads(text)
    run = facts.pop("run", None)
    if run is not None:
        run = Run(**{**run, "ending": Ending(run["ending"])})
    verdict = Verdict(facts.pop("verdict"))
    return Judgement(
        submission=Path(), task=_NOWHERE, suite=None, case=None, verdict=verdict, run=run, **facts
    )


def _encodable(text: str) -> str:
    """Return a text that SQLite can hold: a file name that is no UTF-8 has its bytes spelt out."""
    return text.encode("utf-8", "backslashreplace").decode()
