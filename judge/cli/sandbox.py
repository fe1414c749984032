"""``judge sandbox``: how programs are kept in bounds on this machine, and whether it works."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from pathlib import Path

import click

from judge.cli.console import Status, complain, print_result, table
from judge.errors import SandboxError
from judge.sandbox.bwrap import BwrapSandbox
from judge.sandbox.cgroups import describe
from judge.sandbox.landlock import LandlockSandbox
from judge.sandbox.plain import PlainSandbox
from judge.sandbox.selftest import promises, yard
from judge.sandbox.supervisor.confinement import landlock_abi
from judge.sandbox.supervisor.seccomp import has_seccomp
from judge.sandbox.tiers import TIERS, Tier, choose, tier_named

_SETTINGS = (
    "kernel/unprivileged_userns_clone",
    "kernel/apparmor_restrict_unprivileged_userns",
    "user/max_user_namespaces",
    "kernel/yama/ptrace_scope",
)
_HOLDS = "holds"
_FAILS = "DOES NOT HOLD"
_NOT_PROMISED = "not promised"
_NOT_HERE = "-"


@click.command()
def sandbox() -> int:
    """Show the ways of running programs on this machine and try every protection of each.

    The exit status is 0 where all that is promised holds, and 3 otherwise.
    """
    tiers = [tier_named(name) for name in TIERS]
    print_result(f"{line}\n" for line in _offer(tiers))
    rows = _tried(tiers)
    headings = ("a program cannot ...", *(tier.name for tier in tiers))
    print_result(table(headings, rows))
    if any(_FAILS in row for row in rows):
        complain("error: something that is promised does not hold on this machine")
        return Status.JUDGE_ERROR
    return Status.OK


def _offer(tiers: list[Tier]) -> Iterator[str]:
    """Yield what this machine has, what it lacks, and how to get that."""
    chosen = choose().name
    for tier in tiers:
        yield f"{tier.name}: {_state(tier)}{' (chosen)' if tier.name == chosen else ''}"
        if tier.fault:
            yield f"  {tier.fault}"
            yield f"  remedy: {tier.remedy}"
    yield f"memory: {describe()}"
    abi = landlock_abi()
    yield (
        f"kernel: {platform.system()} {platform.release()}, {platform.machine()}, "
        f"Landlock {f'ABI {abi}' if abi else 'missing'}, "
        f"filter of system calls {'there' if has_seccomp() else 'missing'}, "
        f"running as {'root' if os.geteuid() == 0 else 'an ordinary user'}"
    )
    for setting in _SETTINGS:
        path = Path("/proc/sys", setting)
        if path.exists():
            yield f"  {setting.replace('/', '.')} = {path.read_text().strip()}"
    yield ""


def _state(tier: Tier) -> str:
    if tier.sandbox is None:
        return "does not work here"
    return f"works; {tier.sandbox.warning}" if tier.sandbox.warning else "works"


def _tried(tiers: list[Tier]) -> list[tuple[str, ...]]:
    """Try each promise in each tier that works here; return the rows of a table."""
    columns = [_column(tier) for tier in tiers]
    names = [promise.name for promise in promises()]
    return list(zip(names, *columns, strict=True))


def _column(tier: Tier) -> list[str]:
    given = promises()
    if not isinstance(tier.sandbox, BwrapSandbox | LandlockSandbox | PlainSandbox):
        return [_NOT_HERE] * len(given)
    with yard(tier.sandbox) as place:
        found = []
        for promise in given:
            if tier.name not in promise.tiers:
                found.append(_NOT_PROMISED)
                continue
            try:
                found.append(_HOLDS if promise.holds(place) else _FAILS)
            except SandboxError as error:
                complain(f"{tier.name}: {promise.name}: {error}")
                found.append(_FAILS)
        return found
