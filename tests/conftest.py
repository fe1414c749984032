"""Fixtures for all tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import hypothesis
import pytest
from boxes_for_tests import TIER_NAMES, Scripts, opened
from calling import PATIENCE_S, SMALL_SUITE, Called, Judge

from judge.sandbox import Box

# Machines are shared and noisy: how long an example takes proves nothing. The same examples every
# time: what a change breaks is then the change's; ``--hypothesis-profile explore`` looks for more.
hypothesis.settings.register_profile("shared-machine", deadline=None, derandomize=True)
hypothesis.settings.register_profile("explore", deadline=None, derandomize=False)
hypothesis.settings.load_profile("shared-machine")


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """Return a function that calls ``judge`` with arguments in ``tmp_path``."""

    def call(*arguments: str | Path, environment: Mapping[str, str] | None = None) -> Called:
        finished = subprocess.run(
            [sys.executable, "-m", "judge", *map(str, arguments)],
            cwd=tmp_path,
            env={**os.environ, **(environment or {})},
            capture_output=True,
            timeout=PATIENCE_S,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        return Called(
            status=finished.returncode,
            out=finished.stdout.decode(),
            err=finished.stderr.decode(),
        )

    return call


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """Return a small suite of maze/open: one case of each answer."""
    path = tmp_path / "small.yaml"
    path.write_text(SMALL_SUITE)
    return path


@pytest.fixture(params=TIER_NAMES)
def tier(request: pytest.FixtureRequest) -> str:
    """Return the name of each tier that works on this machine."""
    return str(request.param)


@pytest.fixture
def box(tier: str) -> Iterator[Box]:
    """Return an open box of each tier, without any file laid in."""
    with opened(tier=tier) as box:
        yield box


@pytest.fixture
def scripts(box: Box) -> Scripts:
    """Return a short way of running Python in a box."""
    return Scripts(box)
