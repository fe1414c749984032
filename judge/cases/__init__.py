"""Case files: finding them, reading them strictly, and drawing their generated cases."""

from __future__ import annotations

from judge.cases.files import case_files
from judge.cases.suite import LoadedSuite, load_suite

__all__ = ["LoadedSuite", "case_files", "load_suite"]
