"""A judge in a process of its own: it grades one hostile program for each line that it is sent.

An order is a JSON object (``program``, ``tier``, ``ask``); the answer tells what became of the
program's two cases, and what the judge finds of itself afterwards. With ``runs`` in the place of
``program`` it grades a mix of programs, two at once, until so many runs are done. The process holds
secrets that no program may get at: in its environment, in its memory and in an open descriptor. It
dies with its parent's end of the pipe.
"""

from __future__ import annotations

import json
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

from hostile_programs import MIX, SECRET, Hostile, hostile_program, siege_bench, siege_load

from judge.examiner import Examiner, preparation
from judge.models import BoxFile, Judgement
from judge.sandbox import Box
from judge.sandbox.cgroups import PREFIX, available_places, bounds_memory
from judge.sandbox.tiers import choose, tier_named
from judge.session import Watcher, grade

_UNWATCHED = Watcher(judged=lambda _: None, settled=lambda _: None)


@cache
def other_box(tier: str) -> Box:
    """Return a box of another submission, which stays open."""
    return choose(tier).open({"other.txt": BoxFile(data=SECRET.encode())})


def besieged(program: Hostile, tier: str, ask: dict[str, str]) -> dict[str, Any]:
    """Return what came of a program and of this process."""
    here = {"judge": str(os.getpid()), "box": other_box(tier).path("other.txt")}
    load = siege_load(program, {**ask, **here})
    bench = siege_bench(choose(tier))
    before = own_facts()
    prepared = preparation(bench, load)
    if isinstance(prepared, Judgement):
        return {"verdicts": [prepared.verdict], "reasons": [prepared.reason, prepared.detail]}
    examiner = Examiner(bench, load, prepared)
    try:
        judgements = [examiner.judge(case) for case in load.cases]
    finally:
        examiner.close()
    told = [judgement for judgement in judgements if judgement is not None]
    return {
        "verdicts": [judgement.verdict for judgement in told],
        "reasons": [judgement.reason for judgement in told],
        "before": before,
        "after": own_facts(),
        "has_cgroups": bounds_memory(),
    }


def soaked(runs: int, tier: str, ask: dict[str, str]) -> dict[str, Any]:
    """Return what was not as expected in so many runs, and the facts of this process over time."""
    here = {"judge": str(os.getpid()), "box": other_box(tier).path("other.txt")}
    bench = siege_bench(choose(tier))
    done, unexpected, sizes = 0, [], []
    before: dict[str, Any] = {}
    while done < runs:
        mix = [(program, siege_load(program, {**ask, **here}, times)) for program, times in MIX]
        report = grade(
            bench, [load for _, load in mix], jobs=2, fail_fast=False, watcher=_UNWATCHED
        )
        for (program, _), result in zip(mix, report.results, strict=True):
            wanted = program.must_get(tier, has_cgroups=bounds_memory())
            done += len(result.judgements)
            unexpected += [
                f"{program.name} {each.case}: {each.verdict} ({each.reason})"
                for each in result.judgements
                if each.verdict not in wanted[(each.case or "").startswith("again")]
            ]
        before = before or own_facts()  # what is loaded once and kept is there now
        sizes.append(own_facts()["resident_bytes"])
    return {
        "runs": done,
        "unexpected": unexpected,
        "resident_bytes": sizes,
        "before": before,
        "after": own_facts(),
    }


def own_facts() -> dict[str, Any]:
    """Return what must be the same after a program as before it, and the memory in use."""
    children = Path("/proc/self/task").glob("*/children")
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {
        "children": sorted(pid for path in children for pid in path.read_text().split()),
        "descriptors": sorted(os.listdir("/proc/self/fd")),
        "boxes": sorted(os.listdir(os.environ["TMPDIR"])),
        "groups": [
            str(group)
            for place in available_places()
            for group in place.folder.glob(f"{PREFIX}{os.getpid()}-*")
        ],
        "mounts": Path("/proc/self/mountinfo").read_text(),
        "resident_bytes": pages * os.sysconf("SC_PAGE_SIZE"),
    }


def tiers() -> dict[str, str]:
    """Return for each tier why it does not work here, or ""."""
    found = map(tier_named, ("bwrap", "landlock", "none"))
    return {tier.name: "" if tier.sandbox else f"{tier.fault}; {tier.remedy}" for tier in found}


def serve() -> None:
    """Grade until the input ends."""
    secret = os.open(os.environ["JUDGE_SECRET"], os.O_RDONLY)
    os.set_inheritable(secret, True)  # careless, as some library may be
    print(json.dumps(tiers()), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        if "runs" in order:
            answer = soaked(order["runs"], order["tier"], order["ask"])
        else:
            answer = besieged(hostile_program(order["program"]), order["tier"], order["ask"])
        print(json.dumps(answer), flush=True)
    for tier in ("bwrap", "landlock", "none"):
        if not tiers()[tier]:
            other_box(tier).close()


if __name__ == "__main__":
    serve()
