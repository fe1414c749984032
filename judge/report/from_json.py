"""Results read back from a report in JSON."""

from __future__ import annotations

import json
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from judge.errors import UsageError
from judge.models import Form, Measure, Result, Submission, TaskId, Verdict
from judge.report.as_json import SCHEMA


def results_in(path: Path) -> list[Result]:
    """Return the results of a report in JSON, without their judgements.

    Raises UsageError for a file that is none, or of another version.
    """
    try:
        report = json.loads(path.read_bytes())
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"{path} is neither a store nor JSON ({error}); name what `judge grade` wrote "
            "with --store, or with --format json -o"
        ) from error
    if not isinstance(report, dict) or report.get("schema") != SCHEMA:
        raise UsageError(
            f"{path} is no report of `judge grade --format json` that this judge knows"
        )
    try:
        return [_result(each) for each in report["submissions"]]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(
            f"{path} is a report that something has changed: {type(error).__name__}: {error}"
        ) from error


def _result(facts: dict[str, Any]) -> Result:
    puzzle, _, task = facts["task"].partition("/")
    submitted = facts.get("submitted")
    name = Path(facts["path"]).name
    submission = Submission(
        name=facts["name"],
        contestant=facts.get("contestant") or "",
        path=Path(facts["path"]),
        task=TaskId(puzzle=puzzle, task=task),
        language=facts["language"],
        form=Form(facts["form"]),
        claim=facts["claim"],
        files={name: bytes(int(facts["bytes"]))},
        submitted=datetime.fromisoformat(submitted) if submitted else None,
    )
    return Result(
        submission=submission,
        verdict=Verdict(facts["verdict"]),
        total=int(facts["cases"]["total"]),
        accepted=int(facts["cases"]["accepted"]),
        judgements=(),
        multiplier=Fraction(facts["multiplier"]),
        measure=Measure(facts["measure"]),
        score=facts["score"],
    )
