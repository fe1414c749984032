"""A box, and a short way of running Python in it, for the tests of the sandbox."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from boxes_for_tests import Scripts, opened

from judge.sandbox import Box


@pytest.fixture
def box() -> Iterator[Box]:
    with opened() as box:
        yield box


@pytest.fixture
def scripts(box: Box) -> Scripts:
    return Scripts(box)
