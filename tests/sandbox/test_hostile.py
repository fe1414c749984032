"""Hostile programs: what they must get in each tier, and that nothing of them is left.

Each is graded by a judge in a process of its own, as the user of the tests and, where that is
root, as an ordinary user too; then the program has a second case in the same box.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from hostile_programs import PROGRAMS, Hostile, hostile_programs
from runtimes import needs
from shooting_range import SYSTEM_PYTHON, Range, adopting, out_of_reach

TIERS = ("bwrap", "landlock", "none")
ORDINARY_USER = 65534
MOST_GROWTH_BYTES = 50 * 2**20
"""how much the judge may grow over one program; it once cost a judge a gigabyte to listen to one"""

NO_WALLS = "tier none has no walls: it says so whenever it is used"

NOT_HELD = {
    "landlock": {
        "fill-disk.c": "the disk that holds a box is the machine's, whose quotas are not ours",
    },
    "none": {
        "fill-disk.c": NO_WALLS,
        "forgotten-peak.c": NO_WALLS,
        **dict.fromkeys(
            (
                "change-attributes.py",
                "clock.c",
                "connect-by-shell.sh",
                "connect-tcp.py",
                "devices.c",
                "gain-root.sh",
                "import-judge.py",
                "kernel-memory.c",
                "kernel-settings.sh",
                "kill-supervisor.py",
                "leave-files.py",
                "listen.py",
                "look-at-the-network.py",
                "mount.c",
                "other-calls.c",
                "raise-limits.py",
                "read-case-files.py",
                "read-memory.py",
                "read-other-box.py",
                "read-through-proc.sh",
                "ring-of-calls.c",
                "send-udp.py",
                "signal-judge.py",
                "signal-sideways.c",
                "steal-descriptors.c",
                "stop-supervisor.c",
                "trace.c",
                "unix-socket-by-name.py",
                "unix-socket-by-path.py",
                "unix-socket-of-a-pair.py",
                "write-outside.py",
                "write-to-the-terminal.py",
            ),
            NO_WALLS,
        ),
    },
}
"""where a tier does not hold what the strongest one does, and why"""

NOT_RUN = {
    ("immutable.c", "none"): "as root it would leave what no ordinary means can remove",
    ("too-many-files.c", "landlock"): "the number of files is not bounded on the machine's disk",
    ("too-many-files.c", "none"): "the number of files is not bounded on the machine's disk",
}


def users() -> list[int | None]:
    return [None, ORDINARY_USER] if os.getuid() == 0 else [None]


def user_name(user: int | None) -> str:
    if user is None:
        return "root" if os.getuid() == 0 else "user"
    return "user"


@pytest.fixture(scope="module")
def ranges() -> Iterator[Callable[[int | None], Range]]:
    """Return a function that returns a user's range, set up when it is first asked for."""
    made: dict[int | None, Range] = {}

    def of(user: int | None) -> Range:
        if user not in made:
            made[user] = Range(user)
        return made[user]

    with adopting():
        yield of
        left = {user: each.close() for user, each in made.items()}
    assert not any(left.values()), left


RANGES = Callable[[int | None], Range]


@pytest.mark.parametrize("user", users(), ids=user_name)
@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("program", hostile_programs(), ids=lambda program: program.name)
def test_it_gets_what_it_must_and_nothing_of_it_is_left(
    ranges: RANGES, program: Hostile, tier: str, user: int | None
) -> None:
    if (program.name, tier) in NOT_RUN:
        pytest.skip(NOT_RUN[program.name, tier])
    if program.path.suffix == ".c":
        needs("gcc", "gcc")
    if user is not None:
        needs(SYSTEM_PYTHON, "python3")
        if out_of_reach(user):
            pytest.skip(out_of_reach(user))
    ground = ranges(user)
    if ground.tiers()[tier]:
        pytest.skip(ground.tiers()[tier])
    told = ground.besieged(program, tier)
    survivors, hits = ground.survivors(), ground.hits()
    wanted = program.must_get(tier, has_cgroups=told["has_cgroups"])
    got = told["verdicts"]
    assert len(got) == 2
    assert got[0] in wanted[0], told["reasons"]
    assert got[1] in wanted[1], told["reasons"]
    assert survivors == []
    if program.name not in NOT_HELD.get(tier, {}):
        assert hits == []
    before, after = told["before"], told["after"]
    if tier == "none":  # what a program left beside its box is among the hits, and gone
        after["boxes"] = [name for name in after["boxes"] if not name.startswith("hostile-")]
    assert after["resident_bytes"] - before["resident_bytes"] < MOST_GROWTH_BYTES
    assert {**after, "resident_bytes": 0} == {**before, "resident_bytes": 0}
    assert all(reason.isprintable() for reason in told["reasons"])


def test_every_program_says_what_it_must_get_in_each_tier() -> None:
    for program in hostile_programs():
        missing = [
            tier
            for tier in TIERS
            if tier not in program.verdicts and (program.name, tier) not in NOT_RUN
        ]
        assert not missing, program.name


def test_what_a_tier_does_not_hold_is_what_the_table_says() -> None:
    for tier in TIERS[1:]:
        weaker = {
            program.name
            for program in hostile_programs()
            if program.verdicts.get(tier, program.verdicts["bwrap"]) != program.verdicts["bwrap"]
        }
        assert weaker == set(NOT_HELD[tier])


def test_there_are_programs_in_three_languages_and_nothing_else() -> None:
    suffixes = [path.suffix for path in PROGRAMS.iterdir()]
    assert set(suffixes) == {".py", ".c", ".sh"}
    assert len(suffixes) >= 40
