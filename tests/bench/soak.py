"""Grade a mix of right, wrong and hostile programs, two at once, and say whether anything piles up.

python tests/bench/soak.py [RUNS] [TIER]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from shooting_range import Range, adopting

_MEBIBYTE = 2**20


def soak(runs: int, tier: str) -> bool:
    """Print what came of so many runs; return whether all was well."""
    with adopting():
        ground = Range(None)
        began = time.monotonic()
        told = ground.soaked(runs, tier)
        took = time.monotonic() - began
        faults = [*told["unexpected"], *ground.survivors(), *ground.hits(), *ground.close()]
    before, after = told["before"], told["after"]
    del before["resident_bytes"], after["resident_bytes"]
    faults += [
        f"{name}: {before[name]} became {after[name]}"
        for name in before
        if before[name] != after[name]
    ]
    sizes = [size / _MEBIBYTE for size in told["resident_bytes"]]
    print(f"tier {tier}: {told['runs']} runs in {took:.0f} s, {len(faults)} faults")
    print(f"memory of the judge in MiB: {', '.join(f'{size:.1f}' for size in sizes)}")
    for fault in faults:
        print(fault)
    return not faults


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    sys.exit(not soak(wanted, sys.argv[2] if len(sys.argv) > 2 else "bwrap"))
