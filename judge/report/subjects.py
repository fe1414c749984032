"""What a report with pictures knows besides the judgements: the cases and their tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from judge.models import Case, Judgement, TaskId
from judge.puzzle import Task

CaseKey = tuple[TaskId, str | None, str | None]
"""A case by its task, its suite's name and its id; None is what a judgement on the whole has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subjects:
    """The tasks and cases that judgements are about; those that are not known are not drawn."""

    tasks: Mapping[TaskId, Task[Any]] = field(default_factory=dict)
    cases: Mapping[CaseKey, Case] = field(default_factory=dict)

    def case(self, judgement: Judgement) -> Case | None:
        """Return the case that a judgement is about, if it is known."""
        return self.cases.get((judgement.task, judgement.suite, judgement.case))
