"""Many runs of right, wrong and hostile programs, two at once: nothing piles up.

``tests/bench/soak.py`` does the same for as long as one likes.
"""

from __future__ import annotations

import pytest
from runtimes import needs
from shooting_range import Range, adopting

RUNS = 150
MOST_GROWTH_BYTES = 20 * 2**20


@pytest.mark.parametrize("tier", ["bwrap", "landlock"])
def test_every_verdict_is_as_expected_and_nothing_is_left(tier: str) -> None:
    needs("gcc", "gcc")
    with adopting():
        ground = Range(None)
        try:
            fault = ground.tiers()[tier]
            told = {} if fault else ground.soaked(RUNS, tier)
            survivors, hits = ground.survivors(), ground.hits()
        finally:
            left = ground.close()
    if fault:
        pytest.skip(fault)
    assert told["runs"] >= RUNS
    assert told["unexpected"] == []
    assert (survivors, hits, left) == ([], [], [])
    before, after = told["before"], told["after"]
    assert after.pop("resident_bytes") - before.pop("resident_bytes") < MOST_GROWTH_BYTES
    assert after == before
