"""Grade a mix of right, wrong and hostile programs, two at once, and say whether anything piles up.

python tests/bench/soak.py [--runs N] [--sandbox TIER] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from shooting_range import Range, adopting

_MEBIBYTE = 2**20


def soak(runs: int, tier: str) -> dict[str, object]:
    """Print what came of so many runs and return it."""
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
    return {
        "tier": tier,
        "runs": told["runs"],
        "seconds": round(took),
        "faults": list(map(str, faults)),
        "judge_mib": [round(size, 1) for size in sizes],
    }


def main() -> None:
    """Soak a tier; exit with 1 where anything was not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--sandbox", default="bwrap", choices=["bwrap", "landlock", "none"])
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    figures = soak(options.runs, options.sandbox)
    if options.json:
        options.json.write_text(json.dumps(figures) + "\n")
    sys.exit(bool(figures["faults"]))


if __name__ == "__main__":
    main()
