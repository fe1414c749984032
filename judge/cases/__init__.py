"""Case files: finding them, reading them strictly, and drawing their generated cases."""

from __future__ import annotations

from judge.cases.files import case_files
from judge.cases.suite import LoadedSuite, load_suite
from judge.cases.tree import why_not_yaml

__all__ = ["LoadedSuite", "case_files", "load_suite", "why_not_yaml"]
